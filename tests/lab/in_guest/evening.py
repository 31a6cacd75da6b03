"""Runs in the virtual Pi: the product's camera class and watch on the virtual camera.

Prints one JSON object a line: first what the camera offers and what was locked, then sightings.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

from firmware.pi_camera import PiCamera
from vision.layout import load_layout
from vision.locate.places import look
from vision.picture_source import Frame
from vision.reading import Sighting
from vision.recognise.tags import TagReader
from vision.registry import load_registry
from vision.watching.watch import Notice, Watch, watching

GAME = "port_royal"


class Introduced:
    """A watch that first says what the camera is like."""

    def __init__(self, camera: PiCamera, watch: Watch) -> None:
        self._camera = camera
        self._watch = watch
        self._known = False

    def see(self, frame: Frame) -> Sighting | Notice | None:
        if not self._known:
            self._known = True
            tell(
                size=frame.size,
                small=frame.small.shape[::-1],
                offers=sorted(self._camera._camera.camera_controls),
                locked=sorted(self._camera._locked),
            )
        return self._watch.see(frame)

    def audit(self) -> None:
        self._watch.audit()


def tell(**told: Any) -> None:
    print(json.dumps(told), flush=True)


def main(sightings: int) -> None:
    layout, registry = load_layout(GAME), load_registry(GAME)
    watch = Watch(
        TagReader(registry, layout), lambda tags, size: look(tags, layout, registry, size)
    )
    camera = PiCamera()
    began = time.monotonic()
    for event in watching(camera, Introduced(camera, watch)):
        at = round(time.monotonic() - began, 1)
        if isinstance(event, Sighting):
            tell(places=dict(event.places), unreadable=len(event.unreadable), at=at)
            sightings -= 1
        else:
            tell(notice=str(event.text), trouble=event.trouble, at=at)
        if sightings <= 0:
            return


main(int(sys.argv[1]))
