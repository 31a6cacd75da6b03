"""Score sheets of a match, for programs."""

from __future__ import annotations

from typing import Any

from rules import score_sheet
from rules.match import Match
from rules.score_sheet import score_sheets


def as_data(match: Match[Any], seed: int | None = None) -> dict[str, Any]:
    outcome = match.outcome()
    data: dict[str, Any] = {"game": match.game.name, "seats": len(match.seats)}
    if seed is not None:
        data["seed"] = seed
    if outcome and outcome.together:
        data["won"] = not outcome.lost
    return data | {
        "choices": len(match.journal),
        "winners": [seat.colour for seat in outcome.winners] if outcome else [],
        "scores": [score_sheet.as_data(side) for side in score_sheets(match)],
    }
