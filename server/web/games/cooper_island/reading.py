"""What pieces and places of Cooper Island do, for whoever taps one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rules.cooper_island import help as told
from rules.cooper_island.actions.landscape import CUBES
from rules.cooper_island.actions.workers import Post, actions_of
from rules.cooper_island.names import ACCOUNTS, IN_MARKET
from rules.cooper_island.pieces import (
    COOPER,
    HARBOURMASTER,
    Boat,
    DoubleTile,
    Islet,
    LargeCard,
    Logbook,
    Owned,
    RoyalCard,
    SingleTile,
    SmallCard,
)
from rules.cooper_island.printed.board import Sector
from rules.cooper_island.printed.describe import discount_text, effects_text, either, slots_text
from rules.cooper_island.printed.names import (
    GOOD_NAMES,
    SECTOR_NAMES,
    TERRAIN_NAMES,
    goods_text,
)
from rules.cooper_island.printed.nodes import COIN, Slots
from rules.cooper_island.table import CLEANUP, INCOME, WORK, Table
from rules.game import Chapter
from rules.match import Match
from rules.pieces import Piece
from rules.text import Plural, Text, listing


def reads(match: Match[Any], piece: Piece) -> Iterator[Text]:
    """What a piece does, sentence by sentence."""
    table: Table = match.table
    match piece:
        case DoubleTile():
            yield told.LAYING
            yield from _land(terrain for side in piece.sides.values() for terrain in side)
        case SingleTile():
            yield told.CHARTING
            yield from _land(piece.terrains)
        case Islet():
            yield Text("When placed or used: {what}.", what=effects_text(piece.does))
            yield told.SHORES
        case Boat():
            yield from _boat(table, piece)
        case Logbook():
            yield Text("You get at once: {what}.", what=effects_text(piece.does))
            yield told.STOPS
        case RoyalCard():
            yield from _royal(table, piece)
        case SmallCard():
            yield Text("Lasting effect for its builder.")
            yield from _structure(table, "small")
        case LargeCard():
            yield Text("Use it any time in your turn, then turn it over.")
            yield told.REFRESHING
            yield from _structure(table, "large")
        case Owned():
            yield from _owned(table, piece)
    if piece is HARBOURMASTER:
        yield Text("First supplier: 1 gold or cloth less.")
        yield Text("Each round it moves to the next ship.")
    elif piece is COOPER:
        yield Text("With Cooper you begin the next round.")


def _land(terrains: Iterable[str]) -> Iterator[Text]:
    for terrain in dict.fromkeys(terrains):
        yield Text(
            "{terrain}: cube of {good}.",
            terrain=TERRAIN_NAMES[terrain],
            good=GOOD_NAMES[CUBES[terrain]],
        )
    yield told.CUBES


def _boat(table: Table, boat: Boat) -> Iterator[Text]:
    yield Text("When built and every income: {what}.", what=effects_text(boat.does))
    if boat.slots:
        yield slots_text(Slots(boat.slots))
    for pier in table.board.piers.values():
        yield Plural(
            "Pier {number}: {cost} for {n} navigation point",
            "Pier {number}: {cost} for {n} navigation points",
            pier.np,
            number=pier.number,
            cost=_cost(pier.cost),
        )


def _royal(table: Table, card: RoyalCard) -> Iterator[Text]:
    printed = table.box.printed
    yield Text("A worker sent here stays; only its owner scores.")
    if card.stages:
        points = printed.numbers("royal_points.stages")
        yield stages_text(card)
        yield Text("Stage points: {points}; best counts.", points=_and(points))
    else:
        yield Text(
            "Scores your best result on an opponent's royal card, less {n}.",
            n=printed.number("royal_points.copy_less"),
        )


def stages_text(card: RoyalCard) -> Text:
    """What a royal card asks for bronze, silver and gold."""
    return Text("Stages: {stages}", stages=_and(card.stages))


def _and(numbers: Iterable[int]) -> Text:
    return listing(Text("{n}", n=n) for n in numbers)


def _structure(table: Table, kind: str) -> Iterator[Text]:
    built = table.board.structures[kind]
    yield Plural(
        "Costs {cost}; brings {n} navigation point.",
        "Costs {cost}; brings {n} navigation points.",
        built.np,
        cost=_cost(built.cost),
    )
    yield told.SITES


def _cost(cost: Mapping[str, int]) -> Text:
    paid = [goods_text(good, n) for good, n in cost.items() if n]
    return listing(paid) if paid else Text("nothing")


# -------------------------------------------------------------------------- Pieces of the players


def _owned(table: Table, piece: Owned) -> Iterator[Text]:
    what = piece.kind.partition("/")[0]
    match what:
        case "worker" | "special":
            yield told.PLACING
            yield told.ON_TOP
            yield told.FEEDING
        case "small_building":
            yield Text("It stands for its card.")
            yield from _structure(table, "small")
        case "large_building":
            yield Text("It stands for its card.")
            yield from _structure(table, "large")
        case "fortress":
            yield told.REFRESHING
            yield from _structure(table, "fortress")
        case "ruin":
            yield from _statue(table)
        case "lid":
            yield from _lid(table)
        case "cartographer":
            yield told.CHARTING
            yield told.ASSETS
        case "ship":
            yield told.SAILING
            yield told.STOPS
            yield Text("Each step scores a point.")
        case "milestone":
            yield _goal(piece.type, table.rule("milestone_needs"))
            yield told.RECRUITING


def _statue(table: Table) -> Iterator[Text]:
    yield Text("Beside explored land: excavate it into a free statue slot.")
    ways = either(_cost(cost) for cost in table.board.statue_costs.values())
    yield Plural(
        "Erecting costs {ways}; brings {n} navigation point.",
        "Erecting costs {ways}; brings {n} navigation points.",
        table.rule("statue_np"),
        ways=ways,
    )
    yield told.SITES
    yield told.STATUES


def _lid(table: Table) -> Iterator[Text]:
    for ship in table.board.cargo.values():
        yield Plural(
            "Cargo ship {number}: {cost} for {n} navigation point",
            "Cargo ship {number}: {cost} for {n} navigation points",
            ship.np,
            number=ship.number,
            cost=_cost(ship.cost),
        )
    ways = either(effects_text(does) for does in table.board.crates.values())
    yield Text("Supply one and take its lid, for a crate: {ways}.", ways=ways)


def _goal(goal: str, n: int) -> Text:
    match goal:
        case "boats":
            return Plural("Needs {n} supply boat.", "Needs {n} supply boats.", n)
        case "structures":
            return Plural("Needs {n} structure.", "Needs {n} structures.", n)
        case "statues":
            return Plural(
                "Needs {n} statue on the peninsula.",
                "Needs {n} statues on the peninsula.",
                n,
            )
    return Plural("Needs {n} crate lid.", "Needs {n} crate lids.", n)


# --------------------------------------------------------------------------- What is no piece


def topic(match: Match[Any], key: str) -> Chapter | None:
    """An action sector, a good, or what the ledger counts."""
    table: Table = match.table
    if key in table.board.sectors:
        return Chapter(SECTOR_NAMES[key], tuple(_sector(table.board.sectors[key])))
    rules = tuple(_counted(key))
    return Chapter(_NAMES[key], rules) if rules else None


_NAMES = {**ACCOUNTS, "anchors": Text("Anchors"), "market": Text("Market")}


def _sector(sector: Sector) -> Iterator[Text]:
    yield Text("Each worker here: {what}.", what=effects_text(sector.does))
    for special in (False, True):
        first = effects_text(actions_of(Post(sector, special), alone=True))
        if special and sector.square_discount:
            first = listing((first, discount_text(sector.square_discount)))
        if special:
            yield Text("Square space, first: {what}.", what=first)
        else:
            yield Text("Round space, first: {what}.", what=first)
    yield told.ON_TOP


def _counted(what: str) -> Iterator[Text]:
    if what == "anchors":
        yield told.SAILING
        yield told.FEEDING
        yield Text("Each anchor left costs a point.")
    elif what == "market" or what in IN_MARKET.values():
        yield Text("Store market goods to spend them. Cleanup removes them.")
        yield told.STORING
    elif what in GOOD_NAMES:
        for terrain, cube in CUBES.items():
            if cube == what:
                yield Text(
                    "{terrain}: cube of {good}.",
                    terrain=TERRAIN_NAMES[terrain],
                    good=GOOD_NAMES[what],
                )
        if what != COIN:
            yield told.STORING
        yield told.TRADES
        yield told.ASSETS
    elif what in ("steps", "points"):
        yield told.SAILING
        yield told.STOPS
        yield Text("Each step scores a point.")


# -------------------------------------------------------------------------------------- The guide

_SIGNS = {
    INCOME: ("hexes", "ship"),
    WORK: ("person", "ship"),
    CLEANUP: ("bread", "anchor"),
}


def pictured(match: Match[Any]) -> Sequence[str]:
    """The signs of the phase."""
    table: Table = match.table
    return _SIGNS.get(table.phase if table.active else "", ("hexes", "explorer"))
