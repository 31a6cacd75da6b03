"""The cards of Port Royal, built from the edition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from rules.edition import BASE, Edition, EditionError, set_of
from rules.pieces import Piece
from rules.port_royal import names
from rules.port_royal.abilities import Abilities
from rules.port_royal.adventure.happenings import Happening
from rules.port_royal.demands import Demand
from rules.text import Text

SKULL = "skull"
COLOURS = ("yellow", "blue", "green", "red", "black")
ARES = "ares"  # the sixth colour: Ares' pirates


@dataclass(frozen=True, slots=True, eq=False)
class Ship(Piece):
    """Brings coins when traded. `swords` is None where a skull is printed: it is never repelled."""

    colour: str
    coins: int
    swords: int | None
    gift: int = 0
    """Coins for another player, whom the one who trades it chooses."""
    item: str | None = None
    """What it carries, and can be kept for."""
    crowns: int = 0
    """What it brings when traded in place of coins."""
    batch: int = 0
    """The number by which story cards call for it; 0 if it is in the deck from the start."""

    @property
    def sails_as(self) -> tuple[str, ...]:
        """The sign on expeditions for which it can be discarded out of a player's area."""
        return (self.item,) if self.item else ()


@dataclass(frozen=True, slots=True, eq=False)
class Person(Piece):
    role: str
    cost: int
    influence: int
    swords: int
    colour: str | None
    """The ship colour that the person has to do with."""
    does: Abilities
    batch: int = 0

    @property
    def sails_as(self) -> tuple[str, ...]:
        return self.does.sails_as


@dataclass(frozen=True, slots=True, eq=False)
class Expedition(Piece):
    needs: tuple[tuple[str, int], ...]
    """Signs and how many of each."""
    coins: int
    influence: int
    special: bool
    batch: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Tax(Piece):
    bonus_to: str
    threshold: int | None = None
    """Where the card has a number of its own."""
    bonus: int | None = None
    batch: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Contract(Piece):
    needs: Demand
    coins: tuple[int, ...]
    """For the first who fulfils it, for the second, and so on."""
    seal: int
    letter: str
    white: bool
    """Only for playing together or alone."""


@dataclass(frozen=True, slots=True, eq=False)
class Marker(Piece):
    """Lies on a contract that its player has fulfilled, or is on the way to."""

    colour: str


@dataclass(frozen=True, slots=True, eq=False)
class Mission(Contract):
    """A story card: its text on one side, on the other a mission that is fulfilled like a contract.

    Its coins are for whoever is first. An owner's text stands only on the card.
    """

    number: str
    text: Text | None
    shuffles: tuple[int, ...]
    crowns: int
    """For everybody."""
    first_crowns: int
    """For whoever is first, besides."""
    next: str | None
    asks: str | None
    """The mission that decides at the month's end which card comes: `yes` or `no`."""
    yes: str | None
    no: str | None
    against: str | None
    """Beside a fist: the card that comes for those who play against each other, whatever else."""
    star: bool
    """Whether it is one of those for playing on after the last chapter."""


@dataclass(frozen=True, slots=True, eq=False)
class Page(Piece):
    """A story card without a mission: it begins or ends a chapter."""

    text: Text | None
    untitled: Text
    """Its name without the words of the house's story."""


@dataclass(frozen=True, slots=True, eq=False)
class Event(Piece):
    number: int
    now: Happening
    helps: Person | None
    """What holds for the turn, as if somebody more were there."""
    for_all: bool
    month_end: bool
    after: bool
    """For playing on after the last chapter."""


@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """One side of a character card."""

    key: str
    name: Text
    coins: int
    helps: Person
    """What the character does once a mission is fulfilled, as a person would; it is none."""


@dataclass(frozen=True, slots=True, eq=False)
class Character(Piece):
    sides: tuple[Side, Side]


Card = Ship | Person | Expedition | Tax | Contract | Marker | Mission | Page | Event | Character
PLAYING_CARDS = (Ship, Person, Expedition, Tax)
"""What the deck is made of."""
ADVENTURE = "adventure"
_STORY = ("missions.cards", "chapters.rows", "ends.rows", "events.cards", "characters.cards")


@cache
def edition() -> Edition:
    here = Path(__file__)
    return Edition.load(here.with_name("edition.toml"), here.with_name("adventure.toml"))


