"""Albums: the pictures of a game's cards, each shown to the camera once, kept in one file.

Only the pictures are kept. What is compared is worked out from them when the album is opened, so
that a better way to compare needs no card to be shown again.
"""

from __future__ import annotations

import io
import os
import zipfile
import zlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from rules.games import GAMES
from rules.text import Text
from vision.reading import FloatArray, Picture, Reading
from vision.recognise.art import LEAST_WIDTH, ArtReader, counts
from vision.recognise.likeness import Format
from vision.recognise.outlines import find_outlines
from vision.registry import Form, load_registry

VERSION = 2
_MOST_CARDS = 600
_DAMAGES = (ValueError, TypeError, KeyError, EOFError, zipfile.BadZipFile, zlib.error)
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
    form: Format
    cards: dict[str, Picture] = field(default_factory=dict)
    """Kind -> its picture, blue-green-red, in the form's fine size."""
    confirmed: set[str] = field(default_factory=set)
    """Kinds of which somebody has said that a card was rightly known as one."""

    def reader(self, kinds: Collection[str] | None = None, careful: bool = False) -> ArtReader:
        """`kinds` are those that can lie on the table; without them, those of the base game.

        To be `careful` is to have somebody confirm the first reading of a kind, as long as there
        are others of its sort that were never shown.
        """
        wanted = set(kinds_of(self.game) if kinds is None else kinds)
        cards = {
            kind: card for kind, card in self.cards.items() if kind in wanted or not counts(kind)
        }
        missing = wanted - cards.keys()
        sorts = {_sort(kind) for kind in missing}
        doubtful = [
            kind
            for kind in cards
            if careful and counts(kind) and kind not in self.confirmed and _sort(kind) in sorts
        ]
        return ArtReader(self.form, cards, complete=not missing, unconfirmed=doubtful)

    def enrol(self, kind: str, picture: Picture) -> FloatArray:
        """Takes the card that lies alone and upright in a picture into the album.

        Gives the corners at which it was found. A kind that is in the album already is replaced.
        """
        corners = _only_card(picture, self.form)
        return self._take(kind, picture, corners)

    def enrol_at(self, kind: str, picture: Picture, corners: FloatArray) -> FloatArray:
        """Takes a card into the album of which the corners are known (clockwise, from any one).

        It may lie upside down; if a card with the same picture is in the album, this one is
        brought the same way round. Gives the corners from its own top left.
        """
        ways = list(self.form.ways(corners))
        known = [self.form.thumbnail(card) for card in self.cards.values()]
        alike = (
            [
                max((float(one @ thumbnail) for one in known), default=0.0)
                for thumbnail in (
                    self.form.thumbnail(self.form.cut_out(picture, way)) for way in ways
                )
            ]
            if picture.ndim == 3
            else [0.0]
        )
        best = int(np.argmax(alike))
        return self._take(kind, picture, ways[best if alike[best] > _TURNED else 0])

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
        across = float(np.linalg.norm(corners[1] - corners[0]))
        if across < LEAST_WIDTH:
            raise AlbumError(
                f"The card is only {across:.0f} pixels wide in the picture; {LEAST_WIDTH:.0f} are "
                "needed. Hold the camera closer, or use a larger picture."
            )
        card = self.form.cut_out(picture, corners)
        same = ArtReader(self.form, self._alike(card, kind)).read_card(picture, corners)
        if isinstance(same, Reading):
            raise LooksLike(same.piece)
        self.cards[kind] = card
        self.confirmed.discard(kind)
        return corners

    def _alike(self, card: Picture, kind: str) -> dict[str, Picture]:
        """The cards of other kinds that may have the same picture."""
        ways = [self.form.thumbnail(way) for way in (card, np.ascontiguousarray(card[::-1, ::-1]))]
        return {
            known: other
            for known, other in self.cards.items()
            if known != kind
            and max(float(self.form.thumbnail(other) @ way) for way in ways) > _TURNED
        }

    def save(self, path: Path) -> None:
        kinds = sorted(self.cards)
        width, height = self.form.fine_size
        pictures = np.array([self.cards[kind] for kind in kinds], np.uint8)
        half_written = path.with_name(path.name + ".part")
        try:
            with half_written.open("wb") as file:
                np.savez_compressed(
                    file,
                    version=np.array(VERSION),
                    game=np.array(self.game),
                    kinds=np.array(kinds, dtype=np.str_),
                    cards=pictures.reshape(-1, height, width, 3),
                    confirmed=np.array(sorted(self.confirmed), dtype=np.str_),
                )
                file.flush()
                os.fsync(file.fileno())
            half_written.replace(path)
        except OSError as problem:
            half_written.unlink(missing_ok=True)
            raise AlbumError(
                f"{path}: the album cannot be written ({problem.strerror}). Choose a folder that "
                "is there and that you may write to."
            ) from problem


