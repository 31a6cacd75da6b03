"""The first turns of Navegador, question by question."""

from __future__ import annotations

from rules.teaching import Taught, Teaching
from rules.text import Text

TEACHING = Teaching(
    {
        "Who begins? Draw lots.": Taught(
            Text("Draw lots; tap who begins."),
            Text("Play goes clockwise. The player right of the first gets the Navegador card."),
        ),
        "Choose a sector": Taught(
            Text("Put your marker anywhere."),
            Text("It is your action. Later, steps beyond three cost ships."),
        ),
        "Sail, explore, or stop": Taught(
            Text("Move each ship once along a line."),
            Text("Two ships explore: lose one, get money."),
        ),
        "{region}: which colony?": Taught(
            Text("Turn up its colonies; without a camera, tap them."),
            Text("You get the cheapest's price."),
        ),
        "Found a colony, or stop": Taught(
            Text("Take a colony where your ship is; pay."),
            Text("The market pays for their goods."),
        ),
        "Build, or stop": Taught(
            Text("Take a building; pay its price."),
            Text("Factories process goods; shipyards cheapen ships, churches workers."),
        ),
        "Hire how many workers?": Taught(
            Text("Hire workers and pay for them."),
            Text("Buildings and colonies need workers. Each scores a point."),
        ),
        "Build how many ships?": Taught(
            Text("Build ships and pay for them."),
            Text("Ships explore; each colony needs a ship there."),
        ),
        "Sell, process, or leave": Taught(
            Text("For each good, sell from colonies or process in factories."),
            Text("Selling lowers the price, processing raises it."),
        ),
        "Take a privilege, or pass": Taught(
            Text("Give up a worker for one privilege."),
            Text("Cash now, more points later."),
        ),
    }
)
