"""Robots that make mistakes, see to it that they are noticed, and put them right again.

A slip that happens to be another legal move is no mistake that anybody could notice; so the robots
ask the rules first, with the match as the phones show it, and only do what nothing explains, or
what somebody has to be asked about before it is believed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import cycle
from random import Random
from typing import Any

from rules.explaining.explain import Unexplained, explain
from rules.flow import Option
from rules.match import Match
from rules.pieces import Move, Piece, Place
from rules.simulation import Simulation
from rules.text import Text
from server.live.concluded import NOBODY, ask
from server.robots.player import OutOfStep, RobotPlayer, trouble
from server.robots.table import RobotTable
from vision.layout import Pose
from vision.simulator.render import truth_of

WRONG_PLACE, WRONG_CARD, NO_PLACE = "wrong place", "wrong card", "no place"
FORGOTTEN, HAND, ANOTHERS = "forgotten card", "hand left lying", "another's area"
KINDS = (WRONG_PLACE, FORGOTTEN, WRONG_CARD, NO_PLACE, HAND, ANOTHERS)

_HOW_OFTEN = 0.4
"""How likely a mistake is where it could be made."""
_NOTHING_LEFT = 0.85
"""Of a card without a label: if so much is hidden, nobody can know it."""
_HEXES_TRIED = 4
_PATIENCE = 60
"""Frames after which a hand that hides cards must have been noticed."""


@dataclass(frozen=True, slots=True)
class _Slip:
    """A piece put where it should not be. `home` is where it lay, `reason` why not."""

    piece: Piece
    place: Place | None
    home: Place
    reason: Text | None = None

    def __str__(self) -> str:
        return f"{self.piece.id} from {self.home} to {self.place or 'nowhere'}"


class ClumsyPlayer(RobotPlayer):
    """Makes so many mistakes, of these kinds in turn, each as soon as there is an occasion."""

    def __init__(
        self,
        simulation: Simulation,
        table: RobotTable,
        seed: int,
        mistakes: int,
        kinds: Sequence[str] = KINDS,
    ) -> None:
        super().__init__(simulation, table, seed)
        self.mistakes: list[str] = []
        """What was done wrong on purpose, and noticed."""
        self._table = table
        self._left = mistakes
        self._kinds = cycle(kinds)
        self._kind = next(self._kinds)
        self._dice = Random(f"mistakes {seed}")
        self._leaves_it_open = False
        """Whether a question of the table is left unanswered for now."""
        self._turn = 0
        self._moved: set[Piece] = set()
        """What was moved in this turn: put back, it would be a choice taken back."""

    def before(self, option: Option[Any]) -> None:
        if self._turn != self.intended.script_start:
            self._turn = self.intended.script_start
            self._moved.clear()
        if self._kind == HAND:
            self._leave_a_hand()
        elif self._kind == ANOTHERS:
            self._lay_it_into_anothers_area()
        elif self._kind != FORGOTTEN and option.moves and self._dares():
            slips = list(self._slips(option.moves[0]))
            if slips:
                self._slip(self._dice.choice(slips))
        self._moved.update(move.piece for move in option.moves if move.piece)

    def clear_up(self, moves: Sequence[Move]) -> None:
        seen = [
            move for move in moves if move.piece and self._table.hands.table.is_open(move.source)
        ]
        # If only the clearing tells what was chosen, half of it tells nothing.
        understood = self.shown == self.intended.journal
        if self._kind == FORGOTTEN and seen and understood and self._dares():
            self._forget(self._dice.choice(seen), moves)
        else:
            super().clear_up(moves)
        self._moved.update(move.piece for move in moves if move.piece)

    def _dares(self) -> bool:
        return self._left > 0 and self._dice.random() < _HOW_OFTEN

    def _done(self, what: str) -> None:
        self.mistakes.append(f"{self._kind}: {what}")
        self._left -= 1
        self._kind = next(self._kinds)

    # -------------------------------------------------------------- A card where it should not be

    def _slips(self, move: Move) -> Iterator[_Slip]:
        """What could go wrong instead of a move, so that no legal choice explains it."""
        piece = move.piece
        if piece is None:
            return
        match = self._as_shown()
        for slip in self._candidates(piece, move):
            if slip.place is None:
                yield slip
                continue
            answer = explain(match, {slip.piece: slip.place})
            if isinstance(answer, Unexplained):
                yield replace(slip, reason=answer.reasons[slip.piece])

    def _as_shown(self) -> Match[Any]:
        """The robots' own match, as far as the phones show it."""
        return self.intended.fork(min(len(self.shown), len(self.intended.journal)))

    def _candidates(self, piece: Piece, move: Move) -> Iterator[_Slip]:
        game, table = self.intended.game, self._table.hands.table
        if self._kind == NO_PLACE:
            yield _Slip(piece, None, move.source)
        elif self._kind == WRONG_PLACE:
            face_down = piece.id not in table.places
            for name in self._places_for(piece):
                # A face that turns up in a stack could be that of a coin.
                legal = name in (move.source, move.target)
                if not legal and not (face_down and name in game.piles.stacks):
                    yield _Slip(piece, name, move.source)
        else:
            for name, place in table.places.items():
                other = game.pieces[name]
                free = place and place != move.target and place not in game.piles.stacks
                free = free and other is not piece and other not in self._moved
                if free and self._is_looked_for(other, move.target):
                    yield _Slip(other, move.target, place or "")

    def _places_for(self, piece: Piece) -> Iterator[Place]:
        """Where a piece is looked for, and has room; a tile also on some of the hexes."""
        table = self._table.hands.table
        yield from (s.name for s in table.layout.places if self._is_looked_for(piece, s.name))
        for grid in table.layout.grids.values():
            fitting = [name for name in grid.places if self._is_looked_for(piece, name)]
            yield from self._dice.sample(fitting, min(len(fitting), _HEXES_TRIED))

    def _is_looked_for(self, piece: Piece, place: Place) -> bool:
        """Whether a piece is looked for in a place, and there is room for it."""
        table = self._table.hands.table
        if found := table.layout.tile_place(place):
            fits = len(found[1].on) == table.registry.form_of(piece.id).cells
            return fits and len(table.registry.tags_of(piece.id)) > found[1].turned
        begins = {shape.name: shape.pieces for shape in table.layout.places}.get(place, ())
        named = not begins or piece.id.startswith(begins)
        return named and (not table.is_open(place) or table.has_room(piece.id, place))

    def _slip(self, slip: _Slip) -> None:
        shown = self.shown
        self._table.hands.put(slip.piece, slip.place)
        self._table.settle()
        if slip.reason is None:
            named = _only(self.view.unclear, slip.piece)
        else:
            wrong = self.view.wrong
            said = str(next(iter(wrong.values()), ""))
            named = _are(wrong, slip.piece) and str(slip.reason) in said
        self._expect(str(slip), named, shown)
        # A card in the wrong place may be put right at once; another card goes back first.
        if self._kind == WRONG_CARD or self._dice.random() < 0.5:
            self._table.hands.put(slip.piece, slip.home)
            self._table.settle()
            self.check()
        self._done(str(slip))

    # ---------------------------------------------------------- A card that ends another's part

    def answer_questions(self) -> int:
        return 0 if self._leaves_it_open else super().answer_questions()

    def _lay_it_into_anothers_area(self) -> None:
        """Whoever is on turn is asked, says that nobody did it, and the card goes back."""
        slips = list(self._what_has_to_be_asked()) if self._dares() else []
        if not slips:
            return
        slip, shown = self._dice.choice(slips), self.shown
        self._leaves_it_open = True
        self._table.hands.put(slip.piece, slip.place)
        self._table.settle()
        question = self.view.question
        named = question is not None and _are(question.moved, slip.piece)
        self._expect(str(slip), named, shown)
        assert question is not None
        self._table.phone(question.choice.who, NOBODY)
        self._expect(str(slip), _are(self.view.wrong, slip.piece), shown)
        self._table.hands.put(slip.piece, slip.home)
        self._table.settle()
        self._leaves_it_open = False
        self.check()
        if self.shown != shown:
            raise OutOfStep(f"{slip} has left {self.shown[-3:]}")
        self._done(str(slip))

    def _what_has_to_be_asked(self) -> Iterator[_Slip]:
        """What hands can do out of turn, if it would be legal once others have passed."""
        match = self._as_shown()
        choice = match.choice
        for option in choice.refused() if choice and choice.refused else ():
            piece, home, place, _ = option.moves[0]
            if piece is None or not self._belongs_to_a_seat(place):
                continue
            found = explain(match, {piece: place})
            if not isinstance(found, Unexplained) and ask(match, found, {piece: place}, 0):
                yield _Slip(piece, place, home)

    # ------------------------------------------------------------------------- A card forgotten

    def _forget(self, forgotten: Move, moves: Sequence[Move]) -> None:
        piece = forgotten.piece
        assert piece is not None
        self._table.hands.do([move for move in moves if move is not forgotten])
        self._table.settle()
        named = _only(self.view.pending, piece)
        self._expect(f"{piece.id} in {forgotten.source}", named, self.shown)
        self._table.hands.do([forgotten])
        self._table.settle()
        self.check()
        self._done(f"{piece.id} in {forgotten.source}")

    # ----------------------------------------------------------------------- A hand left lying

    def _leave_a_hand(self) -> None:
        """On somebody's own cards, for longer than anybody waits."""
        table = self._table.hands.table
        owned = [
            piece
            for piece, place in table.places.items()
            if place and self._belongs_to_a_seat(place)
        ]
        if not owned or not self._dares():
            return
        shown = self.shown
        self._table.hands.leave(self._where_it_is_known(self._dice.choice(owned)))
        wholly, hidden = self._hidden()
        if not wholly:
            # The label, or most of the card, looks out between the fingers.
            self._table.hands.withdraw()
            return
        for _ in range(_PATIENCE):
            self._table.wait()
            if self.view.wrong or self.view.unclear:
                break
        pieces = self.intended.game.pieces
        wrong = {piece.kind for piece in self.view.wrong}
        gone = bool(wrong) and wrong <= {pieces[piece].kind for piece in hidden}
        # Half a label that looks out from under the hand is a card that cannot be read.
        named = gone or bool(self.view.unclear)
        what = f"over {', '.join(sorted(hidden))}"
        self._expect(what, named, shown)
        self._table.hands.withdraw()
        self._table.settle()
        self.check()
        self._done(what)

    def _belongs_to_a_seat(self, place: Place) -> bool:
        layout = self._table.hands.table.layout
        return any(p.name == place and layout.mats[p.mat].seat for p in layout.places)

    def _where_it_is_known(self, piece: str) -> Pose:
        """The spot that tells which piece it is: its label, or all of it."""
        table = self._table.hands.table
        placed = table.placed(piece)
        return table.label(piece) if placed and placed.tag else table.pose(piece)

    def _hidden(self) -> tuple[set[str], set[str]]:
        """The cards that nobody can know under a hand, and those it hides at least in part.

        By a label nobody can if all of that is hidden, by the picture if nearly all of the card is.
        """
        camera, scene = self._table.hands.camera.camera, self._table.hands.camera.scene
        bare = truth_of(replace(scene, hands=()), camera).pieces
        wholly: set[str] = set()
        hidden: set[str] = set()
        under = truth_of(scene, camera).pieces
        for before, seen in zip(bare, under, strict=True):
            if before.tag and seen.tag:
                if before.tag.visible != "wholly":
                    continue
                covered, unknown = seen.tag.visible != "wholly", seen.tag.visible == "hidden"
            else:
                covered = seen.face_up and seen.hidden > before.hidden
                unknown = before.hidden == 0 and seen.hidden > _NOTHING_LEFT
            if covered:
                hidden.add(seen.piece)
                if unknown:
                    wholly.add(seen.piece)
        return wholly, hidden

    # ------------------------------------------------------------------------------- Noticed?

    def _expect(self, what: str, named: bool, shown: list[str]) -> None:
        """The mistake is named on its piece, nothing is played for it, and NEXT does not go on."""
        if not named:
            raise OutOfStep(
                f"{self.where()}: {self._kind} not noticed: {what}; said was: {trouble(self.view)}"
            )
        refusals = len(self._table.refusals)
        self._table.press_next()
        if self.shown != shown or len(self._table.refusals) == refusals:
            raise OutOfStep(f"{self._kind}: {what}: the match went on with {self.shown[-3:]}")


def _are(pieces: Iterable[Piece], piece: Piece) -> bool:
    """Whether there is one piece, and it is this one or looks the same."""
    return [each.kind for each in pieces] == [piece.kind]


def _only(texts: Sequence[Text], piece: Piece) -> bool:
    """Whether one thing is said, and it is about this piece."""
    return len(texts) == 1 and str(piece.name) in str(texts[0])