@cache
def cards_by_set(edition: Edition) -> Mapping[str, tuple[Card, ...]]:
    """The cards of every set, in the edition's order, checked against the printed counts."""
    by_set: dict[str, list[Card]] = {BASE: [], **{name: [] for name in edition.sets}}
    for name, card in _build(edition):
        if name not in by_set:
            raise EditionError(f"{card.id} is of the set {name}, which the edition does not list.")
        by_set[name].append(card)
    for name, cards in by_set.items():
        check_counts(edition, tuple(cards), name)
    return {name: tuple(cards) for name, cards in by_set.items()}


def all_cards() -> tuple[Card, ...]:
    """Every piece there is, of all sets."""
    return tuple(card for cards in cards_by_set(edition()).values() for card in cards)


def base_cards() -> tuple[Card, ...]:
    """The cards of the base game."""
    return cards_by_set(edition())[BASE]


def _build(edition: Edition) -> Iterator[tuple[str, Card]]:
    """Every card, with the set it belongs to."""
    builders: dict[str, Callable[[Mapping[str, Any]], Iterator[Card]]] = {
        "ships.cards": _ships,
        "persons.cards": lambda row: _persons(row, edition.table("roles")),
        "expeditions.cards": _expeditions,
        "taxes.cards": _taxes,
        "contracts.cards": _contracts,
        "markers.rows": _markers,
        "missions.cards": _missions,
        "chapters.rows": _pages,
        "ends.rows": _pages,
        "events.cards": _events,
        "characters.cards": _characters,
    }
    for path, cards in builders.items():
        for row in edition.rows(path):
            for card in cards(row):
                yield set_of(row) if path not in _STORY else ADVENTURE, card


def _ships(row: Mapping[str, Any]) -> Iterator[Ship]:
    colour, coins = row["colour"], row["coins"]
    name = Text(row.get("name") or names.SHIPS[colour], coins=coins)
    if item := row.get("item"):
        name = Text(names.SHIPS_WITH[item], ship=name)
    swords = None if row["swords"] == SKULL else int(row["swords"])
    gift, crowns, batch = row.get("gift", 0), row.get("crowns", 0), row.get("batch", 0)
    for card_id, kind in _copies(f"ship/{colour}/{coins}/{row['swords']}", row):
        yield Ship(
            card_id, kind, name, colour, coins, swords, gift, item=item, crowns=crowns, batch=batch
        )


def _persons(row: Mapping[str, Any], roles: Mapping[str, Any]) -> Iterator[Person]:
    role, cost, colour = row["role"], row["cost"], row.get("colour")
    message = row.get("name") or names.person(role, colour) or role
    does = row["does"] if "does" in row else roles.get(role, {})
    for card_id, kind in _copies(f"{role}/{colour}/{cost}" if colour else f"{role}/{cost}", row):
        yield Person(
            card_id,
            kind,
            Text(message, cost=cost),
            role=role,
            cost=cost,
            influence=row["influence"],
            swords=row.get("swords", 0),
            colour=colour,
            does=Abilities.read(does, role),
            batch=row.get("batch", 0),
        )


def _expeditions(row: Mapping[str, Any]) -> Iterator[Expedition]:
    needs = tuple((sign, n) for sign, n in row["needs"].items() if n)
    stem = "-".join(sign if n == 1 else f"{sign}{n}" for sign, n in needs)
    name = Text(row["name"]) if "name" in row else names.expedition(needs)
    for card_id, kind in _copies(f"expedition/{stem}", row):
        yield Expedition(
            card_id,
            kind,
            name,
            needs,
            coins=row["coins"],
            influence=row["influence"],
            special=row.get("special", False),
            batch=row.get("batch", 0),
        )


def _taxes(row: Mapping[str, Any]) -> Iterator[Tax]:
    bonus_to, threshold = row["bonus_to"], row.get("threshold")
    name = Text(row.get("name") or names.TAXES[bonus_to])
    if threshold is not None:
        name = Text(names.TAX_FROM, tax=name, coins=threshold)
    for card_id, kind in _copies(f"tax/{bonus_to}", row):
        yield Tax(card_id, kind, name, bonus_to, threshold, row.get("bonus"), row.get("batch", 0))


def _contracts(row: Mapping[str, Any]) -> Iterator[Contract]:
    key = row["key"]
    yield Contract(
        f"contract/{key}",
        f"contract/{key}",
        Text(row.get("name") or names.CONTRACTS[key]),
        needs=Demand.read(row["needs"], key),
        coins=tuple(row["coins"]),
        seal=row["seal"],
        letter=row["letter"],
        white=row.get("white", False),
    )


