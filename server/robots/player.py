"""A robot's way of playing: it does with hands, buttons and phones what its own match intends.

The hands, the buttons and the phones are given to it: those of a table of the robots' own
(`table`), or of the one where people play too (`demonstration`).
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from random import Random
from typing import Any, Protocol

from rules.at_once import AtOnce
from rules.flow import TABLE, Choice, Option, Seat
from rules.match import Match
from rules.pictured import said_by_kind
from rules.pieces import Move
from rules.simulation import Simulation
from server.live.concluded import Asked
from server.live.messages import View
from server.live.virtual_piles import wants_virtual_piece

log = logging.getLogger(__name__)

_AT_ONCE = 0.5
"""How often a robot does what the rules demand in one go with its choice."""


class OutOfStep(Exception):
    """The phones do not show what the robots meant, or a mistake went unnoticed."""


class Controls(Protocol):
    """Hands, buttons and phones at a table, and what the phones show."""

    @property
    def view(self) -> View: ...

    def get_ready(self) -> None:
        """The robots have chosen; their hands have not moved yet."""

    def do(self, moves: Sequence[Move]) -> None:
        """Hands move pieces."""

    def settle(self) -> None:
        """Wait until the camera has understood the table as it lies."""

    def press_next(self, answers: int, /) -> None:
        """Press NEXT, and wait until something has come of it; so many answers are meant."""

    def phone(self, seat: Seat, key: str) -> None:
        """Answer with a phone. Chance has none of its own: anybody's will do."""


