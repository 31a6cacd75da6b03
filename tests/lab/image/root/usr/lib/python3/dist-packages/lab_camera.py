"""Lets picamera2 open libcamera's virtual camera, whoever imports it.

The virtual camera has no raw stream, which picamera2 asks every camera about, and wants its two
planes described apart, which picamera2's allocator does not; it keeps no pace; and an emulated
computer needs more time. Everything else is picamera2's own.
This module is imported by every Python of the virtual Pi, so it does nothing until picamera2 is.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import Any


class _Finder(importlib.abc.MetaPathFinder):
    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name != "picamera2":
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec is not None and spec.loader is not None:
            load = spec.loader.exec_module

            def load_and_adapt(module: ModuleType) -> None:
                load(module)
                _adapt(module)

            vars(spec.loader)["exec_module"] = load_and_adapt
        return spec


def _adapt(picamera2: Any) -> None:
    import mmap

    import libcamera
    from picamera2.allocators.dmaallocator import DmaAllocator

    def _good_buffer(planes: list[Any]) -> Any:
        """One that says its frame is good.

        The virtual camera never says how a frame went, and libcamera does not either when it makes
        a buffer: there stays whatever happened to be in that memory, and picamera2 believes it.
        """
        others = []  # kept until the end, so that each try gets other memory
        while True:
            buffer = libcamera.FrameBuffer(planes)
            if buffer.metadata.status == libcamera.FrameMetadata.Status.Success:
                return buffer
            others.append(buffer)

    class TwoPlanes(DmaAllocator):  # type: ignore[misc]
        """Both planes of an NV12 picture in one piece of memory."""

        def allocate(self, libcamera_config: Any, _: Any) -> None:
            self.libcamera_fds: list[int] = []
            self.cleanup()
            self.frame_buffers = {}
            for config in libcamera_config:
                self.frame_buffers[config.stream] = [
                    self._buffer(config) for _ in range(config.buffer_count)
                ]

        def _buffer(self, config: Any) -> Any:
            memory = self.dmaHeap.alloc("lab", config.frame_size).get()
            self.open_fds.append(memory)
            grey, colour = libcamera.FrameBuffer.Plane(), libcamera.FrameBuffer.Plane()
            grey.fd, grey.offset = memory, 0
            grey.length = config.stride * config.size.height
            colour.fd, colour.offset = memory, grey.length
            colour.length = config.frame_size - grey.length
            buffer = _good_buffer([grey, colour])
            # libcamera has made a copy of the descriptor, by which picamera2 knows the buffer.
            self.libcamera_fds.append(buffer.planes[0].fd)
            self.mapped_buffers_used[buffer.planes[0].fd] = False
            self.mapped_buffers[buffer] = mmap.mmap(
                memory, config.frame_size, mmap.MAP_SHARED, mmap.PROT_READ | mmap.PROT_WRITE
            )
            return buffer

    real: Any = picamera2.Picamera2
    slower = 60

    class Picamera2(real):  # type: ignore[misc]
        def __init__(self, camera_num: int = 0) -> None:
            super().__init__(camera_num, allocator=TwoPlanes())

        def _get_raw_modes(self) -> list[dict[str, Any]]:
            sizes = self.camera.generate_configuration([libcamera.StreamRole.Viewfinder])
            largest = sizes.at(0).size
            return [{"format": "NV12", "size": (largest.width, largest.height)}]

        def process_requests(self, display: Any) -> None:
            """The virtual camera gives frames as fast as it can; others keep their pace.

            And it waits until somebody wants a frame: the evening must not run away from an
            emulated computer, for which reading one may take as long as for a Pi a whole turn.
            """
            microseconds = self.camera_controls["FrameDurationLimits"][0]
            display._abort.wait(self.camera_config["buffer_count"] * microseconds / 1e6)
            while not self._job_list and not display._abort.wait(0.02):
                pass
            super().process_requests(display)

        def dispatch_functions(self, functions: Any, wait: Any, *more: Any, **named: Any) -> Any:
            """What takes a Pi a second may take an emulated computer a minute."""
            patience = wait * slower if isinstance(wait, float) else wait
            return super().dispatch_functions(functions, patience, *more, **named)

    picamera2.Picamera2 = Picamera2


sys.meta_path.insert(0, _Finder())
