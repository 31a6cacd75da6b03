"""Navegador's regions, sectors, goods and buildings in words."""

from __future__ import annotations

from rules.text import Text

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
