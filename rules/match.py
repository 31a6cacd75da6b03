"""A match: a table, the open question, and the journal that led there.

The journal is the match. A copy of the table at the start of every script, plus the answers since,
is enough to undo, fork, load and recover: all of them are the same replay.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Generic, NamedTuple, TypeVar

from rules.announcements import OVER, Announcement
from rules.at_once import OF, AtOnce, about, owners
from rules.campaign import Carried
from rules.flow import Choice, Flow, Option, Seat
from rules.game import Game, Outcome, RulesError, Table
from rules.ledger import Line
from rules.pieces import Move
from rules.setting import Setting
from rules.text import Text, listing

T = TypeVar("T", bound=Table)

_KEY = re.compile(r"[a-z_]+(:[a-z0-9_/.,:+-]+)?(@[a-z_]+)?")
"""A verb, what it is done with, and whose answer it is if several are asked at once."""


class MalformedKey(RulesError):
    """Not the form of a key at all."""


class NotLegal(RulesError):
    """A well-formed key that cannot be chosen now; `reason` says why."""


class Ambiguous(RulesError):
    """A key that names a kind of which several individuals could be meant."""

    def __init__(self, reason: Text, candidates: Sequence[Option[Any]]) -> None:
        super().__init__(reason)
        self.candidates = candidates


class Taken(NamedTuple):
    """An answer that was given, and whose it was."""

    who: Seat
    option: Option[Any]


class Consequence(NamedTuple):
    """What an answer has led to."""

    moves: Sequence[Move]
    lines: int
    """How many lines the ledger has since."""
    announced: Sequence[Announcement]


class Checkpoint(NamedTuple, Generic[T]):
    """The table as it was when a script started, after `answered` answers."""

    answered: int
    table: T


class Match(Generic[T]):
    """One match in play. `choice` is the open question, None when the match is over."""

    def __init__(
        self,
        game: Game[T],
        seats: Sequence[Seat],
        settings: Mapping[str, str],
        journal: Iterable[str] = (),
    ) -> None:
        """A new match; `journal` are the answers to start with."""
        self.seats = seats
        self.settings = game.settle(settings)
        self.game = game = game.for_match(self.settings)
        self.journal: list[str] = []
        self.answers: list[Taken] = []
        """What the journal's keys meant when they were played."""
        self.consequences: list[Consequence] = []
        """What each of them has led to."""
        self._checkpoints: list[Checkpoint[T]] = []
        self.table: T = game.new(seats, self.settings)
        self.table.places.pictured = game.pictured(self.settings)
        self.choice: Choice[Any] | None = None
        self._flow: Flow[None] | None = None
        self._start_script()
        for key in journal:
            self.replay(key)

    def replay(self, key: str) -> None:
        """Play an answer of a journal, unless only an older version asked for it."""
        if key in self.game.no_longer_asked and not (self.choice and self.choice.find(key)):
            return
        self.play(key)

    def play(self, key: str) -> list[Move]:
        """Answer the open question; what moved because of it."""
        return self.take(self.option(key))

    def option(self, key: str) -> Option[Any]:
        """The legal option that a key means now, or the error that says why there is none.

        A key may name a kind (`hire:sailor/3`) as long as only one individual fits, or nobody can
        tell them apart.
        """
        if not _KEY.fullmatch(key):
            raise MalformedKey(Text("{key} is no key of a choice, like hire:sailor/3.1.", key=key))
        if self.choice is None:
            raise NotLegal(Text("The match is over."))
        option = self.choice.find(key)
        if option is None:
            option = self._individual(self.choice, key)
        if option.blocked is not None:
            raise NotLegal(option.blocked)
        return option

    def take(self, option: Option[Any]) -> list[Move]:
        """Play an option that comes from the open question's own menu."""
        assert self._flow is not None
        assert self.choice is not None
        self.table.places.moves = []
        self.table.ledger.announced = []
        self.journal.append(option.key)
        self.answers.append(Taken(option.who or self.choice.who, option))
        try:
            self.choice = self._flow.send(option)
        except StopIteration:
            self._start_script()
        moves, ledger = self.table.places.moves, self.table.ledger
        self.consequences.append(Consequence(moves, len(ledger.lines), ledger.announced))
        return moves

    def events(self, number: int) -> Sequence[Announcement]:
        """What the answer with this number, counted from 1, made people at the table say."""
        announced = self.consequences[number - 1].announced
        outcome = self.outcome() if number == len(self.journal) else None
        if outcome is None:
            return announced
        winner = outcome.winners[0] if len(outcome.winners) == 1 else None
        over = replace(OVER, title=outcome.headline)
        return (*announced, Announcement(over, outcome.because, winner))

    def lines(self, number: int) -> Sequence[Line]:
        """The lines of the ledger that the answer with this number, counted from 1, has added."""
        before = self.consequences[number - 2].lines if number > 1 else 0
        return self.table.ledger.lines[before : self.consequences[number - 1].lines]

    def undo(self) -> str:
        """Take back the last answer; its key."""
        if not self.journal:
            raise NotLegal(Text("There is nothing to take back."))
        key = self.journal[-1]
        self._rewind(len(self.journal) - 1)
        return key

    def fork(self, answered: int | None = None) -> Match[T]:
        """A twin that can be played on without touching this match.

        With `answered`, as it was after that many answers.
        """
        twin: Match[T] = object.__new__(type(self))
        twin.game, twin.seats, twin.settings = self.game, self.seats, self.settings
        twin.journal, twin.answers = self.journal, self.answers
        twin.consequences = self.consequences
        twin._checkpoints = self._checkpoints.copy()
        twin._rewind(len(self.journal) if answered is None else answered)
        return twin

    def outcome(self) -> Outcome | None:
        """How the match ended; None while it is played."""
        return self.game.scoring.outcome(self.table) if self.choice is None else None

    @property
    def agreed(self) -> list[Setting]:
        """What had to be decided for a match like this one."""
        return [
            each
            for each in self.game.settings
            if each.only_if(self.settings)
            and not (each.alone and len(self.seats) > 1)
            and not (isinstance(each.values, Carried) and not each.values.words)
        ]

    @property
    def checkpoints(self) -> Sequence[Checkpoint[T]]:
        """The table at the start of every script so far, to be looked at only."""
        return self._checkpoints

    @property
    def position(self) -> Hashable:
        """What has come of the answers: those that lead to the same position come to the same."""
        asking = self.choice.asking() if self.choice else None
        return self.table.key(), len(self._checkpoints), asking

    @property
    def script_start(self) -> int:
        """How many answers the journal had when the current script started."""
        return self._checkpoints[-1].answered

    @property
    def on_turn(self) -> list[Seat]:
        """Whose turn it is: all who are asked, while several play at once."""
        if isinstance(self.choice, AtOnce):
            return [question.who for question in self.choice.questions]
        return [self.table.active] if self.choice and self.table.active else []

    @property
    def turn_start(self) -> int:
        """How many answers come before the last ones of one player in the current script: all of
        it, unless several play at once.
        """
        start = self.script_start
        parts = owners([taken.option for taken in self.answers[start:]])
        if not isinstance(self.choice, AtOnce) or not parts:
            return start
        while parts[:-1] and parts[-2] == parts[-1]:
            parts.pop()
        return start + len(parts) - 1

    def _individual(self, choice: Choice[Any], kind_key: str) -> Option[Any]:
        fits = choice.individuals(kind_key)
        legal = [option for option in fits if option.blocked is None]
        if not fits:
            asked = about(choice, (kind_key,))
            raise NotLegal(
                Text(
                    "{key} is not possible now. {who} is asked: {prompt}",
                    key=kind_key,
                    who=asked.who,
                    prompt=asked.prompt,
                )
            )
        kind = kind_key.partition(":")[2].partition(OF)[0]
        if len(legal) > 1 and kind not in self.table.places.pictured:
            raise Ambiguous(
                Text(
                    "{key} could mean {keys}. Say which.",
                    key=kind_key,
                    keys=listing(Text(option.key) for option in legal),
                ),
                legal,
            )
        return (legal or fits)[0]

    def _start_script(self) -> None:
        """Go on to the next script that asks something, or to the end of the match."""
        while (flow := self.game.script(self.table)) is not None:
            self._checkpoints.append(Checkpoint(len(self.journal), self.table.copy()))
            if self._runs_to_a_question(flow):
                return
        self._flow = self.choice = None

    def _runs_to_a_question(self, flow: Flow[None]) -> bool:
        self._flow = flow
        try:
            self.choice = next(flow)
        except StopIteration:
            return False
        return True

    def _rewind(self, answered: int) -> None:
        """Go back to the state after that many answers."""
        # The options taken hold no part of the table, so they can be taken again without a menu.
        answers = self.answers[:answered]
        while self._checkpoints[-1].answered > answered:
            self._checkpoints.pop()
        start = self._checkpoints[-1]
        self.table = start.table.copy()
        self.journal = self.journal[: start.answered]
        self.answers = answers[: start.answered]
        self.consequences = self.consequences[: start.answered]
        flow = self.game.script(self.table)
        if flow is None or not self._runs_to_a_question(flow):
            self._start_script()
        for _, option in answers[start.answered :]:
            self.take(option)
