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

from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta

from rules.typed import Table, read_file, words_of
from vision.layout import SEATS, Layout, Pose, load_layout
from vision.layout_file import LayoutError, Number, Point, Size
from vision.registry import LAST_ID, load_registry
from vision.simulator.scene import Background, Hand, PlacedPiece, Scene, SceneError, Underlay


class _Piece(Table, frozen=True):
    piece: str
    at: Point
    angle: Number = 0.0
    face_up: bool = True
    tag: Annotated[
        Literal["none", "own"] | Annotated[int, Meta(ge=0, le=LAST_ID)],
        Meta(description=f'"none" or an id from 0 to {LAST_ID}'),
    ] = "own"
    z: Number = 0.0


class _Mat(Table, frozen=True):
    colour: Annotated[str, words_of(SEATS)]
    at: Point
    size: Size
    angle: Number = 0.0


class _Hand(Table, frozen=True):
    at: Point
    reach: Number = 90.0
    above: Number = 60.0


class _File(Table, frozen=True):
    seats: tuple[str, ...] | None = None
    background: Background = "wood"
    frames: dict[str, tuple[Number, Number, Number]] | None = None
    pieces: tuple[_Piece, ...] = ()
    mats: tuple[_Mat, ...] = ()
    hands: Annotated[tuple[_Hand, ...], Meta(description="tables [[hands]]")] = ()


def read_scene(path: Path, game: str) -> Scene:
    """The scene in a file; every mistake is reported with the part of the file it is in."""
    file = read_file(path, _File, SceneError)
    layout, registry = _layout(path, file, game), load_registry(game)
    for index, placed in enumerate(file.pieces):
        if placed.piece not in registry.form_by_piece:
            raise SceneError(
                f"{path}: pieces[{index}]: {placed.piece!r} is no piece of this game; "
                "the ids are those of its tags.toml."
            )
    for key in file.frames or ():
        if key not in layout.mats:
            known = ", ".join(layout.mats)
            raise SceneError(f"{path}: frames: {key} means nothing here; there is {known}.")
    poses = {key: Pose(*at) for key, at in (file.frames or {}).items()}
    return Scene(
        layout,
        registry,
        tuple(
            PlacedPiece(
                each.piece,
                Pose(*each.at, each.angle),
                each.face_up,
                None if each.tag == "none" else each.tag,
                each.z,
            )
            for each in file.pieces
        ),
        tuple((layout.suggested if file.frames is None else poses).items()),
        tuple(Underlay(mat.colour, Pose(*mat.at, mat.angle), *mat.size) for mat in file.mats),
        tuple(Hand(*hand.at, hand.reach, hand.above) for hand in file.hands),
        file.background,
    )


def _layout(path: Path, file: _File, game: str) -> Layout:
    try:
        return load_layout(game, file.seats)
    except LayoutError as error:
        seats = list(file.seats or ())
        raise SceneError(f"{path}: the seats {seats} cannot be used: {error}") from error
