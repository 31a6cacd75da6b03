"""Navegador's market: goods of colonies are sold, or goods are processed in factories."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules.flow import Flow, Option, Seat, choose
from rules.navegador.board import FACTORIES
from rules.navegador.names import COLONY_OF, GOOD_NAMES, ORANGE_FACTORY
from rules.navegador.pieces import GOODS, edition
from rules.navegador.sailing import DONE
from rules.navegador.table import LAST_ROW, Table, earn
from rules.text import Text

PRICES = {good: tuple(edition().numbers(f"market.{good}")) for good in GOODS}
REVENUE = tuple(edition().numbers("market.factory"))
FACTORY_OF = dict(zip(GOODS, FACTORIES, strict=True))


class Trade(NamedTuple):
    good: str
    number: int
    process: bool


def market(table: Table, seat: Seat) -> Flow[None]:
    """For each good the player sells or processes some or all of it, never both."""
    while any(option.blocked is None for option in trades(table, seat)):
        trade = yield from choose(
            seat,
            Text("Sell or process goods, or leave the market"),
            lambda: market_menu(table, seat),
            next_key=DONE,
        )
        if trade is None:
            break
        if trade.process:
            process(table, seat, trade.good, trade.number)
        else:
            sell(table, seat, trade.good, trade.number)
        table.traded = (*table.traded, trade.good)
    table.traded, table.joker_used = (), False


def market_menu(table: Table, seat: Seat) -> Iterator[Option[Trade | None]]:
    yield from trades(table, seat)
    yield Option(DONE, None, Text("Leave the market"))


def trades(table: Table, seat: Seat) -> Iterator[Option[Trade | None]]:
    """One unit for each colony or factory; the orange factory processes any one good."""
    for good in GOODS:
        colonies, own = table.has(seat, COLONY_OF[good]), table.has(seat, FACTORY_OF[good])
        factories = own + jokers(table, seat)
        if good in table.traded:
            blocked = Text("{good} was traded in this turn", good=GOOD_NAMES[good])
            yield trade_option(table, Trade(good, 1, process=False), blocked)
            yield trade_option(table, Trade(good, 1, process=True), blocked)
            continue
        for number in range(1, colonies + 1):
            yield trade_option(table, Trade(good, number, process=False))
        if not colonies:
            blocked = Text("{seat} has no colony with {good}", seat=seat, good=GOOD_NAMES[good])
            yield trade_option(table, Trade(good, 1, process=False), blocked)
        for number in range(1, factories + 1):
            yield trade_option(table, Trade(good, number, process=True))
        if not factories:
            blocked = Text(
                "{seat} has no factory for {good} left", seat=seat, good=GOOD_NAMES[good]
            )
            yield trade_option(table, Trade(good, 1, process=True), blocked)


def trade_option(table: Table, trade: Trade, blocked: Text | None = None) -> Option[Trade | None]:
    good, number, process = trade
    row = table.prices[GOODS.index(good)]
    income = number * (REVENUE[row] if process else PRICES[good][row])
    if process:
        key = f"process:{good}:{number}"
        text = Text(
            "Process {n} {good} for {income}", n=number, good=GOOD_NAMES[good], income=income
        )
    else:
        key = f"sell:{good}:{number}"
        text = Text("Sell {n} {good} for {income}", n=number, good=GOOD_NAMES[good], income=income)
    return Option(key, trade, text, (), blocked, by_phone=True)


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
