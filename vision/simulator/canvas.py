"""Drawing in millimetres: a cover over OpenCV's drawing functions, and what sea charts have."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from unicodedata import normalize

import cv2
import numpy as np

from rules.text import Text
from vision.coasts import Coast, Point, course, dashes, rhumbs, rose
from vision.pen import INK, WHITE, Colour, Pen, Points, mixed
from vision.reading import Picture

PAINTS: dict[str, Colour] = {
    "yellow": (40, 190, 235),
    "blue": (190, 105, 40),
    "green": (75, 140, 50),
    "red": (45, 45, 195),
    "black": (58, 52, 52),
    "ares": (150, 150, 150),
}
"""What seats, ships and wooden pieces of a colour are painted with."""

DRAWN = 12.0
"""Pixels a millimetre at which small things are drawn before they are brought to size."""

_CORNER = 28.0
"""Millimetres that the frame keeps away from the corners, where tags are."""
_SCALE = 12.0
_BRASS: Colour = (60, 120, 160)

_SHIFT = 4
"""OpenCV draws at fractions of a pixel when told how many bits of them the numbers carry."""


class Canvas:
    """A picture of some millimetres' size, drawn on in millimetres with smooth edges."""

    def __init__(self, width: float, height: float, px_per_mm: float, colour: Colour) -> None:
        shape = (round(height * px_per_mm), round(width * px_per_mm), 3)
        self.picture: Picture = np.empty(shape, np.uint8)
        # A whole row at once is many times as quick as a colour at once.
        self.picture[:] = np.tile(np.asarray(colour, np.uint8), (shape[1], 1))
        self.scale = px_per_mm

    def polygon(self, points: Points, colour: Colour) -> None:
        cv2.fillPoly(self.picture, [self._fixed(points)], colour, cv2.LINE_AA, _SHIFT)

    def polygons(self, loops: Iterable[Points], colour: Colour) -> None:
        """One shape of several outlines: what is inside of two of them is left out."""
        outlines = [self._fixed(loop) for loop in loops]
        cv2.fillPoly(self.picture, outlines, colour, cv2.LINE_AA, _SHIFT)

    def rectangle(self, x: float, y: float, width: float, height: float, colour: Colour) -> None:
        right, bottom = x + width, y + height
        self.polygon([(x, y), (right, y), (right, bottom), (x, bottom)], colour)

    def line(self, points: Points, colour: Colour, width: float = 0.4) -> None:
        thickness = max(1, round(width * self.scale))
        path = [self._fixed(points)]
        cv2.polylines(self.picture, path, False, colour, thickness, cv2.LINE_AA, _SHIFT)

    def disc(self, x: float, y: float, radius: float, colour: Colour) -> None:
        self.ellipse(x, y, radius, radius, colour)

    def ellipse(
        self,
        x: float,
        y: float,
        across: float,
        along: float,
        colour: Colour,
        arc: tuple[float, float, float] = (0, 0, 360),
    ) -> None:
        """A filled ellipse, or the piece of it from one angle to another after a turn."""
        centre, axes = self._fixed([(x, y), (across, along)], centred=True)
        turn, start, end = arc
        cv2.ellipse(
            self.picture,
            (int(centre[0]), int(centre[1])),
            (int(axes[0]), int(axes[1])),
            turn,
            start,
            end,
            colour,
            -1,
            cv2.LINE_AA,
            _SHIFT,
        )

    def ring(self, x: float, y: float, radius: float, colour: Colour, width: float) -> None:
        angles = np.linspace(0, 2 * np.pi, 49)
        path = [(x + radius * float(np.cos(a)), y + radius * float(np.sin(a))) for a in angles]
        self.line(path, colour, width)

    def text(
        self,
        words: Text | str,
        x: float,
        y: float,
        height: float,
        colour: Colour = INK,
        room: float | None = None,
    ) -> None:
        """Words in English, in the letters that there are: others lose what is above them."""
        words = normalize("NFKD", str(words)).encode("ascii", "ignore").decode()
        font, base = cv2.FONT_HERSHEY_DUPLEX, 22.0
        scale = height * self.scale / base
        weight = max(1, round(height * self.scale / 9))
        (width, tall), _ = cv2.getTextSize(words, font, scale, weight)
        if room is not None and width > room * self.scale:
            narrow = room * self.scale / width
            scale *= narrow
            weight = max(1, round(weight * narrow))
            (width, tall), _ = cv2.getTextSize(words, font, scale, weight)
        origin = (round(x * self.scale - width / 2), round(y * self.scale + tall / 2))
        cv2.putText(self.picture, words, origin, font, scale, colour, weight, cv2.LINE_AA)

    def inside(self, x: float, y: float, width: float, height: float) -> Canvas:
        """A part of this canvas with an origin of its own; drawing ends at its edges."""
        part = Canvas.__new__(Canvas)
        top, left = round(y * self.scale), round(x * self.scale)
        bottom, right = round((y + height) * self.scale), round((x + width) * self.scale)
        part.picture = self.picture[top:bottom, left:right]
        part.scale = self.scale
        return part

    def gradient(self, top: Colour, bottom: Colour, until: float) -> None:
        """Colours running from the upper edge down to `until` mm."""
        rows = round(until * self.scale)
        mix = np.linspace(0, 1, rows)[:, None]
        colours = np.asarray(top) * (1 - mix) + np.asarray(bottom) * mix
        filled = self.picture[:rows]
        cv2.resize(
            colours[:, None, :].astype(np.uint8),
            filled.shape[1::-1],
            filled,
            0,
            0,
            cv2.INTER_NEAREST,
        )

    def brought_to(self, px_per_mm: float) -> Picture:
        """The whole canvas at another resolution, for keeps."""
        rows, columns = self.picture.shape[:2]
        by = px_per_mm / self.scale
        picture = shrunk(self.picture, (round(columns * by), round(rows * by)))
        picture.flags.writeable = False
        return picture

    def _fixed(
        self, points: Points, centred: bool = False
    ) -> np.ndarray[tuple[int, ...], np.dtype[np.int32]]:
        pixels = np.asarray(list(points), np.float64) * self.scale
        if not centred:
            pixels -= 0.5
        return np.asarray(np.round(pixels * (1 << _SHIFT)), dtype=np.int32)


