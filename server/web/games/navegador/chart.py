"""The chart of the seas: every region with its ships, its colonies and its explorer.

The same chart is drawn twice, upright for a phone and wide for a large screen; the page shows the
one that fits. Where regions lie is our own drawing, and lanes follow the borders of the match;
those behind which a new phase begins are red, as on the board.
"""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.flow import Option, Seat
from rules.match import Match
from rules.navegador.board import red_borders
from rules.navegador.names import REGION_NAMES
from rules.navegador.pieces import REGIONS, Colony
from rules.navegador.places import colonies, sea
from rules.navegador.sailing import PHASE_OF_REGION, Voyage, is_double_loss
from rules.navegador.table import Table
from rules.text import Text
from server.web.parts.cards import Card, Scenery
from server.web.request.language import t

Point = tuple[float, float]

_WIDTH = 86
_LINE, _TILES, _SHIPS = 13, 18, 19
_PADDING = 5
_LETTERS = 13
"""How many letters of a region's name go on a line."""
_TILES_IN_ROW, _SHIPS_IN_ROW = 2, 3


@dataclass(frozen=True, slots=True)
class Projection:
    """One way to spread the regions: where the middle of each is, and what land is behind them."""

    name: str
    width: int
    height: int
    at: Mapping[str, Point]
    land: tuple[str, ...]
    rose: Point


@dataclass(frozen=True, slots=True)
class Squadron:
    """The ships of one player in one region."""

    seat: Seat
    number: int
    ids: str
    """Which of the ships, with spaces between them."""
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Tile:
    """A colony that lies open."""

    card: Card
    price: int
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Region:
    key: str
    name: Text
    lines: tuple[str, ...]
    x: float
    y: float
    height: float
    good: str | None
    explored: bool
    face_down: int
    lost: int
    """How many ships it costs to explore it."""
    phase: int | None
    """What begins when it is explored."""
    tiles: tuple[Tile, ...]
    ships: tuple[Squadron, ...]
    neighbours: tuple[Text, ...]
    wrong: bool
    """Something lies here that should not, or is missing."""
    moved: bool
    """The last choice moved something here, or away."""
    keys: tuple[str, ...]
    """What can be chosen now that happens here."""

    width: float = _WIDTH

    @property
    def left(self) -> float:
        return self.x - self.width / 2

    @property
    def top(self) -> float:
        return self.y - self.height / 2

    @property
    def row(self) -> float:
        """Where the colonies are drawn, below the name."""
        return self.top + _PADDING + _LINE * len(self.lines) + _TILES / 2


@dataclass(frozen=True, slots=True)
class Lane:
    """A border between two regions."""

    regions: frozenset[str]
    path: str
    red: bool


@dataclass(frozen=True, slots=True)
class Chart:
    projection: Projection
    regions: tuple[Region, ...]
    lanes: tuple[Lane, ...]
    taps: bool
    """Whether regions can be tapped to read what is there."""


UPRIGHT = Projection(
    "upright",
    368,
    486,
    {
        "portugal": (138, 46),
        "guine": (138, 170),
        "angola": (138, 302),
        "cabo_da_boa_esperanca": (138, 430),
        "bahia": (46, 256),
        "rio_de_janeiro": (46, 388),
        "mozambique": (230, 388),
        "zanzibar": (230, 268),
        "goa": (230, 140),
        "nagasaki": (322, 60),
        "macau": (322, 180),
        "malaca": (322, 302),
        "timor": (322, 422),
    },
    (
        "M92 0q6 20 22 22l16-4 14 6 20-10 22-2 10 8 24-4 20 6 30-8 20 8 24-4 46-8V0z",
        "M150 88q30-14 56-4l16-2q-10 34 4 60l22 44 8 4q-6 26-30 62l-14 52q-6 34-18 66l-22 64"
        "q-18 8-26-12l-14-66q-14-44-2-86-14-30-26-34-40 4-40-44 4-56 36-72z",
        "M226 30l40-6 6 40q-4 46-20 76-20-20-24-52z",
        "M290 90l36 6q14 60-6 88l-20 40-14 60-8-60q-6-60 12-134z",
        "M0 190q44 0 52 40l34 20q4 40-20 70l-14 60-20 40-12 66H0z",
        "M352 8q12 20 2 60l-10 20q-10-40 8-80z",
        "M262 340q40-6 96 20v20q-50-10-96-20z",
    ),
    (46, 84),
)
WIDE = Projection(
    "wide",
    760,
    430,
    {
        "portugal": (240, 48),
        "guine": (214, 160),
        "angola": (304, 268),
        "cabo_da_boa_esperanca": (318, 374),
        "bahia": (92, 226),
        "rio_de_janeiro": (118, 346),
        "mozambique": (428, 344),
        "zanzibar": (452, 226),
        "goa": (534, 130),
        "nagasaki": (706, 52),
        "macau": (640, 152),
        "malaca": (604, 256),
        "timor": (690, 360),
    },
    (
        "M214 0q-20 30 14 30l30-6q20-16 36-8l20 16 14-20 30 14 40-10 34 8 50-6 90-4 80 6 34-20z",
        "M262 92q48-28 104-10l40 2q14 40 30 62l40 4q4 26-28 64l-20 30q-8 60-26 90l-26 60"
        "q-26 26-42-4l-24-86q-10-50 4-84-18-40-40-38-62 10-72-40 10-36 60-50z",
        "M0 176q40-18 70 6l40 26q34 6 28 40l-34 60q-8 40-30 60l-20 62H0z",
        "M480 20q70-10 130 4l90 4q10 50-30 72l-40 14q-8 50-28 50-10 20-4 54l-14-6q-2-60-22-78"
        "-16 30-30 62-22-40-28-84-24 4-34-26z",
        "M586 262l30 26 20 26-8 6-44-42zM640 250l40-8 6 34-30 14zM630 320l60 4 40 10-4 8-94-12z",
        "M736 20q16 6 10 34l-16 34-8-8q14-26 14-60z",
        "M444 300q16-4 12 22l-16 54q-14 0-8-34z",
    ),
    (48, 52),
)
PROJECTIONS = (UPRIGHT, WIDE)


