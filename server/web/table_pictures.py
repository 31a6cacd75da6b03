"""Pictures of the simulated table for a browser, out of the same sheets that its camera sees."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from functools import lru_cache

import cv2

from firmware.patchwork_camera import camera_above
from rules.games import GAMES
from vision.effects import Conditions
from vision.layout import Pose, load_layout
from vision.placing import Tabletop
from vision.registry import load_registry
from vision.scene import Lying, Scene
from vision.sheets import piece_picture
from vision.simulate import draw

_GROUND_WIDTH = 2400
_PX_PER_MM = 4.0


@lru_cache(maxsize=4)
def ground(game: str, seats: tuple[str, ...]) -> bytes:
    """The table top with the boards, zone cards and mats of these seats, as a JPEG."""
    bare = Tabletop(load_layout(game, seats), load_registry(game), ()).bare
    camera = camera_above(bare.layout, bare.registry)
    shrink = _GROUND_WIDTH / camera.width
    camera = replace(camera, width=_GROUND_WIDTH, height=round(camera.height * shrink))
    picture = draw(bare, camera, 0, Conditions()).picture
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes()


@lru_cache(maxsize=512)
def face(game: str, piece: str) -> bytes:
    """The face of a piece with its label, as a WebP with its shadow."""
    return _picture(game, Lying(piece, Pose(0, 0)))


_backs: dict[tuple[str, str], bytes] = {}
"""By game and name: all backs that were drawn so far."""


def back(game: str, name: str) -> bytes | None:
    """The back that has this name, likewise; None if there is none."""
    if (game, name) in _backs:
        return _backs[game, name]
    kinds = {piece.kind: piece.id for piece in GAMES[game].pieces.values()}
    backs = (_back(game, piece) for piece in kinds.values())
    return next((picture for own_name, picture in backs if own_name == name), None)


def back_name(game: str, piece: str) -> str:
    """What the back of a piece is called: the same for all that nobody can tell apart."""
    return _back(game, piece)[0]


@lru_cache(maxsize=512)
def _back(game: str, piece: str) -> tuple[str, bytes]:
    picture = _picture(game, Lying(piece, Pose(0, 0), face_up=False))
    name = hashlib.sha256(picture).hexdigest()[:12]
    _backs[game, name] = picture
    return name, picture


@lru_cache(maxsize=4)
def _nothing_on(game: str) -> Scene:
    return Scene(load_layout(game), load_registry(game))


def _picture(game: str, lying: Lying) -> bytes:
    picture = piece_picture(_nothing_on(game), lying, _PX_PER_MM)
    return cv2.imencode(".webp", picture, [cv2.IMWRITE_WEBP_QUALITY, 85])[1].tobytes()
