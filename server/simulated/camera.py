"""The camera above a simulated table, which follows it to other games."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from vision.picture_source import Frame
from vision.simulator.patchwork_camera import PatchworkCamera, camera_above
from vision.simulator.scene import Scene

_FRAME_EVERY = 0.05


class CameraAbove:
    """Only one thread may look."""

    def __init__(self, scene: Scene) -> None:
        self._camera = _camera_over(scene)

    @contextmanager
    def look(self, scene: Scene) -> Iterator[Frame]:
        """Another game may need another camera, which takes a while."""
        if self._camera.camera != camera_above(scene.layout, scene.registry):
            self._camera = _camera_over(scene)
        self._camera.scene = scene
        with self._camera.frame() as frame:
            yield frame


def _camera_over(scene: Scene) -> PatchworkCamera:
    camera = camera_above(scene.layout, scene.registry)
    return PatchworkCamera(scene, camera, every=_FRAME_EVERY, live=True)
