"""From tags in a picture to pieces in places.

A piece belongs where its middle lies, which follows from its tag: the label is always glued at the
same spot. A piece is between places, and in none of them, if its middle is near the border of two,
or just outside of one, or in one while its tag is in another. Everything that cannot be told for
certain is reported.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

import numpy as np

from rules.pieces import Place
from vision.layout import Layout, PlaceShape
from vision.locate.lens import Lens, fitting
from vision.locate.poses import Eye, MatPose, doubled_mats, eye_over, mat_poses
from vision.locate.tiles import Tiles, TileSpot
from vision.reading import FloatArray, Look, MatTag, Reading, Sighting, Tags, Unreadable
from vision.recognise.quads import as_quads
from vision.registry import Registry
from vision.shapes import Shape

_MARGIN_OF_PIECE = 1 / 4
"""A piece touches a place if so much of its width lies in it."""
_OFF_SIZE = 0.12
"""How much larger or smaller than a piece an unknown card may seem."""
_WITHIN_PLACE = 0.8
"""Of the way from the middle of a card to its corners: so much of it lies within its place."""
_FAR = 50.0
"""Millimetres: farther from a place no piece touches it."""
_MARGIN_OF_PLACE = 1 / 3
"""In small places (spots, hexes) the margin is at most this share of the way to the middle."""


def looking(
    layout: Layout,
    registry: Registry,
    lens: Lens | None = None,
    copies: Mapping[str, Sequence[str]] | None = None,
) -> Look:
    """`look` at one table again and again."""

    def look_there(tags: Tags, size: tuple[int, int], levels: Mapping[Place, int]) -> Sighting:
        return look(tags, layout, registry, size, lens, copies, levels=levels)

    return look_there


def look(
    tags: Tags,
    layout: Layout,
    registry: Registry,
    size: tuple[int, int],
    lens: Lens | None = None,
    copies: Mapping[str, Sequence[str]] | None = None,
    *,
    levels: Mapping[Place, int] | None = None,
) -> Sighting:
    """Which piece lies where. `size` is the picture's width and height; no lens bends nothing.

    `copies` has the pieces of each kind that is known by its picture. `levels` has how many tiles
    should lie in a place, on which others come to lie: so it is known how high these are.
    """

    lens = fitting(lens, size)

    def straight(seen: Sequence[Reading | MatTag | Unreadable]) -> FloatArray:
        corners = as_quads([each.corners for each in seen])
        return corners if lens is None or not seen else lens.straightened(corners, *size)

    tags = _named(tags, copies or {})
    poses = mat_poses(tags.mats, layout, straight(tags.mats))
    counted = Counter(reading.piece for reading in tags.pieces)
    single = [reading for reading in tags.pieces if counted[reading.piece] == 1]
    high = _High(layout, registry, levels or {}, _camera(size, lens))
    spots = _spots(single, straight(single), layout, registry, poses, high)
    placed = [reading for reading in single if spots[reading.piece].place]
    return Sighting(
        places={piece: spot.place for piece, spot in spots.items() if spot.place},
        between={
            piece: tuple(sorted(spot.touched))
            for piece, spot in spots.items()
            if spot.near and not spot.place
        },
        elsewhere=frozenset(piece for piece, spot in spots.items() if not spot.near),
        duplicates={piece: times for piece, times in counted.items() if times > 1},
        strangers=tuple(sorted(stranger.id for stranger in tags.strangers)),
        mats=frozenset(poses),
        hidden=_hidden(layout, poses),
        doubled_mats=doubled_mats(tags.mats, layout),
        unreadable=_placed(tags.unreadable, straight(tags.unreadable), layout, registry, poses),
        confidence=min((reading.confidence for reading in placed), default=1.0),
        game=layout.game,
    )


def _hidden(layout: Layout, poses: Mapping[str, MatPose]) -> frozenset[Place]:
    """The places of mats that are not in sight."""
    tiles = (p for mat, grid in layout.grids.items() if mat not in poses for p in grid.places)
    places = (name for p in layout.places if p.mat not in poses for name in p.names)
    return frozenset((*places, *tiles))


def _named(tags: Tags, copies: Mapping[str, Sequence[str]]) -> Tags:
    """Cards that were read by their pictures stand for the copies of their kind, one for each.

    If there are more than the game has, the last of them is there more than once.
    """
    tagged = {seen.piece for seen in tags.pieces if seen.how == "tag"}
    free = {kind: [key for key in keys if key not in tagged] for kind, keys in copies.items()}
    pieces = [seen for seen in tags.pieces if seen.how == "tag"]
    cards = (seen for seen in tags.pieces if seen.how != "tag" and copies.get(seen.piece))
    for card in sorted(cards, key=lambda card: tuple(card.centre)):
        names = free[card.piece]
        name = names.pop(0) if names else copies[card.piece][-1]
        pieces.append(replace(card, piece=name))
    return replace(tags, pieces=tuple(pieces))


def _placed(
    spots: Sequence[Unreadable],
    corners: FloatArray,
    layout: Layout,
    registry: Registry,
    poses: Mapping[str, MatPose],
) -> tuple[Unreadable, ...]:
    """The spots that cannot be read, each with the place it is in if that is only one.

    An outline of another size than a card's is none: something may be printed on the table's cloth.
    Nor is one on a board that fits into no place there: two spaces may be as large as a card.
    """
    around: list[set[Place]] = [set() for _ in spots]
    outlines = {number for number, spot in enumerate(spots) if spot.card}
    printed: set[int] = set()
    for key, pose in poses.items() if spots else ():
        for number, on_mat in enumerate(pose.on_mat(corners)):
            if spots[number].card and not _is_as_large(on_mat, registry):
                continue
            outlines.discard(number)
            names = around[number]
            x, y = on_mat.mean(axis=0)
            names.update(
                place.name
                for place in layout.places_on(key)
                if place.distance_inside(float(x), float(y)) >= 0
            )
            mat = layout.mats[key]
            upon = not mat.printed and 0 < x < mat.width and 0 < y < mat.height
            if upon and _is_print(spots[number], on_mat, layout.places_on(key)):
                printed.add(number)
    return tuple(
        replace(spot, place=next(iter(names)) if len(names) == 1 else None)
        for number, (spot, names) in enumerate(zip(spots, around, strict=True))
        if number not in outlines | printed
    )


def _is_print(spot: Unreadable, on_mat: FloatArray, places: Iterable[PlaceShape]) -> bool:
    """Whether an outline on a board is no card's: one that looks like none lies within a place."""
    if not spot.card or spot.covered or spot.likely:
        return False
    middle = on_mat.mean(axis=0)
    telling = bool(spot.candidates) or spot.faint
    corners = [middle] if telling else middle + _WITHIN_PLACE * (on_mat - middle)
    return not any(
        all(place.distance_inside(float(x), float(y)) >= 0 for x, y in corners) for place in places
    )


