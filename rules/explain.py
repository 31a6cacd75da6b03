"""From pieces that moved to the answers that moved them.

People move pieces first and say nothing; this finds the runs of legal answers, up to the end of the
turn, after which the pieces lie where they were seen.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from rules.alike import Alike, Numbers
from rules.flow import TABLE, Choice, Option, Seat
from rules.match import Match
from rules.pieces import Move, Piece, Place
from rules.text import Text

MOST_STATES = 5_000
"""How many states are looked at before giving up: a few seconds' work on a Raspberry Pi."""


@dataclass(frozen=True, slots=True)
class Run:
    """The one explanation: these answers. `pending` is what hands still have to do after them."""

    keys: tuple[str, ...]
    pending: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """Several explanations: all begin with `after`, then the answer to `choice` tells them apart.

    `runs` has for each of its possible keys the explanations that go on with it; the empty key
    means that nothing more has happened.
    """

    after: tuple[str, ...]
    choice: Choice[Any]
    runs: Mapping[str, Sequence[Run]]


@dataclass(frozen=True, slots=True)
class Unexplained:
    """No explanation: for every piece that is wrong, why.

    `refused` are the options that would have moved pieces like that, had they not been blocked.
    """

    reasons: Mapping[Piece, Text]
    refused: tuple[Option[Any], ...]
    gave_up: bool = False
    """Whether there were too many ways to look at them all."""


def explain(
    match: Match[Any],
    moved: Mapping[Piece, Place | None],
    by: Seat | None = None,
    counted: Mapping[Place, int] | None = None,
    faces: Mapping[Place, int] | None = None,
    most_states: int = MOST_STATES,
) -> Run | Question | Unexplained:
    """Explain where pieces are seen now that were elsewhere, or unseen, when `match` was right.

    None in `moved` means that the piece is not in sight any more. `by` is the seat whose hands did
    it, if that is known. `counted` has the change in the number of face-down pieces of a place,
    where it was counted. `faces` has how many face-down pieces came to a place lately and may show
    their faces only now: coins paid after the card was taken. If that explains it, nothing else is
    looked for.

    Runs that lead to the same table are one explanation: it does not matter which of two cards was
    turned up first if nothing depends on it. Of alike pieces only their number in each place
    counts. First none of them is thought to have gone where another left: a ship for a ship.
    """
    for swapping in (False, True):
        search = _Search(match, moved, by, counted or {}, faces or {}, most_states, swapping)
        runs = search.runs()
        if runs or not search.alike.moved:
            break
    if not runs:
        return search.unexplained()
    if len(runs) == 1:
        return runs[0]
    return _question(match, runs)


@dataclass(slots=True)
class _Trail:
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
class _State:
    match: Match[Any]
    trails: dict[Piece, _Trail] = field(default_factory=dict)
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


class _Deed(NamedTuple):
    """A run: who gave which answers, where traces could be missing, how many faces only show."""

    answers: Sequence[tuple[Seat, str]]
    traceless: frozenset[int]
    shown: int

    def only_adds_to(self, other: _Deed) -> bool:
        """Whether it is another deed and more, of which nothing is to be seen."""
        if len(other.answers) >= len(self.answers) or other.shown > self.shown:
            return False
        rest = list(other.answers)
        for number, answer in enumerate(self.answers):
            if rest and answer == rest[0]:
                rest.pop(0)
            elif number not in self.traceless:
                return False
        return not rest


