"""The Pi's own camera, against a stand-in with picamera2's manners.

The stand-in does what picamera2 does wherever that is awkward: settings are forgotten with every
configuration, buffers have padded rows and are dead once released, a pulled cable means waiting.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, Self

import numpy as np
import pytest

from firmware import pi_camera
from firmware.pi_camera import PiCamera
from vision.picture_source import CameraLost
from vision.reading import Planes, Region

WIDTH, HEIGHT = 960, 540
PADDING = 64
BLUE, RED = 90, 160
FLICKER = frozenset(("AeFlickerMode", "AeFlickerPeriod"))
ALL_CONTROLS = FLICKER | {
    *("AfMode", "AnalogueGain", "ColourGains", "ExposureTime", "FrameDurationLimits"),
    "LensPosition",
}


class Request:
    def __init__(self, config: dict[str, Any]) -> None:
        self.config = config
        self.released = False
        self.mapped: list[str] = []

    def release(self) -> None:
        assert not self.released
        self.released = True


class MappedArray:
    def __init__(
        self, request: Request, stream: str, reshape: bool = True, write: bool = True
    ) -> None:
        assert reshape
        assert not write
        assert not request.released
        request.mapped.append(stream)
        width, height = request.config[stream]["size"]
        self.array = np.full((height * 3 // 2, width + PADDING), 200, np.uint8)
        self.array[:height, :width] = Picamera2.brightness
        colours = self.array.reshape(-1)[height * (width + PADDING) :]
        blue, red = np.split(colours, 2)
        blue[:], red[:] = BLUE, RED

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.array[:] = 0


class Picamera2:
    made: list[Picamera2] = []  # noqa: RUF012 - the tests look at every camera that was opened
    cable_out = False
    autofocus_works = True
    autofocus_hangs = False
    brightness = 77
    offered: frozenset[str] = ALL_CONTROLS
    has_small_pictures = True
    range: tuple[int, int, int | None] = (0, 1, 0)

    @classmethod
    def global_camera_info(cls) -> list[dict[str, Any]]:
        return [] if cls.cable_out else [{"Model": "imx708", "Num": 0}]

    def __init__(self, camera_num: int = 0) -> None:
        assert not self.cable_out, "picamera2 keeps a pipe open for ever if it finds no camera"
        self.number = camera_num
        self.sensor_resolution = (WIDTH, HEIGHT)
        self.camera_controls = dict.fromkeys(self.offered, self.range)
        self.controls: dict[str, Any] = {}
        self.config: dict[str, Any] = {}
        self.configurations = 0
        self.started = False
        self.closed = False
        self.focused_at: list[tuple[int, int]] = []
        self.requests: list[Request] = []
        self.exposure = 30_000.0
        self.hung = False
        Picamera2.made.append(self)

    def create_video_configuration(
        self,
        *,
        main: dict[str, Any],
        lores: dict[str, Any],
        raw: dict[str, Any] | None,
        buffer_count: int,
        controls: dict[str, Any],
        display: str | None,
        encode: str | None,
        queue: bool,
    ) -> dict[str, Any]:
        assert raw is None
        assert display is None
        assert encode is None
        assert buffer_count > 1
        assert not queue
        return {"main": main, "lores": lores, "controls": controls, "buffers": buffer_count}

    def configure(self, config: dict[str, Any]) -> None:
        assert not self.started, "Camera must be stopped before configuring"
        if not self.has_small_pictures:
            config["lores"]["size"] = config["main"]["size"]
        self.config = config
        self.controls = {}
        self.set_controls(config["controls"])
        self.configurations += 1

    def start(self) -> None:
        self.started = True

    def stop(self) -> None:
        self.started = False

    def close(self) -> None:
        self.stop()
        self.closed = True

    def set_controls(self, controls: dict[str, Any]) -> None:
        for name in controls:
            if name not in self.camera_controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
        self.controls.update(controls)

    def autofocus_cycle(self, wait: float) -> bool:
        assert wait >= 30, "Module 3 was seen to need 25 seconds"
        assert self.started
        self.focused_at.append(self.config["main"]["size"])
        assert "FrameDurationLimits" not in self.controls, "slow frames make it slow"
        if self.autofocus_hangs:
            self.hung = True
            raise TimeoutError
        return self.autofocus_works

    def capture_metadata(self, wait: float) -> dict[str, Any]:
        assert self.started
        assert not self.hung
        assert wait > 0
        self.exposure += (25_000 - self.exposure) * 0.3
        metadata = {
            "ExposureTime": self.exposure,
            "AnalogueGain": 2.0,
            "ColourGains": (1.5, 1.8),
            "LensPosition": 1.1,
        }
        return {name: value for name, value in metadata.items() if name in self.camera_controls}

    def capture_request(self, wait: float) -> Request:
        assert self.started
        assert wait > 0
        if self.cable_out:
            raise TimeoutError
        self.requests.append(Request(self.config))
        return self.requests[-1]


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Picamera2]]:
    picamera2, libcamera = ModuleType("picamera2"), ModuleType("libcamera")
    vars(picamera2).update(Picamera2=Picamera2, MappedArray=MappedArray)
    enums = SimpleNamespace(
        AfModeEnum=SimpleNamespace(Manual="manual"),
        AeFlickerModeEnum=SimpleNamespace(Manual="by hand"),
    )
    vars(libcamera).update(controls=enums)
    monkeypatch.setitem(sys.modules, "picamera2", picamera2)
    monkeypatch.setitem(sys.modules, "libcamera", libcamera)
    monkeypatch.setattr(Picamera2, "cable_out", False)
    monkeypatch.setattr(Picamera2, "autofocus_works", True)
    monkeypatch.setattr(Picamera2, "autofocus_hangs", False)
    monkeypatch.setattr(Picamera2, "brightness", 77)
    monkeypatch.setattr(Picamera2, "offered", ALL_CONTROLS)
    monkeypatch.setattr(Picamera2, "has_small_pictures", True)
    monkeypatch.setattr(Picamera2, "range", (0, 1, 0))
    Picamera2.made.clear()
    yield Picamera2.made
    Picamera2.made.clear()


LOCKED = {"AnalogueGain": 2.0, "ColourGains": (1.5, 1.8), "AfMode": "manual", "LensPosition": 1.1}


@pytest.mark.usefixtures("made")
def test_colours_are_the_cameras_own_memory_and_only_what_is_read_is_converted() -> None:
    with PiCamera() as camera, camera.frame() as frame:
        planes = frame.coloured()
        assert isinstance(planes, Planes)
        assert np.shares_memory(planes.bright, frame.full())
        assert planes.shape == (HEIGHT, WIDTH)
        for plane, level in ((planes.blue, BLUE), (planes.red, RED)):
            assert plane.base is not None, "a view, not a copy"
            assert plane.shape == (HEIGHT // 2, WIDTH // 2)
            assert (plane == level).all()
        part = planes.part(Region(101, 51, 40, 30))
        assert part.shape == (30, 40, 3)
        blue, green, red = part[15, 20].tolist()
        assert red > green > blue


def test_both_streams_come_from_one_frame_at_full_and_at_small_size(made: list[Picamera2]) -> None:
    with PiCamera() as camera, camera.frame() as frame:
        assert frame.size == (WIDTH, HEIGHT)
        assert frame.small.shape == (180, 320)
        assert frame.full().shape == (HEIGHT, WIDTH)
        assert (frame.full() == 77).all()
        assert not made[0].requests[0].released


def test_a_camera_that_gives_only_large_pictures_will_do(
    made: list[Picamera2], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Picamera2, "has_small_pictures", False)
    with PiCamera() as camera, camera.frame() as frame:
        assert made[0].config["lores"]["size"] == (WIDTH, HEIGHT)
        assert frame.small.shape == (180, 320)
        assert (frame.small == 77).all()


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
        assert controls["ExposureTime"] == pytest.approx(20_000, abs=1), "two flickers at 50 Hz"
        assert LOCKED.items() <= controls.items()
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
        assert made[1].controls["ExposureTime"] == pytest.approx(20_000, abs=1)


def test_the_focus_is_looked_for_in_the_fast_mode_and_kept_with_the_lens(
    made: list[Picamera2], tmp_path: Path
) -> None:
    kept = tmp_path / "focus"
    with PiCamera(kept=kept):
        assert made[0].focused_at == [(WIDTH // 2, HEIGHT // 2)]
        assert made[0].config["main"]["size"] == (WIDTH, HEIGHT)
    with PiCamera(kept=kept):
        assert made[1].focused_at == []
        assert LOCKED.items() <= made[1].controls.items()
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

    def look(brightness: int, at: float) -> None:
        now[0] = at
        monkeypatch.setattr(Picamera2, "brightness", brightness)
        with camera.frame():
            pass

    with camera:
        look(8, 0)  # started in a dark room
        look(77, 10)
        look(8, 50)
        look(77, 60)
        look(77, 119)
        with pytest.raises(CameraLost, match="The light has changed"):
            look(77, 121)
    with camera:
        look(77, 130)
        look(77, 300)
    assert len(made) == 2
    assert made[1].requests[-1].released


@pytest.mark.parametrize(("where", "period"), [("DE", 10_000), ("US", 8_333), (None, 10_000)])
def test_exposure_is_in_whole_flickers_of_the_lamps(
    made: list[Picamera2], monkeypatch: pytest.MonkeyPatch, where: str | None, period: int
) -> None:
    monkeypatch.setattr(pi_camera, "country", lambda: where)
    with PiCamera():
        flicker = {"AeFlickerMode": "by hand", "AeFlickerPeriod": period}
        assert flicker.items() <= made[0].controls.items()
        assert made[0].controls["ExposureTime"] % period == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("sensor", [(4608, 2592), (4056, 3040)])
def test_the_buffers_of_every_camera_fit_into_512_mb(
    made: list[Picamera2], sensor: tuple[int, int]
) -> None:
    with PiCamera(size=sensor):
        config = made[0].config
        sizes = [config[stream]["size"] for stream in ("main", "lores")]
        raw = 2 * sensor[0] * sensor[1]  # libcamera's own, from the sensor
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
    monkeypatch.setattr(Picamera2, "range", (100_000, 100_000, None))
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
        assert LOCKED.items() <= made[-1].controls.items()


def test_without_picamera2_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(CameraLost, match="apt install python3-picamera2"):
        PiCamera().__enter__()
