"""Market, gallery, buildings and mats: what everything costs and brings now."""

from __future__ import annotations

from dataclasses import dataclass

from rules.flow import Seat
from rules.navegador.actions import WORKERS_PER_BUILDING
from rules.navegador.board import FACTORIES, ROWS, good_of_factory
from rules.navegador.market import PRICES, REVENUE
from rules.navegador.names import (
    AT_SEA,
    CATEGORY_NAMES,
    COLONY_OF,
    EXPLORERS,
    GOOD_NAMES,
    ORANGE_FACTORY,
    ROW_NAMES,
)
from rules.navegador.pieces import CATEGORIES, GOODS, SHIPS, Privilege
from rules.navegador.places import area, column, gallery
from rules.navegador.scoring import SLOTS, points_each
from rules.navegador.table import Table
from rules.text import Text
from server.web.parts.cards import Scenery
from server.web.parts.points import totals


@dataclass(frozen=True, slots=True)
class Ware:
    """One good on the market."""

    good: str
    name: Text
    row: int
    """Of its price marker; 0 is the top."""
    sells: int
    earns: int
    prices: tuple[int, ...]
    revenues: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Grant:
    """What a privilege would bring one player now."""

    seat: Seat
    items: int
    each: int
    full: bool

    @property
    def cash(self) -> int:
        return self.items * self.each


@dataclass(frozen=True, slots=True)
class Arch:
    category: str
    name: Text
    lying: int
    grants: tuple[Grant, ...]
    wrong: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table of buildings."""

    key: str
    name: Text
    workers: int
    built: int
    prices: tuple[int, ...]
    """Of all cells that had a building at the start."""

    @property
    def next(self) -> int | None:
        return self.prices[self.built] if self.built < len(self.prices) else None


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a player's mat."""

    category: str
    topic: str
    """What its things are told under."""
    name: Text
    items: int
    detail: tuple[Text, ...]
    privileges: int
    slots: int
    each: int
    """Points for each thing."""
    wrong: bool


@dataclass(frozen=True, slots=True)
class Mat:
    seat: Seat
    active: bool
    points: int
    """If the match ended now."""
    money: int
    workers: int
    at_sea: int
    beside: int
    """Ships not on the board."""
    columns: tuple[Column, ...]
    card: bool
    king: bool


def wares(table: Table) -> list[Ware]:
    return [
        Ware(good, GOOD_NAMES[good], row, PRICES[good][row], REVENUE[row], PRICES[good], REVENUE)
        for good, row in zip(GOODS, table.prices, strict=True)
    ]


def arches(scenery: Scenery) -> list[Arch]:
    table: Table = scenery.match.table
    return [
        Arch(
            category,
            CATEGORY_NAMES[category],
            len(table.places[gallery(category)]),
            tuple(_grant(table, seat, category) for seat in table.seats),
            gallery(category) in scenery.astray(),
        )
        for category in CATEGORIES
    ]


def _grant(table: Table, seat: Seat, category: str) -> Grant:
    full = table.laid(seat, category) >= SLOTS
    each = 0 if full else table.slot_cash(seat, category)
    return Grant(seat, table.items(seat, category), each, full)


def rows(table: Table) -> list[Row]:
    return [
        Row(
            row,
            ROW_NAMES[row],
            WORKERS_PER_BUILDING[row],
            table.built(row),
            table.board.prices[row][: table.sites(row)],
        )
        for row in ROWS
    ]


def mats(scenery: Scenery) -> list[Mat]:
    return [_mat(scenery, seat) for seat in scenery.match.seats]


def _mat(scenery: Scenery, seat: Seat) -> Mat:
    table: Table = scenery.match.table
    at_sea = table.has(seat, AT_SEA)
    return Mat(
        seat=seat,
        active=seat is table.active and scenery.match.choice is not None,
        points=totals(scenery.match, table)[seat.index],
        money=table.money(seat),
        workers=table.workers(seat),
        at_sea=at_sea,
        beside=len(SHIPS[seat.colour]) - at_sea,
        columns=tuple(_column(scenery, seat, category) for category in CATEGORIES),
        card=seat is table.holder,
        king=any(isinstance(piece, Privilege) for piece in table.places[area(seat)]),
    )


_TOPICS = {"factory": "buildings", "explorer": EXPLORERS}


def _column(scenery: Scenery, seat: Seat, category: str) -> Column:
    table: Table = scenery.match.table
    return Column(
        category=category,
        topic=_TOPICS.get(category, category),
        name=CATEGORY_NAMES[category],
        items=table.items(seat, category),
        detail=tuple(_detail(table, seat, category)),
        privileges=table.laid(seat, category),
        slots=SLOTS,
        each=points_each(table, seat, category),
        wrong=column(category, seat) in scenery.astray(),
    )


def _detail(table: Table, seat: Seat, category: str) -> list[Text]:
    """Which goods the colonies grow and the factories process."""
    if category == "colony":
        kinds = [(GOOD_NAMES[good], table.has(seat, COLONY_OF[good])) for good in GOODS]
    elif category == "factory":
        kinds = [(GOOD_NAMES[good_of_factory(row)], table.has(seat, row)) for row in FACTORIES]
        kinds.append((Text("any good"), table.has(seat, ORANGE_FACTORY)))
    else:
        return []
    return [Text("{n} {what}", n=number, what=what) for what, number in kinds if number]
