"""What a run of answers leaves behind on the table, as far as a search for runs has to know it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from rules.at_once import AtOnce, SeatOption
from rules.flow import TABLE, Choice, Option, Seat
from rules.match import Match
from rules.pieces import Move, Piece, Place


@dataclass(frozen=True, slots=True)
class Trail:
    """Where a piece can be seen: where a hand put it, or where the rules take it from there.

    What the rules demand after an answer is done by hands too. If the answer itself moves nothing
    (a pass), only all of it together tells that it was given. Each later place comes with the
    number of the answer that demands it.
    """

    place: Place | None
    later: tuple[tuple[int, Place], ...] = ()

    def places(self) -> list[Place | None]:
        return [self.place, *(place for _, place in self.later)]


@dataclass(slots=True)
class State:
    """A match after some answers, and what they have moved."""

    match: Match[Any]
    trails: dict[Piece, Trail] = field(default_factory=dict)
    unseen: Counter[Place] = field(default_factory=Counter)
    """How many more face-down pieces a place has."""
    by_hand: frozenset[int] = frozenset()
    """Numbers of the answers for which a hand was seen to move something."""
    traceless: frozenset[int] = frozenset()
    """Numbers of the answers that moved pieces, but none that is seen where a hand put it.

    A pass is none of them: there is never anything to be seen of it.
    """
    part: SeatOption[Any] | None = None
    """If several seats are asked at once: the last answer of the one whose part it is."""
    told: bool = False
    """Whether hands were seen to do what that answer led to."""
    shown: int | None = None
    """If a state on the way here fits already: how many pieces only show their faces there."""
    stretch: int = -1
    """How many answers came before the stretch of play that it goes on in: usually the turn in
    which pieces moved.
    """
    only: Seat | None = None
    """Who alone goes on, if that is the next stretch."""

    def __post_init__(self) -> None:
        if self.stretch < 0:
            self.stretch = self.match.script_start

    @property
    def is_over(self) -> bool:
        """Whether the stretch of play has ended."""
        return self.match.choice is None or self.match.script_start != self.stretch

    def beyond(self) -> State | None:
        """The same in the next stretch of play, if somebody can have gone on there.

        Where several play at once, NEXT ends nothing for all of them. Whoever is the last of them
        goes on without saying that nothing more is wanted: the next act of the same hands tells.
        """
        choice, last = self.match.choice, self.match.answers[-1].option
        left = isinstance(last, SeatOption) and last.leaves and last.seat
        if not left or self.only or not choice or not choice.of(left):
            return None
        return replace(self, stretch=self.match.script_start, only=left)

    def after(
        self,
        match: Match[Any],
        option: Option[Any],
        moves: Sequence[Move],
        came_to: Callable[[Piece, Place], bool],
    ) -> State:
        """The state of a match that was given one more answer, which led to these moves.

        `came_to` says whether a piece is seen to have come to a place.
        """
        by_hand, part, told = option.moves, self.part, False
        lying = any(move.piece and came_to(move.piece, move.target) for move in by_hand)
        if isinstance(option, SeatOption):
            part = option
        if part is not None:
            told = any(move.piece and came_to(move.piece, move.target) for move in moves)
        trails, unseen, step = dict(self.trails), self.unseen.copy(), len(match.journal)
        seen = self.by_hand | {step} if by_hand else self.by_hand
        traceless = self.traceless | {step} if moves and not lying else self.traceless
        to_do = list(by_hand)
        for move in moves:
            if move.piece is None:
                unseen[move.source] -= move.number
                unseen[move.target] += move.number
            elif move in to_do:
                to_do.remove(move)
                trails[move.piece] = Trail(move.target)
            else:
                trail = trails.get(move.piece) or Trail(move.source)
                trails[move.piece] = Trail(trail.place, (*trail.later, (step, move.target)))
        return replace(
            self,
            match=match,
            trails=trails,
            unseen=unseen,
            by_hand=seen,
            traceless=traceless,
            part=part,
            told=told,
        )

    def answers(self, choice: Choice[Any], pieces: set[Piece]) -> Iterator[Option[Any]]:
        """The options with which hands that moved these pieces can have gone on.

        Of seats that are asked at once each has one part of a run, in the order of turns: with
        others in between the same is found. Hands tell of the end of a part: what else somebody has
        decided is nobody's guess.
        """
        only = self.only
        if not isinstance(choice, AtOnce):
            options = choice.concerning(pieces)
            return (
                o for o in options if only in (None, o.who or choice.who) or choice.who is TABLE
            )
        part, turns = self.part, choice.turns
        return (
            choice.said(question, option)
            for question in choice.open
            if only in (None, question.who)
            if part is None
            or question.who == part.seat
            or (self.told and turns.index(question.who) > part.turn)
            for option in question.concerning(pieces)
        )


class Evidence(NamedTuple):
    """What there is to be seen of a run, to tell whether it only adds to another one.

    An example from Port Royal. Red has two priests and an admiral, five cards lie in the harbour,
    and now an expedition is seen in Red's area while the priests are gone. Two runs explain it,
    since expeditions may be sent at any moment: `expedition`, and `stop expedition`. Had Red
    stopped, the admiral would have brought coins, and nothing of these is to be seen: the first of
    the two answers is `traceless`. So the second run only adds to the first, and is left out.

    Without the admiral stopping moves nothing, so there is never anything to be seen of it: it is
    not traceless, and Red is asked whether it was the second.
    """

    answers: Sequence[tuple[Seat, str]]
    """Who gave them, and their keys."""
    traceless: frozenset[int]
    """The numbers of those answers that moved pieces, but none that is seen where a hand put it."""
    shown: int
    """How many pieces are taken for face-down ones that only show their faces."""

    def only_adds_to(self, other: Evidence) -> bool:
        """Whether it is another run and more, of which nothing is to be seen."""
        more = len(self.answers) - len(other.answers)
        if not 0 < more <= len(self.traceless) or other.shown > self.shown:
            return False
        rest = list(other.answers)
        for number, answer in enumerate(self.answers):
            if rest and answer == rest[0]:
                rest.pop(0)
            elif number not in self.traceless:
                return False
        return not rest
