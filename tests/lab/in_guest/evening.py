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
from vision.locate.places import looking
from vision.picture_source import Frame, FrameError, frames
from vision.reading import Sighting
from vision.recognise.tags import TagReader
from vision.registry import load_registry
from vision.watching.watch import Watch

GAME = "port_royal"


def introduce(camera: PiCamera, frame: Frame) -> None:
    """What the camera is like."""
    tell(
        size=frame.size,
        small=frame.small.shape[::-1],
        offers=sorted(camera._camera.camera_controls),
        locked=sorted(camera._locked),
    )


def tell(**told: Any) -> None:
    print(json.dumps(told), flush=True)


def main(sightings: int) -> None:
    layout, registry = load_layout(GAME), load_registry(GAME)
    watch = Watch(TagReader(registry, layout), looking(layout, registry))
    camera = PiCamera()
    began = time.monotonic()
    known = False
    for frame in frames(camera):
        at = round(time.monotonic() - began, 1)
        if isinstance(frame, FrameError):
            tell(notice=str(frame.text), at=at)
            continue
        if not known:
            introduce(camera, frame)
            known = True
        event = watch.see(frame)
        if isinstance(event, Sighting):
            tell(places=dict(event.places), unreadable=len(event.unreadable), at=at)
            sightings -= 1
        if sightings <= 0:
            return


main(int(sys.argv[1]))
