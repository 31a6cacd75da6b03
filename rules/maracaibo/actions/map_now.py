"""The map as it is now: the printed one, changed by the legacy tiles in play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from heapq import heappop, heappush

from rules.flow import Seat
from rules.maracaibo.actions.needs import why_not_needs
from rules.maracaibo.pieces import LegacyTile
from rules.maracaibo.printed.board import Board
from rules.maracaibo.printed.nodes import Score, Steps
from rules.maracaibo.table import Table
from rules.text import Text

QUEST_CITY, PLAGUE, NO_VILLAGE_ACTIONS = "quest_city", "plague_city", "no_village_actions"
NEW_CITIES = ("new_city_villages", "new_city_combat")
DEAR_ROUTE = "route_cost_3"


@dataclass(frozen=True, slots=True)
class Leg:
    """An arrow from one location to the next. `upper` tells the branches of a fork apart."""

    target: str
    cost: int
    upper: bool | None = None


@dataclass(frozen=True, slots=True)
class City:
    """Its market (none in homeward cities) and its action."""

    good: str | None
    spaces: int
    steps: Steps


Legs = Mapping[str, tuple[Leg, ...]]


@lru_cache(maxsize=256)
def legs(board: Board, tiles: tuple[LegacyTile, ...], last_round: bool) -> Legs:
    """All arrows by the location they leave."""
    round_ = board.rounds if last_round else 1
    dear = {
        route: tile.move_cost for tile in tiles if tile.rule == DEAR_ROUTE for route in tile.routes
    }
    found: dict[str, list[Leg]] = {}
    for route in board.routes:
        first, last = board.location(route.target).rounds
        if first <= round_ <= last:
            cost = dear.get((route.source, route.target), 1)
            found.setdefault(route.source, []).append(Leg(route.target, cost))
    for tile in tiles:
        if tile.rule in NEW_CITIES:
            for source, target in tile.routes:
                found.setdefault(source, []).append(Leg(target, tile.move_cost))
    return {source: tuple(_forked(onward)) for source, onward in found.items()}


def _forked(onward: list[Leg]) -> list[Leg]:
    """Of several arrows the first is the upper one."""
    if len(onward) == 1:
        return onward
    return [Leg(leg.target, leg.cost, leg is onward[0]) for leg in onward]


@lru_cache(maxsize=1024)
def ahead(
    board: Board, tiles: tuple[LegacyTile, ...], last_round: bool, here: str
) -> frozenset[str]:
    """All locations that can still be reached from one, however far they are."""
    reached: set[str] = set()
    to_see = [here]
    while to_see:
        for leg in legs(board, tiles, last_round).get(to_see.pop(), ()):
            if leg.target not in reached:
                reached.add(leg.target)
                to_see.append(leg.target)
    return frozenset(reached)


@lru_cache(maxsize=1024)
def _to_the_end(board: Board, tiles: tuple[LegacyTile, ...], last_round: bool, here: str) -> int:
    arrows, to_see = legs(board, tiles, last_round), [(0, here)]
    found = dict[str, int]()
    while to_see:
        cost, place = heappop(to_see)
        if place in found:
            continue
        found[place] = cost
        location = board.locations.get(place)
        if location is not None and any(isinstance(step, Score) for step in location.steps):
            return cost
        for leg in arrows.get(place, ()):
            heappush(to_see, (cost + leg.cost, leg.target))
    return 0


def to_the_end(table: Table, here: str) -> int:
    """How many movement points it is to the last space of the round; 0 on it."""
    last_round = table.round == table.board.rounds
    return _to_the_end(table.board, tuple(table.legacy), last_round, here)


def legs_of(table: Table) -> Legs:
    return legs(table.board, tuple(table.legacy), table.round == table.board.rounds)


def still_ahead(table: Table, here: str) -> frozenset[str]:
    return ahead(table.board, tuple(table.legacy), table.round == table.board.rounds, here)


def tile_at(table: Table, place_id: str, *rules: str) -> LegacyTile | None:
    """The legacy tile with one of these rules at a location."""
    for tile in table.legacy:
        if tile.location == place_id and tile.rule in rules:
            return tile
    return None


def why_closed(table: Table, seat: Seat, place_id: str) -> Text | None:
    """New cities are open only to those whose explorer has come far enough."""
    for tile in table.legacy:
        if tile.location == place_id and tile.rule in NEW_CITIES:
            return why_not_needs(table, seat, tile.needs)
    return None


def city_at(table: Table, place_id: str) -> City | None:
    """The city at a location, None if it is a village or the plague is there."""
    if table.legacy:
        tile = tile_at(table, place_id, QUEST_CITY, *NEW_CITIES)
        if tile:
            return City(tile.good, tile.spaces, tile.steps)
        if tile_at(table, place_id, PLAGUE):
            return None
    city_tile = table.city_tile(place_id)
    if city_tile:
        return City(city_tile.good, city_tile.spaces, city_tile.steps)
    here = table.board.location(place_id)
    if here.kind in ("city", "homeward"):
        return City(here.good, here.spaces, here.steps)
    return None


def kind_of(table: Table, place_id: str) -> str:
    """What the board says a location is; those that only legacy tiles bring are cities."""
    place = table.board.locations.get(place_id)
    return place.kind if place else "city"


def is_village(table: Table, place_id: str) -> bool:
    return kind_of(table, place_id) == "village" and not (
        table.legacy and tile_at(table, place_id, QUEST_CITY)
    )


def villages(table: Table) -> list[str]:
    """All villages, in the order of their numbers."""
    return [place_id for place_id in table.board.locations if is_village(table, place_id)]


def flags(table: Table) -> dict[str, Steps]:
    """All cities with a flag, and its bonus, in the order of their numbers."""
    found = {
        place.id: place.flag for place in table.board.locations.values() if place.flag is not None
    }
    for tile in table.legacy:
        if tile.flag is not None and tile.location:
            found[tile.location] = tile.flag
    return found
