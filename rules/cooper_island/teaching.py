"""The first round's beginning in Cooper Island, question by question."""

from __future__ import annotations

from rules.teaching import Taught, Teaching
from rules.text import Text

_LAID_OUT = Taught(
    Text("Lay it out. Without a camera, tap it here."),
    Text("The match follows what lies on your table."),
)
_TILE = Taught(
    Text("Lay the tile beside land that you have explored."),
    Text("Every new space gets a cube: what you pay with."),
)
_SAIL = Taught(
    Text("Choose one of your two ships, and move it along the ring."),
    Text("Each step is a point at the end."),
)
_BOAT = Taught(
    Text("Choose a boat and its pier."),
    Text("Your boats bring something in every income."),
)

TEACHING = Teaching(
    {
        "Which royal card is in play? ({number} of {count})": _LAID_OUT,
        "Which double tile comes out of the bag for {seat}?": _LAID_OUT,
        "Who begins? Draw lots.": Taught(
            Text("Draw lots, and tap who begins."), Text("Play goes clockwise.")
        ),
        "Income: what comes next?": Taught(
            Text("Choose what you do first: islet, double tile or boat."),
            Text("You do all of them, in the order you like. All play at once."),
        ),
        "What comes next?": Taught(
            Text("Use what you gained, one after another."), Text("The order is yours.")
        ),
        "Place a single tile where?": _TILE,
        "Place which double tile?": _TILE,
        "Place it where? {tile}": _TILE,
        "Place which islet?": Taught(
            Text("Choose an islet."), Text("You use what it shows as soon as it lies.")
        ),
        "Place it where? {islet}": Taught(
            Text("Lay the islet at your coast."), Text("You use what it shows as soon as it lies.")
        ),
        "Take a good: {n} left": Taught(
            Text("Take a good into your warehouse."), Text("Goods pay for boats and buildings.")
        ),
        "Place a worker": Taught(
            Text("Put a worker on the island: round on round, square on square."),
            Text("The space says what you may do now."),
        ),
        "Build a supply boat at which pier?": _BOAT,
        "Which boat?": _BOAT,
        "Pay {n} of {good} with what?": Taught(
            Text("Choose the cubes that you pay with."),
            Text("On land a cube counts for the level of its space."),
        ),
        "{n} navigation point: for which ship?": _SAIL,
        "{n} navigation points: for which ship?": _SAIL,
        "Build which structure?": Taught(
            Text("Choose what you build."), Text("Structures bring points and help you later.")
        ),
        "Where is it to stand?": Taught(
            Text("Choose a free space of your highest land."),
            Text("Structures and statues need it."),
        ),
        "Anything else before the turn ends?": Taught(
            Text("End your turn, or trade and store first."),
            Text("Between your turns you cannot."),
        ),
    },
    scripts=2,
)
