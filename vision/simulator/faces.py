"""The faces of all pieces, labels and zone cards, drawn so that a person can read them.

Faces are for the simulated table, the demo and the recognition of card art. They are drawn large
and brought to the resolution asked for; nothing in them is left to chance. A game draws its pieces
in `vision/games/<game>/faces.py` and its boards in `board.py` there, if it has them.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Protocol, cast

import cv2
import numpy as np

from rules.games import GAMES, companion
from rules.pieces import Piece
from vision.layout import Mat, PlaceShape
from vision.pen import INK, WHITE, mixed
from vision.printed_copy import PrintedCopy
from vision.reading import Picture
from vision.registry import DICTIONARY, MODULES, Form, Label, load_registry
from vision.simulator import plain_faces, strange_faces
from vision.simulator.canvas import DRAWN, Canvas, paint_of, shrunk
from vision.simulator.scene import PLAIN, Deck


class _Painter(Protocol):
    """Pictures of pieces; those that are no rectangles have a fourth channel, their cover."""

    def face(self, piece: Piece, form: Form, px_per_mm: float) -> Picture: ...

    def back(self, piece: Piece, form: Form, px_per_mm: float) -> Picture: ...

    def back_shows(self, piece: Piece) -> Hashable: ...


def face(
    game: str,
    kind: str,
    px_per_mm: float,
    deck: Deck = PLAIN,
    copy: PrintedCopy | None = None,
) -> Picture:
    """The front of a kind of piece, without a label."""
    piece, form = one_of(game, kind, copy)
    if deck.style == "stranger" and form.name == "card":
        return strange_faces.face(_number_of(game, kind), form, px_per_mm, deck.seed)
    hard = companion("vision", game, "hard_faces") if deck.style == "hard" else None
    return cast(_Painter, hard or _painter(game)).face(piece, form, px_per_mm)


def back(game: str, kind: str, px_per_mm: float, copy: PrintedCopy | None = None) -> Picture:
    """What a piece shows when it lies face down."""
    return _painter(game).back(*one_of(game, kind, copy), px_per_mm)


def back_shows(game: str, kind: str, copy: PrintedCopy | None = None) -> Hashable:
    """What can be told of a piece that lies face down: backs with the same look the same."""
    piece, form = one_of(game, kind, copy)
    return form.size, _painter(game).back_shows(piece)


def _painter(game: str) -> _Painter:
    return cast(_Painter, companion("vision", game, "faces") or plain_faces)


def one_of(game: str, kind: str, copy: PrintedCopy | None) -> tuple[Piece, Form]:
    """Any piece of a kind, as it is printed on an owner's copy or else as of the house."""
    own = copy.kinds.get(kind) if copy else None
    for piece in (own,) if own else GAMES[game].pieces.values():
        if piece.kind == kind:
            return piece, load_registry(game).form_of(piece.id)
    raise ValueError(f"No piece of {game} is of the kind {kind!r}.")


def _number_of(game: str, kind: str) -> int:
    """Where a kind comes among those of its game."""
    return list(dict.fromkeys(piece.kind for piece in GAMES[game].pieces.values())).index(kind)


def board(game: str, mat: Mat, places: Sequence[PlaceShape], px_per_mm: float) -> Picture:
    """A board or a mat of the game's own, without the tags that people stick on it."""
    module = companion("vision", game, "board")
    if module is None:
        return zone_card(replace(mat, tags=()), px_per_mm)
    drawn: Picture = module.board(mat, places, px_per_mm)
    return drawn


def label(tag: int, spec: Label, px_per_mm: float) -> Picture:
    """A printed label, grey: the tag with its white margin."""
    return tag_square(tag, spec.side, spec.margin, px_per_mm)


@lru_cache(maxsize=640)
def tag_square(tag: int, side: float, margin: float, px_per_mm: float) -> Picture:
    """A tag of a side in millimetres, in the middle of its white margin, with true edges."""
    dictionary = cv2.aruco.getPredefinedDictionary(DICTIONARY)
    modules = cv2.aruco.generateImageMarker(dictionary, tag, MODULES)
    per_module = max(4, round(side / MODULES * px_per_mm * 4))
    black = np.kron(modules, np.ones((per_module, per_module), np.uint8))
    wide = round(margin / side * MODULES * per_module)
    whole = cv2.copyMakeBorder(black, wide, wide, wide, wide, cv2.BORDER_CONSTANT, value=255)
    pixels = round((side + 2 * margin) * px_per_mm)
    picture = shrunk(np.asarray(whole, np.uint8), (pixels, pixels))
    picture.flags.writeable = False
    return picture


def zone_card(mat: Mat, px_per_mm: float) -> Picture:
    """A printed zone card: white, with its tags, its title and, for a seat, the seat's colour."""
    canvas = Canvas(mat.width, mat.height, DRAWN, WHITE)
    ink = paint_of(mat.seat)
    left = max((tag.x + tag.side / 2 for tag in mat.tags if tag.x < mat.width / 2), default=0)
    right = min(
        (tag.x - tag.side / 2 for tag in mat.tags if tag.x > mat.width / 2),
        default=mat.width,
    )
    canvas.rectangle(left + 4, 5, right - left - 8, mat.height - 10, mixed(ink, WHITE, 0.7))
    canvas.rectangle(left + 4, mat.height - 9, right - left - 8, 4, ink)
    middle = (left + right) / 2
    # Letters as tall as a tag is wide would look like a tag that cannot be read.
    canvas.text(mat.title.upper(), middle, mat.height / 2 - 2, 6, INK, right - left - 12)
    for tag in mat.tags:
        # A whole number of drawn pixels, so that the black square lies exactly where it should.
        margin = int(tag.side / MODULES * DRAWN) / DRAWN
        printed = tag_square(tag.id, tag.side, margin, DRAWN)
        half = tag.side / 2 + margin
        top, start = round((tag.y - half) * DRAWN), round((tag.x - half) * DRAWN)
        rows, columns = printed.shape
        canvas.picture[top : top + rows, start : start + columns] = printed[..., None]
    return canvas.brought_to(px_per_mm)
