"""Pieces are put into places from the corners of tags, as a camera sees them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from rules.text import Text
from vision.layout import Layout, Mat, PlaceShape, Pose, load_layout
from vision.layout_file import TagSpot
from vision.locate.lens import Lens
from vision.locate.places import look
from vision.lying_flat import on_table
from vision.reading import MatTag, Reading, Sighting, Stranger, Tags, Unreadable
from vision.recognise.tags import TagReader
from vision.registry import Form, Label, load_registry
from vision.shapes import Circle, Rectangle, Shape
from vision.simulator.camera_model import Camera
from vision.simulator.optics import Conditions
from vision.simulator.render import render
from vision.simulator.scene import PlacedPiece, Scene
from vision.simulator.scenes import named_scene
from vision.simulator.truth import tell_truth

REGISTRY = load_registry("port_royal")
LAYOUT = load_layout("port_royal", sets=())
PIECES = tuple(REGISTRY.pieces.values())
CAMERA = Camera()
MATS = tuple(LAYOUT.suggested.items())


def tags_of(scene: Scene, camera: Camera = CAMERA, noise: float = 0.1) -> Tags:
    """What a reader would find: all visible tags, their corners off by a little."""
    truth = tell_truth(scene, camera, np.zeros((camera.height, camera.width), np.uint8))
    random = np.random.default_rng(1)
    pieces = [
        Reading(seen.piece, seen.tag.corners + random.normal(0, noise, (4, 2)), 0.97)
        for seen in truth.pieces
        if seen.tag and seen.tag.visible == "wholly"
    ]
    mats = [
        MatTag(tag.id, tag.corners + random.normal(0, noise, (4, 2)))
        for tag in truth.mat_tags
        if tag.visible == "wholly"
    ]
    return Tags(tuple(pieces), tuple(mats))


def seen(tags: Tags, camera: Camera = CAMERA, lens: Lens | None = None) -> Sighting:
    return look(tags, LAYOUT, REGISTRY, (camera.width, camera.height), lens)


def on_mat(key: str, x: float, y: float, angle: float = 0.0) -> Pose:
    """A pose on the table, given in millimetres on a frame."""
    mat, pose = LAYOUT.mats[key], LAYOUT.suggested[key]
    (at,) = on_table(np.array([[x, y]]), pose, mat.width, mat.height)
    return Pose(float(at[0]), float(at[1]), pose.angle + angle)


def one_card(pose: Pose, mats: tuple[tuple[str, Pose], ...] = MATS) -> Scene:
    return Scene(LAYOUT, REGISTRY, (PlacedPiece(PIECES[0], pose),), mats)


def test_every_card_of_a_full_table_is_in_its_place() -> None:
    scene = named_scene("port_royal", "full", 3)
    sighting = seen(tags_of(scene))
    assert sighting.places == {lying.piece: scene.place_of(lying.pose) for lying in scene.pieces}
    assert sighting.mats == set(LAYOUT.mats)
    assert not sighting.between
    assert sighting.confidence == 0.97


@pytest.mark.parametrize(
    "camera",
    [
        Camera(above=1100, tilt=25),
        Camera(above=1150, turn=9, aim=(560, 360)),
        Camera(above=1150, tilt=-12, turn=182, aim=(600, 330)),
    ],
)
def test_a_bumped_camera_changes_nothing(camera: Camera) -> None:
    scene = named_scene("port_royal", "full", 3)
    before, after = seen(tags_of(scene)), seen(tags_of(scene, camera), camera)
    assert after.same_as(before)
    assert len(after.places) == 120


def test_a_picture_of_the_table_is_understood_as_a_whole() -> None:
    scene = named_scene("port_royal", "opening", 2)
    camera = Camera(above=1000, tilt=10, width=3000, height=1700)
    rendered = render(scene, camera, 5, Conditions(warmth=0.5, defocus=0.8))
    tags = TagReader(scene.registry, scene.layout).read(rendered.picture)
    sighting = look(tags, scene.layout, scene.registry, (camera.width, camera.height))
    face_up = {seen.piece: seen.place for seen in rendered.truth.pieces if seen.face_up}
    assert sighting.places == face_up


def test_a_zone_card_takes_its_place_along() -> None:
    """The card stays where it is, the harbour's zone card is put elsewhere."""
    card = on_mat("harbour", 95, 150)
    assert seen(tags_of(one_card(card))).places == {PIECES[0]: "harbour"}
    moved = tuple(
        (key, replace(pose, y=pose.y + 300) if key == "harbour" else pose) for key, pose in MATS
    )
    assert PIECES[0] in seen(tags_of(one_card(card, moved))).elsewhere


