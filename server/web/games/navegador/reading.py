"""What pieces, sectors, buildings and goods of Navegador do, for whoever taps one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rules.game import Chapter
from rules.match import Match
from rules.navegador import names
from rules.navegador.actions import WORKERS_PER_BUILDING, WORKERS_PER_COLONY
from rules.navegador.board import CHURCH, FACTORIES, ROWS, SHIPYARD
from rules.navegador.help import (
    BY_ACTION,
    EXPLORING,
    KINGS,
    MOVING_ON,
    POINTS_BESIDES,
    SAILING_FIRST,
    SELLING,
)
from rules.navegador.market import PRICES, REVENUE
from rules.navegador.names import ACCOUNTS, CATEGORY_NAMES, COLONY_OF, GOOD_NAMES, ROW_NAMES
from rules.navegador.pieces import GOODS, KING, SECTORS, Colony, Privilege
from rules.navegador.scoring import PRIVILEGE_POINTS
from rules.navegador.table import Table
from rules.pieces import Piece
from rules.text import Plural, Text

_ORANGE_SHIP = Text("It marks where its holder got the Navegador card.")


def reads(match: Match[Any], piece: Piece) -> Iterator[Text]:
    """What a piece does, sentence by sentence."""
    table: Table = match.table
    match piece:
        case Colony():
            yield from _colony(table, piece.good, piece.price)
        case Privilege() if piece.category == KING:
            yield KINGS
            yield Text("It scores like any other privilege.")
        case Privilege():
            yield _worth_more(piece.category)
            yield from BY_ACTION["privilege"].rules
        case _:
            yield from _wooden(piece.kind.partition("/")[0], piece.kind)


def _wooden(what: str, kind: str) -> Iterator[Text]:
    if kind == "ship/orange":
        yield _ORANGE_SHIP
        yield from SAILING_FIRST
        return
    match what:
        case "navegador":
            yield from SAILING_FIRST
        case "rondel_marker":
            yield from BY_ACTION["rondel"].rules[:2]
        case "worker":
            yield from _workers()
        case "ship":
            yield from BY_ACTION["sailing"].rules
            yield POINTS_BESIDES


def _colony(table: Table, good: str, price: int | None = None) -> Iterator[Text]:
    if price is not None:
        yield Plural(
            "Costs {price}; needs a ship of yours there and {n} worker.",
            "Costs {price}; needs a ship of yours there and {n} workers.",
            WORKERS_PER_COLONY,
            price=price,
        )
    yield Text(
        "Sells one {good}, now for {price}.",
        good=GOOD_NAMES[good],
        price=PRICES[good][table.prices[GOODS.index(good)]],
    )
    yield _worth(table, "colony")


def _worth(table: Table, category: str) -> Text:
    return Plural(
        "{n} point at the end, +{more} per privilege of its column.",
        "{n} points at the end, +{more} per privilege of its column.",
        table.board.points[category],
        more=PRIVILEGE_POINTS[category],
    )


def _worth_more(category: str) -> Text:
    return Plural(
        "At the end, your {things}: +{n} point each.",
        "At the end, your {things}: +{n} points each.",
        PRIVILEGE_POINTS[category],
        things=CATEGORY_NAMES[category],
    )


def _workers() -> Iterator[Text]:
    yield Text("Workers found colonies and build; a privilege costs a worker.")
    yield from BY_ACTION["buildings"].rules
    yield from BY_ACTION["workers"].rules
    yield POINTS_BESIDES


# ------------------------------------------------------------------------- What is no tile or wood


def topic(match: Match[Any], key: str) -> Chapter | None:
    """A sector, a building, a good, or what the ledger counts."""
    table: Table = match.table
    if key in GOODS:
        return Chapter(GOOD_NAMES[key], (_price(table, key), *SELLING))
    if key in ROWS:
        return Chapter(ROW_NAMES[key], tuple(_building(table, key)))
    rules = tuple(_counted(table, key))
    if rules:
        return Chapter(ACCOUNTS[key], rules)
    return BY_ACTION.get(key, BY_ACTION["market_1"]) if key in SECTORS else None


def _counted(table: Table, what: str) -> Iterator[Text]:
    good = next((good for good, account in COLONY_OF.items() if account == what), None)
    if good:
        yield from _colony(table, good)
        return
    match what:
        case names.ORANGE_FACTORY:
            yield SELLING[-1]
            yield _worth(table, "factory")
        case names.EXPLORERS:
            yield from EXPLORING
            yield _worth(table, "explorer")
        case names.MONEY:
            yield POINTS_BESIDES
        case names.WORKING:
            yield from _workers()
        case names.AT_SEA:
            yield from BY_ACTION["ships"].rules
            yield from BY_ACTION["sailing"].rules
            yield MOVING_ON


def _price(table: Table, good: str) -> Text:
    at = table.prices[GOODS.index(good)]
    return Text(
        "Now: sell {price}, process {revenue}.",
        price=PRICES[good][at],
        revenue=REVENUE[at],
    )


def _building(table: Table, row: str) -> Iterator[Text]:
    """What it takes, what it does and what it is worth."""
    yield Plural(
        "Needs {n} worker and its price.",
        "Needs {n} workers and its price.",
        WORKERS_PER_BUILDING[row],
    )
    if row in FACTORIES:
        good = GOODS[FACTORIES.index(row)]
        yield Text(
            "Processes one {good}, now for {price}.",
            good=GOOD_NAMES[good],
            price=REVENUE[table.prices[GOODS.index(good)]],
        )
    else:
        yield from BY_ACTION[{SHIPYARD: "ships", CHURCH: "workers"}[row]].rules
    yield _worth(table, "factory" if row in FACTORIES else row)


# -------------------------------------------------------------------------------------- The guide

_SIGNS = {
    "set_up": ("explorer", "ship"),
    "rondel": ("rondel", "marker"),
    "sailing": ("ship", "explorer"),
    "workers": ("person", "church"),
    "market_1": GOODS,
    "market_2": GOODS,
    "colony": ("ship", "sugar"),
    "privilege": ("privilege", "coin"),
    "ships": ("ship", "anchor"),
    "buildings": ("factory", "church"),
    "end": ("crown", "coin"),
}


def pictured(match: Match[Any]) -> Sequence[str]:
    """The signs of what is being done."""
    table: Table = match.table
    return _SIGNS[table.action]
