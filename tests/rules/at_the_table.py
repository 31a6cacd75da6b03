"""What the rule tests of every game do with a match."""

from __future__ import annotations

from typing import Any

from rules.flow import Seat
from rules.ledger import Ledger, Line
from rules.match import Match


def play(match: Match[Any], keys: str) -> None:
    for key in keys.split():
        match.play(key)


def where(match: Match[Any], piece_id: str) -> str | None:
    return match.table.places.where(match.game.pieces[piece_id])  # type: ignore[no-any-return]


def asked(match: Match[Any]) -> str:
    assert match.choice is not None
    return match.choice.who.colour


def keys(match: Match[Any]) -> set[str]:
    """What can be answered; if several are asked at once, by the first of them."""
    assert match.choice is not None
    return {option.key for option in match.choice.questions[0].legal()}


def why_not(match: Match[Any], key: str) -> str:
    assert match.choice is not None
    option = match.choice.find(key)
    assert option is not None
    assert option.blocked is not None
    return str(option.blocked)


def lines_of(ledger: Ledger, seat: Seat, what: str) -> list[Line]:
    """What has come and gone on one account of a player."""
    return [line for line in ledger.lines if line.seat is seat and line.what == what]


def result(match: Match[Any]) -> tuple[list[str], str]:
    outcome = match.outcome()
    assert outcome is not None
    return [seat.colour for seat in outcome.winners], str(outcome.because)
