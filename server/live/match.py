"""A match as it is played at a real table: what is final, provisional, asked and wrong.

People move pieces, press buttons and tap phones in any order. This keeps the match in step with
them. It contains no rule and does no I/O: everything that happens comes out as `Act`s, for the host
to store before anybody is shown them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from rules.at_once import key_by
from rules.explaining.explain import Run
from rules.flow import TABLE, Option, Seat
from rules.match import Match, NotLegal
from rules.pieces import Piece, Place
from rules.text import Text
from server.live.asked import answers_before
from server.live.by_hand import Chore, chores
from server.live.concluded import NOBODY, Asked, given_for, given_for_others, lately, steps
from server.live.messages import Refused
from server.live.problems import out_of_place, put_back, troubles
from server.live.search import (
    Astray,
    Begun,
    Correct,
    Correction,
    Corrections,
    Failed,
    Finding,
    PutBack,
    Search,
    Understand,
    at_once,
)
from server.live.snapshot import is_another_table
from server.live.status import Condition, Status, of_table
from server.live.table_memory import TableMemory
from server.store.rows import Kind
from vision.reading import Sighting

CAMERA, BUTTON, ROBOT = "camera", "button", "robot"


class Act(NamedTuple):
    """One row for the journal: a choice, an undo, or that everything before is final."""

    kind: Kind
    key: str
    by: str


class Live:
    """The live match. Every method that can change it returns what happened, in order."""

    def __init__(
        self,
        match: Match[Any],
        final: int = 0,
        think: Callable[[Search], Finding | None] = at_once,
        together: Sequence[int | None] = (),
    ) -> None:
        """`think` gives what a search finds, or None if somebody will `conclude` from it later.

        `together` has for each answer so far the first that was concluded from the same look at the
        table, or None if somebody said it.
        """
        self.match = match
        self._think = think
        self.final = final
        """How many answers nobody takes back by moving pieces."""
        self.question: Asked | None = None
        """What the table leaves open, or somebody has to say."""
        self.wrong: dict[Piece, Text] = {}
        """Every piece that is not where it should be, and why or what to do."""
        self.unclear: list[Text] = []
        """What the camera cannot make out; nothing is concluded until it can."""
        self.corrections: tuple[Correction, ...] = ()
        """How the match could have gone if the table is right, when something is wrong."""
        self._search: Search | None = None
        self.restoring = False
        """After an undo: the table has to follow the match before anything new is understood."""
        self.paused = False
        self._resumed = False
        """Whether the table has not agreed yet since the match was resumed."""
        self._sighting: Sighting | None = None
        self._memory = TableMemory(match)
        self._decider: Seat | None = None
        """Who gave the last answer, if it was given here."""
        self._together = [*together, *([None] * (len(match.journal) - len(together)))]
        self._given_for = dict(given_for_others(match, self._together))
        """The numbers of the answers that another's hand has given for a seat."""
        self._denied: Mapping[Piece, Place | None] = {}
        """Where pieces lie of which somebody has said that they are put back."""

    # ------------------------------------------------------------------------------ What comes in

    def see(self, sighting: Sighting) -> list[Act]:
        """The table lies still and looks like this."""
        if self._sighting is None or self._resumed:
            self._memory.remember_faces(sighting)
        self._sighting = sighting
        return self._reconcile()

    def pause(self, paused: bool) -> list[Act]:
        """While it is paused the table says nothing, and nothing is wrong with it."""
        self.paused = paused
        return self._reconcile()

    def resume(self) -> None:
        """Go on after a break. The table may have been cleared since, which is no move."""
        self.restoring = self._resumed = True

    def lose_sight(self) -> None:
        """There is no camera: phones and buttons go on alone."""
        self._sighting = None
        self._memory.owe_nothing()
        self._clear()

    def answer(
        self,
        seat: Seat,
        key: str,
        after: int | None = None,
        why_not: Callable[[Option[Any]], Text | None] | None = None,
    ) -> list[Act]:
        """A phone answers for its seat: the question of the table, or the open choice.

        `after` is how many answers had led to what the phone was shown when it was shown it.
        `why_not` knows what lies face down, and says so if something else is claimed.
        """
        by = f"phone:{seat.colour}"
        late = after is not None and after != len(answers_before(self.match, seat))
        if not late and self.question and key in (*self.question.runs, NOBODY):
            return self._answer_question(self.question, seat, key)
        if late or key in ("", NOBODY):
            raise Refused(Text("The question has changed; look again."))
        choice = self.match.choice
        option = self.match.option(key_by(choice, seat, key))
        self._check_seat(seat, option.who or (choice.who if choice else TABLE))
        if why_not is not None and (reason := why_not(option)) is not None:
            raise Refused(reason)
        acts = self._play([option.key], by)
        return [*acts, *self._reconcile()]

    def _answer_question(self, asked: Asked, seat: Seat, key: str) -> list[Act]:
        """What the seat itself says is said; the rest is still only what the table shows."""
        self._check_seat(seat, asked.choice.who)
        if key == NOBODY:
            return self._nobody_did_it(asked, seat)
        acts, played = [], asked.plays[key]
        said = [step.is_silent and step.who == seat for step in steps(self.match, played)]
        if key:
            said[len(asked.after)] = True
        for by_phone, answers in groupby(range(len(played)), lambda number: said[number]):
            by = f"phone:{seat.colour}" if by_phone else CAMERA
            acts += self._play([played[number] for number in answers], by)
        if played == asked.runs[key][0].keys and self._sighting is not None:
            self._memory.remember_faces(self._sighting)
        return [*acts, *self._reconcile()]

    def _nobody_did_it(self, asked: Asked, seat: Seat) -> list[Act]:
        """Pieces are put back, or have been already."""
        acts = []
        if asked.back:
            acts = self._undo_to(len(self.match.journal) - asked.back, f"phone:{seat.colour}")
        self._denied = dict(asked.moved)
        return [*acts, *self._reconcile()]

    def take_back(self, seat: Seat, after: int | None = None) -> list[Act]:
        """A seat for which somebody else's hand has passed wants to be asked all the same."""
        if after is not None and after != len(self.match.journal):
            raise Refused(Text("The table has changed; look again."))
        number = self.concluded.get(seat)
        if number is None:
            raise Refused(Text("There is nothing to take back."))
        acts = self._undo_to(number, f"phone:{seat.colour}")
        self.restoring = self._sighting is not None
        return [*acts, *self._reconcile()]

    def draw(self, key: str) -> list[Act]:
        """The assistant itself turns up a piece of a pile that does not lie on the table."""
        acts = self._play([key], ROBOT)
        return [*acts, *self._reconcile()]

    def press_next(self) -> list[Act]:
        """The phase is over: what was provisional is final, or the open question is passed."""
        option = self.next_answer()
        acts = self._play([option.key], BUTTON) if option else []
        self.final = len(self.match.journal)
        self._memory.make_final()
        acts.append(Act("final", "", BUTTON))
        return [*acts, *self._reconcile()]

    def next_answer(self) -> Option[Any] | None:
        """What NEXT would answer now; None if it only makes final what was done."""
        self._check_in_step()
        choice = self.match.choice
        if choice is None:
            raise Refused(Text("The match is over."))
        asked = choice if not self.provisional else self._decider and choice.of(self._decider)
        if not asked:
            return None
        if asked.next_key is None:
            raise Refused(Text("{who} must choose: {prompt}", who=asked.who, prompt=asked.prompt))
        try:
            return self.match.option(key_by(choice, asked.who, asked.next_key))
        except NotLegal as error:
            raise Refused(error.reason) from error

    def without_last(self, answered: int, whole_turn: bool = False) -> int:
        """How many of so many answers are left without the last choice, or the whole turn.

        What the table was asked goes with the choice that led to it.
        """
        left = max(0, answered - 1)
        if whole_turn:
            left = min(self.match.turn_start, left)
        while left and self.match.answers[left].who is TABLE:
            left -= 1
        return left

    def undo(self, left: int, by: str = BUTTON) -> list[Act]:
        """Take back all but so many answers; then the table has to follow."""
        if not self.match.journal:
            raise Refused(Text("There is nothing to take back."))
        acts = self._undo_to(left, by)
        self.restoring = self._sighting is not None
        return [*acts, *self._reconcile()]

    def correct(self, correction: Correction, seat: Seat) -> list[Act]:
        """The table is right: the match goes back and takes the other way."""
        if correction not in self.corrections:
            raise Refused(Text("The table has changed; look again."))
        by = f"phone:{seat.colour}"
        acts = self._undo_to(len(self.match.journal) - correction.back, by)
        self.restoring = False
        acts += self._play(correction.run.keys, by)
        return [*acts, *self._reconcile()]

    # ----------------------------------------------------------------------------- What to be shown

    @property
    def pending(self) -> dict[Piece, Text]:
        """What hands still have to do to follow the match."""
        return {piece: put_back(self.match, piece) for piece in self._memory.pending}

    @property
    def chores(self) -> tuple[Chore, ...]:
        """The same as people would say it, with what they have done of it."""
        return chores(self.match, self._memory.owed, self._memory.pending)

    @property
    def sighting(self) -> Sighting | None:
        """The table as it was seen last, in the words of the match."""
        return self._memory.named(self._sighting) if self._sighting else None

    @property
    def status(self) -> Status:
        if self.paused:
            return Status(Condition.PAUSED)
        return of_table(
            searching=self.searching,
            question=self.question,
            unclear=self.unclear,
            wrong=self.wrong,
            pending=self.pending,
            provisional=self.provisional,
        )

    @property
    def concluded(self) -> dict[Seat, int]:
        """Whose answers another's hand has given in this turn, and how many came before them.

        Until the next turn goes on, since NEXT may be pressed before anybody looks at a phone.
        """
        return lately(self.match, self._given_for)

    @property
    def provisional(self) -> bool:
        """Whether NEXT could make something final; after the end it has nothing to say."""
        return self.match.choice is not None and len(self.match.journal) > self.final

    @property
    def searching(self) -> bool:
        """Whether it is not known yet what the table means."""
        return isinstance(self._search, Understand)

    # ---------------------------------------------------------------------------------- In step

    def _reconcile(self) -> list[Act]:
        """Find out what the last sighting means for the match."""
        self._clear()
        sighting = self._sighting
        if sighting is None or self.paused:
            return []
        moved = self._memory.snapshot(sighting).moved(self.match)
        self.unclear = list(troubles(self.match, sighting, moved))
        if self.unclear:
            return []
        self._memory.forget_done(sighting)
        if not moved:
            self.restoring = self._resumed = False
            self._denied = {}
            return []
        if moved.items() <= self._denied.items():
            self.wrong = {piece: out_of_place(self.match, piece) for piece in moved}
            return []
        if self.restoring or is_another_table(self.match, moved):
            self._put_all_back(moved)
            return self._look_into(Correct(self.match.fork(), self._memory.snapshot(sighting)))
        search = Understand(
            self.match.fork(), self._memory.snapshot(sighting), self.final, tuple(self._together)
        )
        return self._look_into(search)

    def _look_into(self, search: Search) -> list[Act]:
        self._search = search
        found = self._think(search)
        return [] if found is None else self.conclude(search, found)

    def conclude(self, search: Search, found: Finding) -> list[Act]:
        """What a search has found, unless the table or the match has changed since."""
        if search is not self._search:
            return []
        self._search = None
        if self.paused:
            return []
        match found:
            case Run():
                acts = self._play(found.keys, CAMERA)
                self._memory.remember_faces(search.snapshot.sighting)
                return acts
            case Begun():
                return [*self._play(found.keys, CAMERA), *self._reconcile()]
            case PutBack():
                return self._undo_to(len(self.match.journal) - found.answers, CAMERA)
            case Asked():
                self.question = found
            case Astray():
                self.wrong = {
                    piece: out_of_place(self.match, piece, found.reasons.get(piece), place)
                    for piece, place in found.pieces.items()
                }
                return self._look_into(Correct(self.match.fork(), search.snapshot))
            case Corrections():
                self.corrections = found.ways
            case Failed():
                self._put_all_back(search.snapshot.moved(self.match))
        return []

    def _put_all_back(self, moved: Iterable[Piece]) -> None:
        self.wrong = {piece: put_back(self.match, piece) for piece in moved}

    # ------------------------------------------------------------------------------------ Doing

    def _play(self, keys: list[str] | tuple[str, ...], by: str) -> list[Act]:
        acts = []
        self._denied = {}
        first = len(self.match.journal) if by == CAMERA else None
        if first is not None:
            self._given_for.update(given_for(self.match, first, keys))
        for key in keys:
            choice = self.match.choice
            option = self.match.option(key)
            self._together.append(first)
            start = self.match.script_start
            before = self._memory.before(self._sighting) if self._sighting else None
            moves = self.match.play(option.key)
            if self.match.script_start != start:
                # A turn has ended: what came before it cannot be taken back by hand any more.
                self._memory.end_turn()
                self.final = max(self.final, start)
            if choice and choice.who is not TABLE:
                self._decider = option.who or choice.who
            self._memory.follow(moves, before)
            acts.append(Act("choice", option.key, by))
        return acts

    def _undo_to(self, answered: int, by: str) -> list[Act]:
        """Take back all but so many answers."""
        acts = []
        while len(self.match.journal) > answered:
            acts.append(Act("undo", self.match.undo(), by))
            self._together.pop()
            self._given_for.pop(len(self._together), None)
        self.final = min(self.final, len(self.match.journal))
        self._memory.take_back()
        self._denied = {}
        self._decider = None
        return acts

    def _clear(self) -> None:
        self.question, self.wrong, self.unclear, self.corrections = None, {}, [], ()
        if self._search is not None:
            self._search.dropped = True
            self._search = None

    def _check_seat(self, seat: Seat, asked: Seat) -> None:
        if asked is not TABLE and asked != seat:
            raise Refused(Text("{asked} is asked, not {seat}", asked=asked, seat=seat))

    def _check_in_step(self) -> None:
        """NEXT does not go on while the table and the match differ."""
        if self.status.reason is not None:
            raise Refused(self.status.reason)
