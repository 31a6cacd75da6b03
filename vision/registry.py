"""Which tag is on which piece: one registry per game, stable for ever."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NoReturn, TypeGuard

import cv2

from rules.games import GAMES
from vision.gamefiles import game_file, read_toml

DICTIONARY = cv2.aruco.DICT_APRILTAG_36H11
MODULES = 8
"""Black modules along the side of a tag: six of data and the border."""
FIRST_FRAME_ID = 560
LAST_ID = 586


class RegistryError(ValueError):
    """A tag registry that cannot be used; the message says where, why and what to do."""


@dataclass(frozen=True, slots=True)
class Label:
    """The printed label: the tag's black square, its white margin, its place on the piece (mm)."""

    side: float
    margin: float
    x: float
    y: float
    """The tag's centre, from the top left corner of the piece."""


@dataclass(frozen=True, slots=True)
class Form:
    """What pieces of one family have in common: their size in millimetres, and their label."""

    size: tuple[float, float]
    label: Label


@dataclass(frozen=True, slots=True)
class Registry:
    game: str
    pieces: Mapping[int, str]
    """Tag id -> piece id."""
    label: Label
    card_size: tuple[float, float]
    """Width and height of a card in millimetres."""
    families: Mapping[str, Form] = field(default_factory=dict)
    """Pieces that are no cards, by the first word of their ids: `quest` for `quest/01`."""

    def size_of(self, piece: str) -> tuple[float, float]:
        form = self.families.get(piece.partition("/")[0])
        return form.size if form else self.card_size

    def label_of(self, piece: str) -> Label:
        form = self.families.get(piece.partition("/")[0])
        return form.label if form else self.label

    def tags_of(self, piece: str) -> tuple[int, ...]:
        """All tags of a piece: one, or one on either side."""
        found = tuple(tag for tag, owner in self.pieces.items() if owner == piece)
        if not found:
            raise RegistryError(f"No tag of {self.game} is given to {piece!r}.")
        return found

    def tag_of(self, piece: str) -> int:
        """The tag on the face of a piece."""
        return self.tags_of(piece)[0]


@cache
def load_registry(game: str) -> Registry:
    path = game_file(game, "tags.toml", RegistryError)
    return read_registry(path, game, GAMES[game].pieces)


def read_registry(path: Path, game: str, known: Collection[str]) -> Registry:
    """The registry in one file, checked against the ids of all pieces of the game."""
    data = read_toml(path, RegistryError)
    owners: dict[int, str] = {}
    given = data.get("pieces")
    if not isinstance(given, dict):
        _fail(path, 'has no table [pieces]; list every piece as "<piece id>" = <tag id>')
    for piece, tags in given.items():
        if piece not in known:
            _fail(path, f"gives a tag to {piece!r}, which is no piece of {game}; remove that line")
        for tag in _ids(path, piece, tags):
            if tag in owners:
                _fail(
                    path,
                    f"tag {tag} is given to both {owners[tag]!r} and {piece!r}; "
                    "give the newer piece the next free id",
                )
            owners[tag] = piece
    missing = [piece for piece in known if piece not in given]
    if missing:
        _fail(path, f"has no tag for {', '.join(missing)}; append them with the next free ids")
    label, size = _label(path, "[label]", data.get("label", {})), _size(path, data)
    families = _families(path, data.get("families", {}), label)
    return Registry(game, MappingProxyType(owners), label, size, MappingProxyType(families))


def _ids(path: Path, piece: str, tags: object) -> Iterator[int]:
    listed = tags if isinstance(tags, list) and tags else [tags]
    for tag in listed:
        if type(tag) is not int:
            _fail(path, f"the tag of {piece!r} must be a whole number (or a list), not {tag!r}")
        if not 0 <= tag < FIRST_FRAME_ID:
            _fail(
                path,
                f"the tag {tag} of {piece!r} is outside 0 to {FIRST_FRAME_ID - 1}; "
                f"ids from {FIRST_FRAME_ID} up are kept for frames",
            )
        yield tag


def _families(path: Path, data: Mapping[str, Any], usual: Label) -> dict[str, Form]:
    families: dict[str, Form] = {}
    for name, values in data.items():
        where = f"[families.{name}]"
        size = _pair(path, f"{where} size", values.get("size"))
        at = {"at": values.get("at"), "side": usual.side, "margin": usual.margin}
        families[name] = Form(size, _label(path, where, at))
    return families


def _label(path: Path, where: str, label: Mapping[str, Any]) -> Label:
    side, margin = label.get("side"), label.get("margin")
    if not _positive(side) or not _positive(margin):
        _fail(path, f"{where} needs `side` and `margin` in millimetres, e.g. side = 10, margin = 2")
    x, y = _pair(path, f"{where} at", label.get("at"))
    return Label(float(side), float(margin), x, y)


def _size(path: Path, data: Mapping[str, Any]) -> tuple[float, float]:
    return _pair(path, "[card] size", data.get("card", {}).get("size"))


def _pair(path: Path, what: str, value: object) -> tuple[float, float]:
    if not isinstance(value, list) or len(value) != 2 or not all(_positive(n) for n in value):
        _fail(path, f"{what} must be two positive numbers in millimetres, not {value!r}")
    return float(value[0]), float(value[1])


def _positive(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and value > 0


def _fail(path: Path, problem: str) -> NoReturn:
    raise RegistryError(f"{path}: {problem}.")
