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

from rules.edition import Edition
from rules.game import Game
from rules.games import GAMES
from rules.pieces import Place
from vision.gamefiles import game_file, read_toml
from vision.layout_file import LayoutError, LayoutPart, is_number, outlines
from vision.printed_copy import PrintedCopy, copy_of
from vision.registry import FIRST_MAT_ID, LAST_ID
from vision.shapes import Hexagon, Shape
from vision.tile_grid import TileCell, TileGrid, TilePlace, grid_of

SEATS = ("red", "blue", "green", "yellow", "black")


@dataclass(frozen=True, slots=True)
class TagSpot:
    """A tag fixed to a mat: the centre and the side of its black square."""

    id: int
    x: float
    y: float
    side: float


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
    data = LayoutPart(path, "", _as_printed(read_toml(path, LayoutError), edition))
    mats: dict[str, Mat] = {}
    places: list[PlaceShape] = []
    grids: dict[str, TileGrid] = {}
    for key, part in data.parts("frames", "frame"):
        mats[key] = _mat(part, key, part.values.get("tags"), None)
        places += _places(part, key, None)
        grids |= _grid(part, key, None)
    for name, part in data.parts("seat_frames", "seat frame"):
        for seat in seats:
            key = f"{name}:{seat}"
            mats[key] = _mat(part, key, _seat_tags(part, seat), seat)
            places += _places(part, key, seat)
            grids |= _grid(part, key, seat)
    _check_tags_unique(path, mats)
    _check_places_unique(path, places)
    table, suggested = _table(data, mats)
    tiles = MappingProxyType(grids)
    return Layout(
        game, tuple(seats), MappingProxyType(mats), tuple(places), table, suggested, tiles
    )


def _as_printed(value: Any, edition: Edition | None) -> Any:
    """A layout in which hexes that are printed in the game's edition stand where it names them."""
    if isinstance(value, list):
        return [_as_printed(each, edition) for each in value]
    if not isinstance(value, dict):
        return value
    filled = {key: _as_printed(each, edition) for key, each in value.items()}
    if edition is not None and isinstance(filled.get("cells"), str):
        filled["cells"] = [list(cell) for cell in edition.value(filled["cells"])]
    return filled


def _mat(part: LayoutPart, key: str, tags: object, seat: str | None) -> Mat:
    part.only("title", "size", "printed", "tags", "places", "set", *(("ids",) if seat else ()))
    width, height = part.size("size")
    printed = part.values.get("printed", True)
    if type(printed) is not bool:
        part.fail(f"`printed` must be true or false (a board of the game's own), not {printed!r}")
    if not isinstance(tags, list) or not tags:
        part.fail("has no tags; without one its pose cannot be told, so give it at least one")
    spots = tuple(_tag(part.below(f"tag {n}", tag), width, height) for n, tag in enumerate(tags, 1))
    title = _filled(part, part.text("title"), seat=seat)
    title = title[:1].upper() + title[1:]  # a seat's colour may begin it
    return Mat(key, title, seat, width, height, spots, printed=printed, set=part.set())


def _tag(part: LayoutPart, width: float, height: float) -> TagSpot:
    part.only("id", "at", "side")
    number, (x, y), side = part.whole("id"), part.pair("at"), part.length("side")
    if not FIRST_MAT_ID <= number <= LAST_ID:
        part.fail(f"the id {number} is not one of {FIRST_MAT_ID} to {LAST_ID}, kept for frames")
    if not (side / 2 <= x <= width - side / 2 and side / 2 <= y <= height - side / 2):
        part.fail(f"at {[x, y]} with a side of {side} it sticks out of the frame; move it inside")
    return TagSpot(number, x, y, side)


def _seat_tags(part: LayoutPart, seat: str) -> list[dict[str, Any]]:
    """The tags of a seat's own copy of a mat: same spots, other ids."""
    tags, ids = part.values.get("tags"), part.values.get("ids")
    if not isinstance(ids, dict) or seat not in ids:
        have = ", ".join(ids) if isinstance(ids, dict) else "none"
        part.fail(f"there are no tags for the seat {seat!r} (there are for: {have}); add it to ids")
    own = ids[seat]
    if not isinstance(tags, list) or not isinstance(own, list) or len(own) != len(tags):
        part.fail(f"the seat {seat} needs as many ids as the frame has tags, not {own!r}")
    return [{**tag, "id": number} for tag, number in zip(tags, own, strict=True)]


