"""The first turns of Maracaibo, question by question."""

from __future__ import annotations

from rules.teaching import Taught, Teaching
from rules.text import Text

_LAID_OUT = Taught(
    Text("Lay it in its place. Without a camera, tap it here."),
    Text("The match follows what lies on your table."),
)
_VILLAGE = Taught(
    Text("Choose one action of the village."),
    Text("The farther you sailed, the more of them you have."),
)
_DRAW = Taught(
    Text("Fill your hand: from the deck, the market, or cards you planned."),
    Text("You build cards of your hand later, or deliver their goods."),
)

TEACHING = Teaching(
    {
        "Lay the top quest tile on {place}. Which is it?": _LAID_OUT,
        "Which city tile lies on {place}?": _LAID_OUT,
        "Lay a card of the deck on {place}. Which is it?": _LAID_OUT,
        "Which prestige building was turned up?": _LAID_OUT,
        "Who was last on board a ship? That player begins.": Taught(
            Text("Agree who was last on board a ship, and tap that name."),
            Text("That player begins. Play goes clockwise."),
        ),
        "Keep four cards, discard three face down, and plan which one?": Taught(
            Text("Keep four cards, discard three, and plan one."),
            Text("A planned card waits before you for a later turn."),
        ),
        "Which career do you keep?": Taught(
            Text("Keep one of your careers."),
            Text("Its tasks are goals for your whole match."),
        ),
        "Sail up to {n} spaces": Taught(
            Text("Move your ship along the arrows, never back."),
            Text("Where you stop is what you may do."),
        ),
        "Main action in {place}": Taught(
            Text("Do what this place offers. In a city you may deliver a good first."),
            Text("A delivered good takes a disc off your ship, and improves it."),
        ),
        "A village action ({n} left)": _VILLAGE,
        "Free actions, or end the turn": Taught(
            Text("End your turn, or do a free action first."),
            Text("Free actions do not use up your main action."),
        ),
        "Remove a disc from which upgrade of the ship board?": Taught(
            Text("Take a disc off the upgrade that you want."),
            Text("Upgrades help you for the rest of the match."),
        ),
        "Explore: up to {n} steps": Taught(
            Text("Move your explorer along its track."),
            Text("The spaces it reaches bring you something."),
        ),
        "Draw {n} card": _DRAW,
        "Draw {n} cards": _DRAW,
    }
)