def chart(scenery: Scenery, projection: Projection, press: bool = False) -> Chart:
    """`press` if places of it can be pressed to answer the question beside it."""
    table: Table = scenery.match.table
    keys = _keys(scenery.match) if press else {}
    regions = tuple(_region(scenery, projection, key, keys) for key in REGIONS)
    return Chart(projection, regions, tuple(_lanes(table, projection)), scenery.taps)


def _region(
    scenery: Scenery, projection: Projection, key: str, keys: Mapping[str, Sequence[str]]
) -> Region:
    table: Table = scenery.match.table
    astray = scenery.astray()
    x, y = projection.at[key]
    lines = tuple(textwrap.wrap(t(REGION_NAMES[key]), _LETTERS)[:3])
    stacked = key in table.board.stacks
    cards = scenery.cards(colonies(key)) if stacked else []
    fleets = [(seat, table.fleet(seat).get(key, 0)) for seat in table.seats]
    fleets = [(seat, number) for seat, number in fleets if number]
    explored = key not in table.unexplored
    rows = -(-len(cards) // _TILES_IN_ROW) if cards else int(not explored)
    ship_rows = -(-len(fleets) // _SHIPS_IN_ROW)
    height = 2 * _PADDING + _LINE * len(lines) + _TILES * rows + _SHIPS * ship_rows
    top = y - height / 2 + _PADDING + _LINE * len(lines)
    left = x - _WIDTH / 2 + _PADDING
    tiles = tuple(
        Tile(
            card,
            getattr(card.piece, "price", 0),
            left + 29 + 31 * (at % _TILES_IN_ROW),
            top + _TILES * (at // _TILES_IN_ROW) + _TILES / 2,
        )
        for at, card in enumerate(cards)
    )
    ships = tuple(
        Squadron(
            seat,
            number,
            " ".join(ship.id for ship in table.ships_at(seat, sea(key))),
            left + 8 + 26 * (at % _SHIPS_IN_ROW),
            top + _TILES * rows + _SHIPS * (at // _SHIPS_IN_ROW) + _SHIPS / 2,
        )
        for at, (seat, number) in enumerate(fleets)
    )
    return Region(
        key=key,
        name=REGION_NAMES[key],
        lines=lines,
        x=x,
        y=y,
        height=height,
        good=table.board.goods[key] if stacked else None,
        explored=explored,
        face_down=scenery.face_down(colonies(key)) if stacked else 0,
        lost=0 if explored else 2 if is_double_loss(table, key) else 1,
        phase=None if explored else PHASE_OF_REGION.get(key),
        tiles=tiles,
        ships=ships,
        neighbours=tuple(_neighbours(table, key)),
        wrong=bool(astray & {sea(key), colonies(key)}),
        moved=any(key in _regions(each.option) for each in scenery.match.answers[-1:]),
        keys=tuple(keys.get(key, ())),
    )


def _keys(match: Match[Any]) -> dict[str, list[str]]:
    """What can be chosen now, by the regions where it happens."""
    found: dict[str, list[str]] = {}
    for option in match.choice.legal() if match.choice else ():
        for region in _regions(option):
            found.setdefault(region, []).append(option.key)
    return found


def _regions(option: Option[Any]) -> Collection[str]:
    """Where an answer happens."""
    match option.value:
        case Voyage(target=target, sources=sources):
            return {target, *sources}
        case Colony():
            places = {move.source for move in option.moves}
            return {region for region in REGIONS if colonies(region) in places}
        case str(region) if region in REGIONS:
            return {region}
    return ()


def _neighbours(table: Table, region: str) -> Iterator[Text]:
    red = red_borders(table.board)
    for other in table.board.neighbours[region]:
        name = REGION_NAMES[other]
        is_red = frozenset((region, other)) in red
        yield Text("{region} (red line)", region=name) if is_red else name


def _lanes(table: Table, projection: Projection) -> Iterator[Lane]:
    red = red_borders(table.board)
    for number, region in enumerate(REGIONS):
        for other in table.board.neighbours[region]:
            if REGIONS.index(other) > number:
                pair = frozenset((region, other))
                yield Lane(pair, _bow(projection, region, other), pair in red)


def _bow(projection: Projection, one: str, other: str) -> str:
    """A line, or a bow around a region that lies on the way."""
    (x1, y1), (x2, y2) = projection.at[one], projection.at[other]
    bow = 0.0
    for region, (x, y) in projection.at.items():
        part = ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / ((x2 - x1) ** 2 + (y2 - y1) ** 2)
        apart = abs(x1 + part * (x2 - x1) - x) + abs(y1 + part * (y2 - y1) - y)
        if region not in (one, other) and 0 < part < 1 and apart < _WIDTH / 4:
            bow = _WIDTH / max(abs(x2 - x1), abs(y2 - y1)) * 1.2
    x, y = (x1 + x2) / 2 + bow * (y2 - y1), (y1 + y2) / 2 - bow * (x2 - x1)
    return f"M{x1} {y1}Q{x:.0f} {y:.0f} {x2} {y2}"
