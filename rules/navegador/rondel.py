"""Navegador's rondel: choosing a sector, ships for far ones, and the Navegador card."""

from __future__ import annotations

from collections.abc import Iterator

from rules.flow import Flow, Option, Seat, choose
from rules.navegador import announced
from rules.navegador.names import AT_SEA, REGION_NAMES, SECTOR_NAMES
from rules.navegador.pieces import CARD, MARKERS, ORANGE_SHIP, REGIONS, SECTORS, edition
from rules.navegador.places import CENTRE, area, rondel, sea
from rules.navegador.table import SECTOR_AT, Table, take_off_the_board
from rules.pieces import Move
from rules.text import Plural, Text

FREE_STEPS = edition().number("rules.free_steps")
CARD_KEY = "navegador"

_SHOWN_BY_TILES = ("colony", "privilege")
"""Sectors whose action moves a tile: a camera needs no tagged marker to tell them."""


def choose_sector(table: Table, seat: Seat) -> Flow[str]:
    """The holder of the Navegador card may answer with the card first."""
    return (
        yield from choose(
            seat,
            Text("Choose a sector"),
            lambda: rondel_menu(table, seat),
            refused=lambda: markers_of_others(table, seat),
        )
    )


def rondel_menu(table: Table, seat: Seat) -> Iterator[Option[str]]:
    """Three sectors are free; each further one costs a ship. The first turn may begin anywhere."""
    here, marker = table.sector(seat), MARKERS[seat.colour]
    source = CENTRE if here is None else rondel(SECTORS[here])
    tagged, ships = marker not in table.places.untagged, table.has(seat, AT_SEA)
    for number, sector in enumerate(SECTORS):
        cost = 0 if here is None else ships_for(here, number)
        blocked = None
        if cost > ships:
            blocked = Plural(
                "{sector} costs {n} ship; {seat} has {ships} at sea",
                "{sector} costs {n} ships; {seat} has {ships} at sea",
                cost,
                sector=SECTOR_NAMES[sector],
                seat=seat,
                ships=ships,
            )
        yield Option(
            f"sector:{sector}",
            sector,
            Plural("{sector} for {n} ship", "{sector} for {n} ships", cost, sector=_NAMES[number])
            if cost
            else _NAMES[number],
            (Move(marker, source, rondel(sector)),) if tagged else (),
            blocked,
            by_phone=not tagged and sector not in _SHOWN_BY_TILES,
            record=_RECORDS[number],
        )
    if seat is table.holder:
        yield Option(
            CARD_KEY,
            CARD_KEY,
            Text("Navegador card: sail first, then pass it to {seat}", seat=table.right(seat)),
            (Move(CARD, area(seat), area(table.right(seat))),),
            Text("No Navegador card in the first round") if table.first_round() else None,
        )


_NAMES = [SECTOR_NAMES[sector] for sector in SECTORS]
_RECORDS = [Text("Goes to {sector}", sector=name) for name in _NAMES]


def markers_of_others(table: Table, asked: Seat) -> Iterator[Option[str]]:
    """What hands could do with another player's marker, and why not."""
    for seat in table.seats:
        marker = MARKERS[seat.colour]
        if seat is asked or marker in table.places.untagged:
            continue
        here = table.places.where(marker) or CENTRE
        for sector in SECTORS:
            yield Option(
                f"{seat.colour}:sector:{sector}",
                sector,
                Text("{seat}: {sector}", seat=seat, sector=SECTOR_NAMES[sector]),
                (Move(marker, here, rondel(sector)),),
                Text("{asked} is on turn, not {seat}", asked=asked, seat=seat),
                seat,
            )


def steps_between(here: int, there: int) -> int:
    """Clockwise; the same sector again is a full round."""
    return (there - here) % len(SECTORS) or len(SECTORS)


def ships_for(here: int, there: int) -> int:
    return max(0, steps_between(here, there) - FREE_STEPS)


def enter_sector(table: Table, seat: Seat, sector: str) -> Flow[None]:
    """The marker moves clockwise; ships of the player's choice are paid for far sectors."""
    here, there = table.sector(seat), SECTORS.index(sector)
    expires = loses_card(table, seat, sector)
    marker = MARKERS[seat.colour]
    table.places.move(marker, table.places.where(marker) or CENTRE, rondel(sector))
    if here is None:
        if seat is table.holder:
            place_orange_ship(table, seat)
        return
    if expires:
        pass_card(table, seat)
    yield from pay_ships(table, seat, sector, ships_for(here, there))


def pay_ships(table: Table, seat: Seat, sector: str, cost: int) -> Flow[None]:
    """Any ships on the board will do; asked only if they lie in different regions."""
    for left in range(cost, 0, -1):
        fleet = table.fleet(seat)
        region = next(iter(fleet))
        if len(fleet) > 1:
            region = yield from choose(
                seat,
                Plural(
                    "Give which ship? {n} to go",
                    "Give which ship? {n} to go",
                    left,
                ),
                lambda: give_menu(table, seat),
                next_key=f"give:{max(fleet, key=lambda region: fleet[region])}",
            )
        because = Text("Paid for {sector}", sector=SECTOR_NAMES[sector])
        take_off_the_board(table, seat, region, 1, because)


def give_menu(table: Table, seat: Seat) -> Iterator[Option[str]]:
    fleet = table.fleet(seat)
    for region in REGIONS:
        if region in fleet:
            ship = table.ships_at(seat, sea(region))[-1]
            moves = table.places.tagged(Move(ship, sea(region), area(seat)))
            text = Text("A ship from {region}", region=REGION_NAMES[region])
            yield Option(f"give:{region}", region, text, moves, by_phone=not moves)


# --------------------------------------------------------------------------- The Navegador card


def pass_card(table: Table, seat: Seat) -> None:
    """After use, or after a full round without use, the card goes to the player on the right.

    The orange ship marks where the new holder's marker stands when the card comes.
    """
    table.holder = table.right(seat)
    announced.card_used(table, seat, table.holder)
    table.places.move(CARD, area(seat), area(table.holder))
    place_orange_ship(table, table.holder)


def place_orange_ship(table: Table, holder: Seat) -> None:
    """Beside the holder's marker, which leaves the centre, where both begin, in the first turn."""
    here = table.places.where(ORANGE_SHIP)
    there = table.places.where(MARKERS[holder.colour])
    assert here is not None
    assert there is not None
    if here != there:
        table.places.move(ORANGE_SHIP, here, there)


def loses_card(table: Table, seat: Seat, sector: str) -> bool:
    """Whether the marker of the card's holder comes to the orange ship, or past it."""
    here, orange = table.sector(seat), SECTOR_AT.get(table.places.where(ORANGE_SHIP) or "")
    if seat is not table.holder or here is None or orange is None:
        return False
    return steps_between(here, orange) <= steps_between(here, SECTORS.index(sector))
