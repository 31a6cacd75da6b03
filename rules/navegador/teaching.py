"""The first turns of Navegador, question by question."""

from __future__ import annotations

from rules.teaching import Taught, Teaching
from rules.text import Text

TEACHING = Teaching(
    {
        "Who begins? Draw lots.": Taught(
            Text("Draw lots, and tap who begins."),
            Text("Play goes clockwise. The player to the right gets the Navegador card."),
        ),
        "Choose a sector of the rondel": Taught(
            Text("Put your marker on any sector of the rondel."),
            Text("The sector is your action. Later, three steps are free, and more cost ships."),
        ),
        "Move a ship, explore a region, or end sailing": Taught(
            Text("Move each of your ships once along a line."),
            Text("Two ships together explore a new region: one is lost, and you get money."),
        ),
        "Which colony is turned up in {region}?": Taught(
            Text("Turn up the colonies of the region. Without a camera, tap them here."),
            Text("You get the price of the cheapest."),
        ),
        "Found a colony, or end founding": Taught(
            Text("Take a colony where you have a ship, and pay its price."),
            Text("Colonies bring goods, and the market pays you for them."),
        ),
        "Construct a building, or end building": Taught(
            Text("Take a building from its row, and pay its price."),
            Text("Factories process goods. Shipyards and churches make ships and workers cheap."),
        ),
        "How many workers do you hire?": Taught(
            Text("Say how many workers you hire, and pay for them."),
            Text("Buildings and colonies need workers, and each worker is a point."),
        ),
        "How many ships do you build?": Taught(
            Text("Say how many ships you build, and pay for them."),
            Text("Ships explore, and a colony needs a ship in its region."),
        ),
        "Sell or process goods, or leave the market": Taught(
            Text("For each good choose: sell from your colonies, or process in your factories."),
            Text("Selling lowers the price of a good, processing raises it."),
        ),
        "Take a privilege, or pass": Taught(
            Text("Give up a worker, and take one privilege."),
            Text("It brings cash now. At the end, things of its kind score more."),
        ),
    }
)
