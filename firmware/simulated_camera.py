"""A camera over a simulated table: for the demo, the benchmarks and the tests."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Self

import cv2
import numpy as np

from vision.camera_model import Camera
from vision.effects import Conditions
from vision.frame import SMALL_WIDTH, Frame
from vision.reading import Picture
from vision.scene import Scene
from vision.simulate import draw, photograph


class SimulatedCamera:
    """Shows its `scene` through its `camera`; set either to change what is seen.

    The small picture is rendered on its own, and the full one only when somebody reads it. As long
    as the scene stays the same only the noise is new.
    """

    def __init__(
        self,
        scene: Scene,
        camera: Camera | None = None,
        conditions: Conditions | None = None,
        seed: int = 0,
        every: float = 0.1,
        live: bool = False,
    ) -> None:
        """`every` is the time from frame to frame in seconds; `live` waits for it."""
        self.scene = scene
        self.camera = camera or Camera()
        self._conditions = conditions or Conditions()
        self._seed = seed
        self._every = every
        self._live = live
        self._moment = 0
        self._drawn: dict[bool, tuple[Scene, Camera, Picture]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._drawn.clear()

    @contextmanager
    def frame(self) -> Iterator[Frame]:
        if self._live:
            time.sleep(self._every)
        self._moment += 1
        scene, camera, moment = self.scene, self.camera, self._moment
        small = cv2.cvtColor(self._take(scene, camera, moment, True), cv2.COLOR_BGR2GRAY)
        at = time.monotonic() if self._live else moment * self._every
        frame = Frame(
            np.asarray(small, np.uint8),
            (camera.width, camera.height),
            lambda: self._take(scene, camera, moment, False),
            at,
        )
        try:
            yield frame
        finally:
            frame.give_back()

    def _take(self, scene: Scene, camera: Camera, moment: int, small: bool) -> Picture:
        conditions = self._conditions
        lens = camera
        if small:
            shrink = SMALL_WIDTH / camera.width
            lens = replace(camera, width=SMALL_WIDTH, height=round(camera.height * shrink))
            # Many pixels make a small one: it is sharper and less noisy than they are.
            conditions = replace(
                conditions,
                noise=conditions.noise / 4,
                defocus=conditions.defocus * shrink,
                motion=conditions.motion * shrink,
                jpeg=None,
            )
        kept = self._drawn.get(small)
        if kept is None or kept[0] is not scene or kept[1] != camera:
            picture = draw(scene, lens, self._seed, conditions).picture
            kept = self._drawn[small] = (scene, camera, picture)
        return photograph(kept[2], conditions, self._seed, moment)
