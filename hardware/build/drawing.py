"""Draws bodies as a fitter wants to see them: shaded, with their edges, and named."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from hardware.build.mesh import Mesh, Numbers

Colour: TypeAlias = tuple[int, int, int]
Canvas: TypeAlias = npt.NDArray[np.uint8]

PRINTED: Colour = (90, 150, 235)  # blue, green, red
BOUGHT: Colour = (175, 175, 170)
_INK: Colour = (40, 40, 40)
_FINE = 2
"""Drawn so many times larger, then made small: smooth edges."""
_HIDDEN = 60
"""Points of a body that must be seen for it to have a name in a drawing."""
_CREASE = np.cos(np.radians(25))
_FONT = cv2.FONT_HERSHEY_SIMPLEX


@dataclass(frozen=True, slots=True)
class Look:
    """From where something is seen: degrees round the table, and above it."""

    round: float
    above: float

    def axes(self) -> Numbers:
        """Right, down and away, as columns."""
        a, b = np.radians(self.round), np.radians(self.above)
        right = np.array([-np.sin(a), np.cos(a), 0])
        towards = np.array([np.cos(a) * np.cos(b), np.sin(a) * np.cos(b), np.sin(b)])
        return np.stack([right, np.cross(right, towards), -towards], axis=1)


FRONT, SIDE, TOP = Look(-90, 0), Look(0, 0), Look(-90, 90)
ISOMETRIC = Look(-60, 28)


@dataclass(frozen=True, slots=True)
class Shown:
    """One body of a drawing; bodies of one name share a label, nameless ones have none."""

    mesh: Mesh
    colour: Colour = PRINTED
    name: str = ""


def draw(
    shown: Sequence[Shown], look: Look, size: tuple[int, int], margins: tuple[int, int] = (30, 30)
) -> Canvas:
    """The bodies as large as the picture allows; margins are left free at the sides and above."""
    view = _View.around(shown, look, size, margins)
    paint = _Paint(size)
    for number, each in enumerate(shown):
        seen, normals = view.on_paper(each.mesh.triangles), each.mesh.normals @ look.axes()
        paint.body(seen, normals, each.colour, number)
    for each in shown:
        for first, second in _creases(each.mesh):
            paint.line(view.on_paper(first), view.on_paper(second))
    picture = paint.finished()
    _label(picture, {each.name: middle for each, middle in paint.middles(shown) if each.name})
    return picture


@dataclass(frozen=True, slots=True)
class _View:
    axes: Numbers
    scale: float
    shift: Numbers

    @classmethod
    def around(
        cls, shown: Sequence[Shown], look: Look, size: tuple[int, int], margins: tuple[int, int]
    ) -> _View:
        seen = np.concatenate([each.mesh.triangles.reshape(-1, 3) for each in shown]) @ look.axes()
        low, high = seen.min(axis=0), seen.max(axis=0)
        room = np.array(size) - 2 * np.array(margins)
        scale = float((room / np.maximum(high - low, 1e-6)[:2]).min())
        return cls(look.axes(), scale, np.array(size) / 2 - scale * (low + high)[:2] / 2)

    def on_paper(self, points: Numbers) -> Numbers:
        """Pixels across and down, and how far away."""
        seen = points @ self.axes
        seen = seen * self.scale
        seen[..., :2] += self.shift
        return np.asarray(seen)


class _Paint:
    """A picture that knows how far away each of its points is."""

    def __init__(self, size: tuple[int, int]) -> None:
        width, height = size[0] * _FINE, size[1] * _FINE
        self._colours = np.full((height, width, 3), 255, np.uint8)
        self._away = np.full((height, width), np.inf)
        self._whose = np.full((height, width), -1)

    def body(self, triangles: Numbers, normals: Numbers, colour: Colour, number: int) -> None:
        triangles = triangles * _FINE
        height, width = self._away.shape
        for (a, b, c), normal in zip(triangles, normals, strict=True):
            if normal[2] >= -1e-6:
                continue  # its back is seen
            left, top = np.maximum(np.floor(np.minimum(np.minimum(a, b), c)[:2]), 0).astype(int)
            right, bottom = np.ceil(np.maximum(np.maximum(a, b), c)[:2]).astype(int)
            right, bottom = min(right, width - 1), min(bottom, height - 1)
            whole = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
            if right < left or bottom < top or abs(whole) < 1e-9:
                continue
            x, y = np.meshgrid(np.arange(left, right + 1), np.arange(top, bottom + 1))
            share_b = ((x - a[0]) * (c[1] - a[1]) - (y - a[1]) * (c[0] - a[0])) / whole
            share_c = ((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])) / whole
            away = a[2] + share_b * (b[2] - a[2]) + share_c * (c[2] - a[2])
            there = self._away[top : bottom + 1, left : right + 1]
            nearer = (share_b >= 0) & (share_c >= 0) & (share_b + share_c <= 1) & (away < there)
            there[nearer] = away[nearer]
            self._whose[top : bottom + 1, left : right + 1][nearer] = number
            light = 0.55 + 0.3 * -normal[2] + 0.15 * max(0.0, -normal[1])
            tone = np.clip(np.array(colour) * light + 255 * 0.12, 0, 255)
            self._colours[top : bottom + 1, left : right + 1][nearer] = tone

    def line(self, start: Numbers, end: Numbers) -> None:
        start, end = start * _FINE, end * _FINE
        steps = int(np.ceil(np.abs(end - start)[:2].max())) + 1
        points = start + np.linspace(0, 1, steps)[:, None] * (end - start)
        x, y = np.round(points[:, 0]).astype(int), np.round(points[:, 1]).astype(int)
        height, width = self._away.shape
        on = (x >= 0) & (y >= 0) & (x < width) & (y < height)
        x, y, away = x[on], y[on], points[on, 2]
        seen = away <= self._away[y, x] + 2.5 * _FINE
        self._colours[y[seen], x[seen]] = _INK

    def middles(self, shown: Sequence[Shown]) -> Iterator[tuple[Shown, Numbers]]:
        """The middle of what is seen of each body, on the body itself; hidden ones have none."""
        for number, each in enumerate(shown):
            points = np.argwhere(self._whose == number)[:, ::-1]
            if len(points) > _HIDDEN:
                middle = np.linalg.norm(points - points.mean(axis=0), axis=1).argmin()
                yield each, points[middle] / _FINE

    def finished(self) -> Canvas:
        height, width = self._away.shape
        small = cv2.resize(
            self._colours, (width // _FINE, height // _FINE), interpolation=cv2.INTER_AREA
        )
        return np.asarray(small, np.uint8)


def _creases(mesh: Mesh) -> list[tuple[Numbers, Numbers]]:
    """Edges at which the surface bends."""
    corners, names = np.unique(
        mesh.triangles.reshape(-1, 3).astype(np.float32), axis=0, return_inverse=True
    )
    names = names.reshape(-1, 3)
    normals = mesh.normals
    first: dict[tuple[int, int], int] = {}
    found = []
    for number, triangle in enumerate(names.tolist()):
        for a, b in ((0, 1), (1, 2), (2, 0)):
            edge = (min(triangle[a], triangle[b]), max(triangle[a], triangle[b]))
            if edge not in first:
                first[edge] = number
            elif normals[first[edge]] @ normals[number] < _CREASE:
                found.append(edge)
    points = corners.astype(np.float64)
    return [(points[a], points[b]) for a, b in found]


def _label(picture: Canvas, middles: Mapping[str, Numbers]) -> None:
    """Names in the margins, left and right, with lines to what they mean."""
    height, width = picture.shape[:2]
    ordered = sorted(middles, key=lambda name: middles[name][0])
    sides = (ordered[: (len(ordered) + 1) // 2], ordered[(len(ordered) + 1) // 2 :])
    for right, names in enumerate(sides):
        names = sorted(names, key=lambda name: middles[name][1])
        free = 34.0
        for number, name in enumerate(names):
            last = height - 24 - 34 * (len(names) - 1 - number)
            y = min(max(free, middles[name][1]), last)
            free = y + 34
            (wide, _), _ = cv2.getTextSize(name, _FONT, 0.55, 1)
            x = width - wide - 14 if right else 14
            start = (x - 6, round(y) - 5) if right else (x + wide + 6, round(y) - 5)
            end = (round(middles[name][0]), round(middles[name][1]))
            cv2.line(picture, start, end, (255, 255, 255), 3, cv2.LINE_AA)
            cv2.line(picture, start, end, (120, 60, 20), 1, cv2.LINE_AA)
            cv2.circle(picture, end, 4, (120, 60, 20), -1, cv2.LINE_AA)
            write(picture, name, (x, round(y)), 0.55)


def write(picture: Canvas, words: str, at: tuple[int, int], size: float = 0.6) -> None:
    cv2.putText(picture, words, at, _FONT, size, (255, 255, 255), 4, cv2.LINE_AA)
    cv2.putText(picture, words, at, _FONT, size, _INK, 1, cv2.LINE_AA)


def part_sheet(name: str, mesh: Mesh) -> Canvas:
    """A part as it lies on the bed, from four sides, with its measures."""
    wide, deep, high = mesh.high - mesh.low
    views: Mapping[str, Look] = {
        f"from above: {wide:.1f} x {deep:.1f} mm": TOP,
        "as it is printed": ISOMETRIC,
        f"from the front: {wide:.1f} x {high:.1f} mm": FRONT,
        f"from the right: {deep:.1f} x {high:.1f} mm": SIDE,
    }
    quarters = []
    for words, look in views.items():
        quarter = draw([Shown(mesh)], look, (520, 400), (60, 60))
        write(quarter, words, (24, 380), 0.55)
        quarters.append(quarter)
    four = np.vstack([np.hstack(quarters[:2]), np.hstack(quarters[2:])])
    sheet = cv2.copyMakeBorder(four, 50, 10, 10, 10, cv2.BORDER_CONSTANT, value=(255, 255, 255))
    picture = np.asarray(sheet, np.uint8)
    write(picture, name, (24, 36), 0.8)
    return picture


def save(picture: Canvas, path: Path) -> None:
    _, data = cv2.imencode(".png", picture)
    path.write_bytes(data.tobytes())
