"""Ruins that become statues, and statues that are erected."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, cast

from rules.cooper_island import announced
from rules.cooper_island.actions.asking import ask_or_skip, in_vain
from rules.cooper_island.actions.building import np_there, place_piece, why_no_site
from rules.cooper_island.actions.landscape import border
from rules.cooper_island.actions.milestones import turn_milestones
from rules.cooper_island.actions.payment import (
    discounts,
    pay,
    price_text,
    why_dear,
    why_not_pay,
)
from rules.cooper_island.actions.sailing import navigate
from rules.cooper_island.actions.vocabulary import Source, effects, perform, react, under_way
from rules.cooper_island.pieces import Owned
from rules.cooper_island.places import CARD_SLOT, numbered, standing_on
from rules.cooper_island.printed.board import Space
from rules.cooper_island.printed.describe import effects_text, either
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
def excavate(table: Table, seat: Seat, node: Excavate, source: Source) -> Flow[None]:
    """A ruin beside explored land becomes a statue in a free slot, which may bring something."""
    space = yield from ask_or_skip(
        table,
        seat,
        Text("Excavate which ruin?"),
        lambda: ruin_menu(table, seat),
        lambda: effects.refused(table, seat, (node,), source),
    )
    if space is None:
        return
    (ruin,) = table.places[standing_on(seat, space)]
    with under_way(table, seat, f"excavate:{space}"):
        slot = yield from choose(
            seat,
            Text("Which statue slot?"),
            lambda: slot_menu(table, seat, space),
            refused=lambda: effects.refused(table, seat, (node,), source),
        )
        land = table.player(seat).land
        land[space] = land[space]._replace(stands="")
        table.places.move(ruin, standing_on(seat, space), numbered("slot", seat, slot.name))
        announced.excavated(table, seat, ruin)
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
        text = slot_text(slot.name)
        if slot.brings:
            text = Text("{slot}: {what}", slot=text, what=effects_text(slot.brings))
        move = Move(ruin, standing_on(seat, space), numbered("slot", seat, slot.name))
        record = Text("Excavates the ruin at {space}: {slot}", space=space, slot=text)
        yield Option(f"slot:{slot.name}", slot, text, (move,), record=record)


def slot_text(name: str) -> Text:
    if name == CARD_SLOT:
        return Text("Statue slot (card)")
    return Text("Statue slot {number}", number=name)


def unearthing(table: Table, seat: Seat) -> Iterator[tuple[Space, str, Move]]:
    """What hands do with ruins: the space, the slot, and the move."""
    names = [*(str(slot.number) for slot in table.board.slots)]
    if any(card.statue_slot for card in table.cards(seat)):
        names.append(CARD_SLOT)
    for space, plot in table.player(seat).land.items():
        if plot.stands == RUIN:
            here = standing_on(seat, space)
            (ruin,) = table.places[here]
            for name in names:
                yield space, name, Move(ruin, here, numbered("slot", seat, name))


@effects.refuses(Excavate)
def ruins_in_vain(table: Table, seat: Seat, _: Excavate, __: Source) -> Iterator[Option[Any]]:
    """Ruins out of reach, and slots that are closed or taken."""
    near = ruins(table, seat)
    slots_now = {slot.name: slot for slot in slots(table, seat)}
    for space, name, move in unearthing(table, seat):
        if space not in near:
            yield in_vain(move, Text("{space} does not border explored land", space=space))
        elif name not in slots_now:
            yield in_vain(move, Text("{slot}: under a large building", slot=slot_text(name)))
        elif statue_in(table, seat, slots_now[name]):
            yield in_vain(move, Text("{slot}: taken", slot=slot_text(name)))


@effects.blocks(Excavate)
def why_not_excavate(table: Table, seat: Seat, _: Excavate, __: Source) -> Text | None:
    if not ruins(table, seat):
        return Text("{seat}: no ruin beside explored land", seat=seat)
    if not free_slots(table, seat):
        return Text("{seat} has no free statue slot", seat=seat)
    return None


# ------------------------------------------------------------------------------- Erecting


@effects.means(ErectStatue)
def erect_statue(table: Table, seat: Seat, node: ErectStatue, source: Source) -> Flow[None]:
    """Pay with wood and stone, or with less wood and gold; it stands as structures do."""
    price = yield from ask_or_skip(
        table,
        seat,
        Text("Statue: which price?"),
        lambda: price_menu(table, seat, source),
        lambda: effects.refused(table, seat, (node,), source),
    )
    if price is None:
        return
    because = Text("Statue erected")
    less = discounts(table, seat, ERECT_STATUE, (source.discount,))
    cost = table.board.statue_costs[price]
    yield from pay(table, seat, cost, less, because, lambda: erecting(table, seat))
    slot = filled(table, seat)[0]
    if len(filled(table, seat)) > 1:
        slot = yield from choose(
            seat, Text("Erect which statue?"), lambda: filled_menu(table, seat)
        )
    statue = statue_in(table, seat, slot)
    assert statue is not None
    with under_way(table, seat, f"statue:{slot.name}"):
        source_place = numbered("slot", seat, slot.name)
        plot = yield from place_piece(table, seat, statue, source_place, STATUE)
        np = np_there(table, plot, table.rule("statue_np"))
        announced.statue(table, seat, statue, np)
        turn_milestones(table, seat)
        yield from navigate(table, seat, np, because)


def price_menu(table: Table, seat: Seat, source: Source) -> Iterator[Option[str]]:
    less = discounts(table, seat, ERECT_STATUE, (source.discount,))
    reason = why_no_statue(table, seat) or why_no_site(table, seat)
    for key, cost in table.board.statue_costs.items():
        blocked = reason or why_not_pay(table, seat, cost, less)
        text = price_text(table, seat, cost, less)
        record = Text("Erects a statue for {price}", price=text)
        yield Option(f"statue:{key}", key, text, (), blocked, record=record)


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
        text = slot_text(slot.name)
        record = Text("Erects the statue: {slot}", slot=text)
        yield Option(f"slot:{slot.name}", slot, text, record=record)


def erecting(table: Table, seat: Seat) -> Iterator[Move]:
    """What hands do with statues, wherever they put them."""
    for slot in filled(table, seat):
        statue = statue_in(table, seat, slot)
        for space in table.player(seat).land:
            source, target = numbered("slot", seat, slot.name), standing_on(seat, space)
            yield Move(statue, source, target)


@effects.refuses(ErectStatue)
def statues_in_vain(
    table: Table, seat: Seat, _: ErectStatue, source: Source
) -> Iterator[Option[Any]]:
    """Statues, if none of their prices can be paid."""
    prices = list(price_menu(table, seat, source))
    if all(option.blocked for option in prices):
        each = (why_dear(option.text, option.blocked) for option in prices if option.blocked)
        why = Text("A statue costs: {prices}", prices=either(each))
        for move in erecting(table, seat):
            yield in_vain(move, why)


@effects.blocks(ErectStatue)
def why_not_erect(table: Table, seat: Seat, _: ErectStatue, source: Source) -> Text | None:
    blocked = [option.blocked for option in price_menu(table, seat, source)]
    return blocked[0] if all(blocked) else None
