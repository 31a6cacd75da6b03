"""Which side of a piece is up: read from rendered pictures, where it lies."""

from __future__ import annotations

from dataclasses import replace

from vision.layout import load_layout
from vision.locate.places import look
from vision.reading import Sighting
from vision.recognise.tags import TagReader
from vision.registry import load_registry
from vision.simulator.patchwork_camera import camera_above
from vision.simulator.placing import Tabletop
from vision.simulator.render import render

LAYOUT, REGISTRY = load_layout("cooper_island", ("yellow", "blue")), load_registry("cooper_island")
CAMERA = camera_above(LAYOUT, REGISTRY)


def seen(table: Tabletop) -> Sighting:
    """The whole way, from a picture of the table."""
    tags = TagReader(REGISTRY, LAYOUT).read(render(table.scene(), CAMERA, seed=2).picture)
    return look(tags, LAYOUT, REGISTRY, (CAMERA.width, CAMERA.height))


def test_boats_milestones_and_tiles_are_turned_over_where_they_lie() -> None:
    laid = {
        "boat/yellow/coin": "pier:yellow:1",
        "boat/yellow/draw": "flipped:yellow:2",
        "boat/blue/carto": "flipped:blue:6",
        "milestone/yellow/boats": "milestones:yellow",
        "milestone/yellow/lids": "met:yellow",
        "milestone/yellow/statues": "met:yellow",
        "milestone/blue/structures": "cell:blue:hire_1",
        "double/nr.07": "turned:yellow:-1,0+0,0",
        "double/nr.08": "land:blue:-1,0+0,0",
        "single/nr.05": "turned:blue:-3,6",
    }
    table = Tabletop(LAYOUT, REGISTRY, (), seed=3)
    for piece, place in laid.items():
        table.lay(piece, place)
    poses = [table.pose(piece) for piece in laid]
    assert len({(round(pose.x), round(pose.y)) for pose in poses}) == len(laid)
    sighting = seen(table)
    assert sighting.places == laid
    assert not sighting.unreadable


def test_a_hand_that_turns_a_boat_over_changes_its_place_and_back_again() -> None:
    table = Tabletop(LAYOUT, REGISTRY, (), seed=3)
    table.lay("boat/yellow/coin", "pier:yellow:3")
    for face_up, place in ((False, "flipped:yellow:3"), (True, "pier:yellow:3")):
        table.put("boat/yellow/coin", table.pose("boat/yellow/coin"), face_up=face_up)
        assert table.places["boat/yellow/coin"] == place


def test_a_ruin_and_the_statue_on_its_back_are_the_same_piece_wherever_it_stands() -> None:
    table = Tabletop(LAYOUT, REGISTRY, (), seed=3)
    laid = {"ruin/yellow.1": "slot:yellow:2", "ruin/yellow.2": "on:yellow:-1,1"}
    for piece, place in laid.items():
        table.lay(piece, place)
        spot, placed = table._placed[piece]
        table._placed[piece] = (spot, replace(placed, face_up=False))
    assert seen(table).places == laid


def test_whoever_saves_tiles_for_later_has_room_for_nine_besides_the_own_islets() -> None:
    table = Tabletop(LAYOUT, REGISTRY, (), seed=3)
    laid = {f"double/nr.{number:02}": "supply:blue" for number in range(1, 10)}
    islets = [piece for piece in REGISTRY.form_by_piece if piece.startswith("islet/blue/")]
    laid |= dict.fromkeys(islets, "islets:blue")
    for piece, place in laid.items():
        table.lay(piece, place)
    sighting = seen(table)
    assert sighting.places == laid
    assert not sighting.unreadable
