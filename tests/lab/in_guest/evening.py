"""Runs in the virtual Pi: the product's camera class and watch on the virtual camera.

Prints one JSON object a line: first what the camera offers and what was locked, then sightings.
"""

from __future__ import annotations

import json
import sys
import time

from firmware.pi_camera import PiCamera
from vision.layout import load_layout
from vision.reading import Sighting
from vision.registry import load_registry
from vision.table import look
from vision.tags import TagReader
from vision.watch import Watch, watching

GAME = "port_royal"


def main(sightings: int) -> None:
    layout, registry = load_layout(GAME), load_registry(GAME)
    camera = PiCamera()
    with camera, camera.frame() as frame:
        about = {
            "size": frame.size,
            "small": frame.small.shape[::-1],
            "offers": sorted(camera._camera.camera_controls),
            "locked": sorted(camera._locked),
        }
    print(json.dumps(about), flush=True)
    watch = Watch(
        TagReader(registry, layout), lambda tags, size: look(tags, layout, registry, size)
    )
    began = time.monotonic()
    for event in watching(camera, watch):
        if isinstance(event, Sighting):
            told = {"places": dict(event.places), "unreadable": len(event.unreadable)}
            sightings -= 1
        else:
            told = {"notice": str(event.text), "trouble": event.trouble}
        print(json.dumps(told | {"at": round(time.monotonic() - began, 1)}), flush=True)
        if sightings <= 0:
            return


main(int(sys.argv[1]))
