"""What only Navegador needs on paper: its board and mats as the house has them, as sea charts."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from hardware.print.in_parts import in_parts, seams_between
from hardware.print.page import Page, Paper
from hardware.print.pen import PaperPen
from hardware.print.sheet import Sheet
from rules.text import Text
from vision.games.navegador.board import draw_board
from vision.layout import Layout, Mat
from vision.registry import Registry

_PALE = 0.4


def own_sheets(
    _: Registry, layout: Layout, paper: Paper
) -> Iterator[tuple[Text, int, list[Sheet]]]:
    frames = layout.mats.values()
    sheets = [
        sheet
        for frame in frames
        for sheet in in_parts(
            frame,
            partial(_draw, layout=layout, frame=frame),
            seams_between(frame, paper, layout.places_on(frame.key)),
        )
    ]
    yield Text("house boards, in parts"), len(frames), sheets


def _draw(page: Page, layout: Layout, frame: Mat) -> None:
    draw_board(PaperPen(page, _PALE), frame, layout.places_on(frame.key))
