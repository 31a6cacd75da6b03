"""Tables of The Adventure Begins prepared for one rule at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rules.flow import Seat
from rules.match import Match
from rules.port_royal import GAME
from rules.port_royal.adventure.table import AdventureTable
from rules.port_royal.names import CROWNS, INFLUENCE
from rules.port_royal.pieces import Character, Expedition, Person, Ship
from rules.port_royal.places import (
    BOX,
    CHARACTERS,
    DECK,
    EVENT_STOCK,
    EVENTS,
    STORY,
    area,
    batch_place,
    mission_slot,
)
from rules.port_royal.table import Table
from tests.rules.at_the_table import play
from tests.rules.port_royal.the_table import GIVEN, give_coins

QUIET = "turn:event/carnival"
"""An event that changes nothing unless somebody goes bust."""


def adventure(
    areas: Mapping[str, str] | None = None,
    coins: Mapping[str, int] | None = None,
    missions: str = "10",
    sides: Mapping[str, str] | None = None,
    crowns: Mapping[str, int] | None = None,
    opened: Mapping[str, int] | None = None,
    seats: int = 2,
    mode: str = "adventure",
    begin: str = QUIET,
    own: Mapping[str, str] | None = None,
    **settings: str,
) -> Match[Table]:
    """A match in which it is Red's turn, with these cards in the areas and missions in the row.

    All playing cards of the adventure are in the deck. `opened` markers have been paid for before.
    What an owner says of the story is their `own`.
    """
    chosen = {"mode": mode, "shuffled": "80+81+82+83+84", **settings, **(own or {})}

    def new(players: Sequence[Seat], settled: Mapping[str, str]) -> Table:
        table = game.new(players, settled)
        assert isinstance(table, AdventureTable)
        table.first = table.active = players[0]
        by_colour = {seat.colour: seat for seat in players}
        for number, key in enumerate(missions.split(), start=1):
            mission = table.tale.missions[key]
            table.places.move(mission, STORY, mission_slot(number))
            table.contracts = (*table.contracts, mission)
            table.done[mission] = ()
        _characters(table, sides or {})
        numbers = table.tale.events_together if table.together else table.tale.events_against
        table.places.pass_on(EVENT_STOCK, EVENTS, numbers[len(players) - 1])
        for colour, held in (areas or {}).items():
            for card in (game.pieces[card_id] for card_id in held.split()):
                assert isinstance(card, Person | Expedition | Ship)
                table.places.turn_up(card, DECK, area(by_colour[colour]))
                if isinstance(card, Ship):
                    table.kept |= {card}
                else:
                    table.ledger.gain(by_colour[colour], INFLUENCE, card.influence, GIVEN)
        for colour, number in (coins or {}).items():
            give_coins(table, by_colour[colour], number)
        for colour, number in (crowns or {}).items():
            table.gain_crowns(by_colour[colour], number, GIVEN)
        for colour, number in (opened or {}).items():
            seat = by_colour[colour]
            for marker in table.markers(seat)[:number]:
                table.places.move(marker, area(seat), BOX)
            table.open_places[seat] = number
        return table

    names = ["Red", "Blue", "Green", "Yellow"][:seats]
    game = GAME.for_match(GAME.settle(chosen))
    match = Match(replace(game, new=new), game.seat(names), game.settle(chosen))
    play(match, begin)
    return match


def _characters(table: AdventureTable, sides: Mapping[str, str]) -> None:
    """Everybody has a character; those who are not named have cards in their order."""
    cards = [card for card in table.tale.characters.values() if isinstance(card, Character)]
    wanted = {side.key: (card, side) for card in cards for side in card.sides}
    named = {wanted[key][0] for key in sides.values()}
    free = iter([card for card in cards if card not in named])
    for seat in table.seats:
        if seat.colour in sides:
            card, side = wanted[sides[seat.colour]]
        else:
            card = next(free)
            side = card.sides[0]
        table.places.turn_up(card, CHARACTERS, area(seat))
        table.sides[seat] = side


def story(match: Match[Table]) -> AdventureTable:
    assert isinstance(match.table, AdventureTable)
    return match.table


def crowns(match: Match[Table]) -> list[int]:
    return [match.table.ledger.balance(seat, CROWNS) for seat in match.seats]


def waiting(match: Match[Table], batch: int) -> int:
    return match.table.places.count(batch_place(batch))


def lying(match: Match[Table], card_id: str) -> str | None:
    """Where a card lies that everybody sees."""
    piles = match.table.places.piles.items()
    return next((place for place, pile in piles if card_id in {c.id for c in pile.known}), None)
