"""Maracaibo on the table: tags that stay, places that fit their pieces, a picture read right."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from rules.maracaibo.pieces import LEGACY_TILES, PIECES, PROJECTS, QUESTS
from rules.maracaibo.printed.board import board
from vision.layout import Layout, Pose, load_layout
from vision.locate.places import look
from vision.recognise.tags import TagReader
from vision.registry import Registry, load_registry
from vision.shapes import Rectangle
from vision.simulator.camera_model import Camera
from vision.simulator.faces import back, face
from vision.simulator.faces import board as board_face
from vision.simulator.placing import Tabletop
from vision.simulator.render import render
from vision.simulator.scene import PlacedPiece, Scene
from vision.simulator.scenes import arranged

SEATS = ("red", "blue")
CAMERA = Camera(width=4608, height=2592, above=1015, aim=(650, 355))


@pytest.fixture(scope="module")
def registry() -> Registry:
    return load_registry("maracaibo")


@pytest.fixture(scope="module")
def layout() -> Layout:
    return load_layout("maracaibo")


def test_every_piece_has_a_tag_and_quests_have_one_on_either_side(registry: Registry) -> None:
    assert set(registry.pieces.values()) == set(PIECES)
    both = {piece for piece in PIECES if len(registry.tags_of(piece)) == 2}
    assert both == set(QUESTS)
    assert sorted(registry.pieces) == list(range(317))


def test_cards_tiles_tokens_and_wooden_pieces_all_have_room_for_the_same_label(
    registry: Registry,
) -> None:
    assert registry.form_of("quest/01").size == (28.0, 28.0)
    assert registry.form_of("career/1") == registry.form_of("building/abbey")
    names = {"card", "city tile", "token", "tile", "ship", "explorer"}
    assert {form.name for form in registry.forms} == names
    for form in registry.forms:
        half = form.label.side / 2 + form.label.margin
        assert form.label.side == 10
        assert half <= form.label.x <= form.width - half
        assert half <= form.label.y <= form.height - half


def test_everything_on_the_board_has_a_place_of_its_own(layout: Layout) -> None:
    names = {place.name for place in layout.places}
    assert {f"location:{key}" for key in (*board().locations, "9a", "16a")} <= names
    assert {f"explorer:{key}" for key in board().spaces} <= names
    quests = {f"quest:explorer:{key}" for key, space in board().spaces.items() if space.quest}
    assert quests <= names
    villages = {key for key, place in board().locations.items() if place.kind == "village"}
    assert {f"quest:{key}" for key in villages} <= names
    assert {f"city:{key}" for key in ("3", "5", "11", "13", "14")} <= names
    assert {f"legacy:{key.partition('/')[2]}" for key in LEGACY_TILES} <= names
    for frame in layout.mats:
        for one, other in combinations(layout.places_on(frame), 2):
            assert not _overlap(one.shape, other.shape), f"{one.name} and {other.name}"


def _overlap(one: object, other: object) -> bool:
    assert isinstance(one, Rectangle)
    assert isinstance(other, Rectangle)
    apart_x = one.x + one.width <= other.x or other.x + other.width <= one.x
    apart_y = one.y + one.height <= other.y or other.y + other.height <= one.y
    return not (apart_x or apart_y)


@pytest.mark.parametrize(
    ("place", "family", "count"),
    [
        ("location:0", "ship", 4),
        ("explorer:0", "explorer", 4),
        ("explorer:21", "explorer", 4),
        ("explorer:9b", "explorer", 1),
        ("planning:red", "project", 3),
        ("display:red", "project", 15),
        ("career:red", "career", 1),
        ("quests:red", "quest", 10),
        ("combat_tokens:red", "combat", 9),
        ("card_quest:red", "quest", 2),
        ("market:4", "project", 1),
        ("building:4", "building", 1),
        ("city:13", "city", 1),
        ("legacy:l3", "legacy", 1),
    ],
)
def test_a_place_has_room_for_as_many_pieces_as_a_match_needs(
    registry: Registry, layout: Layout, place: str, family: str, count: int
) -> None:
    table = Tabletop(layout, registry, ())
    pieces = [piece for piece in PIECES if piece.startswith(f"{family}/")][:count]
    for piece in pieces:
        table.lay(piece, place)
    assert len(pieces) == count
    assert all(table.places[piece] == place for piece in pieces)


def test_pieces_of_every_size_are_read_in_their_places(registry: Registry) -> None:
    layout = load_layout("maracaibo", SEATS)
    projects = list(PROJECTS)
    laid = {
        "market:1": projects[:1],
        "building:1": ["building/abbey"],
        "planning:red": projects[1:4],
        "display:blue": projects[4:12],
        "career:red": ["career/1"],
        "quests:blue": ["quest/01", "quest/02"],
        "combat_tokens:red": ["combat/01", "combat/02"],
        "location:0": ["ship/red", "ship/blue"],
        "explorer:9b": ["explorer/red"],
        "explorer:0": ["explorer/blue"],
        "city:13": ["city/fair"],
        "quest:15": ["quest/03"],
        "quest:explorer:5": ["quest/04"],
        "legacy:l4": ["legacy/l4"],
    }
    scene = arranged(layout, registry, laid, seed=4)
    picture = render(scene, CAMERA, seed=4).picture
    tags = TagReader(registry, layout).read(picture)
    seen = look(tags, layout, registry, (CAMERA.width, CAMERA.height))
    assert seen.places == {piece: place for place, ids in laid.items() for piece in ids}
    assert not seen.unreadable


def test_a_quest_lying_face_down_is_known_by_the_tag_on_its_back(registry: Registry) -> None:
    layout = load_layout("maracaibo", SEATS)
    pieces = (
        PlacedPiece("quest/07", Pose(300, 300), face_up=False),
        PlacedPiece("combat/07", Pose(360, 300), face_up=False),
    )
    scene = Scene(layout, registry, pieces)
    camera = Camera(width=640, height=480, above=140, aim=(330, 300))
    tags = TagReader(registry, layout).read(render(scene, camera).picture)
    assert [reading.piece for reading in tags.pieces] == ["quest/07"]


def test_every_piece_and_the_board_are_drawn_in_their_size(
    registry: Registry, layout: Layout
) -> None:
    for piece in PIECES.values():
        width, height = registry.form_of(piece.id).size
        if piece.id.startswith("project/") and not piece.id.startswith("project/sugar-mill"):
            continue
        assert face("maracaibo", piece.kind, 2.0).shape == (height * 2, width * 2, 3)
        assert back("maracaibo", piece.kind, 2.0).shape == (height * 2, width * 2, 3)
    drawn = board_face("maracaibo", layout.mats["board"], layout.places_on("board"), 1.0)
    assert drawn.shape == (440, 600, 3)
    assert [frame.key for frame in layout.mats.values() if not frame.printed] == ["board"]


def test_cards_of_different_kinds_look_different() -> None:
    keys = ("project/sugar-mill", "project/hospital", "project/pilot", "project/fort")
    kinds = [next(card.kind for card in PROJECTS.values() if card.id.startswith(k)) for k in keys]
    faces = [face("maracaibo", kind, 2.0) for kind in kinds]
    for one, other in combinations(faces, 2):
        assert np.abs(one.astype(int) - other.astype(int)).mean() > 3
