"""A body as triangles: read from an STL file, turned, measured, cut and asked what is inside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Numbers: TypeAlias = npt.NDArray[np.float64]

_ODD = np.array([0.5377, 0.2931, 0.7905])
"""A direction in which no edge of anything made by hand lies."""


@dataclass(frozen=True, slots=True)
class Mesh:
    triangles: Numbers
    """By triangle, corner and axis; seen from outside, corners go round anticlockwise."""

    @property
    def low(self) -> Numbers:
        return np.asarray(self.triangles.min(axis=(0, 1)))

    @property
    def high(self) -> Numbers:
        return np.asarray(self.triangles.max(axis=(0, 1)))

    @property
    def normals(self) -> Numbers:
        across = np.cross(
            self.triangles[:, 1] - self.triangles[:, 0], self.triangles[:, 2] - self.triangles[:, 0]
        )
        return np.asarray(across / np.linalg.norm(across, axis=1, keepdims=True))

    @property
    def areas(self) -> Numbers:
        across = np.cross(
            self.triangles[:, 1] - self.triangles[:, 0], self.triangles[:, 2] - self.triangles[:, 0]
        )
        return np.asarray(np.linalg.norm(across, axis=1) / 2)

    def placed(self, turned: Sequence[float], shift: Sequence[float]) -> Mesh:
        """Turned about x, then y, then z, by degrees; then shifted."""
        return Mesh(self.triangles @ rotation(turned).T + np.asarray(shift, np.float64))

    def on_the_bed(self, turned: Sequence[float]) -> Mesh:
        """As it is printed: the lowest point at the height 0, the corner at the origin."""
        body = self.placed(turned, (0, 0, 0))
        return Mesh(body.triangles - body.low)


def rotation(turned: Sequence[float]) -> Numbers:
    about = np.eye(3)
    for axis, degrees in enumerate(turned):
        sine, cosine = np.sin(np.radians(degrees)), np.cos(np.radians(degrees))
        one = np.eye(3)
        first, second = (axis + 1) % 3, (axis + 2) % 3
        one[first, first] = one[second, second] = cosine
        one[first, second], one[second, first] = -sine, sine
        about = one @ about
    return about


_RECORD = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("colour", "<u2")])


def read_stl(path: Path) -> Mesh:
    """A binary STL file. Triangles that rounding has made a line are left out."""
    records = np.frombuffer(path.read_bytes(), _RECORD, offset=84)
    corners = records["corners"].astype(np.float64)
    alike = [np.all(corners[:, a] == corners[:, b], axis=1) for a, b in ((0, 1), (1, 2), (2, 0))]
    mesh = Mesh(corners[~np.logical_or.reduce(alike)])
    return Mesh(mesh.triangles[mesh.areas > 0])


def write_stl(mesh: Mesh, path: Path) -> None:
    records = np.zeros(len(mesh.triangles), _RECORD)
    records["normal"], records["corners"] = mesh.normals, mesh.triangles
    path.write_bytes(bytes(80) + np.uint32(len(records)).tobytes() + records.tobytes())


def open_edges(mesh: Mesh) -> int:
    """Edges that do not have a triangle on either side: none in a watertight body."""
    corners = mesh.triangles.reshape(-1, 3).astype(np.float32)
    _, names = np.unique(corners, axis=0, return_inverse=True)
    names = names.reshape(-1, 3).astype(np.int64)
    there = np.concatenate([names[:, (a, b)] for a, b in ((0, 1), (1, 2), (2, 0))])
    size = int(names.max()) + 1
    forth, back = there[:, 0] * size + there[:, 1], there[:, 1] * size + there[:, 0]
    return int(np.count_nonzero(np.sort(forth) != np.sort(back)))


def samples(mesh: Mesh, spacing: float) -> tuple[Numbers, Numbers]:
    """Points spread over the surface about so far apart, and the normals there."""
    counts = np.maximum(1, np.ceil(mesh.areas / spacing**2)).astype(np.int64)
    which = np.repeat(np.arange(len(counts)), counts)
    dice = np.random.default_rng(1).random((len(which), 2))
    over = dice.sum(axis=1) > 1
    dice[over] = 1 - dice[over]
    first, second, third = (mesh.triangles[which, corner] for corner in range(3))
    points = first + dice[:, :1] * (second - first) + dice[:, 1:] * (third - first)
    return np.asarray(points), mesh.normals[which]


def hits(
    mesh: Mesh, points: Numbers, direction: Numbers
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], Numbers]:
    """Where rays from the points go through the surface: which point, which triangle, how far."""
    ahead = direction / np.linalg.norm(direction)
    aside = np.cross(ahead, (1.0, 0, 0) if abs(ahead[0]) < 0.9 else (0, 1.0, 0))
    aside /= np.linalg.norm(aside)
    axes = np.stack([aside, np.cross(ahead, aside), ahead], axis=1)
    corners, origins = mesh.triangles @ axes, points @ axes
    low, high = corners.min(axis=1), corners.max(axis=1)
    found = []
    for start in range(0, len(origins), 500):
        some = origins[start : start + 500, None]
        near = (some[..., :2] >= low[:, :2]) & (some[..., :2] <= high[:, :2])
        point, triangle = np.nonzero(near.all(axis=2) & (high[:, 2] > some[..., 2]))
        found.append((point + start, triangle))
    point = np.concatenate([each[0] for each in found])
    triangle = np.concatenate([each[1] for each in found])
    a, b, c = (corners[triangle, corner] for corner in range(3))
    at = origins[point]
    with np.errstate(divide="ignore", invalid="ignore"):
        whole = _turn(a, b, c)
        share_a, share_b = _turn(at, b, c) / whole, _turn(a, at, c) / whole
        share_c = 1 - share_a - share_b
        depth = share_a * a[:, 2] + share_b * b[:, 2] + share_c * c[:, 2] - at[:, 2]
    inside = (share_a >= 0) & (share_b >= 0) & (share_c >= 0) & (depth > 0)
    return point[inside], triangle[inside], np.asarray(depth[inside])


def _turn(a: Numbers, b: Numbers, c: Numbers) -> Numbers:
    """Twice the area of flat triangles, with its sign."""
    return np.asarray(
        (b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (c[:, 0] - a[:, 0])
    )


def inside(mesh: Mesh, points: Numbers) -> npt.NDArray[np.bool_]:
    """Which points are in the body: rays from these leave it once more than they enter it."""
    point, _, _ = hits(mesh, points, _ODD)
    return np.asarray(np.bincount(point, minlength=len(points)) % 2 == 1)


def circles(mesh: Mesh, axis: int, height: float) -> Iterator[tuple[Numbers, float]]:
    """Middles and diameters of the round holes and pins in a cut across an axis."""
    others = [each for each in range(3) if each != axis]
    above = mesh.triangles[..., axis] > height
    cut = mesh.triangles[above.any(axis=1) & ~above.all(axis=1)]
    ends: dict[tuple[float, ...], list[tuple[float, ...]]] = {}
    for triangle in cut:
        line = []
        for a, b in ((0, 1), (1, 2), (2, 0)):
            low, high = triangle[a], triangle[b]
            if (low[axis] > height) != (high[axis] > height):
                if tuple(low) > tuple(high):  # so that two triangles find the same point
                    low, high = high, low
                share = (height - low[axis]) / (high[axis] - low[axis])
                line.append(tuple(np.round((low + share * (high - low))[others], 4)))
        first, second = line
        ends.setdefault(first, []).append(second)
        ends.setdefault(second, []).append(first)
    while ends:
        loop = [next(iter(ends))]
        for corner in loop:
            loop += [each for each in ends.pop(corner, []) if each not in loop]
        corners = np.array(loop)
        middle = corners.mean(axis=0)
        radii = np.linalg.norm(corners - middle, axis=1)
        if len(loop) >= 12 and np.ptp(radii) < 0.05 * radii.mean() + 0.02:
            yield middle, float(2 * radii.mean())
