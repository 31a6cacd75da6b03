"""What all sheets have in common: a heading, a footing, and the room between them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from hardware.print.page import BOLD, SOFT, Page
from rules.text import Text

TOP, BOTTOM = 22.0, 14.0
"""Millimetres of the page above and below what a sheet draws."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Sheet:
    title: Text
    hint: Text
    """What to do with it, in a sentence or two."""
    draw: Callable[[Page], None]
    crowded: bool = False
    """A sheet that needs the room of the hint: its title only, in small print."""


def draw_sheet(page: Page, sheet: Sheet, name: str, number: int, count: int) -> None:
    left, paper = page.paper.margin, page.paper
    right, foot = paper.width - left, paper.height - 8
    if sheet.crowded:
        page.text(
            Text("{title}. {hint}", title=sheet.title, hint=sheet.hint),
            left,
            11,
            2.6,
            room=right - left,
        )
    else:
        page.text(sheet.title, left, 13.5, 4.6, BOLD)
        page.text(sheet.hint, left, 18.7, 2.7, room=right - left)
    page.text(name, left, foot, 2.4, colour=SOFT)
    scale = Text("print at 100 %, {paper}", paper=paper.name)
    page.text(scale, paper.width / 2, foot, 2.4, colour=SOFT, anchor="middle")
    page.text(
        Text("page {number} of {count}", number=number, count=count),
        right,
        foot,
        2.4,
        colour=SOFT,
        anchor="right",
    )
    sheet.draw(page)


def batches(things: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    for start in range(0, len(things), size):
        yield things[start : start + size]
