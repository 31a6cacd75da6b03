"""Score sheets of a match, for people and for programs."""

from __future__ import annotations

from typing import Any

from rules.match import Match


def as_data(match: Match[Any], seed: int | None = None) -> dict[str, Any]:
    points, ledger = match.game.scoring.points, match.table.ledger
    outcome = match.outcome()
    data: dict[str, Any] = {"game": match.game.name, "seats": len(match.seats)}
    if seed is not None:
        data["seed"] = seed
    if outcome and outcome.together:
        data["won"] = not outcome.lost
    return data | {
        "choices": len(match.journal),
        "winners": [seat.colour for seat in outcome.winners] if outcome else [],
        "scores": [
            {
                "seat": seat.colour,
                "total": ledger.balance(seat, points),
                "lines": [
                    {"amount": line.amount, "because": str(line.because)}
                    for line in ledger.lines_of(seat, points)
                ],
            }
            for seat in match.game.scoring.sides(match.table)
        ],
    }


def as_text(match: Match[Any]) -> str:
    points, ledger = match.game.scoring.points, match.table.ledger
    rows = [f"{match.game.edition.text('title')}, {len(match.journal)} choices"]
    for seat in match.game.scoring.sides(match.table):
        rows += ["", f"{seat}: {ledger.balance(seat, points)} {points}"]
        rows += [f"  {line.amount:+3} {line.because}" for line in ledger.lines_of(seat, points)]
    outcome = match.outcome()
    if outcome:
        winners = " and ".join(map(str, outcome.winners))
        verdict = outcome.verdict if outcome.lost else f"Winner: {winners}"
        rows += ["", f"{verdict}. {outcome.because}."]
    else:
        rows += ["", "The match is not over."]
    return "\n".join(rows)
