"""Room on a simulated table: where a piece can lie without touching a place, a mat or a label of
another one, and the spots for pieces of one form in a place.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from vision.layout import Layout, PlaceShape, Pose
from vision.reading import FloatArray
from vision.registry import Form, Registry
from vision.simulator.scene import on_sheet, on_table, square

APART = 4.0
"""Millimetres from piece to piece at the most."""
_APART = (APART, 0.15)
"""From piece to piece in a row: millimetres at the most, and as a share of their width."""
_SEARCH = 8.0
"""Millimetres from try to try when bare room is looked for."""


def bounds_of(place: PlaceShape) -> tuple[float, float, float, float]:
    """The least and the greatest x and y of a place on its mat."""
    x, y = zip(*place.shape.outline, strict=True)
    return min(x), min(y), max(x), max(y)


def _outlines(layout: Layout) -> Iterator[FloatArray]:
    """Lowest and highest x and y of everything that has a place on the table."""
    for key, pose in layout.suggested.items():
        mat = layout.mats[key]
        boxes = [(0.0, 0.0, mat.width, mat.height), *map(bounds_of, layout.places_on(key))]
        for left, top, right, bottom in boxes:
            box = np.array([(left, top), (right, top), (right, bottom), (left, bottom)])
            spots = on_table(box, pose, mat.width, mat.height)
            yield np.concatenate([spots.min(axis=0), spots.max(axis=0)])


def bare_spots(layout: Layout, registry: Registry) -> Iterator[Pose]:
    """Where any piece could lie without touching a place or a zone card, from the near side on."""
    widest = max(form.width for form in registry.forms)
    highest = max(form.height for form in registry.forms)
    wide, high = widest + 2 * APART, highest + 2 * APART
    taken = np.array(list(_outlines(layout)))
    width, height = layout.table
    for y in np.arange(height - high / 2, high / 2, -_SEARCH):
        for x in np.arange(wide / 2, width - wide / 2, _SEARCH):
            box = np.array([x - wide / 2, y - high / 2, x + wide / 2, y + high / 2])
            apart = (box[:2] >= taken[:, 2:]) | (taken[:, :2] >= box[2:])
            if apart.any(axis=1).all():
                taken = np.vstack([taken, box])
                yield Pose(float(x), float(y))


def covers(upper: tuple[Pose, Form], lower: tuple[Pose, Form]) -> bool:
    """Whether a piece hides something of the label of a piece below it."""
    (above, form), (below, own) = upper, lower
    spec = own.label
    label = square(spec.x, spec.y, spec.side + 2 * spec.margin)
    sheet = np.array([(0.0, 0.0), (form.width, 0.0), form.size, (0.0, form.height)])
    seen = on_sheet(on_table(label, below, *own.size), above, *form.size)
    corners = on_sheet(on_table(sheet, above, *form.size), below, *own.size)
    low, high = label[0], label[2]
    return bool(
        ((seen > 0) & (seen < form.size)).all(axis=1).any()
        or ((corners > low) & (corners < high)).all(axis=1).any()
    )


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a piece of one form can lie in a place; `row` 0 is the uppermost."""

    form: Form
    row: int
    column: int
    at: tuple[float, float]
    """Its middle in the mat's millimetres."""
    pose: Pose
    in_rows: bool = True

    def clashes(self, other: Spot) -> bool:
        if self.form == other.form and self.in_rows and other.in_rows:
            return self == other
        least = min(apart(self.form), apart(other.form))
        across, along = abs(self.at[0] - other.at[0]), abs(self.at[1] - other.at[1])
        wide, high = self.form.width + other.form.width, self.form.height + other.form.height
        return across < wide / 2 + least - 1e-6 and along < high / 2 + least - 1e-6


def apart(form: Form) -> float:
    """Millimetres from piece to piece in a row."""
    return min(_APART[0], _APART[1] * min(form.size))


def fits(place: PlaceShape, form: Form, at: tuple[float, float]) -> bool:
    """Whether a piece with its middle here lies wholly in a place."""
    x, y = form.width / 2, form.height / 2
    corners = ((at[0] + dx, at[1] + dy) for dx in (-x, x) for dy in (-y, y))
    return all(place.distance_inside(*corner) >= -1e-6 for corner in corners)
