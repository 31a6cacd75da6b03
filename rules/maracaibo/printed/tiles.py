"""The tiles and tokens of Maracaibo, built from the edition."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal

from rules.edition import Edition
from rules.maracaibo.printed.cards import check_counts, edition
from rules.maracaibo.printed.names import CITY_TILE_NAMES, EXPLORER_NAMES, SHIP_NAMES
from rules.maracaibo.printed.nodes import (
    NATIONS,
    NO_COST,
    NO_NEEDS,
    Attack,
    Cost,
    Good,
    Manoeuvre,
    Needs,
    Steps,
)
from rules.pieces import Piece, values_in
from rules.text import Text
from rules.typed import Table, words_of

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
    players: tuple[Literal[1, 2, 3, 4], ...]
    """The numbers of players it is used with, printed on its back."""
    good: Good
    spaces: int
    steps: Steps = field(metadata={"written": "action"})
    helm: bool = False
    """Always used with these numbers of players."""


class Side(Table, frozen=True):
    """A nation's line on a combat token."""

    value: int
    cost: Cost = NO_COST
    gain: Steps = ()


@dataclass(frozen=True, slots=True, eq=False)
class CombatToken(Piece):
    france: Side
    england: Side
    spain: Side
    most: int = 0
    """For the nation with the most ownership markers on the map, unless tied."""
    fewest: int = 0

    @property
    def sides(self) -> Mapping[str, Side]:
        return {nation: getattr(self, nation) for nation in NATIONS}


@dataclass(frozen=True, slots=True, eq=False)
class Quest(Piece):
    reward: Steps
    cost: Cost = NO_COST
    needs: Needs = NO_NEEDS


@dataclass(frozen=True, slots=True, eq=False)
class StoryTile(Piece):
    """Marks the quest of a story card; counts as a quest tile."""

    number: int


@dataclass(frozen=True, slots=True, eq=False)
class LegacyTile(Piece):
    """A change of the map. What a tile has depends on its rule."""

    rule: Annotated[str, words_of(LEGACY_RULES)]
    location: str | None = None
    routes: tuple[tuple[str, str], ...] = ()
    """Arrows that it adds, or on which it makes sailing cost more."""
    move_cost: int = 1
    needs: Needs = NO_NEEDS
    """Who may sail there, take it or use it."""
    good: Good | None = None
    spaces: int = 0
    steps: Steps = field(default=(), metadata={"written": "action"})
    """The action of its city."""
    flag: Steps | None = None
    arrival: Steps = ()
    """For a ship that ends its movement there, before its main action."""
    cost: Cost = NO_COST
    """What a site asks for its reward and for taking a disc."""
    discs: int = 0
    toll: int = 0
    """Doubloons for sailing past."""
    skull: bool = False
    attacks: tuple[Attack, ...] = field(default=(), metadata={"written": "manoeuvre"})

    @property
    def manoeuvre(self) -> Manoeuvre | None:
        return Manoeuvre(self.attacks, self.needs) if self.attacks else None


@dataclass(frozen=True, slots=True, eq=False)
class Ship(Piece):
    colour: str


@dataclass(frozen=True, slots=True, eq=False)
class Explorer(Piece):
    colour: str


def city_tiles(printed: Edition) -> Iterator[CityTile]:
    for row in printed.rows("city_tiles.tiles"):
        key, name = f"city/{row['key']}", row.name_in(CITY_TILE_NAMES)
        yield CityTile(key, key, name, **values_in(row, CityTile))


def combat_tokens(printed: Edition) -> Iterator[CombatToken]:
    for row in printed.rows("combat_tokens.tokens"):
        key, name = f"combat/{row['id']}", Text("Combat token {number}", number=row["id"])
        yield CombatToken(key, key, name, **values_in(row, CombatToken))


def quests(printed: Edition) -> Iterator[Quest]:
    for row in printed.rows("quests.tiles"):
        key, name = f"quest/{row['id']}", Text("Quest {number}", number=row["id"])
        yield Quest(key, key, name, **values_in(row, Quest))


def legacy_tiles(printed: Edition) -> Iterator[LegacyTile]:
    for row in printed.rows("legacy.tiles"):
        key = f"legacy/{row['id'].lower()}"
        name = Text("Legacy tile {number}", number=row["id"])
        yield LegacyTile(key, key, name, **values_in(row, LegacyTile))


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
