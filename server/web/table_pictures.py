"""Pictures of the simulated table for a browser, out of the same sheets that its camera sees."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import cv2

from firmware.patchwork_camera import camera_above
from vision.effects import Conditions
from vision.layout import Pose, load_layout
from vision.placing import Tabletop
from vision.registry import load_registry
from vision.scene import Lying, Scene
from vision.sheets import card_picture
from vision.simulate import draw

_GROUND_WIDTH = 1800
_CARD_PX_PER_MM = 4.0


@lru_cache(maxsize=4)
def ground(game: str, seats: tuple[str, ...]) -> bytes:
    """The table top with the zone cards and mats of these seats, as a JPEG."""
    bare = Tabletop(load_layout(game, seats), load_registry(game), ()).bare
    camera = camera_above(bare.layout)
    shrink = _GROUND_WIDTH / camera.width
    camera = replace(camera, width=_GROUND_WIDTH, height=round(camera.height * shrink))
    picture = draw(bare, camera, 0, Conditions()).picture
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes()


@lru_cache(maxsize=256)
def card(game: str, piece: str | None) -> bytes:
    """The face of a piece with its label, or the back of all, as a WebP with its shadow."""
    registry = load_registry(game)
    shown = piece or next(iter(registry.pieces.values()))
    lying = Lying(shown, Pose(0, 0), face_up=piece is not None)
    picture = card_picture(Scene(load_layout(game), registry), lying, _CARD_PX_PER_MM)
    return cv2.imencode(".webp", picture, [cv2.IMWRITE_WEBP_QUALITY, 85])[1].tobytes()
