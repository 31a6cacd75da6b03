"""The values of Port Royal's cards that no edition knows, in words for the owner of a copy."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from rules.edition import Edition, EditionError, set_of
from rules.port_royal import names
from rules.port_royal.pieces import SKULL, cards_by_set
from rules.text import Text

_SHIPS = {
    "yellow": Text("Yellow ship"),
    "blue": Text("Blue ship"),
    "green": Text("Green ship"),
    "red": Text("Red ship"),
    "black": Text("Black ship"),
}
_WHAT = {
    "coins": Text("coins"),
    "swords": Text("swords, or skull"),
    "cost": Text("cost"),
    "influence": Text("influence"),
    "count": Text("how many cards"),
    "seal": Text("number of the seal"),
    "letter": Text("letter of the seal"),
}


@cache
def things(edition: Edition, sets: tuple[str, ...]) -> Mapping[str, Text]:
    """Every house value of these sets by its path."""
    found: dict[str, Text] = {}
    for table in ("ships", "persons", "contracts"):
        for row in edition.rows(f"{table}.cards"):
            if set_of(row) not in sets:
                continue
            key = row.get("key")
            for field, what in _WHAT.items():
                path = f"{table}.cards[{key}].{field}"
                if path in edition.house:
                    found[path] = Text(
                        "{card} ({key}): {what}", card=_card(table, row), key=key, what=what
                    )
    return found


def _card(table: str, row: Mapping[str, Any]) -> Text:
    if table == "ships":
        return Text("Set Sail, {card}", card=_SHIPS[row["colour"]])
    if table == "contracts":
        message = names.CONTRACTS[row["key"]]
        return Text(message)
    colour, role = row.get("colour"), row["role"]
    message = names.COLOURED[role][colour] if colour else names.ROLES[role]
    return Text("Set Sail, {card}", card=Text(message, cost=row["cost"]))


@cache
def words(edition: Edition) -> Mapping[str, Mapping[str, Text]]:
    """For every house value that is chosen, not typed, what it can be."""
    numbers = {str(n): Text("{n}", n=n) for n in range(-1, 8)}
    swords = {n: text for n, text in numbers.items() if int(n) > 0} | {SKULL: Text("skull")}
    seals = {n: text for n, text in numbers.items() if int(n) <= 2}
    by_field = {"swords": swords, "seal": seals}
    paths = ((path, path.rpartition(".")[2]) for path in edition.house)
    return {path: by_field[field] for path, field in paths if field in by_field}


def contradiction(edition: Edition) -> Text | None:
    """An owner's cards must be as many as the rulebook lists."""
    try:
        cards_by_set(edition)
    except (EditionError, KeyError, TypeError, ValueError) as error:
        return Text("These values cannot all be printed on one copy: {error}", error=error)
    return None
