"""The simulated table as a place to play: pieces that are dragged, and the camera above them.

Where there is no camera, people play here. What they do with the pieces is seen by the same vision
as on a real table, and the match learns nothing else of it. Who the face-down pieces are, only the
dealer knows; those pass from pile to pile by themselves as the match says, for no camera could see
it, and so does what comes out of the box. All that is seen is left to hands: to those of the
people, of robots, or to `tidy_up`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Self

from rules.dealer import Dealer
from rules.flow import Option
from rules.match import Match
from rules.pieces import Move, Piece, Place
from rules.text import Text
from server.live.messages import Refused, View
from server.live.snapshot import hands_of
from server.simulated.camera import CameraAbove
from server.simulated.dealers import Dealers, comes_up, contradiction
from server.simulated.discards import Discards
from server.simulated.faults import (
    FAULTS,
    Fault,
    bare_table,
    mounting_with,
    mounting_with_sheet,
    table_with_pieces,
)
from server.simulated.homes import (
    at_hand,
    call_alike,
    goes_by_itself,
    homes,
    laid_out,
    lies_open,
    nearest_homes,
    waiting,
)
from server.simulated.piles import draws, face_down, pile_at, pile_up, spreads
from server.simulated.showcase import showcase
from server.simulated.shown import Shown, ShownPile, check_on_table, in_sight, is_seen
from server.store.dealing import Piles
from vision.layout import Layout, Pose, layout_of, load_layout
from vision.picture_source import Frame
from vision.reading import Sighting
from vision.registry import Registry, load_registry
from vision.simulator.placing import Tabletop
from vision.simulator.scene import SceneError


class Playground:
    """A table for whatever match is running; also the source of its pictures.

    Its methods may be called from any thread.
    """

    faults: ClassVar[Mapping[str, Text]] = FAULTS
    """What can be wrong with its camera and its buttons, if somebody wants to try that."""

    def __init__(
        self,
        game: str,
        changed: Callable[[], None] = lambda: None,
        folder: Path | None = None,
    ) -> None:
        """Until there is a match nothing lies there; `changed` is called when hands move pieces.

        With the folder of the matches each is dealt the same way whenever it is taken up again.
        """
        self.changed = changed
        self._lock = threading.RLock()
        self._version = 0
        self._match: Match[Any] | None = None
        self._match_id: int | None = None
        self._dealers = Dealers(folder)
        self._discards = Discards()
        self._piled: dict[Place, None] = {}
        """Where pieces lie face down on the table, or did in this match."""
        self._table = Tabletop(load_layout(game), load_registry(game), ())
        self._scene = self._table.scene()
        self.camera = CameraAbove()

    @property
    def game(self) -> str:
        """The game that lies on the table."""
        with self._lock:
            return self._table.layout.game

    # --------------------------------------------------------------------------------- The camera

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None: ...

    @contextmanager
    def frame(self) -> Iterator[Frame]:
        """Only one thread may look."""
        with self.camera.look(self._scene) as frame:
            yield frame

    # ---------------------------------------------------------------------------------- The match

    def follow(self, view: View) -> None:
        """Bring the face-down pieces up to the match; a new match is laid out as it believes."""
        with self._lock:
            if view.match is None:
                return
            if self._match is None or view.match_id != self._match_id:
                self._lay_out(view.match, view.match_id or 0)
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
            return self._playing().fork(), self._dealers.last.copy()

    def why_not(self, option: Option[Any]) -> Text | None:
        """Why an answer cannot be: what lies face down is where the dealer has it."""
        with self._lock:
            match, dealer = self._playing(), self._dealers.last
            return contradiction(match, self._table, dealer, option, partial(self._next, match))

    def comes_up(self) -> Option[Any] | None:
        """What somebody turns up now for whom the match asks; None if it asks for nothing."""
        with self._lock:
            if self._match is None:
                return None
            dealer, next_from = self._dealers.last, partial(self._next, self._match)
            return comes_up(self._match, self._table, dealer, next_from)

    def _next(self, match: Match[Any], place: Place) -> list[Piece]:
        """What may be turned up next: of a deck on the table only the uppermost piece."""
        spread = spreads(match, self._table, place)
        deck = not spread and place in draws(match, self._table, self._piled)
        return self._pile(place)[-1:] if deck else self._pile(place)

    def _lay_out(self, match: Match[Any], match_id: int) -> None:
        """Every piece where the match believes it; what lies face down is shuffled."""
        game = match.game
        colours = [seat.colour for seat in game.scoring.sides(match.table)]
        self._table = laid_out(match, layout_of(game, colours))
        start = Match(match.game, match.seats, match.settings)
        self._dealers.begin(start, match_id, len(match.journal))
        self._deal(start, match.journal)
        self._discards.clear()  # those of an older evening
        self._piled.clear()
        self._count_piles(match)
        for piece, place in homes(match, self._dealers.last).items():
            self._carry(piece, place, lies_open(match, self._table, piece, place))
        self._count_piles(match)

    def _go_on(self, before: Match[Any], now: Match[Any]) -> None:
        """The match has made moves, or taken some back."""
        belonged = homes(before, self._dealers.last)
        known = {piece for piece in belonged if before.table.places.where(piece)}
        replay = before.fork()
        while replay.journal != now.journal[: len(replay.journal)]:
            replay.undo()
        self._discards.forget(len(replay.journal))
        self._dealers.forget(len(replay.journal))
        self._deal(replay, now.journal[len(replay.journal) :])
        for piece, place in homes(now, self._dealers.last).items():
            source = belonged[piece]
            if place != source and goes_by_itself(
                now, self._table, Move(piece, source, place), piece in known
            ):
                face_up = lies_open(now, self._table, piece, place)
                self._carry(at_hand(now, self._table, piece, source), place, face_up)
        self._count_piles(now)

    def _deal(self, match: Match[Any], keys: Iterable[str]) -> None:
        otherwise: dict[int, Piles] = {}
        for key in keys:
            plain, dealer = self._dealers.last.copy(), self._dealers.last.copy()
            # What somebody has turned up and not played yet is no longer in its pile.
            for place, pile in dealer.piles.items():
                if not self._table.is_open(place):
                    pile.sort(key=lambda piece: self._table.placed(piece.id) is None)
            held = {place: tuple(dealer.piles[place]) for place in hands_of(match)}
            moves = match.take(match.option(key))
            call_alike(match, self._table, (plain, dealer), moves)
            for each in (plain, dealer):
                each.follow(moves)
            if plain.piles != dealer.piles:
                otherwise[len(match.journal)] = dealer.piles
            self._dealers.add(dealer)
            self._discards.notice(match, moves, held, dealer)
        self._dealers.keep(otherwise)

    def _count_piles(self, match: Match[Any]) -> None:
        """Pile up what lies face down; what is kept in the box or beside it is not on the table."""
        piles = match.game.piles
        self._table.stack(piece.id for piece in piles.laid(match.table))
        for place, pile in match.table.places.piles.items():
            hidden = pile.unknown if self._table.is_open(place) else len(pile)
            if hidden and place not in piles.aside | piles.face_up:
                self._piled[place] = None
        for place in self._piled:
            self._pile_up(place)

    def _pile_up(self, place: Place, coming: Piece | None = None) -> None:
        pile_up(self._table, self._dealers.last, place, (coming,) if coming else ())

    def _pile(self, place: Place) -> list[Piece]:
        return face_down(self._table, self._dealers.last, place)

    # -------------------------------------------------------------------------------------- Hands

    def shown(self) -> Shown:
        with self._lock:
            match, table = self._match, self._table
            pieces = tuple(in_sight(match, table))
            places = {lying.piece: table.places[lying.piece] for lying in pieces}
            piles = tuple(self._shown_piles(match)) if match else ()
            return Shown(self._version, table.bare, pieces, places, piles)

    def _shown_piles(self, match: Match[Any]) -> Iterator[ShownPile]:
        table, drawn = self._table, draws(match, self._table, self._piled)
        for place in self._piled:
            pile, spot, is_open = self._pile(place), table.pile_spot(place), table.is_open(place)
            top = pile[-1].id if pile else None
            if spot and (top or not is_open):
                yield ShownPile(place, spot, len(pile), top, place in drawn, is_open)

    def put(self, piece_id: str, pose: Pose, face_up: bool = True) -> None:
        """Somebody puts a piece that lies on the table elsewhere, turns it, or turns it over."""
        with self._lock:
            match, piece = self._playing(), self._piece(piece_id)
            check_on_table(self._table, pose)
            if self._table.placed(piece.id) is None:
                raise Refused(Text("{piece} no longer lies open on the table.", piece=piece.name))
            pile = pile_at(self._table, self._piled, piece, pose)
            meant = pile if pile or face_up else self._table.bare.place_of(pose)
            if meant is not None and meant == self._face_down_home(match, piece):
                self._table.take_away(piece.id)
            else:
                seen = pile is None or self._table.is_open(pile)
                self._table.put(piece.id, pose, face_up and seen)
            self._moved_by_hand(match)

    def draw(self, place: Place, pose: Pose) -> Piece:
        """Somebody turns up the top piece of a face-down pile and puts it down."""
        with self._lock:
            match = self._playing()
            check_on_table(self._table, pose)
            if place not in draws(match, self._table, self._piled):
                raise Refused(Text("Nothing is turned up from this pile."))
            first = waiting(match, self._dealers.last, self._table, place)
            piece = first or next(reversed(self._pile(place)), None)
            if piece is None:
                raise Refused(Text("This pile is empty."))
            if pile_at(self._table, self._piled, piece, pose) != place:
                self._pile_up(place, coming=piece)
                self._table.put(piece.id, pose)
                self._moved_by_hand(match)
            return piece

    def hand(self, place: Place) -> list[Piece]:
        """The pieces that somebody holds in hand; nobody else may look."""
        with self._lock:
            if place not in hands_of(self._playing()):
                raise Refused(Text("Nobody holds this pile in hand."))
            return self._pile(place)

    def play_from(self, place: Place, piece_id: str, pose: Pose) -> None:
        """Somebody lays a piece of the own hand on the table."""
        with self._lock:
            match = self._playing()
            check_on_table(self._table, pose)
            piece = next((piece for piece in self.hand(place) if piece.id == piece_id), None)
            if piece is None:
                raise Refused(Text("This piece has left that hand."))
            self._pile_up(place, coming=piece)
            self._table.put(piece.id, pose)
            self._moved_by_hand(match)

    def to_discard(self, place: Place) -> tuple[int, list[Piece]]:
        """How many cards of a hand its owner has to lay down unseen, and of which to choose."""
        with self._lock:
            match = self._playing()
            candidates = self._discards.candidates(place, match, self._dealers.last)
            pieces = [piece for piece in candidates if self._table.placed(piece.id) is None]
            return self._discards.number(place) if pieces else 0, pieces

    def discard(self, place: Place, piece_ids: Sequence[str]) -> None:
        """The owner of a hand says which cards were laid down."""
        with self._lock:
            match, (_, candidates) = self._playing(), self.to_discard(place)
            pieces = [self._piece(piece_id) for piece_id in dict.fromkeys(piece_ids)]
            since = self._discards.choose(place, pieces, candidates, self._dealers.all)
            self._dealers.keep_since(since)
            self._moved_by_hand(match)

    def turn_up(self, place: Place) -> None:
        """Somebody turns up all that lies face down in a place, and spreads it there."""
        with self._lock:
            match = self._playing()
            if place not in self._piled or not spreads(match, self._table, place):
                raise Refused(Text("This pile is not turned up whole."))
            for piece in reversed(self._pile(place)):
                self._carry(piece, place, shows=True)
            self._moved_by_hand(match)

    def lay_open(self, piece: Piece) -> None:
        """Whoever has turned up a piece puts it where the match has it by now."""
        with self._lock:
            match = self._playing()
            if (home := homes(match, self._dealers.last).get(piece)) is not None:
                self._carry(piece, home, lies_open(match, self._table, piece, home))
                self._moved_by_hand(match)

    def do(self, moves: Iterable[Move]) -> None:
        """Hands make moves of the match; what nobody sees moves by itself."""
        with self._lock:
            match = self._playing()
            for piece, source, target, _ in moves:
                if piece is not None:
                    shows = self._table.is_open(target)
                    self._carry(at_hand(match, self._table, piece, source), target, shows)
            self._moved_by_hand(match)

    def tidy_up(self) -> None:
        """Put every piece where the match has it, and leave alone those that lie there."""
        with self._lock:
            match, table = self._playing(), self._table
            for piece, place in nearest_homes(match, self._dealers.last, table).items():
                shows = lies_open(match, self._table, piece, place)
                if not shows or table.places.get(piece.id) != place:
                    self._carry(piece, place, shows)
            self._moved_by_hand(match)

    def show_cards(self, cards: Tabletop) -> None:
        """Lay other cards on the table, to be learned while nothing is played."""
        with self._lock:
            self._table = cards
            self._show()

    def show_unknown(self, game: str, kinds: Iterable[str]) -> None:
        """Lay out cards of these kinds, to be learned."""
        self.show_cards(showcase(game, kinds))

    # ------------------------------------------------------------------------------- Setting it up

    def lay_bare(self, layout: Layout, registry: Registry) -> None:
        """Lay out the zone cards and boards of a game, with nothing on them."""
        self.show_cards(bare_table(layout, registry))

    def lay_some(self, layout: Layout, registry: Registry) -> None:
        """The same, with some pieces on them."""
        self.show_cards(table_with_pieces(layout, registry))

    def cause(self, names: Iterable[str], layout: Layout) -> bool:
        """From now on these faults are there, and no others; whether a button is stuck."""
        wanted = {Fault(name) for name in names if name in list(Fault)}
        self.camera.mounting = mounting_with(wanted, layout)
        return Fault.STUCK in wanted

    def hold_sheet(self, number: int, layout: Layout) -> None:
        """Hold the calibration sheet over the table, elsewhere for every number."""
        self.camera.mounting = mounting_with_sheet(number, layout)

    def put_sheet_away(self, layout: Layout) -> bool:
        """Whether there was one; nothing else is wrong then either."""
        held = self.camera.mounting.sheet is not None
        if held:
            self.camera.mounting = mounting_with((), layout)
        return held

    # ----------------------------------------------------------------------------------- Its places

    def places(self) -> Sequence[Place]:
        """Where pieces can be put by name: what is a place of the table, and decks."""
        with self._lock:
            decks = draws(self._match, self._table, self._piled) if self._match else ()
            return list(dict.fromkeys((*(p.name for p in self._table.layout.places), *decks)))

    def spot_in(self, place: Place) -> Pose:
        """The middle of a place, or of a deck."""
        with self._lock:
            if place not in self.places():
                raise Refused(Text("No such place on this table."))
            return self._table.spot_of(place)

    def is_seen_by(self, sighting: Sighting | None) -> bool:
        """Whether a camera has seen every piece as it lies now."""
        with self._lock:
            return bool(sighting and self._match and is_seen(self._table, self._match, sighting))

    def _face_down_home(self, match: Match[Any], piece: Piece) -> Place | None:
        """The pile that a piece belongs to, if it lies face down there."""
        home = homes(match, self._dealers.last).get(piece)
        hidden = home in self._piled and not lies_open(match, self._table, piece, home)
        return home if hidden else None

    def _carry(self, piece: Piece, place: Place, shows: bool) -> None:
        """Put a piece face up into a place, or take it to where nobody sees it."""
        if not shows:
            self._table.take_away(piece.id)
            return
        if place in self._piled:
            self._pile_up(place, coming=piece)
        try:
            self._table.lay(piece.id, place)
        except SceneError:  # no room is left: it has to lie on others
            self._table.put(piece.id, self._table.spot_of(place))

    def _playing(self) -> Match[Any]:
        if self._match is None:
            raise Refused(Text("Begin a match first."))
        return self._match

    def _piece(self, piece_id: str) -> Piece:
        piece: Piece | None = self._playing().game.pieces.get(piece_id)
        if piece is None:
            raise Refused(Text("No such piece in this game."))
        return piece

    def _show(self) -> None:
        self._version += 1
        self._scene = self._table.scene()

    def _moved_by_hand(self, match: Match[Any]) -> None:
        self._count_piles(match)
        self._show()
        self.changed()
