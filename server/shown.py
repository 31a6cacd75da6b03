"""What a person sees of the simulated table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.pieces import Place
from vision.layout import Pose
from vision.scene import Lying, Scene


@dataclass(frozen=True, slots=True)
class ShownPile:
    """A face-down pile. Of some of them hands may turn up the top piece, and of one that lies in a
    place of the table all pieces, where they lie."""

    place: Place
    pose: Pose
    count: int
    top: str | None
    """The uppermost piece, of which only the back is seen; None if there is none."""
    can_draw: bool
    in_place: bool


@dataclass(frozen=True, slots=True)
class Shown:
    """The table as a person sees it at one moment; the uppermost piece is the last."""

    version: int
    bare: Scene
    pieces: tuple[Lying, ...]
    places: Mapping[str, Place | None]
    """Where each of them lies face up; None if it is in no place."""
    piles: tuple[ShownPile, ...]
