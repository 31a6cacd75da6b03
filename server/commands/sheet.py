"""Score sheets of a match, for people and for programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules import sheet
from rules.match import Match
from rules.sheet import Sheet, sheets


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
        "scores": [sheet.as_data(side) for side in sheets(match)],
    }


def as_text(match: Match[Any]) -> str:
    points = str(match.game.accounts[match.game.scoring.points]).lower()
    rows = [f"{match.game.edition.text('title')}, {len(match.journal)} choices"]
    for side in sheets(match):
        rows += ["", f"{side.seat}: {side.total} {points}", *_rows(side)]
    outcome = match.outcome()
    if outcome:
        winners = " and ".join(map(str, outcome.winners))
        verdict = outcome.verdict if outcome.lost else f"Winner: {winners}"
        rows += ["", f"{verdict}. {outcome.because}."]
    else:
        rows += ["", "The match is not over."]
    return "\n".join(rows)


def _rows(side: Sheet) -> Iterator[str]:
    """Rounds, kinds and lines, each further in than what it belongs to."""
    for section in side.sections:
        if section.name:
            yield f"  {section.total:4}  {section.name}"
        margin = "      " if section.name else "  "
        for kind in section.kinds:
            if kind.name:
                yield f"{margin}{kind.total:4}  {kind.name}"
            for line in kind.lines:
                yield f"{margin}    {line.amount:+4}  {line.because}"
