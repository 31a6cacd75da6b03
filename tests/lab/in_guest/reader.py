"""Runs in the virtual Pi, and on the host to compare: what is read in a rendered picture."""

from __future__ import annotations

import json
import sys

import numpy as np

from vision.layout import load_layout
from vision.locate.places import look
from vision.recognise.tags import TagReader
from vision.registry import load_registry

GAME = "port_royal"


def main(path: str) -> None:
    picture = np.load(path)
    layout, registry = load_layout(GAME), load_registry(GAME)
    tags = TagReader(registry, layout).read(picture)
    sighting = look(tags, layout, registry, (picture.shape[1], picture.shape[0]))
    print(json.dumps({"read": len(tags.pieces), "places": sighting.places}, sort_keys=True))


if __name__ == "__main__":
    main(sys.argv[1])
