"""What everything of Cooper Island is called: what is printed, and what the ledger counts."""

from __future__ import annotations

from rules.cooper_island.printed.nodes import GOODS
from rules.ledger import Payment
from rules.text import Plural, Text

POINTS = "points"
STEPS = "steps"
IN_MARKET = {good: f"market_{good}" for good in GOODS}
"""The account of a good that lies in the market; that in the warehouse has the good's own name."""
ACCOUNTS = {
    POINTS: Text("Points"),
    STEPS: Text("Ship steps"),
    "coin": Text("Coins"),
    "wood": Text("Wood"),
    "stone": Text("Stone"),
    "food": Text("Food"),
    "gold": Text("Gold"),
    "cloth": Text("Cloth"),
    IN_MARKET["coin"]: Text("Coins (market)"),
    IN_MARKET["wood"]: Text("Wood (market)"),
    IN_MARKET["stone"]: Text("Stone (market)"),
    IN_MARKET["food"]: Text("Food (market)"),
    IN_MARKET["gold"]: Text("Gold (market)"),
    IN_MARKET["cloth"]: Text("Cloth (market)"),
}


def payment_text(payment: Payment) -> Text:
    """What hands do with coins: all of them come from the supply and go there."""
    if payment.giver is None:
        return Plural(
            "{seat} takes {n} coin",
            "{seat} takes {n} coins",
            payment.amount,
            seat=payment.taker,
        )
    return Plural(
        "{seat} pays {n} coin",
        "{seat} pays {n} coins",
        payment.amount,
        seat=payment.giver,
    )
