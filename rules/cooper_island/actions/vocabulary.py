"""The words of tiles and cards as actions: several in any order, one of several, and again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from rules.cooper_island.actions.asking import ask_or_skip
from rules.cooper_island.actions.warehouse import fits
from rules.cooper_island.printed.describe import effect_text, effects_text
from rules.cooper_island.printed.nodes import (
    WAREHOUSE,
    Advance,
    Discount,
    Draw,
    Effect,
    Effects,
    Gain,
    GainChoice,
    OneOf,
    TakeCooper,
    UpTo,
)
from rules.cooper_island.table import Table
from rules.effects import Vocabulary
from rules.flow import Flow, Option, Seat
from rules.text import Text, listing


@dataclass(frozen=True, slots=True)
class Source:
    """Where effects come from."""

    because: Text
    optional: bool = False
    """Whether what they bring may be declined: islets, boats and logbook tiles."""
    discount: Discount | None = None
    """What the space of the worker takes off a price."""
    ship: str = ""
    """The ship that is sailing."""


effects: Vocabulary[Table, Source] = Vocabulary(lambda _: False)


@contextmanager
def under_way(table: Table, seat: Seat, what: str) -> Iterator[None]:
    """Two tables are not the same if something else has been begun at them."""
    player = table.player(seat)
    player.under_way = (*player.under_way, what)
    try:
        yield
    finally:
        player.under_way = player.under_way[:-1]


def perform(table: Table, seat: Seat, does: Effects, source: Source) -> Flow[None]:
    """All of these in the order that the player wants; each may be left out.

    What brings something whatever comes first is done without asking.
    """
    left = list(does)
    while left:
        node = next((node for node in left if _at_once(table, seat, node, source)), None)
        wanted: Effect | Chosen = node or left[0]
        if node is None and len(left) > 1:
            with under_way(table, seat, f"left:{left}"):
                answer = yield from _which(table, seat, left, source)
            if isinstance(answer, tuple):
                for each in answer:
                    yield from carry_out(table, seat, each, source)
            if answer is None or isinstance(answer, tuple):
                return
            wanted = answer
        left.remove(wanted.of if isinstance(wanted, Chosen) else wanted)
        with under_way(table, seat, f"then:{left}"):
            yield from carry_out(table, seat, wanted, source)


@dataclass(frozen=True, slots=True)
class Chosen:
    """An effect that brings a good, with the one that is chosen."""

    of: Effect
    gain: Gain


def chosen(table: Table, seat: Seat, node: Effect, source: Source) -> Iterator[Chosen]:
    """What could be chosen of one effect, so that it need not be asked afterwards."""
    gains = [node] if isinstance(node, Gain) else []
    if isinstance(node, GainChoice) and node.n == 1:
        gains = [Gain(good, 1, node.to) for good in node.goods]
    for gain in gains:
        if effects.why_not(table, seat, (gain,), source) is None:
            yield Chosen(node, gain)


def all_together(
    table: Table, seat: Seat, left: list[Effect], source: Source
) -> Iterator[tuple[Chosen, ...]]:
    """Where all that is left brings goods: every choice of them that finds room."""
    for goods in product(*(list(chosen(table, seat, node, source)) for node in left)):
        stored = [each.gain for each in goods if each.gain.to == WAREHOUSE]
        if fits(table, seat, Counter({gain.good: gain.n for gain in stored})):
            yield goods


def carry_out(table: Table, seat: Seat, wanted: Effect | Chosen, source: Source) -> Flow[None]:
    """Whoever has chosen what an effect brings does not decline it."""
    if isinstance(wanted, Chosen):
        return effects.perform(table, seat, (wanted.gain,), replace(source, optional=False))
    return effects.perform(table, seat, (wanted,), source)


def _at_once(table: Table, seat: Seat, node: Effect, source: Source) -> bool:
    """Whether it makes no difference that this comes before all others."""
    match node:
        case Draw() | TakeCooper():
            return True
        case Advance(n):
            return table.player(seat).cartographer + n <= table.rule("cartographer_most")
        case Gain(_, _, to, _):
            return to == "market" and not source.optional
    return False


def _which(table: Table, seat: Seat, left: list[Effect], source: Source) -> Flow[Any]:
    """Which of several actions comes next; None if the rest is left out."""

    def menu() -> Iterator[Option[Effect | Chosen | tuple[Chosen, ...]]]:
        for goods in all_together(table, seat, left, source):
            key = f"do:all.{'.'.join(each.gain.good for each in goods)}"
            text = _capital(listing(effect_text(each.gain) for each in goods))
            yield Option(key, goods, text, by_phone=True)
        for number, node in enumerate(left, 1):
            for each in chosen(table, seat, node, source):
                text = _capital(effect_text(each.gain))
                yield Option(f"do:{number}.{each.gain.good}", each, text, by_phone=True)
            blocked = effects.why_not(table, seat, (node,), source)
            yield Option(f"do:{number}", node, _capital(effect_text(node)), (), blocked)

    return ask_or_skip(
        table,
        seat,
        Text("What comes next?"),
        menu,
        lambda: effects.refused(table, seat, left, source),
    )


def _capital(text: Text) -> Text:
    return Text("Now: {what}", what=text)


@effects.means(OneOf)
def do_one_of(table: Table, seat: Seat, node: OneOf, source: Source) -> Flow[None]:
    with under_way(table, seat, f"one:{node.ways}"):
        way = yield from _one_way(table, seat, node, source)
    if way is not None:
        yield from perform(table, seat, way, source)


@effects.blocks(OneOf)
def why_not_one_of(table: Table, seat: Seat, node: OneOf, source: Source) -> Text | None:
    reasons = [effects.why_not(table, seat, way, source) for way in node.ways]
    return reasons[0] if all(reasons) else None


@effects.refuses(OneOf)
def one_of_in_vain(table: Table, seat: Seat, node: OneOf, source: Source) -> Iterator[Option[Any]]:
    for way in node.ways:
        yield from effects.refused(table, seat, way, source)


@effects.means(UpTo)
def do_up_to(table: Table, seat: Seat, node: UpTo, source: Source) -> Flow[None]:
    """The same thing again, as long as the player wants to."""
    effect = node.effect
    for time in range(node.times):
        with under_way(table, seat, f"again:{node.times - time}:{effect}"):
            if isinstance(effect, OneOf):
                way = yield from _one_way(table, seat, effect, source)
                if way is None:
                    return
                if not table.rulings.g_may_differ:
                    effect = OneOf((way,))
                yield from perform(table, seat, way, source)
            else:
                yield from effects.perform(table, seat, (effect,), source)


def _one_way(table: Table, seat: Seat, node: OneOf, source: Source) -> Flow[Any]:
    def menu() -> Iterator[Option[Effects]]:
        for number, way in enumerate(node.ways, 1):
            blocked = effects.why_not(table, seat, way, source)
            yield Option(f"option:{number}", way, _capital(effects_text(way)), (), blocked)

    return ask_or_skip(
        table,
        seat,
        Text("{source}: choose one", source=source.because),
        menu,
        lambda: effects.refused(table, seat, (node,), source),
    )


@effects.blocks(UpTo)
def why_not_again(table: Table, seat: Seat, node: UpTo, source: Source) -> Text | None:
    return effects.why_not(table, seat, (node.effect,), source)


@effects.refuses(UpTo)
def again_in_vain(table: Table, seat: Seat, node: UpTo, source: Source) -> Iterator[Option[Any]]:
    return effects.refused(table, seat, (node.effect,), source)


def react(table: Table, seat: Seat, event: str) -> Flow[None]:
    """What the small buildings of a player add to something that has just been done."""
    for card in table.cards(seat):
        if card.event == event:
            yield from perform(table, seat, card.does, Source(card.name))
