"""What only Cooper Island needs on paper: its boards, tiles, cards and tokens, as of the house."""

from __future__ import annotations

from collections.abc import Iterator

from hardware.print.games.cooper_island.house_boards import board_sheets
from hardware.print.games.cooper_island.house_pieces import piece_sheets
from hardware.print.page import Paper
from hardware.print.sheet import Sheet
from rules.text import Text
from vision.layout import Layout
from vision.registry import Registry


def own_sheets(
    registry: Registry, layout: Layout, paper: Paper
) -> Iterator[tuple[Text, int, list[Sheet]]]:
    yield from piece_sheets(registry, paper)
    yield Text("house boards, in parts"), len(layout.mats), board_sheets(layout, paper)
