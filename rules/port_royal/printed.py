"""The values of Port Royal's cards that no edition knows, in words for the owner of a copy."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from rules.edition import BASE, Edition, EditionError, set_of
from rules.game import Group
from rules.port_royal import names
from rules.port_royal.adventure.tale import tale_of
from rules.port_royal.pieces import ADVENTURE, SKULL, cards_by_set
from rules.text import Text
from rules.typed import row_name

_CARDS = ("ships", "persons", "contracts", "expeditions", "taxes")
_SETS = {
    "set_sail_rest": Text("Set Sail"),
    "contracts": Text("Just One More Contract"),
    ADVENTURE: Text("The Adventure Begins"),
}
_OF_MISSIONS = (BASE, ADVENTURE)
"""The sets of the persons that missions can ask for."""
_TOLD = ("text", "title")
"""What is read aloud is not asked for."""
_SHIP_SWORDS = Text("swords, or skull")
_SHIPS = {
    "yellow": Text("Yellow ship"),
    "blue": Text("Blue ship"),
    "green": Text("Green ship"),
    "red": Text("Red ship"),
    "black": Text("Black ship"),
    "ares": Text("Ship of Ares' pirates"),
}
_FOR_WHOM = {"all": Text("everybody"), "active": Text("active player")}
_TRACKS: Mapping[str, Text] = {
    "crowns.track": Text("Crown track length"),
    "crowns.shields": Text("Crowns for each shield"),
    "victory.markers": Text("Card 9: markers by number of players"),
    "victory.influence": Text("Card 9: influence by number of players"),
    "sets.adventure.counts.ship": Text("Ships with bread or rum"),
    "sets.adventure.counts.tax": Text("Tax increases"),
    **{
        f"sets.adventure.counts.ships.{colour}": Text("{ship}: with bread or rum", ship=s)
        for colour, s in _SHIPS.items()
    },
}
_MORE_STANDS = Text("the card says more")
_WHAT = {
    "coins": Text("coins"),
    "swords": Text("swords"),
    "cost": Text("cost"),
    "influence": Text("influence"),
    "count": Text("how many cards"),
    "crowns": Text("crowns"),
    "item": Text("cargo"),
    "batch": Text("printed number"),
    "seal": Text("seal number"),
    "letter": Text("seal letter"),
    "colour": Text("ship colour"),
    "key": Text("character"),
    "star": Text("red star"),
    "shuffles": Text("cards to shuffle in"),
    "first_crowns": Text("crowns for the first"),
    "next": Text("next card"),
    "against": Text("next card beside the fist"),
    "asks": Text("mission asked for"),
    "yes": Text("next card if yes"),
    "no": Text("next card if no"),
    "for": Text("for whom"),
    "needs.swords": Text("swords needed"),
    "needs.persons": Text("persons needed"),
    "needs.influence": Text("influence needed"),
    "needs.pays": Text("coins to pay"),
    "needs.returns_crowns": Text("crowns to give back"),
    "needs.by_hand": _MORE_STANDS,
    "now.by_hand": _MORE_STANDS,
    "does.sells": Text("coins for bread or rum"),
    "does.discount": Text("coins less for persons"),
    "does.takes": Text("cards more to take"),
    "does.looks": Text("cards to look at"),
    "does.full_harbour.cards": Text("harbour cards, at least"),
    "does.full_harbour.coins": Text("coins for them"),
    "does.bust": Text("coins for a bust"),
    "does.ship_coins": Text("coins more for ships"),
    "now.coins": Text("coins, active player"),
    "now.all_coins": Text("coins, everybody"),
    "now.crowns": Text("crowns, active player"),
    "now.fewest_coins": Text("coins, least influence"),
    "now.toll.from": Text("from this many coins"),
    "now.toll.coins": Text("coins to pay"),
    "now.offer.coins": Text("coins to pay"),
    "now.offer.crowns": Text("crowns for them"),
    "now.reshuffles": Text("discard pile shuffled in"),
}
_SIDES = {"front": Text("front"), "back": Text("back")}


class Value(NamedTuple):
    """A house value: on which card it stands, and what it is there."""

    path: str
    set: str
    chapter: Text
    row: str
    card: Text
    what: Text


@cache
def things(edition: Edition, sets: tuple[str, ...]) -> Mapping[str, Text]:
    """Every house value of these sets by its path."""
    return {
        value.path: Text("{card}: {what}", card=value.card, what=value.what)
        for value in _values(edition)
        if value.set in sets
    }


@cache
def groups(edition: Edition) -> Sequence[Group]:
    """All that stands on one card is confirmed together; cards are folded by chapter and set."""
    rows: dict[str, list[Value]] = {}
    for value in _values(edition):
        rows.setdefault(value.row, []).append(value)
    return tuple(
        Group(row, found[0].card, {value.path: value.what for value in found}, found[0].chapter)
        for row, found in rows.items()
    )


@cache
def _values(edition: Edition) -> tuple[Value, ...]:
    return (*_on_cards(edition), *_of_the_story(edition))


def _on_cards(edition: Edition) -> Iterator[Value]:
    for table in _CARDS:
        for index, row in enumerate(edition.rows(f"{table}.cards")):
            key, owner = row_name(row, index), set_of(row)
            here = f"{table}.cards[{key}]"
            found = [path for path in edition.house if path.startswith(f"{here}.")]
            for path in found:
                card = Text("{card} ({key})", card=_card(table, row), key=key)
                field = path.removeprefix(f"{here}.")
                skull = table == "ships" and field == "swords"
                what = _SHIP_SWORDS if skull else _what_it_is(field)
                chapter = _SETS.get(owner) or Text(edition.text(f"sets.{owner}.title"))
                yield Value(path, owner, chapter, here, card, what)


def _of_the_story(edition: Edition) -> Iterator[Value]:
    """What missions demand, bring and lead to; what events and characters do; tracks."""
    titles = {str(row["number"]): row.get("title") for row in edition.rows("chapters.rows")}
    for path in edition.house:
        table, _, rest = path.partition("[")
        key, _, field = rest.partition("].")
        if field.rpartition(".")[2] in _TOLD:
            continue
        row, what = f"{table}[{key}]", _what_it_is(field)
        if table == "missions.cards":
            chapter = names.chapter(key[0], titles[key[0]])
            card = Text(names.MISSION, number=key)
        elif table == "events.cards":
            chapter, card = Text("Events"), Text(names.EVENTS[key])
        elif table == "characters.cards":
            chapter, card = Text("Characters"), Text("Character card {number}", number=key)
        elif path in _TRACKS:
            chapter = Text("Crown track, card 9, card counts")
            row, card, what = path, _TRACKS[path], Text("in order")
        else:
            continue
        yield Value(path, ADVENTURE, chapter, row, card, what)


def _card(table: str, row: Mapping[str, Any]) -> Text:
    if table == "ships":
        return _SHIPS[row["colour"]]
    if table == "contracts":
        message = names.CONTRACTS[row["key"]]
        return Text(message)
    if table == "expeditions":
        return Text("Expedition")
    if table == "taxes":
        return Text("Tax increase")
    usual = names.person(row["role"], row.get("colour"))
    message = row.get("name") or usual or row["role"]
    return Text(message, cost=row["cost"])


def _what_it_is(field: str) -> Text:
    """A value by its field: `coins`, `needs.discards.rum`, `front.coins`."""
    if field in _WHAT:
        return _WHAT[field]
    first, _, rest = field.partition(".")
    if first in _SIDES:
        return Text("{side}: {what}", side=_SIDES[first], what=_what_it_is(rest))
    last = field.rpartition(".")[2]
    needed = names.ITEMS.get(last) or names.ROLE_WORDS.get(last)
    if needed is not None:
        return Text("how often: {what}", what=needed)
    return Text("{path}", path=field.replace(".", ", ").replace("_", " "))


@cache
def words(edition: Edition) -> Mapping[str, Mapping[str, Text]]:
    """For every house value that is chosen, not typed, what it can be."""
    numbers = {str(n): Text("{n}", n=n) for n in range(-1, 8)}
    swords = {n: text for n, text in numbers.items() if int(n) > 0} | {SKULL: Text("skull")}
    seals = {n: text for n, text in numbers.items() if int(n) <= 2}
    goods = {item: text for item, text in names.ITEMS.items() if item in names.SHIPS_WITH}
    there = {row["role"] for row in edition.rows("persons.cards") if set_of(row) in _OF_MISSIONS}
    asked = {role: text for role, text in names.ROLE_WORDS.items() if role in there}
    persons = {json.dumps([role]): text for role, text in asked.items()} | {"[]": Text("nobody")}
    by_field: Mapping[str, Mapping[str, Text]] = {
        "seal": seals,
        "item": goods,
        "persons": persons,
        "for": _FOR_WHOM,
        "colour": names.SHIP_COLOURS,
    }
    paths = ((path, path.rpartition(".")[2]) for path in edition.house)
    chosen = {path: by_field[field] for path, field in paths if field in by_field}
    ships = (p for p in edition.house if p.startswith("ships.") and p.endswith(".swords"))
    return chosen | dict.fromkeys(ships, swords)


def contradiction(edition: Edition) -> Text | None:
    """An owner's cards must be as many as the rulebook lists."""
    try:
        cards_by_set(edition)
        tale_of(edition)
    except (EditionError, KeyError, TypeError, ValueError) as error:
        return Text("These values contradict each other: {error}", error=error)
    return None
