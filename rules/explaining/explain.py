"""From pieces that moved to the answers that moved them.

People move pieces first and say nothing; this finds the runs of legal answers, up to the end of the
turn, after which the pieces lie where they were seen; beyond it only where nobody presses NEXT.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.explaining.refused import Refusals
from rules.explaining.seen import Seen
from rules.explaining.trails import Evidence, State, Trail
from rules.flow import TABLE, Choice, Option, Seat
from rules.game import Table
from rules.match import Match
from rules.pictured import exchanged
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
class Ambiguity:
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


class Dropped(Exception):
    """Nobody wants to know the explanation any more."""


def explain(
    match: Match[Any],
    moved: Mapping[Piece, Place | None],
    by: Seat | None = None,
    counted: Mapping[Place, int] | None = None,
    faces: Mapping[Place, int] | None = None,
    most_states: int = MOST_STATES,
    dropped: Callable[[], bool] = lambda: False,
) -> Run | Ambiguity | Unexplained:
    """Explain where pieces are seen now that were elsewhere, or unseen, when `match` was right.

    None in `moved` means that the piece is not in sight any more. `by` is the seat whose hands did
    it, if that is known. `counted` has the change in the number of face-down pieces of a place,
    where it was counted. `faces` has how many face-down pieces came to a place lately and may show
    their faces only now: coins paid after the card was taken. If that explains it, nothing else is
    looked for.

    Runs that lead to the same table are one explanation: it does not matter which of two cards was
    turned up first if nothing depends on it. Of alike pieces only their number in each place
    counts. First none of them, nor any copy, is thought to have gone where another left. Of seats
    that are asked at once, first one is thought to have answered, then the next in turn.

    As soon as `dropped` says so, it raises `Dropped` instead.
    """
    clues = _Clues(by, counted or {}, faces or {}, most_states, dropped)
    search = _Search(match, moved, clues, swapping=False)
    runs = search.runs()
    if not runs and search.seen.alike.moved:
        search = _Search(match, moved, clues, swapping=True)
        runs = search.runs()
    for otherwise in () if runs else exchanged(match, moved):
        if runs := _Search(match, otherwise, clues, swapping=False).runs():
            break
    if not runs:
        return search.unexplained()
    return runs[0] if len(runs) == 1 else _ambiguity(match, runs)


@dataclass(frozen=True, slots=True)
class _Clues:
    """What is known besides where pieces are seen, and how long a search may take."""

    by: Seat | None
    counted: Mapping[Place, int]
    faces: Mapping[Place, int]
    most_states: int
    dropped: Callable[[], bool]


class _Search:
    """Looks at what could be answered next, and next after that, until the pieces lie as seen."""

    def __init__(
        self,
        match: Match[Any],
        moved: Mapping[Piece, Place | None],
        clues: _Clues,
        *,
        swapping: bool,
    ) -> None:
        self._match = match
        self._clues = clues
        self._swapping = swapping
        self.seen = Seen(match, moved)
        self._refusals = Refusals(match, self.seen, self._done_by)
        self._too_many = False
        self._found: list[Run] = []
        self._evidence: list[Evidence] = []
        """What there is to be seen of each run that was found."""
        self._lost: list[tuple[Sequence[Option[Any]], dict[Piece, Trail]]] = []
        """The answers that lead to states which cannot be part of any run, and their trails."""
        self._ended: list[State] = []
        """Where somebody can have gone on after the end of this stretch of play."""
        self._astray: frozenset[Piece] = frozenset()
        """Pieces that no answer could bring where they are seen: there is no run at all."""

    def runs(self) -> list[Run]:
        """The shortest run to each table that fits; none if something was taken away below."""
        if self.seen.gone:
            return []
        start = State(self._match.fork())
        self._astray = frozenset(self._stranded(start))
        self._look_on([start])
        if not self._found:
            self._look_on(self._ended)
        return [
            run
            for run, evidence in zip(self._found, self._evidence, strict=True)
            if not (evidence.traceless and any(map(evidence.only_adds_to, self._evidence)))
        ]

    def _look_on(self, states: Sequence[State]) -> None:
        """Find the runs that go on from these states; none if there are too many ways."""
        queue = deque(states)
        known = {state.match.position for state in states}
        while queue and not self._too_many:
            self._go_on()
            state = queue.popleft()
            pending = self._fits(state)
            if pending is not None:
                self._note(state, pending)
                if not self._found[0].keys:
                    return
                if not state.shown:
                    continue
                # What was taken for a paid piece that shows its face could yet be turned up.
            if len(known) > self._clues.most_states:
                self._too_many, self._found = True, []
                return
            for after in self._next(state):
                position = after.match.position
                if position not in known:
                    known.add(position)
                    queue.append(after)

    def _note(self, state: State, pending: tuple[Move, ...]) -> None:
        """The answers that led to this state are an explanation."""
        answered = len(self._match.journal)
        self._found.append(Run(tuple(state.match.journal[answered:]), pending))
        state.shown = len(self._shown(state))
        given = [(who, option.key) for who, option in state.match.answers[answered:]]
        traceless = frozenset(step - answered - 1 for step in state.traceless)
        self._evidence.append(Evidence(given, traceless, state.shown))

    def _next(self, state: State) -> Iterator[State]:
        """The states after one more answer that can still be part of an explanation."""
        options = self._answers(state)
        for option in options:
            # Nobody needs the state itself any more when its last answer is tried.
            match = state.match if option is options[-1] else state.match.fork()
            after = self._play(state, match, option)
            if not self._is_lost(after):
                yield after
            elif beyond := after.is_over and after.beyond():
                self._ended.append(beyond)
            elif not self._found:
                given = [taken for _, taken in match.answers[len(self._match.answers) :]]
                self._lost.append((given, after.trails))

    def unexplained(self) -> Unexplained:
        """The blocked options that come closest, and a reason for every piece."""
        for taken, trails in () if self._too_many else self._lost:
            self._go_on()
            match = self._match.fork()
            for option in taken:
                match.take(option)
            self._answers(State(match, trails))
        self._refusals.look_at_questions(self._go_on)
        reasons = self._refusals.reasons()
        for piece, place in self.seen.moved.items():
            if piece not in reasons:
                reasons[piece] = self._no_move(piece, place)
        return Unexplained(reasons, self._refusals.closest(), self._too_many)

    def _answers(self, state: State) -> list[Option[Any]]:
        """Legal answers that could be part of it; blocked ones are remembered for their reason."""
        choice = state.match.choice
        if choice is None or state.is_over:
            return []
        legal = []
        explained = [
            piece
            for piece, trail in state.trails.items()
            if any(self.seen.came_to(piece, place) for place in trail.places())
        ]
        for option in state.answers(choice, self.seen.touched(choice)):
            if not self._done_by(option, choice):
                continue
            if option.blocked is None:
                if self._leads_there(state, option):
                    legal.append(option)
            elif not self._found:
                self._refusals.note(option, len(explained))
        if choice.refused and not self._found:
            given = [taken for _, taken in state.match.answers[len(self._match.answers) :]]
            self._refusals.note_question(given, len(explained))
        return legal

    def _go_on(self) -> None:
        if self._clues.dropped():
            raise Dropped

    def _done_by(self, option: Option[Any], choice: Choice[Any]) -> bool:
        who = option.who or choice.who
        return self._clues.by is None or who is TABLE or who == self._clues.by

    def _leads_there(self, state: State, option: Option[Any]) -> bool:
        """Whether the pieces an option moves are seen where it puts them, or could be later."""
        table, game, alike = state.match.table, self._match.game, self.seen.alike
        given = [taken for _, taken in state.match.answers[len(self._match.answers) :]]
        faces = any(self._clues.faces.values())
        if not game.reach.in_order(table, given, option, self.seen.moved, faces):
            return False
        for piece, _, target, _ in option.moves:
            if piece is None or piece.kind in alike.kinds:
                continue
            reached = self.seen.reached(piece, [target])
            if reached is None and not self._may_come(table, target, piece):
                return False
        if not alike.moved and not alike.may_cover:
            return True
        resting = [piece for piece, trail in state.trails.items() if not trail.later]
        return alike.leads_there(option.moves, table, resting, self._swapping)

    def _is_lost(self, state: State) -> bool:
        """Whether whatever is answered after it, the pieces will not lie as they are seen."""
        if state.is_over:
            return self._fits(state) is None
        return not self._astray.issuperset(self._stranded(state))

    def _stranded(self, state: State) -> Iterator[Piece]:
        """The pieces that are not seen where they lie, and cannot come there any more."""
        table, trails = state.match.table, state.trails
        where, alike = table.places.where, self.seen.alike.kinds
        for piece, trail in trails.items():
            if piece.kind in alike or self.seen.reached(piece, trail.places()) is not None:
                continue
            if not self._may_come(table, where(piece), piece):
                yield piece
        showing: dict[Place, list[Piece]] = {}
        for piece, place in self._shown(state).items():
            here = where(piece)
            if self._may_come(table, here, piece):
                continue
            if here is None and place is not None:
                showing.setdefault(place, []).append(piece)
            else:
                yield piece
        for place, pieces in showing.items():
            if len(pieces) > self._may_show(state, place):
                yield from pieces

    def _may_come(self, table: Table, here: Place | None, piece: Piece) -> bool:
        """Whether a piece can still come where it is seen, if it is here now or later."""
        return self._match.game.reach.may_come(table, here, self.seen.at(piece), self.seen.moved)

    def _play(self, state: State, match: Match[Any], option: Option[Any]) -> State:
        moves = match.take(option)
        return state.after(match, option, moves, self.seen.came_to)

    def _fits(self, state: State) -> tuple[Move, ...] | None:
        """None if the pieces do not lie as after these answers; else the moves still to be made."""
        if self._counts_fit(state) and self._faces_fit(state):
            return self._pending(state)
        return None

    def _counts_fit(self, state: State) -> bool:
        """Whether places have as many face-down pieces more or fewer as were counted."""
        return all(state.unseen[place] == n for place, n in self._clues.counted.items())

    def _faces_fit(self, state: State) -> bool:
        """Whether what no answer moved can be face-down pieces that only show their faces now."""
        shown = self._shown(state)
        if state.shown is not None and len(shown) >= state.shown:
            return False  # it explains no more than what it goes on from
        if any(self.seen.was_known(piece) for piece in shown):
            return False
        places = Counter(shown.values())
        return all(place and n <= self._may_show(state, place) for place, n in places.items())

    def _pending(self, state: State) -> tuple[Move, ...] | None:
        """What hands still have to do; None if a piece is nowhere on its trail.

        Of what an answer demands, a hand has done all or nothing, unless it was seen to move
        something for that answer.
        """
        tops = self.seen.alike.tops_with(state.match.table, state.trails)
        left = self.seen.alike.left_for(state.trails, tops)
        if left is None:
            return None
        pending: list[Move] = []
        done: dict[int, bool] = {}
        for piece, trail in state.trails.items():
            places = trail.places()
            if piece.kind in left:
                reached = self.seen.alike.reached(places, left[piece.kind], piece in tops)
            else:
                reached = self.seen.reached(piece, places)
            if reached is None:
                return None
            for number, (step, place) in enumerate(trail.later, start=1):
                is_done = number <= reached
                if done.setdefault(step, is_done) != is_done and step not in state.by_hand:
                    return None
                if not is_done:
                    pending.append(Move(piece, places[number - 1] or "", place))
        return tuple(pending)

    def _shown(self, state: State) -> dict[Piece, Place | None]:
        """Pieces that no answer moved: face-down ones that changed place may show their faces."""
        return {
            piece: place
            for piece, place in self.seen.moved.items()
            if piece not in state.trails and piece.kind not in self.seen.alike.kinds
        }

    def _may_show(self, state: State, place: Place) -> int:
        """How many pieces that came to a place face down may show their faces there."""
        return state.unseen[place] + self._clues.faces.get(place, 0)

    def _no_move(self, piece: Piece, place: Place | None) -> Text:
        if self._too_many:
            return Text("Too much changed at once to follow {piece}", piece=piece.name)
        if why := self._match.game.reach.why_it_stays(self._match.table, piece, place):
            return why
        if place is None:
            return Text("{piece} cannot be taken away now", piece=piece.name)
        name = self._match.game.place_name(self._match.seats, place)
        return Text("{piece} cannot come to {place} now", piece=piece.name, place=name)


def _ambiguity(match: Match[Any], runs: Sequence[Run]) -> Ambiguity:
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
    return Ambiguity(after, fork.choice, branches)
