"""The assistant as a process, its camera thread, and the doctor."""

from __future__ import annotations

import argparse
import queue
import re
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware.addresses import Login
from firmware.camera import PictureFolder
from firmware.own_wifi import read_own_wifi
from rules.games import GAMES
from rules.match import Match
from rules.pieces import Place
from rules.text import Text
from server.assistant import STORE, Assistant, data_folder
from server.commands import doctor
from server.commands.serve import add_arguments, shown, spoken, with_own_options
from server.live.camera_thread import PATIENCE as HELD_FOR
from server.live.camera_thread import CameraThread
from server.live.cameras import CAMERAS, SIMULATED, KnownCameras
from server.live.host import Host
from server.live.loud import Loud
from server.live.messages import Answer, Begin, Settled, View
from server.store import Store
from tests.firmware.streams import PICTURES, MotionJpeg, encoded
from tests.patience import PATIENCE, until
from vision.layout import load_layout
from vision.locate.places import looking
from vision.picture_source import CameraLost, Frame
from vision.reading import Sighting
from vision.recognise.tags import TagReader
from vision.registry import load_registry
from vision.simulator.camera_model import Camera
from vision.simulator.scenes import arranged
from vision.simulator.simulated_camera import SimulatedCamera
from vision.watching.watch import NO_LEVELS, Notice, Watch

TOP = Path(__file__).parents[3]
LAYOUT, REGISTRY = load_layout("port_royal"), load_registry("port_royal")


def command(data: Path) -> list[str]:
    start = "import server.command; raise SystemExit(server.command.main())"
    where = ("--camera", "simulated", "--port", "0", "--data", str(data))
    return [sys.executable, "-c", start, "serve", *where]


