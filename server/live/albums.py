"""The owner's albums: the pictures by which the cards of a copy are known, in the data folder.

There is one for each game. It grows while people play: whoever says which card it is that nobody
knows has it learned, and from then on it is known. What was written stays whole: a picture is added
to an album, or an album is replaced by a new one, or nothing happens at all.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rules.games import GAMES
from rules.match import Match
from rules.pictured import pictured_pieces
from rules.text import Text
from server.live.messages import Refused
from server.live.uploaded import SentPictures
from vision.layout import Mat
from vision.reading import FloatArray, Picture
from vision.recognise.album import (
    CARD,
    Album,
    AlbumError,
    LooksLike,
    boards_of,
    kinds_of,
    load_album,
    new_album,
)
from vision.recognise.album_file import whole_part
from vision.recognise.art import ArtReader
from vision.recognise.boards import BoardError
from vision.recognise.found import NO_CARD, PictureReader, counts
from vision.recognise.likeness import Format

SUFFIX = ".album"
NO_SUCH_CARD = Text("No such card in this game.")
NOT_KNOWN = Text("This card is no longer known.")


class Albums:
    """May be used from any thread."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._open: dict[str, Album] = {}
        self._played: dict[str, frozenset[str]] = {}
        """The kinds of cards in the match that is being played, by game."""
        self.trouble: dict[str, str] = {}
        """Why an album that is there cannot be used, by game."""

    def path(self, game: str) -> Path:
        return self._folder / f"{game}{SUFFIX}"

    def cards(self, game: str) -> Mapping[str, Picture]:
        """The pictures of all kinds that are known."""
        with self._lock:
            return dict(self._album(game).cards)

    def play(self, game: str, kinds: Iterable[str]) -> None:
        """Only cards of these kinds can lie on the table: those of the sets in play."""
        self._played[game] = frozenset(kinds)

    def kinds(self, game: str) -> list[str]:
        """Those that can lie on the table; before anything is played, those of the base game."""
        if game not in self._played:
            return kinds_of(game)
        return [kind for kind in kinds_of(game, every_set=True) if kind in self._played[game]]

    def reader(self, game: str) -> PictureReader:
        with self._lock:
            return self._album(game).reader(self.kinds(game), careful=True)

    def show(self, game: str, pictures: Mapping[str, Picture]) -> None:
        """What lies alone and upright in each of the pictures is of its kind."""
        with self._changing(game) as album:
            for kind, picture in pictures.items():
                album.enrol(kind, picture)

    def boards(self, game: str) -> Mapping[str, Picture]:
        """The photographs of boards, by mat."""
        with self._lock:
            return dict(self._album(game).boards) if GAMES[game].cards else {}

    def show_board(self, game: str, mat: str, straightened: Callable[[Mat], Picture]) -> None:
        """A picture shows this board whole; `straightened` makes of it what is kept."""
        board = next((each for each in boards_of(game) if each.key == mat), None)
        if board is None:
            raise Refused(Text("No such board in this game."))
        try:
            picture = straightened(board)
        except BoardError as error:
            raise Refused(error.reason) from error
        with self._changing(game) as album:
            album.boards[mat] = picture

    def forget_board(self, game: str, mat: str) -> None:
        """The board is known by its tags again."""
        with self._changing(game) as album:
            album.boards.pop(mat, None)

    def every_reader(self, game: str) -> ArtReader:
        """For the cards of all sets, whatever is being played, but not for tiles."""
        with self._lock:
            return self._album(game).reader_of(CARD, kinds_of(game, every_set=True), careful=True)

    def form(self, game: str) -> Format:
        """The form in which the pictures of a game's cards are kept."""
        with self._lock:
            return self._album(game).form_of(NO_CARD)

    def is_known(self, game: str, kind: str) -> bool:
        with self._lock:
            return kind in self._album(game).cards

    def learn(self, game: str, kind: str, picture: Picture, corners: FloatArray) -> str:
        """The card at these corners is of this kind; gives the name by which it is known.

        Backs of cards, and what is no card of the game, have names with numbers.
        """
        with self._lock:
            album = self._album(game)
            if kind == NO_CARD:
                numbered = (f"{NO_CARD}/{number}" for number in range(1, len(album.cards) + 2))
                kind = next(name for name in numbered if name not in album.cards)
            elif kind not in _every_kind(game):
                raise Refused(NO_SUCH_CARD)
            try:
                album.enrol_at(kind, picture, corners)
                self._save(album)
            except LooksLike as same:
                if not counts(kind) and not counts(same.kind):
                    return same.kind
                raise Refused(
                    Text(
                        "It looks like {card}. If that name is wrong, correct it first.",
                        card=named(game, same.kind),
                    )
                ) from same
            except AlbumError as error:
                raise Refused(
                    Text("Not learned: card too small, or no colours in the picture.")
                ) from error
            return kind

    def confirm(self, game: str, kind: str) -> None:
        """A card that looked like one of this kind is one."""
        with self._lock:
            album = self._album(game)
            if kind in album.cards and kind not in album.confirmed:
                album.confirmed.add(kind)
                self._save(album)

    def forget(self, game: str, kind: str) -> None:
        """What was learned as this kind is not known any more."""
        with self._changing(game) as album:
            if kind not in album.cards:
                raise Refused(NOT_KNOWN)
            album.forget(kind)

    def rename(self, game: str, kind: str, right: str) -> None:
        """What was learned as one kind is another; whatever was known of that one is forgotten."""
        if right not in _every_kind(game):
            raise Refused(NO_SUCH_CARD)
        with self._changing(game) as album:
            if kind not in album.cards:
                raise Refused(NOT_KNOWN)
            card = album.cards[kind]
            for wrong in (kind, right):
                album.forget(wrong)
            album.cards[right] = card
            album.confirmed.add(right)  # somebody has looked at it a second time

    def packed(self, game: str) -> bytes:
        """The album as a file, to be kept or shared; empty if nothing has been learned."""
        with self._lock:
            self._album(game)
            path = self.path(game)
            return whole_part(path) if path.exists() else b""

    def restore(self, game: str, file: Path, sent: SentPictures) -> None:
        """Use an album that was saved elsewhere; it is refused if it is damaged or of another game.

        `file` is read and left alone; what is in it `sent` unpacks.
        """
        try:
            album = load_album(file, game, whole=True, opened=sent.card)
        except AlbumError as error:
            raise Refused(error.reason or Text("This file cannot be read.")) from error
        if set(filter(counts, album.cards)) - _every_kind(game):
            raise Refused(Text("This album has cards of another game."))
        with self._lock:
            self._save(album)
            self._open[game] = album
            self.trouble.pop(game, None)

    @contextmanager
    def _changing(self, game: str) -> Iterator[Album]:
        """The album of a game, kept on the disk as it is in the end."""
        with self._lock:
            album = self._album(game)
            yield album
            self._save(album)

    def _album(self, game: str) -> Album:
        if game not in self._open:
            self._open[game] = self._loaded(game)
        return self._open[game]

    def _loaded(self, game: str) -> Album:
        path = self.path(game)
        if not path.exists():
            return new_album(game)
        try:
            return load_album(path, game)
        except AlbumError as error:
            # It is kept beside the new one: perhaps somebody can still make use of it.
            self.trouble[game] = str(error)
            path.replace(path.with_name(path.name + ".broken"))
            return new_album(game)

    def _save(self, album: Album) -> None:
        try:
            album.save(self.path(album.game))
        except AlbumError as error:
            self._open.pop(album.game, None)
            raise Refused(Text("The album cannot be saved.")) from error


def _every_kind(game: str) -> set[str]:
    return set(kinds_of(game, every_set=True))


def named(game: str, kind: str) -> Text:
    """What the cards of a kind are called."""
    if not counts(kind):
        return Text("Card back, or not of this game")
    return next(piece.name for piece in GAMES[game].pieces.values() if piece.kind == kind)


def pictured_ids(match: Match[Any]) -> dict[str, list[str]]:
    """The ids of the pieces of every kind that is known by its picture in a match."""
    kinds = pictured_pieces(match).items()
    return {kind: [piece.id for piece in pieces] for kind, pieces in kinds if pieces}
