"""How a sum came about: what was counted, and how much each was worth."""

from __future__ import annotations

from rules.text import Plural, Text

_COUNTED = {
    "compass": Plural("{n} compass", "{n} compasses", 0),
    "combat_token": Plural("{n} combat token", "{n} combat tokens", 0),
    "quest_tile": Plural("{n} quest tile", "{n} quest tiles", 0),
    "assistant": Plural("{n} assistant", "{n} assistants", 0),
    "synergy_token": Plural("{n} synergy token", "{n} synergy tokens", 0),
    "nation_influence_3": Plural(
        "{n} nation with 3+ influence", "{n} nations with 3+ influence", 0
    ),
    "barrier": Plural("{n} barrier crossed", "{n} barriers crossed", 0),
    "figure": Plural("{n} figure left", "{n} figures left", 0),
    "combat_point": Plural("{n} combat point left", "{n} combat points left", 0),
    "upgrade": Plural("{n} ship upgrade", "{n} ship upgrades", 0),
    "doubloon_track_vp": Plural(
        "{n} point of the doubloon track", "{n} points of the doubloon track", 0
    ),
}


def units_text(unit: str, n: int) -> Text:
    """So many of what a reward is counted by."""
    counted = _COUNTED[unit]
    return Plural(counted.one, counted.other, n)


def times_text(what: Text, units: Text, each: int) -> Text:
    """How a sum came about: "Ministry: 3 synergy tokens × 2"."""
    return Text("{what}: {units} × {each}", what=what, units=units, each=each)
