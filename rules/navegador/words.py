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