def _places(mat: LayoutPart, key: str, seat: str | None) -> Iterator[PlaceShape]:
    for part in mat.rows("places", "place"):
        if "tiles" in part.values:
            continue
        name, turned = part.text("name"), _turned(part)
        for numbers, outline in outlines(part):
            filled = _filled(part, name, seat=seat, **numbers)
            other = _filled(part, turned, seat=seat, **numbers) if turned else None
            hand = bool(part.values.get("hand", False))
            yield PlaceShape(filled, key, outline, part.set(), part.pieces(), other, hand)


def _turned(part: LayoutPart) -> str | None:
    return part.text("turned") if "turned" in part.values else None


def _grid(mat: LayoutPart, key: str, seat: str | None) -> dict[str, TileGrid]:
    """The hexes of a mat that are for tiles, if it has any."""
    cells: list[TileCell] = []
    for part in mat.rows("places", "place"):
        tiles = part.values.get("tiles")
        if tiles is None:
            continue
        if tiles not in (True, "second"):
            part.fail(f'`tiles` must be true, or "second" where no tag can be, not {tiles!r}')
        turned = _turned(part)
        for marks, outline in outlines(part):
            if not isinstance(outline, Hexagon):
                part.fail("only single hexes can be for tiles")
            name = _filled(part, part.text("name"), seat=seat, **marks)
            other = _filled(part, turned, seat=seat, **marks) if turned else None
            cells.append(TileCell(name, other, outline, tiles is True))
    return {key: grid_of(cells)} if cells else {}


def _filled(part: LayoutPart, text: str, **values: object) -> str:
    """A name with {seat}, {n}, {name}, {q} and {r} filled in, where they mean something."""
    usable = {name: value for name, value in values.items() if value is not None}
    try:
        return text.format(**usable)
    except (KeyError, IndexError, ValueError) as error:
        names = ", ".join(f"{{{name}}}" for name in usable) or "none"
        wrong = f"{text!r} has a mark that means nothing here; usable marks: {names}"
        raise LayoutError(f"{part.path}: {part.where}: {wrong}.") from error


def _check_tags_unique(path: Path, mats: Mapping[str, Mat]) -> None:
    owners: dict[int, str] = {}
    for mat in mats.values():
        for tag in mat.tags:
            if tag.id in owners:
                LayoutPart(path, f"frame {mat.key}", {}).fail(
                    f"the tag {tag.id} is already on the frame {owners[tag.id]}; use a free id"
                )
            owners[tag.id] = mat.key


def _check_places_unique(path: Path, places: Sequence[PlaceShape]) -> None:
    owners: dict[str, str] = {}
    named = ((name, place) for place in places for name in place.names)
    for name, place in named:
        if name in owners:
            LayoutPart(path, f"frame {place.mat}, place {name}", {}).fail(
                f"there is already a place of that name on the frame {owners[name]}; "
                "every place needs a name of its own; {n}, {name}, {q},{r} and {seat} tell apart"
            )
        owners[name] = place.mat


def _table(
    data: LayoutPart, mats: Mapping[str, Mat]
) -> tuple[tuple[float, float], Mapping[str, Pose]]:
    part = data.below("table", data.values.get("table", {}))
    size = part.size("size")
    poses: dict[str, Pose] = {}
    suggested = part.below("frames", part.values.get("frames", {}))
    for key, value in suggested.values.items():
        if not isinstance(value, list) or len(value) != 3 or not all(map(is_number, value)):
            suggested.fail(f"{key} must be [x, y, angle], not {value!r}")
        if key in mats:
            poses[key] = Pose(*map(float, value))
    missing = [key for key in mats if key not in poses]
    if missing:
        suggested.fail(f"nothing says where {', '.join(missing)} lies; add it as [x, y, angle]")
    return size, MappingProxyType(poses)