def _markers(row: Mapping[str, Any]) -> Iterator[Marker]:
    colour = row["colour"]
    kind = f"marker/{colour}" if set_of(row) != ADVENTURE else f"{ADVENTURE}/marker/{colour}"
    for number in range(1, row["count"] + 1):
        yield Marker(f"{kind}.{number}", kind, Text(names.MARKERS[colour]), colour)


def _copies(kind: str, row: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The ids of all copies of one face: its kind and a running number.

    A set tells its own from those of the base game: two may show the same face.
    """
    first, kind = "" if set_of(row) == BASE else f"{set_of(row)}/", row.get("kind", kind)
    return ((f"{first}{kind}.{number}", f"{first}{kind}") for number in range(1, row["count"] + 1))


def check_counts(edition: Edition, cards: tuple[Card, ...], name: str = BASE) -> None:
    """Whether a set has as many cards as the edition says."""
    persons = [card for card in cards if isinstance(card, Person)]
    ships = [card for card in cards if isinstance(card, Ship)]
    kinds = Counter(type(card).__name__.lower() for card in cards)
    found = {
        "counts": Counter(cards=len(cards), **kinds),
        "counts.persons": Counter(person.role for person in persons),
        "counts.ships": Counter(ship.colour for ship in ships),
    }
    for path, counted in found.items():
        if not counted:
            continue  # the first of them says how many there should be
        path = path if name == BASE else f"sets.{name}.{path}"
        printed = edition.counts(path)
        if counted != printed:
            raise EditionError(f"{path} says {printed}, but the cards listed are {dict(counted)}.")


def _missions(row: Mapping[str, Any]) -> Iterator[Mission]:
    number = row["number"]
    yield Mission(
        f"mission/{number}",
        f"mission/{number}",
        Text(names.MISSION, number=number),
        needs=Demand.read(row["needs"], f"mission {number}"),
        coins=(row.get("coins", 0),),
        seal=0,
        letter="",
        white=False,
        number=number,
        text=names.read_aloud(row),
        shuffles=tuple(row.get("shuffles", ())),
        crowns=row.get("crowns", 0),
        first_crowns=row.get("first_crowns", 0),
        **{way: row.get(way) for way in ("next", "asks", "yes", "no", "against")},
        star=row.get("star", False),
    )


def _pages(row: Mapping[str, Any]) -> Iterator[Page]:
    """The card of a chapter names its first mission, the card that ends it does not."""
    number, begins = row["number"], "first" in row
    untitled = names.chapter(number, None) if begins else Text(names.STORY_CARD, number=number)
    name = names.chapter(number, row.get("title")) if begins else untitled
    what = f"{'chapter' if begins else 'story'}/{number}"
    yield Page(what, what, name, names.read_aloud(row), untitled)


def _events(row: Mapping[str, Any]) -> Iterator[Event]:
    key = row["key"]
    name = Text(row.get("name") or names.EVENTS[key])
    helper = _helper(f"event/{key}", name, row) if "for" in row else None
    yield Event(
        f"event/{key}",
        f"event/{key}",
        name,
        number=row["number"],
        now=Happening.read(row.get("now", {}), key),
        helps=helper,
        for_all=row.get("for") == "all",
        month_end=row.get("month_end", False),
        after=row.get("after", False),
    )


def _characters(row: Mapping[str, Any]) -> Iterator[Character]:
    front, back = (_side(row[side]) for side in ("front", "back"))
    name = Text(names.CHARACTER, front=front.name, back=back.name)
    yield Character(f"character/{row['key']}", f"character/{row['key']}", name, (front, back))


def _side(row: Mapping[str, Any]) -> Side:
    key = row["key"]
    name = Text(row.get("name") or names.CHARACTERS[key])
    return Side(key, name, row["coins"], _helper(f"character/{key}", name, row))


def _helper(what: str, name: Text, row: Mapping[str, Any]) -> Person:
    """What is not a person but does what persons do."""
    return Person(
        what,
        what,
        name,
        role="",
        cost=0,
        influence=0,
        swords=row.get("swords", 0),
        colour=row.get("colour"),
        does=Abilities.read(row.get("does", {}), what),
    )


PIECES = {card.id: card for card in all_cards()}
