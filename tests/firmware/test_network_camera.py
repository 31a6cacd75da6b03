"""Cameras on the network, from real servers on this computer, through networks that fail."""

from __future__ import annotations

import logging
import random
import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import TypeVar

import cv2
import numpy as np
import pytest

from firmware import network_camera
from firmware.addresses import Login
from firmware.guarded_camera import GuardedCamera
from firmware.network_camera import NetworkCamera, _AlwaysLate, _Lateness
from tests.firmware.streams import (
    PICTURES,
    ROUND,
    MotionJpeg,
    Packet,
    drawn,
    encoded,
    rtsp,
    troubled,
    which,
)
from tests.patience import PATIENCE
from vision.picture_source import CameraLost, Frame, FrameError, frames
from vision.reading import Planes, Region, part_of

T = TypeVar("T")

ANNA = Login("anna", "p@s:s/w%rd")


@pytest.fixture(autouse=True)
def slow_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that has just been started may take long on a busy computer."""
    monkeypatch.setattr(network_camera, "_OPENING", PATIENCE)


@pytest.fixture
def busy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is too late because this computer is busy."""
    for name in ("_PATIENCE", "_LATE_FOR", "_FRESH"):
        monkeypatch.setattr(network_camera, name, PATIENCE)


def looked(camera: NetworkCamera, times: int) -> list[int | None]:
    """Which pictures were seen."""
    seen = []
    for _ in range(times):
        with camera.frame() as frame:
            seen.append(which(frame.full()))
    return seen


@contextmanager
def sending(camera: MotionJpeg, pictures: Iterator[bytes | None]) -> Iterator[None]:
    """Ten of these a second."""
    over = threading.Event()

    def send() -> None:
        for picture in pictures:
            if over.wait(0.1):
                break
            camera.parts.put(picture)
        camera.parts.put(None)

    sender = threading.Thread(target=send)
    sender.start()
    try:
        yield
    finally:
        over.set()
        sender.join()


def rounds(times: int = 1000) -> Iterator[bytes | None]:
    for number in range(times):
        yield encoded(PICTURES[number % ROUND])


@pytest.mark.usefixtures("busy")
def test_pictures_come_by_rtsp_in_their_order_with_user_and_password(tmp_path: Path) -> None:
    with rtsp(tmp_path, ANNA) as address, NetworkCamera(address, ANNA) as camera:
        seen = looked(camera, 12)
        assert None not in seen
        assert all(before != after for before, after in pairwise(seen))


@pytest.mark.usefixtures("busy")
def test_colours_that_come_by_rtsp_are_those_of_the_table(tmp_path: Path) -> None:
    colours = [(40, 40, 200), (60, 160, 40), (190, 90, 30), (230, 230, 230)]
    table = np.zeros((368, 640, 3), np.uint8)
    for number, colour in enumerate(colours):
        table[:, number * 160 : number * 160 + 160] = colour
    with (
        rtsp(tmp_path, pictures=[table]) as address,
        NetworkCamera(address) as camera,
        camera.frame() as frame,
    ):
        planes = frame.coloured()
        assert isinstance(planes, Planes)
        for number, colour in enumerate(colours):
            seen = planes.part(Region(number * 160 + 40, 100, 80, 80)).mean((0, 1))
            assert seen == pytest.approx(colour, abs=4)


@pytest.mark.parametrize("login", [None, Login("anna", "wrong"), Login("bob", ANNA.password)])
def test_a_wrong_password_is_told_and_neither_is_ever_shown(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, login: Login | None
) -> None:
    caplog.set_level(logging.DEBUG)
    with rtsp(tmp_path, ANNA) as address, MotionJpeg(ANNA).served() as other:
        for each in (address, other):
            with pytest.raises(CameraLost, match="refuses this user and password") as told:
                NetworkCamera(each, login).__enter__()
            for said in (str(told.value), repr(told.value.__context__), repr(login), caplog.text):
                assert "wrong" not in said
                assert "p%40s" not in said


def test_nobody_there_no_such_camera_and_no_camera_at_all_are_told_apart(tmp_path: Path) -> None:
    with rtsp(tmp_path) as address, MotionJpeg().served() as other:
        nowhere = [f"{address}/none", other.replace("/video", "/none")]
        for each in nowhere:
            with pytest.raises(CameraLost, match="has no camera at this address"):
                NetworkCamera(each).__enter__()
        with pytest.raises(CameraLost, match="No camera answers at 127"):
            NetworkCamera("rtsp://127.0.0.1:1/table").__enter__()
        with pytest.raises(CameraLost, match=r"is no stream of a camera|No camera answers"):
            NetworkCamera(other.replace("http", "rtsp")).__enter__()


@pytest.mark.usefixtures("busy")
def test_of_a_picture_that_lost_a_part_on_its_way_nothing_is_seen(tmp_path: Path) -> None:
    chance, lost = random.Random(1), []

    def lossy(number: int, packet: Packet) -> Packet | None:
        if chance.random() < 0.01:
            lost.append(number)
            return None
        return packet

    with (
        rtsp(tmp_path) as address,
        troubled(address, lossy) as through,
        NetworkCamera(through) as camera,
    ):
        while len(lost) < 20:
            assert None not in looked(camera, 5)


