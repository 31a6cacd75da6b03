"""A match as it is played at a real table: what is final, provisional, asked and wrong.

People move pieces, press buttons and tap phones in any order. This keeps the match in step with
them. It contains no rule and does no I/O: everything that happens comes out as `Act`s, for the host
to store before anybody is shown them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from rules.alike import alike_pieces, as_believed
from rules.explain import Question, Run, Unexplained, explain
from rules.flow import TABLE, Seat
from rules.match import Match, NotLegal
from rules.pieces import Move, Piece, Place
from rules.text import Text, listing
from server.store_rows import Kind
from server.troubles import put_back, troubles
from vision.reading import Sighting

CAMERA, BUTTON, ROBOT = "camera", "button", "robot"
MOST_NEW = 6
"""How many cards may come to light between two looks at the table; more is another table."""
_CORRECTION_STATES = 500
"""How many states are looked at from each answer back: while they are, the whole table waits."""


class Act(NamedTuple):
    """One row for the journal: a choice, an undo, or that everything before is final."""

    kind: Kind
    key: str
    by: str


@dataclass(frozen=True, slots=True)
class Correction:
    """A way the match could have gone if the table is right: so many answers back, then a run."""

    back: int
    run: Run


class Refused(Exception):
    """What a person asked for cannot be done now; `reason` says why and what to do."""

    def __init__(self, reason: Text) -> None:
        super().__init__(str(reason))
        self.reason = reason


class Live:
    """The live match. Every method that can change it returns what happened, in order."""

    def __init__(self, match: Match[Any], final: int = 0) -> None:
        self.match = match
        self.final = final
        """How many answers nobody takes back by moving pieces."""
        self.question: Question | None = None
        """What the table leaves open: several runs explain it."""
        self.wrong: dict[Piece, Text] = {}
        """Every piece that is not where it should be, and why or what to do."""
        self.unclear: list[Text] = []
        """What the camera cannot make out; nothing is concluded until it can."""
        self.restoring = False
        """After an undo: the table has to follow the match before anything new is understood."""
        self.paused = False
        self._taken_up = False
        """Whether the table has not agreed yet since the match was taken up again."""
        self._sighting: Sighting | None = None
        self._pending: dict[Piece, Place | None] = {}
        """Where pieces still lie that the match has already moved."""
        self._faces: dict[Piece, Place] = {}
        """Unseen pieces that show their faces in a stack: coins that were paid."""
        self._late: Counter[Place] = Counter()
        """How many face-down pieces came to a stack in this turn and have not shown their faces."""
        self._decider: Seat | None = None
        """Who gave the last answer, if it was given here."""

    # ------------------------------------------------------------------------------ What comes in

    def see(self, sighting: Sighting) -> list[Act]:
        """The table lies still and looks like this."""
        if self._sighting is None or self._taken_up:
            self._remember_faces(sighting)
        self._sighting = sighting
        return [] if self.paused else self._reconcile()

    def take_up(self) -> None:
        """Go on after a break. The table may have been cleared since, which is no move."""
        self.restoring = self._taken_up = True

    def lose_sight(self) -> None:
        """There is no camera: phones and buttons go on alone."""
        self._sighting = None
        self._pending.clear()
        self._clear()

    def answer(self, seat: Seat, key: str, after: int | None = None) -> list[Act]:
        """A phone answers for its seat: the question of the table, or the open choice.

        `after` is how many answers the match had when the phone was shown what it answers.
        """
        by = f"phone:{seat.colour}"
        late = after is not None and after != len(self.match.journal)
        if late or (not key and not (self.question and key in self.question.runs)):
            raise Refused(Text("The question has changed in the meantime; look at it again."))
        if self.question and key in self.question.runs:
            self._check_seat(seat, self.question.choice.who)
            runs = self.question.runs[key]
            keys = [*self.question.after, key] if key else list(runs[0].keys)
            acts = self._play(keys, by)
            if not key and self._sighting is not None:
                self._remember_faces(self._sighting)
            return [*acts, *self._reconcile()]
        option = self.match.option(key)
        choice = self.match.choice
        self._check_seat(seat, option.who or (choice.who if choice else TABLE))
        acts = self._play([option.key], by)
        return [*acts, *self._reconcile()]

    def draw(self, key: str) -> list[Act]:
        """The assistant itself turns up a piece of a pile that does not lie on the table."""
        acts = self._play([key], ROBOT)
        return [*acts, *self._reconcile()]

    def press_next(self) -> list[Act]:
        """The phase is over: what was provisional is final, or the open question is passed."""
        self._check_in_step()
        choice = self.match.choice
        if choice is None:
            raise Refused(Text("The match is over."))
        provisional = len(self.match.journal) > self.final
        acts: list[Act] = []
        if not provisional or self._decider == choice.who:
            if choice.next_key is None:
                raise Refused(
                    Text("{who} must choose: {prompt}", who=choice.who, prompt=choice.prompt)
                )
            try:
                key = self.match.option(choice.next_key).key
            except NotLegal as error:
                raise Refused(error.reason) from error
            acts += self._play([key], BUTTON)
        self.final = len(self.match.journal)
        acts.append(Act("final", "", BUTTON))
        return [*acts, *self._reconcile()]

    def press_undo(self, whole_turn: bool = False) -> list[Act]:
        """Take back the last choice, or the whole turn; then the table has to follow."""
        answered = len(self.match.journal)
        if not answered:
            raise Refused(Text("There is nothing to take back."))
        target = answered - 1
        if whole_turn:
            target = min(self.match.script_start, target)
        acts = self._undo_to(target, BUTTON)
        self.restoring = self._sighting is not None
        return [*acts, *self._reconcile()]

    def correct(self, correction: Correction, seat: Seat) -> list[Act]:
        """The table is right: the match goes back and takes the other way."""
        if correction not in list(self.corrections()):
            raise Refused(Text("The table has changed since; look at it again."))
        by = f"phone:{seat.colour}"
        acts = self._undo_to(len(self.match.journal) - correction.back, by)
        self.restoring = False
        acts += self._play(correction.run.keys, by)
        return [*acts, *self._reconcile()]

    # ----------------------------------------------------------------------------- What to be shown

    @property
    def pending(self) -> dict[Piece, Text]:
        """What hands still have to do to follow the match."""
        return {piece: put_back(self.match, piece) for piece in self._pending}

    @property
    def provisional(self) -> bool:
        return len(self.match.journal) > self.final

    def corrections(self) -> Iterator[Correction]:
        """How the match could have gone in this turn so that the table is right."""
        if self._sighting is None or self._is_another_table(self._moved(self.match)):
            return
        fork = self.match.fork()
        for back in range(len(fork.journal) - fork.script_start + 1):
            if back:
                fork.undo()
            moved = self._moved(fork)
            answer = explain(fork, moved, faces=self._late, most_states=_CORRECTION_STATES)
            if isinstance(answer, Run):
                yield Correction(back, answer)
            elif isinstance(answer, Question):
                for runs in answer.runs.values():
                    for run in runs:
                        yield Correction(back, run)
            elif answer.gave_up:
                return  # further back there are only more ways

    # ---------------------------------------------------------------------------------- In step

    def _reconcile(self) -> list[Act]:
        """Find out what the last sighting means for the match."""
        self._clear()
        sighting = self._sighting
        if sighting is None:
            return []
        moved = self._moved(self.match)
        self.unclear = list(troubles(self.match, sighting, moved))
        if self.unclear:
            return []
        seen = self._seen(self.match)
        self._pending = {
            piece: here for piece, here in self._pending.items() if seen(piece) == here
        }
        if not moved:
            self.restoring = self._taken_up = False
            return []
        if self.restoring or self._is_another_table(moved):
            self.wrong = {piece: put_back(self.match, piece) for piece in moved}
            return []
        return self._understand(sighting, moved)

    def _understand(self, sighting: Sighting, moved: Mapping[Piece, Place | None]) -> list[Act]:
        """Whoever is asked did it; else pieces were put back; else somebody else did it.

        In this order, since who passes says so with NEXT, and a card just shuffled away may come up
        again where it lay before.
        """
        choice = self.match.choice
        answer: Run | Question | Unexplained | None = None
        if choice:
            answer = explain(self.match, moved, by=choice.who, faces=self._late)
        if answer is None or isinstance(answer, Unexplained):
            back = self._put_back_by_hand()
            if back:
                return self._undo_to(len(self.match.journal) - back, CAMERA)
            answer = explain(self.match, moved, faces=self._late)
        if isinstance(answer, Run):
            acts = self._play(answer.keys, CAMERA)
            self._remember_faces(sighting)
            return acts
        if isinstance(answer, Question):
            self.question = answer
        else:
            self.wrong = dict(answer.reasons)
        return []

    def _moved(self, match: Match[Any]) -> dict[Piece, Place | None]:
        """Pieces that are seen elsewhere than a match believes, or not seen where it believes."""
        sighting, stacks = self._sighting, match.game.stacks
        assert sighting is not None
        moved: dict[Piece, Place | None] = {}
        places, seen_at = match.table.places, self._seen(match)
        for piece in match.game.pieces.values():
            if piece in places.untagged:
                continue
            believed = places.where(piece) or self._faces.get(piece)
            seen = seen_at(piece)
            if seen == believed or (piece in self._pending and self._pending[piece] == seen):
                continue
            if seen is None and (believed in stacks or believed in sighting.hidden):
                continue
            if seen in match.game.face_up and piece in places.unseen:
                continue  # it has lain there all along, and came to light when others were taken
            moved[piece] = seen
        return moved

    def _seen(self, match: Match[Any]) -> Callable[[Piece], Place | None]:
        """Where each piece is seen; alike ones stand for each other where a match believes them."""
        sighting = self._sighting
        assert sighting is not None
        seen = sighting.places
        alike = {
            piece: seen.get(piece.id) for pieces in alike_pieces(match).values() for piece in pieces
        }
        shared = as_believed(alike, match.table.places.where, match.game.stacks | sighting.hidden)
        return lambda piece: shared[piece] if piece in shared else seen.get(piece.id)

    def _is_another_table(self, moved: Mapping[Piece, Place | None]) -> bool:
        """So much is different that no turn explains it: a new match, or hours without a camera."""
        unseen, stacks = self.match.table.places.unseen, self.match.game.stacks
        new = [p for p, place in moved.items() if p in unseen and place not in stacks]
        return len(new) > MOST_NEW

    def _put_back_by_hand(self) -> int:
        """How many provisional answers were taken back by moving their pieces back; 0 if none."""
        fork = self.match.fork()
        for back in range(1, len(fork.journal) - self.final + 1):
            fork.undo()
            choice = fork.choice
            if choice and choice.who is not TABLE and not self._moved(fork):
                return back
        return 0

    # ------------------------------------------------------------------------------------ Doing

    def _play(self, keys: list[str] | tuple[str, ...], by: str) -> list[Act]:
        acts = []
        for key in keys:
            choice = self.match.choice
            option = self.match.option(key)
            start, on_top = self.match.script_start, self._on_top()
            moves = self.match.play(option.key)
            if self.match.script_start != start:
                # A turn has ended: what came before it cannot be taken back by hand any more.
                self._late.clear()
                self.final = max(self.final, start)
            if choice and choice.who is not TABLE:
                self._decider = option.who or choice.who
            self._follow(moves, on_top)
            acts.append(Act("choice", option.key, by))
        return acts

    def _on_top(self) -> dict[Piece, Place]:
        """The known pieces that are seen in stacks."""
        if self._sighting is None:
            return {}
        stacks, seen = self.match.game.stacks, self._sighting.places
        pieces, where = self.match.game.pieces, self.match.table.places.where
        shown = {pieces[piece]: place for piece, place in seen.items() if place in stacks}
        return {piece: place for piece, place in shown.items() if where(piece) == place}

    def _follow(self, moves: list[Move], on_top: Mapping[Piece, Place]) -> None:
        """Remember what the table does not show yet."""
        stacks = self.match.game.stacks
        # A stack was shuffled away that hands have not taken yet.
        unseen = self.match.table.places.unseen
        self._pending.update((piece, place) for piece, place in on_top.items() if piece in unseen)
        seen = self._seen(self.match) if self._sighting else None
        for move in moves:
            if move.piece is None:
                if move.target in stacks:
                    self._late[move.target] += move.number
            elif seen is not None:
                self._pending[move.piece] = seen(move.piece)
        where = self.match.table.places.where
        for piece, here in list(self._pending.items()):
            place = where(piece)
            if here == place or (here is None and (place is None or place in stacks)):
                del self._pending[piece]

    def _undo_to(self, answered: int, by: str) -> list[Act]:
        """Take back answers; what the table was asked goes with the choice that led to it."""
        acts = []
        while len(self.match.journal) > answered or (
            self.match.journal and self.match.choice and self.match.choice.who is TABLE
        ):
            acts.append(Act("undo", self.match.undo(), by))
        self.final = min(self.final, len(self.match.journal))
        self._pending.clear()
        self._decider = None
        return acts

    def _remember_faces(self, sighting: Sighting) -> None:
        """Unseen pieces that lie face up in a stack were paid as coins."""
        unseen, piles = self.match.table.places.unseen, self.match.table.places.piles
        stacks = self.match.game.stacks
        showing = {
            piece: place
            for piece in unseen
            if (place := sighting.places.get(piece.id)) is not None and place in stacks
        }
        # Others may lie on top of those seen before. A stack that was shuffled away has none.
        faces = {
            piece: place
            for piece, place in {**self._faces, **showing}.items()
            if piece in unseen and piles[place].unknown
        }
        for piece, place in faces.items():
            if piece not in self._faces:
                self._late[place] = max(0, self._late[place] - 1)
        self._faces = faces

    def _clear(self) -> None:
        self.question, self.wrong, self.unclear = None, {}, []

    def _check_seat(self, seat: Seat, asked: Seat) -> None:
        if asked is not TABLE and asked != seat:
            raise Refused(Text("{asked} is asked, not {seat}", asked=asked, seat=seat))

    def _check_in_step(self) -> None:
        """NEXT does not go on while the table and the match differ."""
        if self.question:
            choice = self.question.choice
            raise Refused(Text("{who}: {prompt}", who=choice.who, prompt=choice.prompt))
        if self.unclear:
            raise Refused(self.unclear[0])
        if self.wrong:
            raise Refused(next(iter(self.wrong.values())))
        if self._pending:
            raise Refused(
                Text(
                    "First the table has to follow: {pieces}",
                    pieces=listing(piece.name for piece in self._pending),
                )
            )
