"""The lens is measured while the calibration sheet is moved about, and nobody presses anything."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from server.live.checking import lens
from server.live.checking.lens import LENS, LensMeasuring
from server.simulated.held_sheet import held_sheet
from tests.server.live.test_photographs import Seeing
from vision.checking.cover import ENOUGH_VIEWS, adds, cover_of
from vision.checking.verdict import Level
from vision.locate.lens import BoardView, Lens, find_board, load_lens
from vision.reading import Picture
from vision.simulator.camera_model import Camera

TABLE = (1180.0, 690.0)


@cache
def picture(number: int) -> Picture:
    """The sheet over a grey table, through a camera that sees it well."""
    camera = Camera(width=1600, height=900)
    shown = np.full((camera.height, camera.width, 3), 130, np.uint8)
    held_sheet(number, TABLE).lay(shown, camera, 0.0)
    return np.ascontiguousarray(shown[..., 0])


def view(number: int) -> BoardView:
    found = find_board(picture(number), str(number))
    assert found is not None
    return found


@pytest.fixture
def seeing() -> Iterator[Seeing]:
    seeing = Seeing()
    seeing.camera_thread.start()
    yield seeing
    seeing.camera_thread.stop()


def test_only_pictures_that_add_something_are_kept() -> None:
    assert adds(view(0), [])
    assert not adds(view(0), [view(0)])
    assert adds(view(1), [view(0)])


def test_the_map_fills_up_where_the_sheet_has_been() -> None:
    first, all_of_them = cover_of([view(0)]), cover_of([view(n) for n in range(8)])
    assert first.parts < all_of_them.parts
    assert (0, 0) in first.parts
    assert (3, 2) not in first.parts
    assert all_of_them.is_enough
    assert cover_of([]).parts == frozenset()


def test_the_lens_is_measured_kept_and_worn_as_soon_as_the_sheet_was_everywhere(
    seeing: Seeing, tmp_path: Path
) -> None:
    worn: list[Lens] = []
    measuring = LensMeasuring(seeing.camera_thread, tmp_path / LENS, worn.append)
    assert not measuring.has_lens
    measuring.begin()
    measuring.look()
    assert "No calibration sheet" in str(measuring.verdict.says[0])
    for number in range(ENOUGH_VIEWS):
        assert not worn
        seeing.show(picture(number))
        measuring.look()
        measuring.look()  # the same once more adds nothing
    assert measuring.verdict.level is Level.GOOD
    assert not measuring.is_running
    assert load_lens(tmp_path / LENS).focal == pytest.approx(worn[0].focal)
    assert worn[0].focal[0] == pytest.approx(Camera(width=1600, height=900).focal, rel=0.03)
    assert measuring.cover.views == 0


def test_pictures_of_another_size_begin_anew(seeing: Seeing, tmp_path: Path) -> None:
    measuring = LensMeasuring(seeing.camera_thread, tmp_path / LENS, lambda _: None)
    measuring.begin()
    seeing.show(picture(0))
    measuring.look()
    seeing.show(np.ascontiguousarray(picture(1)[:, :1400]))
    measuring.look()
    assert measuring.cover.views == 1
    measuring.stop()
    assert (measuring.cover.views, measuring.is_running) == (0, False)
    measuring.look()  # nobody measures any more
    assert measuring.cover.views == 0


def test_the_sheet_is_searched_for_again_only_when_something_has_moved(
    seeing: Seeing, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    searched: list[str] = []

    def search(picture: Picture, name: str) -> BoardView | None:
        searched.append(name)
        return find_board(picture, name)

    monkeypatch.setattr(lens, "find_board", search)
    measuring = LensMeasuring(seeing.camera_thread, tmp_path / LENS, lambda _: None)
    measuring.begin()
    seeing.show(picture(0))
    for _ in range(3):
        measuring.look()
    assert len(searched) == 1
    seeing.show(picture(1))
    measuring.look()
    assert len(searched) == 2
    assert measuring.cover.views == 2
    measuring.begin()
    measuring.look()
    assert len(searched) == 3, "whoever begins anew is shown what there is"
