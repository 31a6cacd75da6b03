"""What must hold for every game, whatever its rules: random play, checked after every choice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import pytest

from rules.audit import LONGEST, differences, faults, replay_faults
from rules.flow import TABLE, Choice, FromHand, Option
from rules.games import GAMES
from rules.lively import enliven
from rules.match import Match, NotLegal
from rules.pieces import Piece, Pile, Place
from rules.simulation import Simulation, some_settings
from rules.text import Text

THOROUGH = 120
"""So many choices are tried out in every way, and later ones now and then."""
SAMPLE = 20
REFUSALS = 4
"""At every so many of these, also what hands could do wrong is listed: that may be hundreds."""

EVERY_TABLE = [(name, seats) for name, game in GAMES.items() for seats in game.seats]
SEEDS = range(4)


def simulate(name: str, seats: int, seed: int) -> Simulation:
    """Each seed tries other values of the options, and some other players."""
    game = GAMES[name]
    names = [f"Player {seat}" for seat in range(seats)]
    simulation = Simulation(game, names, some_settings(game, seed, seats), seed)
    simulation.sensible = seed % 4 > 1
    if seed % 4 == 1:
        enliven(simulation, seed)
    return simulation


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("name", "seats"), EVERY_TABLE)
def test_random_play_keeps_every_law_and_comes_to_an_end(name: str, seats: int, seed: int) -> None:
    simulation = simulate(name, seats, seed)
    match = simulation.match
    while match.choice:
        assert list(faults(simulation)) == []
        if len(match.journal) < THOROUGH or len(match.journal) % SAMPLE == 0:
            the_menu_keeps_its_promises(match, match.choice)
        option = simulation.pick()
        assert option is not None
        moves = simulation.take(option)
        assert set(option.moves) <= set(moves), f"{option.key} promises moves that did not happen"
        assert len(match.journal) < LONGEST
    assert list(faults(simulation)) == []
    outcome = match.outcome()
    assert outcome is not None
    assert {seat for seat, rank in outcome.ranks.items() if rank == 1} == set(outcome.winners)


@pytest.mark.parametrize(("name", "seats"), EVERY_TABLE)
def test_a_journal_replays_to_the_same_table(name: str, seats: int) -> None:
    simulation = simulate(name, seats, 11)
    for _ in range(LONGEST):
        answered = len(simulation.match.journal)
        if answered % 500 == 0 or (answered < THOROUGH and answered % 50 == 0):
            assert list(replay_faults(simulation.match)) == []
        if not simulation.step():
            break
    assert list(replay_faults(simulation.match)) == []


@pytest.mark.parametrize(("name", "seats"), EVERY_TABLE)
def test_undo_to_the_start_and_the_same_answers_again_pass_through_the_same_tables(
    name: str, seats: int
) -> None:
    simulation = simulate(name, seats, 12)
    match = simulation.match
    tables = [match.table.copy()]
    while simulation.step():
        tables.append(match.table.copy())
    last, journal = match.table, list(match.journal)
    for table in reversed(tables[:-1]):
        match.undo()
        assert match.table == table
    with pytest.raises(NotLegal, match="nothing to take back"):
        match.undo()
    for key, table in zip(journal, tables[1:], strict=True):
        match.play(key)
        assert match.table == table
    assert match.table == last


@pytest.mark.parametrize(("name", "seats"), EVERY_TABLE)
def test_a_fork_can_be_played_on_without_touching_the_match(name: str, seats: int) -> None:
    simulation = simulate(name, seats, 13)
    for _ in range(60):
        simulation.step()
        before = simulation.match.table.copy()
        twin = simulation.fork()
        assert list(differences(twin.match, simulation.match)) == []
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


@pytest.mark.parametrize(("name", "seats"), EVERY_TABLE)
def test_pieces_come_only_where_their_game_says_they_may(name: str, seats: int) -> None:
    simulation = simulate(name, seats, 16 + 2 * (seats % 2))
    while simulation.match.choice:
        assert list(unforeseen(simulation)) == []


def unforeseen(simulation: Simulation) -> Iterator[str]:
    """Play to the end of the turn, or until a phone is needed; the moves nobody foresaw."""
    match = simulation.match
    start, begun = match.fork(), match.script_start
    may_come = match.game.reach.may_come
    decks = match.game.piles.face_down(match.game.new(match.seats, match.settings))
    questions: list[tuple[Any, dict[Piece, list[Place | None]]]] = []
    """The table at every question, and where pieces have been since."""
    while match.choice and match.script_start == begun:
        option = simulation.pick()
        assert option is not None
        questions.append((match.table.copy(), {}))
        moves = simulation.take(option)
        if option.by_phone:
            return
        moved = changes(start, match)
        for table, been in questions:
            for piece, _, target, _ in moves:
                if piece is None and target in decks:
                    continue
                places: list[Place | None] = [None]
                if piece:
                    places = been.setdefault(piece, [table.places.where(piece)])
                for place in places:
                    if place != target and not may_come(table, place, target, moved):
                        yield f"{option.key}: {piece and piece.id} from {place} to {target}"
                places.append(target)


def changes(start: Match[Any], match: Match[Any]) -> dict[Piece, Place | None]:
    """The pieces that lie elsewhere than at the start."""
    before, now = start.table.places.where, match.table.places.where
    return {
        piece: now(piece) for piece in match.game.pieces.values() if now(piece) != before(piece)
    }


def the_menu_keeps_its_promises(match: Match[Any], choice: Choice[Any]) -> None:
    """There is something to choose; what is legal can be played, what is blocked says why."""
    legal = choice.legal()
    assert legal
    keys = [option.key for option in choice.options]
    assert len(set(keys)) == len(keys)
    if choice.next_key is not None:
        assert choice.next_key in keys
    looks = choice.refused if len(match.journal) % REFUSALS == 0 else None
    refused = list(looks()) if looks else []
    assert all(option.blocked is not None for option in refused)
    blocked = [option for option in choice.options if option.blocked]
    assert len({option.key for option in refused}) == len(refused)
    # Each is looked for among all of them: of hundreds, another one at every question will do.
    step = 1 + len(refused) // 40
    for option in some_of(choice, blocked) + refused[len(match.journal) % step :: step * step]:
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


def changeable_parts(part: object) -> Iterator[object]:
    """Every object below a table that could be changed in place; piles are only replaced."""
    if part is None or isinstance(part, str | int | Text | Piece | Pile):
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
