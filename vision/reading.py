"""What the camera saw: the values every recogniser gives and every listener gets.

Recognisers (tags, printed numbers, card art) give a `Reading` per piece. `locate.places` puts
readings on the mats and makes a `Sighting` of them, which names places and no more pixels.
Whatever could not be told for certain is in a sighting as a report, never as a guess.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from rules.pieces import Place
from rules.text import Text

FloatArray = npt.NDArray[np.float64]
Picture = npt.NDArray[np.uint8]
"""Rows of pixels: grey (height, width) or blue-green-red (height, width, 3)."""

How = Literal["tag", "number", "art"]


@dataclass(frozen=True, slots=True)
class ColourCode:
    """How the brightness and colour of a pixel stand for red, green and blue."""

    red: float = 0.299
    blue: float = 0.114
    """Their shares of the brightness; what is left is that of green."""
    limited: bool = False
    """Whether black is 16 and white 235 (as in broadcasting), and not 0 and 255."""

    @property
    def to_picture(self) -> FloatArray:
        """From (brightness, red, blue, 1) to blue, green and red."""
        lift, span, colours = (16, 219, 224) if self.limited else (0, 255, 255)
        bright, colour = 255 / span, 2 * 255 / colours
        from_red, from_blue = colour * (1 - self.red), colour * (1 - self.blue)
        green = 1 - self.red - self.blue
        rows = [
            (bright, 0.0, from_blue),
            (bright, -from_red * self.red / green, -from_blue * self.blue / green),
            (bright, from_red, 0.0),
        ]
        zero = (lift, 128, 128)
        return np.array(
            [(*row, -sum(each * at for each, at in zip(row, zero, strict=True))) for row in rows]
        )


FULL_601 = ColourCode()
"""That of JPEG files; libcamera calls it Sycc."""
REC_709 = (0.2126, 0.0722)
"""The shares of high-definition video."""


@dataclass(frozen=True, slots=True, eq=False)
class Planes:
    """A picture as video cameras have it (YUV 4:2:0): colour at half size beside the brightness.

    They are views of the camera's memory: `part` converts no more than what is read.
    """

    bright: Picture
    blue: Picture
    red: Picture
    code: ColourCode = FULL_601

    @property
    def shape(self) -> tuple[int, ...]:
        return self.bright.shape

    def part(self, area: Region) -> Picture:
        """A part of the picture, blue-green-red."""
        left, top = area.x // 2 * 2, area.y // 2 * 2
        rows, columns = area.y + area.height - top, area.x + area.width - left
        high, wide = -(-rows // 2), -(-columns // 2)
        colours = [
            plane[top // 2 : top // 2 + high, left // 2 : left // 2 + wide]
            for plane in (self.red, self.blue)
        ]
        size = (2 * colours[0].shape[1], 2 * colours[0].shape[0])
        grey = self.bright[top : top + rows, left : left + columns]
        large = [
            cv2.resize(colour, size, interpolation=cv2.INTER_LINEAR)[:rows, :columns]
            for colour in colours
        ]
        whole = cv2.transform(np.dstack([grey, *large]), self.code.to_picture)
        return np.asarray(whole[area.y - top :, area.x - left :], np.uint8)


class Region(NamedTuple):
    """An upright rectangle of a picture, in pixels."""

    x: int
    y: int
    width: int
    height: int

    @classmethod
    def of(cls, points: FloatArray) -> Region:
        """The smallest one around some points."""
        left, top = (int(least) for least in np.floor(points.min(axis=0)))
        right, bottom = (int(most) for most in np.ceil(points.max(axis=0)))
        return cls(left, top, right - left, bottom - top)

    def contains(self, point: FloatArray | tuple[float, float]) -> bool:
        x, y = float(point[0]), float(point[1])
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height

    @property
    def corners(self) -> FloatArray:
        right, bottom = self.x + self.width, self.y + self.height
        return np.array(
            [[self.x, self.y], [right, self.y], [right, bottom], [self.x, bottom]], np.float64
        )

    def grown(self, by: int) -> Region:
        return Region(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)

    def clipped(self, width: int, height: int) -> Region:
        """The part of it inside a picture; its width or height is 0 if there is none."""
        left, top = min(max(self.x, 0), width), min(max(self.y, 0), height)
        right = max(left, min(self.x + self.width, width))
        bottom = max(top, min(self.y + self.height, height))
        return Region(left, top, right - left, bottom - top)

    def touches(self, other: Region) -> bool:
        return (
            self.x <= other.x + other.width
            and other.x <= self.x + self.width
            and self.y <= other.y + other.height
            and other.y <= self.y + self.height
        )

    def around(self, other: Region) -> Region:
        """The box around both."""
        left, top = min(self.x, other.x), min(self.y, other.y)
        right = max(self.x + self.width, other.x + other.width)
        bottom = max(self.y + self.height, other.y + other.height)
        return Region(left, top, right - left, bottom - top)


def part_of(picture: Picture | Planes, area: Region) -> Picture:
    """A part of a picture; of planes, no more than that is converted."""
    if isinstance(picture, Planes):
        return picture.part(area)
    return picture[area.y : area.y + area.height, area.x : area.x + area.width]


def merged(regions: Iterable[Region]) -> list[Region]:
    """Regions without overlaps: those that touch become the box around both."""
    left = list(regions)
    done: list[Region] = []
    while left:
        region = left.pop()
        touching = [other for other in left if region.touches(other)]
        if not touching:
            done.append(region)
            continue
        left = [other for other in left if other not in touching]
        for other in touching:
            region = region.around(other)
        left.append(region)
    return done


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """One piece seen at one spot of the picture.

    `corners` are the four corners of what was read (the tag, the number, the card), in pixels of
    the picture, clockwise from its own top left.
    """

    piece: str
    corners: FloatArray
    confidence: float = 1.0
    how: How = "tag"
    face: int = 0
    """Which of its sides is up, by the number of its tag."""

    @property
    def centre(self) -> FloatArray:
        return crossing(self.corners)


@dataclass(frozen=True, slots=True, eq=False)
class MatTag:
    """A tag that is fixed to a board, a mat or a zone card."""

    id: int
    corners: FloatArray
    confidence: float = 1.0

    @property
    def centre(self) -> FloatArray:
        return crossing(self.corners)


@dataclass(frozen=True, slots=True, eq=False)
class Stranger:
    """A readable tag that belongs to no piece of this game and to no mat of this layout."""

    id: int
    corners: FloatArray

    @property
    def centre(self) -> FloatArray:
        return crossing(self.corners)


@dataclass(frozen=True, slots=True, eq=False)
class Unreadable:
    """A spot that looks like a tag or a card but could not be read."""

    corners: FloatArray
    why: Text
    piece: str | None = None
    """What lay there when it was last read, if anything did."""
    place: Place | None = None
    """Where it is; a spot between places, or in none, has none."""
    candidates: tuple[str, ...] = ()
    """The few kinds that it may be, the most likely first; empty if nobody can say."""
    card: bool = False
    """Whether it is a card, known by nothing but its picture."""
    covered: bool = False
    """Whether only a part of the card is seen."""
    likely: str | None = None
    """The kind that it looks like, if somebody only has to confirm it."""
    faint: bool = False
    """Whether it may also be only printed on a board: what is as large as a tile."""

    @property
    def centre(self) -> FloatArray:
        return crossing(self.corners)


@dataclass(frozen=True, slots=True)
class Tags:
    """Everything a reader found in one picture, or in some regions of it."""

    pieces: tuple[Reading, ...] = ()
    mats: tuple[MatTag, ...] = ()
    strangers: tuple[Stranger, ...] = ()
    unreadable: tuple[Unreadable, ...] = ()

    def outside(self, regions: Iterable[Region]) -> Tags:
        """What lies in none of the regions: what is still believed when only those are re-read."""
        areas = tuple(regions)

        def kept(seen: Reading | MatTag | Stranger | Unreadable) -> bool:
            return not any(area.contains(seen.centre) for area in areas)

        return Tags(
            tuple(reading for reading in self.pieces if kept(reading)),
            tuple(tag for tag in self.mats if kept(tag)),
            tuple(stranger for stranger in self.strangers if kept(stranger)),
            tuple(spot for spot in self.unreadable if kept(spot)),
        )

    def __add__(self, other: Tags) -> Tags:
        return Tags(
            self.pieces + other.pieces,
            self.mats + other.mats,
            self.strangers + other.strangers,
            self.unreadable + other.unreadable,
        )


@dataclass(frozen=True, slots=True)
class Sighting:
    """Which piece lies in which place, and everything about the table that needs a person.

    A piece is in at most one of `places`, `between`, `elsewhere` and `duplicates`.
    """

    places: Mapping[str, Place] = field(default_factory=dict)
    between: Mapping[str, tuple[Place, ...]] = field(default_factory=dict)
    """Pieces just outside of one place or across several: the places they touch."""
    elsewhere: frozenset[str] = frozenset()
    """Pieces that were read but lie in no place."""
    duplicates: Mapping[str, int] = field(default_factory=dict)
    """Pieces whose tag was seen more than once, and how often."""
    strangers: tuple[int, ...] = ()
    """Ids of tags that belong to no piece of this game, smallest first."""
    mats: frozenset[str] = frozenset()
    """Mats whose pose is known."""
    hidden: frozenset[Place] = frozenset()
    """Places whose mat is not in sight: what lies there cannot be told."""
    doubled_mats: frozenset[str] = frozenset()
    """Mats of which two lie on the table: nothing is placed on them."""
    unreadable: tuple[Unreadable, ...] = ()
    covered: frozenset[str] = frozenset()
    """Pieces that are not seen now: something keeps moving over where they were last seen, which
    is what `places` says of them."""
    confidence: float = 1.0
    """That of the least certain piece among those with a place."""
    game: str = ""
    """Whose pieces were looked for; empty if that goes without saying."""

    def same_as(self, other: Sighting) -> bool:
        """Whether both say the same about every piece, mat and spot that cannot be read."""
        return (
            self.places == other.places
            and self.between == other.between
            and self.elsewhere == other.elsewhere
            and self.duplicates == other.duplicates
            and self.strangers == other.strangers
            and self.mats == other.mats
            and self.doubled_mats == other.doubled_mats
            and self.covered == other.covered
            and _same_spots(self.unreadable, other.unreadable)
        )


def _same_spots(some: Sequence[Unreadable], others: Sequence[Unreadable]) -> bool:
    """Whether the same places have spots that cannot be read; of cards also whether they moved."""

    def sorted_places(spots: Sequence[Unreadable]) -> list[tuple[str, bool, str]]:
        return sorted((spot.place or "", spot.card, spot.piece or "") for spot in spots)

    return sorted_places(some) == sorted_places(others) and all(
        any(other.card and _is_near(spot, other) for other in others) for spot in some if spot.card
    )


def _is_near(spot: Unreadable, other: Unreadable) -> bool:
    """Whether two outlines are a quarter of their size apart at most."""
    size = float(np.ptp(spot.corners, axis=0).min())
    return bool(np.hypot(*(spot.centre - other.centre)) < size / 4)


def crossing(corners: FloatArray) -> FloatArray:
    """Where the diagonals of a quadrilateral cross: its centre, however it is seen in perspective.

    The mean of the corners would lie nearer to the camera's side.
    """
    a, b, c, d = corners
    first, second = c - a, d - b
    cross = float(first[0] * second[1] - first[1] * second[0])
    if abs(cross) < 1e-9:
        return np.asarray(corners.mean(axis=0), dtype=np.float64)
    offset = b - a
    along = float(offset[0] * second[1] - offset[1] * second[0]) / cross
    return np.asarray(a + along * first, dtype=np.float64)


Look = Callable[[Tags, tuple[int, int], Mapping[Place, int]], Sighting]
"""Makes a sighting of all tags in a picture of a width and height; the last says on how many tiles
other pieces should lie.
"""
