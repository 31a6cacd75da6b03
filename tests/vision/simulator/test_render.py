"""The simulated table: what is drawn is what the truth says."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.layout import Pose, load_layout
from vision.reading import FloatArray, Picture
from vision.recognise.tags import TagReader
from vision.registry import load_registry
from vision.simulator.camera_model import Camera
from vision.simulator.optics import Conditions
from vision.simulator.render import Rendered, render
from vision.simulator.scene import Hand, PlacedPiece, Scene, Underlay
from vision.simulator.scenes import named_scene

LAYOUT, REGISTRY = load_layout("port_royal"), load_registry("port_royal")
CAPTAIN, PRIEST, SHIP = "captain/4.1", "priest/4.1", "ship/red/1/1.1"
NEAR = Camera(width=1280, height=720, above=330, aim=(200, 200))
"""Sees 43 by 24 cm at about 3 pixels a millimetre."""
CLEAN = Conditions(noise=0, vignette=0)


def table(*pieces: PlacedPiece, **more: object) -> Scene:
    scene = Scene(LAYOUT, REGISTRY, pieces, (("harbour", Pose(200, 110)),))
    return replace(scene, **more)  # type: ignore[arg-type]


def corner_errors(rendered: Rendered) -> FloatArray:
    """How far the corners that the reader finds are from where the truth says they are."""
    tags = TagReader(REGISTRY, LAYOUT).read(rendered.picture)
    found = {reading.piece: reading.corners for reading in tags.pieces}
    readable = rendered.truth.readable()
    assert set(found) == set(readable)
    assert not tags.strangers
    return np.array([found[piece] - tag.corners for piece, tag in readable.items()])


def roughness(picture: Picture) -> float:
    return float(cv2.Laplacian(picture, cv2.CV_32F).var())


@pytest.mark.parametrize(
    "camera",
    [
        NEAR,
        replace(NEAR, tilt=25, turn=10),
        replace(NEAR, lens=(-0.12, 0.03, 0.002, -0.001)),
        replace(NEAR, tilt=-15, lens=(0.08, 0, 0, 0)),
    ],
)
def test_tags_are_drawn_where_the_truth_says(camera: Camera) -> None:
    scene = table(
        PlacedPiece(CAPTAIN, Pose(120, 190, 10)),
        PlacedPiece(PRIEST, Pose(200, 190, -35)),
        PlacedPiece(SHIP, Pose(280, 200, 170)),
    )
    errors = corner_errors(render(scene, camera, 1, CLEAN))
    assert np.abs(errors).max() < 0.6
    assert np.abs(errors.mean(axis=(0, 1))).max() < 0.1


def test_a_card_on_a_pile_is_seen_where_its_height_puts_it() -> None:
    low, high = PlacedPiece(CAPTAIN, Pose(90, 190)), PlacedPiece(CAPTAIN, Pose(90, 190), z=25)
    seen = [render(table(lying), NEAR, 1, CLEAN) for lying in (low, high)]
    assert np.abs(corner_errors(seen[1])).max() < 0.6
    flat, raised = (rendered.truth.readable()[CAPTAIN] for rendered in seen)
    assert raised.width > 1.05 * flat.width
    assert raised.corners[0, 0] < flat.corners[0, 0] - 10


def test_the_camera_model_is_that_of_opencv() -> None:
    camera = replace(NEAR, tilt=20, turn=-8, lens=(-0.1, 0.02, 0.003, -0.002))
    points = np.array([[150.0, 120.0], [250.0, 260.0], [200.0, 200.0]])
    on_table = np.column_stack([points, np.full(3, 12.0)])
    seen = (on_table - camera.position()) @ camera.rotation().T
    still = np.zeros(3)
    pixels, _ = cv2.projectPoints(seen, still, still, camera.matrix, camera.distortion)
    assert np.allclose(camera.project(points, 12.0), pixels.reshape(-1, 2))
    assert np.allclose(camera.locate(camera.project(points, 12.0), 12.0), points)


def test_the_middle_of_the_picture_is_where_the_camera_aims() -> None:
    camera = replace(NEAR, tilt=30)
    assert np.allclose(camera.project(np.array([camera.aim])), [[639.5, 359.5]])
    near_side = camera.project(np.array([[200.0, 250.0]]))[0]
    assert near_side[1] > 359.5


def test_the_same_seed_gives_the_same_picture_and_another_moment_only_other_noise() -> None:
    scene = named_scene("port_royal", "overlap", 3)
    camera = Camera(width=960, height=540)
    conditions = Conditions(glare=3, uneven=0.4, noise=2)
    first = render(scene, camera, 5, conditions).picture
    assert np.array_equal(first, render(scene, camera, 5, conditions).picture)
    later = render(scene, camera, 5, conditions, moment=1).picture
    assert 0 < np.abs(first.astype(int) - later).mean() < 5
    other = render(scene, camera, 6, conditions).picture
    assert np.abs(first.astype(int) - other).mean() > 5


def test_a_tag_under_another_card_is_hidden_and_one_under_its_edge_is_partly_so() -> None:
    below, corner = PlacedPiece(CAPTAIN, Pose(200, 200)), PlacedPiece(PRIEST, Pose(300, 240))
    over = PlacedPiece(SHIP, Pose(195, 195), face_up=False)
    touching = PlacedPiece("sailor/3.1", Pose(300, 240 - 81))
    truth = render(table(below, corner, over, touching), NEAR, 0, CLEAN).truth
    assert [piece.tag and piece.tag.visible for piece in truth.pieces] == [
        "hidden",
        "partly",
        None,
        "wholly",
    ]
    assert set(truth.readable()) == {"sailor/3.1"}


def test_a_hand_hides_what_is_under_it() -> None:
    scene = table(PlacedPiece(CAPTAIN, Pose(120, 200)), PlacedPiece(PRIEST, Pose(300, 200)))
    bare = render(scene, NEAR, 0, CLEAN)
    covered = render(replace(scene, hands=(Hand(105, 130, 90),)), NEAR, 0, CLEAN)
    assert set(bare.truth.readable()) == {CAPTAIN, PRIEST}
    assert set(covered.truth.readable()) == {PRIEST}
    x, y = covered.truth.pieces[0].outline.mean(axis=0).astype(int)
    assert np.abs(bare.picture[y, x].astype(int) - covered.picture[y, x]).max() > 40


def test_a_tag_past_the_edge_of_the_picture_is_not_wholly_visible() -> None:
    truth = render(table(PlacedPiece(CAPTAIN, Pose(12, 200))), NEAR, 0, CLEAN).truth
    tag = truth.pieces[0].tag
    assert tag is not None
    assert tag.visible != "wholly"


def test_a_piece_belongs_to_the_place_its_middle_lies_in() -> None:
    scene = table(PlacedPiece(CAPTAIN, Pose(200, 190)), PlacedPiece(PRIEST, Pose(200, 60)))
    assert [piece.place for piece in render(scene, NEAR).truth.pieces] == ["harbour", None]


def test_a_card_may_carry_a_foreign_tag_or_none() -> None:
    scene = table(
        PlacedPiece(CAPTAIN, Pose(120, 200), tag=500),
        PlacedPiece(PRIEST, Pose(280, 200), tag=None),
    )
    rendered = render(scene, NEAR, 0, CLEAN)
    tags = TagReader(REGISTRY, LAYOUT).read(rendered.picture)
    assert [stranger.id for stranger in tags.strangers] == [500]
    assert not tags.pieces
    assert rendered.truth.pieces[1].tag is None


def test_every_condition_shows_in_the_picture() -> None:
    scene = table(
        PlacedPiece(CAPTAIN, Pose(120, 190)),
        PlacedPiece(PRIEST, Pose(280, 190)),
        underlays=(Underlay("red", Pose(200, 190), 300, 120),),
    )

    def shot(**conditions: float) -> Picture:
        return render(scene, NEAR, 4, replace(CLEAN, **conditions)).picture  # type: ignore[arg-type]

    plain = shot()
    assert shot(brightness=0.3).mean() < 0.35 * plain.mean()
    warm = shot(warmth=1).mean(axis=(0, 1)) / plain.mean(axis=(0, 1))
    assert warm[0] < 0.6 < 0.95 < warm[2]
    blocks = shot(uneven=0.8).reshape(4, 180, 4, 320, 3).mean(axis=(1, 3, 4))
    bright = blocks / plain.reshape(4, 180, 4, 320, 3).mean(axis=(1, 3, 4))
    assert bright.min() < 0.6 * bright.max()
    assert shot(glare=6).max(axis=2).mean() > plain.max(axis=2).mean() + 0.5
    assert roughness(shot(defocus=2)) < 0.3 * roughness(plain)
    assert roughness(shot(motion=6)) < 0.5 * roughness(plain)
    assert roughness(shot(noise=8)) > 2 * roughness(plain)
    assert 0.3 < np.abs(shot(jpeg=40).astype(int) - plain).mean() < 8
    corner = render(scene, NEAR, 4, Conditions(noise=0, vignette=0.5)).picture[:60, :60]
    assert corner.mean() < 0.7 * plain[:60, :60].mean()


def test_a_tag_washed_out_by_glare_does_not_count_as_visible() -> None:
    scene = table(*(PlacedPiece(f"sailor/3.{n}", Pose(70 + 65 * n, 200)) for n in range(1, 5)))
    conditions = replace(CLEAN, glare=40)
    readable = render(scene, NEAR, 2, conditions).truth.readable()
    assert len(readable) < 4


def test_a_picture_of_twelve_megapixels_shows_all_cards() -> None:
    rendered = render(named_scene("port_royal", "full"), Camera())
    assert rendered.picture.shape == (2592, 4608, 3)
    readable = rendered.truth.readable(at_least=34)
    assert len(readable) == 120


@pytest.mark.parametrize(
    ("change", "told"),
    [({"width": 9000}, "9000 x"), ({"tilt": 80}, "60 degrees"), ({"above": -1}, "above the table")],
)
def test_an_impossible_camera_is_refused(change: dict[str, float], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        replace(Camera(), **change)  # type: ignore[arg-type]


@pytest.mark.parametrize("change", [{"noise": -1}, {"jpeg": 0}, {"uneven": 2}, {"defocus": 500}])
def test_impossible_conditions_are_refused(change: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=r"below 0|JPEG|pixels"):
        Conditions(**change)  # type: ignore[arg-type]
