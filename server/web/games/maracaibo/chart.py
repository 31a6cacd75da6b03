"""The map: the way around the Caribbean with ships, assistants, markers and quests.

It is drawn twice, narrow for a phone and wide with names for a large screen; the page shows the one
that fits. Where locations lie is our own drawing; arrows follow the routes of the match.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import hypot

from rules.maracaibo.actions.map_now import legs_of
from rules.maracaibo.table import Table
from server.web.games.maracaibo.locations import Location
from server.web.parts.cards import Scenery

Point = tuple[float, float]

_AT: Mapping[str, Point] = {
    "0": (52, 62),
    "1": (106, 36),
    "2": (164, 58),
    "3": (222, 84),
    "4": (272, 42),
    "5": (290, 102),
    "6": (336, 142),
    "7": (340, 200),
    "8": (340, 258),
    "9": (326, 316),
    "9a": (276, 290),
    "10": (272, 356),
    "11": (210, 388),
    "12": (218, 318),
    "13": (190, 246),
    "14": (146, 392),
    "15": (84, 390),
    "16": (36, 346),
    "16a": (98, 334),
    "17": (46, 284),
    "18": (84, 226),
    "19": (36, 168),
    "20": (92, 136),
    "21a": (152, 120),
    "21b": (150, 176),
    "22": (210, 166),
}
_LAND = (
    "M22 18q40-14 92-6l44 8 34 22-14 8-46-14-30-12-44 6-24 10z",
    "M190 62l30-18 26 8 24 20-14 18-30 10-34-12z",
    "M0 236l18-10 40 18 20 44-8 30-30 20-8 50 40 40 62 4 40-16 30 14 50-20 40-30 54-26 60-10V432"
    "H0z",
    "M160 262l34-10 26 6-8 12-40 4z",
    "M316 118l16-6 8 8-12 8zM352 176l8-4 4 12-8 4zM352 232l8 2 2 14-8 2z",
    "M0 120q10-20 20-30l4 40-8 40-16 20z",
)
"""Cuba, Hispaniola, the mainland, Jamaica, the small islands and Yucatan, roughly."""
_RADIUS = 15
_GAP = 5
_SHIPS = 17
_BOW = 0.12
"""How far a course swings out, as a part of its length."""


@dataclass(frozen=True, slots=True)
class Projection:
    """One way to spread the map: how much wider than it is drawn, and whether names fit."""

    name: str
    stretch: float
    names: bool
    width: int
    height: int = 432
    land: tuple[str, ...] = _LAND

    def at(self, key: str) -> Point:
        x, y = _AT[key]
        return x * self.stretch, y


@dataclass(frozen=True, slots=True)
class Spot:
    location: Location
    x: float
    y: float

    @property
    def row(self) -> list[float]:
        """Where each of the ships is drawn."""
        number = len(self.location.ships)
        return [self.x + (at - (number - 1) / 2) * _SHIPS for at in range(number)]


@dataclass(frozen=True, slots=True)
class Arrow:
    path: str
    cost: int
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Chart:
    projection: Projection
    spots: tuple[Spot, ...]
    arrows: tuple[Arrow, ...]
    taps: bool
    """Whether locations can be tapped to read what is there."""


PROJECTIONS = (Projection("upright", 1, False, 376), Projection("wide", 2, True, 748))


def chart(scenery: Scenery, places: Sequence[Location], projection: Projection) -> Chart:
    table: Table = scenery.match.table
    spots = tuple(Spot(place, *projection.at(place.key)) for place in places)
    return Chart(projection, spots, tuple(_arrows(table, projection)), scenery.taps)


def _arrows(table: Table, projection: Projection) -> Iterator[Arrow]:
    """From shore to shore, in the direction of the way."""
    for source, onward in legs_of(table).items():
        for leg in onward:
            (x, y), (to_x, to_y) = projection.at(source), projection.at(leg.target)
            length = hypot(to_x - x, to_y - y)
            along_x, along_y = (to_x - x) / length, (to_y - y) / length
            start, end = _RADIUS + _GAP, length - _RADIUS - _GAP
            bow = length * _BOW
            path = (
                f"M{x + along_x * start:.1f} {y + along_y * start:.1f}"
                f"Q{(x + to_x) / 2 - along_y * bow:.1f} {(y + to_y) / 2 + along_x * bow:.1f}"
                f" {x + along_x * end:.1f} {y + along_y * end:.1f}"
            )
            yield Arrow(path, leg.cost, round((x + to_x) / 2, 1), round((y + to_y) / 2, 1))
