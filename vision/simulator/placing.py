"""Pieces laid on a simulated table one by one, as people do: nearly straight, where there is room.

In a place the pieces lie in rows and columns. A lower row of cards lies on top of an upper one but
never on its labels; pieces of different forms keep apart. In a stack only the pieces on top show.
What lies face down in no place for the camera is a pile with a spot of its own on what is free of
the table; a pile in a place takes the last spot there. What is put down by hand lies on top.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random

import numpy as np

from rules.pieces import Place
from vision.layout import Layout, PlaceShape, Pose
from vision.lying_flat import on_table
from vision.registry import Form, Registry
from vision.simulator.bare_room import (
    Spot,
    anywhere,
    bare_spots,
    covers,
    fits,
    in_rows,
    places_beside,
    together,
)
from vision.simulator.scene import PLAIN, Deck, PlacedPiece, Scene, SceneError, underlays_of
from vision.simulator.stacking import TileStacks

_OFF = (1.3, 0.04)
_TURN = 1.3
"""How far off the middle of its spot (mm, and share of its width), and how far turned (degrees), a
piece usually is."""
_PILED_OFF, _PILED_TURN = 2.5, 3.0
_CAMERA, _NEAR = 950.0, 100.0
"""Millimetres: how high a camera usually is, and how far a high piece can lean into a place."""
_PILE_SHOWS = 5
"""Cards of a stack that are drawn: the ones below look out nowhere."""


@dataclass(frozen=True, slots=True)
class _Pile:
    """Pieces that lie face down on each other."""

    count: int
    top: str


class Tabletop:
    """Where every piece lies, to the millimetre. `scene` is what a camera would see of it."""

    def __init__(
        self,
        layout: Layout,
        registry: Registry,
        stacks: Collection[Place],
        seed: int = 0,
        untidy: float = 1.0,
        unlabelled: Collection[str] = (),
    ) -> None:
        """`untidy` 0 lays every piece exactly straight into the middle of its spot.

        The `unlabelled` pieces carry no tags, and their faces are as hard to tell apart as real
        ones.
        """
        self.layout = layout
        self.registry = registry
        self.places: dict[str, Place | None] = {}
        """Where each piece lies with a tag up; None if it was put down in no place at all."""
        self._random = Random(seed)
        self._untidiness = untidy
        self._stacks = stacks
        self._shapes = {name: place for place in layout.places for name in place.names}
        self._spots: dict[tuple[Place, Form], list[Spot]] = {}
        self._placed: dict[str, tuple[Spot | None, PlacedPiece]] = {}
        self._piles: dict[Place, _Pile] = {}
        self._bare = list(bare_spots(layout, registry))
        self._tiles = TileStacks(layout, registry, self.places)
        mats = tuple(layout.suggested.items())
        self._unlabelled = frozenset(unlabelled)
        deck = Deck("hard") if unlabelled else PLAIN
        self.bare = Scene(layout, registry, (), mats, underlays_of(layout), deck=deck)
        """The table with nothing on it but mats and what lies under them."""

    def scene(self) -> Scene:
        return replace(self.bare, pieces=(*self._backs(), *self.in_sight()))

    def in_sight(self) -> Iterator[PlacedPiece]:
        """The pieces that do not lie in a face-down pile, the uppermost last."""
        tiles: list[PlacedPiece] = []
        rows: list[tuple[int, PlacedPiece]] = []
        piled: dict[Place, list[PlacedPiece]] = {}
        loose: list[PlacedPiece] = []
        for piece, (spot, placed) in self._placed.items():
            place = self.places[piece]
            if place in self._tiles.spots:
                tiles.append(placed)
            elif spot is not None:
                rows.append((spot.row, placed))
            elif place is not None and place in self._stacks:
                piled.setdefault(place, []).append(placed)
            else:
                loose.append(placed)
        yield from tiles
        rows.sort(key=lambda each: each[0])
        yield from (placed for _, placed in rows)
        for pile in piled.values():
            yield from pile[-_PILE_SHOWS:]
        yield from loose

    def is_open(self, place: Place) -> bool:
        """Whether pieces lie there for the camera to see."""
        return place in self._shapes or place in self._tiles.spots

    def lay(self, piece: str, place: Place) -> None:
        """Put a piece down, on top of a stack or where it covers least: with its face up, unless
        the place is one of pieces that are turned over.
        """
        self.take_away(piece)
        form = self._form(piece)
        if place in self._tiles.spots:
            self._lay_tile(piece, self._untidy(self._tiles.pose(place), form), place)
            return
        if place not in self._shapes:
            known = ", ".join(self._shapes)
            raise SceneError(f"There is no place {place!r}. There are: {known}.")
        spot, shape = None, self._shapes[place]
        if place in self._stacks:
            pose = self._noisy(self._middle(shape), _PILED_OFF, _PILED_TURN)
        else:
            spot = self._spot_for(piece, place)
            pose = self._untidy(spot.pose, spot.form)
        z = self._tiles.standing(shape.mat, shape.shape.centre, form)
        self.places[piece] = place
        self._placed[piece] = (spot, self._faced(piece, pose, place != shape.turned, z))

    def _lay_tile(self, piece: str, pose: Pose, place: Place) -> None:
        """On top of the tiles that lie on its hexes already."""
        turned = self._tiles.spots[place][1].turned
        z = self._tiles.top(place, self._form(piece))
        self.places[piece] = place
        self._placed[piece] = (None, self._faced(piece, pose, not turned, z))

    def has_room(self, piece: str, place: Place) -> bool:
        """Whether a piece fits into a place beside what lies there."""
        with suppress(SceneError):
            return place in self._stacks or bool(self._free_spot(place, self._form(piece)))
        return False

    def stack(self, order: Iterable[str]) -> None:
        """Tiles lie on each other in this order; those that it does not name lie on top."""
        lying = [piece for piece in self.places if self.places[piece] in self._tiles.spots]
        wanted = [piece for piece in order if piece in lying]
        wanted += [piece for piece in lying if piece not in wanted]
        if wanted == lying:
            return
        taken = {piece: (self.places.pop(piece), self._placed.pop(piece)[1]) for piece in lying}
        for piece in wanted:
            place, placed = taken[piece]
            self._lay_tile(piece, placed.pose, place or "")

    def put(self, piece: str, pose: Pose, face_up: bool = True) -> None:
        """Put a piece down by hand, just here; but nobody hides a label of the same place.

        Unless the place is full: then it lies on top of others.
        """
        self.take_away(piece)
        seen = face_up or len(self.registry.tags_of(piece)) > 1
        place, spot = self.bare.place_of(pose) if seen else None, None
        if place is not None and not face_up:
            place = self._shapes[place].turned or place
        form = self._form(piece)
        tile = self._tiles.place_at(pose, form, face_up)
        if tile is not None:
            self._lay_tile(piece, self._tiles.pose(tile), tile)
            return
        if place is not None and place not in self._stacks and self._hides_label(place, pose, form):
            with suppress(SceneError):
                spot = self._free_spot(place, form, near=pose)
                pose = spot.pose
        self.places[piece] = place
        self._placed[piece] = (spot, self._faced(piece, pose, face_up))

    def drop(self, piece: str) -> None:
        """Put a piece down face up where no place is."""
        self.take_away(piece)
        if not self._bare:
            raise SceneError("There is no free room on the table to drop a card.")
        self.places[piece] = None
        pose = self._untidy(self._bare[-1], self._form(piece))
        self._placed[piece] = (None, self._faced(piece, pose))

    def exchange(self, one: str, other: str) -> None:
        """Two pieces that look the same are each called what the other one was called."""
        for table in (self.places, self._placed):
            values = {key: table.pop(key) for key in (one, other) if key in table}
            renamed = {other if key == one else one: value for key, value in values.items()}
            table.update(renamed)  # type: ignore[arg-type]
        for key in (one, other):
            if key in self._placed:
                spot, placed = self._placed[key]
                self._placed[key] = (spot, replace(placed, piece=key))

    def _faced(self, piece: str, pose: Pose, face_up: bool = True, z: float = 0.0) -> PlacedPiece:
        return PlacedPiece(piece, pose, face_up, None if piece in self._unlabelled else "own", z)

    def take_away(self, piece: str) -> None:
        """Take a piece off the table, if it lies there face up."""
        self.places.pop(piece, None)
        self._placed.pop(piece, None)

    def pile(self, place: Place, count: int, top: str | None = None) -> None:
        """So many pieces lie face down now; all backs are alike unless the one on top is named."""
        self._piles[place] = _Pile(count, top or next(iter(self.registry.form_by_piece)))

    def placed(self, piece: str) -> PlacedPiece | None:
        """How a piece lies; None if it is in a face-down pile or in the box."""
        return self._placed[piece][1] if piece in self._placed else None

    def pose(self, piece: str) -> Pose:
        return self._placed[piece][1].pose

    def label(self, piece: str) -> Pose:
        """Where the label of a piece is."""
        pose, form = self.pose(piece), self._form(piece)
        (x, y), *_ = on_table(np.array([[form.label.x, form.label.y]]), pose, *form.size)
        return Pose(float(x), float(y), pose.angle)

    def spot_of(self, place: Place) -> Pose:
        """Where a hand reaches for a place."""
        if place in self._tiles.spots:
            return self._tiles.pose(place)
        if place in self._shapes:
            return self._middle(self._shapes[place])
        return self.pile_spot(place) or Pose(self.layout.table[0] / 2, self.layout.table[1])

    def _form(self, piece: str) -> Form:
        return self.registry.form_of(piece)

    def _backs(self) -> Iterator[PlacedPiece]:
        for place, pile in self._piles.items():
            spot = self.pile_spot(place)
            if pile.count and spot:
                # The next card of a pile never lies quite like the one before.
                turn = spot.angle + (pile.count * 7 % 5 - 2) * 0.5
                yield PlacedPiece(pile.top, Pose(spot.x, spot.y, turn), face_up=False)

    def pile_spot(self, place: Place) -> Pose | None:
        """Piles take the free spots of the table in turn; the last one is for what is dropped."""
        if self.is_open(place):
            return self._spot_of_pile(place).pose
        closed = [pile for pile in self._piles if not self.is_open(pile)]
        number = closed.index(place) if place in closed else len(self._bare)
        return self._bare[number] if number < len(self._bare) - 1 else None

    def _spot_of_pile(self, place: Place) -> Spot:
        top = (
            self._piles[place].top
            if place in self._piles
            else next(iter(self.registry.form_by_piece))
        )
        return self._rows(place, self._form(top))[-1]

    def _spot_for(self, piece: str, place: Place) -> Spot:
        """A free spot; where there is none, what lies there is pushed together."""
        form, shape = self._form(piece), self._shapes[place]
        with suppress(SceneError):
            return self._free_spot(place, form)
        lying = [piece for piece in self._placed if self._is_in(piece, place)]
        *others, free = together(
            shape,
            [*map(self._form, lying), form],
            self._pose_on,
            places_beside(self.layout, shape, piece),
            list(self._standing(place)),
        )
        for other, spot in zip(lying, others, strict=True):
            placed = replace(self._placed[other][1], pose=self._untidy(spot.pose, spot.form))
            self._placed[other] = (spot, placed)
        return free

    def _free_spot(self, place: Place, form: Form, near: Pose | None = None) -> Spot:
        taken = [
            spot
            for piece, (spot, _) in self._placed.items()
            if spot is not None and self._is_in(piece, place)
        ]
        if place in self._piles and self._piles[place].count:
            taken.append(self._spot_of_pile(place))

        def between() -> list[Spot]:
            return self._unused(anywhere(self._shapes[place], form, self._pose_on), taken)

        free = self._unused(self._rows(place, form), taken) or between()
        if not free:
            raise SceneError(f"There is no room for a {form.name} in {place}; put some elsewhere.")
        others = [*self._loose(place), *self._standing(place)]

        def is_clear(spot: Spot) -> bool:
            return not any(self._clash((spot.pose, form), other) for other in others)

        clear = [spot for spot in free if is_clear(spot)]
        free = clear or list(filter(is_clear, between())) or free

        def covered(spot: Spot) -> int:
            column = (o for o in taken if o.column == spot.column and o.form == form)
            return sum(abs(other.at[1] - spot.at[1]) < form.height for other in column)

        if near is not None:
            return min(free, key=lambda s: math.hypot(s.pose.x - near.x, s.pose.y - near.y))
        return min(free, key=lambda spot: (covered(spot), spot.row, spot.column))

    @staticmethod
    def _unused(spots: Iterable[Spot], taken: list[Spot]) -> list[Spot]:
        return [spot for spot in spots if not any(spot.clashes(other) for other in taken)]

    def _loose(self, place: Place) -> list[tuple[Pose, Form]]:
        """Where pieces lie in a place that were put there by hand."""
        return [
            (placed.pose, self._form(piece))
            for piece, (spot, placed) in self._placed.items()
            if spot is None and self._is_in(piece, place)
        ]

    def _standing(self, place: Place) -> Iterator[tuple[Pose, Form]]:
        """What stands high near a place, where a camera above the middle of the table sees it."""
        middle, (width, height) = self._middle(self._shapes[place]), self.layout.table
        for piece, (_, placed) in self._placed.items():
            if not placed.z or self.places[piece] in self._tiles.spots or self._is_in(piece, place):
                continue
            pose, lean = placed.pose, placed.z / _CAMERA
            if math.hypot(pose.x - middle.x, pose.y - middle.y) < _NEAR:
                x, y = (pose.x - width / 2) * lean, (pose.y - height / 2) * lean
                yield Pose(pose.x + x, pose.y + y, pose.angle), self._form(piece)

    def _is_in(self, piece: str, place: Place) -> bool:
        """Whether a piece lies in a place, with whatever side up."""
        here = self.places[piece]
        return here is not None and self._shapes.get(here) is self._shapes[place]

    def _hides_label(self, place: Place, pose: Pose, form: Form) -> bool:
        """Whether a piece laid here would hide the label of another one of the place."""
        return any(
            self._is_in(piece, place) and covers((pose, form), (placed.pose, self._form(piece)))
            for piece, (_, placed) in self._placed.items()
        )

    def _clash(self, one: tuple[Pose, Form], other: tuple[Pose, Form]) -> bool:
        return covers(one, other) or covers(other, one)

    def _rows(self, place: Place, form: Form) -> list[Spot]:
        shape = self._shapes[place]
        place = shape.name
        if (place, form) not in self._spots:
            middle = Spot(form, 0, 0, shape.shape.centre, self._middle(shape))
            whole = [*in_rows(shape, form, self._pose_on), middle]
            found = [spot for spot in whole if fits(shape, form, spot.at)]
            self._spots[place, form] = found[:-1] or found
        return self._spots[place, form]

    def _middle(self, place: PlaceShape) -> Pose:
        return self._pose_on(place, place.shape.centre)

    def _pose_on(self, place: PlaceShape, at: tuple[float, float]) -> Pose:
        mat, pose = self.layout.mats[place.mat], self.layout.suggested[place.mat]
        (x, y), *_ = on_table(np.array([at]), pose, mat.width, mat.height)
        return Pose(float(x), float(y), pose.angle)

    def _untidy(self, pose: Pose, form: Form) -> Pose:
        return self._noisy(pose, min(_OFF[0], _OFF[1] * min(form.size)), _TURN)

    def _noisy(self, pose: Pose, off: float, turn: float) -> Pose:
        def error(usual: float) -> float:
            return max(-1.7, min(1.7, self._random.gauss(0, 0.8))) * usual * self._untidiness

        return Pose(pose.x + error(off), pose.y + error(off), pose.angle + error(turn))
