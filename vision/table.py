"""From tags in a picture to pieces in places.

A card belongs where its middle lies, which follows from its tag: the label is always glued at the
same spot. Near the border of two places, or with its middle in one and its tag in another, it is
between them and in neither. Everything that cannot be told for certain is reported.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from rules.pieces import Place
from vision.layout import Layout, PlaceShape
from vision.lens import Lens
from vision.poses import FramePose, doubled_frames, frame_poses
from vision.quads import as_quads
from vision.reading import FloatArray, FrameTag, Reading, Sighting, Tags
from vision.registry import Registry

_MARGIN_MM = 8.0
"""How near to a place's border a card may be in it or beside it."""
_MARGIN_SHARE = 1 / 3
"""In small places (spots, hexes) the margin is this share of the way to the middle."""


def look(
    tags: Tags,
    layout: Layout,
    registry: Registry,
    size: tuple[int, int],
    lens: Lens | None = None,
) -> Sighting:
    """Which piece lies where. `size` is the picture's width and height; no lens bends nothing."""

    def straight(seen: Sequence[Reading | FrameTag]) -> FloatArray:
        corners = as_quads([each.corners for each in seen])
        return corners if lens is None or not seen else lens.straightened(corners, *size)

    poses = frame_poses(tags.frames, layout, straight(tags.frames))
    counted = Counter(reading.piece for reading in tags.pieces)
    single = [reading for reading in tags.pieces if counted[reading.piece] == 1]
    touched = _touched(single, straight(single), layout, registry, poses)
    placed = [reading for reading in single if len(touched[reading.piece]) == 1]
    return Sighting(
        places={reading.piece: touched[reading.piece][0] for reading in placed},
        between={piece: places for piece, places in touched.items() if len(places) > 1},
        elsewhere=frozenset(piece for piece, places in touched.items() if not places),
        duplicates={piece: times for piece, times in counted.items() if times > 1},
        strangers=tuple(sorted(stranger.id for stranger in tags.strangers)),
        frames=frozenset(poses),
        doubled_frames=doubled_frames(tags.frames, layout),
        unreadable=tags.unreadable,
        confidence=min((reading.confidence for reading in placed), default=1.0),
    )


def _touched(
    readings: Sequence[Reading],
    corners: FloatArray,
    layout: Layout,
    registry: Registry,
    poses: Mapping[str, FramePose],
) -> dict[str, tuple[Place, ...]]:
    """The places that each piece lies in or near; several if it lies across them."""
    by_middle: dict[str, set[Place]] = {reading.piece: set() for reading in readings}
    by_tag: dict[str, set[Place]] = {reading.piece: set() for reading in readings}
    for key, pose in poses.items():
        on_frame = pose.on_frame(corners)
        tags = on_frame.mean(axis=1)
        middles = _middles(readings, on_frame, registry)
        for place in layout.places_on(key):
            margin = _margin(place)
            for reading, middle, tag in zip(readings, middles, tags, strict=True):
                if place.distance_inside(float(middle[0]), float(middle[1])) > -margin:
                    by_middle[reading.piece].add(place.name)
                if place.distance_inside(float(tag[0]), float(tag[1])) > margin:
                    by_tag[reading.piece].add(place.name)
    return {
        piece: tuple(sorted(places | by_tag[piece])) if places else ()
        for piece, places in by_middle.items()
    }


def _margin(place: PlaceShape) -> float:
    return min(_MARGIN_MM, _MARGIN_SHARE * place.distance_inside(*place.shape.centre))


def _middles(readings: Sequence[Reading], on_frame: FloatArray, registry: Registry) -> FloatArray:
    """The middle of each piece in the frame's millimetres."""
    # Turned as the tag is: its upper and its lower side both point right.
    right = on_frame[:, 1] - on_frame[:, 0] + on_frame[:, 2] - on_frame[:, 3]
    right /= np.maximum(np.linalg.norm(right, axis=1, keepdims=True), 1e-9)
    down = np.stack([-right[:, 1], right[:, 0]], axis=1)
    (width, height), label = registry.card_size, registry.label
    from_tag = right * (width / 2 - label.x) + down * (height / 2 - label.y)
    # What was read without a tag was read as a whole card.
    by_tag = np.array([reading.how == "tag" for reading in readings]).reshape(-1, 1)
    return np.asarray(on_frame.mean(axis=1) + from_tag * by_tag)
