"""How effect trees are written in the edition.

A node is a table whose first key names it: `{ vp = 2, per = "compass" }`. A word that is not in the
vocabulary is refused with the place it stands in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Annotated, Any, NoReturn

from msgspec import Meta

from rules.edition import EditionError
from rules.maracaibo.printed.nodes import (
    Assistant,
    BuyCard,
    CardEffect,
    Carried,
    Combat,
    Cost,
    Discs,
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
    Node,
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
from rules.typed import As, read

Table = Mapping[str, Any]
_GAINED = ("doubloons", "vp", "combat_points", "figures")
_Two = Annotated[tuple[int, int], Meta(description="two whole numbers, e.g. [1, 2]")]


def _gain(row: Table) -> Table:
    (what, n), *more = row.items()
    return {"what": what, "n": n, **dict(more)}


def _readings(row: Table) -> Table:
    (_, setting), *readings = row.items()
    return {"setting": setting, "readings": list(map(list, readings))}


Node.words |= {
    "reading": As(RulingChoice, str, _readings, None),
    **dict.fromkeys(
        ("doubloons", "vp", "combat_points", "figures"), As(Gain, int, _gain, ("per",))
    ),
    "influence": Influence,
    "rank": Rank,
    "discs": Discs,
    "village_actions": VillageActions,
    "explore": Explore,
    "sail": As(Sail, _Two, lambda row: dict(zip(("least", "most"), row["sail"], strict=True))),
    "marker": Marker,
    "synergy": Synergy,
    "figures_on_card": FiguresOnCard,
    "raid": As(Raid, _Two, lambda row: dict(zip(("own", "other"), row["raid"], strict=True))),
    "pay": Pay,
    "one_of": OneOf,
    "do": {
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
    },
}
Carried.words |= {
    "income": Income,
    "permanent": Permanent,
    "village": VillageAction,
    "manoeuvre": Manoeuvre,
    "assistant": Assistant,
    "now": Now,
}


def read_steps(rows: Sequence[Table], where: str) -> Steps:
    """Effects that are done one after another."""
    return read(rows, Steps, where, EditionError)


def read_card_effects(rows: Sequence[Table], where: str) -> tuple[CardEffect, ...]:
    return read(rows, tuple[CardEffect, ...], where, EditionError)


def read_village_action(row: Table, where: str) -> VillageAction:
    return read(_only(row, "village", "last"), VillageAction, where, EditionError)


def read_manoeuvre(row: Table, where: str) -> Manoeuvre:
    return read(_only(row, "manoeuvre", "needs"), Manoeuvre, where, EditionError)


def _only(row: Table, *names: str) -> Table:
    return {name: row[name] for name in names if name in row}


def read_cost(row: Table, where: str) -> Cost:
    return read(row, Cost, where, EditionError)


def read_needs(row: Table, where: str) -> Needs:
    return read(row, Needs, where, EditionError)


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
