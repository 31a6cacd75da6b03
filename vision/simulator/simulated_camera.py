"""A camera over a simulated table: for the demo, the benchmarks and the tests."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import NamedTuple, Self

import cv2
import numpy as np

from vision.picture_source import SMALL_WIDTH, Frame
from vision.reading import Picture
from vision.simulator.camera_model import Camera
from vision.simulator.disturbance import Disturbance
from vision.simulator.optics import Conditions
from vision.simulator.render import draw, photograph
from vision.simulator.scene import Scene


class _Moment(NamedTuple):
    """What one frame shows."""

    scene: Scene
    camera: Camera
    disturbances: tuple[Disturbance, ...]
    number: int
    time: float


class SimulatedCamera:
    """Shows its `scene` through its `camera`; set either to change what is seen.

    `disturbances` move over it by themselves, from frame to frame.

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
        self.disturbances: tuple[Disturbance, ...] = ()
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
        at = time.monotonic() if self._live else self._moment * self._every
        now = _Moment(self.scene, self.camera, self.disturbances, self._moment, at)
        small = cv2.cvtColor(self._take(now, True), cv2.COLOR_BGR2GRAY)
        frame = Frame(
            np.asarray(small, np.uint8),
            (now.camera.width, now.camera.height),
            lambda: self._take(now, False),
            at,
        )
        try:
            yield frame
        finally:
            frame.give_back()

    def _take(self, now: _Moment, small: bool) -> Picture:
        conditions = self._conditions
        lens = now.camera
        if small:
            shrink = SMALL_WIDTH / lens.width
            lens = replace(lens, width=SMALL_WIDTH, height=round(lens.height * shrink))
            # Many pixels make a small one: it is sharper and less noisy than they are.
            conditions = replace(
                conditions,
                noise=conditions.noise / 4,
                defocus=conditions.defocus * shrink,
                motion=conditions.motion * shrink,
                jpeg=None,
            )
        kept = self._drawn.get(small)
        if kept is None or kept[0] is not now.scene or kept[1] != now.camera:
            picture = draw(now.scene, lens, self._seed, conditions)
            kept = self._drawn[small] = (now.scene, now.camera, picture)
        drawn = kept[2].copy() if now.disturbances else kept[2]
        for disturbance in now.disturbances:
            disturbance.lay(drawn, lens, now.time)
        return photograph(drawn, conditions, self._seed, now.number)
