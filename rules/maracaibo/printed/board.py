"""The board of Maracaibo: locations and arrows, the tracks, the ship board, and the numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Literal, get_type_hints

from msgspec import field

from rules.edition import Edition, EditionError, Row
from rules.maracaibo.printed.cards import ROUNDS, Barrier, edition
from rules.maracaibo.printed.names import LOCATION_NAMES
from rules.maracaibo.printed.nodes import (
    NATIONS,
    CardEffect,
    Good,
    Manoeuvre,
    Nation,
    Steps,
    VillageAction,
)
from rules.text import Text
from rules.typed import T, Table, fields_of, read, words_of


class Location(Table, frozen=True):
    id: Annotated[str, words_of(LOCATION_NAMES)]
    kind: Literal["start", "city", "village", "homeward"]
    good: Good | None = None
    """What its market takes, if the market is printed on the board."""
    spaces: int = 0
    steps: Steps = field(name="action", default=())
    """The printed action of a city or a homeward space."""
    tile: bool = False
    """A city whose market and action come from a tile."""
    flag: Steps | None = None
    """The bonus for taking its flag; None where there is no flag."""
    stop: bool = False
    """Nobody sails past it."""
    rounds: tuple[int, int] = (1, ROUNDS)
    """The first and the last round in which ships come here."""

    @property
    def name(self) -> Text:
        return LOCATION_NAMES[self.id]


@dataclass(frozen=True, slots=True)
class Route:
    """An arrow of the map. Where several leave a location, the upper one comes first."""

    source: str
    target: str
    cost: int = 1


class Space(Table, frozen=True):
    """A space of the explorer track."""

    id: str
    number: int
    """How far along it lies; branches share numbers."""
    next: tuple[str, ...]
    """Where its arrows lead, the upper one first."""
    steps: Steps = field(name="reward", default=())
    barrier: Barrier | None = None
    """The barrier that is crossed on entering."""
    quest: bool = False

    @property
    def end(self) -> bool:
        return not self.next


class Upgrade(Table, frozen=True):
    id: str
    effects: tuple[CardEffect, ...]
    requires: tuple[str, ...] = ()
    chain: tuple[str, ...] = ()
    """What it requires as well, if the match reads the rules so."""
    least: int = 0
    """Upgrades that must be open before its discs can be removed."""


class JeanNumbers(Table, frozen=True):
    levels: Sequence[Sequence[int]]
    """Cards of the stacks A, B and C at each level of difficulty."""
    discs_vp: Sequence[int]
    """Points at an income by the number of discs taken from her board."""
    quest_vp: int
    card_vp: int
    quest_lead: Sequence[Sequence[int]]
    """Being so far ahead of the human is worth so much; the largest lead reached counts."""
    upgrade_lead: Sequence[Sequence[int]]
    explorer_lead: Sequence[Sequence[int]]
    discs_per_upgrade: int
    ties: Sequence[str]
    without: frozenset[str] = field(name="legacy_ignored")
    """Legacy tiles that she does nothing with, by what is printed on them."""

    @property
    def legacy_ignored(self) -> frozenset[str]:
        return frozenset(f"legacy/{tile.lower()}" for tile in self.without)


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    locations: Mapping[str, Location]
    routes: tuple[Route, ...]
    spaces: Mapping[str, Space]
    upgrades: Mapping[str, Upgrade]
    village_actions: tuple[tuple[str, VillageAction], ...]
    """What everybody can do in villages."""
    manoeuvres: tuple[tuple[str, Manoeuvre], ...]
    """What everybody can do in combat."""
    ranks: Mapping[str, Mapping[int, int]]
    """For each nation the steps of its influence track with a red banner, and their ranks."""
    influence_length: int
    row: tuple[int, ...]
    """Ownership markers on each cell of a nation's row, from the left."""
    doubloon_vp: tuple[tuple[int, int], ...]
    two_player_markers: tuple[tuple[str, str], ...]
    """Nation and location."""
    jean: JeanNumbers
    arrows: Mapping[str, tuple[Route, ...]]

    rounds: int
    compasses: int
    start_doubloons: Sequence[int]
    start_figures: int
    career_figures: int
    start_combat_points: int
    combat_points_most: int
    start_income: int
    start_cards: int
    keep_in_hand: int
    keep_planned: int
    careers_dealt: int
    b_cards: int
    market: int
    market_cost: int
    hand_limit: int
    planning_spaces: int
    sail_most: int
    village_actions_from: Sequence[int]
    village_actions_from_improved: Sequence[int]
    passed_assistant_vp: int
    fourth_quest_vp: int
    later_quest_vp: int
    buildings: int
    first_investor_vp: int
    scoring_alternative_vp: int
    career_done_doubloons: int
    career_done_vp: int
    influence_majority_vp: int
    influence_overflow_vp: int
    majority_bonus: Sequence[int]
    doubloon_income_most: int
    vp_income_most: int
    empty_piles_value: int
    blue_green_first_vp: int
    blue_green_later_vp: int
    red_barrier_influence: int
    explorer_end_vp: Sequence[int]
    explorer_quests: int
    city_tiles_random: int
    figures: int

    def location(self, location: str) -> Location:
        return self.locations[location]

    def space(self, space: str) -> Space:
        return self.spaces[space]

    def after(self, location: str) -> tuple[Route, ...]:
        """The printed arrows that leave a location, the upper one first."""
        return self.arrows.get(location, ())

    def doubloon_track_vp(self, income: int) -> int:
        """The points beside the doubloon track, which count only at the end of the match."""
        return max(vp for least, vp in self.doubloon_vp if least <= income)


