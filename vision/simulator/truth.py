"""The exact truth about a rendered picture: where every tag is, and how much of it can be seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from rules.pieces import Place
from vision.layout import Pose
from vision.lying_flat import from_table, on_table, square
from vision.reading import FloatArray, Picture
from vision.registry import MODULES, Form
from vision.simulator.camera_model import Camera, transformed
from vision.simulator.scene import PlacedPiece, Scene, shown_tag

Flags = npt.NDArray[np.bool_]
Visibility = Literal["wholly", "partly", "hidden"]
_SAMPLES = 13
"""Points along each side of a tag or a piece at which it is asked what covers it."""
_NO_TAG = -1


@dataclass(frozen=True, slots=True, eq=False)
class TagTruth:
    """A tag in the picture; `visible` counts the white module around it as part of the tag.

    Hidden is what another surface, a hand or glare covers, or what lies past the picture's edge.
    """

    id: int
    corners: FloatArray
    """Of the black square in pixels, clockwise from the tag's own top left."""
    visible: Visibility
    width: float
    """The shortest side of the black square, in pixels."""


@dataclass(frozen=True, slots=True, eq=False)
class PieceTruth:
    piece: str
    face_up: bool
    place: Place | None
    """Where the middle of the piece lies, or None if that is in no place."""
    outline: FloatArray
    """The corners of the piece in pixels, clockwise from its own top left."""
    visible: Visibility
    hidden: float
    """The share of the piece that is not seen."""
    tag: TagTruth | None
    """None for a piece face down, or without a label."""


@dataclass(frozen=True, slots=True)
class Truth:
    pieces: tuple[PieceTruth, ...]
    """In the scene's order."""
    mat_tags: tuple[TagTruth, ...]

    def readable(self, at_least: float = 0.0) -> dict[str, TagTruth]:
        """Piece -> tag, for all tags wholly visible and so many pixels wide."""
        return {
            seen.piece: seen.tag
            for seen in self.pieces
            if seen.tag and seen.tag.visible == "wholly" and seen.tag.width >= at_least
        }


@dataclass(frozen=True, slots=True, eq=False)
class _Patch:
    """An upright rectangle on one surface of the stack, of which it is asked what can be seen."""

    surface: int
    corners: FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class _Stack:
    """Everything flat on the table from the bottom up: a later surface covers an earlier one."""

    poses: tuple[Pose, ...]
    sizes: FloatArray
    heights: FloatArray

    def on_table(self, surface: int, points: FloatArray) -> FloatArray:
        return on_table(points, self.poses[surface], *self.sizes[surface])

    def covers(self, surface: int, points: FloatArray) -> Flags:
        """Which points of a surface's own plane it lies over."""
        spots = from_table(points, self.poses[surface], *self.sizes[surface])
        inside = (spots > 0) & (spots < self.sizes[surface])
        return np.asarray(inside.all(axis=-1), np.bool_)

    def reaching(self, patch: _Patch) -> list[int]:
        """The surfaces above that are near enough to cover some of a patch."""
        centre = self.on_table(patch.surface, patch.corners.mean(0, keepdims=True))[0]
        above = slice(patch.surface + 1, None)
        at = np.array([[pose.x, pose.y] for pose in self.poses[above]]).reshape(-1, 2)
        reach = np.hypot(*(patch.corners[2] - patch.corners[0])) / 2
        reach = reach + np.hypot(*self.sizes[above].T) / 2
        # A surface that lies higher is seen displaced, by less than its height twice over.
        reach += 2 * np.abs(self.heights[above] - self.heights[patch.surface])
        near = np.hypot(*(at - centre).T) < reach
        return [int(index) + patch.surface + 1 for index in np.flatnonzero(near)]


