"""Maracaibo tables prepared for one rule at a time."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from rules.edition import EditionError
from rules.flow import Flow, Seat
from rules.maracaibo import GAME
from rules.maracaibo.actions.buying import begin_effects
from rules.maracaibo.actions.meanings import Source, act
from rules.maracaibo.names import ACCOUNTS, FIGURES
from rules.maracaibo.pieces import EXPLORERS, PIECES, PROJECTS, SHIPS, ProjectCard
from rules.maracaibo.places import BOX, DECK, display, hand, location, planning, trail
from rules.maracaibo.printed.nodes import CardEffect, Cost, Income, Steps
from rules.maracaibo.set_up import new_table, set_up
from rules.maracaibo.table import Table
from rules.match import Match
from rules.pieces import Place
from rules.text import Text
from rules.typed import read
from tests.rules.at_the_table import lines_of

NAMES = ["Red", "Blue", "Green", "Yellow"]
GIVEN = Text("Given")
Prepare = Callable[[Table], None]


@cache
def _ready(seats: int, chosen: tuple[tuple[str, str], ...]) -> Table:
    """A table after the set-up; whatever was asked got the first possible answer."""
    players = GAME.seat(NAMES[:seats])
    table = new_table(players, GAME.settle(dict(chosen)))
    flow = set_up(table)
    try:
        choice = next(flow)
        while True:
            choice = flow.send(choice.legal()[0])
    except StopIteration:
        return table


def at_table(prepare: Prepare | None = None, seats: int = 2, **settings: str) -> Match[Table]:
    """A match in which it is Red's turn; nobody has a card in hand, or planned."""
    return _match(None, prepare, seats, settings)


def doing(
    steps: str | Steps, prepare: Prepare | None = None, seats: int = 2, **settings: str
) -> Match[Table]:
    """A match in which Red does nothing but these steps, chosen by themselves."""
    tree = read(rows(steps), Steps, "test", EditionError) if isinstance(steps, str) else steps

    def script(table: Table) -> Flow[None] | None:
        return None if table.over else only(table)

    def only(table: Table) -> Flow[None]:
        yield from act(table, table.seats[0], tree, Source(GIVEN, "card"))
        table.over = True

    return _match(script, prepare, seats, settings)


def _match(
    script: Callable[[Table], Flow[None] | None] | None,
    prepare: Prepare | None,
    seats: int,
    settings: Mapping[str, str],
) -> Match[Table]:
    def new(players: Sequence[Seat], _: Mapping[str, str]) -> Table:
        table = _ready(seats, tuple(sorted(settings.items()))).copy()
        table.seats = players
        for seat in players:
            table.places.pass_on(hand(seat), DECK, table.places.count(hand(seat)))
            for card in list(table.places[planning(seat)]):
                table.places.move(card, planning(seat), BOX)
        if prepare:
            prepare(table)
        return table

    game = replace(GAME, new=new, script=script or GAME.script)
    return Match(game, _ready(seats, tuple(sorted(settings.items()))).seats, settings)


def rows(source: str) -> list[dict[str, Any]]:
    """Effects as the edition writes them: `vp = 2, per = "compass"; explore = 2`."""
    written = ", ".join(f"{{{row}}}" for row in source.split(";"))
    found: list[dict[str, Any]] = tomllib.loads(f"rows = [{written}]")["rows"]
    return found


# ------------------------------------------------------------------------------------- preparing


def put(table: Table, piece_id: str, place: Place) -> None:
    """A piece goes somewhere, wherever it is now."""
    piece = PIECES[piece_id]
    lies = table.places.where(piece)
    if lies is None:
        table.places.turn_up(piece, _PILES[piece.id.partition("/")[0]], place)
    elif lies != place:
        table.places.move(piece, lies, place)


_PILES = {
    "project": "deck",
    "combat": "combat_pile",
    "quest": "quest_pile",
    "career": "career_pile",
    "building": "box",
    "city": "city_supply",
    "jean": "jean_deck",
}
"""Where pieces lie that nobody has seen."""


def effect(source: str) -> CardEffect:
    (found,) = read(rows(source), tuple[CardEffect, ...], "test", EditionError)
    return found


def card_with(source: str) -> ProjectCard:
    """A project card with this effect, written as in the edition."""
    wanted = effect(source)
    return next(card for card in PROJECTS.values() if wanted in card.effects)


