"""Port Royal tables prepared for one rule at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rules.flow import Seat
from rules.match import Match
from rules.port_royal import GAME
from rules.port_royal.names import COINS, INFLUENCE
from rules.port_royal.pieces import PIECES, Card, Contract, Expedition, Person
from rules.port_royal.places import (
    BOX,
    CONTRACT_DECK,
    DECK,
    DISCARD,
    EXPEDITIONS,
    area,
    contract_slot,
    purse,
)
from rules.port_royal.set_up import make_time_deck, new_table
from rules.port_royal.table import Table
from rules.text import Text
from tests.rules.at_the_table import play

GIVEN = Text("Given")


def at_table(
    areas: Mapping[str, str] | None = None,
    coins: Mapping[str, int] | None = None,
    expeditions: str = "",
    deck: int | None = None,
    discarded: str | None = None,
    seats: int = 2,
    contracts: str = "",
    **settings: str,
) -> Match[Table]:
    """A match in which it is Red's turn, with these cards in the areas and everything else unseen.

    `deck` leaves that many cards in the deck; the others lie in the discard pile, or if `discarded`
    is given, only those do and the rest are Red's coins. `contracts` lie open in their row.
    """

    def new(players: Sequence[Seat], chosen: Mapping[str, str]) -> Table:
        table = new_table(players, chosen)
        by_colour = {seat.colour: seat for seat in players}
        table.first = table.active = players[0]
        for number, key in enumerate(contracts.split(), start=1):
            contract = PIECES[f"contract/{key}"]
            assert isinstance(contract, Contract)
            if table.places.where(contract):
                table.places.move(contract, BOX, contract_slot(number))
            else:
                table.places.turn_up(contract, CONTRACT_DECK, contract_slot(number))
            table.contracts = (*table.contracts, contract)
            table.done[contract] = ()
        if table.rules.time_deck:
            make_time_deck(table)
        for card in cards(expeditions):
            table.places.turn_up(card, DECK, EXPEDITIONS)
        for colour, held in (areas or {}).items():
            for card in cards(held):
                assert isinstance(card, Person | Expedition)
                table.places.turn_up(card, DECK, area(by_colour[colour]))
                table.ledger.gain(by_colour[colour], INFLUENCE, card.influence, GIVEN)
        for colour, number in (coins or {}).items():
            give_coins(table, by_colour[colour], number)
        if deck is not None:
            if discarded is None:
                for card in list(table.places.unseen)[deck:]:
                    table.places.turn_up(card, DECK, DISCARD)
            else:
                for card in cards(discarded):
                    table.places.turn_up(card, DECK, DISCARD)
                give_coins(table, players[0], table.places.count(DECK) - deck)
        return table

    names = ["Red", "Blue", "Green", "Yellow", "Black"][:seats]
    return Match(replace(GAME, new=new), GAME.seat(names), settings)


def give_coins(table: Table, seat: Seat, number: int) -> None:
    table.places.pass_on(DECK, purse(seat), number)
    table.ledger.gain(seat, COINS, number, GIVEN)


def cards(ids: str) -> list[Card]:
    return [PIECES[card_id] for card_id in ids.split()]


def turn_up(match: Match[Table], ids: str) -> None:
    for card_id in ids.split():
        play(match, f"draw turn:{card_id}")


def stop_with(match: Match[Table], ids: str) -> None:
    """The active player turns up these cards and stops."""
    turn_up(match, ids)
    match.play("stop")


def coins(match: Match[Table], *seats: int) -> list[int]:
    return [match.table.coins(match.seats[seat]) for seat in seats or range(len(match.seats))]


def influence(match: Match[Table], *seats: int) -> list[int]:
    return [match.table.influence(match.seats[seat]) for seat in seats or range(len(match.seats))]


def harbour(match: Match[Table]) -> str:
    return " ".join(card.id for card in match.table.harbour())
