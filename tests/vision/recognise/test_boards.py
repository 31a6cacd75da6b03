"""A board without tags is known by its photograph; the truth comes from the simulated camera."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import cv2
import numpy as np
import pytest

from vision.layout import Layout, Pose
from vision.lying_flat import on_table
from vision.reading import FloatArray, MatTag, Picture, Region
from vision.recognise.boards import BoardError, Boards, straightened
from vision.simulator.camera_model import Camera
from vision.simulator.render import render
from vision.simulator.scene import Scene
from vision.simulator.scenes import named_scene

GAME, BOARD = "navegador", "board"


def camera(scene: Scene, turn: float = 0.0, tilt: float = 0.0) -> Camera:
    width, height = scene.layout.table
    usual = Camera(2000, 1200, turn=turn, tilt=tilt, aim=(width / 2, height / 2))
    return replace(usual, above=width * 1.05 / 2 / np.tan(np.radians(usual.field_of_view / 2)))


def untagged(layout: Layout) -> Layout:
    """The same table with a board on which nobody has stuck tags."""
    mats = {**layout.mats, BOARD: replace(layout.mats[BOARD], tags=())}
    return replace(layout, mats=MappingProxyType(mats))


@pytest.fixture(scope="module")
def full() -> Scene:
    return named_scene(GAME, "full", 1)


@pytest.fixture(scope="module")
def photograph(full: Scene) -> Picture:
    """The board alone, from above."""
    mats = tuple((key, pose) for key, pose in full.mats if key == BOARD)
    alone = replace(full, layout=untagged(full.layout), pieces=(), mats=mats, underlays=())
    mat, pose = full.layout.mats[BOARD], dict(mats)[BOARD]
    usual = Camera(1800, 1250, aim=(pose.x, pose.y))
    above = mat.width * 1.15 / 2 / np.tan(np.radians(usual.field_of_view / 2))
    return render(alone, replace(usual, above=above), 7).picture


def shown(full: Scene, where: Camera, moved: tuple[float, float, float] = (0, 0, 0)) -> Picture:
    x, y, turn = moved
    mats = tuple(
        (key, Pose(pose.x + x, pose.y + y, pose.angle + turn) if key == BOARD else pose)
        for key, pose in full.mats
    )
    return render(replace(full, layout=untagged(full.layout), mats=mats), where, 3).picture


def truth(full: Scene, where: Camera, moved: tuple[float, float, float] = (0, 0, 0)) -> FloatArray:
    """Where the middles of the board's tags would be in the picture."""
    mat, pose = full.layout.mats[BOARD], dict(full.mats)[BOARD]
    lies = Pose(pose.x + moved[0], pose.y + moved[1], pose.angle + moved[2])
    spots = np.array([[tag.x, tag.y] for tag in mat.tags])
    return where.project(on_table(spots, lies, mat.width, mat.height))


def off(found: list[MatTag], expected: FloatArray, layout: Layout) -> float:
    """Pixels by which the worst of the tags that would be there is off."""
    ids = [tag.id for tag in layout.mats[BOARD].tags]
    at = {tag.id: tag.centre for tag in found}
    assert sorted(at) == sorted(ids)
    return max(
        float(np.hypot(*(at[number] - spot))) for number, spot in zip(ids, expected, strict=True)
    )


@pytest.fixture(scope="module")
def kept(full: Scene, photograph: Picture) -> Picture:
    return straightened(photograph, full.layout.mats[BOARD])


@pytest.mark.parametrize(("turn", "tilt"), [(0.0, 0.0), (170.0, 0.0), (8.0, 20.0)])
def test_a_board_with_pieces_on_it_is_found_without_tags(
    full: Scene, kept: Picture, turn: float, tilt: float
) -> None:
    where = camera(full, turn, tilt)
    boards = Boards({BOARD: kept}, full.layout)
    found = list(boards.read(shown(full, where), None, ()))
    assert off(found, truth(full, where), full.layout) < 4.0  # two and a half millimetres


def test_a_board_is_looked_for_again_only_if_it_has_moved(full: Scene, kept: Picture) -> None:
    where, boards = camera(full), Boards({BOARD: kept}, full.layout)
    before, moved = shown(full, where), (25.0, -12.0, 4.0)
    assert len(list(boards.read(before, None, ()))) == 4
    assert len(list(boards.read(before, None, ()))) == 4
    assert boards.searches == 1
    after = shown(full, where, moved)
    # In parts of a picture nothing is looked for: it is only not there any more.
    assert not list(boards.read(after, [Region(0, 0, 2000, 1200)], ()))
    assert boards.searches == 1
    found = list(boards.read(after, None, ()))
    assert boards.searches == 2
    assert off(found, truth(full, where, moved), full.layout) < 4.0


def test_real_tags_count_and_a_photograph_that_disagrees_is_not_believed(
    full: Scene, kept: Picture
) -> None:
    where, boards = camera(full), Boards({BOARD: kept}, full.layout)
    picture, spots = shown(full, where), truth(full, where)
    first = full.layout.mats[BOARD].tags[0]
    square = np.array([[-8, -8], [8, -8], [8, 8], [-8, 8]], np.float64)
    right = MatTag(first.id, square + spots[0])
    found = list(boards.read(picture, None, [right]))
    assert [tag.id for tag in found] == [tag.id for tag in full.layout.mats[BOARD].tags[1:]]
    wrong = MatTag(first.id, square + spots[0] + (40, 0))
    assert not list(boards.read(picture, None, [wrong]))


def test_where_there_is_no_board_none_is_found(full: Scene, kept: Picture) -> None:
    bare = replace(full, mats=(), pieces=(), underlays=())
    empty = render(bare, camera(full), 1).picture
    assert not list(Boards({BOARD: kept}, full.layout).read(empty, None, ()))


def test_a_photograph_may_have_the_top_of_the_board_at_any_side(
    full: Scene, photograph: Picture, kept: Picture
) -> None:
    lying = np.ascontiguousarray(np.rot90(photograph, -1))  # its top is at the right now
    turned = straightened(lying, full.layout.mats[BOARD], "right")
    assert turned.shape == kept.shape
    assert float(cv2.absdiff(turned, kept).mean()) < 6


def test_a_photograph_without_a_board_says_what_to_do(full: Scene) -> None:
    with pytest.raises(BoardError, match="No board found"):
        straightened(np.full((600, 800, 3), 90, np.uint8), full.layout.mats[BOARD])
