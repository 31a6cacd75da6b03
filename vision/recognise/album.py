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
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from rules.games import GAMES
from vision.layout import Mat, load_layout
from vision.reading import FloatArray, Picture, Reading
from vision.recognise.art import LEAST_SCALE, ArtReader
from vision.recognise.boards import BoardError, Top, size_of, straightened
from vision.recognise.likeness import Format
from vision.recognise.outlines import find_outlines
from vision.recognise.pictures import PictureReader, SeveralReaders
from vision.registry import Form, load_registry

VERSION = 2
_BOARD = "board of "
_CARD = "card"
"""The form of cards; all others are tiles."""
_TURNED = 0.8
"""How alike thumbnails are of cards that share a picture and lie the same way round."""
_OTHER_CARD, _APART = 0.35, 0.25
"""Of the largest outline's area, and how far from its middle in widths: an outline that large and
that far off is another card's, even if both lie within the largest."""


class AlbumError(ValueError):
    """A card that cannot be enrolled or an album that cannot be used; says why and what to do."""


@dataclass(slots=True)
class Album:
    game: str
    cards: dict[str, Picture] = field(default_factory=dict)
    """Kind -> its picture, blue-green-red, in the fine size of its form."""
    boards: dict[str, Picture] = field(default_factory=dict)
    """Mat -> its photograph, straightened."""

    def form_of(self, kind: str) -> Format:
        """The form into which pictures of a kind are brought."""
        return Format(_forms(self.game)[kind].size)

    def reader(self, kinds: Collection[str] | None = None) -> PictureReader:
        """`kinds` are those that can lie on the table; without them, those of the base game."""
        wanted = list(kinds_of(self.game) if kinds is None else kinds)
        readers: list[ArtReader] = []
        for form in dict.fromkeys(_forms(self.game)[kind] for kind in wanted):
            own = [kind for kind in wanted if _forms(self.game)[kind] == form]
            cards = {kind: self.cards[kind] for kind in own if kind in self.cards}
            complete = len(cards) == len(own)
            readers.append(ArtReader(Format(form.size), cards, complete, tiles=form.name != _CARD))
        return readers[0] if len(readers) == 1 else SeveralReaders(readers)

    def enrol(self, kind: str, picture: Picture) -> FloatArray:
        """Takes the card that lies alone and upright in a picture into the album.

        Gives the corners at which it was found. A kind that is in the album already is replaced.
        """
        corners = _only_card(picture, self.form_of(kind))
        return self._take(kind, picture, corners)

    def enrol_at(self, kind: str, picture: Picture, corners: FloatArray) -> FloatArray:
        """Takes a card into the album of which the corners are known (clockwise, from any one).

        It may lie upside down; if a card with the same picture is in the album, this one is
        brought the same way round. Gives the corners from its own top left.
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
        return self._take(kind, picture, ways[best if alike[best] > _TURNED else 0])

    def enrol_board(self, mat: str, picture: Picture, top: Top = "top") -> None:
        """Takes the board in a photograph that shows it whole into the album."""
        try:
            self.boards[mat] = straightened(picture, load_layout(self.game).mats[mat], top)
        except BoardError as problem:
            raise AlbumError(str(problem)) from problem

    def forget(self, kind: str) -> None:
        """Takes a kind out of the album, for example one that was enrolled by a wrong name."""
        self.cards.pop(kind, None)

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
            raise AlbumError(
                f"This card looks exactly like {same.piece}, which is in the album already. If "
                "that one was enrolled under a wrong name, enrol the right card for it first."
            )
        self.cards[kind] = card
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
            if kind in _forms(self.game) and self.form_of(kind) == form
        }

    def save(self, path: Path) -> None:
        kinds = sorted(self.cards)
        stored = {
            "version": np.array(VERSION),
            "game": np.array(self.game),
            "kinds": np.array(kinds, dtype=np.str_),
        }
        for name, form in _sizes(self.game).items():
            own = [self.cards[kind] for kind in kinds if _form_name(self.game, kind) == name]
            width, height = form.fine_size
            stored[_stored_as(name)] = np.array(own, np.uint8).reshape(-1, height, width, 3)
        stored |= {_BOARD + mat: picture for mat, picture in self.boards.items()}
        half_written = path.with_name(path.name + ".part")
        try:
            with half_written.open("wb") as file:
                np.savez_compressed(file, **stored)  # type: ignore[arg-type]
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
    _forms(game)
    return Album(game)


def load_album(path: Path, game: str) -> Album:
    try:
        with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as data:
            stored = {name: data[name] for name in data.files}
    except FileNotFoundError as problem:
        raise AlbumError(
            f"{path}: there is no such album. Make it by enrolling a first card."
        ) from problem
    except OSError as problem:
        why = problem.strerror or "it is no album"
        raise AlbumError(f"{path}: the album cannot be read ({why}).") from problem
    except (ValueError, TypeError, EOFError, zipfile.BadZipFile, zlib.error) as problem:
        raise AlbumError(_damaged(path)) from problem
    return _checked(path, game, stored)


def kinds_of(game: str, every_set: bool = False) -> list[str]:
    """The kinds that are known by their pictures, in the order of their tags; of the base game, or
    of all sets."""
    forms = _forms(game)
    played = GAMES[game]
    pieces = (played if every_set else played.for_match(played.settle({}))).pieces
    kinds = {piece.kind for piece in pieces.values()}
    return [kind for kind in forms if kind in kinds]


def tiles_of(game: str) -> list[str]:
    """Those of them that are no cards: on a board they are known only if they were shown before."""
    return [kind for kind in kinds_of(game, every_set=True) if _forms(game)[kind].name != _CARD]


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
    return _forms(game)[kind].name if kind in _forms(game) else _CARD


def _sizes(game: str) -> dict[str, Format]:
    """The forms of these, by name."""
    return {form.name: Format(form.size) for form in _forms(game).values()}


def _stored_as(form: str) -> str:
    """What the pictures of a form are called in a file."""
    return "cards" if form == _CARD else f"cards of {form}"


def _checked(path: Path, game: str, stored: Mapping[str, np.ndarray]) -> Album:
    if not {"version", "game", "kinds", "cards"} <= stored.keys():
        raise AlbumError(_damaged(path))
    if int(stored["version"]) == 1:
        raise AlbumError(
            f"{path}: is an album of version 1, which is without colours. Enrol the cards again."
        )
    if int(stored["version"]) != VERSION:
        raise AlbumError(
            f"{path}: is an album of version {int(stored['version'])}, and this program knows "
            f"version {VERSION}. Use the program it was made with, or enrol the cards again."
        )
    if str(stored["game"]) != game:
        raise AlbumError(f"{path}: is an album of {stored['game']}, not of {game}.")
    album, kinds = new_album(game), [str(kind) for kind in stored["kinds"]]
    for name, form in _sizes(game).items():
        own = [kind for kind in kinds if _form_name(game, kind) == name]
        width, height = form.fine_size
        cards = stored.get(_stored_as(name), np.empty((0, height, width, 3), np.uint8))
        if cards.dtype != np.uint8 or cards.shape != (len(own), height, width, 3):
            raise AlbumError(_damaged(path))
        album.cards.update(zip(own, cards, strict=True))
    for mat in boards_of(game):
        board = stored.get(_BOARD + mat.key)
        if board is not None:
            if board.dtype != np.uint8 or board.shape != (*size_of(mat)[::-1], 3):
                raise AlbumError(_damaged(path))
            album.boards[mat.key] = board
    return album


def boards_of(game: str) -> list[Mat]:
    """The game's own boards and mats, which can be known by what is printed on them."""
    return [mat for mat in load_layout(game).mats.values() if not mat.printed]


def _damaged(path: Path) -> str:
    return f"{path}: is no album, or it is damaged. Take a copy of it, or enrol the cards again."


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
