"""What an option of Navegador would bring, where the option itself does not say so."""

from __future__ import annotations

from typing import Any

from rules.flow import Option, Seat
from rules.match import Match
from rules.navegador.actions import (
    EXTRA_PRICE,
    UNIT_PRICE,
    WORKERS_PER_BUILDING,
    Offer,
    building_menu,
    found_menu,
    privilege_menu,
)
from rules.navegador.board import CHURCH, SHIPYARD
from rules.navegador.market import PRICES, REVENUE, Trade, best_plan
from rules.navegador.names import (
    AT_SEA,
    CATEGORY_NAMES,
    GOOD_NAMES,
    MONEY,
    REGION_NAMES,
)
from rules.navegador.pieces import GOODS, Colony
from rules.navegador.rondel import loses_card
from rules.navegador.sailing import SAILING_RANGE, Voyage, is_double_loss, ships_ready
from rules.navegador.scoring import PRIVILEGE_POINTS, points_each
from rules.navegador.table import LAST_ROW, Table
from rules.text import Plural, Text, listing
from server.web.parts.cards import NO_ASIDE, Aside, Badge

_TWO_AT_ONCE = Text("Two at once")


def aside(match: Match[Any], option: Option[Any]) -> Aside:
    table: Table = match.table
    seat = match.choice.who if match.choice else None
    word, _, rest = option.key.partition(":")
    if seat is None or seat.index < 0 or word == "done":
        return NO_ASIDE
    match word:
        case "sector":
            return Aside(detail=_sector(table, seat, rest), topic=rest)
        case "sail" | "explore":
            return _voyage(table, seat, option.value)
        case "give":
            there = table.fleet(seat)[rest]
            return Aside(detail=Plural("{n} ship is there", "{n} ships are there", there))
        case "sell" | "process":
            return _trade(table, option.value)
        case "trade":
            short = Text("All for {n}", n=option.value.income)
            return Aside(sign="market", short=short)
        case "hire":
            workers = Plural("{n} worker", "{n} workers", option.value.number)
            return _bought(workers, "person", table.workers(seat), option.value)
        case "launch":
            fleet = Plural("{n} ship", "{n} ships", option.value.number)
            return _bought(fleet, "ship", table.has(seat, AT_SEA), option.value)
        case "found":
            return Aside(detail=_colony(table, seat, option.value))
        case "build" if "+" in rest:
            return Aside(_TWO_AT_ONCE, sign="factory", last=True)
        case "build":
            price = next(iter(table.board.prices[rest][table.built(rest) :]), 0)
            detail, badge = _building(table, seat, rest), _costs(table, seat, price)
            return Aside(detail=detail, topic=rest, badge=badge, sign="factory")
        case "take":
            if option.blocked is not None:
                return Aside(detail=_privilege(table, seat, rest), sign="privilege")
            cash = table.slot_cash(seat, rest) * table.items(seat, rest)
            points = PRIVILEGE_POINTS[rest] * table.items(seat, rest)
            short = Plural("{n} point", "{n} points", points)
            return Aside(
                detail=_privilege(table, seat, rest),
                badge=Badge("coin", cash),
                sign="privilege",
                short=Text("{category}: {points}", category=CATEGORY_NAMES[rest], points=short),
            )
    return NO_ASIDE


# ------------------------------------------------------------------------------------- Sectors


def _sector(table: Table, seat: Seat, sector: str) -> Text | None:
    """What could be done there now, and whether it costs the Navegador card."""
    found = [_chance(table, seat, sector)]
    if loses_card(table, seat, sector):
        found.append(Text("the Navegador card goes to {seat}", seat=table.right(seat)))
    return listing(found)


