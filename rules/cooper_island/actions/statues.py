"""Ruins that become statues, and statues that are erected."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, cast

from rules.cooper_island.actions.asking import ask_or_skip
from rules.cooper_island.actions.building import np_there, place_piece, why_no_site
from rules.cooper_island.actions.landscape import border
from rules.cooper_island.actions.milestones import turn_milestones
from rules.cooper_island.actions.payment import discounts, pay, price_text, why_not_pay
from rules.cooper_island.actions.sailing import navigate
from rules.cooper_island.actions.vocabulary import Source, effects, perform, react, under_way
from rules.cooper_island.pieces import Owned
from rules.cooper_island.places import CARD_SLOT, numbered, standing_on
from rules.cooper_island.printed.board import Space
from rules.cooper_island.printed.describe import effects_text
from rules.cooper_island.printed.nodes import (
    ERECT_STATUE,
    EXCAVATE,
    Effects,
    ErectStatue,
    Excavate,
    Navigate,
)
from rules.cooper_island.table import RUIN, STATUE, Table
from rules.flow import Flow, Option, Seat, choose
from rules.pieces import Move
from rules.text import Text


class Slot(NamedTuple):
    """A statue slot, and what it brings to put a statue there."""

    name: str
    brings: Effects


def slots(table: Table, seat: Seat) -> Iterator[Slot]:
    """The open slots of the board, and that of a card."""
    taken = table.rule("large_buildings") - len(table.structures_left(seat, "large"))
    for slot in table.board.slots:
        if slot.covered <= taken:
            yield Slot(str(slot.number), (Navigate(slot.np),) if slot.np else ())
    for card in table.cards(seat):
        if card.statue_slot:
            yield Slot(CARD_SLOT, card.statue_slot)


def statue_in(table: Table, seat: Seat, slot: Slot) -> Owned | None:
    lying = table.places[numbered("slot", seat, slot.name)]
    return cast("Owned", lying[0]) if lying else None


def free_slots(table: Table, seat: Seat) -> list[Slot]:
    return [slot for slot in slots(table, seat) if not statue_in(table, seat, slot)]


def ruins(table: Table, seat: Seat) -> list[Space]:
    """Those on spaces that border on explored land."""
    land, beside = table.player(seat).land, border(table, seat)
    return [space for space, plot in land.items() if plot.stands == RUIN and space in beside]


@effects.means(Excavate)
def excavate(table: Table, seat: Seat, _node: Excavate, _source: Source) -> Flow[None]:
    """A ruin beside explored land becomes a statue in a free slot, which may bring something."""
    space = yield from ask_or_skip(
        table, seat, Text("Excavate which ruin?"), lambda: ruin_menu(table, seat)
    )
    if space is None:
        return
    (ruin,) = table.places[standing_on(seat, space)]
    with under_way(table, seat, f"excavate:{space}"):
        slot = yield from choose(
            seat, Text("Into which statue slot?"), lambda: slot_menu(table, seat, space)
        )
        land = table.player(seat).land
        land[space] = land[space]._replace(stands="")
        table.places.move(ruin, standing_on(seat, space), numbered("slot", seat, slot.name))
        yield from perform(table, seat, slot.brings, Source(Text("Statue slot")))
        yield from react(table, seat, EXCAVATE)


def ruin_menu(table: Table, seat: Seat) -> Iterator[Option[Space]]:
    blocked = None
    if not free_slots(table, seat):
        blocked = Text("{seat} has no free statue slot", seat=seat)
    for space in ruins(table, seat):
        yield Option(f"ruin:{space}", space, Text("Ruin at {space}", space=space), (), blocked)


def slot_menu(table: Table, seat: Seat, space: Space) -> Iterator[Option[Slot]]:
    (ruin,) = table.places[standing_on(seat, space)]
    for slot in free_slots(table, seat):
        text = Text("Slot {name}", name=slot.name)
        if slot.brings:
            text = Text("Slot {name}: {what}", name=slot.name, what=effects_text(slot.brings))
        move = Move(ruin, standing_on(seat, space), numbered("slot", seat, slot.name))
        yield Option(f"slot:{slot.name}", slot, text, (move,))


@effects.blocks(Excavate)
def why_not_excavate(table: Table, seat: Seat, _: Excavate, __: Source) -> Text | None:
    if not ruins(table, seat):
        return Text("{seat} has no ruin beside explored land", seat=seat)
    if not free_slots(table, seat):
        return Text("{seat} has no free statue slot", seat=seat)
    return None


# ------------------------------------------------------------------------------- Erecting


@effects.means(ErectStatue)
def erect_statue(table: Table, seat: Seat, _node: ErectStatue, source: Source) -> Flow[None]:
    """Pay with wood and stone, or with less wood and gold; it stands as structures do."""
    price = yield from ask_or_skip(
        table, seat, Text("Erect a statue for what?"), lambda: price_menu(table, seat, source)
    )
    if price is None:
        return
    because = Text("A statue is erected")
    less = discounts(table, seat, ERECT_STATUE, (source.discount,))
    yield from pay(table, seat, table.board.statue_costs[price], less, because)
    slot = filled(table, seat)[0]
    if len(filled(table, seat)) > 1:
        slot = yield from choose(
            seat, Text("The statue of which slot?"), lambda: filled_menu(table, seat)
        )
    statue = statue_in(table, seat, slot)
    assert statue is not None
    with under_way(table, seat, f"statue:{slot.name}"):
        source_place = numbered("slot", seat, slot.name)
        plot = yield from place_piece(table, seat, statue, source_place, STATUE)
        turn_milestones(table, seat)
        yield from navigate(table, seat, np_there(table, plot, table.rule("statue_np")), because)


def price_menu(table: Table, seat: Seat, source: Source) -> Iterator[Option[str]]:
    less = discounts(table, seat, ERECT_STATUE, (source.discount,))
    reason = why_no_statue(table, seat) or why_no_site(table, seat)
    for key, cost in table.board.statue_costs.items():
        blocked = reason or why_not_pay(table, seat, cost, less)
        yield Option(f"statue:{key}", key, price_text(table, seat, cost, less), (), blocked)


def why_no_statue(table: Table, seat: Seat) -> Text | None:
    return None if filled(table, seat) else Text("{seat} has no statue to erect", seat=seat)


def filled(table: Table, seat: Seat) -> list[Slot]:
    """The slots with a statue, but for one that is being erected."""
    return [
        slot
        for slot in slots(table, seat)
        if statue_in(table, seat, slot)
        and f"statue:{slot.name}" not in table.player(seat).under_way
    ]


def filled_menu(table: Table, seat: Seat) -> Iterator[Option[Slot]]:
    for slot in filled(table, seat):
        yield Option(f"slot:{slot.name}", slot, Text("Slot {name}", name=slot.name))


@effects.blocks(ErectStatue)
def why_not_erect(table: Table, seat: Seat, _: ErectStatue, source: Source) -> Text | None:
    blocked = [option.blocked for option in price_menu(table, seat, source)]
    return blocked[0] if all(blocked) else None
