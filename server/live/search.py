"""What the table could mean for the match: work that may take long.

A search works on copies of its own, so that it can go on beside the match, and is dropped as soon
as the table or the match has changed.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, islice
from typing import Any, ClassVar

from rules.at_once import AtOnce
from rules.explaining.explain import Ambiguity, Run, Unexplained, explain
from rules.flow import TABLE, Seat
from rules.match import Match
from rules.pieces import Piece, Place
from rules.text import Text
from server.live.concluded import Asked, ask, certain, steps
from server.live.problems import too_early
from server.live.snapshot import Snapshot, face_up_pile, is_another_table

_CORRECTION_STATES = 500
"""How many states are looked at from each answer back."""

_FARTHEST_AT_ONCE = 12
"""How many answers back a way is looked for, in a phase that all play at once: it may be long."""

_MOST_TRIED = 60
"""In how many ways pieces are put right in thought, to name the fewest that are wrong."""


@dataclass(frozen=True, slots=True)
class PutBack:
    """Pieces were moved back: so many answers are taken back."""

    answers: int


@dataclass(frozen=True, slots=True)
class Begun:
    """The first answers of a run whose pieces lie where they belong; the rest has to be asked."""

    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Correction:
    """A way the match could have gone if the table is right: so many answers back, then a run."""

    back: int
    run: Run


@dataclass(frozen=True, slots=True)
class Corrections:
    ways: tuple[Correction, ...]


@dataclass(frozen=True, slots=True)
class Astray:
    """Nothing explains the table unless these pieces go elsewhere; for some it is known why."""

    pieces: Mapping[Piece, Place | None]
    """Where each of them should go; None is back."""
    reasons: Mapping[Piece, Text]


@dataclass(frozen=True, slots=True)
class Failed:
    """There is an error in the program; all that is known is that the table differs."""


Finding = Run | Begun | Asked | Astray | PutBack | Corrections | Failed


@dataclass(slots=True, eq=False)
class Search(ABC):
    """Something to be found out about a match and a table that differ."""

    is_urgent: ClassVar[bool] = True
    """Whether it is worth a moment's wait, since it says what happened at the table."""
    match: Match[Any]
    """A copy that nobody else plays on."""
    snapshot: Snapshot
    dropped: bool = field(default=False, kw_only=True)
    """Set by whoever does not want to know any more."""

    @abstractmethod
    def find(self) -> Finding:
        """Raises `rules.explaining.explain.Dropped` soon after it was dropped."""

    def _is_dropped(self) -> bool:
        return self.dropped


