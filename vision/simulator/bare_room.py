"""Room on a simulated table: where a piece can lie without touching a place, a mat or a label of
another one, and the spots for pieces of one form in a place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product

import numpy as np
from msgspec.structs import replace

from vision.layout import Layout, PlaceShape, Pose
from vision.lying_flat import from_table, on_table, square
from vision.reading import FloatArray
from vision.registry import Form, Registry
from vision.simulator.scene import SceneError

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
    taken = [tuple(map(float, box)) for box in _outlines(layout)]
    width, height = layout.table
    for y in np.arange(height - high / 2, high / 2, -_SEARCH).tolist():
        above, below = y - high / 2, y + high / 2
        beside = [(a, c) for a, top, c, bottom in taken if above < bottom and top < below]
        for x in np.arange(wide / 2, width - wide / 2, _SEARCH).tolist():
            left, right = x - wide / 2, x + wide / 2
            if all(left >= end or start >= right for start, end in beside):
                beside.append((left, right))
                taken.append((left, above, right, below))
                yield Pose(x, y)


def covers(upper: tuple[Pose, Form], lower: tuple[Pose, Form]) -> bool:
    """Whether a piece hides something of the label of a piece below it."""
    (above, form), (below, own) = upper, lower
    spec = own.label
    label = square(spec.x, spec.y, spec.side + 2 * spec.margin)
    whole = np.array([(0.0, 0.0), (form.width, 0.0), form.size, (0.0, form.height)])
    seen = from_table(on_table(label, below, *own.size), above, *form.size)
    corners = from_table(on_table(whole, above, *form.size), below, *own.size)
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


PoseOn = Callable[[PlaceShape, tuple[float, float]], Pose]
"""How a piece lies on the table whose middle is at a spot of a place."""
_STEP = 24.0
"""Millimetres from row to row at the most: a label and what an untidy hand needs."""
_CLOSE_SEARCH = 3.0
"""Millimetres from spot to spot in a place whose rows are full."""
_JUST_IN = 0.4
"""How far inside such a place the middle of a piece must be, as a share of its width."""
_CLOSEST_SEARCH = 2.0
_BARELY_IN = 1.5
"""Millimetres: the same where what lies there is pushed together."""
_OUT = 0.25
"""How far outside of other places it is then, besides, as a share of its width."""
_SPARE = (0.3, 0.15, 0.0)
"""Shares of its width by which a piece may then be off its spot, both ways together, and cover no
label: as much as is possible.
"""


def in_rows(place: PlaceShape, form: Form, pose_on: PoseOn) -> Iterator[Spot]:
    """Rows and columns of spots, as many as lie wholly in a place."""
    left, top, right, bottom = bounds_of(place)
    across, down = form.width + apart(form), min(_STEP, form.height + apart(form))
    columns = int((right - left - form.width) // across) + 1
    rows = int((bottom - top - form.height) // down) + 1
    left += (right - left - (columns - 1) * across) / 2
    top += (bottom - top - (rows - 1) * down) / 2
    for row in range(rows):
        for column in range(columns):
            at = (left + column * across, top + row * down)
            if fits(place, form, at):
                yield Spot(form, row, column, at, pose_on(place, at))


def anywhere(place: PlaceShape, form: Form, pose_on: PoseOn) -> Iterator[Spot]:
    """Every spot in a place, whatever lies there."""
    return _within(place, form, pose_on, _CLOSE_SEARCH, _JUST_IN * min(form.size))


def _within(
    place: PlaceShape, form: Form, pose_on: PoseOn, step: float, inside: float
) -> Iterator[Spot]:
    left, top, right, bottom = bounds_of(place)
    for row, y in enumerate(np.arange(top, bottom, step)):
        for column, x in enumerate(np.arange(left, right, step)):
            at = (float(x), float(y))
            if place.distance_inside(*at) >= inside:
                yield Spot(form, row, column, at, pose_on(place, at), in_rows=False)


def together(
    place: PlaceShape,
    forms: Sequence[Form],
    pose_on: PoseOn,
    beside: Sequence[PlaceShape] = (),
    standing: Sequence[tuple[Pose, Form]] = (),
) -> list[Spot]:
    """Spots for pieces of these forms: side by side, or each over those before as far as their
    labels can still be read; well inside their place, or else at its edges, though not at those to
    the places `beside` it. What is `standing` around it is not covered, as far as that is possible.
    """
    agreeing: list[Callable[[Spot, Spot], bool]] = [_apart]
    agreeing += [partial(_legible, spare=spare) for spare in _SPARE]
    for around, agree, inside in product((standing, ()), agreeing, (_well_inside, _just_inside)):
        found: list[Spot] = []
        for form in forms:
            spot = next(
                (
                    spot
                    for spot in inside(place, form, pose_on, beside)
                    if all(agree(spot, other) for other in found)
                    and not any(covers((spot.pose, form), other) for other in around)
                ),
                None,
            )
            if spot is None:
                break
            found.append(spot)
        else:
            return found
    raise SceneError(f"There is no room for a {forms[-1].name} in {place.name}.")


def places_beside(layout: Layout, place: PlaceShape, piece: str) -> list[PlaceShape]:
    """The other places of a mat in which a piece may lie."""
    return [
        other
        for other in layout.places_on(place.mat)
        if other is not place and (not other.pieces or piece.startswith(other.pieces))
    ]


def _well_inside(
    place: PlaceShape, form: Form, pose_on: PoseOn, _: Sequence[PlaceShape]
) -> Iterator[Spot]:
    return _within(place, form, pose_on, _CLOSEST_SEARCH, _JUST_IN * min(form.size))


def _just_inside(
    place: PlaceShape, form: Form, pose_on: PoseOn, beside: Sequence[PlaceShape]
) -> Iterator[Spot]:
    out = _OUT * min(form.size) + _BARELY_IN
    across, down = form.label.x - form.width / 2, form.label.y - form.height / 2
    for spot in _within(place, form, pose_on, _CLOSEST_SEARCH, _BARELY_IN):
        label = (spot.at[0] + across, spot.at[1] + down)
        if all(
            other.distance_inside(*spot.at) < -out and other.distance_inside(*label) < 0
            for other in beside
        ):
            yield spot


def _apart(spot: Spot, other: Spot) -> bool:
    return not spot.clashes(other)


def _legible(spot: Spot, other: Spot, spare: float) -> bool:
    """Whether a piece may lie at one spot after another has been laid at the other one, and a share
    of its width nearer.
    """
    upper, lower = (spot, other) if spot.row >= other.row else (other, spot)
    more = spare * min(upper.form.size)
    width, height = upper.form.size
    large = replace(upper.form, size=(width + more, height + more))
    return not covers((upper.pose, large), (lower.pose, lower.form)) and (
        upper.row != lower.row or not covers((lower.pose, lower.form), (upper.pose, upper.form))
    )
