"""What everything of Maracaibo is called: the accounts here, what is printed in `printed.names`."""

from __future__ import annotations

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
from rules.payments import Payment
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
    "GOOD_NAMES",
    "INCOME",
    "LOCATION_NAMES",
    "NATION_NAMES",
    "OBJECT_NAMES",
    "PROJECT_NAMES",
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
    FIGURES: Text("Figures in the supply"),
    "france": Text("Influence with France"),
    "england": Text("Influence with England"),
    "spain": Text("Influence with Spain"),
    INCOME[DOUBLOONS]: Text("Income in doubloons"),
    INCOME[VP]: Text("Income in points"),
}
"""What the ledger counts for every player, in words."""


def payment_text(payment: Payment) -> Text:
    """What hands do with money: all of it comes from the bank and goes there."""
    if payment.giver is None:
        return Plural(
            "{seat} takes {n} doubloon from the bank",
            "{seat} takes {n} doubloons from the bank",
            payment.amount,
            seat=payment.taker,
        )
    return Plural(
        "{seat} pays {n} doubloon to the bank",
        "{seat} pays {n} doubloons to the bank",
        payment.amount,
        seat=payment.giver,
    )
