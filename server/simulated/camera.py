"""The camera above a simulated table, which follows it to other games."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from vision.picture_source import Frame
from vision.simulator.camera_model import Camera
from vision.simulator.mounting import USUAL, Mounting
from vision.simulator.optics import Conditions
from vision.simulator.patchwork_camera import PatchworkCamera, camera_above
from vision.simulator.scene import Scene
from vision.simulator.simulated_camera import SimulatedCamera

_FRAME_EVERY = 0.05


class CameraAbove:
    """Only one thread may look; set `mounting` from any to hang it otherwise."""

    def __init__(self) -> None:
        self.mounting = USUAL
        self._made: tuple[Camera, Conditions, bool] | None = None
        self._camera: PatchworkCamera | SimulatedCamera | None = None
        self._laid: tuple[Scene, Mounting, Scene] | None = None

    @contextmanager
    def look(self, scene: Scene) -> Iterator[Frame]:
        """Another game may need another camera, which takes a while."""
        mounting = self.mounting
        camera = self._camera_for(scene, mounting)
        camera.scene = self._seen(scene, mounting)
        if isinstance(camera, SimulatedCamera):
            camera.disturbances = mounting.disturbances
        with camera.frame() as frame:
            yield frame

    def _camera_for(self, scene: Scene, mounting: Mounting) -> PatchworkCamera | SimulatedCamera:
        hung = mounting.hung(camera_above(scene.layout, scene.registry))
        wanted = (hung, mounting.conditions, mounting.is_plain)
        if self._camera is None or wanted != self._made:
            kind = PatchworkCamera if mounting.is_plain else SimulatedCamera
            self._camera = kind(scene, hung, mounting.conditions, every=_FRAME_EVERY, live=True)
            self._made = wanted
        return self._camera

    def _seen(self, scene: Scene, mounting: Mounting) -> Scene:
        """The same scene for the same table, so that nothing is drawn twice."""
        if self._laid is None or self._laid[0] is not scene or self._laid[1] is not mounting:
            self._laid = (scene, mounting, mounting.seen(scene))
        return self._laid[2]
