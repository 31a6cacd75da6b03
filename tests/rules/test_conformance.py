"""What must hold for every game, whatever its rules: random play, checked after every choice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import pytest

from rules.flow import TABLE, Choice, FromHand, Option, Seat
from rules.games import GAMES
from rules.journal import read_journal, write_journal
from rules.maracaibo.board import board
from rules.maracaibo.places import display, location, trail
from rules.maracaibo.table import ACCOUNTS
from rules.maracaibo.table import Table as MaracaiboTable
from rules.maracaibo.tiles import EXPLORERS, SHIPS
from rules.maracaibo.trees import NATIONS, FiguresOnCard, Income, Now
from rules.match import Match, NotLegal
from rules.navegador import pieces as navegador
from rules.navegador.board import ROWS
from rules.navegador.table import Table as NavegadorTable
from rules.pieces import Piece
from rules.port_royal.table import Table as PortRoyalTable
from rules.port_royal.table import purse
from rules.simulation import Simulation
from rules.text import Text

LONGEST = 5_000
"""No match takes nearly as many choices; one that does would never end."""

THOROUGH = 250
"""So many choices are tried out in every way, and later ones now and then."""
SAMPLE = 20

EVERY_TABLE = [(name, seats) for name, game in GAMES.items() for seats in game.seats]
SEEDS = range(6)


def simulate(name: str, seats: int, seed: int) -> Simulation:
    game = GAMES[name]
    # Each seed tries other values of the options, and some other players.
    settings = {
        setting.key: [*setting.values][seed % len(setting.values)] for setting in game.settings
    }
    simulation = Simulation(game, [f"Player {seat}" for seat in range(seats)], settings, seed)
    simulation.sensible = seed % 4 > 1
    return simulation


def coins_are_cards(table: PortRoyalTable) -> None:
    for seat in table.seats:
        assert table.coins(seat) == table.places.count(purse(seat))
        assert table.coins(seat) >= 0
        hired = sum(person.influence for person in table.persons(seat))
        sent = sum(expedition.influence for expedition in table.fulfilled(seat))
        assert table.influence(seat) == hired + sent


def nothing_wooden_is_lost(table: NavegadorTable) -> None:
    """What the ledger counts agrees with the pieces, and nobody has more than there is."""
    where = table.places.where
    for seat in table.seats:
        assert table.money(seat) >= 0
        assert table.has(seat, "ships") == sum(table.fleet(seat).values())
        ships = sum(table.fleet(seat).values()) + len(table.ships_at(seat, navegador.area(seat)))
        assert ships == 7
        workers = table.workers(seat)
        if table.active:
            assert 2 <= workers <= 9
            assert where(navegador.WORKERS[seat.colour]) == navegador.lisbon(workers)
        founded = [t for t in table.places[navegador.area(seat)] if isinstance(t, navegador.Colony)]
        for good in navegador.GOODS:
            assert table.has(seat, f"{good}_colony") == [t.good for t in founded].count(good)
        assert all(table.laid(seat, category) <= 3 for category in navegador.CATEGORIES)
    explorers = sum(table.has(seat, "explorers") for seat in table.seats)
    assert explorers + len(table.unexplored) == 12
    for region, number in table.board.stacks.items():
        pile = table.places.piles[navegador.colonies(region)]
        if table.active and region in table.unexplored:
            assert (pile.known, pile.unknown) == ((), number)
    for row in ROWS:
        assert 0 <= table.built(row) <= table.sites(row)
    assert all(0 <= row <= 9 for row in table.prices)
    if table.holder:
        assert where(navegador.CARD) == navegador.area(table.holder)


def every_marker_is_somewhere(table: MaracaiboTable) -> None:
    """Figures, ownership markers, tracks and discs stay within what the box holds."""
    if table.active is None:
        return
    for nation in NATIONS:
        on_map = table.owned(nation)
        assert 0 <= table.rows[nation] <= sum(board().row) - on_map
    for seat in table.everyone:
        player = table.player(seat)
        assert table.places.where(SHIPS[f"ship/{seat.colour}"]) == location(player.ship)
        assert table.places.where(EXPLORERS[f"explorer/{seat.colour}"]) == trail(player.explorer)
        assert all(table.has(seat, nation) <= board().influence_length for nation in NATIONS)
        assert all(table.has(seat, what) >= 0 for what in ACCOUNTS)
        if seat not in table.seats:
            continue
        waiting = player.tasks.count("")
        figures = (table.has(seat, "figures"), player.reserve, player.parked, waiting)
        assert sum(figures) + len(player.assistants) == board().figures
        assert table.has(seat, "combat_points") <= board().combat_points_most
        assert table.has(seat, "doubloon_income") <= board().doubloon_income_most
        assert table.has(seat, "vp_income") < board().vp_income_most
        assert set(player.discs.values()) <= {0, 1, 2}
        if table.phase == "sail":
            assert [table.has(seat, f"{what}_income") for what in ("doubloon", "vp")] == income_of(
                table, seat
            )


def income_of(table: MaracaiboTable, seat: Seat) -> list[int]:
    """The check of the rulebook: what cards and figures on them add up to, between turns."""
    player, cards = table.player(seat), table.cards(display(seat))
    added = {"doubloons": board().start_income, "vp": 0}
    crew = player.parked - len(player.invested)
    for card in cards:
        crew -= card.price.figure == "card"
        for effect in card.effects:
            if isinstance(effect, Income) and effect.synergy in (None, *player.synergies):
                added[effect.track] += effect.n
    each = {
        node.income
        for card in cards
        for effect in card.effects
        if isinstance(effect, Now)
        for node in effect.steps
        if isinstance(node, FiguresOnCard)
    }
    added["doubloons"] += crew * max(each, default=0)
    doubloons = min(added["doubloons"], board().doubloon_income_most)
    points = added["vp"] + added["doubloons"] - doubloons
    if points >= board().vp_income_most and not table.rulings.vp_track_goes_on:
        points = table.has(seat, "vp_income")  # Steps were lost where the track ended.
    return [doubloons, points % board().vp_income_most]


OWN_LAWS: dict[str, Callable[[Any], None]] = {
    "port_royal": coins_are_cards,
    "navegador": nothing_wooden_is_lost,
    "maracaibo": every_marker_is_somewhere,
}
"""What else must hold after every choice of a game."""


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("name", "seats"), EVERY_TABLE)
def test_random_play_keeps_every_law_and_comes_to_an_end(name: str, seats: int, seed: int) -> None:
    simulation = simulate(name, seats, seed)
    match = simulation.match
    while match.choice:
        no_piece_is_lost_or_doubled(simulation)
        OWN_LAWS[name](match.table)
        if len(match.journal) < THOROUGH or len(match.journal) % SAMPLE == 0:
            the_menu_keeps_its_promises(match, match.choice)
        option = simulation.pick()
        assert option is not None
        moves = simulation.take(option)
        assert set(option.moves) <= set(moves), f"{option.key} promises moves that did not happen"
        assert len(match.journal) < LONGEST
    no_piece_is_lost_or_doubled(simulation)
    OWN_LAWS[name](match.table)
    outcome = match.outcome()
    assert outcome is not None
    assert {seat for seat, place in outcome.places.items() if place == 1} == set(outcome.winners)


@pytest.mark.parametrize(("name", "seats"), EVERY_TABLE)
def test_a_journal_replays_to_the_same_table(name: str, seats: int) -> None:
    simulation = simulate(name, seats, 11)
    for _ in range(LONGEST):
        answered = len(simulation.match.journal)
        if answered % 500 == 0 or (answered < THOROUGH and answered % 50 == 0):
            same(read_journal(write_journal(simulation.match)), simulation.match)
        if not simulation.step():
            break
    same(read_journal(write_journal(simulation.match)), simulation.match)


@pytest.mark.parametrize(("name", "seats"), EVERY_TABLE)
def test_undo_to_the_start_and_redo_to_the_end_pass_through_the_same_tables(
    name: str, seats: int
) -> None:
    simulation = simulate(name, seats, 12)
    match = simulation.match
    tables = [match.table.copy()]
    while simulation.step():
        tables.append(match.table.copy())
    last = match.table
    for table in reversed(tables[:-1]):
        match.undo()
        assert match.table == table
    with pytest.raises(NotLegal, match="nothing to take back"):
        match.undo()
    for table in tables[1:]:
        match.redo()
        assert match.table == table
    assert match.table == last
    with pytest.raises(NotLegal, match="nothing to do again"):
        match.redo()


@pytest.mark.parametrize(("name", "seats"), EVERY_TABLE)
def test_a_fork_can_be_played_on_without_touching_the_match(name: str, seats: int) -> None:
    simulation = simulate(name, seats, 13)
    for _ in range(60):
        simulation.step()
        before = simulation.match.table.copy()
        twin = simulation.fork()
        same(twin.match, simulation.match)
        while len(twin.match.journal) < len(simulation.match.journal) + 8 and twin.step():
            pass
        assert simulation.match.table == before


@pytest.mark.parametrize(("name", "seats"), EVERY_TABLE)
def test_a_match_can_be_seen_as_it_was_after_any_answer(name: str, seats: int) -> None:
    simulation = simulate(name, seats, 15)
    match = simulation.match
    tables = [match.table.copy()]
    while simulation.step():
        tables.append(match.table.copy())
    for answered in (0, 1, len(tables) // 3, len(tables) // 2, len(tables) - 1):
        then = match.fork(answered)
        assert then.table == tables[answered]
        assert then.journal == match.journal[:answered]
    assert match.table == tables[-1]


@pytest.mark.parametrize(("name", "seats"), EVERY_TABLE)
def test_a_copy_shares_no_part_that_can_change(name: str, seats: int) -> None:
    simulation = simulate(name, seats, 14)
    for _ in range(200):
        simulation.step()
    table = simulation.match.table
    twin = table.copy()
    assert twin == table
    mine = {id(part): part for part in changeable_parts(table)}
    shared = [part for part in changeable_parts(twin) if id(part) in mine]
    assert shared == []


def no_piece_is_lost_or_doubled(simulation: Simulation) -> None:
    """All pieces are in one place each, and what is known agrees with the truth of the dealer."""
    places = simulation.match.table.places
    lying = [piece for pile in places.piles.values() for piece in pile.known]
    everything = list(simulation.match.game.pieces.values())
    assert len(lying) + len(places.unseen) == len(everything)
    assert {*lying, *places.unseen} == set(everything)
    assert sum(pile.unknown for pile in places.piles.values()) == len(places.unseen)
    for place, pile in places.piles.items():
        assert pile.unknown >= 0
        truth, known = simulation.dealer.piles[place], set(pile.known) - places.untagged
        assert len(truth) == len(known) + pile.unknown
        assert known <= set(truth)
        assert set(truth) <= {*known, *places.unseen}


def the_menu_keeps_its_promises(match: Match[Any], choice: Choice[Any]) -> None:
    """There is something to choose; what is legal can be played, what is blocked says why."""
    legal = choice.legal()
    assert legal
    keys = [option.key for option in choice.options]
    assert len(set(keys)) == len(keys)
    if choice.next_key is not None:
        assert choice.next_key in keys
    refused = list(choice.refused()) if choice.refused else []
    assert all(option.blocked is not None for option in refused)
    blocked = [option for option in choice.options if option.blocked]
    for option in some_of(choice, blocked) + refused:
        with pytest.raises(NotLegal) as refusal:
            match.option(option.key)
        assert refusal.value.reason == option.blocked
    for option in some_of(choice, legal):
        fork = match.fork()
        assert set(option.moves) <= set(fork.play(option.key))
        assert fork.journal == [*match.journal, option.key]


def some_of(choice: Choice[Any], options: list[Option[Any]]) -> list[Option[Any]]:
    """Of what a deck or a hand could hold, three cards are as good as a hundred."""
    if isinstance(choice, FromHand):
        hidden = [option for option in options if option not in choice.others()]
        return [option for option in options if option in choice.others()] + hidden[::40]
    return options[::40] if choice.who is TABLE else options


def same(match: Match[Any], other: Match[Any]) -> None:
    assert match.journal == other.journal
    assert match.table == other.table
    assert match.table.key() == other.table.key()
    if match.choice is None or other.choice is None:
        assert match.choice is other.choice
    else:
        assert match.choice.who == other.choice.who
        assert match.choice.prompt == other.choice.prompt
        assert [o.key for o in match.choice.options] == [o.key for o in other.choice.options]


def changeable_parts(part: object) -> Iterator[object]:
    """Every object below a table that could be changed in place."""
    if part is None or isinstance(part, str | int | Text | Piece):
        return
    if is_dataclass(part):
        if part.__dataclass_params__.frozen:  # type: ignore[union-attr]
            return
        yield part
        children: list[Any] = [getattr(part, field.name) for field in fields(part)]
    elif isinstance(part, dict):
        yield part
        children = [*part, *part.values()]
    elif isinstance(part, tuple | frozenset):
        children = list(part)
    elif isinstance(part, list | set):
        yield part
        children = list(part)
    else:
        yield part
        children = [getattr(part, name) for name in type(part).__slots__]  # type: ignore[attr-defined]
    for child in children:
        yield from changeable_parts(child)
