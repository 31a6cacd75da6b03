"""Port Royal in short, for people at the table: the set-up, the phases and their rules."""

from __future__ import annotations

from collections.abc import Sequence

from rules.game import Chapter, Step
from rules.pieces import Piece, Place
from rules.port_royal.table import BOX, EXPEDITIONS, Table
from rules.port_royal.turns import (
    ADMIRAL_COINS,
    ADMIRAL_HARBOUR,
    END_INFLUENCE,
    FEE,
    JESTER_COINS,
    SPECIAL_EXPEDITION_SEATS,
    START_COINS,
    TAX_THRESHOLD,
)
from rules.text import Text

_CHAPTERS = {
    "set_up": Chapter(
        Text("Set-up"),
        (
            Text("Whoever was last near water begins. Play goes clockwise."),
            Text(
                "The match ends with the round in which somebody reaches {influence} influence.",
                influence=END_INFLUENCE,
            ),
        ),
    ),
    "discover": Chapter(
        Text("Discover"),
        (
            Text("Turn up cards from the deck one by one into the harbour; stop when you like."),
            Text("A second ship of a colour ends your turn, unless your swords repel it."),
            Text("You may repel only the ship just turned up. Swords are not used up."),
            Text("Expeditions go to the row of expeditions at once."),
            Text(
                "Tax increase: {coins} coins or more are halved; the card says who gets a coin.",
                coins=TAX_THRESHOLD,
            ),
            Text(
                "After a bust the harbour is discarded and each jester brings {coins} coin.",
                coins=JESTER_COINS,
            ),
        ),
    ),
    "trade_and_hire": Chapter(
        Text("Trade and hire"),
        (
            Text(
                "Take one card; with four ship colours in the harbour two, with five colours three."
            ),
            Text(
                "Each governor lets you take one more card. "
                "A mademoiselle makes persons cheaper by 1."
            ),
            Text("Ships are traded for their coins, and one more for each trader of that colour."),
            Text("Then each of the others may take one card and pays {fee} coin for it.", fee=FEE),
            Text(
                "Each admiral brings {coins} coins if {cards} or more cards lie in the harbour.",
                coins=ADMIRAL_COINS,
                cards=ADMIRAL_HARBOUR,
            ),
            Text("An expedition can be fulfilled at any moment of your own turn."),
        ),
    ),
}
CHAPTERS = tuple(_CHAPTERS.values())


def phase(table: Table) -> Text:
    return _CHAPTERS[table.phase].title


def rules_of_phase(table: Table) -> Sequence[Text]:
    return _CHAPTERS[table.phase].rules


def steps(table: Table) -> list[Step]:
    """The set-up for this number of players."""
    special: dict[Piece, Place] = dict.fromkeys(table.places[BOX], EXPEDITIONS)
    first = Step(Text("Leave the special expedition in the box: it is for five players only."))
    if len(table.seats) == SPECIAL_EXPEDITION_SEATS:
        first = Step(Text("Lay the special expedition open beside its zone card."), special)
    return [
        first,
        Step(Text("Shuffle all other cards into one deck, face down, within everybody's reach.")),
        Step(Text("Leave room for the harbour and for a discard pile beside the deck.")),
        Step(
            Text(
                "Everybody takes {coins} cards from the deck as coins and keeps them face down.",
                coins=START_COINS,
            )
        ),
        Step(Text("Agree on who begins: whoever was last near water.")),
    ]
