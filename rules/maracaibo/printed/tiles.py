"""The tiles and tokens of Maracaibo, built from the edition."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rules.edition import Edition
from rules.maracaibo.printed.cards import check_counts, edition
from rules.maracaibo.printed.grammar import (
    one_of,
    read_cost,
    read_manoeuvre,
    read_needs,
    read_steps,
    reading,
)
from rules.maracaibo.printed.names import CITY_TILE_NAMES, EXPLORER_NAMES, SHIP_NAMES
from rules.maracaibo.printed.nodes import GOODS, NATIONS, Cost, Manoeuvre, Needs, Steps
from rules.maracaibo.printed.stories import read_story_quest
from rules.pieces import Piece
from rules.text import Text

COLOURS = ("red", "blue", "green", "yellow")
LEGACY_RULES = (
    "quest_city",
    "route_cost_3",
    "plague_city",
    "new_city_villages",
    "take_figure_on_arrival",
    "new_city_combat",
    "disc_site",
    "no_village_actions",
    "arrival_vp_6",
    "combat_silver_fleet",
    "combat_gold_mine",
)


@dataclass(frozen=True, slots=True, eq=False)
class CityTile(Piece):
    players: tuple[int, ...]
    """The numbers of players it is used with, printed on its back."""
    helm: bool
    """Always used with these numbers of players."""
    good: str
    spaces: int
    steps: Steps


@dataclass(frozen=True, slots=True)
class Side:
    """A nation's line on a combat token."""

    value: int
    cost: Cost
    gain: Steps


@dataclass(frozen=True, slots=True, eq=False)
class CombatToken(Piece):
    sides: Mapping[str, Side]
    most: int
    """For the nation with the most ownership markers on the map, unless tied."""
    fewest: int


@dataclass(frozen=True, slots=True, eq=False)
class Quest(Piece):
    cost: Cost
    needs: Needs
    reward: Steps


@dataclass(frozen=True, slots=True, eq=False)
class StoryTile(Piece):
    """Marks the quest of a story card; counts as a quest tile."""

    number: int


@dataclass(frozen=True, slots=True, eq=False)
class LegacyTile(Piece):
    """A change of the map. What a tile has depends on its rule."""

    rule: str
    location: str | None
    routes: tuple[tuple[str, str], ...]
    """Arrows that it adds, or on which it makes sailing cost more."""
    move_cost: int
    needs: Needs
    """Who may sail there, take it or use it."""
    good: str | None
    spaces: int
    steps: Steps
    """The action of its city."""
    flag: Steps | None
    arrival: Steps
    """For a ship that ends its movement there, before its main action."""
    cost: Cost
    """What a site asks for its reward and for taking a disc."""
    discs: int
    toll: int
    """Doubloons for sailing past."""
    skull: bool
    manoeuvre: Manoeuvre | None


@dataclass(frozen=True, slots=True, eq=False)
class Ship(Piece):
    colour: str


@dataclass(frozen=True, slots=True, eq=False)
class Explorer(Piece):
    colour: str


def city_tiles(printed: Edition) -> Iterator[CityTile]:
    for row in printed.rows("city_tiles.tiles"):
        with reading(f"city tile {row['key']}") as where:
            key = row["key"]
            yield CityTile(
                id=f"city/{key}",
                kind=f"city/{key}",
                name=CITY_TILE_NAMES[key],
                players=tuple(row["players"]),
                helm=row.get("helm", False),
                good=one_of(row["good"], GOODS, where),
                spaces=row["spaces"],
                steps=read_steps(row["action"], where),
            )


def combat_tokens(printed: Edition) -> Iterator[CombatToken]:
    for row in printed.rows("combat_tokens.tokens"):
        with reading(f"combat token {row['id']}") as where:
            key = f"combat/{row['id']}"
            sides = {nation: _side(row[nation], where) for nation in NATIONS}
            name = Text("Combat token {number}", number=row["id"])
            yield CombatToken(key, key, name, sides, row.get("most", 0), row.get("fewest", 0))


def _side(row: Mapping[str, Any], where: str) -> Side:
    return Side(
        row["value"], read_cost(row.get("cost", {}), where), read_steps(row.get("gain", ()), where)
    )


def quests(printed: Edition) -> Iterator[Quest]:
    for row in printed.rows("quests.tiles"):
        with reading(f"quest {row['id']}") as where:
            key = f"quest/{row['id']}"
            quest = read_story_quest(row, where)
            name = Text("Quest {number}", number=row["id"])
            yield Quest(key, key, name, quest.cost, quest.needs, quest.reward)


def legacy_tiles(printed: Edition) -> Iterator[LegacyTile]:
    for row in printed.rows("legacy.tiles"):
        with reading(f"legacy tile {row['id']}") as where:
            key = f"legacy/{row['id'].lower()}"
            yield LegacyTile(
                id=key,
                kind=key,
                name=Text("Legacy tile {number}", number=row["id"]),
                rule=one_of(row["rule"], LEGACY_RULES, where),
                location=row.get("location"),
                routes=tuple((source, target) for source, target in row.get("routes", ())),
                move_cost=row.get("move_cost", 1),
                needs=read_needs(row.get("needs", {}), where),
                good=one_of(row.get("good"), (None, *GOODS), where),
                spaces=row.get("spaces", 0),
                steps=read_steps(row.get("action", ()), where),
                flag=read_steps(row["flag"], where) if "flag" in row else None,
                arrival=read_steps(row.get("arrival", ()), where),
                cost=read_cost(row.get("cost", {}), where),
                discs=row.get("discs", 0),
                toll=row.get("toll", 0),
                skull=row.get("skull", False),
                manoeuvre=read_manoeuvre(row, where) if "manoeuvre" in row else None,
            )


CITY_TILES: dict[str, CityTile] = {tile.id: tile for tile in city_tiles(edition())}
COMBAT_TOKENS: dict[str, CombatToken] = {token.id: token for token in combat_tokens(edition())}
QUESTS: dict[str, Quest] = {tile.id: tile for tile in quests(edition())}
LEGACY_TILES: dict[str, LegacyTile] = {tile.id: tile for tile in legacy_tiles(edition())}
STORY_TILES: dict[str, StoryTile] = {
    f"story/{number}": StoryTile(
        f"story/{number}", f"story/{number}", Text("Story tile {number}", number=number), number
    )
    for number in range(1, edition().number("counts.story") + 1)
}
SHIPS: dict[str, Ship] = {
    f"ship/{colour}": Ship(f"ship/{colour}", f"ship/{colour}", SHIP_NAMES[colour], colour)
    for colour in COLOURS
}
EXPLORERS: dict[str, Explorer] = {
    f"explorer/{colour}": Explorer(
        f"explorer/{colour}", f"explorer/{colour}", EXPLORER_NAMES[colour], colour
    )
    for colour in COLOURS
}
check_counts(edition(), "city", len(CITY_TILES))
check_counts(edition(), "combat", len(COMBAT_TOKENS))
check_counts(edition(), "quest", len(QUESTS))
check_counts(edition(), "legacy", len(LEGACY_TILES))
