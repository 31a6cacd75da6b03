"""Label sheets: one tag for every piece, with the words that say which piece it belongs on."""

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
from rules.text import Text
from vision.registry import Form, Registry

_COLUMNS = 4
_GAP = 1.0
"""Between a label and the line around it: room for the cut marks."""
_LEAST_HIGH = 10.0
"""What the words beside a label need."""
_NAME, _DETAIL = 2.5, 2.2


@dataclass(frozen=True, slots=True)
class _Labelled:
    tag: int
    name: Text
    details: tuple[Text, ...]
    which: tuple[Text, ...]


def sizes_of_labels(registry: Registry) -> list[tuple[float, float]]:
    """Side and margin of the labels that there are, the largest first."""
    return sorted({(form.label.side, form.label.margin) for form in registry.forms}, reverse=True)


def forms_with(registry: Registry, size: tuple[float, float]) -> list[Form]:
    return [form for form in registry.forms if (form.label.side, form.label.margin) == size]


def tags_with(registry: Registry, size: tuple[float, float]) -> dict[int, str]:
    """The tags that are printed as labels of one size, and the pieces they belong on."""
    forms = forms_with(registry, size)
    return {
        tag: piece for tag, piece in registry.pieces.items() if registry.form_of(piece) in forms
    }


def label_sheets(
    registry: Registry, pieces: Sequence[Piece], paper: Paper, size: tuple[float, float]
) -> list[Sheet]:
    """The labels of one size; pages of small labels hold more of them."""
    side, margin = size
    high = max(side + 2 * margin, _LEAST_HIGH) + 2 * _GAP
    rows = int((paper.height - TOP - BOTTOM) / high)
    labels = list(_labels(registry, tags_with(registry, size), {each.id: each for each in pieces}))
    return [
        Sheet(
            Text("Labels {first} to {last}", first=batch[0].tag, last=batch[-1].tag),
            Text(
                "Cut along the dashed lines. To stick a label on, cut its words off at the marks."
            ),
            partial(_draw, labels=batch, size=size, high=high),
        )
        for batch in batches(labels, rows * _COLUMNS)
    ]


def _labels(
    registry: Registry, tags: Mapping[int, str], pieces: Mapping[str, Piece]
) -> Iterator[_Labelled]:
    copies = Counter(piece.kind for piece in pieces.values())
    for tag, owner in tags.items():
        piece, form = pieces[owner], registry.form_of(owner)
        sides = registry.tags_of(owner)
        which = [Text("tag {tag}", tag=tag)]
        if copies[piece.kind] > 1:
            number = owner.rpartition(".")[2]
            count = copies[piece.kind]
            form_name = Text(form.name)
            which.append(
                Text("{form} {number} of {count}", form=form_name, number=number, count=count)
            )
        if len(sides) > 1:
            which.append(Text("front") if tag == sides[0] else Text("back"))
        yield _Labelled(tag, piece.name, printed_values(registry.game, piece), tuple(which))


def _draw(page: Page, labels: Sequence[_Labelled], size: tuple[float, float], high: float) -> None:
    left, paper = page.paper.margin, page.paper
    wide = (paper.width - 2 * left) / _COLUMNS
    used = -(-len(labels) // _COLUMNS)
    for row in range(used + 1):
        y = TOP + row * high
        page.line((left, y), (paper.width - left, y), FAINT, 0.12, dashed=True)
    for column in range(_COLUMNS + 1):
        x = left + column * wide
        page.line((x, TOP), (x, TOP + used * high), FAINT, 0.12, dashed=True)
    side, square = size[0], size[0] + 2 * size[1]
    for number, labelled in enumerate(labels):
        row, column = divmod(number, _COLUMNS)
        x, y = left + column * wide + _GAP, TOP + row * high + _GAP
        draw_tag(page, labelled.tag, x + square / 2, y + square / 2, side)
        cut_corners(page, x, y, square, square)
        middle = TOP + (row + 0.5) * high
        _words(page, labelled, x + square + 1.8, middle, wide - square - 2 * _GAP - 2.2)


def _words(page: Page, labelled: _Labelled, x: float, middle: float, room: float) -> None:
    """The name; what stands in brackets in it, and the values, below."""
    name, _, bracket = page.say(labelled.name).partition(" (")
    details = [bracket.rstrip(")")] if bracket else []
    if labelled.details:
        details.append(", ".join(map(page.say, labelled.details)))
    step = 3.4
    y = middle - step * (len(details) + 2) / 2 + 2.5
    page.text(name, x, y, _NAME, BOLD, room=room)
    for words in details:
        y += step
        page.text(words, x, y, _DETAIL, room=room)
    which = " · ".join(map(page.say, labelled.which))
    page.text(which, x, y + step, _DETAIL, colour=SOFT, room=room)
