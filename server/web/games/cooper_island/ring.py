"""The whole island: peninsulas around its middle, where workers act, and the way of the ships."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from rules.cooper_island.places import sector_space, station
from rules.cooper_island.printed.board import BAY, SECTOR
from rules.cooper_island.printed.names import SECTOR_NAMES
from rules.cooper_island.table import MASTS, Table
from rules.flow import Seat
from rules.text import Text
from server.web.parts.cards import Scenery

SIZE = 376.0
_MIDDLE = SIZE / 2
_LAND, _SWELL = 114.0, 17.0
"""How far the coast is from the middle, and how much farther at the tips of peninsulas."""
_OFF_SHORE = 20.0
_BESIDE = 15.0
"""Between ships that lie at the same station."""
_SECTORS, _WORKERS = 66.0, 15.0
_STEPS = 90


@dataclass(frozen=True, slots=True)
class Station:
    x: float
    y: float
    harbour: bool
    bay: bool
    moved: bool


@dataclass(frozen=True, slots=True)
class Sailing:
    colour: str
    mast: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Home:
    """A player's peninsula: where its harbour is."""

    seat: Seat
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Worker:
    id: str
    sign: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Spot:
    """An action sector, and the workers there."""

    key: str
    name: Text
    x: float
    y: float
    workers: tuple[Worker, ...]
    keys: tuple[str, ...]
    """What can be chosen there now."""
    moved: bool


@dataclass(frozen=True, slots=True)
class Ring:
    coast: str
    stations: tuple[Station, ...]
    ships: tuple[Sailing, ...]
    homes: tuple[Home, ...]
    spots: tuple[Spot, ...]
    taps: bool
    size: float = SIZE


def ring(scenery: Scenery, press: bool = False) -> Ring:
    """`press` if sectors can be chosen on it, to answer the question beside it."""
    table: Table = scenery.match.table
    moved = scenery.moved_places()
    keys = scenery.keys_by_target() if press else {}
    around = SECTOR * len(table.seats)
    return Ring(
        coast=_coast(len(table.seats)),
        stations=tuple(
            Station(
                *_at(number, around, _OFF_SHORE),
                harbour=number % SECTOR == 0,
                bay=number % SECTOR == BAY,
                moved=station(table.seats, number) in moved,
            )
            for number in range(around)
        ),
        ships=tuple(_ships(table)),
        homes=tuple(
            Home(seat, *_at(SECTOR * seat.index, around, -_OFF_SHORE)) for seat in table.seats
        ),
        spots=tuple(_spots(table, keys, moved)),
        taps=scenery.taps,
    )


def _radius(part: float, seats: int) -> float:
    """Of the coast, at a part of the way around: peninsulas, with bays between them."""
    wave = math.cos(math.tau * part * seats)
    ripple = 2.5 * math.sin(math.tau * part * 23) + 1.5 * math.sin(math.tau * part * 37)
    return _LAND + _SWELL * wave + ripple


def _point(part: float, radius: float) -> tuple[float, float]:
    """Clockwise from below."""
    turn = math.tau * part + math.pi / 2
    x, y = _MIDDLE + radius * math.cos(turn), _MIDDLE + radius * math.sin(turn)
    return round(x, 1), round(y, 1)


def _at(number: int, around: int, off: float) -> tuple[float, float]:
    part = number / around
    return _point(part, _radius(part, around // SECTOR) + off)


def _coast(seats: int) -> str:
    parts = [step / _STEPS for step in range(_STEPS)]
    corners = (_point(part, _radius(part, seats)) for part in parts)
    return "M" + "L".join(f"{x} {y}" for x, y in corners) + "Z"


def _ships(table: Table) -> Iterator[Sailing]:
    """Those that lie at the same station lie beside each other, away from the shore."""
    around, there = SECTOR * len(table.seats), dict[int, int]()
    for seat in table.seats:
        for mast in MASTS:
            number = table.player(seat).ships[mast] % around
            before = there.get(number, 0)
            there[number] = before + 1
            shift = (before % 2) * 0.45 - 0.2 * (before > 0)
            off = _OFF_SHORE + _BESIDE * (before // 2)
            part = (number + shift) / around
            yield Sailing(seat.colour, mast, *_point(part, _radius(part, len(table.seats)) + off))


def _spots(table: Table, keys: dict[str, list[str]], moved: frozenset[str]) -> Iterator[Spot]:
    for number, key in enumerate(table.board.sectors):
        x, y = _point(number / len(table.board.sectors), _SECTORS)
        places = [sector_space(key, special) for special in (False, True)]
        lying = [w for special in (False, True) for w in table.workers_on(key, special)]
        yield Spot(
            key=key,
            name=SECTOR_NAMES[key],
            x=x,
            y=y,
            workers=tuple(
                Worker(
                    worker.id,
                    f"{worker.id.partition('/')[0]}-{worker.colour}",
                    round(x + (at - (len(lying) - 1) / 2) * _WORKERS, 1),
                    y + 15,
                )
                for at, worker in enumerate(lying)
            ),
            keys=tuple(each for place in places for each in keys.get(place, ())),
            moved=any(place in moved for place in places),
        )
