"""What only Maracaibo needs on paper: stand-ins for cards, tiles and board, and the house story."""

from __future__ import annotations

from collections.abc import Iterator

from hardware.print.games.maracaibo.house_board import board_sheets
from hardware.print.games.maracaibo.house_cards import house_sheets
from hardware.print.games.maracaibo.house_story import story_sheets
from hardware.print.page import Paper
from hardware.print.sheet import Sheet
from rules.text import Text
from vision.layout import Layout
from vision.registry import Registry


def own_sheets(
    registry: Registry, layout: Layout, paper: Paper
) -> Iterator[tuple[Text, int, list[Sheet]]]:
    yield from house_sheets(registry, paper)
    yield Text("house board, in parts"), 1, board_sheets(layout)
    yield story_sheets(paper)
