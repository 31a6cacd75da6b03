"""Tiles on hexes: which ones they fill, which way round, which side is up, and how high."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.layout import load_layout
from vision.locate.places import look
from vision.reading import MatTag, Reading, Sighting, Tags
from vision.registry import load_registry
from vision.simulator.camera_model import Camera
from vision.simulator.patchwork_camera import camera_above
from vision.simulator.placing import Tabletop
from vision.simulator.truth import tell_truth

LAYOUT = load_layout("cooper_island", ("yellow", "blue"))
REGISTRY = load_registry("cooper_island")
ABOVE = camera_above(LAYOUT, REGISTRY)
FACES = REGISTRY.faces


def tabletop(untidy: float = 1.0) -> Tabletop:
    return Tabletop(LAYOUT, REGISTRY, frozenset(REGISTRY.pieces.values()), seed=3, untidy=untidy)


def seen(table: Tabletop, levels: dict[str, int] | None = None, camera: Camera = ABOVE) -> Sighting:
    """What is made of the tags in sight, their corners off by a little."""
    truth = tell_truth(table.scene(), camera, np.zeros((camera.height, camera.width), np.uint8))
    random = np.random.default_rng(1)

    def about(corners: np.ndarray) -> np.ndarray:
        return np.asarray(corners + random.normal(0, 0.1, (4, 2)))

    tags = Tags(
        tuple(
            Reading(each.piece, about(each.tag.corners), face=FACES[each.tag.id])
            for each in truth.pieces
            if each.tag and each.tag.visible == "wholly"
        ),
        tuple(MatTag(tag.id, about(tag.corners)) for tag in truth.mat_tags),
    )
    return look(tags, LAYOUT, REGISTRY, (camera.width, camera.height), levels=levels)


@pytest.mark.parametrize(
    "place",
    [
        "land:yellow:-3,6",
        "turned:yellow:-3,6",
        "land:yellow:-1,0+0,0",
        "land:yellow:0,0+-1,0",
        "turned:yellow:0,0+-1,0",
        "land:blue:-2,3+-1,2",
        "turned:blue:-1,2+-2,3",
        "land:blue:-2,5+right_1b",
    ],
)
def test_one_tag_tells_the_hexes_of_a_tile_in_their_order_and_which_side_is_up(place: str) -> None:
    kinds = {"islet/blue/coin": "right_" in place, "double/nr.07": "+" in place}
    piece = next((piece for piece, fits in kinds.items() if fits), "single/nr.05")
    table = tabletop()
    table.lay(piece, place)
    assert seen(table).places == {piece: place}


def test_a_tile_that_lies_half_beside_the_land_lies_between() -> None:
    table = tabletop(untidy=0)
    table.lay("double/nr.07", "land:yellow:-1,0+0,0")
    spot, placed = table._placed["double/nr.07"]
    moved = replace(placed.pose, x=placed.pose.x + 14)
    table._placed["double/nr.07"] = (spot, replace(placed, pose=moved))
    sighting = seen(table)
    assert not sighting.places
    assert {"land:yellow:-1,0", "land:yellow:0,0"} <= set(sighting.between["double/nr.07"])


def test_high_land_far_from_the_middle_is_read_right_if_its_height_is_known() -> None:
    """Eleven tiles of 2 mm, more than 700 mm from the point below the camera."""
    aside = replace(ABOVE, aim=(1220, 420))
    table = tabletop(untidy=0)
    for number in range(1, 12):
        table.lay(f"single/nr.{number:02}", "land:yellow:-3,6")
    top = "single/nr.11"
    placed = table.placed(top)
    assert placed is not None
    assert placed.z == 22.0
    here = np.array([[placed.pose.x, placed.pose.y]])
    assert float(np.hypot(*(aside.locate(aside.project(here, placed.z)) - here)[0])) > 14
    levels = {"land:yellow:-3,6": 11, "on:yellow:-3,6": 11}
    assert seen(table, levels, aside).places == {top: "land:yellow:-3,6"}
    assert top not in seen(table, None, aside).places


def test_what_stands_on_high_land_is_read_at_its_height() -> None:
    table = tabletop(untidy=0)
    for number in range(1, 8):
        table.lay(f"single/nr.{number:02}", "land:yellow:-3,5")
    table._stacks = frozenset()
    table.lay("fortress/yellow.1", "on:yellow:-3,5")
    levels = {"land:yellow:-3,5": 7, "on:yellow:-3,5": 7}
    assert seen(table, levels).places["fortress/yellow.1"] == "on:yellow:-3,5"
