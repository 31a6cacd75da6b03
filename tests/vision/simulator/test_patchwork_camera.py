"""The quick camera shows what the thorough one would."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.layout import Pose
from vision.reading import Picture
from vision.simulator.camera_model import Camera
from vision.simulator.optics import Conditions
from vision.simulator.patchwork_camera import PatchworkCamera
from vision.simulator.scene import Hand, PlacedPiece, Scene
from vision.simulator.scenes import named_scene

CAMERA = Camera(width=1760, height=1034, above=908)
QUIET = Conditions(noise=0.0)


def flat(scene: Scene) -> Scene:
    return replace(scene, pieces=tuple(replace(lying, z=0.0) for lying in scene.pieces))


def shot(camera: PatchworkCamera) -> tuple[Picture, Picture]:
    with camera.frame() as frame:
        return frame.full(), frame.small.copy()


def test_cards_that_come_go_and_move_look_as_if_all_were_drawn_anew() -> None:
    scene = flat(named_scene("port_royal", "opening"))
    camera = PatchworkCamera(scene, CAMERA, QUIET)
    shot(camera)
    first, second, *others = scene.pieces
    moved = replace(first, pose=Pose(first.pose.x + 30, first.pose.y + 12, 40))
    at_the_edge = PlacedPiece(second.piece, Pose(3, 400, 10))
    for pieces in ((second, *others, moved), (*others, moved, at_the_edge), tuple(others)):
        camera.scene = replace(scene, pieces=pieces)
        anew = PatchworkCamera(camera.scene, CAMERA, QUIET)
        for quick, thorough in zip(shot(camera), shot(anew), strict=True):
            assert cv2.absdiff(quick, thorough).max() <= 2


def test_a_hand_is_seen_and_leaves_no_trace() -> None:
    scene = flat(named_scene("port_royal", "opening"))
    camera = PatchworkCamera(scene, CAMERA, QUIET)
    before, _ = shot(camera)
    camera.scene = replace(scene, hands=(Hand(470, 350),))
    covered, small = shot(camera)
    assert np.count_nonzero(cv2.absdiff(before, covered) > 30) > 10_000
    assert small.shape == (188, 320)
    camera.scene = scene
    assert np.array_equal(shot(camera)[0], before)


def test_two_frames_of_a_still_table_differ_in_their_grain_only() -> None:
    camera = PatchworkCamera(flat(named_scene("port_royal", "opening")), CAMERA)
    first, second = shot(camera)[0], shot(camera)[0]
    difference = cv2.absdiff(first, second)
    assert 0.5 < difference.mean() < 4
    assert difference.max() < 20


@pytest.mark.parametrize(
    "camera", [replace(CAMERA, tilt=10.0), replace(CAMERA, lens=(0.1, 0.0, 0.0, 0.0))]
)
def test_a_view_that_cannot_be_patched_together_is_refused(camera: Camera) -> None:
    with pytest.raises(ValueError, match="SimulatedCamera"):
        PatchworkCamera(named_scene("port_royal", "opening"), camera)
