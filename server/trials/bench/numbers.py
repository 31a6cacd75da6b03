"""Printed numbers: how many are read from pieces drawn with digits 4 mm high.

`numbers` has a row for each form of a game's pieces, condition and pixels a millimetre:
`navegador tile, dim 3.6`. None may be wrong: a number that is not certain is not read.
"""

from __future__ import annotations

from typing import Any

from rules.games import GAMES
from server.progress import through
from vision.measure.art import CONDITIONS
from vision.measure.numbers import count, drawn, forms_with_numbers
from vision.measure.score import Score

SCALES = (4.5, 3.6, 2.7)
"""Pixels a millimetre: a camera of 12 megapixels sees 3.6 from a metre above the table."""
LIGHT = ("white", "dim", "soft")
KINDS = 24
"""Kinds of each form, drawn by chance."""


def measure() -> dict[str, Any]:
    rows: dict[str, Score] = {}
    conditions = [condition for condition in CONDITIONS if condition.name in LIGHT]
    for game in (name for name, game in GAMES.items() if game.cards):
        for form, every in forms_with_numbers(game).values():
            some = drawn(every, KINDS, 1)
            for condition in through(f"{game} {form.name}", conditions):
                for scale in SCALES:
                    name = f"{game} {form.name}, {condition.name} {scale}"
                    rows[name] = count(game, form, some, condition, scale)
    return {
        "numbers": {
            name: {
                "numbers": row.wanted,
                "recall": round(row.recall, 4),
                "wrong": row.wrong,
            }
            for name, row in rows.items()
        },
        "readings": sum(row.wanted for row in rows.values()),
        "wrong": sum(row.wrong for row in rows.values()),
    }


def as_text(figures: dict[str, Any]) -> str:
    rows = [
        f"{name:32} {row['numbers']:4} {row['recall']:8.1%} wrong {row['wrong']}"
        for name, row in figures["numbers"].items()
    ]
    return "\n".join([*rows, f"{figures['readings']} numbers, {figures['wrong']} wrong"])
