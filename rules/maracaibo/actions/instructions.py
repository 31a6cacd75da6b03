"""What a player is told to do on the table, one sentence after another."""

from __future__ import annotations

from rules.flow import Choice, Flow, Option, Seat
from rules.pieces import Move
from rules.text import Text

DONE = "done"


def instruct(seat: Seat, sentence: Text, record: Text, *moves: Move) -> Flow[None]:
    """Say what to do on the table, and wait until it is done; `record` says what happened then.

    What a camera sees needs no button.
    """
    next_key = None if moves else DONE
    option = Option(DONE, None, Text("Done"), moves, record=record)
    yield Choice(seat, sentence, lambda: [option], next_key)
