"""What everything of Navegador is called: regions, sectors, goods, buildings, pieces, accounts."""

from __future__ import annotations

from rules.ledger import Payment
from rules.text import Plural, Text

REGION_NAMES = {
    "portugal": Text("Portugal"),
    "bahia": Text("Bahia"),
    "rio_de_janeiro": Text("Rio de Janeiro"),
    "guine": Text("Guiné"),
    "angola": Text("Angola"),
    "cabo_da_boa_esperanca": Text("Cabo da Boa Esperança"),
    "mozambique": Text("Mozambique"),
    "zanzibar": Text("Zanzibar"),
    "goa": Text("Goa"),
    "malaca": Text("Malaca"),
    "timor": Text("Timor"),
    "macau": Text("Macau"),
    "nagasaki": Text("Nagasaki"),
}
SECTOR_NAMES = {
    "sailing": Text("Sailing"),
    "workers": Text("Workers"),
    "market_1": Text("Market"),
    "colony": Text("Colony"),
    "privilege": Text("Privilege"),
    "ships": Text("Ships"),
    "market_2": Text("Market (after Ships)"),
    "buildings": Text("Buildings"),
}
GOOD_NAMES = {"sugar": Text("sugar"), "gold": Text("gold"), "spice": Text("spice")}
ROW_NAMES = {
    "sugar_factory": Text("Sugar factory"),
    "gold_factory": Text("Gold factory"),
    "spice_factory": Text("Spice factory"),
    "shipyard": Text("Shipyard"),
    "church": Text("Church"),
}
CATEGORY_NAMES = {
    "colony": Text("colonies"),
    "factory": Text("factories"),
    "explorer": Text("explorers"),
    "shipyard": Text("shipyards"),
    "church": Text("churches"),
}

COLONY_NAMES = {
    "sugar": "Sugar colony {price}",
    "gold": "Gold colony {price}",
    "spice": "Spice colony {price}",
}
PRIVILEGE_NAMES = {
    "colony": Text("Privilege for colonies"),
    "factory": Text("Privilege for factories"),
    "explorer": Text("Privilege for explorers"),
    "shipyard": Text("Privilege for shipyards"),
    "church": Text("Privilege for churches"),
    "king": Text("King's privilege"),
}
MARKER_NAMES = {
    "red": Text("Red rondel marker"),
    "blue": Text("Blue rondel marker"),
    "green": Text("Green rondel marker"),
    "yellow": Text("Yellow rondel marker"),
    "black": Text("Black rondel marker"),
}
WORKER_NAMES = {
    "red": Text("Red worker"),
    "blue": Text("Blue worker"),
    "green": Text("Green worker"),
    "yellow": Text("Yellow worker"),
    "black": Text("Black worker"),
}
SHIP_NAMES = {
    "red": Text("Red ship"),
    "blue": Text("Blue ship"),
    "green": Text("Green ship"),
    "yellow": Text("Yellow ship"),
    "black": Text("Black ship"),
}

# What the ledger counts.

MONEY = "cruzados"
WORKING = "workers"
AT_SEA = "ships"
EXPLORERS = "explorers"
ORANGE_FACTORY = "orange_factory"
COLONY_OF = {"sugar": "sugar_colony", "gold": "gold_colony", "spice": "spice_colony"}
POINTS = "points"
ACCOUNTS = {
    POINTS: Text("Points"),
    MONEY: Text("Cruzados"),
    WORKING: Text("Workers"),
    AT_SEA: Text("Ships on the board"),
    COLONY_OF["sugar"]: Text("Sugar colonies"),
    COLONY_OF["gold"]: Text("Gold colonies"),
    COLONY_OF["spice"]: Text("Spice colonies"),
    ORANGE_FACTORY: Text("Orange factories"),
    "sugar_factory": Text("Sugar factories"),
    "gold_factory": Text("Gold factories"),
    "spice_factory": Text("Spice factories"),
    EXPLORERS: Text("Explorers"),
    "shipyard": Text("Shipyards"),
    "church": Text("Churches"),
}


def payment_text(payment: Payment) -> Text:
    """What hands do with money: all of it comes from the bank and goes there."""
    if payment.giver is None:
        return Plural(
            "{seat} takes {n} cruzado",
            "{seat} takes {n} cruzados",
            payment.amount,
            seat=payment.taker,
        )
    return Plural(
        "{seat} pays {n} cruzado",
        "{seat} pays {n} cruzados",
        payment.amount,
        seat=payment.giver,
    )
