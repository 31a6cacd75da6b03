"""Layouts: the mats of a game, the tags fixed to them, and the places on them.

A mat is anything with tags of its own that pieces lie on or beside: a board, a player's own mat, a
printed zone card. Places are shapes in millimetres on a mat and may reach past it. `layout.toml`
beside a game's rules says all of it, and calls mats frames; every mistake in that file is reported
with the frame and the place it is in. What belongs to an expansion says so (`set = "..."`); what
has no set belongs to the game itself.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from msgspec import structs

from rules.edition import Edition
from rules.game import Game
from rules.games import GAMES
from rules.pieces import Place
from rules.typed import Wrong, read_file
from vision.gamefiles import game_file
from vision.layout_file import Frame, HexesSpot, LayoutError, LayoutFile, SeatFrame, Spot, TagSpot
from vision.printed_copy import PrintedCopy, copy_of
from vision.shapes import Hexagon, Shape
from vision.tile_grid import TileCell, TileGrid, TilePlace, grid_of

SEATS = ("red", "blue", "green", "yellow", "black")


@dataclass(frozen=True, slots=True)
class Mat:
    key: str
    title: str
    """What is printed on it for people, a message of its own in the catalogues."""
    seat: str | None
    width: float
    height: float
    tags: tuple[TagSpot, ...]
    printed: bool = True
    """Whether it is a card that people print; the game's own boards and mats only get tags."""
    set: str | None = None
    """The expansion it belongs to."""


@dataclass(frozen=True, slots=True)
class PlaceShape:
    """A place: its name, the mat it belongs to, and its shape in the mat's millimetres."""

    name: str
    mat: str
    shape: Shape
    set: str | None = None
    """The expansion it belongs to, if it is another one than that of its mat."""
    pieces: tuple[str, ...] = ()
    """How the ids of the pieces begin that are looked for here; none is for all."""
    turned: Place | None = None
    """What it is called for a piece that lies in it with its other side up, if that matters."""
    hand: bool = False
    """Whether it is for the hand of a seat, which lies there only if it lies open to all."""

    @property
    def names(self) -> Iterator[Place]:
        yield self.name
        if self.turned:
            yield self.turned

    def contains(self, x: float, y: float) -> bool:
        return self.distance_inside(x, y) >= 0

    def distance_inside(self, x: float, y: float) -> float:
        """How far inside the edge a point lies; negative outside."""
        return self.shape.distance_inside(x, y)


@dataclass(frozen=True, slots=True)
class Pose:
    """Where something lies on the table: its centre, and its turn in degrees, clockwise."""

    x: float
    y: float
    angle: float = 0.0


@dataclass(frozen=True, slots=True)
class Layout:
    game: str
    seats: tuple[str, ...]
    mats: Mapping[str, Mat]
    places: tuple[PlaceShape, ...]
    table: tuple[float, float]
    """The size of the table that the suggested poses are for."""
    suggested: Mapping[str, Pose]
    """Where each mat lies when nobody has a reason to do otherwise."""
    grids: Mapping[str, TileGrid] = field(default_factory=dict)
    """The hexes of mats on which tiles lie."""
    copy: PrintedCopy | None = None
    """The copy whose maps and pieces these are; None if they are the house's."""

    @property
    def names(self) -> Iterator[Place]:
        """All places in which a camera sees what lies there."""
        yield from (name for place in self.places for name in place.names)
        for grid in self.grids.values():
            yield from grid.places

    def tile_place(self, place: Place) -> tuple[str, TilePlace] | None:
        """The mat and the hexes of a place of tiles."""
        for mat, grid in self.grids.items():
            if place in grid.places:
                return mat, grid.places[place]
        return None

    def places_on(self, mat: str) -> tuple[PlaceShape, ...]:
        return tuple(place for place in self.places if place.mat == mat)

    def mat_tags(self) -> dict[int, str]:
        """Tag id -> key of the mat that it is fixed to."""
        return {tag.id: mat.key for mat in self.mats.values() for tag in mat.tags}

    def with_hands(self, seats: Collection[str]) -> Layout:
        """The same without the places for hands, but for those that lie open."""
        places = (p for p in self.places if not p.hand or self.mats[p.mat].seat in seats)
        return replace(self, places=tuple(places))

    def with_sets(self, sets: Collection[str]) -> Layout:
        """The same without the mats and places of other sets than these."""
        played = {None, *sets}
        mats = {key: mat for key, mat in self.mats.items() if mat.set in played}
        return replace(
            self,
            mats=MappingProxyType(mats),
            places=tuple(p for p in self.places if p.set in played and p.mat in mats),
            suggested=MappingProxyType(
                {k: pose for k, pose in self.suggested.items() if k in mats}
            ),
            grids=MappingProxyType({k: grid for k, grid in self.grids.items() if k in mats}),
        )


NO_LAYOUT = Layout("no game", (), MappingProxyType({}), (), (0.0, 0.0), MappingProxyType({}))
"""Of a table on which no game is played."""


