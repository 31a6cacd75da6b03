"""The pieces of one copy of Cooper Island, built from its edition, counts checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Annotated, TypeVar

from rules.cooper_island.printed.board import Board, board_of
from rules.cooper_island.printed.describe import (
    discount_text,
    effects_text,
    end_text,
    event_text,
    slots_text,
)
from rules.cooper_island.printed.names import (
    COLOUR_NAMES,
    MILESTONE_NAMES,
    ROYAL_NAMES,
    SHIP_NAMES,
    STANDING_NAMES,
    STRUCTURE_NAMES,
    TERRAIN_NAMES,
    WORKER_NAMES,
)
from rules.cooper_island.printed.nodes import LETTERS, Discount, Effects, Ending, Event, Many, Slots
from rules.edition import Edition, EditionError
from rules.pieces import Piece, values_in
from rules.text import Text, listing
from rules.typed import Table, words_of

COLOURS = tuple(COLOUR_NAMES)
DOUBLES, SINGLES, LOGBOOKS = 60, 56, 30


@dataclass(frozen=True, slots=True, eq=False)
class DoubleTile(Piece):
    """A landscape tile of two hexes; `sides` are the terrains of each side."""

    type: str
    sides: Mapping[str, tuple[str, str]]
    """By the letters of the side: `fm`; the first is the one without turning it over."""

    def is_turned(self, letters: str) -> bool:
        return letters != next(iter(self.sides))


@dataclass(frozen=True, slots=True, eq=False)
class SingleTile(Piece):
    """A landscape tile of one hex."""

    terrains: tuple[str, str]

    def is_turned(self, terrain: str) -> bool:
        """Whether it shows a terrain with its other side."""
        return terrain != self.terrains[0]


@dataclass(frozen=True, slots=True, eq=False)
class Owned(Piece):
    """A piece of a player's colour; `type` tells apart what the player has of it."""

    colour: str
    type: str


@dataclass(frozen=True, slots=True, eq=False)
class Islet(Owned):
    land: Annotated[str, words_of(TERRAIN_NAMES)]
    does: Effects


@dataclass(frozen=True, slots=True, eq=False)
class Boat(Owned):
    does: Effects
    slots: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Logbook(Piece):
    does: Effects


@dataclass(frozen=True, slots=True, eq=False)
class RoyalCard(Piece):
    number: int
    counts: Annotated[str, words_of(ROYAL_NAMES)]
    stages: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class SmallCard(Piece):
    """The card of a small building: what it does is permanent."""

    number: int
    event: Event | None = field(default=None, metadata={"written": "on"})
    does: Effects = ()
    discount: Discount | None = None
    slots: Slots | None = None
    statue_slot: Effects = ()
    crate: Effects = ()
    end: Ending | None = None


@dataclass(frozen=True, slots=True, eq=False)
class LargeCard(Piece):
    """The card of a large building: one action, then it lies face down."""

    number: int
    does: Effects
    end: Ending | None = None


P = TypeVar("P", bound=Piece)


def _by_id(pieces: Iterator[P]) -> dict[str, P]:
    return {piece.id: piece for piece in pieces}


@cache
def edition() -> Edition:
    return Edition.load(Path(__file__).parents[1] / "edition.toml")


# -------------------------------------------------------------------------------- Tiles and cards


def tile_name(*letters: str) -> Text:
    """The terrains of each side, with a stroke between the sides."""
    sides = (listing(TERRAIN_NAMES[LETTERS[letter]] for letter in side) for side in letters)
    return Text("{one} | {other}", **dict(zip(("one", "other"), sides, strict=True)))


def doubles(printed: Edition) -> Iterator[DoubleTile]:
    number = 0
    for type_, count in printed.counts("double_tiles").items():
        one, other = type_.split("_")
        sides = {side: (LETTERS[side[0]], LETTERS[side[1]]) for side in (one, other)}
        name = Text("Double tile {terrains}", terrains=tile_name(one, other))
        for _ in range(count):
            number += 1
            yield DoubleTile(f"double/nr.{number:02}", f"double/{type_}", name, type_, sides)
    _check("double tiles", number, DOUBLES)


def singles(printed: Edition) -> Iterator[SingleTile]:
    number = 0
    for type_, count in printed.counts("single_tiles").items():
        one, other = type_[0], type_[1]
        name = Text("Single tile {terrains}", terrains=tile_name(one, other))
        for _ in range(count):
            number += 1
            terrains = (LETTERS[one], LETTERS[other])
            yield SingleTile(f"single/nr.{number:02}", f"single/{type_}", name, terrains)
    _check("single tiles", number, SINGLES)


class LogbookRow(Table, frozen=True):
    key: str
    count: Many
    does: Effects


def logbooks(printed: Edition) -> Iterator[Logbook]:
    number = 0
    for row in printed.rows_as("logbooks", LogbookRow):
        name = Text("Logbook tile: {what}", what=effects_text(row.does))
        for _ in range(row.count):
            number += 1
            yield Logbook(f"logbook/nr.{number:02}", f"logbook/{row.key}", name, row.does)
    _check("logbook tiles", number, LOGBOOKS)


def _check(what: str, number: int, expected: int) -> None:
    if number != expected:
        raise EditionError(f"There are {expected} {what}, not {number}.")


def royal_cards(printed: Edition) -> Iterator[RoyalCard]:
    for row in printed.rows("royal_cards"):
        id_, shown = f"royal/{row['number']}", values_in(row, RoyalCard)
        yield RoyalCard(id_, id_, ROYAL_NAMES[shown["counts"]], **shown)


_UNNAMED = Text("{value}", value="")
"""Until what it does has been read: it is named by that."""


