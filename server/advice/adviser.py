"""Asks a strong player in a process of its own, and survives its end.

A question holds what one seat knows, and nothing else: the process could not tell a secret if it
wanted to. `vision/processes` starts it again if it was killed, and ends it if it hangs.
"""

from __future__ import annotations

import gc
import pickle
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

from rules.flow import Choice, FromHand, Option
from rules.games import GAMES
from rules.match import Match
from rules.pieces import Place
from rules.search.players import STRONG, Strong, player
from rules.simulation import Hand
from vision.processes.keeper import Keeper, Work, worker

SECONDS = 2.0
"""How long an answer is thought about; what comes before and after takes less than one more."""
_PATIENCE = 20.0
"""Seconds for a process to start, to follow a whole match, and to think."""
_IDLE = 900.0
"""Seconds for which it keeps the match in mind: people may think for long before a robot does."""
_WORK = Work("The strong player", worker("server.advice.adviser"), pickle.dumps, pickle.loads)


@dataclass(frozen=True, slots=True)
class Question:
    """A match as one seat knows it, in words that another process understands."""

    game: str
    seats: tuple[tuple[str, str], ...]
    """Colour and name of everybody."""
    settings: Mapping[str, str]
    journal: tuple[str, ...]
    seat: int
    """Whose question it is."""
    hand: Mapping[Place, tuple[str, ...]]
    """What this seat holds, as far as it is known."""
    strength: str = STRONG
    seconds: float = SECONDS


@dataclass(frozen=True, slots=True)
class Advice:
    """One answer that could be given."""

    key: str
    lead: float
    """Points that it leads to, more than the best of the others has."""
    tried: int
    """In how many worlds."""


class Adviser:
    """Answers one question after another; may be asked from any thread."""

    def __init__(self, patience: float = _PATIENCE) -> None:
        self._keeper: Keeper[Question, tuple[Advice, ...]] = Keeper(_WORK, patience, _IDLE)

    def ask(self, question: Question) -> Future[tuple[Advice, ...]]:
        """All answers, the best first; fails with `Lost` if nobody could think about it."""
        return self._keeper.ask(question, question.seconds)

    @property
    def pid(self) -> int | None:
        """The process, if there is one now."""
        return self._keeper.pid

    def close(self) -> None:
        """End, whatever is being thought about. Does no harm twice."""
        self._keeper.close()


# ------------------------------------------------------------------------------------- The process


def work() -> Callable[[bytes], bytes]:
    gc.freeze()  # What is loaded is not looked through for garbage while a decision waits.
    thinking = _Thinking()
    return lambda question: pickle.dumps(thinking.answer(pickle.loads(question)))


class _Thinking:
    """Keeps the match of the last question: the next one is nearly always about the same."""

    def __init__(self) -> None:
        self._match: Match[Any] | None = None

    def answer(self, question: Question) -> tuple[Advice, ...]:
        match = self._match = self._followed(question)
        asked = match.choice.of(match.seats[question.seat]) if match.choice else None
        options = options_of(match, asked, question.hand) if asked else []
        if not asked or not options:
            return ()
        hand = hand_of(match, question.hand)
        if question.strength != STRONG:
            seed = f"{len(question.journal)} {question.journal[-1:]}"
            answering = player(question.strength, seed, question.seconds, time.monotonic)
            return (Advice(answering(match, asked, options, hand).key, 0.0, 0),)
        found = Strong(question.seconds, time.monotonic).weigh(match, asked, options, hand)
        return tuple(Advice(each.option.key, each.lead, len(each.leads)) for each in found)

    def _followed(self, question: Question) -> Match[Any]:
        match = self._match
        if match is None or not _is_of(match, question):
            game = GAMES[question.game]
            game = game.for_match(game.settle(question.settings))
            colours, names = zip(*question.seats, strict=True)
            match = Match(game, game.seat(names, colours), question.settings)
        journal = list(question.journal)
        while match.journal != journal[: len(match.journal)]:
            match.undo()
        for key in journal[len(match.journal) :]:
            match.replay(key)
        return match


def _is_of(match: Match[Any], question: Question) -> bool:
    seats = tuple((seat.colour, seat.name) for seat in match.seats)
    same = (match.game.name, seats) == (question.game, question.seats)
    return same and match.settings == dict(question.settings)


def hand_of(match: Match[Any], held: Mapping[Place, tuple[str, ...]]) -> Hand:
    """The pieces of a hand that is told by their ids."""
    pieces = match.game.pieces
    return {place: [pieces[piece] for piece in ids] for place, ids in held.items()}


def options_of(
    match: Match[Any], asked: Choice[Any], hand: Mapping[Place, tuple[str, ...]]
) -> list[Option[Any]]:
    """What whoever is asked could answer, with these cards out of a hand that is hidden."""
    if isinstance(asked, FromHand):
        held = hand.get(asked.hand, ())
        options = asked.options_with(match.game.pieces[piece] for piece in held)
    else:
        options = asked.options
    return [option for option in options if not option.blocked and not option.who]
