"""The lens is measured from rendered pictures of the calibration sheet."""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from server.commands.dev import calibrate as command
from server.errors import UserError
from vision.locate.lens import (
    BOARD_SQUARE_MM,
    BOARD_SQUARES,
    BoardView,
    Lens,
    LensError,
    board,
    calibrate,
    find_board,
    load_lens,
)
from vision.reading import FloatArray, Picture
from vision.registry import DICTIONARY

SIZE = (800, 600)
MATRIX = np.array([[820.0, 0, 411], [0, 815.0, 290], [0, 0, 1]])
BENT = np.array([-0.22, 0.06, 0.001, -0.0015, 0.0])
PX_PER_MM = 5
SLANTS = (
    (0, 0),
    (28, 0),
    (-28, 5),
    (4, 30),
    (-3, -30),
    (20, 20),
    (-20, 22),
    (24, -18),
    (-18, -24),
    (10, -12),
)
"""Degrees about the picture's horizontal and vertical."""


@cache
def sheet() -> Picture:
    columns, rows = BOARD_SQUARES
    size = (round(columns * BOARD_SQUARE_MM * PX_PER_MM), round(rows * BOARD_SQUARE_MM * PX_PER_MM))
    return np.asarray(board().generateImage(size), np.uint8)


@cache
def rays() -> FloatArray:
    """Where the ray of every pixel goes, with the lens taken out."""
    x, y = np.meshgrid(np.arange(SIZE[0]), np.arange(SIZE[1]))
    pixels = np.stack([x, y], axis=-1).reshape(-1, 1, 2).astype(np.float64)
    exact = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 40, 1e-9)
    straight = cv2.undistortPointsIter(pixels, MATRIX, BENT, np.eye(3), np.eye(3), exact)
    return np.asarray(straight, np.float64).reshape(-1, 2)


@cache
def picture(about_x: float, about_y: float, distance: float = 300.0) -> Picture:
    """The sheet in front of the camera, slanted, filling most of the picture."""
    turn = cv2.Rodrigues(np.radians([about_x, about_y, 90.0 if about_x == 0 else 84.0]))[0]
    middle = np.array([*BOARD_SQUARES, 0]) * BOARD_SQUARE_MM / 2
    shift = np.array([0, 0, distance]) - turn @ middle
    from_sheet = np.column_stack([turn[:, 0], turn[:, 1], shift])
    from_table = np.column_stack([rays(), np.ones(len(rays()))]) @ np.linalg.inv(from_sheet).T
    spots = (from_table[:, :2] / from_table[:, 2:] * PX_PER_MM - 0.5).astype(np.float32)
    maps = spots.reshape(SIZE[1], SIZE[0], 2)
    smooth = cv2.GaussianBlur(sheet(), (0, 0), 1.0)
    seen = cv2.remap(smooth, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR, borderValue=140)
    noise = np.random.default_rng(1).normal(0, 2, seen.shape)
    return np.asarray(np.clip(seen + noise, 0, 255), np.uint8)


def views(slants: Sequence[tuple[float, float]] = SLANTS) -> list[BoardView]:
    found = [find_board(picture(*slant), f"{n}.png") for n, slant in enumerate(slants)]
    return [view for view in found if view is not None]


@cache
def measured() -> Lens:
    return calibrate(views())


def test_the_board_is_found_with_nearly_all_its_corners() -> None:
    columns, rows = BOARD_SQUARES
    for view in views():
        assert len(view.ids) > 0.7 * (columns - 1) * (rows - 1)


def test_calibration_finds_the_lens_the_pictures_were_taken_with() -> None:
    lens = measured()
    assert lens.error < 0.3
    assert lens.focal == pytest.approx((MATRIX[0, 0], MATRIX[1, 1]), rel=0.01)
    assert lens.middle == pytest.approx((MATRIX[0, 2], MATRIX[1, 2]), abs=4)


def pixels_all_over() -> FloatArray:
    x, y = np.meshgrid(np.arange(20, SIZE[0] - 20, 40), np.arange(20, SIZE[1] - 20, 40))
    return np.stack([x, y], axis=-1).astype(np.float64)


def bend(points: FloatArray) -> float:
    """How far points are from the straight line through the first and the last, at most."""
    along = points[-1] - points[0]
    offset = points - points[0]
    across = along[0] * offset[:, 1] - along[1] * offset[:, 0]
    return float(np.abs(across).max() / np.linalg.norm(along))


def test_straight_lines_of_the_table_become_straight_in_the_picture() -> None:
    line = np.stack([np.linspace(-0.4, 0.4, 30), np.full(30, 0.3), np.ones(30)], axis=1)
    pixels, _ = cv2.projectPoints(line, np.zeros(3), np.zeros(3), MATRIX, BENT)
    seen = np.asarray(pixels, np.float64).reshape(-1, 2)
    assert bend(seen) > 5
    assert bend(measured().straightened(seen, *SIZE)) < 0.4


