"""The cards of Maracaibo, built from the edition: projects, careers, buildings, Jean's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from rules.edition import Edition, EditionError
from rules.maracaibo.printed.grammar import (
    fail,
    one_of,
    read_card_effects,
    read_cost,
    read_needs,
    reading,
)
from rules.maracaibo.printed.names import (
    BUILDING_NAMES,
    GOOD_NAMES,
    LOCATION_NAMES,
    OBJECT_NAMES,
    PROJECT_NAMES,
    place_text,
)
from rules.maracaibo.printed.nodes import (
    GOODS,
    NATIONS,
    OBJECTS,
    SYNERGIES,
    CardEffect,
    Cost,
    Needs,
)
from rules.pieces import Piece
from rules.text import Text, listing

SCORED_UNITS = (
    "barrier",
    "quest_tile",
    "assistant",
    "figure",
    "combat_point",
    "synergy_token",
    "combat_token",
    "upgrade",
    "doubloon_track_vp",
)
"""What prestige buildings count at the end."""
BARRIERS = ("red", "blue", "green")
GOALS = (
    "combat_tokens",
    "quest_tiles",
    "influence_one",
    "influence_two",
    "upgrades",
    "barrier",
    "synergy_tokens",
    "assistants",
)


@dataclass(frozen=True, slots=True)
class Price:
    """What buying a card takes. Only the doubloons can be discounted."""

    doubloons: int
    figure: str | None
    """Where a figure goes: to the general `supply`, onto the `card`, to a `location`; or none."""
    location: str | None
    """Where the assistant stands."""
    cost: Cost
    needs: Needs


@dataclass(frozen=True, slots=True, eq=False)
class ProjectCard(Piece):
    deck: str
    number: int | None
    """Only story projects (deck C) have one."""
    price: Price
    good: str
    object: str
    effects: tuple[CardEffect, ...]
    vp: int


@dataclass(frozen=True, slots=True)
class Goal:
    """What has to be reached, and the reward for it."""

    kind: str
    n: int
    colour: str | None
    """The barrier of the explorer track, if it is about one."""
    doubloons: int
    vp: int


@dataclass(frozen=True, slots=True)
class Task:
    easy: Goal
    hard: Goal


@dataclass(frozen=True, slots=True, eq=False)
class Career(Piece):
    tasks: tuple[Task, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Building(Piece):
    """A prestige building: `n` points for every unit at the end, at most `most`."""

    doubloons: int
    synergy: str
    n: int
    per: tuple[str, ...]
    most: int | None


@dataclass(frozen=True, slots=True)
class JeanAction:
    """`do`: explore, influence, combat (n: influence won), vp, quest or disc."""

    do: str
    n: int
    nation: str | None
    first_round: int
    last_round: int
    extra_village: bool


@dataclass(frozen=True, slots=True, eq=False)
class JeanCard(Piece):
    stack: str
    steps: int
    direction: str
    """The arrow she follows at a fork: upper or lower."""
    display: int
    """Which card of the market she takes when she cannot deliver."""
    actions: tuple[JeanAction, ...]


@cache
def edition() -> Edition:
    here = Path(__file__)
    more = (here.with_name("cards.toml"), here.with_name("story.toml"))
    return Edition.load(here.parents[1] / "edition.toml", *more)


@cache
def _copies() -> dict[str, list[list[str]]]:
    """The copies of each project card in the house edition: they give all cards their ids."""
    return {row["key"]: row["copies"] for row in edition().rows("projects.cards")}


def projects(printed: Edition) -> Iterator[ProjectCard]:
    for row in printed.rows("projects.cards"):
        with reading(f"project card {row['key']}") as where:
            named = _copies()[row["key"]]
            if len(row["copies"]) != len(named):
                fail(where, f"lists {len(row['copies'])} copies, but there are {len(named)}")
            for name, copy in zip(named, row["copies"], strict=True):
                yield _project("/".join(("project", row["key"], *name)), row, copy, where)


def _project(
    card_id: str, row: Mapping[str, Any], copy: list[str] | Mapping[str, Any], where: str
) -> ProjectCard:
    """One copy: its good, its object, and where its assistant stands. An owner's may differ from
    the others of its name: then it is a table with whatever else it shows.
    """
    if isinstance(copy, Mapping):
        row = {**row, **copy}
        copy = [copy[name] for name in ("good", "object", "at") if name in copy]
    key, (good, thing, *at) = row["key"], copy
    if key not in PROJECT_NAMES:
        fail(where, "has no name; give it one in names.py")
    price = _price(row["price"], at, where)
    good, thing = one_of(good, GOODS, where), one_of(thing, OBJECTS, where)
    return ProjectCard(
        id=card_id,
        kind=card_id,
        name=_name(key, good, thing, price.location),
        deck=one_of(row["deck"], ("A", "B", "C"), where),
        number=row.get("number"),
        price=price,
        good=good,
        object=thing,
        effects=read_card_effects(row["effects"], where),
        vp=row["vp"],
    )


def _name(key: str, good: str, thing: str, location: str | None) -> Text:
    """Several cards have one name: its text knows as well what tells this one from the others."""
    shown = [GOOD_NAMES[good], OBJECT_NAMES[thing]]
    if location in LOCATION_NAMES:
        shown.append(place_text(location))
    return Text(PROJECT_NAMES[key].message, apart=listing(shown))


def _price(row: Mapping[str, Any], at: list[str], where: str) -> Price:
    figure = one_of(row.get("figure"), (None, "supply", "card", "location"), where)
    if (figure == "location") != (len(at) == 1):
        fail(where, "names a location for its figure, or needs none: one of the two is missing")
    conditions = {"markers": row["markers"]} if "markers" in row else {}
    paid = {k: v for k, v in row.items() if k not in ("doubloons", "figure", "markers")}
    return Price(
        row["doubloons"],
        figure,
        at[0] if at else None,
        read_cost(paid, where),
        read_needs(conditions, where),
    )


def careers(printed: Edition) -> Iterator[Career]:
    for row in printed.rows("careers.cards"):
        with reading(f"career {row['id']}") as where:
            name = Text("Career {number}", number=row["id"])
            tasks = tuple(_task(task, where) for task in row["tasks"])
            yield Career(f"career/{row['id']}", f"career/{row['id']}", name, tasks)


def _task(row: Mapping[str, Any], where: str) -> Task:
    kind = one_of(row["kind"], GOALS, where)
    goals = (_goal(kind, row[level], where) for level in ("easy", "hard"))
    return Task(*goals)


def _goal(kind: str, row: Mapping[str, Any], where: str) -> Goal:
    colour = one_of(row.get("colour"), BARRIERS if kind == "barrier" else (None,), where)
    return Goal(kind, row.get("n", 1), colour, row["doubloons"], row.get("vp", 0))


def buildings(printed: Edition) -> Iterator[Building]:
    for row in printed.rows("buildings.cards"):
        with reading(f"prestige building {row['key']}") as where:
            key = row["key"]
            yield Building(
                id=f"building/{key}",
                kind=f"building/{key}",
                name=BUILDING_NAMES[key],
                doubloons=row["doubloons"],
                synergy=one_of(row["synergy"], SYNERGIES, where),
                n=row["n"],
                per=tuple(one_of(unit, SCORED_UNITS, where) for unit in row["per"]),
                most=row.get("most"),
            )


def jean_cards(printed: Edition) -> Iterator[JeanCard]:
    rounds = printed.number("rules.rounds")
    for row in printed.rows("jean.cards"):
        with reading(f"Jean's card {row['id']}") as where:
            key = row["id"]
            actions = tuple(_jean_action(action, rounds, where) for action in row["actions"])
            yield JeanCard(
                id=f"jean/{key.lower()}",
                kind=f"jean/{key.lower()}",
                name=Text("Jean's card {number}", number=key),
                stack=key[0],
                steps=row["steps"],
                direction=one_of(row["direction"], ("upper", "lower"), where),
                display=row["display"],
                actions=actions,
            )


def _jean_action(row: Mapping[str, Any], rounds: int, where: str) -> JeanAction:
    do = one_of(next(iter(row)), ("explore", "influence", "combat", "vp", "quest", "disc"), where)
    return JeanAction(
        do,
        row[do],
        one_of(row.get("with"), NATIONS if do == "influence" else (None,), where),
        row.get("from", 1),
        row.get("to", rounds),
        row.get("extra_village", False),
    )


def check_counts(edition: Edition, kind: str, found: int) -> None:
    """The box holds exactly so many pieces of a kind."""
    printed = edition.number(f"counts.{kind}")
    if found != printed:
        raise EditionError(f"counts.{kind} says {printed}, but {found} are listed.")


PROJECTS: dict[str, ProjectCard] = {card.id: card for card in projects(edition())}
"""Every project card; those of the decks A and B are the 157 of the box, C comes with stories."""
CAREERS: dict[str, Career] = {card.id: card for card in careers(edition())}
BUILDINGS: dict[str, Building] = {card.id: card for card in buildings(edition())}
JEAN_CARDS: dict[str, JeanCard] = {card.id: card for card in jean_cards(edition())}

_decks = Counter(card.deck for card in PROJECTS.values())
if _decks != edition().counts("counts.decks"):
    raise EditionError(f"counts.decks says otherwise, but the decks are {dict(_decks)}.")
check_counts(edition(), "project", _decks["A"] + _decks["B"])
check_counts(edition(), "career", len(CAREERS))
check_counts(edition(), "building", len(BUILDINGS))
check_counts(edition(), "jean", len(JEAN_CARDS))
