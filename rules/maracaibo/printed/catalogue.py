"""The catalogue of effect kinds, and which pieces of the edition show each of them.

A kind is a form: a table, list or word of the edition with "*" for values that vary from card to
card. The edition uses only what the catalogue lists; `uses` says how often.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from rules.edition import EditionError
from rules.maracaibo.printed.cards import edition
from rules.typed import tables_of

ANY = "*"


class Use(NamedTuple):
    """Something in the edition that must be of a kind."""

    group: str
    form: Any
    owner: str
    """What it is printed on."""
    copies: int = 1


@cache
def catalogue() -> Mapping[str, Mapping[str, Any]]:
    """The forms of all kinds, by group."""
    path = Path(__file__).with_name("catalogue.toml")
    return tables_of(path, EditionError)


def uses() -> dict[str, int]:
    """Every kind with the number of cards, tiles, tokens or spaces that show it."""
    counts = {kind: 0 for kinds in catalogue().values() for kind in kinds}
    for use in printed():
        counts[kind_of(use)] += use.copies
    return counts


def kinds_shown() -> dict[str, dict[str, int]]:
    """The same, by group."""
    counts = uses()
    return {group: {kind: counts[kind] for kind in kinds} for group, kinds in catalogue().items()}


def kind_of(use: Use) -> str:
    """The kind that something printed is of; an error if the catalogue has none for it."""
    for kind, form in catalogue()[use.group].items():
        forms = form["any"] if isinstance(form, dict) and "any" in form else [form]
        if any(_fits(each, use.form) for each in forms):
            return kind
    raise EditionError(f"{use.owner}: {use.form!r} is no {use.group} of the catalogue.")


def _fits(form: Any, value: Any) -> bool:
    if form == ANY:
        return True
    if isinstance(form, dict):
        same = isinstance(value, dict) and form.keys() == value.keys()
        return same and all(_fits(form[key], value[key]) for key in form)
    if isinstance(form, list):
        same = isinstance(value, list) and len(form) == len(value)
        return same and all(map(_fits, form, value))
    return bool(form == value)


def printed() -> Iterator[Use]:
    """Everything in the edition that the catalogue has a kind for."""
    yield from _projects()
    yield from _ship_board()
    yield from _cards()
    yield from _map()
    yield from _tiles()
    yield from _story()
    for group, path in (("free_action", "rules.free_actions"), ("draw_option", "rules.draw_from")):
        for word in edition().value(path):
            yield Use(group, word, "the rules")


_COLOURS = {
    "income": "income",
    "permanent": "permanent",
    "village": "village_action",
    "manoeuvre": "combat_action",
}


def _projects() -> Iterator[Use]:
    for row in edition().rows("projects.cards"):
        owner, copies = f"project card {row['key']}", len(row["copies"])
        for name, value in row["price"].items():
            yield Use("purchase_requirement", {name: value}, owner, copies)
        for effect in row["effects"]:
            name = next(iter(effect))
            if name in _COLOURS:
                yield Use(_COLOURS[name], effect, owner, copies)
            elif name == "assistant":
                yield Use("assistant", effect["assistant"], owner, copies)
            else:
                yield Use("immediate", effect["now"], owner, copies)


def _ship_board() -> Iterator[Use]:
    """An upgrade is a new village action, a new combat action, or one of its own kinds."""
    for row in edition().rows("ship.upgrades"):
        effects, owner = row["effects"], f"ship upgrade {row['id']}"
        name = next(iter(effects[0]))
        if name in ("village", "manoeuvre"):
            yield Use(_COLOURS[name], effects[0], owner)
        else:
            yield Use("ship_upgrade", effects, owner)
    for path, name in (("village.actions", "village"), ("combat.manoeuvres", "manoeuvre")):
        for row in edition().rows(path):
            yield Use(_COLOURS[name], {name: row[name]}, f"everybody's {row['key']}")


def _cards() -> Iterator[Use]:
    for row in edition().rows("careers.cards"):
        for task in row["tasks"]:
            yield Use("career_task", task["kind"], f"career {row['id']}")
    for row in edition().rows("buildings.cards"):
        scoring = {name: row[name] for name in ("n", "per", "most") if name in row}
        yield Use("building_scoring", scoring, f"building {row['key']}")
    for row in edition().rows("jean.cards"):
        yield Use("automa_action", row["actions"], f"Jean's card {row['id']}")


def _map() -> Iterator[Use]:
    for row in edition().rows("map.locations"):
        if "action" in row:
            group = "homeward_action" if row["kind"] == "homeward" else "city_action"
            yield Use(group, row["action"], f"location {row['id']}")
    for row in edition().rows("explorer.spaces"):
        for name in ("reward", "barrier", "quest"):
            if name in row:
                yield Use("explorer_space", {name: row[name]}, f"explorer space {row['id']}")


def _tiles() -> Iterator[Use]:
    for row in edition().rows("city_tiles.tiles"):
        yield Use("city_action", row["action"], f"city tile {row['key']}")
    for row in edition().rows("combat_tokens.tokens"):
        owner = f"combat token {row['id']}"
        for name, value in row.items():
            if name in ("most", "fewest"):
                if value:
                    yield Use("combat_token_part", {name: value}, owner)
            elif name != "id":
                for step in value.get("gain", ()):
                    yield Use("combat_token_part", {"gain": step}, owner)
                if "cost" in value:
                    yield Use("combat_token_part", {"cost": value["cost"]}, owner)
    for row in edition().rows("quests.tiles"):
        yield from _quest(row, f"quest {row['id']}")
    for row in edition().rows("legacy.tiles"):
        owner = f"legacy tile {row['id']}"
        if "manoeuvre" in row:
            attack = {name: row[name] for name in ("manoeuvre", "needs") if name in row}
            yield Use("combat_action", attack, owner)
            continue
        costly = row.get("move_cost", 1) > 1
        names = ("rule", "move_cost") if costly else ("rule",)
        yield Use("legacy_rule", {name: row[name] for name in names}, owner)
        if "toll" in row:
            yield Use("legacy_rule", {"toll": row["toll"]}, owner)
        if "action" in row:
            yield Use("city_action", row["action"], owner)


def _quest(row: Mapping[str, Any], owner: str) -> Iterator[Use]:
    for part in ("cost", "needs"):
        for name, value in row.get(part, {}).items():
            yield Use("quest_cost", {name: value}, owner)
    for step in row["reward"]:
        yield Use("quest_reward", step, owner)


_TOLD = ("number", "spare", "chapter", "title", "text", "back", "ends", "then", "asks", "vote")
"""What names a story card or stands on its back: no instructions."""


def _story() -> Iterator[Use]:
    for row in edition().rows("story.cards"):
        owner = f"story card {row['number']}"
        for name in row:
            if name == "done_by":
                yield Use("story_instruction", {name: row[name]}, owner)
            elif name == "quest":
                yield from _quest(row["quest"], owner)
            elif name not in _TOLD:
                yield Use("story_instruction", name, owner)