def test_a_network_that_stops_is_told_and_the_pictures_after_it_are_new(tmp_path: Path) -> None:
    stopped, goes_on, seen = threading.Event(), threading.Event(), list[int]()

    def stuck(number: int, packet: Packet) -> Packet | None:
        seen.append(number)
        if stopped.is_set() and not goes_on.is_set():
            goes_on.wait()
        return packet

    def told(coming: Iterator[Frame | FrameError], kind: type[T]) -> T:
        return next(each for each in coming if isinstance(each, kind))

    with rtsp(tmp_path) as address, troubled(address, stuck) as through:
        coming = frames(GuardedCamera(lambda: NetworkCamera(through)))
        assert which(told(coming, Frame).full()) is not None
        stopped.set()
        # On a busy computer the last ones before it were late.
        assert re.search("gives no pictures|come too late", str(told(coming, CameraLost)))
        goes_on.set()
        assert which(told(coming, Frame).full()) is not None
        coming.close()


def test_a_network_that_is_too_slow_is_told_and_what_it_brings_late_is_not_seen(
    tmp_path: Path,
) -> None:
    slow = threading.Event()

    def delayed(_: int, packet: Packet) -> Packet:
        if slow.is_set():
            time.sleep(0.1)  # a picture has a dozen packets, and five are taken in a second
        return packet

    with (
        rtsp(tmp_path) as address,
        troubled(address, delayed) as through,
        NetworkCamera(through) as camera,
    ):
        assert None not in looked(camera, 5)
        slow.set()
        with pytest.raises(CameraLost, match="come too late"):
            looked(camera, 20)


@pytest.mark.usefixtures("busy")
@pytest.mark.parametrize("tells_length", [True, False])
def test_pictures_come_as_motion_jpeg_with_user_and_password(tells_length: bool) -> None:
    phone = MotionJpeg(ANNA, tells_length)
    with (
        phone.served() as address,
        sending(phone, rounds()),
        NetworkCamera(address, ANNA) as camera,
    ):
        assert None not in looked(camera, 10)
        with camera.frame() as frame:
            part = part_of(frame.coloured(), Region(0, 0, 40, 40)).astype(int)
            number = which(frame.full())
        assert number is not None
        assert np.abs(part - drawn(number)[:40, :40]).mean() < 4


@pytest.mark.usefixtures("busy")
def test_half_and_spoilt_jpegs_are_passed_over() -> None:
    def spoilt() -> Iterator[bytes | None]:
        for number in range(1000):
            whole = encoded(PICTURES[number % ROUND])
            middle = len(whole) // 2
            yield (
                whole,
                whole[:middle],
                whole[:middle] + whole[-2:],
                whole[:middle] + whole[middle + 400 :],
                b"",
                b"no picture",
            )[number % 6]

    phone = MotionJpeg()
    with phone.served() as address, sending(phone, spoilt()), NetworkCamera(address) as camera:
        assert None not in looked(camera, 12)


def test_a_camera_that_ends_is_opened_again_and_again() -> None:
    phone = MotionJpeg()
    few = (encoded(PICTURES[0]) if number % 10 else None for number in range(1, 10_000))
    with phone.served() as address, sending(phone, few):
        coming = frames(GuardedCamera(lambda: NetworkCamera(address)), lambda _: False)
        seen = list[object]()
        while phone.connections <= 3:
            seen.append(next(coming))
        coming.close()
        kinds = {type(each) for each in seen}
        assert kinds == {Frame, CameraLost}
        assert {str(each) for each in seen if isinstance(each, CameraLost)} == {
            "The camera at 127.0.0.1 has ended its stream. Is it on?"
        }


# ------------------------------------------------------------------------------------ What is late


def test_what_the_network_held_back_is_late_and_what_follows_is_not() -> None:
    """Ten a second; then nothing for two seconds, then twenty at once."""
    lateness = _Lateness(has_stamps=False)
    times = [0.1 * number for number in range(30)]
    times += [5.0 + 0.004 * number for number in range(20)]
    times += [5.2 + 0.1 * number for number in range(10)]
    late = [number for number, at in enumerate(times) if lateness.judge(at, None)]
    assert late == list(range(30, 50))


def test_what_was_taken_long_ago_is_late_by_its_stamp() -> None:
    lateness = _Lateness(has_stamps=True)
    assert not any(lateness.judge(100 + 0.1 * n, 0.1 * n) for n in range(30))
    assert not lateness.judge(103.9, 3.0), "less than a second"
    assert lateness.judge(105.0, 3.1)
    assert not lateness.judge(105.1, 5.0)
    assert not lateness.judge(105.2, None)


@pytest.mark.parametrize(("has_stamps", "pace"), [(True, 0.1), (False, 0.01)])
def test_a_stream_that_stays_late_is_given_up(has_stamps: bool, pace: float) -> None:
    lateness = _Lateness(has_stamps)
    for number in range(30):
        lateness.judge(0.1 * number, 0.1 * number)

    def go_on() -> None:
        for number in range(2000):
            lateness.judge(5 + pace * number, 3 + 0.1 * number)

    with pytest.raises(_AlwaysLate):
        go_on()


def test_a_server_cannot_lead_it_to_a_file_of_this_computer(tmp_path: Path) -> None:
    secret = tmp_path / "secret.jpg"
    cv2.imwrite(str(secret), PICTURES[3])
    with MotionJpeg(leads_to=f"file://{secret}").served() as address, pytest.raises(CameraLost):
        NetworkCamera(address).__enter__()
