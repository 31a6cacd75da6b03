"""What a group decides before a match of Port Royal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from rules.edition import BASE, Edition
from rules.game import Setting
from rules.text import Text, listing

OTHERS_TAKE = Setting(
    "others_take",
    Text("Whether the others may take a card even if the active player took none"),
    {
        "always": Text("They always may"),
        "after_active": Text("Only after the active player took a card"),
    },
    "always",
)
EXPEDITION_TO_WIN = Setting(
    "expedition_to_win",
    Text("Variant: the end and the victory need at least one expedition"),
    {"no": Text("Not needed"), "yes": Text("Needed")},
    "no",
)
SETS = "sets"


def settings_of(edition: Edition) -> tuple[Setting, ...]:
    """Which sets are played with is asked only if the edition has any."""
    asked = (OTHERS_TAKE, EXPEDITION_TO_WIN)
    if not edition.sets:
        return asked
    values = {"+".join(sets): _in_words(edition, sets) for sets in _choices(edition)}
    return (
        Setting(SETS, Text("Which sets are played with"), {BASE: _BASE, **values}, BASE),
        *asked,
    )


_BASE = Text("Only the base game")


def _choices(edition: Edition) -> Iterator[tuple[str, ...]]:
    names = tuple(edition.sets)
    return (some for n in range(1, len(names) + 1) for some in combinations(names, n))


def _in_words(edition: Edition, sets: tuple[str, ...]) -> Text:
    return listing(Text(edition.text(f"sets.{name}.title")) for name in sets)


def sets_of(settings: Mapping[str, str]) -> tuple[str, ...]:
    """The sets that a match is played with besides the base game."""
    chosen = settings.get(SETS, BASE)
    return () if chosen == BASE else tuple(chosen.split("+"))
