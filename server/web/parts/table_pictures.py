"""Pictures of pieces and of the simulated table for a browser, as its camera sees them.

All pictures of a game are planned when the first of them is asked for. What is called by a name
that no picture has costs nothing.
"""

from __future__ import annotations

import hashlib
import threading
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2

from rules.games import GAMES
from server.web.parts.painter import PAINTER
from vision.layout import Layout, Pose, load_layout
from vision.printed_copy import PrintedCopy, kind_of
from vision.registry import load_registry
from vision.simulator.camera_model import Camera
from vision.simulator.faces import back_shows
from vision.simulator.optics import Conditions
from vision.simulator.placing import Tabletop
from vision.simulator.render import draw
from vision.simulator.scene import PlacedPiece, Scene, shown_tag
from vision.simulator.textures import piece_picture

_GROUND_WIDTH = 2400
_PX_PER_MM = 4.0
_GROUNDS = 4
"""That are kept: there is one for each order of the seats."""


@dataclass(frozen=True, slots=True)
class Ground:
    """The table top with the boards, zone cards and mats of these seats."""

    game: str
    seats: tuple[str, ...]
    sets: tuple[str, ...]
    copy: PrintedCopy | None = None

    @classmethod
    def of(cls, layout: Layout) -> Ground:
        sets = {mat.set for mat in layout.mats.values() if mat.set is not None}
        return cls(layout.game, layout.seats, tuple(sorted(sets)), layout.copy)

    @property
    def name(self) -> str:
        return "-".join((*self.seats, *self.sets, *([self.copy.name] if self.copy else [])))

    def paint(self) -> bytes:
        """As a JPEG."""
        layout = load_layout(self.game, self.seats, self.sets, self.copy)
        bare = Tabletop(layout, load_registry(self.game), ()).bare
        picture = draw(bare, _all_of(layout.table), 0, Conditions())
        return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes()


def _all_of(table: tuple[float, float]) -> Camera:
    """A camera whose picture is the table and nothing else."""
    width, height = table
    camera = Camera(
        _GROUND_WIDTH, round(_GROUND_WIDTH * height / width), aim=(width / 2, height / 2)
    )
    return replace(camera, above=camera.focal * width / _GROUND_WIDTH)


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a piece, with its label."""

    game: str
    piece: str
    face_up: bool
    copy: PrintedCopy | None = None

    def paint(self) -> bytes:
        """As a WebP with its shadow."""
        lying = PlacedPiece(self.piece, Pose(0, 0), face_up=self.face_up)
        picture = piece_picture(_nothing_on(self.game, self.copy), lying, _PX_PER_MM)
        return cv2.imencode(".webp", picture, [cv2.IMWRITE_WEBP_QUALITY, 85])[1].tobytes()


_grounds: deque[Ground] = deque()
_grounds_lock = threading.Lock()


def prepare(table: Ground, lying: Iterable[PlacedPiece]) -> None:
    """Have everything painted that this table may show, what lies open on it first."""
    game, copy = table.game, table.copy
    PAINTER.put_first([_kept(table), *_backs(game, copy).values()])
    PAINTER.put_first(Side(game, each.piece, True, copy) for each in lying if each.face_up)
    PAINTER.plan(_faces(game, copy))


def ground(table: Ground) -> bytes:
    PAINTER.put_first([_kept(table)])
    return PAINTER.painted(table)


def face(game: str, piece: str, copy: PrintedCopy | None = None) -> bytes:
    """The face of a piece of the game; it takes as long whoever has seen it before."""
    PAINTER.plan(_faces(game, copy))
    return PAINTER.painted(Side(game, piece, True, copy))


def _faces(game: str, copy: PrintedCopy | None) -> Iterator[Side]:
    return (Side(game, piece, True, copy) for piece in load_registry(game).form_by_piece)


def back(game: str, name: str, copy: PrintedCopy | None = None) -> bytes | None:
    """The back that has this name; None if there is none."""
    wanted = _backs(game, copy).get(name)
    if wanted is None:
        return None
    PAINTER.put_first([wanted])
    return PAINTER.painted(wanted)


def back_name(game: str, piece: str, copy: PrintedCopy | None = None) -> str:
    """What the back of a piece is called: the same for all that nobody can tell apart."""
    return _back_names(game, copy)[piece]


@lru_cache(maxsize=4)
def _back_names(game: str, copy: PrintedCopy | None) -> dict[str, str]:
    registry, names = load_registry(game), {}
    for piece in GAMES[game].pieces:
        tag = shown_tag(registry, PlacedPiece(piece, Pose(0, 0), face_up=False))
        told = repr((back_shows(game, kind_of(game, piece, copy), copy), tag))
        names[piece] = hashlib.sha256(told.encode()).hexdigest()[:12]
    return names


@lru_cache(maxsize=4)
def _backs(game: str, copy: PrintedCopy | None) -> dict[str, Side]:
    """One picture for all pieces with the same back."""
    return {name: Side(game, piece, False, copy) for piece, name in _back_names(game, copy).items()}


@lru_cache(maxsize=4)
def _nothing_on(game: str, copy: PrintedCopy | None) -> Scene:
    return Scene(load_layout(game, copy=copy), load_registry(game))


def _kept(ground: Ground) -> Ground:
    """The grounds of matches of long ago are forgotten."""
    with _grounds_lock:
        if ground not in _grounds:
            _grounds.append(ground)
            if len(_grounds) > _GROUNDS:
                PAINTER.forget(_grounds.popleft())
    return ground
