"""Label sheets: one tag for every card, with the words that say which card it belongs on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from hardware.print.page import BOLD, FAINT, SOFT, Page, Paper
from hardware.print.sheet import BOTTOM, TOP, Sheet, batches
from hardware.print.tags import cut_corners, draw_tag
from hardware.print.words import printed_values
from rules.pieces import Piece
from vision.registry import Label, Registry

_COLUMNS = 4
_GAP = 1.0
"""Between a label and the line around it: room for the cut marks."""
_NAME, _DETAIL = 2.5, 2.2


@dataclass(frozen=True, slots=True)
class _Labelled:
    tag: int
    name: str
    details: tuple[str, ...]
    which: str


def label_sheets(registry: Registry, pieces: Sequence[Piece], paper: Paper) -> list[Sheet]:
    size = registry.label.side + 2 * registry.label.margin
    high = size + 2 * _GAP
    rows = int((paper.height - TOP - BOTTOM) / high)
    labels = list(_labels(registry, {piece.id: piece for piece in pieces}))
    return [
        Sheet(
            f"Labels {batch[0].tag} to {batch[-1].tag}",
            "Cut along the dashed lines. Cut the words off at the marks when you stick the label "
            "on its card.",
            partial(_draw, labels=batch, label=registry.label, high=high),
        )
        for batch in batches(labels, rows * _COLUMNS)
    ]


def _labels(registry: Registry, pieces: Mapping[str, Piece]) -> Iterator[_Labelled]:
    copies = Counter(piece.kind for piece in pieces.values())
    for tag, owner in registry.pieces.items():
        piece = pieces[owner]
        sides = registry.tags_of(owner)
        which = [f"tag {tag}"]
        if copies[piece.kind] > 1:
            which.append(f"card {owner.rpartition('.')[2]} of {copies[piece.kind]}")
        if len(sides) > 1:
            which.append("front" if tag == sides[0] else "back")
        name, _, bracket = str(piece.name).partition(" (")
        details = tuple(filter(None, (bracket.rstrip(")"), printed_values(piece))))
        yield _Labelled(tag, name, details, " · ".join(which))


def _draw(page: Page, labels: Sequence[_Labelled], label: Label, high: float) -> None:
    left, paper = page.paper.margin, page.paper
    wide = (paper.width - 2 * left) / _COLUMNS
    used = -(-len(labels) // _COLUMNS)
    for row in range(used + 1):
        y = TOP + row * high
        page.line((left, y), (paper.width - left, y), FAINT, 0.12, dashed=True)
    for column in range(_COLUMNS + 1):
        x = left + column * wide
        page.line((x, TOP), (x, TOP + used * high), FAINT, 0.12, dashed=True)
    size = label.side + 2 * label.margin
    for number, labelled in enumerate(labels):
        row, column = divmod(number, _COLUMNS)
        x, y = left + column * wide + _GAP, TOP + row * high + _GAP
        draw_tag(page, labelled.tag, x + size / 2, y + size / 2, label.side)
        cut_corners(page, x, y, size, size)
        _words(page, labelled, x + size + 1.8, y + size / 2, wide - size - 2 * _GAP - 2.2)


def _words(page: Page, labelled: _Labelled, x: float, middle: float, room: float) -> None:
    step = 3.4
    y = middle - step * (len(labelled.details) + 2) / 2 + 2.5
    page.text(labelled.name, x, y, _NAME, BOLD, room=room)
    for words in labelled.details:
        y += step
        page.text(words, x, y, _DETAIL, room=room)
    page.text(labelled.which, x, y + step, _DETAIL, colour=SOFT, room=room)
