"""Boards without tags: a photograph of one comes from a phone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Page, expect

from firmware.camera import PictureFolder
from server.live.albums import Albums
from server.live.camera_thread import CameraThread
from server.live.learning import Learner
from server.web import create_app
from tests.server.web.conftest import Room, Served, Visitor
from vision.layout import load_layout
from vision.locate.places import looking
from vision.photographs.files import NO_PHOTOGRAPH
from vision.reading import Picture
from vision.recognise.tags import TagReader
from vision.registry import load_registry
from vision.simulator.camera_model import Camera
from vision.simulator.render import render
from vision.simulator.scenes import named_scene
from vision.watching.watch import Watch

GAME, BOARD = "navegador", "board"
_PART = 48 * 1024
AS_IF_IT_HAD_NEVER_COME = """section => {
  const around = section.parentNode;
  section.remove();
  around.normalize();
}"""


@pytest.fixture(scope="module")
def board() -> Picture:
    """The board alone on a table, from above."""
    full = named_scene(GAME, "full", 1)
    mats = tuple((key, pose) for key, pose in full.mats if key == BOARD)
    alone = replace(full, pieces=(), mats=mats, underlays=())
    mat, pose = full.layout.mats[BOARD], dict(mats)[BOARD]
    usual = Camera(1300, 900, aim=(pose.x, pose.y))
    above = mat.width * 1.15 / 2 / np.tan(np.radians(usual.field_of_view / 2))
    return render(alone, replace(usual, above=above), 7).picture


def as_file(picture: Picture) -> bytes:
    return cv2.imencode(".jpg", picture)[1].tobytes()


@pytest.fixture
def table(room: Room, tmp_path: Path) -> Room:
    """A match that is being played, before a camera that gives no picture."""
    layout, registry = load_layout(GAME), load_registry(GAME)
    watch = Watch(TagReader(registry, layout), looking(layout, registry))
    (tmp_path / "table.jpg").touch()
    camera_thread = CameraThread(PictureFolder(tmp_path), watch, lambda _: None)
    learner = Learner(camera_thread, Albums(tmp_path), lambda: None)
    table = replace(room.table, learner=learner)
    room.begin(game=GAME)
    return replace(room, table=table, app=create_app(table))


def sent(visitor: Visitor, file: bytes, mat: str = BOARD, top: str = "top") -> str:
    """The page that is shown when a phone has sent a photograph."""
    headers = {"X-CSRF-Token": visitor.token(), "Content-Type": "application/octet-stream"}
    for at in range(0, len(file), _PART):
        answer = visitor.client.post(
            f"/upload/part?at={at}", data=file[at : at + _PART], headers=headers
        )
        assert answer.status_code == 204
    data = {"board": mat, "top": top}
    answer = visitor.post("/camera/board/photograph", data, follow_redirects=True)
    assert answer.status_code == 200
    return answer.text


def known(table: Room) -> list[str]:
    assert table.table.learner is not None
    return list(table.table.learner.albums.boards(GAME))


def test_a_board_is_known_by_a_photograph_from_a_phone_and_can_be_forgotten(
    table: Room, board: Picture
) -> None:
    visitor = table.player()
    assert "known by its tags" in visitor.get("/camera").text
    page = sent(visitor, as_file(board))
    assert "The board is learned." in page
    assert "known by its picture" in page
    assert known(table) == [BOARD]
    assert visitor.post("/camera/board", {"board": BOARD, "forget": "yes"}).status_code == 303
    assert known(table) == []


def test_a_photograph_may_lie_on_its_side(table: Room, board: Picture) -> None:
    visitor, learner = table.player(), table.table.learner
    assert learner is not None
    sent(visitor, as_file(board))
    upright = learner.albums.boards(GAME)[BOARD].astype(int)
    sent(visitor, as_file(np.ascontiguousarray(np.rot90(board, -1))), top="right")
    assert np.abs(learner.albums.boards(GAME)[BOARD] - upright).mean() < 6


@pytest.mark.parametrize(
    ("file", "mat", "why"),
    [
        (b"nothing of the kind", BOARD, str(NO_PHOTOGRAPH)),
        (as_file(np.full((800, 900, 3), 90, np.uint8)), BOARD, "No board found"),
        (as_file(np.full((800, 900, 3), 90, np.uint8)), "moon", "No such board"),
        (b"", BOARD, "Choose a file"),
    ],
)
def test_a_photograph_that_shows_no_board_is_refused_with_the_reason(
    table: Room, file: bytes, mat: str, why: str
) -> None:
    assert why in sent(table.player(), file, mat)
    assert known(table) == []


def test_only_phones_that_are_in_send_photographs_and_a_side_is_one_of_four(table: Room) -> None:
    data = {"board": BOARD, "top": "inside"}
    assert table.visitor().post("/camera/board/photograph", data).status_code == 403
    assert table.player().post("/camera/board/photograph", data).status_code == 400


def test_a_photograph_is_sent_from_a_phone_in_a_browser(
    served: Served, phone: Callable[..., Page], board: Picture, tmp_path: Path
) -> None:
    file = tmp_path / "board.jpg"
    file.write_bytes(as_file(board))
    served.begin(game=GAME)
    page = phone(served)
    page.goto("/camera")
    panel = page.locator("#boards").locator("..").locator("details").first
    panel.locator("summary").click()
    panel.get_by_label("Or a photograph from this phone").set_input_files(file)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    panel.get_by_role("button", name="Use the photograph").click()
    expect(page.get_by_text("The board is learned.")).to_be_visible()
    assert list(served.assistant.learner.albums.boards(GAME)) == [BOARD]


def test_a_photograph_stays_chosen_whatever_comes_above_it(
    served: Served, phone: Callable[..., Page], tmp_path: Path
) -> None:
    """As when a camera gives its first picture, with what is recognised in it."""
    file = tmp_path / "board.jpg"
    file.write_bytes(b"a photograph")
    served.begin(game=GAME)
    page = phone(served)
    page.goto("/camera")
    recognised = page.locator("section", has=page.get_by_role("heading", name="Recognised"))
    expect(recognised).to_be_visible()
    page.locator("#board-1 > summary").click()
    chosen = page.get_by_label("Or a photograph from this phone").first
    chosen.set_input_files(file)
    recognised.evaluate(AS_IF_IT_HAD_NEVER_COME)
    page.get_by_role("button", name="SCAN").click()
    expect(recognised).to_be_visible()
    assert chosen.evaluate("input => input.files.length") == 1
    expect(chosen).to_be_visible()