def _chance(table: Table, seat: Seat, sector: str) -> Text:
    phase = table.phase - 1
    match sector:
        case "sailing":
            return Plural(
                "ships cross {n} border", "ships cross up to {n} borders", SAILING_RANGE[phase]
            )
        case "workers":
            return _prices(table.has(seat, CHURCH), EXTRA_PRICE[phase])
        case "ships":
            return _prices(table.has(seat, SHIPYARD), EXTRA_PRICE[phase])
        case "market_1" | "market_2":
            return Plural("up to {n} cruzado", "up to {n} cruzados", best_plan(table, seat).income)
        case "colony":
            ready = sum(1 for o in found_menu(table, seat) if o.blocked is None and o.value)
            if not ready:
                return Text("none now")
            return Plural("a colony in {n} region", "a colony in {n} regions", ready)
        case "privilege":
            allowed = [o.value for o in privilege_menu(table, seat) if not o.blocked and o.value]
            if not allowed:
                return Text("none now")
            cash = max(table.slot_cash(seat, c) * table.items(seat, c) for c in allowed)
            return Plural("up to {n} cruzado", "up to {n} cruzados", cash)
        case _:
            menu = building_menu(table, seat)
            rows = [o.value for o in menu if not o.blocked and isinstance(o.value, str)]
            if not rows:
                return Text("none now")
            return Text("from {n}", n=min(table.board.prices[r][table.built(r)] for r in rows))


def _prices(cheap: int, dear: int) -> Text:
    return Plural(
        "{n} for {cheap}, more for {dear} each",
        "{n} for {cheap} each, more for {dear} each",
        cheap,
        cheap=UNIT_PRICE,
        dear=dear,
    )


# ------------------------------------------------------------------------------------- Actions


def _voyage(table: Table, seat: Seat, voyage: Voyage) -> Aside:
    """Voyages stand together by where they begin, discoveries by where they lead."""
    region = REGION_NAMES[voyage.target]
    if voyage.explore:
        number = table.board.stacks[voyage.target]
        good = GOOD_NAMES[table.board.goods[voyage.target]]
        tiles = Plural("{n} colony: {good}", "{n} colonies: {good}", number, good=good)
        lost = 2 if is_double_loss(table, voyage.target) else 1
        ships = Plural("{n} ship is lost", "{n} ships are lost", lost)
        return Aside(Text("Explore {region}", region=region), listing([ships, tiles]))
    source = voyage.sources[0]
    ready = ships_ready(table, seat)[source]
    group = Plural(
        "From {region}: {n} ship", "From {region}: {n} ships", ready, region=REGION_NAMES[source]
    )
    tiles_there = table.open_tiles(voyage.target)
    if not tiles_there:
        return Aside(group)
    prices = listing(Text("{n}", n=tile.price) for tile in tiles_there)
    return Aside(group, Text("open colonies: {prices}", prices=prices))


def _trade(table: Table, trade: Trade) -> Aside:
    """Goods stand together; what the price will be matters for everybody's next market."""
    at = GOODS.index(trade.good)
    row = table.prices[at]
    each = REVENUE[row] if trade.process else PRICES[trade.good][row]
    short = Text("Process {n}", n=trade.number)
    if not trade.process:
        short = Text("Sell {n}", n=trade.number)
    after = max(0, row - trade.number) if trade.process else min(LAST_ROW, row + trade.number)
    detail = Text(
        "then: sell {price}, process {revenue}",
        price=PRICES[trade.good][after],
        revenue=REVENUE[after],
    )
    return Aside(
        GOOD_NAMES[trade.good],
        detail,
        topic=trade.good,
        badge=Badge("coin", each * trade.number),
        sign=trade.good,
        short=short,
    )


def _bought(what: Text, sign: str, now: int, offer: Offer) -> Aside:
    """So many, and how many there are then."""
    after = Text("{n} afterwards", n=now + offer.real)
    return Aside(detail=after, badge=Badge("coin", -offer.cost), sign=sign, short=what)


def _costs(table: Table, seat: Seat, price: int) -> Badge:
    missing = price - table.has(seat, MONEY)
    return Badge("coin", missing, short=True) if missing > 0 else Badge("coin", -price)


def _colony(table: Table, seat: Seat, tile: Colony) -> Text:
    each = points_each(table, seat, "colony")
    return Plural(
        "{good}, now {price} each; +{n} point at the end",
        "{good}, now {price} each; +{n} points at the end",
        each,
        good=GOOD_NAMES[tile.good],
        price=PRICES[tile.good][table.prices[GOODS.index(tile.good)]],
    )


def _building(table: Table, seat: Seat, row: str) -> Text:
    return Plural(
        "takes {need} of {n} worker",
        "takes {need} of {n} workers",
        table.workers(seat) - table.busy,
        need=WORKERS_PER_BUILDING[row],
    )


def _privilege(table: Table, seat: Seat, category: str) -> Text:
    return Plural(
        "+{n} point for what you have",
        "+{n} points for what you have",
        PRIVILEGE_POINTS[category] * table.items(seat, category),
    )