def new_album(game: str) -> Album:
    form = _card_form(game)
    return Album(game, Format(form.size))


def load_album(path: Path, game: str) -> Album:
    try:
        packed = path.read_bytes()
        _check_size(path, game, packed)
        with np.load(io.BytesIO(packed), allow_pickle=False) as data:
            stored = {name: data[name] for name in data.files}
        return _checked(path, game, stored)
    except AlbumError:
        raise
    except FileNotFoundError as problem:
        raise AlbumError(
            f"{path}: there is no such album. Make it by enrolling a first card."
        ) from problem
    except OSError as problem:
        why = problem.strerror or "it is no album"
        raise AlbumError(f"{path}: the album cannot be read ({why}).") from problem
    except _DAMAGES as problem:
        raise _damaged(path) from problem


def kinds_of(game: str, every_set: bool = False) -> list[str]:
    """The kinds of a game's cards, in the order of their tags; of the base game, or of all sets."""
    form, registry, played = _card_form(game), load_registry(game), GAMES[game]
    pieces = (played if every_set else played.for_match(played.settle({}))).pieces
    cards = (piece for piece in registry.pieces.values() if registry.form_of(piece) == form)
    return list(dict.fromkeys(pieces[piece].kind for piece in cards if piece in pieces))


def _sort(kind: str) -> str:
    """What kinds of cards have in common that may share a picture: all ships, all traders."""
    return kind.partition("/")[0]


def _card_form(game: str) -> Form:
    """Only cards are large enough to be known by their pictures."""
    cards = [form for form in load_registry(game).forms if form.name == "card"]
    if not cards:
        raise AlbumError(f"{game} has no cards that could be known by their pictures.")
    return cards[0]


def _checked(path: Path, game: str, stored: Mapping[str, np.ndarray]) -> Album:
    if not {"version", "game", "kinds", "cards"} <= stored.keys():
        raise _damaged(path)
    if int(stored["version"]) == 1:
        raise AlbumError(
            f"{path}: is an album of version 1, which is without colours. Enrol the cards again.",
            Text("This album is an old one without colours. The cards have to be learned again."),
        )
    if int(stored["version"]) != VERSION:
        raise AlbumError(
            f"{path}: is an album of version {int(stored['version'])}, and this program knows "
            f"version {VERSION}. Use the program it was made with, or enrol the cards again.",
            Text("This album was made by another version of the assistant, which knows more."),
        )
    if str(stored["game"]) != game:
        raise AlbumError(
            f"{path}: is an album of {stored['game']}, not of {game}.",
            Text("This is an album of another game."),
        )
    album = new_album(game)
    width, height = album.form.fine_size
    kinds, cards = stored["kinds"], stored["cards"]
    if cards.dtype != np.uint8 or cards.shape != (len(kinds), height, width, 3):
        raise _damaged(path)
    if not set(filter(counts, map(str, kinds))) <= set(kinds_of(game, every_set=True)):
        raise AlbumError(
            f"{path}: has cards that are not in this game.",
            Text("This album has cards that are not in this game."),
        )
    album.cards = {str(kind): card for kind, card in zip(kinds, cards, strict=True)}
    album.confirmed = album.cards.keys() & set(map(str, stored.get("confirmed", ())))
    return album


def _check_size(path: Path, game: str, packed: bytes) -> None:
    """A small file can be made that unpacks to more than there is room for."""
    width, height = new_album(game).form.fine_size
    most = _MOST_CARDS * width * height * 3
    with zipfile.ZipFile(io.BytesIO(packed)) as parts:
        if sum(part.file_size for part in parts.infolist()) > most:
            raise AlbumError(
                f"{path}: is larger than any album can be.",
                Text("This file is larger than any album can be."),
            )


def _damaged(path: Path) -> AlbumError:
    return AlbumError(
        f"{path}: is no album, or it is damaged. Take a copy of it, or enrol the cards again.",
        Text("This file is no album, or it is damaged."),
    )


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
    upright = min(form.ways(corners), key=lambda way: float(way[0, 1] + way[1, 1]))
    return np.asarray(upright, np.float64)
