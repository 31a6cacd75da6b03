"""The textures of everything flat on the table, with soft shadows around them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from vision import maracaibo_faces
from vision.camera_model import Camera
from vision.canvas import mixed
from vision.card_art import CLOTH
from vision.faces import back, face, label, zone_card
from vision.layout import Frame, Pose
from vision.reading import Picture
from vision.scene import Lying, Scene, shown_tag

MARGIN = 3.0
"""Millimetres around a sheet for its shadow."""
_RESOLUTIONS = (2.0, 4.0, 6.0, 8.0, 10.0, 12.0)
"""Pixels a millimetre; even, so that the edges of labels fall between pixels."""


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    pose: Pose
    width: float
    height: float
    texture: npt.NDArray[np.uint8]
    """Blue, green, red and cover, already multiplied by the cover; MARGIN around the sheet."""
    px_per_mm: float
    z: float = 0.0


def sharpness(camera: Camera) -> float:
    """Pixels a millimetre that textures need to be about twice as fine as the picture."""
    wanted = 1.8 * camera.focal / camera.above
    return next((step for step in _RESOLUTIONS if step >= wanted), _RESOLUTIONS[-1])


def scene_sheets(scene: Scene, px_per_mm: float) -> Iterator[Sheet]:
    """Everything flat, from the bottom up."""
    for mat in scene.mats:
        yield Sheet(mat.pose, mat.width, mat.height, _mat(mat.colour, mat.width, mat.height), 2.0)
    for key, pose in scene.frames:
        frame = scene.layout.frames[key]
        texture = _frame(scene.registry.game, frame, px_per_mm)
        yield Sheet(pose, frame.width, frame.height, texture, px_per_mm)
    for lying in scene.pieces:
        width, height = scene.registry.size_of(lying.piece)
        yield Sheet(lying.pose, width, height, _card(scene, lying, px_per_mm), px_per_mm, lying.z)


def _card(scene: Scene, lying: Lying, px_per_mm: float) -> Picture:
    game, kind = scene.registry.game, lying.piece.rpartition(".")[0] or lying.piece
    draw = _card_front if lying.face_up else _card_back
    texture = draw(game, kind, px_per_mm)
    tag = shown_tag(scene.registry, lying)
    if tag is None:
        return texture
    spec = scene.registry.label_of(lying.piece)
    printed = label(tag, spec, px_per_mm)
    half = spec.side / 2 + spec.margin
    left = round((MARGIN + spec.x - half) * px_per_mm)
    top = round((MARGIN + spec.y - half) * px_per_mm)
    labelled = texture.copy()
    rows, columns = printed.shape
    # Printed black is not quite black and paper not quite white.
    ink = np.asarray(cv2.addWeighted(printed, 0.86, printed, 0, 22), np.uint8)
    labelled[top : top + rows, left : left + columns, :3] = ink[..., None]
    return labelled


class Artist(NamedTuple):
    """Who draws the pieces and boards of a game."""

    front: Callable[[str, float], Picture]
    back: Callable[[str, float], Picture]
    board: Callable[[Frame, float], Picture | None]
    """None for a frame that is a plain zone card."""


ARTISTS = {
    "port_royal": Artist(face, lambda _, px_per_mm: back(px_per_mm), lambda *_: None),
    "maracaibo": Artist(maracaibo_faces.front, maracaibo_faces.back, maracaibo_faces.board_face),
}


@lru_cache(maxsize=160)
def _card_front(game: str, kind: str, px_per_mm: float) -> Picture:
    return _shadowed(ARTISTS[game].front(kind, px_per_mm), px_per_mm, 3.0)


@lru_cache(maxsize=32)
def _card_back(game: str, kind: str, px_per_mm: float) -> Picture:
    return _shadowed(ARTISTS[game].back(kind, px_per_mm), px_per_mm, 3.0)


@lru_cache(maxsize=32)
def _frame(game: str, frame: Frame, px_per_mm: float) -> Picture:
    drawn = ARTISTS[game].board(frame, px_per_mm)
    return _shadowed(zone_card(frame, px_per_mm) if drawn is None else drawn, px_per_mm, 1.0)


@lru_cache(maxsize=8)
def _mat(colour: str, width: float, height: float) -> Picture:
    scale = 2.0
    random = np.random.default_rng(len(colour))
    base = np.asarray(mixed(CLOTH[colour], (128, 128, 128), 0.35), np.float32)
    shape = (round(height * scale), round(width * scale), 1)
    sheet = np.clip(base * (1 + 0.06 * random.standard_normal(shape)), 0, 255).astype(np.uint8)
    edge = round(4 * scale)
    cv2.rectangle(
        sheet, (edge, edge), (shape[1] - edge, shape[0] - edge), CLOTH[colour], 3, cv2.LINE_AA
    )
    return _shadowed(sheet, scale, 6.0)


def _shadowed(sheet: Picture, px_per_mm: float, rounded: float) -> Picture:
    """A sheet with round corners over its own shadow, as one layer."""
    margin = round(MARGIN * px_per_mm)
    rows, columns = sheet.shape[:2]
    solid = np.zeros((rows, columns), np.uint8)
    radius = max(1, round(rounded * px_per_mm))
    cv2.rectangle(solid, (radius, 0), (columns - 1 - radius, rows - 1), 255, -1)
    cv2.rectangle(solid, (0, radius), (columns - 1, rows - 1 - radius), 255, -1)
    for x in (radius, columns - 1 - radius):
        for y in (radius, rows - 1 - radius):
            cv2.circle(solid, (x, y), radius, 255, -1, cv2.LINE_AA)
    solid = np.pad(solid, margin)
    right, down = round(0.5 * px_per_mm), round(0.7 * px_per_mm)
    moved = np.roll(solid, (down, right), (0, 1))
    shadow = cv2.GaussianBlur(moved, (0, 0), 0.8 * px_per_mm).astype(np.float32) * 0.45
    cover = solid.astype(np.float32) / 255
    alpha = 255 * cover + shadow * (1 - cover)
    paper = np.pad(sheet, ((margin, margin), (margin, margin), (0, 0)), mode="edge")
    layer = np.dstack([paper * cover[..., None], alpha])
    whole = np.asarray(np.rint(layer), np.uint8)
    whole.flags.writeable = False
    return whole
