"""The cards of Port Royal's base game, built from the edition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from rules.edition import Edition, EditionError
from rules.pieces import Piece
from rules.text import Text

COLOURS = ("yellow", "blue", "green", "red", "black")
SPECIALISTS = ("captain", "priest", "settler")
"""The roles that expeditions ask for."""
JACK = "jack_of_all_trades"

_SHIP_NAMES = {
    "yellow": "Pinnace {coins}",
    "blue": "Flute {coins}",
    "green": "Barque {coins}",
    "red": "Frigate {coins}",
    "black": "Galleon {coins}",
}
_TRADER_NAMES = {
    "yellow": "Yellow trader {cost}",
    "blue": "Blue trader {cost}",
    "green": "Green trader {cost}",
    "red": "Red trader {cost}",
    "black": "Black trader {cost}",
}
_ROLE_NAMES = {
    "settler": "Settler {cost}",
    "captain": "Captain {cost}",
    "priest": "Priest {cost}",
    "jack_of_all_trades": "Jack-of-all-trades {cost}",
    "admiral": "Admiral {cost}",
    "jester": "Jester {cost}",
    "governor": "Governor {cost}",
    "mademoiselle": "Mademoiselle {cost}",
    "sailor": "Sailor {cost}",
    "pirate": "Pirate {cost}",
}
_EXPEDITION_NAMES = {
    "captain2": "Expedition (2 captains)",
    "priest2": "Expedition (2 priests)",
    "settler2": "Expedition (2 settlers)",
    "captain2-settler": "Expedition (2 captains, 1 settler)",
    "priest2-settler": "Expedition (2 priests, 1 settler)",
    "captain-priest-settler": "Special expedition (captain, priest, settler)",
}
_TAX_NAMES = {
    "fewest_influence": "Tax increase (fewest influence)",
    "most_swords": "Tax increase (most swords)",
}


@dataclass(frozen=True, slots=True, eq=False)
class Ship(Piece):
    """Brings coins when traded. `swords` is None where a skull is printed: it is never repelled."""

    colour: str
    coins: int
    swords: int | None


@dataclass(frozen=True, slots=True, eq=False)
class Person(Piece):
    role: str
    cost: int
    influence: int
    swords: int
    colour: str | None
    """The ship colour that a trader trades in."""


@dataclass(frozen=True, slots=True, eq=False)
class Expedition(Piece):
    needs: tuple[tuple[str, int], ...]
    """Roles and how many of each."""
    coins: int
    influence: int
    special: bool


@dataclass(frozen=True, slots=True, eq=False)
class Tax(Piece):
    bonus_to: str


Card = Ship | Person | Expedition | Tax


@cache
def edition() -> Edition:
    return Edition.load(Path(__file__).with_name("edition.toml"))


@cache
def all_cards() -> tuple[Card, ...]:
    """Every card of the box, in the edition's order, checked against the printed counts."""
    cards = tuple(_build(edition()))
    check_counts(edition(), cards)
    return cards


def _build(edition: Edition) -> Iterator[Card]:
    for row in edition.rows("ships.cards"):
        swords = None if row["swords"] == "skull" else row["swords"]
        colour, coins = row["colour"], row["coins"]
        name = Text(_SHIP_NAMES[colour], coins=coins)
        for card_id, kind in _copies(f"ship/{colour}/{coins}/{row['swords']}", row):
            yield Ship(card_id, kind, name, colour, coins, swords)
    for row in edition.rows("persons.cards"):
        role, cost, hue = row["role"], row["cost"], row.get("colour")
        message = _TRADER_NAMES[hue] if hue else _ROLE_NAMES[role]
        name = Text(message, cost=cost)
        stem = f"{role}/{hue}/{cost}" if hue else f"{role}/{cost}"
        for card_id, kind in _copies(stem, row):
            swords = row.get("swords", 0)
            yield Person(card_id, kind, name, role, cost, row["influence"], swords, hue)
    for row in edition.rows("expeditions.cards"):
        needs, special = tuple(row["needs"].items()), row.get("special", False)
        stem = "-".join(role if n == 1 else f"{role}{n}" for role, n in needs)
        name = Text(_EXPEDITION_NAMES[stem])
        for card_id, kind in _copies(f"expedition/{stem}", row):
            yield Expedition(card_id, kind, name, needs, row["coins"], row["influence"], special)
    for row in edition.rows("taxes.cards"):
        bonus_to = row["bonus_to"]
        for card_id, kind in _copies(f"tax/{bonus_to}", row):
            yield Tax(card_id, kind, Text(_TAX_NAMES[bonus_to]), bonus_to)


def _copies(kind: str, row: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The ids of all copies of one face: its kind and a running number."""
    return ((f"{kind}.{number}", kind) for number in range(1, row["count"] + 1))


def check_counts(edition: Edition, cards: tuple[Card, ...]) -> None:
    persons = [card for card in cards if isinstance(card, Person)]
    ships = [card for card in cards if isinstance(card, Ship)]
    found = {
        "counts": Counter(
            cards=len(cards), **Counter(type(card).__name__.lower() for card in cards)
        ),
        "counts.persons": Counter(person.role for person in persons),
        "counts.ships": Counter(ship.colour for ship in ships),
    }
    for path, counted in found.items():
        printed = edition.counts(path)
        if counted != printed:
            raise EditionError(f"{path} says {printed}, but the cards listed are {dict(counted)}.")


PIECES = {card.id: card for card in all_cards()}
