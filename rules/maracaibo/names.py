"""What everything of Maracaibo is called: the accounts here, what is printed in `printed.names`."""

from __future__ import annotations

from rules.ledger import Payment
from rules.maracaibo.printed.names import (
    BARRIER_NAMES,
    BUILDING_NAMES,
    CITY_TILE_NAMES,
    EXPLORER_NAMES,
    GOOD_NAMES,
    LOCATION_NAMES,
    NATION_NAMES,
    OBJECT_NAMES,
    PROJECT_NAMES,
    SHIP_NAMES,
    SYNERGY_NAMES,
    place_text,
)
from rules.text import Plural, Text

__all__ = [
    "ACCOUNTS",
    "BARRIER_NAMES",
    "BUILDING_NAMES",
    "CITY_TILE_NAMES",
    "COMBAT_POINTS",
    "DOUBLOONS",
    "EXPLORER_NAMES",
    "FIGURES",
    "FINAL",
    "GOOD_NAMES",
    "INCOME",
    "KINDS",
    "LOCATION_NAMES",
    "NATION_NAMES",
    "OBJECT_NAMES",
    "PROJECT_NAMES",
    "SECTIONS",
    "SHIP_NAMES",
    "SYNERGY_NAMES",
    "VP",
    "payment_text",
    "place_text",
]

DOUBLOONS = "doubloons"
VP = "vp"
COMBAT_POINTS = "combat_points"
FIGURES = "figures"
INCOME = {"doubloons": "doubloon_income", "vp": "vp_income"}
ACCOUNTS = {
    VP: Text("Points"),
    DOUBLOONS: Text("Doubloons"),
    COMBAT_POINTS: Text("Combat points"),
    FIGURES: Text("Figures"),
    **{key: Text("Influence: {nation}", nation=name) for key, name in NATION_NAMES.items()},
    INCOME[DOUBLOONS]: Text("Doubloon income"),
    INCOME[VP]: Text("Point income"),
}
"""What the ledger counts for every player, in words."""

FINAL = "final"
SECTIONS = {
    **{str(n): Text("Round {n}", n=n) for n in range(1, 5)},
    FINAL: Text("Final scoring"),
}
"""When points come: what a scoring between rounds brings belongs to the round before it."""
KINDS = {
    "city": Text("Cities and way home"),
    "village": Text("Village actions"),
    "quest": Text("Quests"),
    "assistant": Text("Assistants"),
    "combat": Text("Combat"),
    "explorer": Text("Exploring"),
    "upgrade": Text("Ship upgrades"),
    "career": Text("Career"),
    "legacy": Text("Legacy tiles"),
    "past_end": Text("Full influence tracks"),
    "jean": Text("Jean's cards"),
    "no_purchase": Text("No purchase"),
    "income": Text("Income"),
    "card": Text("Project cards"),
    "building": Text("Prestige buildings"),
    "most_influence": Text("Most influence"),
    "rank": Text("Ranks"),
    "lead": Text("Jean's lead"),
}
"""What points come from: the actions, then the steps of a scoring in their order."""


def payment_text(payment: Payment) -> Text:
    """What hands do with money: all of it comes from the bank and goes there."""
    if payment.giver is None:
        return Plural(
            "{seat}: {n} doubloon from the bank",
            "{seat}: {n} doubloons from the bank",
            payment.amount,
            seat=payment.taker,
        )
    return Plural(
        "{seat}: {n} doubloon to the bank",
        "{seat}: {n} doubloons to the bank",
        payment.amount,
        seat=payment.giver,
    )
