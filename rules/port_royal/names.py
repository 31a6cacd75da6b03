"""What everything of Port Royal is called, for people. A row of the edition can bring its own."""

from __future__ import annotations

from rules.text import Text

COINS = "coins"
INFLUENCE = "influence"

ACCOUNTS = {COINS: Text("Coins"), INFLUENCE: Text("Influence")}
"""What the ledger counts."""

SHIPS = {
    "yellow": "Pinnace {coins}",
    "blue": "Flute {coins}",
    "green": "Barque {coins}",
    "red": "Frigate {coins}",
    "black": "Galleon {coins}",
}
TRADERS = {
    "yellow": "Yellow trader {cost}",
    "blue": "Blue trader {cost}",
    "green": "Green trader {cost}",
    "red": "Red trader {cost}",
    "black": "Black trader {cost}",
}
ROLES = {
    "settler": "Settler {cost}",
    "captain": "Captain {cost}",
    "priest": "Priest {cost}",
    "jack_of_all_trades": "Jack-of-all-trades {cost}",
    "admiral": "Admiral {cost}",
    "jester": "Jester {cost}",
    "governor": "Governor {cost}",
    "mademoiselle": "Mademoiselle {cost}",
    "sailor": "Sailor {cost}",
    "pirate": "Pirate {cost}",
}
EXPEDITIONS = {
    "captain2": "Expedition (2 captains)",
    "priest2": "Expedition (2 priests)",
    "settler2": "Expedition (2 settlers)",
    "captain2-settler": "Expedition (2 captains, 1 settler)",
    "priest2-settler": "Expedition (2 priests, 1 settler)",
    "captain-priest-settler": "Special expedition (captain, priest, settler)",
}
TAXES = {
    "fewest_influence": "Tax increase (fewest influence)",
    "most_swords": "Tax increase (most swords)",
}
