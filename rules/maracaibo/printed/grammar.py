"""How effect trees are written in the edition.

A node is a table whose first key names it: `{ vp = 2, per = "compass" }`. A word that is not in the
vocabulary is refused with the place it stands in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NoReturn, TypeVar

from rules.edition import EditionError
from rules.maracaibo.printed.nodes import (
    GOODS,
    NATIONS,
    OBJECTS,
    PERMANENTS,
    SYNERGIES,
    TARGETS,
    UNITS,
    Assistant,
    Attack,
    BuyCard,
    CardEffect,
    Combat,
    Cost,
    Discs,
    Effect,
    Explore,
    FiguresOnCard,
    FlagBonus,
    FulfilQuest,
    Gain,
    Income,
    Influence,
    Manoeuvre,
    Marker,
    Needs,
    Now,
    OneOf,
    Pay,
    Permanent,
    Raid,
    Rank,
    RemoveSkull,
    RulingChoice,
    Sail,
    Score,
    Steps,
    Synergy,
    TakeQuest,
    TakeStoryTile,
    VillageAction,
    VillageActions,
)

Table = Mapping[str, Any]
T = TypeVar("T")

_BESIDE = {
    "doubloons": ("per",),
    "vp": ("per",),
    "combat_points": ("per",),
    "figures": ("per",),
    "influence": ("with",),
    "village_actions": ("per",),
    "marker": ("of",),
    "pay": ("then",),
    "income": ("n", "synergy"),
    "permanent": ("n", "of"),
    "village": ("last",),
    "manoeuvre": ("needs",),
    "value": ("target", "then"),
}
"""The keys that may stand beside the one that names a node."""


def read_steps(rows: Sequence[Table], where: str) -> Steps:
    """Effects that are done one after another."""
    return tuple(_checked(_effect, row, where) for row in rows)


def read_card_effects(rows: Sequence[Table], where: str) -> tuple[CardEffect, ...]:
    return tuple(_checked(_card_effect, row, where) for row in rows)


def read_village_action(row: Table, where: str) -> VillageAction:
    return VillageAction(read_steps(row["village"], where), row.get("last", False))


def read_manoeuvre(row: Table, where: str) -> Manoeuvre:
    attacks = tuple(_checked(_attack, attack, where) for attack in row["manoeuvre"])
    return Manoeuvre(attacks, read_needs(row.get("needs", {}), where))


def read_cost(row: Table, where: str) -> Cost:
    for name in row:
        one_of(name, Cost.__slots__, where)
    return Cost(
        row.get("doubloons", 0),
        row.get("combat_points", 0),
        row.get("figures", 0),
        tuple(one_of(good, GOODS, where) for good in row.get("goods", ())),
        row.get("same_goods", 0),
        tuple(one_of(thing, OBJECTS, where) for thing in row.get("objects", ())),
        row.get("hand", 0),
    )


def read_needs(row: Table, where: str) -> Needs:
    for name in row:
        one_of(name, Needs.__slots__, where)
    markers = row.get("markers")
    return Needs(
        row.get("movement", 0),
        (one_of(markers[0], NATIONS, where), markers[1]) if markers else None,
        one_of(row.get("synergy"), (None, *SYNERGIES), where),
        row.get("explorer", 0),
    )


def one_of(word: Any, words: Sequence[str | None], where: str) -> Any:
    """The word itself, if it is one of the vocabulary."""
    if word not in words:
        fail(where, f"{word!r} is not one of {', '.join(map(str, words))}")
    return word


def fail(where: str, problem: str) -> NoReturn:
    raise EditionError(f"{where}: {problem}.")


@contextmanager
def reading(where: str) -> Iterator[str]:
    """Whatever a row lacks, or has in a form that cannot be read, is told with its place."""
    try:
        yield where
    except KeyError as error:
        fail(where, f"{error.args[0]!r} is missing or not known")
    except (TypeError, ValueError, IndexError, AttributeError) as error:
        if isinstance(error, EditionError):
            raise
        fail(where, f"something in it has not the form it needs ({error})")


def _effect(row: Table, where: str) -> Effect:
    unit = one_of(row.get("per"), (None, *UNITS), where)
    match dict(row):
        case {"reading": setting, **readings}:
            each = ((value, read_steps(steps, where)) for value, steps in readings.items())
            return RulingChoice(setting, tuple(each))
        case {"doubloons": int(n)}:
            return Gain("doubloons", n, unit)
        case {"vp": int(n)}:
            return Gain("vp", n, unit)
        case {"combat_points": int(n)}:
            return Gain("combat_points", n, unit)
        case {"figures": int(n)}:
            return Gain("figures", n, unit)
        case {"influence": int(n), "with": who}:
            return Influence(one_of(who, ("any", "fighting", "same", *NATIONS), where), n)
        case {"rank": who}:
            return Rank(one_of(who, ("any", "same"), where))
        case {"discs": int(n)}:
            return Discs(n)
        case {"village_actions": int(n)}:
            return VillageActions(n, unit)
        case {"explore": int(n)}:
            return Explore(n)
        case {"sail": [int(least), int(most)]}:
            return Sail(least, most)
        case {"marker": spot, "of": who}:
            spots = ("empty_village", "this_village", "target")
            return Marker(one_of(spot, spots, where), one_of(who, ("any", "fighting"), where))
        case {"synergy": kind}:
            return Synergy(one_of(kind, ("any_new", *SYNERGIES), where))
        case {"figures_on_card": int(income)}:
            return FiguresOnCard(income)
        case {"raid": [int(own), int(other)]}:
            return Raid(own, other)
        case {"pay": cost, "then": then}:
            return Pay(read_cost(cost, where), read_steps(then, where))
        case {"one_of": options}:
            return OneOf(tuple(read_steps(option, where) for option in options))
        case {"do": act} if act in _ACTS:
            return _ACTS[act]
    fail(where, f"{dict(row)!r} is no effect that exists")


_ACTS: Mapping[str, Effect] = {
    "combat": Combat(),
    "buy_card": BuyCard(),
    "flag_bonus": FlagBonus(),
    "quest_onto_card": TakeQuest(),
    "quest_here": FulfilQuest("here"),
    "quest_on_card": FulfilQuest("on_card"),
    "take_story_tile": TakeStoryTile(),
    "remove_skull": RemoveSkull(),
    "interim_scoring": Score("interim"),
    "final_scoring": Score("final"),
}
"""Effects with no number: `{ do = "combat" }`."""


def _card_effect(row: Table, where: str) -> CardEffect:
    match dict(row):
        case {"income": track, "n": int(n)}:
            synergy = one_of(row.get("synergy"), (None, *SYNERGIES), where)
            return Income(one_of(track, ("doubloons", "vp"), where), n, synergy)
        case {"permanent": kind}:
            about = {"object": OBJECTS, "nation_combat": NATIONS}.get(kind, (None,))
            of = one_of(row.get("of"), about, where)
            return Permanent(one_of(kind, PERMANENTS, where), row.get("n", 1), of)
        case {"village": _}:
            return read_village_action(row, where)
        case {"manoeuvre": _}:
            return read_manoeuvre(row, where)
        case {"assistant": steps}:
            return Assistant(read_steps(steps, where))
        case {"now": steps}:
            return Now(read_steps(steps, where))
    fail(where, f"{dict(row)!r} is nothing a card can carry")


def _attack(row: Table, where: str) -> Attack:
    target = one_of(row.get("target"), (None, *TARGETS), where)
    return Attack(row["value"], target, read_steps(row["then"], where))


def _checked(read: Callable[[Table, str], T], row: Table, where: str) -> T:
    """A node, if its table holds nothing beside what belongs to it."""
    name = next(iter(row))
    for other in list(row)[1:]:
        if name != "reading" and other not in _BESIDE.get(name, ()):
            fail(where, f"{other!r} means nothing in {dict(row)!r}")
    return read(row, where)
