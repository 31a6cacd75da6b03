"""The first turns of Port Royal, question by question."""

from __future__ import annotations

from rules.teaching import Taught, Teaching
from rules.text import Text

_TAKE = Taught(
    Text("Take one ship for its coins, or hire one person for the price."),
    Text("Coins pay for persons. Persons bring influence, and influence wins."),
)

TEACHING = Teaching(
    {
        "Who was last near water? That player begins.": Taught(
            Text("Agree who was last near water, and tap that name."),
            Text("That player begins. Play goes clockwise."),
        ),
        "Turn up a card, or stop": Taught(
            Text("Turn up the top card of the deck, and lay it in the harbour. Or stop."),
            Text("More cards are more to choose from. Two ships of one colour end your turn."),
        ),
        "Which card was turned up?": Taught(
            Text("Lay the card in the harbour. Without a camera, tap it here."),
            Text("The match follows the cards that lie on your table."),
        ),
        "Take a card, or pass ({n} card to take)": _TAKE,
        "Take a card, or pass ({n} cards to take)": _TAKE,
    }
)
