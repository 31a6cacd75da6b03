"""A quick camera over a simulated table: when a card moves, only its patch is drawn anew.

It looks straight down through a perfect lens, so a patch of the table looks the same from right
above it as in the whole picture. Whole matches can be played under it in seconds. For a tilted
camera, a bent picture or glare, take `SimulatedCamera`.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from typing import Self

import cv2
import numpy as np
import numpy.typing as npt

from vision.hanging import hanging
from vision.layout import Layout
from vision.picture_source import SMALL_WIDTH, Frame
from vision.reading import Picture, Region, merged
from vision.registry import Registry
from vision.simulator.camera_model import Camera
from vision.simulator.hand import lay_hand
from vision.simulator.optics import Conditions
from vision.simulator.render import draw, photograph
from vision.simulator.scene import Hand, PlacedPiece, Scene

_SHADOW = 4.0
"""Millimetres around a card that change with it."""
_NARROWEST = 5.1
"""Degrees across a patch: a narrower camera would see less than it must."""
_RIM = 4
"""Pixels around a patch that only keep the lens blur from ending at its edge."""
_SHIFTS = 64
"""The grain of a moment is cut out of a larger one, at one of so many offsets each way."""


def camera_above(layout: Layout, registry: Registry) -> Camera:
    """Camera Module 3 over the middle of the table, as high as the stand hangs it."""
    hung, (width, height) = hanging(layout, registry), layout.table
    return Camera(
        *hung.camera.size,
        above=hung.above,
        aim=(width / 2, height / 2),
        field_of_view=hung.camera.across,
    )


class PatchworkCamera:
    """Shows its `scene`; set it to change what is seen.

    The full picture is grey, which is quick; it can be had in colour as well.
    """

    def __init__(
        self,
        scene: Scene,
        camera: Camera,
        conditions: Conditions | None = None,
        seed: int = 0,
        every: float = 0.1,
        live: bool = False,
    ) -> None:
        """`every` is the time from frame to frame in seconds; only `live` waits for it."""
        self.scene = scene
        self.camera = camera
        self._every = every
        self._live = live
        self._seed = seed
        self._moment = 0
        self._conditions = replace(conditions or Conditions(), jpeg=None)
        if camera.tilt or camera.turn or any(camera.lens) or self._conditions.glare:
            raise ValueError(
                "A patchwork cannot show a tilted or turned camera, a bent lens or glare; "
                "take SimulatedCamera."
            )
        shrink = SMALL_WIDTH / camera.width
        self._small_camera = replace(
            camera, width=SMALL_WIDTH, height=round(camera.height * shrink)
        )
        self._grain = _grain(seed, camera.width, camera.height, self._conditions.noise)
        self._light = _lamp(seed, camera.width, camera.height, self._conditions)
        self._drawn: Scene | None = None
        self._picture = np.empty((camera.height, camera.width), np.uint8)
        self._coloured = np.empty((camera.height, camera.width, 3), np.uint8)
        self._halvings = _halvings((camera.width, camera.height), SMALL_WIDTH)
        width, height = camera.width >> self._halvings, camera.height >> self._halvings
        self._halved = np.empty((height, width), np.uint8)
        """The picture as often halved as that goes, which is quick."""
        self._small: Picture | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._drawn = None

    @contextmanager
    def frame(self) -> Iterator[Frame]:
        if self._live:
            time.sleep(self._every)
        self._moment += 1
        moment, hands = self._moment, self.scene.hands
        self._follow()
        size = (self.camera.width, self.camera.height)
        frame = Frame(
            self._take_small(hands, moment),
            size,
            lambda: self._take(self._picture, self.camera, hands, moment),
            time.monotonic() if self._live else moment * self._every,
            lambda: self._take(self._coloured, self.camera, hands, moment),
        )
        try:
            yield frame
        finally:
            frame.give_back()

    def _take_small(self, hands: tuple[Hand, ...], moment: int) -> Picture:
        if self._small is None:
            size = (self._small_camera.width, self._small_camera.height)
            small = cv2.resize(self._halved, size, interpolation=cv2.INTER_AREA)
            self._small = np.asarray(small, np.uint8)
        return self._take(self._small, self._small_camera, hands, moment)

    def _take(
        self, still: Picture, camera: Camera, hands: tuple[Hand, ...], moment: int
    ) -> Picture:
        """The drawn table with the hands over it and the grain of one moment."""
        if hands:
            grey = still.ndim == 2
            coloured = cv2.cvtColor(still, cv2.COLOR_GRAY2BGR) if grey else still.copy()
            cover = np.zeros(still.shape[:2], np.uint8)
            for hand in hands:
                lay_hand(np.asarray(coloured, np.uint8), camera, hand, cover)
            still = np.asarray(
                cv2.cvtColor(coloured, cv2.COLOR_BGR2GRAY) if grey else coloured, np.uint8
            )
        height, width = still.shape[:2]
        x, y = (moment * 37) % _SHIFTS, (moment * 23) % _SHIFTS
        grain = self._grain[y : y + height, x : x + width]
        if width < self.camera.width:
            # Many pixels make a small one: it is less noisy than they are.
            grain = np.asarray(grain // 4, np.int8)
        if still.ndim == 3:
            grain = np.asarray(cv2.merge([grain] * 3), np.int8)
        return np.asarray(cv2.add(still, grain, dtype=cv2.CV_8U), np.uint8)

    def _follow(self) -> None:
        """Bring the drawn picture up to the scene."""
        before, now = self._drawn, self.scene
        if before is not None and before.pieces is now.pieces and _same_ground(before, now):
            return
        self._drawn, self._small = now, None
        changed = _changed(before, now) if before is not None else None
        if changed is None:
            whole = Region(0, 0, self.camera.width, self.camera.height)
            self._draw(whole)
            return
        for region in merged(self._around(placed) for placed in changed):
            self._draw(region)

    def _around(self, placed: PlacedPiece) -> Region:
        """The pixels that a card and its shadow change, at any turn."""
        scene, scale = self.scene, self.camera.px_per_mm
        size = scene.registry.form_of(placed.piece).size
        reach = (math.hypot(*size) / 2 + _SHADOW) * scale
        x, y = self.camera.project(np.array([[placed.pose.x, placed.pose.y]]), placed.z)[0]
        side = math.ceil(2 * reach)
        return Region(math.floor(x - reach), math.floor(y - reach), side, side)

    def _draw(self, region: Region) -> None:
        """Draw a part of the picture, as seen from right above it."""
        camera, scene = self.camera, replace(self.scene, hands=())
        seen = region.clipped(camera.width, camera.height)
        if not seen.width or not seen.height:
            return
        wide = seen.grown(_RIM)
        narrowest = math.ceil(2 * camera.focal * math.tan(math.radians(_NARROWEST / 2)))
        wide = wide._replace(width=max(wide.width, narrowest))
        centre = np.array([[wide.x + (wide.width - 1) / 2, wide.y + (wide.height - 1) / 2]])
        aim = camera.locate(centre)[0]
        above = replace(
            camera,
            width=wide.width,
            height=wide.height,
            aim=(float(aim[0]), float(aim[1])),
            field_of_view=math.degrees(2 * math.atan(wide.width / 2 / camera.focal)),
        )
        reach = (math.hypot(wide.width, wide.height) / 2) / camera.px_per_mm + 60
        near = tuple(
            placed
            for placed in scene.pieces
            if math.hypot(placed.pose.x - aim[0], placed.pose.y - aim[1]) < reach
        )
        near = tuple(self._seen_from(placed, above) for placed in near)
        drawn = draw(replace(scene, pieces=near), above, self._seed, self._conditions)
        left, top = seen.x - wide.x, seen.y - wide.y
        part = np.ascontiguousarray(drawn[top : top + seen.height, left : left + seen.width])
        rows, columns = slice(seen.y, seen.y + seen.height), slice(seen.x, seen.x + seen.width)
        grey, light = cv2.cvtColor(part, cv2.COLOR_BGR2GRAY), self._light[rows, columns]
        self._picture[rows, columns] = cv2.multiply(grey, light, scale=1 / 255)
        self._coloured[rows, columns] = cv2.multiply(part, cv2.merge([light] * 3), scale=1 / 255)
        self._halve(seen)

    def _halve(self, region: Region) -> None:
        """Bring the halved picture up to a part of the whole one."""
        block = 1 << self._halvings
        left, top = region.x // block, region.y // block
        right = -(-(region.x + region.width) // block)
        bottom = -(-(region.y + region.height) // block)
        part = self._picture[top * block : bottom * block, left * block : right * block]
        for _ in range(self._halvings):
            size = (part.shape[1] // 2, part.shape[0] // 2)
            part = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.uint8)
        self._halved[top:bottom, left:right] = part

    def _seen_from(self, placed: PlacedPiece, above: Camera) -> PlacedPiece:
        """A piece so that a camera right above the patch sees it as the one above the table does.

        What lies high seems to lie farther away from the point below the camera.
        """
        if not placed.z:
            return placed
        share = placed.z / self.camera.above
        x = placed.pose.x + (above.aim[0] - self.camera.aim[0]) * share
        y = placed.pose.y + (above.aim[1] - self.camera.aim[1]) * share
        return replace(placed, pose=replace(placed.pose, x=x, y=y))


def _halvings(size: tuple[int, int], narrowest: int) -> int:
    """How often a picture can be halved until it would be too narrow."""
    width, height = size
    if width % 2 or height % 2 or width // 2 < narrowest:
        return 0
    return 1 + _halvings((width // 2, height // 2), narrowest)


def _same_ground(before: Scene, now: Scene) -> bool:
    return (before.layout.game, before.mats, before.underlays, before.background) == (
        now.layout.game,
        now.mats,
        now.underlays,
        now.background,
    )


def _changed(before: Scene, now: Scene) -> set[PlacedPiece] | None:
    """The cards that came, went or moved; None if more than that is different."""
    old, new = set(before.pieces), set(now.pieces)
    same_order = [placed for placed in before.pieces if placed in new] == [
        placed for placed in now.pieces if placed in old
    ]
    return old ^ new if same_order and _same_ground(before, now) else None


@lru_cache(maxsize=1)
def _lamp(seed: int, width: int, height: int, conditions: Conditions) -> Picture:
    """How bright a white table is everywhere."""
    white = np.full((height, width, 3), 255, np.uint8)
    lit = photograph(white, replace(conditions, noise=0.0), seed, 0)
    return np.asarray(cv2.cvtColor(lit, cv2.COLOR_BGR2GRAY), np.uint8)


@lru_cache(maxsize=1)
def _grain(seed: int, width: int, height: int, noise: float) -> npt.NDArray[np.int8]:
    random = np.random.default_rng(seed)
    grain = random.standard_normal((height + _SHIFTS, width + _SHIFTS), np.float32)
    grain *= noise
    np.rint(grain, out=grain)
    np.clip(grain, -127, 127, out=grain)
    return np.asarray(grain, np.int8)