def test_a_card_belongs_where_its_middle_is_even_if_its_tag_is_outside() -> None:
    """Upside down at the lower edge of the discard: the tag hangs out."""
    pose = on_mat("discard", 60, 150, angle=180)
    tags = tags_of(one_card(pose, (("discard", LAYOUT.suggested["discard"]),)))
    assert seen(tags).places == {PIECES[0]: "discard"}


def test_a_card_across_two_places_is_between_them() -> None:
    """The areas of green and yellow lie beside each other."""
    for x in (283, 287, 291):
        sighting = seen(tags_of(one_card(on_mat("area:green", x, 100))))
        assert sighting.between == {PIECES[0]: ("area:green", "area:yellow")}
        assert not sighting.places


def test_a_card_in_one_place_with_its_tag_in_another_is_between_them() -> None:
    """Turned so that the tag points at the area on the left."""
    sighting = seen(tags_of(one_card(on_mat("area:yellow", -80, 128, angle=-61))))
    assert sighting.between == {PIECES[0]: ("area:green", "area:yellow")}


def test_a_card_just_outside_of_a_place_is_not_in_it() -> None:
    only = (("discard", LAYOUT.suggested["discard"]),)
    assert seen(tags_of(one_card(on_mat("discard", 60, 165), only))).between == {
        PIECES[0]: ("discard",)
    }
    assert seen(tags_of(one_card(on_mat("discard", 60, 154), only))).places == {
        PIECES[0]: "discard"
    }


def test_a_card_far_from_all_places_is_elsewhere() -> None:
    sighting = seen(tags_of(one_card(Pose(1100, 600), MATS[:1])))
    assert sighting.elsewhere == {PIECES[0]}
    assert not sighting.places


def test_a_piece_seen_twice_is_reported_and_in_no_place() -> None:
    twins = (
        PlacedPiece(PIECES[0], on_mat("harbour", 60, 150)),
        PlacedPiece(PIECES[1], on_mat("harbour", 160, 150), tag=0),
    )
    tags = tags_of(Scene(LAYOUT, REGISTRY, twins, MATS))
    doubled = replace(
        tags, pieces=tuple(replace(reading, piece=PIECES[0]) for reading in tags.pieces)
    )
    sighting = seen(doubled)
    assert sighting.duplicates == {PIECES[0]: 2}
    assert not sighting.places


def test_two_mats_with_the_same_tag_are_reported_and_nothing_is_placed_on_them() -> None:
    twice = (*MATS, ("harbour", Pose(590, 560)))
    sighting = seen(tags_of(one_card(on_mat("harbour", 95, 150), twice)))
    assert sighting.doubled_mats == {"harbour"}
    assert "harbour" not in sighting.mats
    assert not sighting.places
    assert len(sighting.mats) == len(MATS) - 1


def test_strangers_are_reported_by_their_ids() -> None:
    square = np.array([[0, 0], [30, 0], [30, 30], [0, 30]], np.float64)
    tags = Tags(strangers=(Stranger(400, square), Stranger(300, square + 90)))
    assert seen(tags).strangers == (300, 400)


def test_one_visible_tag_is_enough_for_a_mat() -> None:
    card = one_card(on_mat("harbour", 280, 200))
    tags = tags_of(card)
    half = replace(tags, mats=tuple(tag for tag in tags.mats if tag.id != 561))
    assert seen(half).places == {PIECES[0]: "harbour"}
    alone = replace(tags, mats=tuple(tag for tag in tags.mats if tag.id == 560))
    assert seen(alone).places == {PIECES[0]: "harbour"}


def test_without_its_mat_a_place_is_unknown() -> None:
    tags = tags_of(one_card(on_mat("harbour", 280, 200)))
    hidden = replace(tags, mats=tuple(tag for tag in tags.mats if tag.id not in (560, 561)))
    sighting = seen(hidden)
    assert "harbour" not in sighting.mats
    assert sighting.hidden == {"harbour"}
    assert sighting.elsewhere == {PIECES[0]}


