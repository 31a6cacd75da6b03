"""What a run of answers leaves behind on the table, as far as a search for runs has to know it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from rules.flow import Seat
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
    shown: int | None = None
    """If a state on the way here fits already: how many pieces only show their faces there."""

    def after(
        self, match: Match[Any], by_hand: Sequence[Move], moves: Sequence[Move], lying: bool
    ) -> State:
        """The state of a match that was given one more answer.

        Of its moves these are `by_hand`; one of them is seen where it put its piece, if `lying`.
        """
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
        return State(match, trails, unseen, seen, traceless, self.shown)


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
