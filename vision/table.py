"""From tags in a picture to pieces in places.

A card belongs where its middle lies, which follows from its tag: the label is always glued at the
same spot. A card is between places, and in none of them, if its middle is near the border of two,
or just outside of one, or in one while its tag is in another. Everything that cannot be told for
certain is reported.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from rules.pieces import Place
from vision.layout import Layout, PlaceShape
from vision.lens import Lens
from vision.poses import FramePose, doubled_frames, frame_poses
from vision.quads import as_quads
from vision.reading import FloatArray, FrameTag, Reading, Sighting, Tags
from vision.registry import Registry

_MARGIN_OF_CARD = 1 / 4
"""A card touches a place if so much of its width lies in it."""
_MARGIN_OF_PLACE = 1 / 3
"""In small places (spots, hexes) the margin is at most this share of the way to the middle."""


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
    spots = _spots(single, straight(single), layout, registry, poses)
    placed = [reading for reading in single if spots[reading.piece].place]
    return Sighting(
        places={piece: spot.place for piece, spot in spots.items() if spot.place},
        between={
            piece: tuple(sorted(spot.touched))
            for piece, spot in spots.items()
            if spot.near and not spot.place
        },
        elsewhere=frozenset(piece for piece, spot in spots.items() if not spot.near),
        duplicates={piece: times for piece, times in counted.items() if times > 1},
        strangers=tuple(sorted(stranger.id for stranger in tags.strangers)),
        frames=frozenset(poses),
        hidden=frozenset(place.name for place in layout.places if place.frame not in poses),
        doubled_frames=doubled_frames(tags.frames, layout),
        unreadable=tags.unreadable,
        confidence=min((reading.confidence for reading in placed), default=1.0),
    )


@dataclass(slots=True)
class _Spot:
    """The places around one piece."""

    inside: set[Place] = field(default_factory=set)
    """Those its middle is in."""
    near: set[Place] = field(default_factory=set)
    """Those its middle is in or beside."""
    under_tag: set[Place] = field(default_factory=set)
    """Those its tag is well inside."""

    @property
    def touched(self) -> set[Place]:
        return self.near | self.under_tag

    @property
    def place(self) -> Place | None:
        """The place it is in, if there can be no doubt."""
        return next(iter(self.inside)) if self.inside and len(self.touched) == 1 else None


def _spots(
    readings: Sequence[Reading],
    corners: FloatArray,
    layout: Layout,
    registry: Registry,
    poses: Mapping[str, FramePose],
) -> dict[str, _Spot]:
    spots = {reading.piece: _Spot() for reading in readings}
    for key, pose in poses.items():
        on_frame = pose.on_frame(corners)
        middles = _middles(readings, on_frame, registry).tolist()
        tags = on_frame.mean(axis=1).tolist()
        sizes = [min(registry.size_of(reading.piece)) for reading in readings]
        for place in layout.places_on(key):
            for spot, size, middle, tag in zip(spots.values(), sizes, middles, tags, strict=True):
                margin = _margin(place, size)
                depth = place.distance_inside(*middle)
                if depth >= 0:
                    spot.inside.add(place.name)
                if depth > -margin:
                    spot.near.add(place.name)
                if place.distance_inside(*tag) > margin:
                    spot.under_tag.add(place.name)
    return spots


def _margin(place: PlaceShape, size: float) -> float:
    """How far outside of a place the middle of a piece still touches it."""
    depth = place.distance_inside(*place.shape.centre)
    return min(_MARGIN_OF_CARD * size, _MARGIN_OF_PLACE * depth)


def _middles(readings: Sequence[Reading], on_frame: FloatArray, registry: Registry) -> FloatArray:
    """The middle of each piece in the frame's millimetres."""
    # Turned as the tag is: its upper and its lower side both point right.
    right = on_frame[:, 1] - on_frame[:, 0] + on_frame[:, 2] - on_frame[:, 3]
    right /= np.maximum(np.linalg.norm(right, axis=1, keepdims=True), 1e-9)
    down = np.stack([-right[:, 1], right[:, 0]], axis=1)
    from_label = [_label_to_middle(reading.piece, registry) for reading in readings]
    across, along = np.array(from_label).reshape(-1, 2).T[..., None]
    from_tag = right * across + down * along
    # What was read without a tag was read as a whole card.
    by_tag = np.array([reading.how == "tag" for reading in readings]).reshape(-1, 1)
    return np.asarray(on_frame.mean(axis=1) + from_tag * by_tag)


def _label_to_middle(piece: str, registry: Registry) -> tuple[float, float]:
    """How far right of and below its label the middle of a piece is, in millimetres."""
    (width, height), label = registry.size_of(piece), registry.label_of(piece)
    return width / 2 - label.x, height / 2 - label.y
