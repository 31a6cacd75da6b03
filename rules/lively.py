"""Random players who lean to what leads on: in few matches they show nearly all there is.

Whoever draws any answer at random leaves most things, and spends what others come to need. A lively
player knows the game more or less, in one match more than in another, and otherwise draws an
answer as the game weighs it (`Game.weigh`).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from rules.flow import Choice, Option
from rules.match import Match
from rules.simulation import Hand, Simulation, sensible

RARE = 20.0
"""An answer of such a weight is possible so seldom that nobody thinks about it."""


class Lively:
    """Answers for everybody in one match; the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self._dice = random.Random(f"lively {seed}")
        self._knows = self._dice.random()
        """How often an answer is a sensible one."""

    def __call__(
        self, match: Match[Any], question: Choice[Any], options: Sequence[Option[Any]], hand: Hand
    ) -> Option[Any]:
        weigh, table = match.game.weigh, match.table
        weights = [weigh(table, question, option) for option in options]
        knows = match.game.sensible and self._dice.random() < self._knows
        if knows and max(weights) < RARE:
            return sensible(match, question, options, hand)
        return self._dice.choices(options, weights)[0]


def enliven(simulation: Simulation, seed: int) -> None:
    """Everybody plays like that."""
    simulation.players = dict.fromkeys(simulation.match.seats, Lively(seed))
