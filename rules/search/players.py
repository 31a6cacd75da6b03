"""Players of three strengths: easy, sensible and strong."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from rules.flow import Choice, Option
from rules.match import Match
from rules.search.weighing import MOST_WORLDS, Weighed, weigh
from rules.search.worlds import Worlds
from rules.simulation import Hand, Player, sensible

EASY, SENSIBLE, STRONG = STRENGTHS = ("easy", "sensible", "strong")
_CARELESS = 0.25
"""How often an easy player answers without a thought."""
_MOST_TRIED = 6
"""How many answers a strong player tries: those that a sensible one likes best."""


class Easy:
    """Knows the game, but often answers without a thought."""

    def __init__(self, seed: str) -> None:
        self._dice = random.Random(f"easy {seed}")

    def __call__(
        self,
        match: Match[Any],
        question: Choice[Any],
        options: Sequence[Option[Any]],
        hand: Hand,
    ) -> Option[Any]:
        if self._dice.random() < _CARELESS:
            return self._dice.choice(_without_reading(options))
        return sensible(match, question, options, hand)


class Strong:
    """Tries what its answers lead to, in as many worlds as there is time for."""

    def __init__(
        self, seconds: float, clock: Callable[[], float], most_worlds: int = MOST_WORLDS
    ) -> None:
        self._seconds = seconds
        self._clock = clock
        self._most_worlds = most_worlds
        self._worlds: Worlds | None = None
        self.shares: list[float] = []
        """How much of the time that it had each decision has taken."""

    def __call__(
        self,
        match: Match[Any],
        question: Choice[Any],
        options: Sequence[Option[Any]],
        hand: Hand,
    ) -> Option[Any]:
        return self.weigh(match, question, options, hand)[0].option

    def weigh(
        self,
        match: Match[Any],
        question: Choice[Any],
        options: Sequence[Option[Any]],
        hand: Hand,
    ) -> list[Weighed]:
        """The answers worth trying, the best first; nothing is weighed if there is only one, or if
        the match should have ended long ago.
        """
        start = self._clock()
        if self._worlds is None:
            self._worlds = Worlds(match)
        worlds = self._worlds
        worlds.follow(match)
        ahead = match.game.look_ahead
        options = _without_reading(options)
        if len(options) == 1 or (ahead and ahead.is_overdue(match.table)):
            return [Weighed(sensible(match, question, options, hand))]
        found = weigh(
            lambda number: worlds.world(number, hand),
            question.who,
            _best_liked(match, question, options, hand),
            lambda: self._clock() - start >= self._seconds,
            self._most_worlds,
        )
        self.shares.append((self._clock() - start) / self._seconds)
        return found


def _without_reading(options: Sequence[Option[Any]]) -> Sequence[Option[Any]]:
    """What can be said without having read an owner's card."""
    return [option for option in options if not option.by_reading]


def _best_liked(
    match: Match[Any], question: Choice[Any], options: Sequence[Option[Any]], hand: Hand
) -> list[Option[Any]]:
    """What a sensible player would answer comes first; of many, what it would if that were not
    possible comes second, and so on.
    """
    usual = sensible(match, question, options, hand)
    liked, left = [usual], [option for option in options if option is not usual]
    while len(left) > _MOST_TRIED - len(liked) > 0:
        usual = sensible(match, question, left, hand)
        liked.append(usual)
        left = [option for option in left if option is not usual]
    return [*liked, *left][:_MOST_TRIED]


def player(strength: str, seed: str, seconds: float, clock: Callable[[], float]) -> Player:
    """A player of one of the `STRENGTHS`; only a strong one needs time."""
    if strength == STRONG:
        return Strong(seconds, clock)
    return Easy(seed) if strength == EASY else sensible
