"""What everything that is printed in Cooper Island is called."""

from __future__ import annotations

from rules.text import Plural, Text

COLOUR_NAMES = {
    "yellow": Text("yellow"),
    "blue": Text("blue"),
    "red": Text("red"),
    "black": Text("black"),
}
GOOD_NAMES = {
    "coin": Text("coin"),
    "wood": Text("wood"),
    "stone": Text("stone"),
    "food": Text("food"),
    "gold": Text("gold"),
    "cloth": Text("cloth"),
}
TERRAIN_NAMES = {
    "forest": Text("forest"),
    "meadow": Text("meadow"),
    "mountain": Text("mountain"),
    "settlement": Text("settlement"),
}
STRUCTURE_NAMES = {
    "small": Text("Small building"),
    "large": Text("Large building"),
    "fortress": Text("Fortress"),
}
STANDING_NAMES = {
    **STRUCTURE_NAMES,
    "statue": Text("Statue"),
    "lid": Text("Crate lid"),
    "ruin": Text("Ruin"),
}
SHIP_NAMES = {"one": Text("One-mast ship"), "two": Text("Two-mast ship")}
WORKER_NAMES = {False: Text("Worker"), True: Text("Special worker")}
MILESTONE_NAMES = {
    "boats": Text("Milestone: supply boats"),
    "structures": Text("Milestone: structures"),
    "statues": Text("Milestone: statues"),
    "lids": Text("Milestone: crate lids"),
}
ROYAL_NAMES = {
    "boats": Text("Royal card 1: supply boats"),
    "structures": Text("Royal card 2: structures"),
    "statues": Text("Royal card 3: statues"),
    "lids": Text("Royal card 4: crate lids"),
    "high_spaces": Text("Royal card 5: level 5+ spaces"),
    "unexplored": Text("Royal card 6: unexplored spaces"),
    "largest_area": Text("Royal card 7: largest terrain area"),
    "copy": Text("Royal card 8: copies an opponent's card"),
}
SECTOR_NAMES = {key: Text("Sector {letter}", letter=key.upper()) for key in "abcdefgh"}


def water_text(water: str) -> Text:
    """A half of a shoal, by its number on its coast."""
    coast, _, half = water.partition("_")
    if coast == "left":
        return Text("left coast {half}", half=half)
    return Text("right coast {half}", half=half)


def goods_text(good: str, n: int) -> Text:
    """So many of a good."""
    match good:
        case "coin":
            return Plural("{n} coin", "{n} coins", n)
        case "wood":
            return Plural("{n} wood", "{n} wood", n)
        case "stone":
            return Plural("{n} stone", "{n} stone", n)
        case "food":
            return Plural("{n} food", "{n} food", n)
        case "gold":
            return Plural("{n} gold", "{n} gold", n)
    return Plural("{n} cloth", "{n} cloth", n)
