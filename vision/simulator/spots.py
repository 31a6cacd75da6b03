"""Where pieces of one form can lie in a place of a simulated table."""

from __future__ import annotations

from dataclasses import dataclass

from vision.layout import PlaceShape, Pose
from vision.registry import Form
from vision.simulator.bare_room import APART

_APART = (APART, 0.15)
"""From piece to piece in a row: millimetres at the most, and as a share of their width."""


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
