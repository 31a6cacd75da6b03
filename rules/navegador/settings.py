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
            "rondel": Text("Rondel markers and the orange ship as well"),
            "all": Text("Workers and ships as well"),
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
        Text("Whether ships may still sail after a region was explored in the same action"),
        {"any_time": Text("They may"), "last": Text("They may not: exploring comes last")},
        "any_time",
    ),
    Setting(
        "gallery",
        Text("How the gallery is filled when a new phase begins"),
        {
            "up_to": Text("Up to the number of the chart; privileges left over count"),
            "more": Text("By the number of the chart, whatever is left over"),
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
