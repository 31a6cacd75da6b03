"""The income phase: an islet, a double tile and all boats, in any order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from rules.cooper_island.actions.asking import ask_or_skip
from rules.cooper_island.actions.boats import use_boat
from rules.cooper_island.actions.islets import islets_in_vain, place_islet, shores
from rules.cooper_island.actions.landscape import place_tile, why_not_place
from rules.cooper_island.actions.vocabulary import (
    Chosen,
    Source,
    carry_out,
    chosen,
    effects,
    under_way,
)
from rules.cooper_island.pieces import Boat
from rules.cooper_island.printed.describe import effect_text, effects_text
from rules.cooper_island.printed.nodes import Advance, Draw, Effect, Gain, PlaceTile
from rules.cooper_island.table import Table
from rules.flow import Flow, Option, Seat
from rules.text import Text, listing

ISLET, TILE = "islet", "tile"


class Fleet(NamedTuple):
    """Boats whose goods are taken with one answer: nothing has to be asked any more."""

    brought: tuple[tuple[Boat, Effect | Chosen], ...]


def income(table: Table, seat: Seat) -> Flow[None]:
    """Each of these once; what is not done is lost. It ends when nothing can be done any more, or
    nothing else is wanted.
    """
    because = Text("Income")
    at_first = [*table.boats(seat).values()]
    done: list[str | Boat] = []

    def left() -> list[str | Boat]:
        """A boat that is turned over brings nothing any more, one that is built still does."""
        boats = table.boats(seat).values() if table.rulings.phases_open else at_first
        return [each for each in (ISLET, TILE, *boats) if each not in done]

    while table.rulings.phases_open or left():
        with under_way(table, seat, f"income:{[getattr(each, 'id', each) for each in done]}"):
            wanted = yield from ask_or_skip(
                table,
                seat,
                Text("Income: what comes next?"),
                lambda: income_menu(table, seat, left()),
                lambda: income_in_vain(table, seat, left()),
            )
        if wanted is None:
            return
        done += [boat for boat, _ in wanted.brought] if isinstance(wanted, Fleet) else [wanted]
        with under_way(table, seat, f"then:{[getattr(each, 'id', each) for each in done]}"):
            if wanted == ISLET:
                yield from place_islet(table, seat)
            elif wanted == TILE:
                yield from place_tile(table, seat, PlaceTile(), Source(because))
            elif isinstance(wanted, Boat):
                yield from use_boat(table, seat, wanted)
            else:
                for boat, does in wanted.brought:
                    yield from carry_out(table, seat, does, Source(boat.name))


def income_menu(
    table: Table, seat: Seat, left: list[str | Boat]
) -> Iterator[Option[str | Boat | Fleet]]:
    yield from fleet_menu(table, seat, left)
    for each in left:
        if isinstance(each, Boat):
            yield Option(f"boat:{each.type}", each, each.name)
        elif each == ISLET:
            possible = next(shores(table, seat), None)
            blocked = None if possible else Text("No place for an islet")
            yield Option(f"income:{ISLET}", ISLET, Text("Place an islet"), (), blocked)
        else:
            blocked = why_not_place(table, seat, PlaceTile(), Source(Text("Income")))
            yield Option(f"income:{TILE}", TILE, Text("Place a double tile"), (), blocked)


def fleet_menu(
    table: Table, seat: Seat, left: list[str | Boat]
) -> Iterator[Option[str | Boat | Fleet]]:
    """All boats that leave no choice together; every other one with what is chosen of it."""
    source, plain = Source(Text("Income")), list[tuple[Boat, Effect | Chosen]]()
    for boat in left:
        if not isinstance(boat, Boat) or len(boat.does) > 1:
            continue
        node = boat.does[0]
        goods = () if isinstance(node, Gain) else chosen(table, seat, node, source)
        for each in goods:
            text = Text("{boat}: {what}", boat=boat.name, what=effect_text(each.gain))
            fleet = Fleet(((boat, each),))
            yield Option(f"boats:{boat.type}.{each.gain.good}", fleet, text, by_phone=True)
        possible = effects.why_not(table, seat, (node,), source) is None
        if possible and isinstance(node, Gain | Draw | Advance):
            plain.append((boat, node))
    if plain:
        what = listing(effects_text(boat.does) for boat, _ in plain)
        text = Text("The boats bring {what}", what=what)
        yield Option("boats:all", Fleet(tuple(plain)), text, by_phone=True)


def income_in_vain(table: Table, seat: Seat, left: list[str | Boat]) -> Iterator[Option[Any]]:
    """Where islets and double tiles cannot go."""
    if ISLET in left:
        yield from islets_in_vain(table, seat)
    if TILE in left:
        source = Source(Text("Income"))
        yield from effects.refused(table, seat, (PlaceTile(),), source)