def _is_as_large(on_mat: FloatArray, registry: Registry) -> bool:
    """Whether an outline has the size of a piece: what is printed on one is smaller."""
    lengths = np.linalg.norm(np.roll(on_mat, -1, axis=0) - on_mat, axis=1)
    sides = sorted((float(lengths[0] + lengths[2]) / 2, float(lengths[1] + lengths[3]) / 2))
    return any(
        all(
            abs(side - printed) < _OFF_SIZE * printed
            for side, printed in zip(sides, sorted(form.size), strict=True)
        )
        for form in registry.forms
    )


_FOCAL = 0.77
"""The focal length of the usual camera, as a share of the width of its pictures."""


def _camera(size: tuple[int, int], lens: Lens | None) -> FloatArray:
    """Focal length and middle of a camera, as measured or as usual."""
    width, height = size
    if lens is not None:
        return lens.matrix(width / lens.width)
    focal = _FOCAL * width
    return np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1]])


class _High:
    """What is known of tiles and of what stands on them."""

    def __init__(
        self,
        layout: Layout,
        registry: Registry,
        levels: Mapping[Place, int],
        camera: FloatArray,
    ) -> None:
        self.tiles = Tiles(layout, registry, levels) if layout.grids else None
        self._levels = levels
        self._camera = camera
        self._thick = max((form.thick for form in registry.forms if form.cells), default=0.0)

    def eye(self, pose: MatPose) -> Eye | None:
        """Where the camera is; nobody asks where nothing lies high."""
        return eye_over(pose, self._camera) if self.tiles else None

    def base(self, place: Place) -> float | None:
        """How high the land is on which pieces stand in a place; None where there is none."""
        level = self._levels.get(place)
        return None if level is None else level * self._thick


