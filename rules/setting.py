"""What a group decides before a match, and what every game lets it decide."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from rules.text import Text


@dataclass(frozen=True, slots=True)
class Setting:
    """A variant or a ruling that a group decides before the match."""

    key: str
    text: Text
    values: Mapping[str, Text]
    """What it can be, each in a few words."""
    default: str
    simulated: str | None = None
    """What to propose instead where the table is simulated, and every piece has its tag."""
    rare: bool = False
    """Whether hardly any group decides otherwise: it need not be read before every match."""
    before: str | None = None
    """What holds in older matches that do not name it; None for the default."""
    only_if: Callable[[Mapping[str, str]], bool] = lambda _: True
    """Whether it means anything in a match with these settings."""
    alone: bool = False
    """Whether it means anything only to somebody who plays alone."""
    for_players: Callable[[str, int], str] = lambda value, _: value
    """What so many players are proposed instead of a value that they cannot play with."""
    in_short: Mapping[str, Text] = field(default_factory=dict)
    """The values in a few words, where one line tells all settings."""


SHORT = "short"

CONCLUDE = Setting(
    "conclude",
    Text("When your move means another player stopped, passed or ended"),
    {"ask": Text("Ask the player on turn"), SHORT: Text("Play it at once")},
    "ask",
    rare=True,
)
"""Every game has it: it is about hands on a table, not about rules."""

AT_ONCE = "at_once"

TAKE_BACK = Setting(
    "take_back",
    Text("When a phone takes back another player's choice"),
    {"ask": Text("Ask that player"), AT_ONCE: Text("Take it back at once")},
    "ask",
)
"""Every game has it, for groups that trust each other."""

PICTURES = "pictures"

KNOWN_BY = Setting(
    "known_by",
    Text("How the camera recognises cards"),
    {
        "tags": Text("Labels with tags"),
        PICTURES: Text("Their pictures, and labels where present"),
    },
    "tags",
    in_short={"tags": Text("cards with labels"), PICTURES: Text("cards without labels")},
)
"""Every game with cards has it."""
