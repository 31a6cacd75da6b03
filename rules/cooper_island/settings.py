"""What a group decides before a match of Cooper Island."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.campaign import Carried
from rules.setting import Setting
from rules.text import Text

OPEN, CLOSED = "open", "closed"
PHASES = Setting(
    "phases",
    Text("End of income and cleanup"),
    Carried({OPEN, CLOSED}.__contains__, (OPEN, CLOSED)),
    OPEN,
    rare=True,
    before=CLOSED,
)
"""Matches of older versions closed both with their last step and asked also where nothing could be
done any more, listed boats when an income began, and cleaned up from whoever had begun the round.
"""

SETTINGS = (
    PHASES,
    Setting(
        "start_terrain",
        Text("Start terrain"),
        {
            "meadow": Text("Meadow"),
            "random": Text("By lot for all"),
            "choose": Text("Each player chooses"),
        },
        "meadow",
        in_short={
            "meadow": Text("meadow start"),
            "random": Text("terrain by lot"),
            "choose": Text("chosen terrain"),
        },
    ),
    Setting(
        "sector_g",
        Text("Sector G: its two actions"),
        {"mixed": Text("May differ"), "same": Text("Must be the same")},
        "mixed",
        rare=True,
    ),
    Setting(
        "wood_for_fortress",
        Text("Small building 2 discounts the fortress"),
        {"yes": Text("Yes, like every structure"), "no": Text("No, only buildings")},
        "yes",
        rare=True,
    ),
    Setting(
        "np_of_a_step",
        Text("Navigation points of several statues or food symbols"),
        {"together": Text("All for one ship"), "single": Text("Each for any ship")},
        "together",
        rare=True,
    ),
)


@dataclass(frozen=True, slots=True)
class Rulings:
    """How this match reads the passages that can be read in two ways; see RULINGS.md."""

    start_terrain: str
    g_may_differ: bool
    wood_for_fortress: bool
    np_together: bool
    phases_open: bool


def read_rulings(settings: Mapping[str, str]) -> Rulings:
    return Rulings(
        start_terrain=settings["start_terrain"],
        g_may_differ=settings["sector_g"] == "mixed",
        wood_for_fortress=settings["wood_for_fortress"] == "yes",
        np_together=settings["np_of_a_step"] == "together",
        phases_open=settings["phases"] == OPEN,
    )