class RobotPlayer:
    """Plays for all seats. `intended` is what the robots mean, at most a choice ahead."""

    def __init__(self, simulation: Simulation, controls: Controls, seed: int) -> None:
        self.simulation = simulation
        self._controls = controls
        self._random = Random(f"habits {seed}")
        self._decider: Seat | None = None
        self._unconfirmed = False

    @property
    def intended(self) -> Match[Any]:
        return self.simulation.match

    @property
    def view(self) -> View:
        """What the phones show."""
        return self._controls.view

    @property
    def shown(self) -> list[str]:
        """The journal as the phones show it.

        Of copies that nobody can tell apart the robots have those in mind that they have moved.
        """
        shown, intended = journal_of(self.view), self.intended
        if not intended.table.places.pictured:
            return shown
        meant = [*intended.journal[: len(shown)], *shown[len(intended.journal) :]]
        return [
            mine if said_by_kind(intended, mine) == said_by_kind(intended, key) else key
            for mine, key in zip(meant, shown, strict=True)
        ]

    def step(self) -> None:
        """One choice of the robots' own match, with everything their hands do for it."""
        choice, option = self.intended.choice, self.simulation.pick()
        assert choice is not None
        assert option is not None
        log.debug("The robots choose %s.", option.key)
        self.before(option)
        self._controls.get_ready()
        virtual = self.intended.game.piles.virtual
        moves = [
            move
            for move in self.simulation.take(option)
            if move.source not in virtual and move.target not in virtual
        ]
        if choice.who is not TABLE:
            self._decider = option.who or choice.who
        self._carry_out(choice, option, moves)
        self.check()
        asked = self.intended.choice
        if isinstance(asked, AtOnce):
            return  # nobody waits for another
        if asked and asked.who not in (TABLE, self._decider) and self._decider:
            self._confirm()

    def before(self, option: Option[Any]) -> None:
        """Just before the hands do what was chosen: the moment for mistakes."""

    def say(self, who: Seat, key: str) -> None:
        """Tell the match with a phone what nobody can see."""
        match = self.view.match
        self._controls.phone(who, as_called(match, key) if match else key)

    def clear_up(self, moves: Sequence[Move]) -> None:
        """What the rules demand after a choice."""
        self._controls.do(moves)
        self.settle()

    def settle(self) -> None:
        """The table has been understood, and what it left open is answered."""
        self._controls.settle()
        self.answer_questions()

    def answer_questions(self) -> int:
        """Answer what the table leaves open; how many questions there were."""
        answered = 0
        while question := self.view.question:
            answered += 1
            key = meant_answer(question, self.shown, self.intended)
            if key not in question.runs:
                raise OutOfStep(f"{self.where()}: asked about {list(question.runs)}")
            self._controls.phone(question.choice.who, key)
        return answered

    def check(self, lag: int = 1) -> None:
        """The phones show what was intended, but for a choice that leaves no trace yet."""
        self._agree_on_words()
        self._hear_what_was_turned_up()
        intended, shown = self.intended.journal, self.shown
        behind = len(intended) - len(shown)
        if shown != intended[: len(shown)] or behind > lag:
            raise OutOfStep(f"{self.where()}: not what was intended; {trouble(self.view)}")
        if self.view.wrong or self.view.unclear:
            raise OutOfStep(f"{self.where()}: {trouble(self.view)}")

    def _agree_on_words(self) -> None:
        """Two choices can come to the same: then it is called as the phones call it."""
        match, intended = self.view.match, self.intended
        if match is None or len(match.journal) != len(intended.journal):
            return
        if self.shown != intended.journal and match.table.key() == intended.table.key():
            self.simulation.match = match.fork()

    def _hear_what_was_turned_up(self) -> None:
        """Of a pile that only the assistant has, it says which piece came; hands move nothing."""
        while wants_virtual_piece(self.intended) and len(self.shown) > len(self.intended.journal):
            key = self.shown[len(self.intended.journal)]
            self.simulation.take(self.intended.option(key))

    def where(self) -> str:
        return (
            f"After {len(self.intended.journal)} choices, {self.intended.journal[-4:]} intended, "
            f"{self.shown[-4:]} of {len(self.shown)} shown"
        )

    def _carry_out(self, choice: Choice[Any], option: Option[Any], moves: list[Move]) -> None:
        by_hand = [move for move in moves if move in option.moves]
        rest = [move for move in moves if move not in option.moves]
        who = option.who or choice.who
        if option.key == choice.next_key and not isinstance(choice, AtOnce):
            self._controls.press_next(len(self.intended.journal))
            self._unconfirmed = False
        elif self._only_phones_tell(choice, option) or not (moves or self._table_will_show(who)):
            self.say(who, option.key)
            self._unconfirmed, rest = True, moves
        else:
            self._unconfirmed = True
            if choice.who is not TABLE and by_hand and self._goes_in_one(by_hand, rest):
                by_hand, rest = moves, []
            if by_hand:
                self._controls.do(by_hand)
                self.settle()
        if rest:
            self.clear_up(rest)

    def _only_phones_tell(self, choice: Choice[Any], option: Option[Any]) -> bool:
        """What no camera can see: coins, pieces without a tag, chance that moves nothing."""
        return option.by_phone or (choice.who is TABLE and not option.moves)

    def _goes_in_one(self, by_hand: list[Move], rest: list[Move]) -> bool:
        """Now and then; but who takes a card lets it be seen before the others are cleared away.

        Nobody could tell afterwards which of two ships of the same worth was traded, which of two
        pieces that are alike came to a place first, or whether one of them was there at all.
        """
        sources = {move.source for move in by_hand}
        cleared = any(move.piece and move.source in sources for move in rest)
        alike = {(move.piece.kind, move.target) for move in by_hand if move.piece}
        second = any(move.piece and (move.piece.kind, move.target) in alike for move in rest)
        kinds = self.intended.table.places.alike
        placed = {move.piece for move in by_hand if move.piece and move.piece.kind in kinds}
        moved_on = any(move.piece in placed for move in rest)
        return not (cleared or second or moved_on) and self._random.random() < _AT_ONCE

    def _table_will_show(self, who: Seat) -> bool:
        """Whether the next choice will tell what this one was: a card turned up, a crew sent.

        Only what the same hands do next, or chance: another's turn tells nothing of this one.
        """
        asked = self.intended.choice
        if asked is None or asked.who not in (TABLE, who):
            return False
        if isinstance(asked, AtOnce) or wants_virtual_piece(self.intended):
            return False
        return asked.who is TABLE or all(option.moves for option in asked.legal())

    def _confirm(self) -> None:
        """Who has done their part presses NEXT before another one goes on."""
        if self._unconfirmed:
            self._controls.press_next(len(self.intended.journal))
            self._unconfirmed = False
            self.check()


def meant_answer(question: Asked, shown: Sequence[str], intended: Match[Any]) -> str:
    """What the robots mean where the table leaves it open; empty if nothing more has happened."""
    number = len(shown) + len(question.after)
    key = "".join(intended.journal[number : number + 1])
    key = _among(intended, key, question.runs)
    return key if key in question.runs else ""


def as_called(match: Match[Any], key: str) -> str:
    """A choice of the robots' own match in the words of another, which knows other copies."""
    if not match.table.places.pictured or match.choice is None:
        return key
    return _among(match, key, [option.key for option in match.choice.legal()])


def _among(match: Match[Any], key: str, keys: Collection[str]) -> str:
    said = said_by_kind(match, key)
    same = (other for other in keys if said_by_kind(match, other) == said)
    return key if key in keys else next(same, key)


def journal_of(view: View) -> list[str]:
    return view.match.journal if view.match else []


def trouble(view: View) -> str:
    """All that the phones complain of."""
    said = [view.said] if view.said else []
    complaints = (*view.wrong.values(), *view.unclear, *view.pending, *said)
    return "; ".join(map(str, complaints)) or "all well"