_KINDS_OF_NUMBERS = (int, Sequence[int])
_NUMBERS = {k: form for k, form in get_type_hints(Board).items() if form in _KINDS_OF_NUMBERS}
"""The numbers of the rules."""


@cache
def board() -> Board:
    """The board of the house edition, for paper and for what no copy has otherwise."""
    return board_of(edition())


def board_of(printed: Edition) -> Board:
    def pairs(path: str) -> tuple[tuple[int, int], ...]:
        found: tuple[tuple[int, int], ...] = printed.typed(path, tuple[tuple[int, int], ...])
        return found

    rules = printed.table("rules")
    numbers: dict[str, Any] = {
        name: printed.typed(f"rules.{name}", form)
        for name, form in _NUMBERS.items()
        if name in rules
    }
    routes = tuple(Route(*ends) for ends in printed.typed("map.routes", list[tuple[str, str]]))
    jean = {name: printed.value(f"jean.{name}") for name in fields_of(JeanNumbers)}
    locations = {place.id: place for place in printed.rows_as("map.locations", Location)}
    _check_routes(routes, locations)
    return Board(
        locations=locations,
        routes=routes,
        arrows={key: tuple(r for r in routes if r.source == key) for key in locations},
        spaces={space.id: space for space in printed.rows_as("explorer.spaces", Space)},
        upgrades={upgrade.id: upgrade for upgrade in printed.rows_as("ship.upgrades", Upgrade)},
        village_actions=_by_key(printed.rows("village.actions"), VillageAction),
        manoeuvres=_by_key(printed.rows("combat.manoeuvres"), Manoeuvre),
        ranks={nation: dict(pairs(f"influence.ranks.{nation}")) for nation in NATIONS},
        influence_length=printed.number("influence.length"),
        row=tuple(printed.numbers("ownership.cells")),
        doubloon_vp=pairs("doubloon_track.vp"),
        two_player_markers=printed.typed("two_players.markers", tuple[tuple[Nation, str], ...]),
        jean=read(jean, JeanNumbers, f"{printed.source}: jean", EditionError),
        figures=printed.number("counts.figures"),
        **numbers,
    )


def _by_key(rows: Iterable[Row], form: type[T]) -> tuple[tuple[str, T], ...]:
    return tuple((row.pop("key"), read(row, form, row.where, EditionError)) for row in rows)


def _check_routes(routes: Sequence[Route], locations: Mapping[str, Location]) -> None:
    """Every arrow joins two locations, and every location but the last can be left."""
    for route in routes:
        for end in (route.source, route.target):
            if end not in locations:
                raise EditionError(f"map.routes: there is no location {end}.")
    last = {"21a", "22"}
    stuck = locations.keys() - last - {route.source for route in routes}
    if stuck:
        raise EditionError(f"map.routes: no arrow leaves {', '.join(sorted(stuck))}.")
