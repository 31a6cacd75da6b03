"""Albums: the pictures of a game's cards, each shown to the camera once, kept in one file.

Only the pictures are kept. What is compared is worked out from them when the album is opened, so
that a better way to compare needs no card to be shown again.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from rules.games import GAMES
from rules.text import Text
from vision.layout import Mat, load_layout
from vision.reading import FloatArray, Picture, Reading
from vision.recognise import album_file
from vision.recognise.album_file import VERSION, Damaged, OtherVersion, Written
from vision.recognise.art import LEAST_SCALE, ArtReader
from vision.recognise.boards import BoardError, Top, size_of, straightened
from vision.recognise.found import PictureReader, SeveralReaders, counts
from vision.recognise.likeness import Format
from vision.recognise.outlines import find_outlines
from vision.registry import Form, load_registry

_GAME, _CARD, _BOARD, _CONFIRMED = "game", "card/", "board/", "confirmed/"
"""What entries of a file are called, or begin with."""
_MOST_CARDS = 600
_MOST_BACKS = 60
"""Backs of cards, and cards of other games, in an album that comes from elsewhere."""
NO_ALBUM = Text("This file is no album, or it is damaged.")
_TOO_LARGE = Text("This file is too large for an album.")
CARD = "card"
"""The form of cards; all others are tiles."""
_TURNED = 0.8
"""How alike thumbnails are of cards that share a picture and lie the same way round."""
_OTHER_CARD, _APART = 0.35, 0.25
"""Of the largest outline's area, and how far from its middle in widths: an outline that large and
that far off is another card's, even if both lie within the largest."""


class AlbumError(ValueError):
    """A card that cannot be enrolled or an album that cannot be used; says why and what to do.

    `reason` says of a file why it cannot be used, in words for phones.
    """

    def __init__(self, message: str, reason: Text | None = None) -> None:
        super().__init__(message)
        self.reason = reason


class LooksLike(AlbumError):
    """A card that looks just like one of another kind, `kind`, which is in the album already."""

    def __init__(self, kind: str) -> None:
        super().__init__(
            f"This card looks exactly like {kind}, which is in the album already. If that one was "
            "enrolled under a wrong name, enrol the right card for it first."
        )
        self.kind = kind