def serve(data: Path) -> tuple[subprocess.Popen[str], str]:
    """The assistant as a process, and what it said about the match when it started."""
    process = subprocess.Popen(
        command(data),
        cwd=TOP,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    said = next(line for line in process.stderr if "match" in line and "Matches" not in line)
    return process, said


def test_serve_goes_on_with_the_running_match_and_ends_cleanly_when_told_to(tmp_path: Path) -> None:
    with Store.open(tmp_path / STORE) as store:
        match_id = store.new_match("port_royal", ["Ann", "Bob"], {}, 1.0)
    process, said = serve(tmp_path)
    assert said == f"Going on with match {match_id}.\n"
    process.send_signal(signal.SIGTERM)
    _, rest = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert "Stopped." in rest
    with Store.open(tmp_path / STORE) as store:
        assert store.running() == match_id


def test_a_database_that_is_none_is_refused_with_a_clear_message(tmp_path: Path) -> None:
    (tmp_path / STORE).write_text("this is not a database, only some text\n" * 50, "utf-8")
    before = (tmp_path / STORE).read_bytes()
    done = subprocess.run(
        command(tmp_path),
        cwd=TOP,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert STORE in done.stderr
    assert "Traceback" not in done.stderr
    assert (tmp_path / STORE).read_bytes() == before


def test_the_folder_of_the_matches_is_systemds_or_the_users(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", "/var/lib/quartermaster")
    assert data_folder() == Path("/var/lib/quartermaster")
    monkeypatch.delenv("STATE_DIRECTORY")
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert data_folder() == Path("/data/quartermaster")


@pytest.mark.parametrize(
    ("written", "port", "passed_over"),
    [
        (b"QUARTERMASTER_OPTIONS=--camera /dev/none --port 81", 81, []),
        (b"QUARTERMASTER_OPTIONS=--prot 81 --camera /dev/none", 80, ["--prot 81: "]),
        (b"QUARTERMASTER_OPTIONS=stray --camera /dev/none --help", 80, ["stray: ", "--help: "]),
        (b"QUARTERMASTER_OPTIONS=--camera /dev/none --port 99999", 80, ["99999 is not a port"]),
        (b"QUARTERMASTER_OPTIONS=--camera /dev/none --bind", 80, ["--bind: "]),
        (b"QUARTERMASTER_OPTIONS=--camera /dev/none\n--port 81", 80, ["Line 2 does not begin"]),
        (b"QUARTERMASTER_OPTIONS=--camera /dev/none --data " + b"x" * 300, 80, ["--data "]),
    ],
)
def test_of_an_owners_options_what_can_be_used_is_used_and_the_rest_is_told(
    tmp_path: Path, written: bytes, port: int, passed_over: list[str]
) -> None:
    file = tmp_path / "options"
    file.write_bytes(written)
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    args = parser.parse_args(["--port", "80", "--options", str(file)])
    used, told = with_own_options(args)
    assert (used.camera, used.port, used.data) == ("/dev/none", port, args.data)
    assert len(told) == len(passed_over)
    for text, what in zip(told, passed_over, strict=True):
        assert str(file) in str(text)
        assert what in str(text)


def test_what_is_loud_is_said_by_the_loudspeaker_in_the_wanted_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program, heard = tmp_path / "espeak-ng", tmp_path / "heard"
    program.write_text(f'#!/bin/sh\necho "$@: $(/bin/cat)" >> {heard}\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    game = GAMES["port_royal"]
    bust = ("first:red", "draw", "turn:ship/red/3/6.1", "draw", "turn:ship/red/1/1.1")
    match = Match(game, game.seat(["Ann", "Bob"]), {}, bust)
    loud = Loud(tuple(match.events(5)), 5, 0.0)
    with ExitStack() as running:
        show = shown(spoken("it"), running)
        for number in (1, 2):  # said once
            show(View(number=number, match=match, loud=loud))
        until(lambda: heard.exists() and heard.read_text())
        assert heard.read_text() == "-v it --stdin: Ann: sballato! Due navi rosse\n"


def test_a_computer_that_cannot_speak_says_what_it_needs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(argparse.ArgumentTypeError, match="espeak-ng is not installed"):
        spoken("en")
    with pytest.raises(argparse.ArgumentTypeError, match="xx is none of"):
        spoken("xx")


def test_a_service_with_a_broken_file_of_options_starts_and_tells_phones(tmp_path: Path) -> None:
    file = tmp_path / "options"
    file.write_text("QUARTERMASTER_OPTIONS=--camera /dev/no-camera --bidn 192.168.1.20")
    start = [*command(tmp_path / "data"), "--options", str(file)]
    with subprocess.Popen(start, cwd=TOP, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        said = list[str]()
        for line in process.stderr:
            said.append(line)
            if found := re.search(r"Open http://([^/]+)/", line):
                break
        assert found is not None, said
        port = found[1].rpartition(":")[2]
        page = urllib.request.urlopen(f"http://127.0.0.1:{port}/").read().decode()
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=PATIENCE)
    assert any("An option was ignored" in line and str(file) in line for line in said)
    assert any("Camera: /dev/no-camera." in line for line in said)
    assert "--bidn 192.168.1.20" in page


# ------------------------------------------------------------------------------ The camera thread


class Flaky(SimulatedCamera):
    """A camera whose cable can be pulled."""

    pulled = False

    def frame(self):  # type: ignore[no-untyped-def]
        if self.pulled:
            time.sleep(0.01)
            raise CameraLost(Text("The camera is gone."))
        return super().frame()


def wait_for(events: queue.Queue[object], kind: type) -> object:
    while True:
        event = events.get(timeout=PATIENCE)
        if isinstance(event, kind):
            return event


def test_the_camera_thread_stops_although_there_is_no_camera() -> None:
    camera = Flaky(arranged(LAYOUT, REGISTRY, {}), Camera(width=2304, height=1296))
    camera.pulled = True
    watch = Watch(TagReader(REGISTRY, LAYOUT), looking(LAYOUT, REGISTRY))
    events: queue.Queue[object] = queue.Queue()
    camera_thread = CameraThread(camera, watch, events.put)
    camera_thread.start()
    wait_for(events, Notice)
    stopping = threading.Thread(target=camera_thread.stop, daemon=True)
    stopping.start()
    stopping.join(timeout=PATIENCE)
    camera.pulled = False
    assert not stopping.is_alive()


def test_the_camera_thread_reports_sightings_quiet_tables_and_a_camera_that_comes_back() -> None:
    table = arranged(LAYOUT, REGISTRY, {"harbour": ["sailor/3.1"]})
    camera = Flaky(table, Camera(width=2304, height=1296))
    watch = Watch(TagReader(REGISTRY, LAYOUT), looking(LAYOUT, REGISTRY))
    events: queue.Queue[object] = queue.Queue()
    camera_thread = CameraThread(camera, watch, events.put)
    camera_thread.start()
    first = wait_for(events, Sighting)
    assert isinstance(first, Sighting)
    assert first.places == {"sailor/3.1": "harbour"}
    camera_thread.look()
    wait_for(events, Settled)
    camera.pulled = True
    gone = wait_for(events, Notice)
    assert isinstance(gone, Notice)
    assert gone.trouble
    camera.scene = arranged(LAYOUT, REGISTRY, {"harbour": ["sailor/3.1", "jester/5.1"]})
    camera.pulled = False
    back = wait_for(events, Notice)
    assert isinstance(back, Notice)
    assert not back.trouble
    second = wait_for(events, Sighting)
    assert isinstance(second, Sighting)
    assert second.places == {"sailor/3.1": "harbour", "jester/5.1": "harbour"}
    camera_thread.stop()
    camera_thread.stop()
    assert not camera_thread.is_alive()


def test_the_whole_assistant_sees_a_card_stores_the_choice_and_lights_the_lamp(
    tmp_path: Path,
) -> None:
    views: queue.Queue[View] = queue.Queue()
    with Assistant(tmp_path, "simulated", views.put) as assistant:
        host = assistant.host
        host.ask(Begin("port_royal", ["Ann", "Bob"], {})).result(timeout=PATIENCE)
        assert host.view.match is not None
        seat = host.view.match.seats[0]
        host.ask(Answer(seat, "first:red")).result(timeout=PATIENCE)
        table = assistant.playground
        assert table is not None
        card = table.draw("deck", table.spot_in("harbour"))
        while True:
            view = views.get(timeout=PATIENCE)
            if view.match and f"turn:{card.id}" in view.match.journal:
                break
        assert (assistant.panel.lamp, assistant.panel.blinking) == (view.lamp, True)
        assert assistant.hangs() is None
    with Store.open(tmp_path / STORE) as store:
        running = store.running()
        assert running is not None
        assert store.load(running).journal[-1] == f"turn:{card.id}"


# --------------------------------------------------------------------------------------- Hanging


class Clockwork:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_camera_thread_that_does_not_come_back_from_a_frame_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock, release, reading = Clockwork(), threading.Event(), threading.Event()
    monkeypatch.setattr("server.live.camera_thread.time.monotonic", clock)

    class Endless(Watch):
        def see(self, frame: Frame, levels: Mapping[Place, int] = NO_LEVELS) -> None:
            del frame, levels
            reading.set()
            release.wait()

    watch = Endless(TagReader(REGISTRY, LAYOUT), looking(LAYOUT, REGISTRY))
    camera = SimulatedCamera(arranged(LAYOUT, REGISTRY, {}), Camera(width=1152, height=648))
    camera_thread = CameraThread(camera, watch, lambda _: None)
    camera_thread.start()
    assert reading.wait(PATIENCE)
    assert camera_thread.is_alive()
    clock.now += HELD_FOR + 1
    assert not camera_thread.is_alive()
    release.set()
    camera_thread.stop()


def test_a_camera_thread_that_waits_for_a_lost_camera_does_so_on_purpose(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock, waiting = Clockwork(), threading.Event()
    monkeypatch.setattr("server.live.camera_thread.time.monotonic", clock)
    camera = Flaky(arranged(LAYOUT, REGISTRY, {}), Camera(width=1152, height=648))
    camera.pulled = True
    watch = Watch(TagReader(REGISTRY, LAYOUT), looking(LAYOUT, REGISTRY))
    camera_thread = CameraThread(camera, watch, lambda _: waiting.set())
    camera_thread.start()
    assert waiting.wait(PATIENCE)
    clock.now += HELD_FOR - 1
    assert camera_thread.is_alive()
    camera_thread.stop()


def test_a_picture_that_nobody_can_read_is_told_and_the_next_one_is_looked_at() -> None:
    class Startled(Watch):
        startled = True

        def see(
            self, frame: Frame, levels: Mapping[Place, int] = NO_LEVELS
        ) -> Sighting | Notice | None:
            if self.startled:
                raise ZeroDivisionError("no such picture")
            return super().see(frame, levels)

    watch = Startled(TagReader(REGISTRY, LAYOUT), looking(LAYOUT, REGISTRY))
    camera = SimulatedCamera(arranged(LAYOUT, REGISTRY, {}), Camera(width=1152, height=648))
    events: queue.Queue[object] = queue.Queue()
    camera_thread = CameraThread(camera, watch, events.put)
    camera_thread.start()
    told = wait_for(events, Notice)
    assert isinstance(told, Notice)
    assert (told.trouble, "no such picture" in str(told.text)) == (True, True)
    assert camera_thread.is_alive()
    watch.startled = False
    back = wait_for(events, Notice)
    assert isinstance(back, Notice)
    assert not back.trouble
    camera_thread.stop()


def test_recorded_pictures_that_have_come_to_an_end_are_no_hanging_camera(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "1.png"), np.full((648, 1152, 3), 90, np.uint8))
    watch = Watch(TagReader(REGISTRY, LAYOUT), looking(LAYOUT, REGISTRY))
    camera_thread = CameraThread(
        PictureFolder(tmp_path, shown=0.1, every=0.1), watch, lambda _: None
    )
    camera_thread.start()
    camera_thread._thread.join(PATIENCE)
    assert camera_thread.is_alive()


def test_a_host_that_hears_nothing_any_more_is_noticed(tmp_path: Path) -> None:
    release, busy = threading.Event(), threading.Event()

    def show(view: View) -> None:
        if view.match is not None:
            busy.set()
            release.wait()

    with Store.open(tmp_path / STORE) as store:
        host = Host(store, show)
        host.start()
        assert host.is_alive(PATIENCE)
        host.post(Begin("port_royal", ["Ann", "Bob"], {}))
        assert busy.wait(PATIENCE)
        assert not host.is_alive(0.05)
        release.set()
        assert host.is_alive(PATIENCE)
        host.stop()


HANGS = {
    "the camera's thread": "server.live.camera_thread.CameraThread.stop = forever",
    "the match": "server.live.host.Host.is_alive = forever",
    "the web server": "server.web.http.serving.WebServer.is_alive = forever",
    "the robots": "server.robots.demonstration.Demonstration.close = forever",
    "everything": "server.live.camera_thread.CameraThread.stop = sleep",
}
"""The last of them lets no other thread do anything either."""


@pytest.mark.parametrize("who", HANGS)
def test_a_service_that_hangs_ends_all_the_same_when_it_is_told_to(
    tmp_path: Path, who: str
) -> None:
    """Also while it is being found out whether all is well."""
    hanging = f"""
import ctypes, threading, server.command, server.live.camera_thread
import server.robots.demonstration, server.web.http.serving
import server.commands.serve as serve

def forever(*_):
    print("It hangs.", file=sys.stderr, flush=True)
    threading.Event().wait()

def sleep(_):
    ctypes.PyDLL(None).sleep(60)

serve._STOPPING, serve._LOOK_EVERY = 0.5, 0.1
{HANGS[who]}
raise SystemExit(server.command.main())
"""
    start = [sys.executable, "-c", f"import sys{hanging}", *command(tmp_path)[3:], "--port", "0"]
    with subprocess.Popen(start, cwd=TOP, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        checked = who in ("the match", "the web server")
        next(line for line in process.stderr if ("It hangs" if checked else "Open http") in line)
        process.send_signal(signal.SIGTERM)
        try:
            _, rest = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
    if who == "everything":
        assert process.returncode == -signal.SIGALRM
    else:
        assert process.returncode == 1
        assert "ended all the same" in rest


# -------------------------------------------------------------------------------------- The doctor


def findings(data: Path, now: float = 1.8e9) -> dict[str, doctor.Finding]:
    return {finding.what: finding for finding in doctor.examine(data, lambda: now)}


def test_the_doctor_looks_at_everything(tmp_path: Path) -> None:
    found = findings(tmp_path)
    looked_at = [
        "camera",
        "pins",
        "options",
        "tesseract",
        "memory",
        "disk",
        "clock",
        "database",
        "code",
        "wifi",
        "games",
        "pieces",
    ]
    assert list(found) == looked_at


def test_the_doctor_tries_the_camera_that_was_chosen_with_its_password(tmp_path: Path) -> None:
    phone = MotionJpeg(Login("anna", "secret"))
    for number in range(200):
        phone.parts.put(encoded(PICTURES[number % 32]))
    with phone.served() as address:
        KnownCameras(tmp_path).add(address, phone.login)
        found = findings(tmp_path)["camera"]
        assert found == ("camera", "The camera on the network at 127.0.0.1, 640 x 368 pixels", "")
        KnownCameras(tmp_path).add(address, Login("anna", "n0nsense"))
        refused = findings(tmp_path)["camera"]
    assert "refuses this user and password" in refused.found
    assert "page Camera" in refused.advice
    gone = findings(tmp_path)["camera"]
    assert "No camera answers at 127.0.0.1" in gone.found
    KnownCameras(tmp_path).choose(SIMULATED)
    told = findings(tmp_path)
    assert told["camera"].found == "the simulated table is chosen"
    assert "The camera on the network at 127.0.0.1" in told["other cameras"].found
    (tmp_path / CAMERAS).write_text("broken")
    assert "choose the camera again" in findings(tmp_path)["camera"].advice


def test_the_doctor_leaves_camera_and_pins_to_the_service_that_runs(tmp_path: Path) -> None:
    camera, pins, *_ = doctor.examine(tmp_path, service_runs=lambda: True)
    assert (camera.what, camera.advice) == ("camera", "")
    assert (pins.what, pins.advice) == ("pins", "")
    assert "service" in camera.found


def test_the_doctor_says_what_to_do_about_a_clock_that_was_never_set(tmp_path: Path) -> None:
    assert "sudo date -s" in findings(tmp_path, now=100.0)["clock"].advice


def test_the_doctor_says_what_no_radio_takes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert findings(tmp_path)["wifi"].advice == ""
    file = tmp_path / "wifi.toml"
    file.write_text('ssid = "Tavern"\npassphrase = "short"\n')
    monkeypatch.setattr(read_own_wifi, "__defaults__", (file,))
    assert "5 signs, but WPA wants 8. Choose" in findings(tmp_path)["wifi"].advice
    file.write_text('ssid = "Tavern"\npassphrase = "abcdefgh"\n')
    assert "opens Tavern, passphrase abcdefgh" in findings(tmp_path)["wifi"].found


def test_the_doctor_says_what_to_do_about_a_broken_database(tmp_path: Path) -> None:
    assert findings(tmp_path)["database"].advice == ""
    (tmp_path / STORE).write_bytes(b"not a database at all" * 100)
    assert str(tmp_path) in findings(tmp_path)["database"].advice