def coin(pen: Pen, x: float, y: float, radius: float, words: str) -> None:
    """A gold coin, with its value on it if there are `words`."""
    pen.disc(x, y, radius, (30, 110, 160))
    pen.disc(x, y, radius * 0.9, (70, 190, 235))
    pen.ring(x, y, radius * 0.75, (40, 140, 190), radius * 0.09)
    if words:
        pen.text(words, x, y, radius)


def paint_of(colour: str | None) -> Colour:
    """What a seat's colour looks like; plain brown for one that has no paint, or for no seat."""
    return PAINTS.get(colour or "", (90, 70, 50))


def shrunk(picture: Picture, size: Sequence[int]) -> Picture:
    """A picture drawn large, brought to its size with every drawn pixel counted."""
    small = cv2.resize(picture, (size[0], size[1]), interpolation=cv2.INTER_AREA)
    return np.asarray(small, dtype=np.uint8)


# ------------------------------------------------------------------------------------ Sea charts


def draw_rhumbs(pen: Pen, x: float, y: float, size: Point, colour: Colour) -> None:
    for start, end in rhumbs(x, y, size):
        pen.line([start, end], colour, 0.25)


def draw_coast(pen: Pen, coast: Coast, within: Colour, ink: Colour, line: Colour) -> None:
    """The ground on the one side of a coast, its shore, and the lines along it in the water."""
    for loop in coast.lines:
        pen.line([*loop, loop[0]], line, 0.3)
    pen.polygons(coast.shore, within)
    for loop in coast.shore:
        pen.line([*loop, loop[0]], ink, 0.55)


def draw_rose(pen: Pen, x: float, y: float, radius: float) -> None:
    pen.ring(x, y, radius * 0.62, mixed(INK, WHITE, 0.3), 0.4)
    pen.ring(x, y, radius * 0.68, mixed(INK, WHITE, 0.3), 0.4)
    for loop, dark in rose(x, y, radius):
        pen.polygon(loop, mixed(INK, _BRASS, 0.35) if dark else mixed(_BRASS, WHITE, 0.75))
    pen.text("N", x, y - radius - 3, 4.5, INK)


def draw_course(pen: Pen, path: Sequence[Point], colour: Colour) -> None:
    """As a navigator draws it: dashed, and never quite straight."""
    for dash in dashes(course(path), 3.2, 2.0):
        pen.line(dash, colour, 0.7)


def draw_frame(pen: Pen, width: float, height: float) -> None:
    """The scale around a chart, dark and bright by turns."""
    across = (width - 2 * _CORNER) / round((width - 2 * _CORNER) / _SCALE)
    along = (height - 2 * _CORNER) / round((height - 2 * _CORNER) / _SCALE)
    for number in range(round((width - 2 * _CORNER) / across)):
        for y in (0.8, height - 2.6):
            dark = number % 2 == 0
            pen.rectangle(_CORNER + number * across, y, across, 1.8, INK if dark else WHITE)
    for number in range(round((height - 2 * _CORNER) / along)):
        for x in (0.8, width - 2.6):
            dark = number % 2 == 0
            pen.rectangle(x, _CORNER + number * along, 1.8, along, INK if dark else WHITE)
