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
from rules.port_royal.demands import Demand
from rules.text import Text

SKULL = "skull"
COLOURS = ("yellow", "blue", "green", "red", "black")


@dataclass(frozen=True, slots=True, eq=False)
class Ship(Piece):
    """Brings coins when traded. `swords` is None where a skull is printed: it is never repelled."""

    colour: str
    coins: int
    swords: int | None
    gift: int = 0
    """Coins for another player, whom the one who trades it chooses."""


@dataclass(frozen=True, slots=True, eq=False)
class Person(Piece):
    role: str
    cost: int
    influence: int
    swords: int
    colour: str | None
    """The ship colour that the person has to do with."""
    does: Abilities


@dataclass(frozen=True, slots=True, eq=False)
class Expedition(Piece):
    needs: tuple[tuple[str, int], ...]
    """Signs and how many of each."""
    coins: int
    influence: int
    special: bool


@dataclass(frozen=True, slots=True, eq=False)
class Tax(Piece):
    bonus_to: str


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


Card = Ship | Person | Expedition | Tax | Contract | Marker
PLAYING_CARDS = (Ship, Person, Expedition, Tax)
"""What the deck is made of."""


@cache
def edition() -> Edition:
    return Edition.load(Path(__file__).with_name("edition.toml"))


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
    }
    for path, cards in builders.items():
        for row in edition.rows(path):
            for card in cards(row):
                yield set_of(row), card


def _ships(row: Mapping[str, Any]) -> Iterator[Ship]:
    colour, coins = row["colour"], row["coins"]
    name = Text(row.get("name") or names.SHIPS[colour], coins=coins)
    swords = None if row["swords"] == SKULL else int(row["swords"])
    gift = row.get("gift", 0)
    for card_id, kind in _copies(f"ship/{colour}/{coins}/{row['swords']}", row):
        yield Ship(card_id, kind, name, colour, coins, swords, gift)


def _persons(row: Mapping[str, Any], roles: Mapping[str, Any]) -> Iterator[Person]:
    role, cost, colour = row["role"], row["cost"], row.get("colour")
    message = row.get("name") or (names.COLOURED[role][colour] if colour else names.ROLES[role])
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
        )


def _expeditions(row: Mapping[str, Any]) -> Iterator[Expedition]:
    needs, special = tuple(row["needs"].items()), row.get("special", False)
    stem = "-".join(sign if n == 1 else f"{sign}{n}" for sign, n in needs)
    name = Text(row.get("name") or names.EXPEDITIONS[stem])
    for card_id, kind in _copies(f"expedition/{stem}", row):
        yield Expedition(card_id, kind, name, needs, row["coins"], row["influence"], special)


def _taxes(row: Mapping[str, Any]) -> Iterator[Tax]:
    bonus_to = row["bonus_to"]
    name = Text(row.get("name") or names.TAXES[bonus_to])
    for card_id, kind in _copies(f"tax/{bonus_to}", row):
        yield Tax(card_id, kind, name, bonus_to)


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
    for number in range(1, row["count"] + 1):
        kind = f"marker/{colour}"
        yield Marker(f"{kind}.{number}", kind, Text(names.MARKERS[colour]), colour)


def _copies(kind: str, row: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The ids of all copies of one face: its kind and a running number.

    A set tells its own from those of the base game: two may show the same face.
    """
    first = "" if set_of(row) == BASE else f"{set_of(row)}/"
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


PIECES = {card.id: card for card in all_cards()}
