"""Scenes written in a TOML file: any pieces at any poses.

seats = ["red", "blue"]            # optional, all of the game otherwise
background = "cloth"               # or "wood"

[frames]                           # optional, the usual table otherwise
harbour = [590, 200, 0]            # centre x, y in mm and turn in degrees

[[pieces]]                         # the last one lies on top
piece = "ship/red/1/1.1"
at = [300, 320]
angle = 12                         # optional, as all of these
face_up = false
tag = 7                            # a wrong tag, or "none"
z = 3.0                            # mm above the table

[[mats]]
colour = "red"
at = [200, 560]
size = [380, 170]

[[hands]]
at = [400, 350]
reach = 90                         # where the arm comes from, in degrees
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from vision.gamefiles import Part, read_toml
from vision.layout import SEATS, Layout, Pose, load_layout
from vision.layout_file import LayoutError
from vision.registry import LAST_ID, load_registry
from vision.simulator.scene import Background, Hand, PlacedPiece, Scene, SceneError, Underlay

_BACKGROUNDS: tuple[Background, ...] = ("wood", "cloth")


def read_scene(path: Path, game: str) -> Scene:
    """The scene in a file; every mistake is reported with the part of the file it is in."""
    top = _Part(path, "", read_toml(path, SceneError))
    top.only("seats", "background", "frames", "pieces", "mats", "hands")
    layout = _layout(top, game)
    registry = load_registry(game)
    known = frozenset(registry.pieces.values())
    background = top.values.get("background", "wood")
    if background not in _BACKGROUNDS:
        top.fail(f"the background must be one of {', '.join(_BACKGROUNDS)}, not {background!r}")
    return Scene(
        layout,
        registry,
        tuple(_piece(part, known) for part in top.rows("pieces", "piece")),
        _mats(top, layout),
        tuple(_underlay(part) for part in top.rows("mats", "mat")),
        tuple(_hand(part) for part in top.rows("hands", "hand")),
        background,
    )


class _Part(Part):
    __slots__ = ()
    error = SceneError

    def rows(self, name: str, called: str) -> Iterator[_Part]:
        rows = self.values.get(name, [])
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            self.fail(f"`{name}` must be written as tables [[{name}]]")
        for number, values in enumerate(rows, 1):
            yield _Part(self.path, f"{called} {number}", values)

    def numbers(self, name: str, count: int) -> list[float]:
        value = self.values.get(name)
        if not isinstance(value, list) or len(value) != count:
            self.fail(f"`{name}` must be a list of {count} numbers, not {value!r}")
        return [self._number(name, each) for each in value]

    def number(self, name: str, default: float) -> float:
        return self._number(name, self.values.get(name, default))

    def _number(self, name: str, value: object) -> float:
        if (
            isinstance(value, bool)
            or not isinstance(value, int | float)
            or not math.isfinite(value)
        ):
            self.fail(f"`{name}` must be made of numbers, not {value!r}")
        return float(value)

    def pose(self) -> Pose:
        x, y = self.numbers("at", 2)
        return Pose(x, y, self.number("angle", 0.0))


def _layout(top: _Part, game: str) -> Layout:
    seats = top.values.get("seats")
    if seats is None:
        return load_layout(game)
    if not isinstance(seats, list) or not all(isinstance(seat, str) for seat in seats):
        top.fail(f"`seats` must be a list of colours, not {seats!r}")
    try:
        return load_layout(game, seats)
    except LayoutError as error:
        raise SceneError(f"{top.path}: the seats {seats} cannot be used: {error}") from error


def _mats(top: _Part, layout: Layout) -> tuple[tuple[str, Pose], ...]:
    given = top.values.get("frames")
    if given is None:
        return tuple(layout.suggested.items())
    if not isinstance(given, dict):
        top.fail("`frames` must be a table, e.g. [frames] with harbour = [590, 200, 0]")
    part = _Part(top.path, "frames", given)
    part.only(*layout.mats)
    return tuple((key, Pose(*part.numbers(key, 3))) for key in given)


def _piece(part: _Part, known: frozenset[str]) -> PlacedPiece:
    part.only("piece", "at", "angle", "face_up", "tag", "z")
    piece, face_up = part.values.get("piece"), part.values.get("face_up", True)
    if piece not in known:
        part.fail(f"{piece!r} is no piece of this game; the ids are those of its tags.toml")
    if not isinstance(face_up, bool):
        part.fail(f"`face_up` must be true or false, not {face_up!r}")
    return PlacedPiece(piece, part.pose(), face_up, _tag(part), part.number("z", 0.0))


def _tag(part: _Part) -> int | Literal["own"] | None:
    tag = part.values.get("tag", "own")
    if tag == "none":
        return None
    if tag == "own":
        return "own"
    if type(tag) is not int or not 0 <= tag <= LAST_ID:
        part.fail(f'`tag` must be "none" or an id from 0 to {LAST_ID}, not {tag!r}')
    return tag


def _underlay(part: _Part) -> Underlay:
    part.only("colour", "at", "angle", "size")
    colour = part.values.get("colour")
    if colour not in SEATS:
        part.fail(f"the colour must be one of {', '.join(SEATS)}, not {colour!r}")
    width, height = part.numbers("size", 2)
    if width <= 0 or height <= 0:
        part.fail("`size` must be a width and a height above 0")
    return Underlay(colour, part.pose(), width, height)


def _hand(part: _Part) -> Hand:
    part.only("at", "reach", "above")
    x, y = part.numbers("at", 2)
    return Hand(x, y, part.number("reach", 90.0), part.number("above", 60.0))
