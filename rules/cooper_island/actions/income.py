"""The income phase: an islet, a double tile and all boats, in any order."""

from __future__ import annotations

from collections.abc import Iterator

from rules.cooper_island.actions.asking import ask_or_skip
from rules.cooper_island.actions.boats import use_boat
from rules.cooper_island.actions.islets import place_islet, shores
from rules.cooper_island.actions.landscape import place_tile, why_not_place
from rules.cooper_island.actions.vocabulary import Source, under_way
from rules.cooper_island.pieces import Boat
from rules.cooper_island.printed.nodes import PlaceTile
from rules.cooper_island.table import Table
from rules.flow import Flow, Option, Seat
from rules.text import Text

ISLET, TILE = "islet", "tile"


def income(table: Table, seat: Seat) -> Flow[None]:
    """Each of these once; what is not done is lost."""
    left: list[str | Boat] = [ISLET, TILE, *table.boats(seat).values()]
    because = Text("Income")
    while left:
        with under_way(table, seat, f"income:{[getattr(each, 'id', each) for each in left]}"):
            wanted = yield from ask_or_skip(
                table,
                seat,
                Text("Income: what comes next?"),
                lambda: income_menu(table, seat, left),
            )
        if wanted is None:
            return
        left.remove(wanted)
        with under_way(table, seat, f"then:{[getattr(each, 'id', each) for each in left]}"):
            if wanted == ISLET:
                yield from place_islet(table, seat)
            elif wanted == TILE:
                yield from place_tile(table, seat, PlaceTile(), Source(because))
            else:
                yield from use_boat(table, seat, wanted)


def income_menu(table: Table, seat: Seat, left: list[str | Boat]) -> Iterator[Option[str | Boat]]:
    for each in left:
        if isinstance(each, Boat):
            yield Option(f"boat:{each.type}", each, each.name)
        elif each == ISLET:
            possible = next(shores(table, seat), None)
            blocked = None if possible else Text("There is no place for an islet now")
            yield Option(f"income:{ISLET}", ISLET, Text("Place an islet"), (), blocked)
        else:
            blocked = why_not_place(table, seat, PlaceTile(), Source(Text("Income")))
            yield Option(f"income:{TILE}", TILE, Text("Place a double tile"), (), blocked)