def test_a_mat_that_does_not_lie_on_the_table_keeps_a_pose_of_its_own() -> None:
    """A board on a box: 60 mm higher than the others."""
    scene = one_card(on_mat("harbour", 280, 200))
    far, near = Camera(above=1060), Camera(above=1000)
    low, high = tags_of(scene, far, noise=0.0), tags_of(scene, near, noise=0.0)
    raised = replace(
        low,
        pieces=high.pieces,
        mats=tuple(
            other if tag.id in (560, 561) else tag
            for tag, other in zip(low.mats, high.mats, strict=True)
        ),
    )
    assert seen(raised).places == {PIECES[0]: "harbour"}
    assert len(seen(raised).mats) == len(MATS)


def test_a_lens_that_bends_is_taken_into_account() -> None:
    """In the corner of the picture such a lens shifts things by centimetres."""
    bending = replace(CAMERA, above=1050, lens=(-0.25, 0.06, 0, 0))
    lens = Lens(
        CAMERA.width,
        CAMERA.height,
        (bending.focal, bending.focal),
        (float(bending.matrix[0, 2]), float(bending.matrix[1, 2])),
        bending.lens,
    )
    scene = named_scene("port_royal", "full", 3)
    tags = tags_of(scene, bending)
    assert seen(tags, bending, lens).places == {
        lying.piece: scene.place_of(lying.pose) for lying in scene.pieces
    }
    corner = one_card(on_mat("area:green", -85, 211), MATS[:1])
    assert seen(tags_of(corner, bending), bending, lens).places == {PIECES[0]: "area:green"}
    assert seen(tags_of(corner, bending), bending).between == {PIECES[0]: ("area:green",)}


def board(*shapes: Shape) -> Layout:
    """A game board of 200 x 200 mm with a tag in each corner."""
    corners = [(15, 15), (185, 15), (185, 185), (15, 185)]
    spots = tuple(TagSpot((x, y), 20, 560 + n) for n, (x, y) in enumerate(corners))
    places = tuple(PlaceShape(f"space:{n}", "board", shape) for n, shape in enumerate(shapes))
    pose = {"board": Pose(590, 345)}
    mats = {"board": Mat("board", "BOARD", None, 200, 200, spots)}
    return Layout("test", (), mats, places, (1180, 690), pose)


def test_small_places_have_small_margins() -> None:
    """Spots of 6 mm radius, 14 mm apart: a quarter of the tile would leave none of them."""
    layout = board(Circle(93, 100, 6), Circle(107, 100, 6), Rectangle(50, 130, 100, 40))
    card = REGISTRY.forms[0]
    tile_form = Form((20.0, 20.0), Label(card.label.side, card.label.margin, (10.0, 10.0)))
    tile = replace(REGISTRY, form_by_piece=dict.fromkeys(REGISTRY.form_by_piece, tile_form))

    def placed(x: float, y: float) -> Sighting:
        pose = Pose(490 + x, 245 + y)
        scene = Scene(layout, tile, (PlacedPiece(PIECES[0], pose),), (("board", Pose(590, 345)),))
        return look(tags_of(scene), layout, tile, (CAMERA.width, CAMERA.height))

    assert placed(92, 101).places == {PIECES[0]: "space:0"}
    assert placed(108, 99).places == {PIECES[0]: "space:1"}
    assert placed(100, 100).between == {PIECES[0]: ("space:0", "space:1")}
    assert placed(100, 120).elsewhere == {PIECES[0]}
    assert placed(100, 150).places == {PIECES[0]: "space:2"}


def test_a_spot_that_cannot_be_read_is_told_with_its_place() -> None:
    tags = tags_of(one_card(on_mat("harbour", 30, 90)))
    (card,) = tags.pieces
    beside = Unreadable(card.corners + np.array([60, 0]), Text("glare"))
    nowhere = Unreadable(np.array([[2, 2], [40, 2], [40, 40], [2, 40]], np.float64), Text("glare"))
    spots = seen(replace(tags, unreadable=(beside, nowhere))).unreadable
    assert [spot.place for spot in spots] == ["harbour", None]
