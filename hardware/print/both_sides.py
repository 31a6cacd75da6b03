"""Pieces to cut out, with both of their sides and the tags on them.

Every sheet of faces is followed by its backs in mirrored order, so that both can be printed on one
paper (turned over its long edge) or glued together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby

from reportlab.lib.colors import white

from hardware.print.page import FAINT, Page, Paper
from hardware.print.sheet import Sheet, batches
from hardware.print.tags import draw_tag
from rules.pieces import Piece
from rules.text import Text
from vision.registry import Registry

_HEAD, _FOOT = 13.0, 11.0
"""Millimetres that a crowded sheet needs above and below."""
_HOUSE = Text("House pieces")
CUT = Text("Cut along the thin lines. Backs: next page.")
TURN = Text("Backs of the page before: print on its other side, or glue on.")

DrawSide = Callable[[Page, Piece, float, float, float, float], None]
"""Draws a side of a piece: its upper left corner, width and height."""


@dataclass(frozen=True, slots=True)
class _Laid:
    """A piece on a sheet: its upper left corner and its size."""

    piece: Piece
    x: float
    y: float
    width: float
    height: float


def sheets_of(
    pieces: Sequence[Piece], registry: Registry, paper: Paper, face: DrawSide, back: DrawSide
) -> Iterator[Sheet]:
    """Faces and backs in turn."""
    draw = partial(_draw, registry=registry)
    for laid in _pages(pieces, registry, paper):
        turned = [_mirrored(each, paper) for each in laid]
        front = partial(draw, laid=laid, draw=face, side=0)
        reverse = partial(draw, laid=turned, draw=back, side=1)
        yield Sheet(_HOUSE, CUT, front, crowded=True)
        yield Sheet(_HOUSE, TURN, reverse, crowded=True)


def _pages(pieces: Sequence[Piece], registry: Registry, paper: Paper) -> list[list[_Laid]]:
    """Pieces in rows of one size each, page after page."""
    pages: list[list[_Laid]] = [[]]
    y = _HEAD
    for size, alike in groupby(pieces, lambda piece: registry.form_of(piece.id).size):
        width, height = size
        columns = int((paper.width - 2 * paper.margin) / width)
        left = (paper.width - columns * width) / 2
        for row in batches(list(alike), columns):
            if y + height > paper.height - _FOOT + 0.01:
                pages.append([])
                y = _HEAD
            pages[-1] += [
                _Laid(piece, left + number * width, y, width, height)
                for number, piece in enumerate(row)
            ]
            y += height
    return pages


def _mirrored(laid: _Laid, paper: Paper) -> _Laid:
    return _Laid(laid.piece, paper.width - laid.x - laid.width, laid.y, laid.width, laid.height)


def _draw(page: Page, laid: Sequence[_Laid], registry: Registry, draw: DrawSide, side: int) -> None:
    for each in laid:
        draw(page, each.piece, each.x, each.y, each.width, each.height)
        tags = registry.tags_of(each.piece.id)
        form = registry.form_of(each.piece.id)
        if side < len(tags):
            half = form.label.side / 2 + form.label.margin
            x, y = each.x + form.label.x, each.y + form.label.y
            page.rectangle(x - half, y - half, 2 * half, 2 * half, white)
            draw_tag(page, tags[side], x, y, form.label.side)
        if not form.cells:  # a tile has an outline of its own
            page.rectangle(each.x, each.y, each.width, each.height, line=FAINT, weight=0.1)
