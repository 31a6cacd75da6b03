"""Whether parts can be printed and go together: measured on bodies, not read from sources."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

import numpy as np

from hardware.build.mesh import Mesh, Numbers, circles, hits, inside, open_edges, samples

THINNEST = 1.6
"""Millimetres: what a nozzle of 0.4 prints firmly."""
_PARALLEL = -0.9
_SKIN = 0.03
"""Parts that touch do not collide; nor do round ones whose corners are cut by a hair."""


def watertight(mesh: Mesh) -> bool:
    return open_edges(mesh) == 0


def thinnest_wall(mesh: Mesh, spacing: float = 6.0) -> float:
    """The shortest way through the body between two sides that face away from each other."""
    points, normals = samples(mesh, spacing)
    thinnest = np.inf
    rounded, groups = np.unique(np.round(normals, 3), axis=0, return_inverse=True)
    groups = groups.reshape(-1)
    for number, normal in enumerate(rounded):
        some = points[groups == number] - 1e-4 * normal
        _, triangle, far = hits(mesh, some, -normal)
        opposite = mesh.normals[triangle] @ normal < _PARALLEL
        # A ray out of the body leaves through its far side; one that enters is in another wall.
        leaves = mesh.normals[triangle] @ -normal > 0
        walls = far[opposite & leaves & (far > 0.01)]
        thinnest = min(thinnest, walls.min(initial=np.inf))
    return float(thinnest)


def fits_the_bed(mesh: Mesh, bed: float) -> bool:
    return bool((mesh.high - mesh.low <= bed).all())


def hole_rectangle(mesh: Mesh, axis: int, height: float, diameter: float) -> tuple[float, ...]:
    """How far apart the four holes of this diameter are, along either side, in a cut."""
    middles = np.array(
        [at for at, across in circles(mesh, axis, height) if abs(across - diameter) < 0.1]
    )
    if len(middles) != 4:
        raise ValueError(f"{len(middles)} holes of {diameter} mm, not four")
    corners = {tuple(corner) for corner in np.round(middles - middles.min(axis=0), 2)}
    across, along = np.round(np.ptp(middles, axis=0), 2)
    if corners != {(0, 0), (across, 0), (0, along), (across, along)}:
        raise ValueError(f"the holes of {diameter} mm are no rectangle")
    return float(across), float(along)


def collisions(parts: Sequence[tuple[str, Mesh]], spacing: float = 2.5) -> Iterator[str]:
    """Pairs of placed parts of which one reaches into the other."""
    for (one, first), (other, second) in combinations(parts, 2):
        low = np.maximum(first.low, second.low)
        high = np.minimum(first.high, second.high)
        if (low >= high).any():
            continue
        if _reaches_into(first, second, low, high, spacing) or _reaches_into(
            second, first, low, high, spacing
        ):
            yield f"{one} and {other}"


def _reaches_into(a: Mesh, b: Mesh, low: Numbers, high: Numbers, spacing: float) -> bool:
    near = (a.triangles.max(axis=1) >= low).all(axis=1) & (a.triangles.min(axis=1) <= high).all(
        axis=1
    )
    if not near.any():
        return False
    points, normals = samples(Mesh(a.triangles[near]), spacing)
    points = points - _SKIN * normals
    points = points[((points > low) & (points < high)).all(axis=1)]
    return bool(len(points) and inside(b, points).any())


def problems(
    printed: Mapping[str, Mesh], assemblies: Mapping[str, Iterable[tuple[str, Mesh]]], bed: float
) -> Iterator[str]:
    """All that is wrong with what would be printed, a sentence each."""
    for name, mesh in printed.items():
        if not watertight(mesh):
            yield f"{name} is not watertight: {open_edges(mesh)} open edges."
        elif (thin := thinnest_wall(mesh)) < THINNEST - 0.01:
            yield f"{name} has a wall of {thin:.2f} mm; {THINNEST} mm is the least."
        if not fits_the_bed(mesh, bed):
            yield f"{name} does not fit on a bed of {bed:g} mm."
    for assembly, parts in assemblies.items():
        for pair in collisions(list(parts)):
            yield f"{assembly}: {pair} are in each other's way."
