"""What one seat knows of a match, and how everything else could be.

Face-down pieces are dealt anew for every world, among the places where they could lie. So whoever
looks ahead in many worlds learns what an answer is worth, and nothing about anybody's cards.
"""

from __future__ import annotations

from typing import Any

from rules.dealer import Dealer
from rules.match import Match
from rules.simulation import Hand, Simulation


class Worlds:
    """Follows a match as anybody at the table can."""

    def __init__(self, match: Match[Any]) -> None:
        self._begin(match)
        self.follow(match)

    def follow(self, match: Match[Any]) -> None:
        """Come to where the match is now, also if it has gone another way since."""
        known = len(self.match.journal)
        if match.journal[:known] != self.match.journal:
            self._begin(match)
        for taken in match.answers[len(self.match.journal) :]:
            self._dealer.follow(self.match.take(taken.option))

    def world(self, number: int, held: Hand) -> Simulation:
        """One way in which all could lie, always the same for the same number."""
        dealer = self._dealer.imagined(number, held)
        simulation = Simulation.going_on(self.match.fork(), dealer, number)
        simulation.sensible = True
        return simulation

    def _begin(self, match: Match[Any]) -> None:
        self.match = Match(match.game, match.seats, match.settings)
        self._dealer = Dealer(self.match, 0)
