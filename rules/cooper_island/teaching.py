"""The first round's beginning in Cooper Island, question by question."""

from __future__ import annotations

from rules.teaching import Taught, Teaching
from rules.text import Text

_LAID_OUT = Taught(
    Text("Lay it out; without a camera, tap it."),
    Text("The match follows what lies on your table."),
)
_TILE = Taught(
    Text("Lay it beside explored land."),
    Text("Each new space gets a cube to pay with."),
)
_SAIL = Taught(
    Text("Choose a ship and move it along the ring."),
    Text("Each step scores a point."),
)
_BOAT = Taught(
    Text("Choose a boat and its pier."),
    Text("Boats bring something each income."),
)

TEACHING = Teaching(
    {
        "Which royal card? ({number} of {count})": _LAID_OUT,
        "{seat} draws which double tile?": _LAID_OUT,
        "Who begins? Draw lots.": Taught(
            Text("Draw lots; tap who begins."), Text("Play goes clockwise.")
        ),
        "Income: what comes next?": Taught(
            Text("Choose first: islet, double tile or boat."),
            Text("Do all, in any order. All play at once."),
        ),
        "What comes next?": Taught(Text("Use your gains one by one."), Text("In any order.")),
        "Place a single tile where?": _TILE,
        "Place which double tile?": _TILE,
        "Place it where? {tile}": _TILE,
        "Place which islet?": Taught(Text("Choose an islet."), Text("Then use what it shows.")),
        "Place it where? {islet}": Taught(
            Text("Lay it at your coast."), Text("Then use what it shows.")
        ),
        "Take a good: {n} left": Taught(
            Text("Take a good into your warehouse."), Text("Goods pay for boats and buildings.")
        ),
        "Place a worker": Taught(
            Text("Place a worker: round on round, square on square."),
            Text("The space shows your actions."),
        ),
        "Build a boat at which pier?": _BOAT,
        "Which boat?": _BOAT,
        "Pay {n} of {good} with what?": Taught(
            Text("Choose the cubes to pay with."),
            Text("A cube counts its level on land, 1 in the warehouse."),
        ),
        "{n} navigation point: for which ship?": _SAIL,
        "{n} navigation points: for which ship?": _SAIL,
        "Build which structure?": Taught(
            Text("Choose what you build."), Text("Structures bring points and help later.")
        ),
        "Put it where?": Taught(
            Text("Choose your highest free land."),
            Text("Structures and statues need it."),
        ),
        "Anything else this turn?": Taught(
            Text("End your turn, or trade and store first."),
            Text("You cannot between turns."),
        ),
    },
    scripts=2,
)
