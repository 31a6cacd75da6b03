"""The cards of Maracaibo, built from the edition: projects, careers, buildings, Jean's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from msgspec import Meta, field
from msgspec.structs import force_setattr

from rules.edition import Edition, EditionError, Row
from rules.maracaibo.printed.names import (
    BUILDING_NAMES,
    GOOD_NAMES,
    LOCATION_NAMES,
    OBJECT_NAMES,
    PROJECT_NAMES,
    place_text,
)
from rules.maracaibo.printed.nodes import CardEffect, Cost, Good, Nation, Needs, Object, Token
from rules.pieces import Piece, values_in
from rules.text import Text, listing
from rules.typed import As, Table, Worded, Wrong, read, words_of


@cache
def edition() -> Edition:
    here = Path(__file__)
    more = (here.with_name("cards.toml"), here.with_name("story.toml"))
    return Edition.load(here.parents[1] / "edition.toml", *more)


ROUNDS = edition().number("rules.rounds")
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
Barrier = Annotated[str, words_of(BARRIERS)]
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


class Goal(Table, frozen=True):
    """What has to be reached, and the reward for it."""

    doubloons: int
    n: int = 1
    colour: Barrier | None = None
    """The barrier of the explorer track, if it is about one."""
    vp: int = 0
    kind: str = ""
    """That of its task."""


class Task(Table, frozen=True):
    kind: Annotated[str, words_of(GOALS)]
    easy: Goal
    hard: Goal

    def __post_init__(self) -> None:
        for level, goal in (("easy", self.easy), ("hard", self.hard)):
            if (goal.colour is not None) != (self.kind == "barrier"):
                raise Wrong("A goal has a colour if it is a barrier.", f"{level}.colour")
            force_setattr(goal, "kind", self.kind)


@dataclass(frozen=True, slots=True, eq=False)
class Career(Piece):
    tasks: tuple[Task, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Building(Piece):
    """A prestige building: `n` points for every unit at the end, at most `most`."""

    doubloons: int
    synergy: Token
    n: int
    per: tuple[Annotated[str, words_of(SCORED_UNITS)], ...]
    most: int | None = None


class Done(Worded):
    """What Jean's cards do, by its first word."""

    __slots__ = ()
    words: ClassVar[dict[str, Any]] = {}


class JeanAction(Done, Table, frozen=True):
    """`do`: explore, influence, combat (n: influence won), vp, quest or disc."""

    do: str
    n: int
    nation: Nation | None = field(name="with", default=None)
    first_round: int = field(name="from", default=1)
    last_round: int = field(name="to", default=ROUNDS)
    extra_village: bool = False

    def __post_init__(self) -> None:
        if (self.nation is not None) != (self.do == "influence"):
            raise Wrong("A nation stands with influence, and only there.", "with")


def _jean_action(row: Mapping[str, Any]) -> Mapping[str, Any]:
    (do, n), *more = row.items()
    return {"do": do, "n": n, **dict(more)}


Done.words |= dict.fromkeys(
    ("explore", "influence", "combat", "vp", "quest", "disc"),
    As(JeanAction, int, _jean_action, ("with", "from", "to", "extra_village")),
)
if TYPE_CHECKING:
    JeanDone = JeanAction
else:
    JeanDone = Done


@dataclass(frozen=True, slots=True, eq=False)
class JeanCard(Piece):
    stack: str
    steps: int
    direction: Literal["upper", "lower"]
    """The arrow she follows at a fork."""
    display: int
    """Which card of the market she takes when she cannot deliver."""
    actions: tuple[JeanDone, ...]


@cache
def _copies() -> dict[str, list[list[str]]]:
    """The copies of each project card in the house edition: they give all cards their ids."""
    return {row["key"]: row["copies"] for row in edition().rows("projects.cards")}


class _Price(Cost, frozen=True, kw_only=True):
    """In a row it is one table: doubloons, a figure, and what is paid or needed besides."""

    doubloons: int
    figure: Literal["supply", "card", "location"] | None = None
    markers: tuple[Nation, int] | None = None


class _Project(Table, frozen=True):
    """One copy of a project card."""

    key: str
    deck: Literal["A", "B", "C"]
    price: _Price
    good: Good
    object: Object
    effects: tuple[CardEffect, ...]
    vp: int
    at: str | None = None
    number: int | None = None

    def __post_init__(self) -> None:
        if (self.price.figure == "location") != (self.at is not None):
            raise Wrong("A figure goes to a location if one is named, and only then.", "at")


_Copies = list[Annotated[list[str], Meta(min_length=2, max_length=3)] | dict[str, Any]]


def projects(printed: Edition) -> Iterator[ProjectCard]:
    for row in printed.rows("projects.cards"):
        where, named = f"{row.where}.copies", _copies()[row["key"]]
        copies = read(row["copies"], _Copies, where, EditionError)
        if len(copies) != len(named):
            raise EditionError(f"{where}: lists {len(copies)} copies, but there are {len(named)}.")
        for name, copy in zip(named, copies, strict=True):
            yield _project("/".join(("project", row["key"], *name)), row, copy)


def _project(card_id: str, row: Row, copy: list[str] | dict[str, Any]) -> ProjectCard:
    """One copy: its good, its object, and where its assistant stands. An owner's may differ from
    the others of its name: then it is a table with whatever else it shows.
    """
    own = (
        copy if isinstance(copy, dict) else dict(zip(("good", "object", "at"), copy, strict=False))
    )
    shown = {name: value for name, value in {**row, **own}.items() if name != "copies"}
    card = read(shown, _Project, row.where, EditionError)
    paid = {name: getattr(card.price, name) for name in Cost.__struct_fields__}
    price = Price(
        card.price.doubloons,
        card.price.figure,
        card.at,
        Cost(**{**paid, "doubloons": 0}),
        Needs(markers=card.price.markers),
    )
    return ProjectCard(
        id=card_id,
        kind=card_id,
        name=_name(row.name_in(PROJECT_NAMES), card.good, card.object, card.at),
        deck=card.deck,
        number=card.number,
        price=price,
        good=card.good,
        object=card.object,
        effects=card.effects,
        vp=card.vp,
    )


def _name(name: Text, good: str, thing: str, location: str | None) -> Text:
    """Several cards have one name: its text knows as well what tells this one from the others."""
    shown = [GOOD_NAMES[good], OBJECT_NAMES[thing]]
    if location in LOCATION_NAMES:
        shown.append(place_text(location))
    return Text(name.message, apart=listing(shown))


def careers(printed: Edition) -> Iterator[Career]:
    for row in printed.rows("careers.cards"):
        card_id, name = f"career/{row['id']}", Text("Career {number}", number=row["id"])
        yield Career(card_id, card_id, name, **values_in(row, Career))


def buildings(printed: Edition) -> Iterator[Building]:
    for row in printed.rows("buildings.cards"):
        card_id, name = f"building/{row['key']}", row.name_in(BUILDING_NAMES)
        yield Building(card_id, card_id, name, **values_in(row, Building))


def jean_cards(printed: Edition) -> Iterator[JeanCard]:
    for row in printed.rows("jean.cards"):
        key = row["id"]
        card_id, name = f"jean/{key.lower()}", Text("Jean's card {number}", number=key)
        yield JeanCard(card_id, card_id, name, key[0], **values_in(row, JeanCard, "stack"))


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
