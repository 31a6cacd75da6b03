"""Robots that make mistakes, see to it that they are noticed, and put them right again.

A slip that happens to be another legal move is no mistake that anybody could notice; so the robots
ask the rules first, with the match as the phones show it, and only do what nothing explains.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import cycle
from random import Random
from typing import Any

from rules.explain import Unexplained, explain
from rules.flow import Option
from rules.game import Game
from rules.pieces import Move, Piece, Place
from rules.text import Text
from server.robot_player import OutOfStep
from server.robots import RobotMatch
from server.store import Store
from vision.effects import Conditions
from vision.simulate import draw

WRONG_PLACE, WRONG_CARD, NO_PLACE = "wrong place", "wrong card", "no place"
FORGOTTEN, HAND = "forgotten card", "hand left lying"
KINDS = (WRONG_PLACE, FORGOTTEN, WRONG_CARD, NO_PLACE, HAND)

_HOW_OFTEN = 0.4
"""How likely a mistake is where it could be made."""
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


class ClumsyMatch(RobotMatch):
    """Makes so many mistakes, of all kinds in turn, each as soon as there is an occasion."""

    def __init__(
        self,
        store: Store,
        game: Game[Any],
        names: Sequence[str],
        seed: int,
        mistakes: int,
        settings: Mapping[str, str] | None = None,
        sensible: bool = False,
    ) -> None:
        super().__init__(store, game, names, seed, settings, sensible)
        self._left = mistakes
        self._kinds = cycle(KINDS)
        self._kind = next(self._kinds)
        self._dice = Random(f"mistakes {seed}")
        self._turn = 0
        self._moved: set[Piece] = set()
        """What was moved in this turn: put back, it would be a choice taken back."""

    def before(self, option: Option[Any]) -> None:
        if self._turn != self.intended.script_start:
            self._turn = self.intended.script_start
            self._moved.clear()
        if self._kind == HAND:
            self._leave_a_hand()
        elif self._kind != FORGOTTEN and option.moves and self._dares():
            slips = list(self._slips(option.moves[0]))
            if slips:
                self._slip(self._dice.choice(slips))
        self._moved.update(move.piece for move in option.moves if move.piece)

    def clear_up(self, moves: Sequence[Move]) -> None:
        seen = [move for move in moves if move.piece and self.hands.table.is_open(move.source)]
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
        self.count.mistakes.append(f"{self._kind}: {what}")
        self._left -= 1
        self._kind = next(self._kinds)

    # -------------------------------------------------------------- A card where it should not be

    def _slips(self, move: Move) -> Iterator[_Slip]:
        """What could go wrong instead of a move, so that no legal choice explains it."""
        piece = move.piece
        if piece is None:
            return
        match = self.intended.fork()
        while len(match.journal) > len(self.shown):
            match.undo()
        for slip in self._candidates(piece, move):
            if slip.place is None:
                yield slip
                continue
            answer = explain(match, {slip.piece: slip.place})
            if isinstance(answer, Unexplained):
                yield replace(slip, reason=answer.reasons[slip.piece])

    def _candidates(self, piece: Piece, move: Move) -> Iterator[_Slip]:
        game, table = self.intended.game, self.hands.table
        if self._kind == NO_PLACE:
            yield _Slip(piece, None, move.source)
        elif self._kind == WRONG_PLACE:
            face_down = piece.id not in table.places
            for shape in table.layout.places:
                # A face that turns up in a stack could be that of a coin.
                legal = shape.name in (move.source, move.target)
                if not legal and not (face_down and shape.name in game.stacks):
                    yield _Slip(piece, shape.name, move.source)
        else:
            for name, place in table.places.items():
                other = game.pieces[name]
                free = place and place != move.target and place not in game.stacks
                if free and other is not piece and other not in self._moved:
                    yield _Slip(other, move.target, place or "")

    def _slip(self, slip: _Slip) -> None:
        shown = self.shown
        self.hands.put(slip.piece, slip.place)
        self.settle()
        if slip.reason is None:
            named = _only(self.view.unclear, slip.piece)
        else:
            named = self.view.wrong == {slip.piece: slip.reason}
        self._expect(str(slip), named, shown)
        # A card in the wrong place may be put right at once; another card goes back first.
        if self._kind == WRONG_CARD or self._dice.random() < 0.5:
            self.hands.put(slip.piece, slip.home)
            self.settle()
            self.check()
        self._done(str(slip))

    # ------------------------------------------------------------------------- A card forgotten

    def _forget(self, forgotten: Move, moves: Sequence[Move]) -> None:
        piece = forgotten.piece
        assert piece is not None
        self.hands.do([move for move in moves if move is not forgotten])
        self.settle()
        named = _only(self.view.pending, piece)
        self._expect(f"{piece.id} in {forgotten.source}", named, self.shown)
        self.hands.do([forgotten])
        self.settle()
        self.check()
        self._done(f"{piece.id} in {forgotten.source}")

    # ----------------------------------------------------------------------- A hand left lying

    def _leave_a_hand(self) -> None:
        """On somebody's own cards, for longer than anybody waits."""
        table = self.hands.table
        owned = [
            piece
            for piece, place in table.places.items()
            if place and self._belongs_to_a_seat(place)
        ]
        if not owned or not self._dares():
            return
        shown = self.shown
        self.hands.leave(table.label(self._dice.choice(owned)))
        wholly, hidden = self._hidden()
        if not wholly:
            # The label looks out between the fingers.
            self.hands.withdraw()
            return
        for _ in range(_PATIENCE):
            self.wait()
            if self.view.wrong or self.view.unclear:
                break
        wrong = {piece.id for piece in self.view.wrong}
        gone = bool(wrong) and wrong <= set(hidden)
        # Half a label that looks out from under the hand is a card that cannot be read.
        named = gone or bool(self.view.unclear)
        what = f"over {', '.join(sorted(hidden))}"
        self._expect(what, named, shown)
        self.hands.withdraw()
        self.settle()
        self.check()
        self._done(what)

    def _belongs_to_a_seat(self, place: Place) -> bool:
        layout = self.hands.table.layout
        return any(p.name == place and layout.frames[p.frame].seat for p in layout.places)

    def _hidden(self) -> tuple[set[str], set[str]]:
        """The cards whose labels a hand hides wholly, and those it hides at least in part."""
        camera, scene = self.hands.camera.camera, self.hands.camera.scene
        bare = draw(replace(scene, hands=()), camera, 0, Conditions()).truth.readable()
        covered = {
            seen.piece: seen.tag.visible
            for seen in draw(scene, camera, 0, Conditions()).truth.pieces
            if seen.tag and seen.piece in bare and seen.tag.visible != "wholly"
        }
        return {piece for piece, seen in covered.items() if seen == "hidden"}, set(covered)

    # ------------------------------------------------------------------------------- Noticed?

    def _expect(self, what: str, named: bool, shown: list[str]) -> None:
        """The mistake is named on its piece, nothing is played for it, and NEXT does not go on."""
        if not named:
            raise OutOfStep(
                f"{self.where()}: {self._kind} not noticed: {what}; said was: {self.trouble()}"
            )
        refusals = len(self.refusals)
        self.press_next()
        if self.shown != shown or len(self.refusals) == refusals:
            raise OutOfStep(f"{self._kind}: {what}: the match went on with {self.shown[-3:]}")


def _only(texts: Sequence[Text], piece: Piece) -> bool:
    """Whether one thing is said, and it is about this piece."""
    return len(texts) == 1 and str(piece.name) in str(texts[0])
