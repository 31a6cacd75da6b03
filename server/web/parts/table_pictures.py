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
from typing import Protocol, cast

import cv2

from rules.games import GAMES, companion
from rules.pieces import Piece
from server.web.parts.painter import Painter
from vision.layout import Layout, Pose, load_layout
from vision.printed_copy import PrintedCopy, kind_of
from vision.reading import Picture
from vision.registry import Form, load_registry
from vision.simulator.faces import back_shows, one_of
from vision.simulator.optics import Conditions
from vision.simulator.patchwork_camera import camera_above
from vision.simulator.placing import Tabletop
from vision.simulator.render import draw
from vision.simulator.scene import PlacedPiece, Scene, shown_tag
from vision.simulator.textures import piece_picture

_GROUND_WIDTH = 2400
_PX_PER_MM = 4.0
_COPIES = 4
"""Of owners, of which drawings can be asked for."""
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
        camera = camera_above(bare.layout, bare.registry)
        shrink = _GROUND_WIDTH / camera.width
        camera = replace(camera, width=_GROUND_WIDTH, height=round(camera.height * shrink))
        picture = draw(bare, camera, 0, Conditions()).picture
        return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes()


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


@dataclass(frozen=True, slots=True)
class Drawing:
    """A kind of card or tile as phones show it: without a label, and hardly a word on it."""

    game: str
    kind: str
    width: int
    height: int
    copy: PrintedCopy | None = None

    @property
    def url(self) -> str:
        printed = f"?copy={self.copy.name}" if self.copy else ""
        return f"/cards/drawn/{self.game}/{self.kind}.webp{printed}"

    def paint(self) -> bytes:
        picture = _drawn_by(self.game).drawing(*one_of(self.game, self.kind, self.copy), _PX_PER_MM)
        return cv2.imencode(".webp", picture, [cv2.IMWRITE_WEBP_QUALITY, 85])[1].tobytes()


class _Drawings(Protocol):
    """What `vision/games/<game>/drawings.py` has."""

    def is_drawn(self, piece: Piece) -> bool: ...

    def drawing(self, piece: Piece, form: Form, px_per_mm: float) -> Picture: ...


_painter = Painter()
_copies: dict[str, PrintedCopy] = {}
_grounds: deque[Ground] = deque()
_grounds_lock = threading.Lock()


def prepare(table: Ground, lying: Iterable[PlacedPiece]) -> None:
    """Have everything painted that this table may show, what lies open on it first."""
    game, copy = table.game, table.copy
    _painter.put_first([_kept(table), *_backs(game, copy).values()])
    _painter.put_first(Side(game, each.piece, True, copy) for each in lying if each.face_up)
    _painter.plan(_faces(game, copy))


def ground(table: Ground) -> bytes:
    _painter.put_first([_kept(table)])
    return _painter.painted(table)


def face(game: str, piece: str, copy: PrintedCopy | None = None) -> bytes:
    """The face of a piece of the game; it takes as long whoever has seen it before."""
    _painter.plan(_faces(game, copy))
    return _painter.painted(Side(game, piece, True, copy))


def _faces(game: str, copy: PrintedCopy | None) -> Iterator[Side]:
    return (Side(game, piece, True, copy) for piece in load_registry(game).form_by_piece)


def back(game: str, name: str, copy: PrintedCopy | None = None) -> bytes | None:
    """The back that has this name; None if there is none."""
    wanted = _backs(game, copy).get(name)
    if wanted is None:
        return None
    _painter.put_first([wanted])
    return _painter.painted(wanted)


def drawing(game: str, kind: str, copy: PrintedCopy | None = None) -> Drawing | None:
    """How a card looks; None if it is no card, or the game has no drawings."""
    return _drawings(game, copy).get(kind)


def show(drawings: Iterable[Drawing]) -> None:
    """Have these painted next: they are on a page that everybody may see."""
    _painter.put_first(drawings)


def drawn(game: str, kind: str, copy: str | None = None) -> bytes | None:
    """What nobody has seen yet is painted in an order that tells nothing about hands."""
    known = _copies.get(copy) if copy else None
    wanted = drawing(game, kind, known) if known or not copy else None
    if wanted is None:
        return None
    if not _painter.knows(wanted):
        _painter.plan(_drawings(game, known).values())
    return _painter.painted(wanted)


@lru_cache(maxsize=8)
def _drawings(game: str, copy: PrintedCopy | None) -> dict[str, Drawing]:
    """The kinds that are worth a picture."""
    if game not in GAMES or companion("vision", game, "drawings") is None:
        return {}
    if copy:
        _copies[copy.name] = copy
        for name in [*_copies][:-_COPIES]:
            del _copies[name]
    form_of, found = load_registry(game).form_by_piece, dict[str, Drawing]()
    for piece in GAMES[game].pieces.values():
        if piece.kind not in found and piece.id in form_of and _drawn_by(game).is_drawn(piece):
            width, height = (round(side * _PX_PER_MM) for side in form_of[piece.id].size)
            found[piece.kind] = Drawing(game, piece.kind, width, height, copy)
    return found


def _drawn_by(game: str) -> _Drawings:
    return cast(_Drawings, companion("vision", game, "drawings"))


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
                _painter.forget(_grounds.popleft())
    return ground