def test_a_picture_of_twice_the_size_is_straightened_alike() -> None:
    bent = pixels_all_over()
    once = measured().straightened(bent, *SIZE)
    twice = measured().straightened((bent + 0.5) * 2 - 0.5, SIZE[0] * 2, SIZE[1] * 2)
    assert np.abs((twice + 0.5) / 2 - 0.5 - once).max() < 1e-6


def test_a_picture_of_another_shape_is_refused() -> None:
    with pytest.raises(LensError, match=r"800 x 600 pixels, but this picture has 800 x 450"):
        measured().straightened(np.zeros((4, 2)), 800, 450)


def test_a_lens_is_kept_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "lens.toml"
    path.write_text(measured().written())
    kept = load_lens(path)
    bent = pixels_all_over()
    assert kept.straightened(bent, *SIZE) == pytest.approx(measured().straightened(bent, *SIZE))


@pytest.mark.parametrize("text", ["", "size = 3", "not toml"])
def test_a_file_that_holds_no_lens_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "lens.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(LensError, match="Calibrate again"):
        load_lens(path)
    with pytest.raises(LensError, match="cannot be read"):
        load_lens(tmp_path / "none.toml")


@pytest.mark.parametrize(
    ("line", "instead"),
    [
        ("size", "size = [0, 600]"),
        ("size", "size = [800, -600]"),
        ("focal", "focal = [nan, 700.0]"),
        ("focal", "focal = [0.0, 700.0]"),
        ("middle", "middle = [400.0, inf]"),
        ("distortion", "distortion = []"),
        ("distortion", "distortion = [0.1, 0.0, 0.0, 0.0]"),
        ("distortion", f"distortion = [{'9' * 5000}, 0, 0, 0, 0]"),
    ],
)
def test_numbers_that_no_camera_has_are_refused(tmp_path: Path, line: str, instead: str) -> None:
    """The pictures of a whole evening would be bent out of shape, or not read at all."""
    path = tmp_path / "lens.toml"
    lines = measured().written().splitlines()
    path.write_text("\n".join(instead if each.startswith(line) else each for each in lines))
    with pytest.raises(LensError, match="Calibrate again"):
        load_lens(path)


def test_too_few_pictures_are_refused() -> None:
    with pytest.raises(LensError, match="found in 5 pictures; at least 6"):
        calibrate(views(SLANTS[:5]))


def test_pictures_from_one_direction_are_refused() -> None:
    same = [find_board(picture(2 + n / 2, 1, 300 + 4 * n), f"{n}") for n in range(7)]
    with pytest.raises(LensError, match="nearly the same direction"):
        calibrate([view for view in same if view])


def test_pictures_of_several_sizes_are_refused() -> None:
    other = views(SLANTS[:1])[0]
    mixed = [*views(), BoardView("other.png", (640, 480), other.ids, other.corners)]
    with pytest.raises(LensError, match=r"other\.png has 640 x 480 pixels"):
        calibrate(mixed)


def test_the_sheets_markers_are_not_of_the_pieces_family() -> None:
    family = cv2.aruco.getPredefinedDictionary(DICTIONARY)
    corners, _, _ = cv2.aruco.ArucoDetector(family).detectMarkers(picture(0, 0))
    assert len(corners) == 0


def test_a_picture_without_the_sheet_holds_no_board() -> None:
    assert find_board(np.full((300, 400), 128, np.uint8), "empty.png") is None


def arguments(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    return parser.parse_args(words)


def test_the_command_tells_its_progress_and_writes_the_lens(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for n, slant in enumerate(SLANTS[:7]):
        cv2.imwrite(str(tmp_path / f"{n}.png"), picture(*slant))
    cv2.imwrite(str(tmp_path / "7.png"), np.full((600, 800), 90, np.uint8))
    out = tmp_path / "lens.toml"
    assert command.run(arguments(str(tmp_path), "--out", str(out))) == 0
    told = capsys.readouterr().out
    assert "1/8 0.png: " in told
    assert "8/8 7.png: the sheet was not found, left out" in told
    assert "error 0." in told
    assert math.isclose(load_lens(out).focal[0], MATRIX[0, 0], rel_tol=0.02)


def test_the_command_says_which_picture_is_damaged(tmp_path: Path) -> None:
    broken = tmp_path / "broken.png"
    broken.write_bytes(b"no picture")
    with pytest.raises(UserError, match=r"broken\.png is no picture"):
        command.run(arguments(str(broken), "--out", "lens.toml"))
    with pytest.raises(UserError, match=r"none\.png cannot be read"):
        command.run(arguments(str(tmp_path / "none.png"), "--out", "lens.toml"))
