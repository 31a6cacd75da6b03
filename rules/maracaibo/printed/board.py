"""The board of Maracaibo: locations and arrows, the tracks, the ship board, and the numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, get_type_hints

from rules.edition import Edition, EditionError
from rules.maracaibo.printed.cards import BARRIERS, edition
from rules.maracaibo.printed.grammar import (
    one_of,
    read_card_effects,
    read_manoeuvre,
    read_steps,
    read_village_action,
    reading,
)
from rules.maracaibo.printed.names import LOCATION_NAMES
from rules.maracaibo.printed.nodes import (
    GOODS,
    NATIONS,
    CardEffect,
    Manoeuvre,
    Steps,
    VillageAction,
)
from rules.text import Text

KINDS = ("start", "city", "village", "homeward")


@dataclass(frozen=True, slots=True)
class Location:
    id: str
    name: Text
    kind: str
    good: str | None
    """What its market takes, if the market is printed on the board."""
    spaces: int
    steps: Steps
    """The printed action of a city or a homeward space."""
    tile: bool
    """A city whose market and action come from a tile."""
    flag: Steps | None
    """The bonus for taking its flag; None where there is no flag."""
    stop: bool
    """Nobody sails past it."""
    rounds: tuple[int, int]
    """The first and the last round in which ships come here."""


@dataclass(frozen=True, slots=True)
class Route:
    """An arrow of the map. Where several leave a location, the upper one comes first."""

    source: str
    target: str
    cost: int = 1


@dataclass(frozen=True, slots=True)
class Space:
    """A space of the explorer track."""

    id: str
    number: int
    """How far along it lies; branches share numbers."""
    next: tuple[str, ...]
    """Where its arrows lead, the upper one first."""
    steps: Steps
    barrier: str | None
    """The barrier that is crossed on entering."""
    quest: bool

    @property
    def end(self) -> bool:
        return not self.next


@dataclass(frozen=True, slots=True)
class Upgrade:
    id: str
    requires: tuple[str, ...]
    chain: tuple[str, ...]
    """What it requires as well, if the match reads the rules so."""
    least: int
    """Upgrades that must be open before its discs can be removed."""
    effects: tuple[CardEffect, ...]


@dataclass(frozen=True, slots=True)
class JeanNumbers:
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
    legacy_ignored: frozenset[str]


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
    rules = printed.table("rules")
    numbers: dict[str, Any] = {
        name: printed.typed(f"rules.{name}", form)
        for name, form in _NUMBERS.items()
        if name in rules
    }
    with reading("map.routes"):
        routes = tuple(Route(source, target) for source, target in printed.value("map.routes"))
    locations = {row["id"]: _location(row, printed) for row in printed.rows("map.locations")}
    _check_routes(routes, locations)
    return Board(
        locations=locations,
        routes=routes,
        arrows={key: tuple(r for r in routes if r.source == key) for key in locations},
        spaces={row["id"]: _space(row) for row in printed.rows("explorer.spaces")},
        upgrades={row["id"]: _upgrade(row) for row in printed.rows("ship.upgrades")},
        village_actions=tuple(
            (row["key"], read_village_action(row, f"village action {row['key']}"))
            for row in printed.rows("village.actions")
        ),
        manoeuvres=tuple(
            (row["key"], read_manoeuvre(row, f"manoeuvre {row['key']}"))
            for row in printed.rows("combat.manoeuvres")
        ),
        ranks={nation: dict(printed.value(f"influence.ranks.{nation}")) for nation in NATIONS},
        influence_length=printed.number("influence.length"),
        row=tuple(printed.numbers("ownership.cells")),
        doubloon_vp=tuple((least, vp) for least, vp in printed.value("doubloon_track.vp")),
        two_player_markers=tuple((n, at) for n, at in printed.value("two_players.markers")),
        jean=_jean(printed),
        figures=printed.number("counts.figures"),
        **numbers,
    )


def _location(row: Mapping[str, Any], printed: Edition) -> Location:
    with reading(f"location {row['id']}") as where:
        return Location(
            id=row["id"],
            name=LOCATION_NAMES[row["id"]],
            kind=one_of(row["kind"], KINDS, where),
            good=one_of(row.get("good"), (None, *GOODS), where),
            spaces=row.get("spaces", 0),
            steps=read_steps(row.get("action", ()), where),
            tile=row.get("tile", False),
            flag=read_steps(row["flag"], where) if "flag" in row else None,
            stop=row.get("stop", False),
            rounds=tuple(row.get("rounds", (1, printed.number("rules.rounds")))),
        )


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


def _space(row: Mapping[str, Any]) -> Space:
    with reading(f"explorer space {row['id']}") as where:
        return Space(
            row["id"],
            row["number"],
            tuple(row["next"]),
            read_steps(row.get("reward", ()), where),
            one_of(row.get("barrier"), (None, *BARRIERS), where),
            row.get("quest", False),
        )


def _upgrade(row: Mapping[str, Any]) -> Upgrade:
    return Upgrade(
        row["id"],
        tuple(row.get("requires", ())),
        tuple(row.get("chain", ())),
        row.get("least", 0),
        read_card_effects(row["effects"], f"ship upgrade {row['id']}"),
    )


def _jean(printed: Edition) -> JeanNumbers:
    table = {name: printed.value(f"jean.{name}") for name in JeanNumbers.__slots__}
    ignored = frozenset(f"legacy/{tile.lower()}" for tile in table.pop("legacy_ignored"))
    return JeanNumbers(**table, legacy_ignored=ignored)
