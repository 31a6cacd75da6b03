"""The assistant put together: whatever fails, all that was opened is closed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import pytest

from firmware.panel import Panel
from server.assistant import Assistant
from server.data_folder import is_in_use
from server.live.camera_thread import CameraThread
from server.live.checking.lens import LENS
from server.live.checking.looks import Chosen, Step
from server.live.host import Host
from server.live.messages import Begin
from server.member.member import Member
from server.web import create_app
from tests.patience import PATIENCE, until
from vision.checking.verdict import Level
from vision.layout import load_layout
from vision.locate.lens import Lens
from vision.reading import Picture
from vision.registry import load_registry
from vision.simulator.camera_model import Camera
from vision.simulator.render import render
from vision.simulator.scenes import arranged


def failing(*_: object) -> None:
    raise RuntimeError("It cannot be done.")


def closed_panels(monkeypatch: pytest.MonkeyPatch) -> list[None]:
    closed: list[None] = []
    close = Panel.close

    def noted(panel: Panel) -> None:
        closed.append(None)
        close(panel)

    monkeypatch.setattr(Panel, "close", noted)
    return closed


def put_together(folder: Path) -> None:
    Assistant(folder, "simulated", lambda _: None)


def start(folder: Path) -> None:
    with Assistant(folder, "simulated", lambda _: None):
        pass


@pytest.mark.parametrize(
    ("part", "what", "begin"),
    [(CameraThread, "__init__", put_together), (Host, "start", start), (Member, "start", start)],
)
def test_what_fails_while_starting_leaves_nothing_open(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    part: type[Any],
    what: str,
    begin: Callable[[Path], None],
) -> None:
    closed = closed_panels(monkeypatch)
    with monkeypatch.context() as broken:
        broken.setattr(part, what, failing)
        with pytest.raises(RuntimeError, match="cannot be done"):
            begin(tmp_path)
    assert len(closed) == 1
    assert not is_in_use(tmp_path)
    start(tmp_path)


def test_a_part_that_cannot_be_closed_does_not_leave_the_others_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = closed_panels(monkeypatch)
    with monkeypatch.context() as broken:
        broken.setattr(CameraThread, "stop", failing)
        assistant = Assistant(tmp_path, "simulated", lambda _: None)
        with pytest.raises(RuntimeError, match="cannot be done"), assistant:
            camera_thread = assistant.camera_thread
    camera_thread.stop()
    assert len(closed) == 1
    assert not is_in_use(tmp_path)
    start(tmp_path)


# ------------------------------------------------------------- Files of the owner that are broken


@pytest.mark.parametrize(
    ("wiring", "said"),
    [
        ("[buttons", "is not valid TOML"),
        ("x = " + "[" * 100_000, "is not valid TOML"),
        ("[buttons]\nnext = 99\n", "there is no such pin"),
    ],
)
def test_a_broken_wiring_of_the_owner_is_told_and_phones_do_without_buttons(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wiring: str, said: str
) -> None:
    own = tmp_path / "pins.toml"
    own.write_text(wiring)
    monkeypatch.setattr("firmware.pins.OWN_PINS_FILE", own)
    with Assistant(tmp_path / "data", "/dev/no-camera", lambda _: None) as assistant:
        [notice] = assistant.tableside(80).notices
        assert assistant.hangs() is None
    assert "Buttons and lamp do not work: use phones." in str(notice)
    assert str(own) in str(notice)
    assert said in str(notice)


def test_before_a_match_the_camera_page_says_when_pieces_are_looked_for(tmp_path: Path) -> None:
    table = arranged(
        load_layout("port_royal"), load_registry("port_royal"), {"harbour": ["sailor/3.1"]}
    )
    shot = render(table, Camera(width=2304, height=1296)).picture
    with Assistant(tmp_path / "data", recorded(shot, tmp_path / "camera"), lambda _: None) as here:
        phone = create_app(here.tableside(80)).test_client()

        def page() -> str:
            return phone.get("/camera", headers={"Host": "127.0.0.1"}).text

        until(lambda: here.host.view.sighting, lambda: here.host.view)
        assert here.host.view.sighting is not None
        assert not here.host.view.sighting.strangers
        assert "Pieces are read during a match." in page()
        here.host.ask(Begin("port_royal", ["Ann", "Bob"], {})).result(PATIENCE)
        until(lambda: "1 piece read" in page(), lambda: here.host.view)
        assert "Pieces are read during a match." not in page()


def recorded(shot: Picture, folder: Path) -> str:
    """A camera that shows this for minutes."""
    folder.mkdir()
    cv2.imwrite(str(folder / "000.png"), shot)
    for number in range(1, 100):  # each is shown for three seconds, and nothing after the last
        (folder / f"{number:03}.png").hardlink_to(folder / "000.png")
    return str(folder)


def test_a_lens_of_another_camera_is_told_and_the_table_is_read_without_it(tmp_path: Path) -> None:
    """It would be a camera that shows nothing else; and nothing could be measured anew."""
    data = tmp_path / "data"
    data.mkdir()
    table = arranged(
        load_layout("port_royal"), load_registry("port_royal"), {"harbour": ["sailor/3.1"]}
    )
    shot = render(table, Camera(width=2304, height=1296)).picture
    pictures = recorded(shot, tmp_path / "camera")
    square = Lens(3000, 3000, (2400.0, 2400.0), (1500.0, 1500.0), (0.1, 0.0, 0.0, 0.0, 0.0))
    (data / LENS).write_text(square.written())
    with Assistant(data, pictures, lambda _: None) as assistant:
        host = assistant.host
        host.ask(Begin("port_royal", ["Ann", "Bob"], {})).result(PATIENCE)
        until(lambda: host.view.sighting and host.view.sighting.places, lambda: host.view.said)
        assert host.view.sighting is not None
        assert host.view.sighting.places == {"sailor/3.1": "harbour"}
        assistant.check.choose(Chosen("port_royal", 2, frozenset()))
        verdict = assistant.check.verdicts(assistant.check.look())[Step.LENS]
        assert verdict.level is Level.NEARLY
        assert "measured with another camera" in str(verdict.says[0])
        assert (data / LENS).exists()