def tell_truth(scene: Scene, camera: Camera, cover: Picture) -> Truth:
    """`cover` is 255 where something that is no surface hides the table."""
    stack = _stacked(scene)
    under = len(scene.mats)
    forms = [scene.registry.form_of(placed.piece) for placed in scene.pieces]
    cards = [_Patch(under + index, _outline(form)) for index, form in enumerate(forms)]
    spots = [
        (index, spot.id, spot.x, spot.y, spot.side)
        for index, (key, _) in enumerate(scene.mats)
        for spot in scene.layout.mats[key].tags
    ]
    spots += [
        (under + index, _tag_shown(scene, placed), form.label.x, form.label.y, form.label.side)
        for index, (placed, form) in enumerate(zip(scene.pieces, forms, strict=True))
    ]
    quiet = 1 + 2 / MODULES
    wide = [_Patch(surface, square(x, y, side * quiet)) for surface, _, x, y, side in spots]
    hidden = _hidden(camera, cover, stack, cards + wide)
    seen = [_visibility(share) for share in hidden]
    black = [_Patch(surface, square(x, y, side)) for surface, _, x, y, side in spots]
    corners = _corners(camera, stack, cards + black)
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2).min(axis=1)
    tags = [
        TagTruth(spot[1], corners[index], seen[index], float(sides[index]))
        for index, spot in enumerate(spots, len(cards))
    ]
    on_mats = len(spots) - len(cards)
    pieces = [
        PieceTruth(
            placed.piece,
            placed.face_up,
            scene.place_of(placed.pose),
            corners[index],
            seen[index],
            hidden[index],
            None if tag.id == _NO_TAG else tag,
        )
        for index, (placed, tag) in enumerate(zip(scene.pieces, tags[on_mats:], strict=True))
    ]
    return Truth(tuple(pieces), tuple(tags[:on_mats]))


def _outline(form: Form) -> FloatArray:
    return np.array([[0, 0], [form.width, 0], [form.width, form.height], [0, form.height]])


def _tag_shown(scene: Scene, placed: PlacedPiece) -> int:
    tag = shown_tag(scene.registry, placed)
    return _NO_TAG if tag is None else tag


def _stacked(scene: Scene) -> _Stack:
    mats = [scene.layout.mats[key] for key, _ in scene.mats]
    sizes = [(mat.width, mat.height) for mat in mats]
    sizes += [scene.registry.form_of(placed.piece).size for placed in scene.pieces]
    poses = [pose for _, pose in scene.mats] + [placed.pose for placed in scene.pieces]
    heights = [0.0] * len(mats) + [placed.z for placed in scene.pieces]
    return _Stack(tuple(poses), np.array(sizes).reshape(-1, 2), np.array(heights))


def _corners(camera: Camera, stack: _Stack, patches: list[_Patch]) -> FloatArray:
    """The corners of each patch in pixels."""
    table = [stack.on_table(patch.surface, patch.corners) for patch in patches]
    heights = np.repeat([stack.heights[patch.surface] for patch in patches], 4)
    return camera.project(np.array(table), heights).reshape(-1, 4, 2)


def _visibility(hidden: float) -> Visibility:
    return "wholly" if hidden == 0 else "hidden" if hidden == 1 else "partly"


def _hidden(camera: Camera, cover: Picture, stack: _Stack, patches: list[_Patch]) -> list[float]:
    """The share of each patch that cannot be seen, asked at a grid of points."""
    steps = np.linspace(0, 1, _SAMPLES)
    grid = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    points = np.array(
        [
            stack.on_table(patch.surface, patch.corners[0] + grid * np.ptp(patch.corners, axis=0))
            for patch in patches
        ]
    ).reshape(-1, 2)
    heights = np.repeat([stack.heights[patch.surface] for patch in patches], len(grid))
    pixels = camera.project(points, heights)
    unseen = _out_of_sight(camera, cover, pixels).reshape(-1, len(grid))
    rays = camera.rays(pixels).reshape(-1, len(grid), 2)
    planes = {float(z): camera.rays_to_table(float(z)) for z in set(stack.heights)}
    shares: list[float] = []
    for patch, ray, gone in zip(patches, rays, unseen, strict=True):
        for surface in stack.reaching(patch):
            plane = planes[float(stack.heights[surface])]
            gone |= stack.covers(surface, transformed(ray, plane))
        shares.append(float(gone.mean()))
    return shares


def _out_of_sight(camera: Camera, cover: Picture, pixels: FloatArray) -> Flags:
    """Which pixels lie past the picture's edge or under a hand or glare."""
    last = np.array([camera.width - 1, camera.height - 1])
    hidden = ((pixels < 0) | (pixels > last)).any(axis=-1)
    column, row = np.clip(np.rint(pixels), 0, last).astype(int).T
    return np.asarray(hidden | (cover[row, column] > 0), np.bool_)