@dataclass(slots=True)
class Album:
    game: str
    cards: dict[str, Picture] = field(default_factory=dict)
    """Kind -> its picture, blue-green-red, in the fine size of its form."""
    boards: dict[str, Picture] = field(default_factory=dict)
    """Mat -> its photograph, straightened."""
    confirmed: set[str] = field(default_factory=set)
    """Kinds of which somebody has said that a card was rightly known as one."""
    _written: Written = field(default_factory=Written, repr=False, compare=False)

    def form_of(self, kind: str) -> Format:
        """The form into which pictures of a kind are brought; what is no card is as one."""
        return _sizes(self.game)[_form_name(self.game, kind)]

    def reader(self, kinds: Collection[str] | None = None, careful: bool = False) -> PictureReader:
        """`kinds` are those that can lie on the table; without them, those of the base game.

        To be `careful` is to have somebody confirm the first reading of a kind, as long as there
        are others of its sort that were never shown.
        """
        wanted = list(kinds_of(self.game) if kinds is None else kinds)
        forms = dict.fromkeys(_form_name(self.game, kind) for kind in wanted)
        readers = [self.reader_of(form, wanted, careful) for form in forms]
        return readers[0] if len(readers) == 1 else SeveralReaders(readers)

    def reader_of(self, form: str, kinds: Collection[str], careful: bool = False) -> ArtReader:
        """The same for the pieces of one form alone."""
        wanted = {kind for kind in kinds if _form_name(self.game, kind) == form}
        cards = {
            kind: card
            for kind, card in self.cards.items()
            if kind in wanted or (form == CARD and not counts(kind))
        }
        missing = wanted - cards.keys()
        sorts = {_sort(kind) for kind in missing}
        doubtful = [
            kind
            for kind in cards
            if careful and counts(kind) and kind not in self.confirmed and _sort(kind) in sorts
        ]
        size = _sizes(self.game)[form]
        return ArtReader(size, cards, not missing, doubtful, tiles=form != CARD)

    def enrol(self, kind: str, picture: Picture) -> FloatArray:
        """Takes the card that lies alone and upright in a picture into the album.

        Gives the corners at which it was found. A kind that is in the album already is replaced.
        """
        corners = _only_card(picture, self.form_of(kind))
        return self._take(kind, picture, corners)

    def enrol_at(self, kind: str, picture: Picture, corners: FloatArray) -> FloatArray:
        """Takes a card into the album of which the corners are known (clockwise, from any one).

        It may lie upside down; if a card with the same picture is in the album, this one is
        brought the same way round, else it is taken as it lies before the camera. Gives the corners
        from its own top left.
        """
        form = self.form_of(kind)
        ways = list(form.ways(corners))
        known = [form.thumbnail(card) for card in self._of_form(form).values()]
        alike = (
            [
                max((float(one @ thumbnail) for one in known), default=0.0)
                for thumbnail in (form.thumbnail(form.cut_out(picture, way)) for way in ways)
            ]
            if picture.ndim == 3
            else [0.0]
        )
        best = int(np.argmax(alike))
        return self._take(kind, picture, ways[best] if alike[best] > _TURNED else _upright(ways))

    def enrol_board(self, mat: str, picture: Picture, top: Top = "top") -> None:
        """Takes the board in a photograph that shows it whole into the album."""
        try:
            self.boards[mat] = straightened(picture, load_layout(self.game).mats[mat], top)
        except BoardError as problem:
            raise AlbumError(str(problem), problem.reason) from problem

    def forget(self, kind: str) -> None:
        """Takes a kind out of the album, for example one that was enrolled by a wrong name."""
        self.cards.pop(kind, None)
        self.confirmed.discard(kind)

    def _take(self, kind: str, picture: Picture, corners: FloatArray) -> FloatArray:
        if picture.ndim != 3:
            raise AlbumError(
                "The picture has no colours, and some cards differ in nothing else. Take it with "
                "a camera that sees colours."
            )
        form = self.form_of(kind)
        across = float(np.linalg.norm(corners[1] - corners[0]))
        least = LEAST_SCALE * form.card_size[0]
        if across < least:
            raise AlbumError(
                f"The card is only {across:.0f} pixels wide in the picture; {least:.0f} are "
                "needed. Hold the camera closer, or use a larger picture."
            )
        card = form.cut_out(picture, corners)
        same = ArtReader(form, self._alike(card, kind)).read_card(picture, corners)
        if isinstance(same, Reading):
            raise LooksLike(same.piece)
        self.cards[kind] = card
        self.confirmed.discard(kind)
        return corners

    def _alike(self, card: Picture, kind: str) -> dict[str, Picture]:
        """The cards of other kinds that may have the same picture."""
        form = self.form_of(kind)
        ways = [form.thumbnail(way) for way in (card, np.ascontiguousarray(card[::-1, ::-1]))]
        return {
            known: other
            for known, other in self._of_form(form).items()
            if known != kind and max(float(form.thumbnail(other) @ way) for way in ways) > _TURNED
        }

    def _of_form(self, form: Format) -> dict[str, Picture]:
        return {
            kind: card
            for kind, card in self.cards.items()
            if (kind in _forms(self.game) or not counts(kind)) and self.form_of(kind) == form
        }

    def save(self, path: Path) -> None:
        """What is new is added to the file that was loaded or saved last; else it is replaced."""
        entries = self._entries()
        try:
            if self._written.is_part_of(path, entries):
                new = [name for name in entries if name not in self._written.entries]
                packed = [(name, album_file.picture_packed(entries[name])) for name in new]
                size = album_file.add(path, self._written.size, packed)
            else:
                everything = [
                    (name, album_file.picture_packed(entry)) for name, entry in entries.items()
                ]
                size = album_file.write_whole(path, [(_GAME, self.game.encode()), *everything])
        except OSError as problem:
            raise AlbumError(
                f"{path}: the album cannot be written ({problem.strerror}). Choose a folder that "
                "is there and that you may write to."
            ) from problem
        self._written = Written(path, size, entries)

    def _entries(self) -> dict[str, object]:
        """All that a file of the album holds."""
        return {
            **{_CARD + kind: card for kind, card in self.cards.items()},
            **{_BOARD + mat: board for mat, board in self.boards.items()},
            **{_CONFIRMED + kind: None for kind in sorted(self.confirmed)},
        }


def new_album(game: str) -> Album:
    _forms(game)
    return Album(game)


def load_album(
    path: Path,
    game: str,
    whole: bool = False,
    opened: Callable[[bytes, tuple[int, int]], Picture] | None = None,
) -> Album:
    """`whole` refuses an album that ends in the middle of a picture, as after a power cut, and one
    that is too large for what the game has.

    `opened` unpacks a picture of this size.
    """
    try:
        if path.stat().st_size > _most_bytes(game):
            raise _too_large(path)
        reading = _Reading(path, game, whole, opened or album_file.picture_in)
        size = album_file.read(path, reading.take, whole)
    except FileNotFoundError as problem:
        raise AlbumError(
            f"{path}: there is no such album. Make it by enrolling a first card."
        ) from problem
    except OSError as problem:
        why = problem.strerror or "it is no album"
        raise AlbumError(f"{path}: the album cannot be read ({why}).") from problem
    except OtherVersion as other:
        raise _of_another_version(path, other.version) from other
    except (Damaged, UnicodeDecodeError, cv2.error) as problem:
        raise _damaged(path) from problem
    if not reading.is_of_the_game:
        raise _damaged(path)
    album = reading.album
    album.confirmed &= album.cards.keys()
    album._written = Written(path, size, album._entries())
    return album


def kinds_of(game: str, every_set: bool = False) -> list[str]:
    """The kinds that are known by their pictures, in the order of their tags; of the base game, or
    of all sets."""
    forms = _forms(game)
    played = GAMES[game]
    pieces = (played if every_set else played.for_match(played.settle({}))).pieces
    kinds = {piece.kind for piece in pieces.values()}
    return [kind for kind in forms if kind in kinds]


