"""Drawing double tiles from the bag."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from rules.cooper_island.actions.asking import in_vain
from rules.cooper_island.actions.goods import draw_tile
from rules.cooper_island.actions.landscape import laying, sides
from rules.cooper_island.actions.vocabulary import Source, effects
from rules.cooper_island.places import BAG
from rules.cooper_island.printed.nodes import Draw
from rules.cooper_island.table import Table
from rules.flow import Flow, Option, Seat
from rules.text import Text


@effects.means(Draw)
def do_draw(table: Table, seat: Seat, node: Draw, _: Source) -> Flow[None]:
    """Double tiles from the bag, as long as there are some."""
    for _time in range(node.n):
        if table.places.count(BAG):
            yield from draw_tile(table, seat, lambda: laid_before(table, seat))


@effects.blocks(Draw)
def why_not_draw(table: Table, _seat: Seat, _node: Draw, _: Source) -> Text | None:
    return None if table.places.count(BAG) else Text("The bag is empty")


def laid_before(table: Table, seat: Seat) -> Iterator[Option[Any]]:
    """Another tile is laid although the one that is drawn has not come out of the bag yet."""
    why = Text("First turn up the drawn tile")
    for side in sides(table, seat):
        for one, other in table.board.pairs:
            yield replace(in_vain(laying(seat, side, one, other), why), who=seat)
