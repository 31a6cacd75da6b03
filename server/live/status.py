"""How things stand at the table: one condition, one lamp, one reason, wherever it is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from firmware.panel import Lamp
from rules.pieces import Piece
from rules.text import Text, listing
from server.live.concluded import Asked


class Condition(Enum):
    """The gravest of what there is, from bad to good."""

    DISK = "disk"
    NO_MATCH = "no match"
    PAUSED = "paused"
    NO_CAMERA = "no camera"
    SEARCHING = "searching"
    QUESTION = "question"
    UNCLEAR = "unclear"
    WRONG = "wrong"
    PENDING = "pending"
    PROVISIONAL = "provisional"
    FINE = "fine"


_SHOWN = {
    Condition.DISK: (Lamp.RED, Text("The last move was not saved")),
    Condition.NO_MATCH: (Lamp.OFF, Text("The lamp is off")),
    Condition.PAUSED: (Lamp.AMBER, Text("Paused")),
    Condition.NO_CAMERA: (Lamp.AMBER, Text("No camera: phones and buttons decide")),
    Condition.SEARCHING: (Lamp.AMBER, Text("Working out what moved")),
    Condition.QUESTION: (Lamp.AMBER, Text("There is a question")),
    Condition.UNCLEAR: (Lamp.AMBER, Text("The camera cannot tell")),
    Condition.WRONG: (Lamp.RED, Text("Wrong on the table")),
    Condition.PENDING: (Lamp.AMBER, Text("Do on the table")),
    Condition.PROVISIONAL: (Lamp.GREEN, Text("The table matches, not final yet")),
    Condition.FINE: (Lamp.GREEN, Text("The table matches")),
}


@dataclass(frozen=True, slots=True)
class Status:
    condition: Condition
    reason: Text | None = None
    """What keeps NEXT from going on; None if nothing does."""

    @property
    def lamp(self) -> Lamp:
        return _SHOWN[self.condition][0]

    @property
    def text(self) -> Text:
        """In a few words, beside the lamp."""
        return _SHOWN[self.condition][1]

    @property
    def matches(self) -> bool:
        """Whether a camera has seen that everything lies where it should."""
        return self.condition in (Condition.FINE, Condition.PROVISIONAL)


NO_MATCH = Status(Condition.NO_MATCH)


def of_table(
    *,
    searching: bool,
    question: Asked | None,
    unclear: Sequence[Text],
    wrong: Mapping[Piece, Text],
    pending: Mapping[Piece, Text],
    provisional: bool,
) -> Status:
    """How the match and what a camera sees agree."""
    if searching:
        return Status(
            Condition.SEARCHING,
            Text("Still working out what moved; press NEXT again."),
        )
    if question:
        who, prompt = question.choice.who, question.prompt
        return Status(Condition.QUESTION, Text("{who}: {prompt}", who=who, prompt=prompt))
    if unclear:
        return Status(Condition.UNCLEAR, unclear[0])
    if wrong:
        return Status(Condition.WRONG, next(iter(wrong.values())))
    if pending:
        pieces = listing(piece.name for piece in pending)
        return Status(Condition.PENDING, Text("Move these first: {pieces}", pieces=pieces))
    return Status(Condition.PROVISIONAL if provisional else Condition.FINE)
