"""The camera page: the last picture, and what was recognised in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page

from firmware.camera import PictureFolder
from firmware.guarded_camera import GuardedCamera
from server.assistant import Assistant
from server.live.camera_thread import CameraThread
from server.live.messages import Answer, Refused
from server.live.photographs import Sight
from server.store.phones import KnownPhone
from server.web import create_app
from server.web.pages import camera
from tests.patience import PATIENCE, until
from tests.server.web.conftest import Room, Served, Visitor
from vision.layout import load_layout
from vision.locate.places import looking
from vision.picture_source import CameraLost
from vision.reading import Region
from vision.recognise.tags import TagReader
from vision.registry import load_registry
from vision.watching.watch import Watch


@pytest.fixture(scope="module")
def served_here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Assistant(tmp_path_factory.mktemp("data"), "simulated", lambda _: None) as assistant:
        yield Served("", assistant, assistant.tableside(80))


def lay_a_card(served: Served) -> str:
    """Begin a match and turn up a card; its name as soon as the camera has seen it."""
    served.begin()
    host, table = served.assistant.host, served.assistant.playground
    assert host.view.match is not None
    assert table is not None
    host.ask(Answer(host.view.match.seats[0], "first:red")).result(timeout=PATIENCE)
    card = table.draw("deck", table.spot_in("harbour"))
    until(lambda: host.view.sighting and card.id in host.view.sighting.places, lambda: host.view)
    return str(card.name)


def test_the_picture_shows_what_was_recognised_and_where(served_here: Served) -> None:
    name = lay_a_card(served_here)
    app = create_app(served_here.table)
    page = Visitor(app, "127.0.0.1").get("/camera").text
    assert name in page
    assert "1 piece read" in page
    assert "10 zone tags" in page
    assert len(re.findall(r'<polygon class="mark piece"', page)) == 1
    assert len(re.findall(r'<polygon class="mark frame"', page)) == 10


def test_what_keeps_moving_is_marked_with_a_sentence_and_what_it_hides_is_not_called_read(
    served_here: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    sight, view = served_here.table.sight, served_here.assistant.host.view
    assert sight is not None
    taken = sight.photograph()
    assert taken is not None
    assert view.sighting is not None
    moving = replace(taken, moving=(Region(100, 50, 300, 200),))
    monkeypatch.setattr(sight, "photograph", lambda: moving)
    hidden = replace(view.sighting, covered=frozenset(view.sighting.places))
    monkeypatch.setattr(camera, "shown", lambda: replace(view, sighting=hidden))
    page = Visitor(create_app(served_here.table), "127.0.0.1").get("/camera").text
    assert "Something moves here and hides what lies below." in page
    assert 'class="mark moving" points="100.0,50.0 400.0,50.0 400.0,250.0 100.0,250.0"' in page
    assert "hidden by something moving" in page
    assert "0 pieces read" in page


def test_a_picture_is_sent_again_only_when_there_is_a_new_one(served_here: Served) -> None:
    visitor = Visitor(create_app(served_here.table), "198.51.100.2")
    served_here.table.store.phones.admit(KnownPhone(visitor.id, 1.0))
    first = visitor.get("/camera/picture.jpg")
    assert (first.status_code, first.mimetype, first.data[:2]) == (200, "image/jpeg", b"\xff\xd8")
    again = visitor.get("/camera/picture.jpg", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_without_a_camera_the_page_says_so(room: Room) -> None:
    visitor = room.player()
    assert "No picture" in visitor.get("/camera").text
    assert visitor.get("/camera/picture.jpg").status_code == 404


def test_the_page_follows_the_table_in_a_browser(
    served: Served, phone: Callable[..., Page]
) -> None:
    page = phone(served)
    page.goto("/camera")
    page.get_by_text("No piece is in sight.").wait_for()
    name = lay_a_card(served)
    page.locator(".marks").get_by_text(name).wait_for()
    picture = page.locator("#sighted-svg image").get_attribute("href")
    assert picture is not None
    assert page.request.get(picture).headers["content-type"] == "image/jpeg"


def test_focus_and_light_are_found_anew_from_a_phone(room: Room, tmp_path: Path) -> None:
    (tmp_path / "table.jpg").touch()
    camera = GuardedCamera(lambda: PictureFolder(tmp_path))
    layout, registry = load_layout("port_royal"), load_registry("port_royal")
    watch = Watch(TagReader(registry, layout), looking(layout, registry))
    sight = Sight(CameraThread(camera, watch, lambda _: None))
    table = replace(room.table, sight=sight)
    here = replace(room, table=table, app=create_app(table))
    assert here.visitor().post("/camera/adjust", {}).status_code == 403
    assert here.player().post("/camera/adjust", {}).status_code == 303
    with camera, pytest.raises(CameraLost, match="adjusting focus"), camera.frame():
        pass


def test_a_simulated_camera_has_nothing_to_adjust(served_here: Served) -> None:
    sight = served_here.assistant.sight
    assert not sight.can_adjust
    with pytest.raises(Refused, match="nothing to adjust"):
        sight.adjust()
