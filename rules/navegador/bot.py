"""A player who knows Navegador but does not think long: weighs what an answer brings right now.

For a sector also counts what could be done from there in the next turn. The last building and
Nagasaki end the match, so they are left to whoever is ahead.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from rules.flow import Choice, Option
from rules.navegador.actions import (
    VIRTUAL_PRICE,
    WORKERS_PER_BUILDING,
    WORKERS_PER_COLONY,
    Offer,
    hire_menu,
    launch_menu,
    privilege_menu,
)
from rules.navegador.board import ROWS
from rules.navegador.market import Plan, Trade, trades
from rules.navegador.names import AT_SEA
from rules.navegador.outlook import Outlook, buildings_left, outlook
from rules.navegador.pieces import GOODS, NAGASAKI, SECTORS, Colony
from rules.navegador.rondel import FREE_STEPS, loses_card, ships_for
from rules.navegador.sailing import Voyage, is_double_loss, sailing_menu, ships_needed
from rules.navegador.scoring import PRIVILEGE_POINTS
from rules.navegador.table import Table
from rules.pieces import Piece

_NEXT_TURN = 0.6
"""How much of what the next turn could bring counts for this one."""
_SOONER = 1e-6
_BONUS = 80
"""What exploring usually pays."""


def sensible(
    table: Table, choice: Choice[Any], options: Sequence[Option[Any]], _hand: Sequence[Piece]
) -> Option[Any]:
    """The answer that seems to bring the most; the first one if several do."""
    view = outlook(table, choice.who)
    if any(option.key.startswith("sector:") for option in options):
        worths = _sectors(view)
        return max(options, key=lambda option: _turn_worth(view, option, worths))
    return max(options, key=lambda option: _worth(view, option))


def _worth(view: Outlook, option: Option[Any]) -> float:
    verb, _, rest = option.key.partition(":")
    if verb == "give":
        return -view.region(rest)
    if verb == "king":
        return float(PRIVILEGE_POINTS[rest] * view.table.items(view.seat, rest))
    return 0.0 if verb == "done" else _gain(view, option)


# ---------------------------------------------------------------------------------- The rondel


def _turn_worth(view: Outlook, option: Option[Any], worths: dict[str, float]) -> float:
    verb, _, sector = option.key.partition(":")
    if verb == "sector":
        here = view.table.sector(view.seat)
        cost = 0 if here is None else ships_for(here, SECTORS.index(sector))
        return worths[sector] - view.ships(cost)
    # The Navegador card is worth a sector if ships can explore, and before it is lost.
    sail = _best(view, sailing_menu(view.table, view.seat))
    return 99.0 if sail > 2 or _card_is_lost_soon(view) else -99.0


def _sectors(view: Outlook) -> dict[str, float]:
    """What each sector brings, and what it leads to: three sectors further on are free."""
    table, seat = view.table, view.seat
    money, income = table.money(seat), _income(view)
    now = {sector: _action_worth(view, sector, money, income) for sector in SECTORS}
    richer = {s: _action_worth(view, s, money + income, income) for s in ("colony", "buildings")}
    if view.turns < 1:
        return now
    worths = {}
    for number, sector in enumerate(SECTORS):
        then = {**now, **richer} if sector.startswith("market") else now
        ahead = (SECTORS[(number + n) % len(SECTORS)] for n in range(1, FREE_STEPS + 1))
        worths[sector] = now[sector] + _NEXT_TURN * max(then[other] for other in ahead)
    return worths


def _action_worth(view: Outlook, sector: str, money: int, income: int) -> float:
    """What the best answers in a sector bring together; several can be given in most."""
    table, seat = view.table, view.seat
    match sector:
        case "sailing":
            menu = (o for o in sailing_menu(table, seat) if o.value and not o.value.in_line)
            gains = sorted(_gains(view, menu), reverse=True)
            return sum(gains[:1]) + 0.4 * sum(gain for gain in gains[1:3] if gain > 0)
        case "workers":
            return _best(view, hire_menu(table, seat))
        case "ships":
            return _best(view, launch_menu(table, seat))
        case "privilege":
            return _best(view, privilege_menu(table, seat))
        case "colony":
            return _colonies(view, money)
        case "buildings":
            return _buildings(view, money)
    return income * view.coin


def _gains(view: Outlook, menu: Iterable[Option[Any]]) -> list[float]:
    return [_gain(view, option) for option in menu if option.value and not option.blocked]


def _best(view: Outlook, menu: Iterable[Option[Any]]) -> float:
    return max(_gains(view, menu), default=0.0)


def _income(view: Outlook) -> int:
    """The cruzados that a visit to the market brings."""
    best = dict.fromkeys(GOODS, 0)
    for option in trades(view.table, view.seat):
        if isinstance(option.value, Trade) and not option.blocked:
            best[option.value.good] = max(best[option.value.good], _proceeds(option))
    return sum(best.values())


def _colonies(view: Outlook, money: int) -> float:
    """The best ones that ships, workers and so much money are there for."""
    table, idle, total = view.table, view.table.workers(view.seat), 0.0
    fleet = table.fleet(view.seat)
    prices = [tile.price for region in fleet for tile in table.open_tiles(region)[: fleet[region]]]
    for price in sorted(prices):
        gain = view.colony(price)
        if gain > 0 and price <= money and idle >= WORKERS_PER_COLONY:
            total, money, idle = total + gain, money - price, idle - WORKERS_PER_COLONY
    return total


def _buildings(view: Outlook, money: int) -> float:
    """The best ones one after another; with the last of all, what the end is worth."""
    table, idle, total = view.table, view.table.workers(view.seat), 0.0
    built = {row: table.built(row) for row in ROWS if table.built(row) < table.sites(row)}
    while built:
        prices = {row: table.board.prices[row][built[row]] for row in built}
        able = [row for row in built if prices[row] <= money and WORKERS_PER_BUILDING[row] <= idle]
        gains = {row: view.building(row, prices[row]) for row in able}
        best = max(able, key=lambda row: gains[row], default=None)
        if best is None or gains[best] <= 0:
            return total
        total, money, idle = (
            total + gains[best],
            money - prices[best],
            idle - WORKERS_PER_BUILDING[best],
        )
        built[best] += 1
        if built[best] == table.sites(best):
            del built[best]
    return total + view.ending()


def _card_is_lost_soon(view: Outlook) -> bool:
    table, here = view.table, view.table.sector(view.seat)
    last = None if here is None else SECTORS[(here + FREE_STEPS) % len(SECTORS)]
    return last is not None and loses_card(table, view.seat, last)


# ------------------------------------------------------------------------- What an answer brings


def _gain(view: Outlook, option: Option[Any]) -> float:
    verb, _, rest = option.key.partition(":")
    match option.value:
        case Trade() | Plan():
            return _proceeds(option) * view.coin
        case Offer() as offer:
            return _offer(view, offer, verb)
        case Voyage() as voyage:
            return _voyage(view, voyage)
        case Colony() as tile:
            return view.colony(tile.price)
    if verb == "build":
        return _built(view, rest.split("+"))
    return view.privilege(rest) if verb == "take" else 0.0


def _built(view: Outlook, rows: Sequence[str]) -> float:
    """One building, or two of them."""
    table, built, gains = view.table, Counter[str](), list[float]()
    for row in rows:
        price = table.board.prices[row][table.built(row) + built[row]]
        built[row] += 1
        last = view.ending() if buildings_left(table) == built.total() else 0.0
        gains.append(view.building(row, price) + last)
    return _in_one_go(sorted(gains, reverse=True))


def _in_one_go(gains: Sequence[float]) -> float:
    """What can be done one after another is worth its first part, so that nothing else comes to be
    liked more or less; but with one answer it is done sooner.
    """
    first, *more = gains
    return -1.0 if more and min(gains) <= 0 else first + _SOONER * sum(more)


def _proceeds(option: Option[Any]) -> int:
    return int(option.text.values["income"])  # type: ignore[call-overload,no-any-return]


def _offer(view: Outlook, offer: Offer, verb: str) -> float:
    table, seat = view.table, view.seat
    have, each = (
        (table.workers(seat), view.worker)
        if verb == "hire"
        else (table.has(seat, AT_SEA), view.ship)
    )
    worth = sum(each(have + number) for number in range(offer.real))
    return worth + (offer.virtual * VIRTUAL_PRICE - offer.cost) * view.coin


def _voyage(view: Outlook, voyage: Voyage) -> float:
    table = view.table
    if not voyage.explore:
        here, number = view.region(voyage.sources[0]), len(voyage.sources)
        coming = (view.region(voyage.target, coming=n) for n in range(1, number + 1))
        return _in_one_go([there - here - 0.1 for there in coming])
    lost = view.ships(2 if is_double_loss(table, voyage.target) else 1)
    spare = len(voyage.sources) - ships_needed(table, voyage.target)
    end = view.ending() if voyage.target == NAGASAKI else 0.0
    return view.item("explorer") + _BONUS * view.coin - lost - 0.2 * spare + end
