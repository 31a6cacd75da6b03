"""Navegador's set-up: what comes out of the box, and what everybody starts with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rules.flow import TABLE, Flow, Option, Seat, choose
from rules.ledger import Ledger
from rules.navegador.board import CHURCH, SHIPYARD, board_for
from rules.navegador.names import ORANGE_FACTORY
from rules.navegador.pieces import (
    ALIKE,
    CARD,
    CATEGORIES,
    COLONIES,
    GOODS,
    KING,
    MARKERS,
    ORANGE_SHIP,
    PORTUGAL,
    PRIVILEGES,
    REGIONS,
    SECTORS,
    SHIPS,
    UNTAGGED,
    WORKERS,
    Colony,
    edition,
)
from rules.navegador.places import (
    BOX,
    CENTRE,
    area,
    colonies,
    column,
    gallery,
    lisbon,
    privileges,
    rondel,
    sea,
    tiles,
)
from rules.navegador.table import (
    LEAST_WORKERS,
    MOST_WORKERS,
    Table,
    add_workers,
    earn,
    put_to_sea,
    refill_gallery,
)
from rules.pieces import Piece, Place, Places
from rules.text import Text

START_MONEY = edition().number("rules.start_money")
START_WORKERS = edition().number("rules.start_workers")
START_SHIPS = edition().number("rules.start_ships")
START_GALLERY = edition().number("rules.gallery")


def new_table(seats: Sequence[Seat], settings: Mapping[str, str]) -> Table:
    """Everything sorted beside the board; the pieces of empty seats stay in the box."""
    places: Places[Piece] = Places(UNTAGGED[settings["tagged"]], ALIKE)
    for good in GOODS:
        places.lay_out_face_down(tiles(good), (tile for tile in COLONIES if tile.good == good))
    for category in (*CATEGORIES, KING):
        stock = [tile for tile in PRIVILEGES if tile.category == category]
        places.lay_out(privileges(category), stock)
    colours = [seat.colour for seat in seats]
    idle = [SHIPS[colour] for colour in SHIPS if colour not in colours]
    boxed = [*MARKERS.values(), *WORKERS.values(), CARD, ORANGE_SHIP]
    places.lay_out(BOX, (*boxed, *(ship for fleet in idle for ship in fleet)))
    for place in _empty_places(seats):
        places.lay_out(place)
    for seat in seats:
        places.lay_out(area(seat), SHIPS[seat.colour])
    return Table(
        seats,
        board_for(settings),
        settings["discovery"] == "last",
        settings["gallery"] == "more",
        settings["questions"] == "all",
        Ledger(),
        places,
    )


def _empty_places(seats: Sequence[Seat]) -> Iterator[Place]:
    for region in REGIONS:
        yield sea(region)
    for region in REGIONS[1:]:
        yield colonies(region)
    for category in CATEGORIES:
        yield gallery(category)
        for seat in seats:
            yield column(category, seat)
    for workers in range(LEAST_WORKERS, MOST_WORKERS + 1):
        yield lisbon(workers)
    yield CENTRE
    for sector in SECTORS:
        yield rondel(sector)


def face_down(table: Table) -> Mapping[Place, Sequence[Piece]]:
    return {
        tiles(good): [
            tile for tile in table.places.unseen if isinstance(tile, Colony) and tile.good == good
        ]
        for good in GOODS
    }


# ---------------------------------------------------------------------------------- The script


def set_up(table: Table) -> Flow[None]:
    """Ships, workers, money and a mat for everybody; tiles on the board; the first player."""
    for seat in table.seats:
        equip(table, seat)
    for region, number in table.board.stacks.items():
        table.places.pass_on(tiles(table.board.goods[region]), colonies(region), number)
    refill_gallery(table, START_GALLERY)
    table.places.move(ORANGE_SHIP, BOX, CENTRE)
    first = yield from choose(
        TABLE,
        Text("Who begins? Draw lots."),
        lambda: [
            Option(f"first:{seat.colour}", seat, Text("{seat} begins", seat=seat))
            for seat in table.seats
        ],
    )
    table.active = first
    table.holder = table.right(first)
    table.places.move(CARD, BOX, area(table.holder))


def equip(table: Table, seat: Seat) -> None:
    """Two ships in Portugal, three workers, 200 cruzados; a mat with three buildings on it."""
    start = Text("At the start")
    earn(table, seat, START_MONEY, start)
    put_to_sea(table, seat, PORTUGAL, START_SHIPS, start)
    add_workers(table, seat, START_WORKERS, start)
    for building in (ORANGE_FACTORY, SHIPYARD, CHURCH):
        table.ledger.gain(seat, building, 1, start)
    table.places.move(MARKERS[seat.colour], BOX, CENTRE)
    king = table.places[privileges(KING)][0]
    table.places.move(king, privileges(KING), area(seat))
