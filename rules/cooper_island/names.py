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
    STEPS: Text("Steps of the ships"),
    "coin": Text("Coins"),
    "wood": Text("Wood"),
    "stone": Text("Stone"),
    "food": Text("Food"),
    "gold": Text("Gold"),
    "cloth": Text("Cloth"),
    IN_MARKET["coin"]: Text("Coins in the market"),
    IN_MARKET["wood"]: Text("Wood in the market"),
    IN_MARKET["stone"]: Text("Stone in the market"),
    IN_MARKET["food"]: Text("Food in the market"),
    IN_MARKET["gold"]: Text("Gold in the market"),
    IN_MARKET["cloth"]: Text("Cloth in the market"),
}


def payment_text(payment: Payment) -> Text:
    """What hands do with coins: all of them come from the supply and go there."""
    if payment.giver is None:
        return Plural(
            "{seat} takes {n} coin from the supply",
            "{seat} takes {n} coins from the supply",
            payment.amount,
            seat=payment.taker,
        )
    return Plural(
        "{seat} pays {n} coin from the warehouse",
        "{seat} pays {n} coins from the warehouse",
        payment.amount,
        seat=payment.giver,
    )
