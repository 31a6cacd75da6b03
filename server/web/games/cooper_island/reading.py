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
            yield Text(
                "When it is placed, and whenever it is used: {what}.", what=effects_text(piece.does)
            )
            yield told.SHORES
        case Boat():
            yield from _boat(table, piece)
        case Logbook():
            yield Text("Whoever takes it gets at once: {what}.", what=effects_text(piece.does))
            yield told.STOPS
        case RoyalCard():
            yield from _royal(table, piece)
        case SmallCard():
            yield Text("It holds for good, for whoever has built it.")
            yield from _structure(table, "small")
        case LargeCard():
            yield Text(
                "Its action is done once, at any moment of your turn; then it is turned over."
            )
            yield told.REFRESHING
            yield from _structure(table, "large")
        case Owned():
            yield from _owned(table, piece)
    if piece is HARBOURMASTER:
        yield Text("Whoever supplies this cargo ship first pays one gold or cloth less.")
        yield Text("After each round the harbourmaster goes on to the next cargo ship.")
    elif piece is COOPER:
        yield Text("Whoever has Cooper begins the next round.")


def _land(terrains: Iterable[str]) -> Iterator[Text]:
    for terrain in dict.fromkeys(terrains):
        yield Text(
            "{terrain}: the cube on it is {good}.",
            terrain=TERRAIN_NAMES[terrain],
            good=GOOD_NAMES[CUBES[terrain]],
        )
    yield told.CUBES


def _boat(table: Table, boat: Boat) -> Iterator[Text]:
    yield Text("When it is built, and in every income phase: {what}.", what=effects_text(boat.does))
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
    yield Text("The worker who is sent here stays; only who has one here scores it.")
    if card.stages:
        points = printed.numbers("royal_points.stages")
        yield stages_text(card)
        yield Text(
            "Points for the stages: {points}; only the best one counts.", points=_and(points)
        )
    else:
        yield Text(
            "It counts what you have reached of a royal card with a worker of another player: that"
            " which brings you most, less {n}.",
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
        "Building it costs {cost} and brings {n} navigation point.",
        "Building it costs {cost} and brings {n} navigation points.",
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
            yield Text("It stands for the card that you take with it.")
            yield from _structure(table, "small")
        case "large_building":
            yield Text("It stands for the card that you take with it.")
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
            yield Text("Each step is a point in the end.")
        case "milestone":
            yield _goal(piece.type, table.rule("milestone_needs"))
            yield told.RECRUITING


def _statue(table: Table) -> Iterator[Text]:
    yield Text("A ruin beside explored land is excavated, and lies as a statue in a free slot.")
    ways = either(_cost(cost) for cost in table.board.statue_costs.values())
    yield Plural(
        "Erecting a statue costs one of these and brings {n} navigation point: {ways}.",
        "Erecting a statue costs one of these and brings {n} navigation points: {ways}.",
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
    yield Text(
        "Whoever supplies one takes the lid, and may use a crate with it: {ways}.", ways=ways
    )


def _goal(goal: str, n: int) -> Text:
    match goal:
        case "boats":
            return Plural(
                "It is reached with {n} supply boat.", "It is reached with {n} supply boats.", n
            )
        case "structures":
            return Plural(
                "It is reached with {n} structure.", "It is reached with {n} structures.", n
            )
        case "statues":
            return Plural(
                "It is reached with {n} statue on the peninsula.",
                "It is reached with {n} statues on the peninsula.",
                n,
            )
    return Plural("It is reached with {n} crate lid.", "It is reached with {n} crate lids.", n)


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
    yield Text("Everybody who places a worker here: {what}.", what=effects_text(sector.does))
    for special in (False, True):
        first = effects_text(actions_of(Post(sector, special), alone=True))
        if special and sector.square_discount:
            first = listing((first, discount_text(sector.square_discount)))
        if special:
            yield Text("First on the square space: {what}.", what=first)
        else:
            yield Text("First on the round space: {what}.", what=first)
    yield told.ON_TOP


def _counted(what: str) -> Iterator[Text]:
    if what == "anchors":
        yield told.SAILING
        yield told.FEEDING
        yield Text("Each anchor that is left costs a point in the end.")
    elif what == "market" or what in IN_MARKET.values():
        yield Text(
            "What lies in the market cannot be spent: store it first. In the cleanup it is lost."
        )
        yield told.STORING
    elif what in GOOD_NAMES:
        for terrain, cube in CUBES.items():
            if cube == what:
                yield Text(
                    "{terrain}: the cube on it is {good}.",
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
        yield Text("Each step is a point in the end.")


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