def _sort(kind: str) -> str:
    """What kinds of cards have in common that may share a picture: all ships, all traders."""
    return kind.partition("/")[0]


def tiles_of(game: str) -> list[str]:
    """Those of them that are no cards: on a board they are known only if they were shown before."""
    return [kind for kind in kinds_of(game, every_set=True) if _forms(game)[kind].name != CARD]


@cache
def _forms(game: str) -> dict[str, Form]:
    """Kind -> what it is like, of all that can be known by their pictures, in order of tags."""
    registry, played = load_registry(game), GAMES[game]
    begins = tuple(played.cards)
    keys = [key for key in registry.pieces.values() if begins and key.startswith(begins)]
    if not keys:
        raise AlbumError(f"{game} has no cards that could be known by their pictures.")
    return {played.pieces[key].kind: registry.form_of(key) for key in keys}


def _form_name(game: str, kind: str) -> str:
    """That of a card, if another version of the game has such a kind and this one has not."""
    return _forms(game)[kind].name if kind in _forms(game) else CARD


def _sizes(game: str) -> dict[str, Format]:
    """The forms of these, by name."""
    return {form.name: Format(form.size) for form in _forms(game).values()}


@dataclass(slots=True)
class _Reading:
    """An album that is being read, entry by entry."""

    path: Path
    game: str
    whole: bool
    opened: Callable[[bytes, tuple[int, int]], Picture]
    album: Album = field(init=False)
    is_of_the_game: bool = False

    def __post_init__(self) -> None:
        self.album = new_album(self.game)

    def take(self, name: str, packed: bytes) -> None:
        """The first of them says which game it is."""
        album = self.album
        if not self.is_of_the_game:
            self._check_game(name, packed)
        elif name.startswith(_CARD):
            kind = name.removeprefix(_CARD)
            if self.whole and len(album.cards) >= len(_forms(self.game)) + _MOST_BACKS:
                raise _too_large(self.path)
            album.cards[kind] = self.opened(packed, album.form_of(kind).fine_size)
        elif name.startswith(_BOARD):
            mats = {mat.key: mat for mat in boards_of(self.game)}
            if mat := mats.get(name.removeprefix(_BOARD)):
                album.boards[mat.key] = self.opened(packed, size_of(mat))
        elif name.startswith(_CONFIRMED):
            album.confirmed.add(name.removeprefix(_CONFIRMED))

    def _check_game(self, name: str, packed: bytes) -> None:
        if name != _GAME:
            raise Damaged
        if packed != self.game.encode():
            raise AlbumError(
                f"{self.path}: is an album of {packed[:40].decode()}, not of {self.game}.",
                Text("This is an album of another game."),
            )
        self.is_of_the_game = True


def _of_another_version(path: Path, version: int) -> AlbumError:
    if version == 1:
        return AlbumError(
            f"{path}: is an album of version 1, which is without colours. Enrol the cards again.",
            Text("This old album has no colours. Learn the cards again."),
        )
    return AlbumError(
        f"{path}: is an album of version {version}, and this program knows version {VERSION}. Use "
        "the program it was made with, or enrol the cards again.",
        Text("This album is from a newer Quartermaster."),
    )


def boards_of(game: str) -> list[Mat]:
    """The game's own boards and mats, which can be known by what is printed on them."""
    return [mat for mat in load_layout(game).mats.values() if not mat.printed]


def _most_bytes(game: str) -> int:
    return _MOST_CARDS * 3 * max(math.prod(form.fine_size) for form in _sizes(game).values())


def _damaged(path: Path) -> AlbumError:
    return AlbumError(
        f"{path}: is no album, or it is damaged. Take a copy of it, or enrol the cards again.",
        NO_ALBUM,
    )


def _too_large(path: Path) -> AlbumError:
    return AlbumError(f"{path}: is larger than any album can be.", _TOO_LARGE)


def _only_card(picture: Picture, form: Format) -> FloatArray:
    """The corners of the one card in a picture, beginning with its top left."""
    outlines = find_outlines(picture, form.card_size)
    if not outlines:
        raise AlbumError(
            "No card was found in the picture. Lay the card alone on a plain table that is darker "
            "or lighter than its edge, wholly in view, with nothing on it."
        )
    corners, area = outlines[0], cv2.contourArea(outlines[0].astype(np.float32))
    middle = corners.mean(axis=0)
    apart = _APART * float(np.linalg.norm(np.roll(corners, 1, axis=0) - corners, axis=1).min())
    for other in outlines[1:]:
        beside = float(np.linalg.norm(other.mean(axis=0) - middle)) > apart
        if beside and cv2.contourArea(other.astype(np.float32)) > _OTHER_CARD * area:
            raise AlbumError("There is more than one card in the picture. Show one card alone.")
    return _upright(list(form.ways(corners)))


def _upright(ways: Sequence[FloatArray]) -> FloatArray:
    """The one whose upper side is farthest up in the picture."""
    return np.asarray(min(ways, key=lambda way: float(way[0, 1] + way[1, 1])), np.float64)
