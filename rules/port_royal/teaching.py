"""The first turns of Port Royal, question by question."""

from __future__ import annotations

from rules.teaching import Taught, Teaching
from rules.text import Text

_TAKE = Taught(
    Text("Trade a ship for its coins, or pay to hire a person."),
    Text("Coins hire persons. Persons bring influence, and influence wins."),
)

TEACHING = Teaching(
    {
        "Who was last near water? That player begins.": Taught(
            Text("Tap the player who was last near water."),
            Text("That player begins. Play goes clockwise."),
        ),
        "Turn up a card, or stop": Taught(
            Text("Lay the deck's top card open in the harbour. Or stop."),
            Text("More cards, more choice. But two ships of one colour end your turn."),
        ),
        "Which card was turned up?": Taught(
            Text("Lay it in the harbour. Without a camera, tap it here."),
            Text("The match follows the cards on your table."),
        ),
        "Take a card, or pass ({n} card to take)": _TAKE,
        "Take a card, or pass ({n} cards to take)": _TAKE,
    }
)
