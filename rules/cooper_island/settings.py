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
    Text("How income and cleanup end"),
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
        Text("The terrain everybody starts on"),
        {
            "meadow": Text("Meadow"),
            "random": Text("Drawn by lot, the same for all"),
            "choose": Text("Each player chooses"),
        },
        "meadow",
        in_short={
            "meadow": Text("starting on the meadow"),
            "random": Text("starting where the lot says"),
            "choose": Text("starting where you choose"),
        },
    ),
    Setting(
        "sector_g",
        Text("The two actions of sector G"),
        {"mixed": Text("May differ"), "same": Text("Must be the same")},
        "mixed",
        rare=True,
    ),
    Setting(
        "wood_for_fortress",
        Text("Whether small building 2 makes the fortress cheaper"),
        {"yes": Text("Yes, like every structure"), "no": Text("No, only buildings")},
        "yes",
        rare=True,
    ),
    Setting(
        "np_of_a_step",
        Text("Navigation points of several statues or food symbols at once"),
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
