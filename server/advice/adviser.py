"""Asks a strong player in a process of its own, and survives its end.

A question holds what one seat knows, and nothing else: the process could not tell a secret if it
wanted to. A process that was killed is started again; one that hangs is ended.
"""

from __future__ import annotations

import gc
import logging
import multiprocessing
import os
import time
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from rules.flow import Choice, FromHand, Option
from rules.games import GAMES
from rules.match import Match
from rules.pieces import Place
from rules.search.players import STRONG, Strong, player
from rules.simulation import Hand

log = logging.getLogger(__name__)

SECONDS = 2.0
"""How long an answer is thought about; what comes before and after takes less than one more."""
_PATIENCE = 20.0
"""Seconds for a process to start, to follow a whole match, and to think."""
_TRIES = 2


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


class Lost(Exception):
    """The process has ended or hangs, and so has the one that was started after it."""


class Adviser:
    """Answers one question after another; may be asked from any thread."""

    def __init__(self, patience: float = _PATIENCE) -> None:
        self._patience = patience
        self._thread = ThreadPoolExecutor(1, "adviser")
        self._child: BaseProcess | None = None
        self._line: Connection | None = None
        self._closed = False

    def ask(self, question: Question) -> Future[tuple[Advice, ...]]:
        """All answers, the best first; fails with `Lost` if nobody could think about it."""
        return self._thread.submit(self._asked, question)

    @property
    def pid(self) -> int | None:
        """The process, if there is one now."""
        child = self._child
        return None if child is None else child.pid

    def close(self) -> None:
        """End, whatever is being thought about. Does no harm twice."""
        self._closed = True
        self._thread.shutdown(wait=False, cancel_futures=True)
        child = self._child
        if child is not None:
            child.kill()
        self._thread.shutdown()
        self._end()

    def _asked(self, question: Question) -> tuple[Advice, ...]:
        for _ in range(_TRIES):
            if self._closed:
                break
            line = self._running()
            try:
                line.send(question)
                if not line.poll(self._patience + question.seconds):
                    raise TimeoutError("it did not answer in time")
                found: tuple[Advice, ...] = line.recv()
            except (OSError, EOFError) as problem:
                log.warning("The strong player is started again (%s).", problem)
                self._end()
                continue
            return found
        raise Lost

    def _running(self) -> Connection:
        if self._line is None or self._child is None or not self._child.is_alive():
            self._end()
            fresh = multiprocessing.get_context("spawn")
            self._line, theirs = fresh.Pipe()
            child = fresh.Process(target=_work, args=(theirs,), name="adviser", daemon=True)
            child.start()
            self._child = child
            if self._closed:  # in the meantime: whoever closes has not seen it
                child.kill()
            theirs.close()
        return self._line

    def _end(self) -> None:
        if self._child is not None:
            self._child.kill()
            self._child.join()
        if self._line is not None:
            self._line.close()
        self._child = self._line = None


# ------------------------------------------------------------------------------------- The process


def _work(line: Connection) -> None:
    """Answer until nobody asks any more."""
    os.nice(5)
    gc.freeze()  # What is loaded is not looked through for garbage while a decision waits.
    thinking = _Thinking()
    while True:
        try:
            question = line.recv()
        except EOFError:
            return
        line.send(thinking.answer(question))


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
