"""Feeding workers: food for all that were hired, anchors for what is missing."""

from __future__ import annotations

from collections.abc import Iterator

from rules.cooper_island import announced
from rules.cooper_island.actions.asking import ask_or_skip, pause
from rules.cooper_island.actions.payment import discounts, give, pay_resource, tenders
from rules.cooper_island.actions.sailing import navigate, take_anchor
from rules.cooper_island.actions.vocabulary import Source, effects, perform, react, under_way
from rules.cooper_island.printed.describe import effects_text
from rules.cooper_island.printed.names import goods_text
from rules.cooper_island.printed.nodes import FED, FEED, ExtraFeeding, PayFood
from rules.cooper_island.table import Table
from rules.flow import Flow, Option, Seat
from rules.text import Text

FOOD = "food"


def food_needed(table: Table, seat: Seat) -> int:
    """The visible food symbols of the worker board, less what a small building saves."""
    less = sum(discount.n for discount in discounts(table, seat, FEED))
    return max(0, table.board.food_needed(table.hired(seat)) - less)


def feed(table: Table, seat: Seat, bonus: int = 0) -> Flow[None]:
    """Whoever feeds all workers gains the open navigation symbols, and the bonus of a card."""
    because = Text("Workers are fed")
    need = food_needed(table, seat)
    missing = need - table.worth(seat, FOOD)
    if missing <= 0:
        if need:
            yield from pay_resource(table, seat, FOOD, need, because)
        yield from gain_np(table, seat, bonus, because)
        yield from react(table, seat, FED)
        return
    for tender in tenders(table, seat, FOOD):
        give(table, seat, FOOD, tender.value, because)
    announced.hungry(table, seat, missing)
    for left in range(missing, 0, -1):
        with under_way(table, seat, f"anchors:{left}"):
            yield from take_anchor(table, seat)


def gain_np(table: Table, seat: Seat, bonus: int, because: Text) -> Flow[None]:
    symbols = table.board.feeding_np(table.hired(seat))
    yield from navigate_each(table, seat, symbols + bonus, because)


def navigate_each(table: Table, seat: Seat, n: int, because: Text) -> Flow[None]:
    """Points of several symbols or statues in one step: one gain, or one for each."""
    if table.rulings.np_together:
        yield from navigate(table, seat, n, because)
        return
    for left in range(n, 0, -1):
        with under_way(table, seat, f"each:{left}"):
            yield from navigate(table, seat, 1, because)


def feed_in_cleanup(table: Table, seat: Seat) -> Flow[None]:
    yield from pause(
        table,
        seat,
        Text(
            "Feed the workers: {food}",
            food=goods_text(FOOD, food_needed(table, seat)),
        ),
        "feed",
        Text("Feed the workers"),
    )
    yield from feed(table, seat)


@effects.means(ExtraFeeding)
def feed_once_more(table: Table, seat: Seat, node: ExtraFeeding, _source: Source) -> Flow[None]:
    return feed(table, seat, node.np)


@effects.means(PayFood)
def pay_food(table: Table, seat: Seat, node: PayFood, source: Source) -> Flow[None]:
    """More food than is needed, for something more."""

    def menu() -> Iterator[Option[bool]]:
        text = Text(
            "Pay {food}: {what}", food=goods_text(FOOD, node.n), what=effects_text(node.then)
        )
        yield Option("more_food", True, text, (), why_not_pay_food(table, seat, node, source))

    wanted = yield from ask_or_skip(table, seat, source.because, menu)
    if wanted is not None:
        yield from pay_resource(table, seat, FOOD, node.n, source.because)
        yield from perform(table, seat, node.then, source)


@effects.blocks(PayFood)
def why_not_pay_food(table: Table, seat: Seat, node: PayFood, _: Source) -> Text | None:
    lacking = node.n - table.worth(seat, FOOD)
    if lacking <= 0:
        return None
    return Text("{seat} lacks {goods}", seat=seat, goods=goods_text(FOOD, lacking))
