"""A camera over a simulated table."""

from __future__ import annotations

import pytest

from tests.vision.watching.evening import CAMERA, FRAMES, LAYOUT, REGISTRY, SPOTS, new_watch
from vision.reading import Sighting
from vision.simulator.camera_model import Camera
from vision.simulator.scene import PlacedPiece, Scene
from vision.simulator.simulated_camera import SimulatedCamera

CAPTAIN, PRIEST = "captain/4.1", "priest/4.1"


def scene(*pieces: str) -> Scene:
    cards = tuple(
        PlacedPiece(piece, spot) for piece, spot in zip(pieces, SPOTS["harbour"], strict=False)
    )
    return Scene(LAYOUT, REGISTRY, cards, FRAMES)


def test_the_simulated_camera_shows_what_its_scene_becomes() -> None:
    source = SimulatedCamera(scene(CAPTAIN), CAMERA, every=0.25)
    watch = new_watch()
    events = []
    with source:
        for number in range(30):
            if number == 12:
                source.scene = scene(CAPTAIN, PRIEST)
            with source.frame() as frame:
                event = watch.see(frame)
            if event is not None:
                events.append(event)
    assert [set(event.places) for event in events if isinstance(event, Sighting)] == [
        {CAPTAIN},
        {CAPTAIN, PRIEST},
    ]


def test_a_frame_cannot_be_used_after_it_was_given_back() -> None:
    source = SimulatedCamera(scene(CAPTAIN), Camera(width=640, height=360))
    with source.frame() as frame:
        assert frame.full().shape == (360, 640, 3)
    with pytest.raises(ValueError, match="given back"):
        frame.full()