@dataclass(slots=True, eq=False)
class Understand(Search):
    """Whoever is asked did it; else pieces were put back; else somebody else did it.

    In this order, since who passes says so with NEXT, and a card just shuffled away may come up
    again where it lay before. If several are asked at once, any of them did it.
    """

    final: int
    """How many answers nobody takes back by moving pieces."""
    together: Sequence[int | None]
    """For each answer, the first that was concluded from the same look; None if it was said."""

    def find(self) -> Finding:
        match = self.match
        moved = self.snapshot.moved(match)
        alone = match.choice and not isinstance(match.choice, AtOnce)
        by = match.choice.who if match.choice and alone else None
        found = self._explained(moved, by)
        if match.choice and not isinstance(found, Unexplained):
            back = self._put_back() if self._moved_lately(moved) else 0
            return self._believed(found, moved, back)
        back = self._put_back()
        if back:
            return PutBack(back)
        if by is not None:
            found = self._explained(moved, None)
        if isinstance(found, Unexplained):
            return self._early(moved) or Astray(self._astray(moved, found), found.reasons)
        return self._believed(found, moved, 0)

    def _early(self, moved: Mapping[Piece, Place | None]) -> Finding | None:
        """If somebody was too early: what others have done is played, and who waits is told for
        whom.
        """
        early = too_early(self.match, moved, self._is_dropped)
        if not early:
            return None
        others = {piece: place for piece, place in moved.items() if piece not in early}
        found = self._explained(others, None) if others else Run((), ())
        if isinstance(found, Unexplained):
            return None
        believed = self._believed(found, others, 0)
        if isinstance(believed, Run):
            played = believed.keys
            return Begun(played) if played else Astray(dict.fromkeys(early), early)
        return believed

    def _astray(
        self, moved: Mapping[Piece, Place | None], found: Unexplained
    ) -> Mapping[Piece, Place | None]:
        """The fewest pieces that are to blame, and where they go; all go back if none are found.

        If they go back the others are explained, or if one is put where its like was going to. A
        piece that the rules refuse is to blame rather than another.
        """
        if found.gave_up:
            return dict.fromkeys(moved)
        refused = {move.piece for option in found.refused for move in option.moves}
        suspects = sorted(moved, key=lambda piece: piece not in refused)
        for blamed in islice(_put_right(moved, suspects), _MOST_TRIED):
            right = {piece: place for piece, place in moved.items() if piece not in blamed}
            right |= {piece: place for piece, place in blamed.items() if place is not None}
            if self._is_explained(right):
                return blamed
        return dict.fromkeys(moved)

    def _is_explained(self, moved: Mapping[Piece, Place | None]) -> bool:
        found = explain(
            self.match,
            moved,
            faces=self.snapshot.late,
            most_states=_CORRECTION_STATES,
            dropped=self._is_dropped,
        )
        return not isinstance(found, Unexplained)

    def _explained(
        self, moved: Mapping[Piece, Place | None], by: Seat | None
    ) -> Run | Ambiguity | Unexplained:
        match, late = self.match, self.snapshot.late
        found = explain(match, moved, by=by, faces=late, dropped=self._is_dropped)
        if isinstance(found, Unexplained) or self._can_show_their_faces(found, moved):
            return found
        return Unexplained({}, ())

    def _can_show_their_faces(
        self, found: Run | Ambiguity, moved: Mapping[Piece, Place | None]
    ) -> bool:
        """What lies face up in its pile is not what came face down to another stack."""
        face_up = {piece for piece in moved if face_up_pile(self.match, piece)}
        if not face_up:
            return True
        keys = found.keys if isinstance(found, Run) else found.after
        fork = self.match.fork()
        for key in keys:
            face_up -= {move.piece for move in fork.play(key)}
        return not face_up

    def _moved_lately(self, moved: Mapping[Piece, Place | None]) -> bool:
        """Whether hands have moved one of these pieces for an answer that is provisional."""
        lately = self.match.answers[self.final :]
        return any(move.piece in moved for taken in lately for move in taken.option.moves)

    def _believed(
        self, found: Run | Ambiguity, moved: Mapping[Piece, Place | None], back: int
    ) -> Finding:
        """What can be played at once, or what has to be asked first."""
        asked = ask(self.match, found, moved, back)
        if asked is None:
            assert isinstance(found, Run)
            return found
        if len(asked.plays) > 1:
            return asked
        begun = asked.after[: certain(steps(self.match, asked.after))]
        return Begun(begun) if begun and self._lies_so(begun) else asked

    def _lies_so(self, keys: Sequence[str]) -> bool:
        """Whether what these answers move by hand is seen where it is put."""
        fork = self.match.fork()
        moved: set[Piece] = set()
        for key in keys:
            option = fork.option(key)
            moved.update(move.piece for move in option.moves if move.piece)
            fork.take(option)
        seen_at, where = self.snapshot.seen(fork), fork.table.places.where
        return all(seen_at(piece) == where(piece) for piece in moved)

    def _put_back(self) -> int:
        """How many provisional answers were taken back by moving their pieces back; 0 if none.

        Whatever was concluded from the same pieces goes with them.
        """
        fork, snapshot = self.match.fork(), self.snapshot.before()
        found = 0
        for back in range(1, len(fork.journal) - self.final + 1):
            if found and not self._came_together(len(fork.journal)):
                break
            fork.undo()
            choice, left = fork.choice, len(fork.journal)
            if choice and choice.who is TABLE and left and self._came_together(left):
                continue  # what the table was asked goes with the answer that led to it
            if not snapshot.moved(fork):
                found = back
            elif found:
                break
        return found

    def _came_together(self, number: int) -> bool:
        """Whether an answer was concluded from the same look at the table as the one before."""
        first = self.together[number]
        return first is not None and first == self.together[number - 1]


@dataclass(slots=True, eq=False)
class Correct(Search):
    """How the match could have gone in this turn so that the table is right.

    Of ways that lead to the same position the one that takes back the fewest answers is enough.
    """

    is_urgent = False  # everybody is shown already what is wrong

    def find(self) -> Corrections:
        ways: dict[Hashable, Correction] = {}
        for way in self._ways():
            after = self.match.fork()  # as many answers back as the way goes
            for key in way.run.keys:
                after.play(key)
            ways.setdefault(after.position, way)
        return Corrections(tuple(ways.values()))

    def _ways(self) -> Iterator[Correction]:
        fork, snapshot = self.match, self.snapshot
        if is_another_table(fork, snapshot.moved(fork)):
            return
        farthest = len(fork.journal) - fork.script_start
        if isinstance(fork.choice, AtOnce):
            farthest = min(farthest, _FARTHEST_AT_ONCE)
        for back in range(farthest + 1):
            if back:
                fork.undo()
            found = explain(
                fork,
                snapshot.moved(fork),
                faces=snapshot.late,
                most_states=_CORRECTION_STATES,
                dropped=self._is_dropped,
            )
            if isinstance(found, Run):
                yield Correction(back, found)
            elif isinstance(found, Ambiguity):
                for runs in found.runs.values():
                    for run in runs:
                        yield Correction(back, run)
            elif found.gave_up:
                return  # further back there are only more ways


def _put_right(
    moved: Mapping[Piece, Place | None], suspects: Sequence[Piece]
) -> Iterator[dict[Piece, Place | None]]:
    """What could be moved to make a table right, the fewest pieces first; None is back."""
    for number in range(1, len(suspects)):
        for some in combinations(suspects, number):
            yield dict.fromkeys(some)
        for suspect in suspects if number == 1 else ():
            like = [piece for piece in moved if piece.kind == suspect.kind]
            for place in dict.fromkeys(moved[piece] for piece in like):
                if place not in (None, moved[suspect]):
                    yield {suspect: place}


def at_once(search: Search) -> Finding:
    """For those who can wait."""
    return search.find()