def income_card(synergy: str | None = None) -> tuple[ProjectCard, int]:
    """A card of the B deck that adds doubloon income, perhaps with a synergy token, and how much.

    It costs nothing but doubloons, and asks nothing when it is bought.
    """
    for card in PROJECTS.values():
        found = [effect for effect in card.effects if isinstance(effect, Income)]
        if card.deck != "B" or len(found) != 1 or card.price.figure or card.price.cost != Cost():
            continue
        if found[0].track == "doubloons" and found[0].synergy == synergy:
            return card, found[0].n
    raise AssertionError("there is no such card")


def give(table: Table, what: str, n: int, seat: int = 0) -> None:
    """Bring an account to a number. Figures come from the general supply or go there."""
    owner = table.seats[seat]
    change = n - table.has(owner, what)
    if what == FIGURES:
        table.player(owner).reserve -= change
    table.ledger.gain(owner, what, change, GIVEN)


def hold(table: Table, *cards: str, seat: int = 0) -> None:
    """Known cards of a hand."""
    for card in cards:
        put(table, card, hand(table.seats[seat]))


def hold_unknown(table: Table, number: int, seat: int = 0) -> None:
    table.places.pass_on(DECK, hand(table.seats[seat]), number)


def own(table: Table, card: ProjectCard, seat: int = 0) -> None:
    """A card in somebody's display, with all that needs no answer; nothing was paid for it."""
    owner = table.seats[seat]
    put(table, card.id, display(owner))
    for _ in begin_effects(table, owner, card):
        raise AssertionError(f"{card.id} asks something when it is bought")


def hire(table: Table, card: ProjectCard, seat: int = 0) -> None:
    """An assistant on the map."""
    owner = table.seats[seat]
    own(table, card, seat)
    assert card.price.location
    table.ledger.gain(owner, FIGURES, -1, GIVEN)
    table.player(owner).assistants[card] = card.price.location


def sail_to(table: Table, place_id: str, seat: int = 0) -> None:
    owner = table.seats[seat]
    put(table, SHIPS[f"ship/{owner.colour}"].id, location(place_id))
    table.player(owner).ship = place_id


def explorer_to(table: Table, space_id: str, seat: int = 0) -> None:
    owner = table.seats[seat]
    put(table, EXPLORERS[f"explorer/{owner.colour}"].id, trail(space_id))
    table.player(owner).explorer = space_id


def goods(good: str, number: int) -> list[str]:
    """Ids of so many cards that show a good."""
    return [card.id for card in _BOUGHT_LATER if card.good == good][:number]


def objects(kind: str, number: int) -> list[str]:
    return [card.id for card in _BOUGHT_LATER if card.object == kind][:number]


_BOUGHT_LATER = [card for card in PROJECTS.values() if card.deck == "B"]


# --------------------------------------------------------------------------------------- playing


def question(match: Match[Table]) -> str:
    assert match.choice is not None
    return str(match.choice.prompt)


def has(match: Match[Table], what: str, seat: int = 0) -> int:
    return match.table.has(match.table.everyone[seat], what)


def reasons(match: Match[Table], what: str, seat: int = 0) -> list[tuple[int, str]]:
    """The lines of an account since the match began to be asked."""
    lines = lines_of(match.table.ledger, match.table.everyone[seat], what)
    return [(line.amount, str(line.because)) for line in lines if line.because != GIVEN]


def state(match: Match[Table]) -> dict[str, Any]:
    """All that an effect can change for Red."""
    table, red = match.table, match.seats[0]
    player = table.player(red)
    found: dict[str, Any] = {what: table.has(red, what) for what in ACCOUNTS}
    found |= dict.fromkeys(("village_actions_improved", "hand_limit", "free_market"), 0)
    found |= {"reserve": player.reserve, "parked": player.parked}
    found |= {"tokens": table.tokens(red), "quests": table.quests(red)}
    found |= {kind: player.powers.get(kind, 0) for kind in found if kind in player.powers}
    found["hand"] = table.places.count(hand(red))
    found["discs"] = dict(player.discs)
    found["markers"] = dict(table.markers)
    found["synergies"] = list(player.synergies)
    found |= {"explorer": player.explorer, "ship": player.ship}
    return found


def difference(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """What changed: by how much, what came in addition, or what it is now."""
    found: dict[str, Any] = {}
    for what, now in after.items():
        was = before[what]
        if now == was:
            continue
        if what == "discs":
            found[what] = {space: was[space] - n for space, n in now.items() if n != was[space]}
        elif isinstance(now, dict):
            found[what] = {key: value for key, value in now.items() if was.get(key) != value}
        elif isinstance(now, list):
            found[what] = [value for value in now if value not in was]
        else:
            found[what] = now - was if isinstance(now, int) else now
    return found
