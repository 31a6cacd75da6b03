"""Which tag is on which piece: one registry per game, stable for ever."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, NoReturn, TypeGuard

import cv2

from rules.games import GAMES
from vision.gamefiles import game_file, read_toml

DICTIONARY = cv2.aruco.DICT_APRILTAG_36H11
MODULES = 8
"""Black modules along the side of a tag: six of data and the border."""
FIRST_MAT_ID = 560
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


class Field(NamedTuple):
    """Where a number is printed on a piece, from its top left corner (mm)."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Form:
    """What pieces of one form have in common: cards, tiles, wooden ships (mm)."""

    name: str
    width: float
    height: float
    label: Label
    thick: float = 0.0
    """How high above the table the label lies."""
    set: str | None = None
    """The expansion that all pieces of this form belong to; None is the game itself."""
    numbers: tuple[Field, ...] = ()
    cells: int = 0
    """How many hexes in a row it fills, if it is a tile; its tag is on the first."""

    @property
    def size(self) -> tuple[float, float]:
        return self.width, self.height


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


@cache
def load_registry(game: str, sets: frozenset[str] | None = None) -> Registry:
    """The registry of a game with the sets in play, or with all that it has."""
    path = game_file(game, "tags.toml", RegistryError)
    registry = read_registry(path, game, GAMES[game].pieces)
    return registry if sets is None else registry.with_sets(sets)


def read_registry(path: Path, game: str, known: Collection[str]) -> Registry:
    """The registry in one file, checked against the ids of all pieces of the game and its sets."""
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
    forms = _forms(path, data, list(owners.values()))
    return Registry(game, MappingProxyType(owners), MappingProxyType(forms))


def _ids(path: Path, piece: str, tags: object) -> Iterator[int]:
    listed = tags if isinstance(tags, list) and tags else [tags]
    for tag in listed:
        if type(tag) is not int:
            _fail(path, f"the tag of {piece!r} must be a whole number (or a list), not {tag!r}")
        if not 0 <= tag < FIRST_MAT_ID:
            _fail(
                path,
                f"the tag {tag} of {piece!r} is outside 0 to {FIRST_MAT_ID - 1}; "
                f"ids from {FIRST_MAT_ID} up are kept for frames",
            )
        yield tag


def _forms(path: Path, data: Mapping[str, Any], pieces: list[str]) -> dict[str, Form]:
    """The form of every piece: the first one that names how its id begins, or names nothing."""
    given = data.get("forms")
    if not isinstance(given, dict) or not all(isinstance(form, dict) for form in given.values()):
        _fail(path, "has no [forms.<name>]; say how large the pieces are and where labels go")
    forms = [
        (_form(path, name, values), _begins(path, name, values)) for name, values in given.items()
    ]
    found: dict[str, Form] = {}
    for piece in pieces:
        fitting = (form for form, begins in forms if piece.startswith(begins))
        form = next(fitting, None)
        if form is None:
            _fail(path, f"no form is for {piece!r}; add how its id begins to `pieces` of one")
        found[piece] = form
    return found


def _form(path: Path, name: str, values: Mapping[str, Any]) -> Form:
    where = f"[forms.{name}]"
    label: dict[str, Any] = values.get("label", {})
    if not isinstance(label, dict):
        _fail(path, f"{where} label must be a table, e.g. {{ side = 10, margin = 2, at = [9, 9] }}")
    side, margin, thick = label.get("side"), label.get("margin"), values.get("thick", 0.0)
    if not _positive(side) or not _positive(margin):
        _fail(path, f"{where} label needs `side` and `margin` in millimetres, e.g. 10 and 2")
    if thick != 0 and not _positive(thick):
        _fail(path, f"{where} thick must be a height in millimetres, not {thick!r}")
    x, y = _pair(path, f"{where} label at", label.get("at"))
    width, height = _pair(path, f"{where} size", values.get("size"))
    own_set = values.get("set")
    if own_set is not None and (not isinstance(own_set, str) or not own_set):
        _fail(path, f'{where} set must name an expansion, e.g. set = "contracts", not {own_set!r}')
    shown = Label(float(side), float(margin), x, y)
    numbers = _numbers(path, where, values.get("numbers", []), (width, height))
    cells = values.get("cells", 0)
    if cells not in (0, 1, 2):
        _fail(path, f"{where} cells must be 1 or 2: how many hexes it fills, not {cells!r}")
    return Form(name, width, height, shown, float(thick), own_set, numbers, cells=cells)


def _numbers(path: Path, where: str, rows: object, size: tuple[float, float]) -> tuple[Field, ...]:
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        _fail(
            path,
            f"{where} numbers must list where they stand, e.g. [{{ at = [4, 4], size = [8, 8] }}]",
        )
    fields = []
    for row in rows:
        x, y = _pair(path, f"{where} numbers at", row.get("at"))
        width, height = _pair(path, f"{where} numbers size", row.get("size"))
        if x + width > size[0] or y + height > size[1]:
            _fail(path, f"{where} a number at {[x, y]} reaches past the edge of the piece")
        fields.append(Field(x, y, width, height))
    return tuple(fields)


def _begins(path: Path, name: str, values: Mapping[str, Any]) -> tuple[str, ...]:
    begins = values.get("pieces", [""])
    if not isinstance(begins, list) or not all(isinstance(each, str) for each in begins):
        _fail(path, f"[forms.{name}] pieces must list how ids begin, not {begins!r}")
    return tuple(begins)


def _pair(path: Path, what: str, value: object) -> tuple[float, float]:
    if not isinstance(value, list) or len(value) != 2 or not all(_positive(n) for n in value):
        _fail(path, f"{what} must be two positive numbers in millimetres, not {value!r}")
    return float(value[0]), float(value[1])


def _positive(value: object) -> TypeGuard[int | float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and value > 0


def _fail(path: Path, problem: str) -> NoReturn:
    raise RegistryError(f"{path}: {problem}.")
