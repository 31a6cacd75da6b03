"""Navegador's market: goods of colonies are sold, or goods are processed in factories."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from rules.flow import Flow, Option, Seat, choose
from rules.navegador.board import FACTORIES
from rules.navegador.names import COLONY_OF, GOOD_NAMES, ORANGE_FACTORY
from rules.navegador.pieces import GOODS, edition
from rules.navegador.sailing import DONE
from rules.navegador.table import LAST_ROW, Table, earn
from rules.text import Text, listing

PRICES = {good: tuple(edition().numbers(f"market.{good}")) for good in GOODS}
REVENUE = tuple(edition().numbers("market.factory"))
FACTORY_OF = dict(zip(GOODS, FACTORIES, strict=True))


class Trade(NamedTuple):
    good: str
    number: int
    process: bool


class Plan(NamedTuple):
    """A whole visit to the market, and what it brings."""

    trades: tuple[Trade, ...]
    income: int


def market(table: Table, seat: Seat) -> Flow[None]:
    """For each good the player sells or processes some or all of it, never both. At first it is
    proposed what brings the most.
    """
    while any(option.blocked is None for option in trades(table, seat)):
        proposed = None if table.traded else next(proposals(table, seat), None)
        answer = yield from choose(
            seat,
            Text("Sell, process, or leave"),
            lambda: market_menu(table, seat),
            next_key=proposed.key if proposed else DONE,
        )
        if answer is None:
            break
        for trade in answer.trades if isinstance(answer, Plan) else (answer,):
            if trade.process:
                process(table, seat, trade.good, trade.number)
            else:
                sell(table, seat, trade.good, trade.number)
            table.traded = (*table.traded, trade.good)
    table.traded, table.joker_used = (), False


def market_menu(table: Table, seat: Seat) -> Iterator[Option[Trade | Plan | None]]:
    yield from proposals(table, seat)
    yield from trades(table, seat)
    yield Option(DONE, None, Text("Leave the market"))


def proposals(table: Table, seat: Seat) -> Iterator[Option[Trade | Plan | None]]:
    """All that brings the most with one answer."""
    plan = best_plan(table, seat)
    if plan.trades and not table.asks_all:
        key = "+".join(f"{_verb(trade)}.{trade.good}.{trade.number}" for trade in plan.trades)
        text = Text(
            "{trades}: {income} in all",
            trades=listing(_trade_text(trade) for trade in plan.trades),
            income=plan.income,
        )
        yield Option(f"trade:{key}", plan, text, by_phone=True)


def best_plan(table: Table, seat: Seat) -> Plan:
    """Each good sold or processed so that all together brings the most; one with the joker."""
    spare = jokers(table, seat)
    ways = [list(_ways(table, seat, good)) for good in GOODS if good not in table.traded]
    plans = (
        Plan(tuple(trade for trade, _, _ in way if trade.number), sum(each[1] for each in way))
        for way in product(*ways)
        if sum(joker for _, _, joker in way) <= spare
    )
    return max(plans, key=lambda plan: plan.income)


def _ways(table: Table, seat: Seat, good: str) -> Iterator[tuple[Trade, int, int]]:
    """Selling all, processing all, or processing one more with the joker, and what that brings."""
    row = table.prices[GOODS.index(good)]
    colonies, factories = table.has(seat, COLONY_OF[good]), table.has(seat, FACTORY_OF[good])
    yield Trade(good, colonies, process=False), colonies * PRICES[good][row], 0
    for joker in (0, 1):
        number = factories + joker
        yield Trade(good, number, process=True), number * REVENUE[row], joker


def trades(table: Table, seat: Seat) -> Iterator[Option[Trade | Plan | None]]:
    """One unit for each colony or factory; the orange factory processes any one good."""
    for good in GOODS:
        colonies, own = table.has(seat, COLONY_OF[good]), table.has(seat, FACTORY_OF[good])
        factories = own + jokers(table, seat)
        if good in table.traded:
            blocked = Text("Already traded: {good}", good=GOOD_NAMES[good])
            yield trade_option(table, Trade(good, 1, process=False), blocked)
            yield trade_option(table, Trade(good, 1, process=True), blocked)
            continue
        for number in range(1, colonies + 1):
            yield trade_option(table, Trade(good, number, process=False))
        if not colonies:
            blocked = Text("{seat}: no {good} colony", seat=seat, good=GOOD_NAMES[good])
            yield trade_option(table, Trade(good, 1, process=False), blocked)
        for number in range(1, factories + 1):
            yield trade_option(table, Trade(good, number, process=True))
        if not factories:
            blocked = Text("{seat}: no {good} factory left", seat=seat, good=GOOD_NAMES[good])
            yield trade_option(table, Trade(good, 1, process=True), blocked)


def trade_option(
    table: Table, trade: Trade, blocked: Text | None = None
) -> Option[Trade | Plan | None]:
    good, number, process = trade
    row = table.prices[GOODS.index(good)]
    income = number * (REVENUE[row] if process else PRICES[good][row])
    text = Text("{trade} for {income}", trade=_trade_text(trade), income=income)
    return Option(f"{_verb(trade)}:{good}:{number}", trade, text, (), blocked, by_phone=True)


def _verb(trade: Trade) -> str:
    return "process" if trade.process else "sell"


def _trade_text(trade: Trade) -> Text:
    good = GOOD_NAMES[trade.good]
    if trade.process:
        return Text("Process {n} {good}", n=trade.number, good=good)
    return Text("Sell {n} {good}", n=trade.number, good=good)


def jokers(table: Table, seat: Seat) -> int:
    return 0 if table.joker_used else table.has(seat, ORANGE_FACTORY)


def sell(table: Table, seat: Seat, good: str, number: int) -> None:
    """All at the present price; then the marker falls one cell for each, down to the lowest."""
    at = GOODS.index(good)
    income = number * PRICES[good][table.prices[at]]
    earn(table, seat, income, Text("Sold {n} {good}", n=number, good=GOOD_NAMES[good]))
    set_price(table, at, min(LAST_ROW, table.prices[at] + number))


def process(table: Table, seat: Seat, good: str, number: int) -> None:
    """The factory's earnings beside the marker; then it rises one cell for each, up to the top."""
    at = GOODS.index(good)
    income = number * REVENUE[table.prices[at]]
    earn(table, seat, income, Text("Processed {n} {good}", n=number, good=GOOD_NAMES[good]))
    if number > table.has(seat, FACTORY_OF[good]):
        table.joker_used = True
    set_price(table, at, max(0, table.prices[at] - number))


def set_price(table: Table, at: int, row: int) -> None:
    table.prices = (*table.prices[:at], row, *table.prices[at + 1 :])
