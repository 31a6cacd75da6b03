"""What a group decides before a match of Navegador."""

from __future__ import annotations

from rules.campaign import Carried
from rules.setting import Setting
from rules.text import Text

SETTINGS = (
    Setting(
        "tagged",
        Text("Which pieces carry tags"),
        {
            "tiles": Text("Tiles and the card"),
            "rondel": Text("Also rondel markers and the orange ship"),
            "all": Text("Also workers and ships"),
        },
        "tiles",
        simulated="all",
        in_short={
            "tiles": Text("tags on tiles and the card"),
            "rondel": Text("tags on tiles and markers"),
            "all": Text("tags on all pieces"),
        },
    ),
    Setting(
        "discovery",
        Text("May ships sail after exploring, in the same action?"),
        {"any_time": Text("They may"), "last": Text("They may not: exploring comes last")},
        "any_time",
    ),
    Setting(
        "gallery",
        Text("Filling the gallery for a new phase"),
        {
            "up_to": Text("Up to the chart's number, counting leftovers"),
            "more": Text("Add the chart's number to leftovers"),
        },
        "up_to",
    ),
    Setting(
        "questions",
        Text("Which questions are asked"),
        Carried({"needed", "all"}.__contains__, ("needed", "all")),
        "needed",
        rare=True,
        before="all",
    ),
)
"""`questions`: older versions asked for the end of an action even if nothing else was possible."""
