"""Cards for the tables of a tournament: who sits there, large enough to be read in passing."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass

from reportlab.pdfgen.canvas import Canvas

from hardware.print.codes import draw_code
from hardware.print.page import (
    BOLD,
    FAINT,
    INK,
    PAPERS,
    REGULAR,
    SOFT,
    Page,
    Say,
    points,
    register_fonts,
)
from hardware.print.sheet import batches
from rules.text import Text

_ON_A_PAGE = 2
_CODE_MM = 30.0
_LARGEST_NAME, _LEADING = 13.0, 1.3


@dataclass(frozen=True, slots=True)
class TableCard:
    title: Text
    """Of what, and of which round."""
    game: str
    table: Text
    """Its number in the round."""
    at: str
    """What people call it; empty if any will do."""
    names: Sequence[str]
    address: str | None = None
    """Of its page, to be scanned."""


def card_document(cards: Sequence[TableCard], paper: str, say: Say = str) -> bytes:
    """Two cards on a page, to be cut along the line."""
    register_fonts()
    sheet, buffer = PAPERS[paper], io.BytesIO()
    size = (points(sheet.width), points(sheet.height))
    canvas = Canvas(buffer, size, invariant=1, pageCompression=1, initialFontName=REGULAR)
    canvas.setTitle(say(cards[0].title))
    canvas.setAuthor("Quartermaster")
    half = sheet.height / _ON_A_PAGE
    for together in batches(cards, _ON_A_PAGE):
        page = Page(canvas, sheet, say)
        for place, card in enumerate(together):
            _draw(page, card, half * place, half)
        page.line((0, half), (sheet.width, half), FAINT, 0.2, dashed=True)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def _draw(page: Page, card: TableCard, top: float, high: float) -> None:
    left, right = page.paper.margin + 4, page.paper.width - page.paper.margin - 4
    bottom = top + high - page.paper.margin - 2
    page.text(card.title, left, top + 20, 5.5, BOLD, room=right - left)
    page.text(card.game, left, top + 27, 4, colour=SOFT, room=right - left)
    page.line((left, top + 31), (right, top + 31), INK, 0.4)
    where = Text("{table}: {name}", table=card.table, name=card.at) if card.at else card.table
    page.text(where, left, top + 45, 10, BOLD, room=right - left)
    room = right - left
    if card.address is not None:
        room -= _CODE_MM + 8
        draw_code(page, card.address, right - _CODE_MM, bottom - _CODE_MM, _CODE_MM)
        page.text(
            Text("The table on a phone"),
            right - _CODE_MM / 2,
            bottom - _CODE_MM - 3,
            2.8,
            colour=SOFT,
            anchor="middle",
            room=_CODE_MM + 6,
        )
    size = min(_LARGEST_NAME, (bottom - top - 50) / len(card.names) / _LEADING)
    for number, name in enumerate(card.names, start=1):
        page.text(name, left, top + 50 + number * size * _LEADING, size, room=room)
