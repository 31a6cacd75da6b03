"""The first turns of Maracaibo, question by question."""

from __future__ import annotations

from rules.teaching import Taught, Teaching
from rules.text import Text

_LAID_OUT = Taught(
    Text("Lay it in place. No camera? Tap it here."),
    Text("The match follows what lies on your table."),
)
_VILLAGE = Taught(
    Text("Choose one village action."),
    Text("The farther you sail, the more you get."),
)
_DRAW = Taught(
    Text("Draw to your hand limit: deck, market or planned cards."),
    Text("Buy cards later, or deliver their goods."),
)

TEACHING = Teaching(
    {
        "Lay the top quest on {place}: which?": _LAID_OUT,
        "Which city tile lies on {place}?": _LAID_OUT,
        "Lay a deck card on {place}: which?": _LAID_OUT,
        "Turn up a prestige building: which?": _LAID_OUT,
        "Who was last on board a ship? That player begins.": Taught(
            Text("Tap that player."),
            Text("That player begins. Play goes clockwise."),
        ),
        "Keep four, discard three face down, plan one: which?": Taught(
            Text("Keep four cards, plan one, discard three."),
            Text("Buy the planned card later."),
        ),
        "Which career do you keep?": Taught(
            Text("Keep one career."),
            Text("Its tasks are your goals."),
        ),
        "Sail up to {n} spaces": Taught(
            Text("Sail along the arrows."),
            Text("Your stop decides your action."),
        ),
        "Main action in {place}": Taught(
            Text("Do what this place offers. Deliver first."),
            Text("Each delivery removes a disc and improves your ship."),
        ),
        "A village action ({n} left)": _VILLAGE,
        "Free actions, or end the turn": Taught(
            Text("Free actions, or end the turn"),
            Text("Free actions cost no main action."),
        ),
        "Remove a disc from which upgrade?": Taught(
            Text("Remove a disc from any upgrade."),
            Text("Upgrades last all match."),
        ),
        "Explore: up to {n} steps": Taught(
            Text("Move your explorer."),
            Text("Its stop brings the reward."),
        ),
        "Draw {n} card": _DRAW,
        "Draw {n} cards": _DRAW,
    }
)
