"""Albums: the pictures of a game's cards, each shown to the camera once, kept in one file.

Only the pictures are kept. What is compared is worked out from them when the album is opened, so
that a better way to compare needs no card to be shown again.
"""

from __future__ import annotations

import io
import os
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from rules.games import GAMES
from vision.reading import FloatArray, Picture, Reading
from vision.recognise.art import ArtReader
from vision.recognise.likeness import Format
from vision.recognise.outlines import find_outlines
from vision.registry import Form, load_registry

VERSION = 1
_LEAST_WIDTH = 160.0
"""Pixels of a card's width when it is enrolled: everything is compared with that picture."""
_OTHER_CARD = 0.5
"""Of the largest outline's area: a second one that is not inside it must be another card."""


class AlbumError(ValueError):
    """A card that cannot be enrolled or an album that cannot be used; says why and what to do."""


@dataclass(slots=True)
class Album:
    game: str
    form: Format
    cards: dict[str, Picture] = field(default_factory=dict)
    """Kind -> its picture, grey, in the form's fine size."""

    def reader(self) -> ArtReader:
        return ArtReader(self.form, self.cards)

    def enrol(self, kind: str, picture: Picture) -> FloatArray:
        """Takes the card that lies alone and upright in a picture into the album.

        Gives the corners at which it was found. A kind that is in the album already is replaced.
        """
        corners = _only_card(picture, self.form)
        others = {known: card for known, card in self.cards.items() if known != kind}
        same = ArtReader(self.form, others).read_card(picture, corners)
        if isinstance(same, Reading):
            raise AlbumError(
                f"This card looks exactly like {same.piece}, which is in the album already. If "
                "that one was enrolled under a wrong name, enrol the right card for it first."
            )
        self.cards[kind] = self.form.cut_out(picture, corners)
        return corners

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
                    cards=pictures.reshape(-1, height, width),
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
    return Album(game, Format(form.size, form.label))


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


def kinds_of(game: str) -> list[str]:
    """The kinds of a game's cards, in the order of their tags."""
    form, registry, pieces = _card_form(game), load_registry(game), GAMES[game].pieces
    cards = (piece for piece in registry.pieces.values() if registry.form_of(piece) == form)
    return list(dict.fromkeys(pieces[piece].kind for piece in cards))


def _card_form(game: str) -> Form:
    """Only cards are large enough to be known by their pictures."""
    cards = [form for form in load_registry(game).forms if form.name == "card"]
    if not cards:
        raise AlbumError(f"{game} has no cards that could be known by their pictures.")
    return cards[0]


def _checked(path: Path, game: str, stored: Mapping[str, np.ndarray]) -> Album:
    if not {"version", "game", "kinds", "cards"} <= stored.keys():
        raise AlbumError(_damaged(path))
    if int(stored["version"]) != VERSION:
        raise AlbumError(
            f"{path}: is an album of version {int(stored['version'])}, and this program knows "
            f"version {VERSION}. Use the program it was made with, or enrol the cards again."
        )
    if str(stored["game"]) != game:
        raise AlbumError(f"{path}: is an album of {stored['game']}, not of {game}.")
    album = new_album(game)
    width, height = album.form.fine_size
    kinds, cards = stored["kinds"], stored["cards"]
    if cards.dtype != np.uint8 or cards.shape != (len(kinds), height, width):
        raise AlbumError(_damaged(path))
    album.cards = {str(kind): card for kind, card in zip(kinds, cards, strict=True)}
    return album


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
    for other in outlines[1:]:
        x, y = other.mean(axis=0)
        inside = cv2.pointPolygonTest(corners.astype(np.float32), (float(x), float(y)), False) >= 0
        if not inside and cv2.contourArea(other.astype(np.float32)) > _OTHER_CARD * area:
            raise AlbumError("There is more than one card in the picture. Show one card alone.")
    width, height = form.card_size
    starts = range(4) if width == height else range(1 if width > height else 0, 4, 2)
    turns = [np.roll(corners, -start, axis=0) for start in starts]
    upright = min(turns, key=lambda turned: float(turned[0, 1] + turned[1, 1]))
    across = float(np.linalg.norm(upright[1] - upright[0]))
    if across < _LEAST_WIDTH:
        raise AlbumError(
            f"The card is only {across:.0f} pixels wide in the picture; {_LEAST_WIDTH:.0f} are "
            "needed. Hold the camera closer, or use a larger picture."
        )
    return np.asarray(upright, np.float64)