class _Search:
    def __init__(
        self,
        match: Match[Any],
        moved: Mapping[Piece, Place | None],
        by: Seat | None,
        counted: Mapping[Place, int],
        faces: Mapping[Place, int],
        most_states: int,
        swapping: bool,
    ) -> None:
        self._match = match
        self._by = by
        self._counted = counted
        self._faces = faces
        self._most_states = most_states
        self._stacks = match.game.stacks
        self._where = match.table.places.where
        self._swapping = swapping
        self.alike = Alike(match, moved)
        self._moved = {
            piece: place
            for piece, place in {**moved, **self.alike.seen}.items()
            if self._elsewhere(piece, place)
        }
        self._pieces = set(self._moved)
        for kind in self.alike.moved:
            self._pieces.update(self.alike.kinds[kind])
        self._refused: list[tuple[int, Option[Any]]] = []
        self._too_many = False

    def runs(self) -> list[Run]:
        """The shortest run to each table that fits."""
        answered = len(self._match.journal)
        found: list[Run] = []
        deeds: list[_Deed] = []
        queue = deque([_State(self._match.fork())])
        known = {self._identity(queue[0].match)}
        while queue:
            state = queue.popleft()
            pending = self._fits(state)
            if pending is not None:
                found.append(Run(tuple(state.match.journal[answered:]), pending))
                state.shown = len(self._shown(state))
                taken = [(who, option.key) for who, option in state.match.answers[answered:]]
                traceless = frozenset(step - answered - 1 for step in state.traceless)
                deeds.append(_Deed(taken, traceless, state.shown))
                if not found[0].keys:
                    return found
                if not state.shown:
                    continue
                # What was taken for a paid piece that shows its face could yet be turned up.
            if len(known) > self._most_states:
                self._too_many = True
                return []
            options = self._answers(state)
            for option in options:
                # Nobody needs the state itself any more when its last answer is tried.
                match = state.match if option is options[-1] else state.match.fork()
                after = self._play(state, match, option)
                identity = self._identity(after.match)
                if identity not in known:
                    known.add(identity)
                    queue.append(after)
        # What a run only does besides all of another one has left no trace.
        return [
            run
            for run, deed in zip(found, deeds, strict=True)
            if not any(deed.only_adds_to(other) for other in deeds)
        ]

    def unexplained(self) -> Unexplained:
        """The blocked options that come closest, and a reason for every piece."""
        best = max((score for score, _ in self._refused), default=0)
        refused: dict[str, Option[Any]] = {}
        for score, option in self._refused:
            if score == best:
                refused.setdefault(option.key, option)
        reasons: dict[Piece, Text] = {}
        for option in refused.values():
            for move in option.moves:
                if move.piece and option.blocked:
                    reasons.setdefault(move.piece, option.blocked)
        for piece, place in self._moved.items():
            if piece not in reasons:
                reasons[piece] = self._no_move(piece, place)
        return Unexplained(reasons, tuple(refused.values()), self._too_many)

    def _answers(self, state: _State) -> list[Option[Any]]:
        """Legal answers that could be part of it; blocked ones are remembered for their reason."""
        choice = state.match.choice
        if choice is None or state.match.script_start != self._match.script_start:
            return []
        legal = []
        explained = [
            piece
            for piece, trail in state.trails.items()
            if any(self._seen(piece, place) for place in trail.places())
        ]
        for option in choice.concerning(self._pieces):
            if not self._done_by(option, choice):
                continue
            if option.blocked is None:
                if self._leads_there(state, option):
                    legal.append(option)
            else:
                self._refuse(option, len(explained))
        for option in choice.refused() if choice.refused else ():
            if self._done_by(option, choice):
                self._refuse(option, len(explained))
        return legal

    def _done_by(self, option: Option[Any], choice: Choice[Any]) -> bool:
        who = option.who or choice.who
        return self._by is None or who is TABLE or who == self._by

    def _refuse(self, option: Option[Any], explained: int) -> None:
        seen = [move for move in option.moves if move.piece and self._seen(move.piece, move.target)]
        if seen and len(seen) == len(option.moves):
            self._refused.append((explained + len(seen), option))

    def _leads_there(self, state: _State, option: Option[Any]) -> bool:
        """Whether alike pieces that an option moves are seen where it puts them, or could be."""
        if not self.alike.moved:
            return True
        resting = [piece for piece, trail in state.trails.items() if not trail.later]
        places = state.match.table.places
        return self.alike.leads_there(option.moves, places, resting, self._swapping)

    def _seen(self, piece: Piece, target: Place | None) -> bool:
        if piece.kind in self.alike.moved:
            return self.alike.more_than_before(piece.kind, target)
        if piece not in self._moved:
            return False
        place = self._moved[piece]
        return place == target or (place is None and target in self._stacks)

    def _play(self, state: _State, match: Match[Any], option: Option[Any]) -> _State:
        moves = match.take(option)
        trails = dict(state.trails)
        unseen = state.unseen.copy()
        step = len(match.journal)
        by_hand = list(option.moves)
        seen = state.by_hand | {step} if by_hand else state.by_hand
        lying = any(move.piece and self._seen(move.piece, move.target) for move in by_hand)
        traceless = state.traceless | {step} if moves and not lying else state.traceless
        for move in moves:
            if move.piece is None:
                unseen[move.source] -= move.number
                unseen[move.target] += move.number
            elif move in by_hand:
                by_hand.remove(move)
                trails[move.piece] = _Trail(move.target)
            else:
                trail = trails.get(move.piece) or _Trail(move.source)
                trails[move.piece] = _Trail(trail.place, (*trail.later, (step, move.target)))
        return _State(match, trails, unseen, seen, traceless, state.shown)

    def _fits(self, state: _State) -> tuple[Move, ...] | None:
        """None if the pieces do not lie as after these answers; else the moves still to be made."""
        if any(state.unseen[place] != change for place, change in self._counted.items()):
            return None
        shown = self._shown(state)
        if state.shown is not None and len(shown) >= state.shown:
            return None  # it explains no more than what it goes on from
        if any(place is None or self._where(piece) is not None for piece, place in shown.items()):
            return None
        for place, number in Counter(shown.values()).items():
            if number > state.unseen[place or ""] + self._faces.get(place or "", 0):
                return None
        done: dict[int, bool] = {}
        pending = []
        left = self.alike.left_for(state.trails)
        if left is None:
            return None
        for piece, trail in state.trails.items():
            reached = self._reached(piece, trail, left)
            if reached is None:
                return None
            here = trail.place if reached == 0 else trail.later[reached - 1][1]
            for number, (step, place) in enumerate(trail.later, start=1):
                mixed = done.setdefault(step, number <= reached) != (number <= reached)
                if mixed and step not in state.by_hand:
                    return None
                if number > reached:
                    pending.append(Move(piece, here or "", place))
                    here = place
        return tuple(pending)

    def _shown(self, state: _State) -> dict[Piece, Place | None]:
        """Pieces that no answer moved: face-down ones that changed place may show their faces."""
        return {
            piece: place
            for piece, place in self._moved.items()
            if piece not in state.trails and piece.kind not in self.alike.kinds
        }

    def _reached(self, piece: Piece, trail: _Trail, left: Numbers) -> int | None:
        """How many of the later places a piece has come through, judging by where it is seen."""
        places = trail.places()
        if piece.kind in left:
            return self.alike.reached(places, left[piece.kind])
        # What was not seen to move lies where it lay when the match was right, or in another stack.
        seen = self._moved[piece] if piece in self._moved else self._where(piece)
        hidden = seen is None or (piece not in self._moved and seen in self._stacks)
        for number in range(len(places) - 1, -1, -1):
            if places[number] == seen or (hidden and places[number] in self._stacks):
                return number
        return None

    def _elsewhere(self, piece: Piece, place: Place | None) -> bool:
        """Whether a piece is elsewhere than it was; out of sight in a stack is not elsewhere."""
        before = self._where(piece)
        return place != before and not (place is None and before in self._stacks)

    def _no_move(self, piece: Piece, place: Place | None) -> Text:
        if self._too_many:
            return Text("Too much has changed at once to understand {piece}", piece=piece.name)
        if place is None:
            return Text("{piece} cannot be taken away now", piece=piece.name)
        name = self._match.game.place_name(self._match.seats, place)
        return Text("{piece} cannot come to {place} now", piece=piece.name, place=name)

    @staticmethod
    def _identity(match: Match[Any]) -> object:
        choice = match.choice
        asked = choice and (choice.who, choice.prompt)
        return match.table.key(), match.script_start, asked


def _question(match: Match[Any], runs: Sequence[Run]) -> Question:
    shared = 0
    while len({run.keys[shared : shared + 1] for run in runs}) == 1:
        shared += 1
    after = runs[0].keys[:shared]
    fork = match.fork()
    for key in after:
        fork.play(key)
    assert fork.choice is not None
    branches: dict[str, list[Run]] = {}
    for run in runs:
        branches.setdefault(run.keys[shared] if len(run.keys) > shared else "", []).append(run)
    return Question(after, fork.choice, branches)