def load_layout(
    game: str,
    seats: Sequence[str] | None = None,
    sets: Collection[str] | None = None,
    copy: PrintedCopy | None = None,
    hands: Collection[str] = (),
) -> Layout:
    """The layout of a game for the seats and the sets in play, or for all that it has, with the
    maps of the house or of an owner's copy. The `hands` of some seats lie open.
    """
    path = game_file(game, "layout.toml", LayoutError)
    colours = GAMES[game].colours if seats is None else seats
    layout = read_layout(path, game, colours, copy.edition if copy else GAMES[game].edition)
    layout = replace(layout.with_hands(hands), copy=copy)
    return layout if sets is None else layout.with_sets(sets)


def layout_of(game: Game[Any], seats: Sequence[str], hands: Collection[str] = ()) -> Layout:
    """The layout of the game of a match: with its sets, and with the maps of the owner's copy."""
    return load_layout(game.name, seats, game.sets, copy_of(game), hands)


def read_layout(
    path: Path, game: str, seats: Sequence[str], edition: Edition | None = None
) -> Layout:
    """The layout in one file, with all its sets."""
    file = read_file(path, LayoutFile, LayoutError)
    mats: dict[str, Mat] = {}
    places: list[PlaceShape] = []
    grids: dict[str, TileGrid] = {}
    for here, key, seat, frame in _frames(file, seats):
        try:
            mats[key] = _mat(frame, key, seat)
        except Wrong as wrong:
            raise LayoutError(f"{path}: {here}: {wrong}") from None
        cells: list[TileCell] = []
        for spot in frame.places:
            try:
                _add(spot, key, seat, edition, places, cells)
            except Wrong as wrong:
                raise LayoutError(f"{path}: {here}.places[{spot.name}]: {wrong}") from None
        if cells:
            grids[key] = grid_of(cells)
    _check_unique(path, mats, places)
    suggested = {key: Pose(*at) for key, at in file.table.frames.items() if key in mats}
    if missing := [key for key in mats if key not in suggested]:
        where = f"{', '.join(missing)} lies; add it as [x, y, angle]"
        raise LayoutError(f"{path}: table.frames: nothing says where {where}.")
    return Layout(
        game,
        tuple(seats),
        MappingProxyType(mats),
        tuple(places),
        file.table.size,
        MappingProxyType(suggested),
        MappingProxyType(grids),
    )


def _frames(
    file: LayoutFile, seats: Sequence[str]
) -> Iterator[tuple[str, str, str | None, Frame | SeatFrame]]:
    """Every mat with its place in the file, its key and its seat."""
    for name, frame in file.frames.items():
        yield f"frames.{name}", name, None, frame
    for name, of_seats in file.seat_frames.items():
        for seat in seats:
            yield f"seat_frames.{name}", f"{name}:{seat}", seat, of_seats


def _mat(frame: Frame | SeatFrame, key: str, seat: str | None) -> Mat:
    title = _filled(frame.title, seat=seat)
    title = title[:1].upper() + title[1:]  # a seat's colour may begin it
    tags = frame.tags if isinstance(frame, Frame) else frame.tags_of(seat or "")
    return Mat(key, title, seat, *frame.size, tags, printed=frame.printed, set=frame.set)


def _add(
    spot: Spot,
    mat: str,
    seat: str | None,
    edition: Edition | None,
    places: list[PlaceShape],
    cells: list[TileCell],
) -> None:
    """The places of one row, or the hexes for tiles."""
    if isinstance(spot, HexesSpot) and isinstance(spot.cells, str) and edition is not None:
        cells_of_copy = tuple((q, r) for q, r in edition.value(spot.cells))
        spot = structs.replace(spot, cells=cells_of_copy)
    for marks, outline in spot.outlines():
        name = _filled(spot.name, seat=seat, **marks)
        other = _filled(spot.turned, seat=seat, **marks) if spot.turned else None
        if not isinstance(spot, HexesSpot) or not spot.tiles:
            places.append(PlaceShape(name, mat, outline, spot.set, spot.pieces, other, spot.hand))
        elif isinstance(outline, Hexagon):
            cells.append(TileCell(name, other, outline, spot.tiles is True))
        else:
            raise Wrong("Only single hexes can be for tiles.", "pairs")


def _filled(text: str, **values: object) -> str:
    """A name with {seat}, {n}, {name}, {q} and {r} filled in, where they mean something."""
    usable = {name: value for name, value in values.items() if value is not None}
    try:
        return text.format(**usable)
    except (KeyError, IndexError, ValueError):
        names = ", ".join(f"{{{name}}}" for name in usable) or "none"
        wrong = f"{text!r} has a mark that means nothing here"
        raise Wrong(f"{wrong}; usable marks: {names}.") from None


def _check_unique(path: Path, mats: Mapping[str, Mat], places: Sequence[PlaceShape]) -> None:
    owners: dict[int | str, str] = {}
    for mat in mats.values():
        for tag in mat.tags:
            if tag.id in owners:
                taken = f"the tag {tag.id} is already on the frame {owners[tag.id]}; use a free id"
                raise LayoutError(f"{path}: frames.{mat.key}: {taken}.")
            owners[tag.id] = mat.key
    for name, place in ((name, each) for each in places for name in each.names):
        if name in owners:
            raise LayoutError(
                f"{path}: frames.{place.mat}, place {name}: there is already a place of that name "
                f"on the frame {owners[name]}; every place needs a name of its own; "
                "{n}, {name}, {q},{r} and {seat} tell apart."
            )
        owners[name] = place.mat
