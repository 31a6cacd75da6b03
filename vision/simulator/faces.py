"""The faces of all pieces, labels and zone cards, drawn so that a person can read them.

Faces are for the simulated table, the demo and the recognition of card art. They are drawn large
and brought to the resolution asked for; nothing in them is left to chance. What games draw
themselves is in their `Looks`.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np

from rules.games import GAMES
from vision.layout import Mat, PlaceShape
from vision.looks import Faces, looks_of
from vision.pen import INK, WHITE, mixed
from vision.printed_copy import PrintedCopy, one_of
from vision.reading import Picture
from vision.registry import DICTIONARY, MODULES, Label
from vision.simulator import plain_faces, strange_faces
from vision.simulator.canvas import DRAWN, Canvas, paint_of, shrunk
from vision.simulator.scene import PLAIN, Deck

_PLAIN = Faces(face=plain_faces.face, back=plain_faces.back, back_shows=plain_faces.back_shows)


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
    hard = looks_of(game).hard_face if deck.style == "hard" else None
    return (hard or _faces(game).face)(piece, form, px_per_mm)


def back(game: str, kind: str, px_per_mm: float, copy: PrintedCopy | None = None) -> Picture:
    """What a piece shows when it lies face down."""
    return _faces(game).back(*one_of(game, kind, copy), px_per_mm)


def back_shows(game: str, kind: str, copy: PrintedCopy | None = None) -> Hashable:
    """What can be told of a piece that lies face down: backs with the same look the same."""
    piece, form = one_of(game, kind, copy)
    return form.size, _faces(game).back_shows(piece)


def _faces(game: str) -> Faces:
    return looks_of(game).faces or _PLAIN


def _number_of(game: str, kind: str) -> int:
    """Where a kind comes among those of its game."""
    return list(dict.fromkeys(piece.kind for piece in GAMES[game].pieces.values())).index(kind)


def board(game: str, mat: Mat, places: Sequence[PlaceShape], px_per_mm: float) -> Picture:
    """A board or a mat of the game's own, without the tags that people stick on it."""
    draw = looks_of(game).board
    return draw(mat, places, px_per_mm) if draw else zone_card(replace(mat, tags=()), px_per_mm)


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
