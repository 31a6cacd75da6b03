"""How actions are paid: discounts first, then coins and cubes, all in one go."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement
from typing import Any

from rules.cooper_island.actions.asking import in_vain
from rules.cooper_island.actions.goods import remove_cube
from rules.cooper_island.printed.board import Space
from rules.cooper_island.printed.names import GOOD_NAMES, TERRAIN_NAMES, goods_text
from rules.cooper_island.printed.nodes import BUILD_STRUCTURE, COIN, GOODS, RESOURCES, Discount
from rules.cooper_island.table import Table
from rules.flow import Flow, Option, Seat, choose
from rules.paying import Tender, pay_with
from rules.pieces import Move
from rules.text import Plural, Text, listing

Cost = Mapping[str, int]
IN_STORE = ""
"""What is given out of the warehouse; other cubes are named by their space."""


def discounts(
    table: Table, seat: Seat, action: str, more: Sequence[Discount | None] = (), what: str = ""
) -> list[Discount]:
    """What makes an action cheaper: the space of the worker, and small buildings."""
    found = [discount for discount in more if discount]
    for card in table.cards(seat):
        if card.discount and action in card.discount.actions:
            fortress = action == BUILD_STRUCTURE and what == "fortress"
            if not fortress or table.rulings.wood_for_fortress:
                found.append(card.discount)
    return found


def prices(cost: Cost, less: Sequence[Discount]) -> list[Cost]:
    """What is left to pay, in every way in which the discounts can be split."""
    found = [{good: n for good, n in cost.items() if n}]
    for discount in less:
        found = [price for before in found for price in _less(before, discount)]
    unique = {tuple(sorted(price.items())): price for price in found}
    return list(unique.values())


def _less(cost: Cost, discount: Discount) -> Iterator[dict[str, int]]:
    """As much as there is to take off, in any mix."""
    on = [good for good in GOODS if good in discount.on and cost.get(good)]
    n = min(discount.n, sum(cost[good] for good in on))
    for taken in combinations_with_replacement(on, n):
        if all(taken.count(good) <= cost[good] for good in on):
            left = {good: cost[good] - taken.count(good) for good in cost}
            yield {good: amount for good, amount in left.items() if amount}


def missing(table: Table, seat: Seat, price: Cost) -> dict[str, int]:
    worth = table.worths(seat)
    short = {good: n - worth[good] for good, n in price.items()}
    return {good: n for good, n in short.items() if n > 0}


def why_not_pay(table: Table, seat: Seat, cost: Cost, less: Sequence[Discount]) -> Text | None:
    """What a player lacks, where it is the least; None if the cost can be paid."""
    lacks = [missing(table, seat, price) for price in prices(cost, less)]
    least = min(lacks, key=lambda lack: sum(lack.values()))
    if not least:
        return None
    return Text("{seat} lacks {goods}", seat=seat, goods=cost_text(least))


def price_text(table: Table, seat: Seat, cost: Cost, less: Sequence[Discount]) -> Text:
    """What is really to be paid, where that is certain; else the printed cost."""
    payable = [price for price in prices(cost, less) if not missing(table, seat, price)]
    return cost_text(payable[0] if len(payable) == 1 else cost)


def why_dear(price: Text, why: Text) -> Text:
    """What it costs, and why it cannot be done for that."""
    return Text("{what}. {why}", what=price, why=why)


def cost_text(cost: Cost) -> Text:
    return listing(goods_text(good, cost[good]) for good in GOODS if cost.get(good))


def first_paid(hands: Iterator[Move]) -> Iterator[Option[Any]]:
    """What hands could do before it is said how it is paid."""
    why = Text("First pay on a phone")
    return (in_vain(move, why) for move in hands)


def pay(
    table: Table,
    seat: Seat,
    cost: Cost,
    less: Sequence[Discount],
    because: Text,
    hands: Callable[[], Iterator[Move]],
) -> Flow[None]:
    """Ask how a discount is split, if that matters, then with what each good is paid.

    `hands` is what they do as soon as it is paid.
    """
    payable = [price for price in prices(cost, less) if not missing(table, seat, price)]
    price = payable[0]
    if len(payable) > 1:
        price = yield from choose(
            seat,
            Text("Which discounted price?"),
            lambda: [
                Option(_price_key(each), each, cost_text(each), by_phone=True) for each in payable
            ],
            refused=lambda: first_paid(hands()),
        )
    table.ledger.gain(seat, COIN, -price.get(COIN, 0), because)
    for good in RESOURCES:
        if price.get(good):
            yield from pay_resource(table, seat, good, price[good], because, hands)


def _price_key(price: Cost) -> str:
    return (
        f"price:{','.join(f'{good}{price[good]}' for good in GOODS if price.get(good)) or 'none'}"
    )


def pay_resource(
    table: Table,
    seat: Seat,
    good: str,
    due: int,
    because: Text,
    hands: Callable[[], Iterator[Move]] = lambda: iter(()),
) -> Flow[None]:
    """Cubes of the warehouse count for one, those on land for the level of their space; what is
    too much is lost.
    """
    given = yield from pay_with(
        seat,
        Plural(
            "Pay {n} of {good} with what?",
            "Pay {n} of {good} with what?",
            due,
            good=GOOD_NAMES[good],
        ),
        due,
        lambda: tenders(table, seat, good),
        f"pay_{good}",
        lambda: first_paid(hands()),
    )
    for space in given:
        give(table, seat, good, space, because)


def tenders(table: Table, seat: Seat, good: str) -> list[Tender[Space]]:
    stored = in_store_text(good)
    found = [Tender(f"store.{n}", IN_STORE, 1, stored) for n in range(1, table.has(seat, good) + 1)]
    for space, plot in table.player(seat).plots(good):
        text = on_land_text(good, space, plot.level, plot.terrain)
        found.append(Tender(space, space, plot.level, text))
    return found


def in_store_text(good: str) -> Text:
    return Text("{good} (warehouse)", good=goods_text(good, 1))


def on_land_text(good: str, space: Space, level: int, terrain: str) -> Text:
    return Text(
        "{good} at {space} ({terrain}, level {level})",
        good=GOOD_NAMES[good],
        space=space,
        terrain=TERRAIN_NAMES[terrain],
        level=level,
    )


def give(table: Table, seat: Seat, good: str, space: Space, because: Text) -> None:
    """One good leaves the warehouse or the land."""
    if space == IN_STORE:
        table.ledger.gain(seat, good, -1, because)
    else:
        remove_cube(table, seat, space)


def single_goods(table: Table, seat: Seat) -> Iterator[tuple[str, Space, Text]]:
    """Every one good that could be given: of the warehouse by its kind, on land by its space."""
    for good in GOODS:
        if table.has(seat, good):
            yield good, IN_STORE, in_store_text(good)
    for space, plot in table.player(seat).land.items():
        if plot.cube:
            yield plot.cube, space, on_land_text(plot.cube, space, plot.level, plot.terrain)
