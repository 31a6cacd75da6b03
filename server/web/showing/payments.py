"""Who has to pay whom by hand: no camera sees whether it has been done."""

from __future__ import annotations

from typing import Any
from zlib import crc32

from rules.flow import TABLE
from rules.ledger import payments
from rules.match import Match
from rules.text import Text
from server.live.messages import View
from server.web.request.tableside import tableside


def payments_due(view: View) -> dict[str, Text]:
    """For pages, each by an id of its own: nothing on a simulated table, where nobody has coins in
    hand.
    """
    if view.match is None or tableside().playground:
        return {}
    turn = len(view.match.checkpoints)
    return {f"pay-{turn}-{crc32(str(t).encode()):08x}": t for t in due(view.match, view.final)}


def due(match: Match[Any], final: int) -> list[Text]:
    """What was paid since the turn began or NEXT was pressed, but always by the last answer.

    A turn that is just over counts until somebody answers in the next one.
    """
    money = match.game.money
    last = _last_answer(match)
    if money is None or match.choice is None or last is None:
        return []
    began = max(c.answered for c in match.checkpoints if c.answered <= last)
    before = match.fork(min(max(began, final), last)).table.ledger.lines
    since = match.table.ledger.lines[len(before) :]
    return [money.words(payment) for payment in payments(since, money.account)]


def _last_answer(match: Match[Any]) -> int | None:
    """The number of the last answer of a player, counted from 0; what chance said goes with it."""
    for number in range(len(match.answers) - 1, -1, -1):
        if match.answers[number].who is not TABLE:
            return number
    return None
