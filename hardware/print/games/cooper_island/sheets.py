"""What only Cooper Island needs on paper: its boards, tiles, cards and tokens.

They are as the house has them, with all that the owner of a copy has put right.
"""

from __future__ import annotations

from collections.abc import Iterator

from hardware.print.games.cooper_island.house_boards import board_sheets
from hardware.print.games.cooper_island.house_pieces import piece_sheets
from hardware.print.page import Paper
from hardware.print.sheet import Sheet
from rules.cooper_island.pieces import box_of, house_box
from rules.text import Text
from vision.layout import Layout
from vision.registry import Registry


def own_sheets(
    registry: Registry, layout: Layout, paper: Paper
) -> Iterator[tuple[Text, int, list[Sheet]]]:
    box = box_of(layout.copy.edition) if layout.copy else house_box()
    yield from piece_sheets(box, registry, paper)
    yield Text("house boards, in parts"), len(layout.mats), board_sheets(box.board, layout, paper)
