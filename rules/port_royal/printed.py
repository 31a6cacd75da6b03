"""The values of Port Royal's cards that no edition knows, in words for the owner of a copy."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

from rules.edition import Edition, EditionError, set_of
from rules.port_royal import names
from rules.port_royal.adventure.tale import tale_of
from rules.port_royal.pieces import ADVENTURE, SKULL, cards_by_set
from rules.text import Text

_SHIPS = {
    "yellow": Text("Yellow ship"),
    "blue": Text("Blue ship"),
    "green": Text("Green ship"),
    "red": Text("Red ship"),
    "black": Text("Black ship"),
    "ares": Text("Ship of Ares' pirates"),
}
_SETS = {"set_sail_rest": Text("Set Sail"), ADVENTURE: Text("The Adventure Begins")}
_WHAT = {
    "coins": Text("coins"),
    "swords": Text("swords, or skull"),
    "cost": Text("cost"),
    "influence": Text("influence"),
    "count": Text("how many cards"),
    "crowns": Text("crowns"),
    "item": Text("what it carries"),
    "batch": Text("printed number"),
    "seal": Text("number of the seal"),
    "letter": Text("letter of the seal"),
}


_STORY: Mapping[str, Callable[[str], Text]] = {
    "missions.cards": lambda row: Text("Mission {number}", number=row),
    "events.cards": lambda row: Text("Event {name}", name=row),
    "characters.cards": lambda row: Text("Character card {number}", number=row),
}
"""Tables of the adventure whose rows are known by what names them."""


@cache
def things(edition: Edition, sets: tuple[str, ...]) -> Mapping[str, Text]:
    """Every house value of these sets by its path; what is read aloud is not asked for."""
    found: dict[str, Text] = {}
    for table in ("ships", "persons", "contracts", "expeditions"):
        for row in edition.rows(f"{table}.cards"):
            key = row.get("key")
            if set_of(row) not in sets or key is None:
                continue
            for field, what in _WHAT.items():
                path = f"{table}.cards[{key}].{field}"
                if path in edition.house:
                    found[path] = Text(
                        "{card} ({key}): {what}", card=_card(table, row), key=key, what=what
                    )
    if ADVENTURE in sets:
        found |= _of_the_story(edition)
    return found


def _of_the_story(edition: Edition) -> Iterator[tuple[str, Text]]:
    """What missions demand, bring and lead to; what events and characters do; tracks."""
    for path in edition.house:
        table, _, rest = path.partition("[")
        if table in _STORY:
            row, _, field = rest.partition("].")
            if field != "text":
                card = _STORY[table](row)
                yield (
                    path,
                    Text("{card}: {what}", card=card, what=_WHAT.get(field) or _field(field)),
                )
        elif table.startswith(("crowns.", "victory.", "sets.adventure.")):
            yield path, _field(path)


def _field(path: str) -> Text:
    return Text("{path}", path=path.replace(".", ", ").replace("_", " "))


def _card(table: str, row: Mapping[str, Any]) -> Text:
    set_name = _SETS[set_of(row)] if table != "contracts" else None
    if table == "ships":
        card = _SHIPS[row["colour"]]
    elif table == "contracts":
        message = names.CONTRACTS[row["key"]]
        return Text(message)
    elif table == "expeditions":
        card = Text("Expedition")
    else:
        colour, role = row.get("colour"), row["role"]
        message = names.COLOURED[role][colour] if colour else names.ROLES[role]
        card = Text(message, cost=row["cost"])
    return Text("{set}, {card}", set=set_name, card=card)


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
        tale_of(edition)
    except (EditionError, KeyError, TypeError, ValueError) as error:
        return Text("These values cannot all be printed on one copy: {error}", error=error)
    return None
