"""The rondel: who stands where, and what each sector costs the player whose turn it is."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Any

from rules.flow import Seat
from rules.match import Match
from rules.navegador.names import AT_SEA, SECTOR_NAMES
from rules.navegador.pieces import MARKERS, ORANGE_SHIP, SECTORS
from rules.navegador.places import CENTRE, rondel
from rules.navegador.rondel import loses_card, ships_for
from rules.navegador.table import Table
from rules.text import Text
from server.web.request.language import t

_OUTSIDE, _INSIDE = 156.0, 56.0
_NAMES, _MARKERS, _ORANGE = 103.0, 141.0, 66.0
_LETTERS = 12
SIZE = 2 * (_OUTSIDE + 4)


@dataclass(frozen=True, slots=True)
class Standing:
    """A marker on the rondel."""

    seat: Seat
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Sector:
    key: str
    name: Text
    lines: tuple[str, ...]
    path: str
    x: float
    y: float
    ships: int
    """What it costs."""
    affordable: bool
    loses_card: bool
    markers: tuple[Standing, ...]
    orange: tuple[float, float] | None
    press: str | None
    """The answer that this sector is, if it can be chosen now."""


@dataclass(frozen=True, slots=True)
class Wheel:
    size: float
    payer: Seat | None
    now: bool
    """Whether the costs are those of the turn that is being played, or of the payer's next one."""
    sectors: tuple[Sector, ...]
    waiting: tuple[Standing, ...]
    """Markers in the centre."""
    orange: tuple[float, float] | None
    """The orange ship, if it is in the centre."""


def wheel(match: Match[Any], press: bool = False) -> Wheel:
    table: Table = match.table
    keys = [option.key for option in match.choice.legal()] if match.choice and press else []
    payer = None if table.final_turns == 0 or table.over else table.active
    centre = [seat for seat in table.seats if table.sector(seat) is None]
    orange = table.places.where(ORANGE_SHIP) == CENTRE
    return Wheel(
        SIZE,
        payer,
        table.action == "rondel",
        tuple(_sector(table, number, payer, keys) for number in range(len(SECTORS))),
        tuple(_in_the_centre(centre)),
        (0.0, 32.0) if orange else None,
    )


def _sector(table: Table, number: int, payer: Seat | None, keys: Sequence[str]) -> Sector:
    key = SECTORS[number]
    turn = 2 * pi * number / len(SECTORS)
    here = table.sector(payer) if payer else None
    ships = 0 if here is None else ships_for(here, number)
    standing = [s for s in table.seats if table.places.where(MARKERS[s.colour]) == rondel(key)]
    spread = 0.13
    markers = tuple(
        Standing(seat, *_at(turn + spread * (at - (len(standing) - 1) / 2), _MARKERS))
        for at, seat in enumerate(standing)
    )
    name = SECTOR_NAMES["market_1" if key == "market_2" else key]
    x, y = _at(turn, _NAMES)
    answer = f"sector:{key}"
    return Sector(
        key=key,
        name=SECTOR_NAMES[key],
        lines=tuple(textwrap.wrap(t(name), _LETTERS)[:2]),
        path=_wedge(number),
        x=x,
        y=y,
        ships=ships,
        affordable=payer is None or ships <= table.has(payer, AT_SEA),
        loses_card=payer is not None and loses_card(table, payer, key),
        markers=markers,
        orange=_at(turn, _ORANGE) if table.places.where(ORANGE_SHIP) == rondel(key) else None,
        press=answer if answer in keys else None,
    )


def _in_the_centre(seats: Sequence[Seat]) -> list[Standing]:
    return [
        Standing(seat, 20.0 * (at - (len(seats) - 1) / 2), 0.0) for at, seat in enumerate(seats)
    ]


def _at(turn: float, radius: float) -> tuple[float, float]:
    """Clockwise from the top."""
    return round(radius * sin(turn), 1), round(-radius * cos(turn), 1)


def _wedge(number: int) -> str:
    half = pi / len(SECTORS)
    turn = 2 * half * number
    (a, b), (c, d) = _at(turn - half, _INSIDE), _at(turn - half, _OUTSIDE)
    (e, f), (g, h) = _at(turn + half, _OUTSIDE), _at(turn + half, _INSIDE)
    out, into = f"A{_OUTSIDE} {_OUTSIDE} 0 0 1", f"A{_INSIDE} {_INSIDE} 0 0 0"
    return f"M{a} {b}L{c} {d}{out} {e} {f}L{g} {h}{into} {a} {b}Z"
