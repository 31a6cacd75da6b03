"""The set-up of Port Royal: a table as it comes out of the box, and what is done before turns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.edition import Edition
from rules.flow import TABLE, Flow, Option, Seat, choose, reveal
from rules.pieces import Place, Places
from rules.port_royal.coins import earn
from rules.port_royal.pieces import Card, Contract, Expedition, edition
from rules.port_royal.places import (
    BOX,
    CONTRACT_DECK,
    DECK,
    DISCARD,
    EXPEDITIONS,
    HARBOUR,
    POINTS,
    TIME,
    area,
    contract_slot,
    markers_at,
    purse,
    shields,
)
from rules.port_royal.settings import ASIDE, ASK, PHONE, box_for
from rules.port_royal.table import Table
from rules.text import Plural, Text

READY = Option("time_deck", None, Text("Time deck ready"))


def new_table(
    seats: Sequence[Seat], settings: Mapping[str, str], printed: Edition | None = None
) -> Table:
    """The shuffled decks; nothing dealt yet. The special expedition is still in the box."""
    box = box_for(printed or edition(), settings)
    markers = frozenset(box.markers)
    table = Table(
        seats,
        box,
        others_take=settings["others_take"] == "always",
        expedition_to_win=settings["expedition_to_win"] == "yes",
        time_aside=None if settings["time_aside"] == ASK else int(settings["time_aside"]),
        pays_gambled_bust=settings["gambler_bust"] == "jesters",
        places=Places(
            markers if settings["markers"] == PHONE else frozenset(),
            frozenset(marker.kind for marker in markers),
        ),
    )
    cards = box.cards.values()
    special = [card for card in cards if isinstance(card, Expedition) and card.special]
    table.places.lay_out_face_down(DECK, (card for card in cards if card not in special))
    table.places.lay_out(BOX, special)
    for place in (DISCARD, HARBOUR, EXPEDITIONS):
        table.places.lay_out(place)
    colours = {seat.colour for seat in seats}
    for seat in seats:
        own = (marker for marker in box.markers if marker.colour == seat.colour)
        table.places.lay_out(area(seat), own)
        table.places.lay_out(purse(seat))
    if box.contracts:
        # The white ones are only for those who play together.
        used = [c for c in box.contracts.values() if table.rules.time_deck or not c.white]
        rest = [c for c in box.contracts.values() if c not in used]
        idle = [marker for marker in box.markers if marker.colour not in colours]
        table.places.lay_out(BOX, (*special, *rest, *idle))
        table.places.lay_out_face_down(CONTRACT_DECK, used)
        for place in (TIME, POINTS, *map(shields, seats)):
            table.places.lay_out(place)
        for number in range(1, table.rules.open_contracts[len(seats) - 1] + 1):
            table.places.lay_out(contract_slot(number))
            table.places.lay_out(markers_at(contract_slot(number)))
    return table


def face_down(table: Table) -> Mapping[Place, Sequence[Card]]:
    unseen = table.places.unseen
    decks: dict[Place, Sequence[Card]] = {
        DECK: tuple(card for card in unseen if not isinstance(card, Contract))
    }
    if table.box.contracts:
        decks[CONTRACT_DECK] = tuple(card for card in unseen if isinstance(card, Contract))
    return decks


def set_up(table: Table) -> Flow[None]:
    """With five players the special expedition lies in the middle; everybody gets coins."""
    if len(table.seats) == table.rules.special_expedition_seats:
        for card in table.places[BOX]:
            if isinstance(card, Expedition):
                table.places.move(card, BOX, EXPEDITIONS)
    if table.box.contracts:
        yield from lay_out_contracts(table)
    if table.rules.time_deck:
        make_time_deck(table)
        yield from choose(TABLE, time_deck_text(table), lambda: [READY])
    for seat in table.seats:
        earn(table, seat, table.rules.start_coins, Text("Coins to start with"))
    table.first = table.seats[0]
    if len(table.seats) > 1:
        table.first = yield from choose(
            TABLE,
            Text("Who was last near water? That player begins."),
            lambda: [
                Option(f"first:{seat.colour}", seat, Text("{seat} begins", seat=seat))
                for seat in table.seats
            ],
        )
    if table.rules.time_deck and table.time_aside is None:
        table.time_aside = yield from choose(
            table.first,
            Text("How many time deck cards become points?"),
            lambda: [aside_option(table, number) for number in ASIDE],
        )
        set_aside(table)
    table.active = table.first


def lay_out_contracts(table: Table) -> Flow[None]:
    """As many contracts as the number of players says lie open in a row; the others are a pile."""
    for number in range(1, table.rules.open_contracts[len(table.seats) - 1] + 1):
        slot = contract_slot(number)
        contract = yield from reveal(
            Text("Which contract lies open in place {number}?", number=number),
            CONTRACT_DECK,
            slot,
            table.box.contracts,
            lambda contract: why_not_open(table, contract),
        )
        table.places.turn_up(contract, CONTRACT_DECK, slot)
        table.contracts = (*table.contracts, contract)
        table.done[contract] = ()


def why_not_open(table: Table, contract: Contract) -> Text | None:
    place = table.places.where(contract)
    return None if place is None else table.elsewhere(contract, place)


def time_deck_size(table: Table) -> int:
    """So many cards, and those that the seals of the open contracts add: the sum of their numbers,
    and one for every different letter.
    """
    seals = sum(contract.seal for contract in table.contracts)
    letters = {contract.letter for contract in table.contracts}
    return table.rules.time_deck + seals + len(letters)


def time_deck_text(table: Table) -> Text:
    """What hands have to do for it, now that the contracts are known."""
    take: Text = Plural(
        "Time deck: take {n} card off the deck, face down.",
        "Time deck: take {n} cards off the deck, face down.",
        time_deck_size(table),
    )
    if not table.time_aside:
        return take
    return Plural(
        "{take} Aside for points: {n} card.",
        "{take} Aside for points: {n} cards.",
        table.time_aside,
        take=take,
    )


def make_time_deck(table: Table) -> None:
    """The time deck comes off the deck."""
    table.places.pass_on(DECK, TIME, time_deck_size(table))
    set_aside(table)


def set_aside(table: Table) -> None:
    """Some of the time deck may become points before the start."""
    if table.time_aside:
        table.places.pass_on(TIME, POINTS, table.time_aside)


def aside_option(table: Table, number: int) -> Option[int]:
    """No camera counts cards that lie face down."""
    left = table.places.count(TIME) - number
    text = Plural(
        "{number} for points; time deck: {n} card",
        "{number} for points; time deck: {n} cards",
        left,
        number=number,
    )
    return Option(f"aside:{number}", number, text, by_phone=True)
