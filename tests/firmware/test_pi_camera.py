"""The Pi's own camera, against a stand-in that behaves like libcamera."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware import pi_camera
from firmware.pi_camera import PiCamera
from tests.firmware.libcamera_stand_in import (
    ALL_CONTROLS,
    BULB,
    CHART,
    DAYLIGHT,
    FLICKER,
    HQ,
    MODULE_3,
    MODULE_3_WIDE,
    PI_4,
    PI_5,
    TUBE,
    Board,
    ColorSpace,
    Mode,
    Picamera2,
    Sensor,
    camera_in,
    shown,
)
from vision.picture_source import CameraLost
from vision.reading import FloatArray, Picture, Planes, Region

WIDTH, HEIGHT = 952, 540
SMALL = Sensor(
    "small", (Mode((WIDTH, HEIGHT), 30.0), Mode((WIDTH // 2, HEIGHT // 2), 15.0)), (1.0, 16.0)
)
"""Rows of which do not end where those of its buffers do."""


LAMPS = (DAYLIGHT, TUBE, BULB)
SPACES = {
    ColorSpace.Rec709(): "Rec709",
    ColorSpace.Smpte170m(): "Smpte170m",
    ColorSpace("rec709", "full"): "full Rec709",
}
FOCUS = {"AfMode": "manual", "LensPosition": 1.1}


@pytest.fixture
def made() -> Iterator[list[Picamera2]]:
    """All cameras that are opened."""
    with camera_in(sensor=SMALL) as made:
        yield made


@pytest.mark.usefixtures("made")
def test_colours_are_the_cameras_own_memory_and_only_what_is_read_is_converted() -> None:
    with PiCamera() as camera, camera.frame() as frame:
        planes = frame.coloured()
        assert isinstance(planes, Planes)
        assert np.shares_memory(planes.bright, frame.full())
        assert planes.shape == (HEIGHT, WIDTH)
        for plane in (planes.blue, planes.red):
            assert plane.base is not None, "a view, not a copy"
            assert plane.shape == (HEIGHT // 2, WIDTH // 2)
        part = planes.part(Region(WIDTH * 3 // 8 + 21, 51, 40, 30))
        assert part.shape == (30, 40, 3)
        blue, green, red = part[15, 20].tolist()
        assert red > 2 * max(green, blue), "the fourth card is red"


def test_both_streams_come_from_one_frame_at_full_and_at_small_size(made: list[Picamera2]) -> None:
    with PiCamera() as camera, camera.frame() as frame:
        assert frame.size == (WIDTH, HEIGHT)
        assert frame.small.shape == (182, 320)
        assert frame.full().shape == (HEIGHT, WIDTH)
        small = cv2.resize(frame.full(), (320, 182), interpolation=cv2.INTER_AREA)
        assert np.abs(small.astype(float) - frame.small).mean() < 1
        assert not made[0].requests[0].released


def test_a_camera_that_gives_only_large_pictures_will_do(
    made: list[Picamera2], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Picamera2, "has_small_pictures", False)
    with PiCamera() as camera, camera.frame() as frame:
        assert made[0].config["lores"]["size"] == (WIDTH, HEIGHT)
        assert frame.small.shape == (182, 320)
        small = cv2.resize(frame.full(), (320, 182), interpolation=cv2.INTER_AREA)
        assert np.abs(small.astype(float) - frame.small).mean() < 3


def test_a_frame_goes_back_to_the_camera_even_if_its_reading_fails(made: list[Picamera2]) -> None:
    with PiCamera() as camera:
        with pytest.raises(RuntimeError, match="bad luck"), camera.frame() as frame:
            raise RuntimeError("bad luck")
        assert made[0].requests[0].released
        with pytest.raises(ValueError, match="given back"):
            frame.full()
        assert frame.small.size == 0, "the camera's memory can be freed"


def test_focus_exposure_and_white_balance_are_held_once_they_have_settled(
    made: list[Picamera2],
) -> None:
    with PiCamera():
        controls = made[0].controls
        assert controls["ExposureTime"] == 20_000, "two flickers at 50 Hz"
        assert controls["ColourGains"] == pytest.approx(DAYLIGHT.gains, rel=0.03)
        assert FOCUS.items() <= controls.items()
        # Switching the automatics off in the same breath would freeze whatever they had.
        assert "AeEnable" not in controls
        assert "AwbEnable" not in controls


def test_what_is_held_is_held_over_every_new_configuration(made: list[Picamera2]) -> None:
    camera = PiCamera()
    with camera:
        held = dict(made[0].controls)
    with camera:
        assert made[1].controls == held
        assert made[1].configurations == 1
        assert made[1].focused_at == []
    assert [each.closed for each in made] == [True, True]


def test_locking_again_lets_the_camera_look_again(made: list[Picamera2]) -> None:
    with PiCamera() as camera:
        camera.forget()
    with camera:
        assert made[1].focused_at == [(WIDTH // 2, HEIGHT // 2)]
        assert made[1].controls["ExposureTime"] == 20_000


def test_the_focus_is_looked_for_in_the_fast_mode_and_kept_with_the_lens(
    made: list[Picamera2], tmp_path: Path
) -> None:
    kept = tmp_path / "focus"
    with PiCamera(kept=kept):
        assert made[0].focused_at == [(WIDTH // 2, HEIGHT // 2)]
        assert made[0].config["main"]["size"] == (WIDTH, HEIGHT)
    with PiCamera(kept=kept):
        assert made[1].focused_at == []
        assert FOCUS.items() <= made[1].controls.items()
    kept.write_text("spoilt")
    with PiCamera(kept=kept) as camera:
        assert made[2].focused_at != []
        camera.forget()
    assert not kept.exists()


def test_a_camera_whose_focus_hangs_is_opened_anew_and_not_used_further(
    made: list[Picamera2], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Picamera2, "autofocus_hangs", True)
    with PiCamera() as camera, camera.frame() as frame:
        assert frame.size == (WIDTH, HEIGHT)
        assert [each.closed for each in made] == [True, False]
        assert made[1].controls["LensPosition"] == pytest.approx(1.05, abs=0.1)


def test_the_large_stream_is_mapped_only_when_it_is_read(made: list[Picamera2]) -> None:
    with PiCamera() as camera:
        with camera.frame():
            pass
        with camera.frame() as frame:
            frame.full()
            frame.coloured()
    assert [request.mapped for request in made[0].requests] == [["lores"], ["lores", "main"]]


def test_light_that_has_changed_for_good_is_got_used_to_and_a_shadow_is_not(
    made: list[Picamera2], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    camera = PiCamera()

    def look(light: float, at: float) -> None:
        now[0] = at
        monkeypatch.setattr(Picamera2, "lamp", replace(DAYLIGHT, light=light * DAYLIGHT.light))
        with camera.frame():
            pass

    with camera:
        monkeypatch.setattr(Picamera2, "lamp", DAYLIGHT)
        look(0.05, 0)  # started in a dark room
        look(1, 10)
        look(0.05, 50)
        look(1, 60)
        look(1, 119)
        with pytest.raises(CameraLost, match="The light has changed"):
            look(1, 121)
    with camera:
        look(1, 130)
        look(1, 300)
    assert len(made) == 2
    assert made[1].requests[-1].released


@pytest.mark.parametrize(("where", "period"), [("DE", 10_000), ("US", 8_333), (None, 10_000)])
def test_the_camera_is_told_how_lamps_flicker_here(
    made: list[Picamera2], monkeypatch: pytest.MonkeyPatch, where: str | None, period: int
) -> None:
    monkeypatch.setattr(pi_camera, "country", lambda: where)
    with PiCamera():
        flicker = {"AeFlickerMode": "by hand", "AeFlickerPeriod": period}
        assert flicker.items() <= made[0].controls.items()
        assert made[0].controls["ExposureTime"] % period == 0


CAMERAS = [(MODULE_3, PI_4), (MODULE_3_WIDE, PI_4), (HQ, PI_4), (MODULE_3, PI_5), (HQ, PI_5)]
ROOMS = {"bright": 1 / 11_000, "lit": 1 / 25_000, "dim": 1 / 64_000, "dark": 1 / 700_000}
"""How bright white becomes in a microsecond: what exposure and gain have to make one of."""


@pytest.mark.parametrize("light", ROOMS.values(), ids=ROOMS)
@pytest.mark.parametrize("fast", [False, True], ids=["full", "binned"])
@pytest.mark.parametrize(("sensor", "board"), CAMERAS)
def test_what_is_held_is_as_bright_as_what_was_found_and_does_not_flicker(
    monkeypatch: pytest.MonkeyPatch, sensor: Sensor, board: Board, fast: bool, light: float
) -> None:
    for (where, mains), lamp, helps in product((("DE", 50), ("US", 60)), LAMPS, (True, False)):
        monkeypatch.setattr(pi_camera, "country", lambda where=where: where)
        offered = ALL_CONTROLS if helps else ALL_CONTROLS - FLICKER
        lit = replace(lamp, light=light, mains=mains)
        size = sensor.modes[1].size if fast else None
        with (
            camera_in(sensor=sensor, board=board, lamp=lit, offered=offered) as made,
            PiCamera(size=size),
        ):
            held = [made[0].capture_metadata(wait=1) for _ in range(4)][-1]
            brightness = held["ExposureTime"] * held["AnalogueGain"] * held["DigitalGain"] * light
            assert brightness == pytest.approx(1, rel=0.05)
            flicker, line = 1e6 / mains / 2, made[0].mode.line * made[0].mode.step
            number = round(held["ExposureTime"] / flicker)
            assert number >= 1
            assert number * flicker - line - 2 < held["ExposureTime"] <= number * flicker + 1
            assert held["ColourGains"] == pytest.approx(lamp.gains, rel=0.03)
            assert held["LensPosition"] == pytest.approx(1.1)


@pytest.mark.parametrize("came", [None, *SPACES], ids=["as asked", *SPACES.values()])
@pytest.mark.parametrize(("sensor", "board"), CAMERAS)
def test_colours_are_those_of_the_cards_under_any_lamp(
    sensor: Sensor, board: Board, came: ColorSpace | None
) -> None:
    for lamp in LAMPS:
        with (
            camera_in(sensor=sensor, board=board, lamp=lamp, colour_space=came),
            PiCamera() as camera,
            camera.frame() as frame,
        ):
            planes = frame.coloured()
            assert isinstance(planes, Planes)
            assert planes.shape == sensor.modes[0].size[::-1]
            width = sensor.modes[0].size[0] / len(CHART)
            for number, card in enumerate(CHART):
                left = round((number + 0.5) * width) - 100
                seen = planes.part(Region(left, 200, 200, planes.shape[0] - 400))
                assert difference(seen, card) < 2, (lamp, number)


def test_an_exposure_that_is_no_whole_number_of_flickers_is_seen_as_bars() -> None:
    """So the tests above would find it."""
    with camera_in(lamp=replace(TUBE, light=1 / 25_000)) as made, PiCamera() as camera:

        def bars() -> float:
            with camera.frame() as frame:
                rows = frame.full()[:, 100].astype(float)
            return float(rows.max() - rows.min())

        assert bars() <= 1
        made[0].controls["ExposureTime"] = 15_000
        for _ in range(2):  # until it comes into effect
            bars()
        assert bars() > 10


def test_a_table_in_the_sun_is_held_in_less_than_a_flicker(made: list[Picamera2]) -> None:
    with camera_in(sensor=MODULE_3, lamp=replace(DAYLIGHT, light=1 / 2_000)), PiCamera():
        held = made[0].capture_metadata(wait=1)
        light = held["ExposureTime"] * held["AnalogueGain"] * held["DigitalGain"]
        assert light == pytest.approx(2_000, rel=0.03)


def difference(seen: Picture, card: FloatArray) -> float:
    """The largest one on this card, in the units in which two is just to be seen."""
    truth = np.asarray(shown(card)[None, None], np.float32)
    rgb = np.asarray(seen[..., ::-1], np.float32) / 255
    apart = cv2.cvtColor(rgb, cv2.COLOR_RGB2LAB) - cv2.cvtColor(truth, cv2.COLOR_RGB2LAB)
    return float(np.linalg.norm(apart, axis=2).max())


@pytest.mark.parametrize("sensor", [MODULE_3, HQ], ids=["Module 3", "HQ"])
def test_the_buffers_of_every_camera_fit_into_512_mb(sensor: Sensor) -> None:
    with camera_in(sensor=sensor) as made, PiCamera():
        config = made[0].config
        sizes = [config[stream]["size"] for stream in ("main", "lores")]
        raw = 2 * sensor.modes[0].size[0] * sensor.modes[0].size[1]  # libcamera's own
        each = sum(width * height * 3 // 2 for width, height in sizes) + raw
        assert config["buffers"] * each < 512_000_000


def test_a_camera_that_cannot_focus_is_set_to_the_distance_of_a_table(
    made: list[Picamera2], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Picamera2, "autofocus_works", False)
    with PiCamera():
        assert made[0].controls["LensPosition"] == pytest.approx(1.05, abs=0.1)


@pytest.mark.parametrize("missing", [*({name} for name in sorted(ALL_CONTROLS)), ALL_CONTROLS])
def test_what_a_camera_does_not_offer_is_left_alone(
    made: list[Picamera2], monkeypatch: pytest.MonkeyPatch, missing: frozenset[str]
) -> None:
    monkeypatch.setattr(Picamera2, "offered", ALL_CONTROLS - missing)
    with PiCamera() as camera, camera.frame() as frame:
        assert frame.size == (WIDTH, HEIGHT)
        expected = ALL_CONTROLS - missing - ({"LensPosition"} if "AfMode" in missing else set())
        expected -= FLICKER if "AeFlickerMode" in missing else set()
        assert set(made[0].controls) == expected


def test_a_camera_with_a_pace_of_its_own_is_left_at_it(
    made: list[Picamera2], monkeypatch: pytest.MonkeyPatch
) -> None:
    with PiCamera():
        assert made[0].controls["FrameDurationLimits"] == (100_000, 100_000)
    monkeypatch.setattr(Picamera2, "has_own_pace", True)
    with PiCamera():
        assert "FrameDurationLimits" not in made[1].controls


def test_a_cable_pulled_out_is_told_and_the_camera_can_be_opened_again(
    made: list[Picamera2], monkeypatch: pytest.MonkeyPatch
) -> None:
    camera = PiCamera()
    with camera:
        monkeypatch.setattr(Picamera2, "cable_out", True)
        with pytest.raises(CameraLost, match=r"no pictures\. Check its cable"):
            camera.frame().__enter__()
    with pytest.raises(CameraLost, match="does not open"):
        camera.__enter__()
    monkeypatch.setattr(Picamera2, "cable_out", False)
    with camera, camera.frame() as frame:
        assert frame.full().shape == (HEIGHT, WIDTH)
        assert FOCUS.items() <= made[-1].controls.items()


def test_without_picamera2_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(CameraLost, match="apt install python3-picamera2"):
        PiCamera().__enter__()