def small_cards(printed: Edition) -> Iterator[SmallCard]:
    for row in printed.rows("small_cards"):
        id_ = f"small/{row['number']}"
        card = SmallCard(id_, id_, _UNNAMED, **values_in(row, SmallCard))
        texts = (
            event_text(card.event, card.does) if card.event else None,
            discount_text(card.discount) if card.discount else None,
            slots_text(card.slots) if card.slots else None,
            card.statue_slot
            and Text("Extra statue slot: {what}", what=effects_text(card.statue_slot)),
            card.crate and Text("Extra crate, for one good: {what}", what=effects_text(card.crate)),
            end_text(card.end) if card.end else None,
        )
        what = listing(text for text in texts if text)
        yield replace(card, name=_card_name("small", card.number, what))


def large_cards(printed: Edition) -> Iterator[LargeCard]:
    for row in printed.rows("large_cards"):
        id_ = f"large/{row['number']}"
        card = LargeCard(id_, id_, _UNNAMED, **values_in(row, LargeCard))
        what = effects_text(card.does)
        if card.end:
            what = listing((what, end_text(card.end)))
        yield replace(card, name=_card_name("large", card.number, what))


def _card_name(kind: str, number: int, what: Text) -> Text:
    texts = {
        "small": Text("Small building {number}: {what}", number=number, what=what),
        "large": Text("Large building {number}: {what}", number=number, what=what),
    }
    return texts[kind]


# ---------------------------------------------------------------------------- Pieces of the players


def _owned(what: Text, colour: str) -> Text:
    return Text("{thing} ({colour})", thing=what, colour=COLOUR_NAMES[colour])


def islets(printed: Edition) -> Iterator[Islet]:
    for colour in COLOURS:
        for row in printed.rows("islets"):
            id_, shown = f"islet/{colour}/{row['key']}", values_in(row, Islet, "colour", "type")
            name = _owned(Text("Islet: {what}", what=effects_text(shown["does"])), colour)
            yield Islet(id_, id_, name, colour, row["key"], **shown)


def boats(printed: Edition) -> Iterator[Boat]:
    for colour in COLOURS:
        for row in printed.rows("boats"):
            id_, shown = f"boat/{colour}/{row['key']}", values_in(row, Boat, "colour", "type")
            name = _owned(Text("Supply boat: {what}", what=effects_text(shown["does"])), colour)
            yield Boat(id_, id_, name, colour, row["key"], **shown)


def figures(printed: Edition) -> Iterator[Owned]:
    """Everything else of a colour: wood, ruins, lids and milestones."""
    copies = {
        "worker": (WORKER_NAMES[False], printed.number("rules.normal_workers")),
        "special": (WORKER_NAMES[True], printed.number("rules.special_workers")),
        "small_building": (STRUCTURE_NAMES["small"], printed.number("rules.small_buildings")),
        "large_building": (STRUCTURE_NAMES["large"], printed.number("rules.large_buildings")),
        "fortress": (STRUCTURE_NAMES["fortress"], 1),
        "ruin": (Text("Ruin and statue"), printed.number("rules.ruins")),
        "lid": (STANDING_NAMES["lid"], printed.number("rules.lids")),
        "cartographer": (Text("Cartographer"), 1),
    }
    for colour in COLOURS:
        for kind, (name, count) in copies.items():
            for number in range(1, count + 1):
                of = f"{kind}/{colour}"
                yield Owned(f"{of}.{number}", of, _owned(name, colour), colour, kind)
        for mast, name in SHIP_NAMES.items():
            yield Owned(
                f"ship/{colour}/{mast}", f"ship/{colour}/{mast}", _owned(name, colour), colour, mast
            )
        for goal, name in MILESTONE_NAMES.items():
            id_ = f"milestone/{colour}/{goal}"
            yield Owned(id_, id_, _owned(name, colour), colour, goal)


HARBOURMASTER = Piece("harbourmaster", "harbourmaster", Text("Harbourmaster"))
COOPER = Piece("cooper", "cooper", Text("Cooper"))


@dataclass(frozen=True, slots=True, eq=False)
class Box:
    """What is printed on one copy: its boards, and the values on all of its pieces."""

    board: Board
    doubles: Mapping[str, DoubleTile]
    singles: Mapping[str, SingleTile]
    islets: Mapping[str, Islet]
    boats: Mapping[str, Boat]
    logbooks: Mapping[str, Logbook]
    royal_cards: Mapping[str, RoyalCard]
    small_cards: Mapping[str, SmallCard]
    large_cards: Mapping[str, LargeCard]
    figures: Mapping[str, Owned]
    pieces: Mapping[str, Piece]
    printed: Edition
    """Where all of this comes from: what of it is the house's."""
    roomy_boats: tuple[str, ...]
    """The types of boats that bring slots of the warehouse."""


@lru_cache(maxsize=8)
def box_of(printed: Edition) -> Box:
    """The box of a copy on which these values are printed."""
    by_kind = (
        _by_id(doubles(printed)),
        _by_id(singles(printed)),
        _by_id(islets(printed)),
        _by_id(boats(printed)),
        _by_id(logbooks(printed)),
        _by_id(royal_cards(printed)),
        _by_id(small_cards(printed)),
        _by_id(large_cards(printed)),
        _by_id(figures(printed)),
    )
    pieces: dict[str, Piece] = {piece.id: piece for kind in by_kind for piece in kind.values()}
    pieces |= {piece.id: piece for piece in (HARBOURMASTER, COOPER)}
    roomy = tuple(row["key"] for row in printed.rows("boats") if row.get("slots"))
    return Box(board_of(printed), *by_kind, pieces, printed, roomy)


@cache
def house_box() -> Box:
    return box_of(edition())
