"""Which tag is on which piece: one registry per game, stable for ever."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Literal, NoReturn

import cv2
from msgspec import Meta
from msgspec.structs import replace

from rules.games import GAMES
from rules.typed import Table, Wrong, read_file
from vision.gamefiles import game_file

DICTIONARY = cv2.aruco.DICT_APRILTAG_36H11
MODULES = 8
"""Black modules along the side of a tag: six of data and the border."""
FIRST_MAT_ID = 560
LAST_ID = 586
FARTHEST = 100_000
"""Millimetres; nothing on a table is further away."""


class RegistryError(ValueError):
    """A tag registry that cannot be used; the message says where, why and what to do."""


Length = Annotated[float, Meta(gt=0, le=FARTHEST, description="a length above 0 in millimetres")]
Point = Annotated[
    tuple[Length, Length],
    Meta(description="two positive numbers in millimetres, e.g. [9.5, 9.5]"),
]
SetName = Annotated[str, Meta(min_length=1, description='an expansion, e.g. "contracts"')]


class Label(Table, frozen=True):
    """The printed label: the tag's black square, its white margin, its place on the piece (mm)."""

    side: Length
    margin: Length
    at: Point
    """The tag's centre, from the top left corner of the piece."""

    @property
    def x(self) -> float:
        return self.at[0]

    @property
    def y(self) -> float:
        return self.at[1]


class Field(Table, frozen=True):
    """Where a number is printed on a piece, from its top left corner (mm)."""

    at: Point
    size: Point


class Form(Table, frozen=True):
    """What pieces of one form have in common: cards, tiles, wooden ships (mm)."""

    size: Point
    label: Label
    name: str = ""
    """By its table in the file."""
    pieces: tuple[str, ...] = ("",)
    """How their ids begin."""
    thick: Annotated[float, Meta(ge=0, le=FARTHEST, description="a height in millimetres")] = 0.0
    """How high above the table the label lies."""
    set: SetName | None = None
    """The expansion that all pieces of this form belong to; None is the game itself."""
    numbers: tuple[Field, ...] = ()
    cells: Annotated[Literal[0, 1, 2], Meta(description="1 or 2: how many hexes it fills")] = 0
    """How many hexes in a row it fills, if it is a tile; its tag is on the first."""

    def __post_init__(self) -> None:
        for number in self.numbers:
            if any(number.at[n] + number.size[n] > self.size[n] for n in (0, 1)):
                at = list(number.at)
                raise Wrong(f"A number at {at} reaches past the edge of the piece.")

    @property
    def width(self) -> float:
        return self.size[0]

    @property
    def height(self) -> float:
        return self.size[1]


class _Tags(Table, frozen=True):
    """`tags.toml`."""

    forms: dict[str, Form]
    pieces: dict[str, int | tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Registry:
    game: str
    pieces: Mapping[int, str]
    """Tag id -> piece id."""
    form_by_piece: Mapping[str, Form]
    """Piece id -> what it is like."""

    def tags_of(self, piece: str) -> tuple[int, ...]:
        """All tags of a piece: one, or one on either side."""
        found = tuple(tag for tag, owner in self.pieces.items() if owner == piece)
        if not found:
            raise RegistryError(f"No tag of {self.game} is given to {piece!r}.")
        return found

    @property
    def faces(self) -> dict[int, int]:
        """Tag id -> which side of its piece it is on: 0, or 1 for the other one."""
        seen: Counter[str] = Counter()
        faces = {}
        for tag, piece in self.pieces.items():
            faces[tag] = seen[piece]
            seen[piece] += 1
        return faces

    def tag_of(self, piece: str) -> int:
        """The tag on the face of a piece."""
        return self.tags_of(piece)[0]

    def form_of(self, piece: str) -> Form:
        return self.form_by_piece[piece]

    def with_sets(self, sets: Collection[str]) -> Registry:
        """The same without the pieces of other sets than these."""
        played = {None, *sets}
        forms = {piece: form for piece, form in self.form_by_piece.items() if form.set in played}
        pieces = {tag: piece for tag, piece in self.pieces.items() if piece in forms}
        return Registry(self.game, MappingProxyType(pieces), MappingProxyType(forms))

    @property
    def forms(self) -> tuple[Form, ...]:
        """All forms that there are, each once, in the order of the tags."""
        return tuple(dict.fromkeys(self.form_by_piece.values()))


NO_REGISTRY = Registry("no game", MappingProxyType({}), MappingProxyType({}))
"""Of a table on which no game is played."""


@cache
def load_registry(game: str, sets: frozenset[str] | None = None) -> Registry:
    """The registry of a game with the sets in play, or with all that it has."""
    path = game_file(game, "tags.toml", RegistryError)
    registry = read_registry(path, game, GAMES[game].pieces)
    return registry if sets is None else registry.with_sets(sets)


def read_registry(path: Path, game: str, known: Collection[str]) -> Registry:
    """The registry in one file, checked against the ids of all pieces of the game and its sets."""
    tags = read_file(path, _Tags, RegistryError)
    owners: dict[int, str] = {}
    for piece, given in tags.pieces.items():
        if piece not in known:
            _fail(path, f"gives a tag to {piece!r}, which is no piece of {game}; remove that line")
        for tag in [given] if isinstance(given, int) else given:
            if not 0 <= tag < FIRST_MAT_ID:
                _fail(
                    path,
                    f"the tag {tag} of {piece!r} is outside 0 to {FIRST_MAT_ID - 1}; "
                    f"ids from {FIRST_MAT_ID} up are kept for frames",
                )
            if tag in owners:
                _fail(
                    path,
                    f"tag {tag} is given to both {owners[tag]!r} and {piece!r}; "
                    "give the newer piece the next free id",
                )
            owners[tag] = piece
    missing = [piece for piece in known if piece not in owners.values()]
    if missing:
        _fail(path, f"has no tag for {', '.join(missing)}; append them with the next free ids")
    forms = [replace(form, name=name) for name, form in tags.forms.items()]
    form_by_piece: dict[str, Form] = {}
    for piece in owners.values():
        fitting = next((form for form in forms if piece.startswith(form.pieces)), None)
        if fitting is None:
            _fail(path, f"no form is for {piece!r}; add how its id begins to `pieces` of one")
        form_by_piece[piece] = fitting
    return Registry(game, MappingProxyType(owners), MappingProxyType(form_by_piece))


def _fail(path: Path, problem: str) -> NoReturn:
    raise RegistryError(f"{path}: {problem}.")
