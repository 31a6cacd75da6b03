"""The simulated table as a place to play: pieces that are dragged, and the camera above them.

Where there is no camera, people play here. What they do with the pieces is seen by the same vision
as on a real table, and the match learns nothing else of it. Who the face-down pieces are, only the
dealer knows; those pass from pile to pile by themselves as the match says, for no camera could see
it. All that is seen is left to hands: to those of the people, of robots, or to `tidy_up`.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from random import SystemRandom
from typing import Any, Self

from firmware.patchwork_camera import PatchworkCamera, camera_above
from rules.dealer import Dealer
from rules.match import Match
from rules.pieces import Move, Piece, Place
from rules.text import Text
from server.host import View
from server.live import Refused
from vision.frame import Frame
from vision.layout import Pose, load_layout
from vision.placing import Tabletop
from vision.reading import Sighting
from vision.registry import load_registry
from vision.scene import Lying, Scene

_FRAME_EVERY = 0.05
_NEAR_PILE = 0.6
"""In widths of a card: what is let go so near to a pile was meant for it."""


@dataclass(frozen=True, slots=True)
class ShownPile:
    """A face-down pile. Of some of them (a deck) hands may turn up the top card."""

    place: Place
    pose: Pose
    count: int
    can_draw: bool


@dataclass(frozen=True, slots=True)
class Shown:
    """The table as a person sees it at one moment; the uppermost piece is the last."""

    version: int
    bare: Scene
    pieces: tuple[Lying, ...]
    piles: tuple[ShownPile, ...]


class Playground:
    """A table for whatever match is running; also the source of its pictures.

    Its methods may be called from any thread.
    """

    def __init__(self, game: str, changed: Callable[[], None] = lambda: None) -> None:
        """Until there is a match nothing lies there; `changed` is called when hands move pieces."""
        self.changed = changed
        self._lock = threading.RLock()
        self._version = 0
        self._match: Match[Any] | None = None
        self._match_id: int | None = None
        self._dealers: list[Dealer] = []
        """The dealer after so many answers: an undo takes the face-down pieces back as well."""
        self._table = Tabletop(load_layout(game), load_registry(game), ())
        self._camera = self._new_camera()

    # --------------------------------------------------------------------------------- The camera

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    @contextmanager
    def frame(self) -> Iterator[Frame]:
        with self._camera.frame() as frame:
            yield frame

    def _new_camera(self) -> PatchworkCamera:
        scene = self._table.scene()
        return PatchworkCamera(scene, camera_above(scene.layout), every=_FRAME_EVERY, live=True)

    # ---------------------------------------------------------------------------------- The match

    def follow(self, view: View) -> None:
        """Bring the face-down pieces up to the match; a new match is laid out as it believes."""
        with self._lock:
            if view.match is None:
                return
            if self._match is None or view.match_id != self._match_id:
                self._lay_out(view.match)
                self._match_id = view.match_id
            elif view.match.journal != self._match.journal:
                self._go_on(self._match, view.match)
            else:
                return
            self._match = view.match
            self._show()

    def truth(self) -> tuple[Match[Any], Dealer]:
        """Copies of the match and of who knows the face-down pieces, for robots to play with."""
        with self._lock:
            return self._playing().fork(), self._dealers[-1].copy()

    def _lay_out(self, match: Match[Any]) -> None:
        """Every piece where the match believes it; what lies face down is shuffled."""
        layout = load_layout(match.game.name, [seat.colour for seat in match.seats])
        registry = load_registry(match.game.name)
        self._table = Tabletop(layout, registry, match.game.stacks)
        start = Match(match.game, match.seats, match.settings)
        self._dealers = [Dealer(start, SystemRandom().getrandbits(64))]
        self._deal(start, match.journal)
        for piece, place in _homes(match, self._dealers[-1]).items():
            self._carry(piece, place)
        self._count_piles(match)
        if layout.table != self._camera.scene.layout.table:
            self._camera = self._new_camera()

    def _go_on(self, before: Match[Any], now: Match[Any]) -> None:
        """The match has made moves, or taken some back."""
        homes = _homes(before, self._dealers[-1])
        known = {piece for piece in homes if before.table.places.where(piece)}
        replay = before.fork()
        while replay.journal != now.journal[: len(replay.journal)]:
            replay.undo()
            self._dealers.pop()
        self._deal(replay, now.journal[len(replay.journal) :])
        for piece, place in _homes(now, self._dealers[-1]).items():
            moved = place != homes.get(piece)
            if moved and self._goes_by_itself(now, piece, place, piece in known):
                self._carry(piece, place)
        self._count_piles(now)

    def _deal(self, match: Match[Any], keys: Iterable[str]) -> None:
        for key in keys:
            dealer = self._dealers[-1].copy()
            # What somebody has turned up and not played yet is no longer in its pile.
            for place, pile in dealer.piles.items():
                if not self._table.is_open(place):
                    pile.sort(key=lambda piece: self._table.lying(piece.id) is None)
            dealer.follow(match.take(match.option(key)))
            self._dealers.append(dealer)

    def _goes_by_itself(
        self, match: Match[Any], piece: Piece, place: Place, was_known: bool
    ) -> bool:
        """Whether no hand has to move a piece whose place in the match has changed."""
        stacks, away = match.game.stacks, self._table.lying(piece.id) is None
        if match.table.places.where(piece) is None:
            return not was_known or away or self._table.places[piece.id] in stacks
        return place in stacks and away

    def _count_piles(self, match: Match[Any]) -> None:
        for place in self._face_down(match):
            self._table.pile(place, len(self._pile(place)))

    def _face_down(self, match: Match[Any]) -> list[Place]:
        """Where pieces lie that no camera sees; the box is not on the table."""
        dealt = self._dealers[-1].piles
        piles: Iterable[Place] = match.table.places.piles
        return [place for place in piles if place in dealt and not self._table.is_open(place)]

    def _pile(self, place: Place) -> list[Piece]:
        """The face-down pieces of a pile, without those that somebody has turned up."""
        pile = self._dealers[-1].piles.get(place, [])
        return [piece for piece in pile if self._table.lying(piece.id) is None]

    # -------------------------------------------------------------------------------------- Hands

    def shown(self) -> Shown:
        with self._lock:
            match = self._match
            draws = match.game.face_down(match.table) if match else {}
            piles = [
                ShownPile(place, spot, len(self._pile(place)), place in draws)
                for place in (self._face_down(match) if match else ())
                if (spot := self._table.pile_spot(place))
            ]
            return Shown(
                self._version, self._table.bare, tuple(self._table.in_sight()), tuple(piles)
            )

    def put(self, piece_id: str, pose: Pose, face_up: bool = True) -> None:
        """Somebody puts a piece that lies on the table elsewhere, turns it, or turns it over."""
        with self._lock:
            match, piece = self._playing(), self._piece(piece_id)
            self._check(pose)
            if self._table.lying(piece.id) is None:
                raise Refused(
                    Text("{piece} does not lie open on the table any more.", piece=piece.name)
                )
            pile = self._pile_at(match, pose)
            if pile is not None and _homes(match, self._dealers[-1]).get(piece) == pile:
                self._table.take_away(piece.id)
            else:
                self._table.put(piece.id, pose, face_up and pile is None)
            self._moved_by_hand(match)

    def draw(self, place: Place, pose: Pose) -> Piece:
        """Somebody turns up the top card of a face-down pile and puts it down."""
        with self._lock:
            match = self._playing()
            self._check(pose)
            if place not in match.game.face_down(match.table):
                raise Refused(Text("From this pile no card is turned up."))
            piece = self._top(match, place)
            if piece is None:
                raise Refused(Text("This pile is empty."))
            if self._pile_at(match, pose) != place:
                self._table.put(piece.id, pose)
                self._moved_by_hand(match)
            return piece

    def do(self, moves: Iterable[Move]) -> None:
        """Hands make moves of the match; what nobody sees moves by itself."""
        with self._lock:
            for move in moves:
                if move.piece is not None:
                    self._carry(move.piece, move.target)
            self._moved_by_hand(self._playing())

    def tidy_up(self) -> None:
        """Put every piece where the match has it, and leave alone those that lie there."""
        with self._lock:
            match = self._playing()
            for piece, place in _homes(match, self._dealers[-1]).items():
                here = self._table.places.get(piece.id)
                if here != (place if self._table.is_open(place) else None) or (
                    here is None and self._table.lying(piece.id)
                ):
                    self._carry(piece, place)
            self._moved_by_hand(match)

    def places(self) -> Sequence[Place]:
        """Where pieces can be put by name."""
        with self._lock:
            return [place.name for place in self._table.layout.places]

    def spot_in(self, place: Place) -> Pose:
        """The middle of a place, or of a pile."""
        with self._lock:
            if place not in {*self.places(), *self._playing().table.places.piles}:
                raise Refused(Text("There is no such place on this table."))
            return self._table.spot_of(place)

    def is_seen_by(self, sighting: Sighting | None) -> bool:
        """Whether a camera has seen every piece as it lies now."""
        with self._lock:
            if sighting is None or self._match is None:
                return False
            stacks, seen = self._match.game.stacks, sighting.places
            lying = self._table.places
            return all(
                seen.get(piece) == place
                for piece, place in lying.items()
                if place and place not in stacks
            ) and all(lying.get(piece) == place for piece, place in seen.items())

    def _top(self, match: Match[Any], place: Place) -> Piece | None:
        """First what the match has turned up already, if nobody has laid it open yet."""
        homes = _homes(match, self._dealers[-1])
        for piece, home in homes.items():
            waits = self._table.is_open(home) and home not in match.game.stacks
            if waits and self._table.lying(piece.id) is None:
                return piece
        pile = self._pile(place)
        return pile[-1] if pile else None

    def _pile_at(self, match: Match[Any], pose: Pose) -> Place | None:
        reach = _NEAR_PILE * self._table.registry.card_size[0]
        for place in self._face_down(match):
            spot = self._table.pile_spot(place)
            if spot and math.hypot(spot.x - pose.x, spot.y - pose.y) < reach:
                return place
        return None

    def _carry(self, piece: Piece, place: Place) -> None:
        if self._table.is_open(place):
            self._table.lay(piece.id, place)
        else:
            self._table.take_away(piece.id)

    def _playing(self) -> Match[Any]:
        if self._match is None:
            raise Refused(Text("No match is being played. Start one first."))
        return self._match

    def _piece(self, piece_id: str) -> Piece:
        piece: Piece | None = self._playing().game.pieces.get(piece_id)
        if piece is None:
            raise Refused(Text("There is no such piece in this game."))
        return piece

    def _check(self, pose: Pose) -> None:
        width, height = self._table.layout.table
        if not all(map(math.isfinite, (pose.x, pose.y, pose.angle))):
            raise Refused(Text("This is no place on the table."))
        if not (0 <= pose.x <= width and 0 <= pose.y <= height):
            raise Refused(Text("A piece has to stay on the table."))

    def _show(self) -> None:
        self._version += 1
        self._camera.scene = self._table.scene()

    def _moved_by_hand(self, match: Match[Any]) -> None:
        self._count_piles(match)
        self._show()
        self.changed()


def _homes(match: Match[Any], dealer: Dealer) -> dict[Piece, Place]:
    """Where every piece truly belongs, in the order in which they came there."""
    homes: dict[Piece, Place] = {}
    for place, pile in dealer.piles.items():
        homes.update(dict.fromkeys(pile, place))
    for place, pile in match.table.places.piles.items():
        homes.update(dict.fromkeys(pile.known, place))
    return homes