@dataclass(slots=True)
class _Spot:
    """The places around one piece."""

    inside: set[Place] = field(default_factory=set)
    """Those its middle is in."""
    near: set[Place] = field(default_factory=set)
    """Those its middle is in or beside."""
    under_tag: set[Place] = field(default_factory=set)
    """Those its tag is well inside."""

    def lie_on(self, tile: TileSpot) -> None:
        """It is a tile that lies on hexes, and nowhere else."""
        self.inside = {tile.place} if tile.place else set()
        self.near = {tile.place} if tile.place else set(tile.touched)
        self.under_tag = set()

    @property
    def touched(self) -> set[Place]:
        return self.near | self.under_tag

    @property
    def place(self) -> Place | None:
        """The place it is in, if there can be no doubt."""
        return next(iter(self.inside)) if self.inside and len(self.touched) == 1 else None


def _spots(
    readings: Sequence[Reading],
    corners: FloatArray,
    layout: Layout,
    registry: Registry,
    poses: Mapping[str, MatPose],
    high: _High,
) -> dict[str, _Spot]:
    spots = {reading.piece: _Spot() for reading in readings}
    forms = [registry.form_of(reading.piece) for reading in readings]
    narrow = [min(form.size) for form in forms]
    thick = np.array([form.thick for form in forms])
    laid: dict[str, TileSpot] = {}
    for key, pose in poses.items() if readings else ():
        on_mat, eye = pose.on_mat(corners), high.eye(pose)
        if high.tiles:
            laid |= high.tiles.spots(readings, on_mat, key, eye)
        middles = _middles(readings, on_mat, registry)
        tags = on_mat.mean(axis=1)
        for place in layout.places_on(key):
            base = high.base(place.name)
            seen = middles, tags
            if base is not None and eye is not None:
                seen = eye.lowered(middles, base + thick), eye.lowered(tags, base + thick)
            most = _MARGIN_OF_PLACE * place.distance_inside(*place.shape.centre)
            for number in _around(place, *seen):
                piece = readings[number].piece
                if place.pieces and not piece.startswith(place.pieces):
                    continue
                spot = spots[piece]
                other = place.turned if readings[number].face == 1 else None
                name = other or place.name
                # How far outside of a place the middle of a piece still touches it.
                margin = min(_MARGIN_OF_PIECE * narrow[number], most)
                depth = place.distance_inside(*seen[0][number].tolist())
                if depth >= 0:
                    spot.inside.add(name)
                if depth > -margin:
                    spot.near.add(name)
                if place.distance_inside(*seen[1][number].tolist()) > margin:
                    spot.under_tag.add(name)
    for piece, tile in laid.items():
        spots[piece].lie_on(tile)
    return spots


def _around(place: PlaceShape, middles: FloatArray, tags: FloatArray) -> list[int]:
    """The numbers of the pieces that are so near to a place that they may touch it."""
    left, top, right, bottom = _bounds(place.shape)
    low, high = np.array([left, top]) - _FAR, np.array([right, bottom]) + _FAR
    near = ((middles > low) & (middles < high)).all(axis=1)
    near |= ((tags > low) & (tags < high)).all(axis=1)
    return [int(number) for number in np.flatnonzero(near)]


@lru_cache(maxsize=2048)
def _bounds(shape: Shape) -> tuple[float, float, float, float]:
    x, y = zip(*shape.outline, strict=True)
    return min(x), min(y), max(x), max(y)


def _middles(readings: Sequence[Reading], on_mat: FloatArray, registry: Registry) -> FloatArray:
    """The middle of each piece in the mat's millimetres."""
    # Turned as the tag is: its upper and its lower side both point right.
    right = on_mat[:, 1] - on_mat[:, 0] + on_mat[:, 2] - on_mat[:, 3]
    right /= np.maximum(np.linalg.norm(right, axis=1, keepdims=True), 1e-9)
    down = np.stack([-right[:, 1], right[:, 0]], axis=1)
    forms = [registry.form_of(reading.piece) for reading in readings]
    from_tag = right * _column(form.width / 2 - form.label.x for form in forms)
    from_tag += down * _column(form.height / 2 - form.label.y for form in forms)
    # What was read without a tag was read as a whole card.
    by_tag = np.array([reading.how == "tag" for reading in readings]).reshape(-1, 1)
    return np.asarray(on_mat.mean(axis=1) + from_tag * by_tag)


def _column(numbers: Iterable[float]) -> FloatArray:
    return np.array(list(numbers), np.float64).reshape(-1, 1)
