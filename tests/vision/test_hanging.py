"""Every camera that can be bought, over every game: does it see the table, and large enough?"""

from __future__ import annotations

import numpy as np
import pytest

from rules.games import GAMES
from vision.hanging import CAMERAS, LEAST_PX, MARGIN, MODULE_3, CameraKind, camera_with, hanging
from vision.layout import load_layout
from vision.lying_flat import on_table
from vision.registry import load_registry
from vision.simulator.camera_model import Camera
from vision.simulator.patchwork_camera import camera_above


@pytest.mark.parametrize("camera", CAMERAS, ids=lambda camera: camera.key)
@pytest.mark.parametrize("game", GAMES)
def test_every_place_of_every_game_is_in_the_picture_with_tags_that_can_be_read(
    game: str, camera: CameraKind
) -> None:
    layout, registry = load_layout(game), load_registry(game)
    hung = hanging(layout, registry, camera)
    assert hung.tag_px >= LEAST_PX
    middle = (layout.table[0] / 2, layout.table[1] / 2)
    seen = Camera(*camera.size, above=hung.above, aim=middle, field_of_view=camera.across)
    for place in layout.places:
        mat, pose = layout.mats[place.mat], layout.suggested[place.mat]
        outline = on_table(np.array(place.shape.outline), pose, mat.width, mat.height)
        pixels = seen.project(outline)
        room = MARGIN * 0.9 * seen.px_per_mm
        assert (pixels > room).all(), place.name
        assert (pixels < np.array(camera.size) - room).all(), place.name


@pytest.mark.parametrize("game", GAMES)
def test_no_place_of_a_mat_lies_on_another_mat(game: str) -> None:
    """On the suggested table, for as many as can play."""
    layout = load_layout(game)
    boxes = []
    for key, pose in layout.suggested.items():
        mat = layout.mats[key]
        whole = ((0, 0), (mat.width, 0), (mat.width, mat.height), (0, mat.height))
        corners = on_table(np.array(whole, float), pose, mat.width, mat.height)
        boxes.append((key, mat.set, corners.min(axis=0), corners.max(axis=0)))
    for place in layout.places:
        mat, pose = layout.mats[place.mat], layout.suggested[place.mat]
        x, y = on_table(np.array([place.shape.centre]), pose, mat.width, mat.height)[0]
        over = [
            key
            for key, own_set, low, high in boxes
            if key != place.mat
            and own_set in (None, mat.set)
            and low[0] < x < high[0]
            and low[1] < y < high[1]
        ]
        assert over == [], place.name


def test_cooper_island_lies_on_a_table_of_1_2_by_0_8_m() -> None:
    assert load_layout("cooper_island").table == (1200, 800)


def test_module_3_sees_what_its_maker_says() -> None:
    across, along = MODULE_3.shows(850)
    assert (round(across), round(along)) == (1104, 621)


def test_the_simulated_camera_hangs_where_the_stand_hangs_it() -> None:
    layout, registry = load_layout("maracaibo"), load_registry("maracaibo")
    camera = camera_above(layout, registry)
    assert (camera.width, camera.height) == MODULE_3.size
    assert camera.above == hanging(layout, registry).above == pytest.approx(1040, abs=1)


def test_a_camera_is_known_by_the_size_of_its_pictures_as_far_as_that_tells() -> None:
    assert camera_with((4056, 3040)).key == "hq"
    assert camera_with((1920, 1080)) is MODULE_3
