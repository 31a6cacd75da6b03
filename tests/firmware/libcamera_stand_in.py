"""A stand-in for picamera2 and libcamera that behaves as their sources say, awkward parts first.

- A sensor exposes for whole lines, rounded down, and says what it did, not what it was asked for.
- What it says of a frame belongs to that frame; what is decided by it comes into effect frames
  later, and goes only a part of the way.
- Automatic exposure takes whole periods of a flicker that it is told of. Exposure and gain that
  are both given switch it off.
- Settings are forgotten with every configuration; the colour space is broadcasting's unless another
  is asked for, and some pipelines give another all the same.
- Buffers have padded rows and are dead once released. A pulled cable means waiting.

The picture is a chart of eight colours, side by side, under a lamp that may flicker: lines are
exposed one after another, so a flicker is seen as bars.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import floor, pi
from types import ModuleType, SimpleNamespace
from typing import Any, Self

import numpy as np
import pytest

from vision.reading import REC_709, ColourCode, FloatArray, Picture

CHART = np.array(
    [
        [0.90, 0.90, 0.90],
        [0.18, 0.18, 0.18],
        [0.02, 0.02, 0.02],
        [0.58, 0.02, 0.02],
        [0.05, 0.35, 0.08],
        [0.03, 0.06, 0.45],
        [0.75, 0.55, 0.04],
        [0.40, 0.22, 0.12],
    ]
)
"""Red, green and blue of eight cards, as parts of the light that falls on them."""
_AIM = 1.0
"""How bright automatic exposure makes a card that throws all light back."""

FLICKER = frozenset(("AeFlickerMode", "AeFlickerPeriod"))
ALL_CONTROLS = FLICKER | {
    *("AfMode", "AnalogueGain", "ColourGains", "ExposureTime", "FrameDurationLimits"),
    "LensPosition",
}


@dataclass(frozen=True)
class Mode:
    """One way to read a sensor."""

    size: tuple[int, int]
    line: float
    """Microseconds from one line to the next."""
    step: int = 1
    """An exposure has a multiple of so many lines."""


@dataclass(frozen=True)
class Sensor:
    model: str
    modes: tuple[Mode, ...]
    """The largest one first."""
    gains: tuple[float, float]
    focuses: bool = True


_IMX708 = (
    Mode((4608, 2592), 15_648 / 595.2),
    Mode((2304, 1296), 7_824 / 585.6, step=2),
    Mode((1536, 864), 5_216 / 566.4, step=2),
)
MODULE_3 = Sensor("imx708", _IMX708, (1024 / 912, 16.0))
MODULE_3_WIDE = Sensor("imx708_wide", _IMX708, (1024 / 912, 16.0))
HQ = Sensor(
    "imx477",
    (Mode((4056, 3040), 24_000 / 840), Mode((2028, 1520), 12_740 / 840)),
    (1.0, 1024 / 46),
    focuses=False,
)


@dataclass(frozen=True)
class Board:
    """What is different on a Pi 5: the camera's memory."""

    align: int
    """Bytes; the rows of a picture's brightness begin at multiples of it."""


PI_4, PI_5 = Board(64), Board(128)


@dataclass(frozen=True)
class Lamp:
    gains: tuple[float, float]
    """Of red and blue, with which white is white under it."""
    light: float = 4e-5
    """How bright white becomes in a microsecond without gain."""
    depth: float = 0.0
    """How much of its light comes and goes."""
    mains: int = 50


DAYLIGHT = Lamp((2.2, 1.5))
TUBE = Lamp((1.7, 2.3), depth=0.4)
BULB = Lamp((1.2, 3.1), depth=0.1)


class _Encoding:
    Null, Rec601, Rec709 = "null", "rec601", "rec709"


class _Range:
    Full, Limited = "full", "limited"


@dataclass(frozen=True)
class ColorSpace:
    ycbcrEncoding: str  # noqa: N815 - libcamera's names
    range: str

    YcbcrEncoding = _Encoding
    Range = _Range

    @classmethod
    def Sycc(cls) -> ColorSpace:  # noqa: N802
        return cls(_Encoding.Rec601, _Range.Full)

    @classmethod
    def Smpte170m(cls) -> ColorSpace:  # noqa: N802
        return cls(_Encoding.Rec601, _Range.Limited)

    @classmethod
    def Rec709(cls) -> ColorSpace:  # noqa: N802
        return cls(_Encoding.Rec709, _Range.Limited)

    @property
    def code(self) -> ColourCode:
        limited = self.range == _Range.Limited
        if self.ycbcrEncoding == _Encoding.Rec709:
            return ColourCode(*REC_709, limited)
        return ColourCode(limited=limited)


@dataclass(frozen=True)
class Exposure:
    """What a sensor is set to, or was."""

    time: float
    gain: float
    digital: float = 1.0
    colours: tuple[float, float] = (1.0, 1.0)

    @property
    def light(self) -> float:
        return self.time * self.gain * self.digital


class Request:
    def __init__(self, camera: Picamera2, taken: Exposure, at: float) -> None:
        self.config = camera.config
        self.camera = camera
        self.taken, self.at = taken, at
        self.released = False
        self.mapped: list[str] = []

    def release(self) -> None:
        assert not self.released
        self.released = True

    def get_metadata(self) -> dict[str, Any]:
        return self.camera.metadata_of(self.taken)


class MappedArray:
    """A picture in the camera's memory: three planes, with the ends of rows left as they were."""

    def __init__(
        self, request: Request, stream: str, reshape: bool = True, write: bool = True
    ) -> None:
        assert reshape
        assert not write
        assert not request.released
        request.mapped.append(stream)
        (width, height), align = request.config[stream]["size"], request.camera.board.align
        stride = -(-width // align) * align
        code = request.config["colour_space"].code
        planes = request.camera.seen(request, height, code)
        self.array = np.full((height * 3 // 2, stride), 200, np.uint8)
        self.array[:height, :width] = _spread(planes[0], width)
        colours = self.array.reshape(-1)[height * stride :].reshape(2, height // 2, stride // 2)
        for plane, colour in zip(colours, planes[1:], strict=True):
            plane[:, : width // 2] = _spread(colour[::2], width // 2)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.array[:] = 0


def _spread(columns: Picture, width: int) -> Picture:
    """A few colours side by side, over a whole row."""
    number = columns.shape[1]
    return columns[:, np.arange(width) * number // width]


class Picamera2:
    """Set its class up for the camera that is in; `room` sees to that."""

    made: list[Picamera2] = []  # noqa: RUF012 - the tests look at every camera that was opened
    sensor = MODULE_3
    board = PI_4
    lamp = DAYLIGHT
    cards = CHART
    cable_out = False
    autofocus_works = True
    autofocus_hangs = False
    offered: frozenset[str] = ALL_CONTROLS
    has_small_pictures = True
    has_own_pace = False
    others: tuple[dict[str, Any], ...] = ()
    """Cameras that libcamera finds as well: those of USB."""
    colour_space: ColorSpace | None = None
    """What the pipeline gives, whatever it is asked for."""

    @classmethod
    def global_camera_info(cls) -> list[dict[str, Any]]:
        own = {"Model": cls.sensor.model, "Id": f"/base/soc/i2c0mux/{cls.sensor.model}@1a"}
        found = list(cls.others) if cls.cable_out else [own, *cls.others]
        return [{**each, "Num": number} for number, each in enumerate(found)]

    def __init__(self, camera_num: int = 0) -> None:
        assert not self.cable_out, "picamera2 keeps a pipe open for ever if it finds no camera"
        self.number = camera_num
        self.sensor_resolution = self.sensor.modes[0].size
        ranges: dict[str, tuple[Any, Any, Any]] = dict.fromkeys(self.offered, (0, 1, 0))
        ranges["AnalogueGain"] = (*self.sensor.gains, 1.0)
        pace = (100_000, 100_000, None) if self.has_own_pace else (20_000, 1_000_000, None)
        ranges["FrameDurationLimits"] = pace
        self.camera_controls = {name: ranges[name] for name in self.offered}
        self.controls: dict[str, Any] = {}
        self.config: dict[str, Any] = {}
        self.configurations = 0
        self.started = False
        self.closed = False
        self.focused_at: list[tuple[int, int]] = []
        self.requests: list[Request] = []
        self.hung = False
        self.frames = 0
        self.coming: deque[Exposure] = deque()
        self.filtered = (0.0, 1.0, 1.0)
        Picamera2.made.append(self)

    # ------------------------------------------------------------------------- Configuration

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
        colour_space: ColorSpace | None = None,
    ) -> dict[str, Any]:
        assert raw is None
        assert display is None
        assert encode is None
        assert buffer_count > 1
        assert not queue
        small = main["size"][0] < 1280 or main["size"][1] < 720
        usual = ColorSpace.Smpte170m() if small else ColorSpace.Rec709()
        return {
            "main": main,
            "lores": lores,
            "controls": controls,
            "buffers": buffer_count,
            "colour_space": colour_space or usual,
        }

    def configure(self, config: dict[str, Any]) -> None:
        assert not self.started, "Camera must be stopped before configuring"
        for stream in ("main", "lores"):
            assert all(each % 2 == 0 for each in config[stream]["size"])
        if not self.has_small_pictures:
            config["lores"]["size"] = config["main"]["size"]
        config["colour_space"] = self.colour_space or config["colour_space"]
        self.config = config
        self.controls = {}
        self.set_controls(config["controls"])
        self.configurations += 1

    @property
    def mode(self) -> Mode:
        """The smallest in which the sensor has as many pixels as are wanted."""
        wide, high = self.config["main"]["size"]
        return next(mode for mode in reversed(self.sensor.modes) if mode.size >= (wide, high))

    def start(self) -> None:
        self.started = True
        self.frames = 0
        first = Exposure(*self._divided(20_000), colours=self.controls.get("ColourGains", (1, 1)))
        self.coming = deque([first, first])
        self.filtered = (first.light, *first.colours)

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

    # ----------------------------------------------------------------------- What it does by itself

    def autofocus_cycle(self, wait: float) -> bool:
        assert wait >= 30, "Module 3 was seen to need 25 seconds"
        assert self.started
        self.focused_at.append(self.config["main"]["size"])
        assert "FrameDurationLimits" not in self.controls, "slow frames make it slow"
        if self.autofocus_hangs:
            self.hung = True
            raise TimeoutError
        return self.autofocus_works

    def _expose(self) -> Exposure:
        """The next frame: taken as was decided two frames ago, and decided by from now on."""
        taken, mode = self.coming.popleft(), self.mode
        lines = floor(taken.time / mode.line / mode.step) * mode.step
        code = floor(1024 - 1024 / min(max(taken.gain, self.sensor.gains[0]), self.sensor.gains[1]))
        gain = 1024 / (1024 - code)
        # What is lost by whole steps, the processor makes up for.
        digital = min(4.0, max(1.0, taken.light / (lines * mode.line * gain)))
        now = Exposure(lines * mode.line, gain, digital, taken.colours)
        wanted = (_AIM / self.lamp.light, *self.lamp.gains)
        speeds = (1.0, 1.0) if self.frames < 8 else (0.2, 0.05)
        light, red, blue = (
            before + (target - before) * speed
            for before, target, speed in zip(
                self.filtered, wanted, (speeds[0], speeds[1], speeds[1]), strict=True
            )
        )
        if self.frames < 8 and self.frames % 4:  # statistics of white balance come seldom
            red, blue = self.filtered[1:]
        self.filtered = (light, red, blue)
        colours = self.controls.get("ColourGains", (red, blue))
        self.coming.append(Exposure(*self._divided(light), colours=colours))
        self.frames += 1
        return now

    def _divided(self, light: float) -> tuple[float, float, float]:
        """Into exposure, gain of the sensor and gain of the processor."""
        controls = self.controls
        time, gain = controls.get("ExposureTime"), controls.get("AnalogueGain")
        least, most = self.sensor.gains
        if time is None or gain is None:
            longest = min(66_666, controls.get("FrameDurationLimits", (0, 66_666))[1])
            if time is None:
                time = min(light / (gain or least), longest)
                period = controls.get("AeFlickerPeriod")
                if period and time >= period and gain is None:
                    time = time // period * period
            gain = gain or max(least, light / time)
        return time, min(gain, most), min(4.0, max(1.0, gain / most))

    # ------------------------------------------------------------------------------ Frames

    def metadata_of(self, taken: Exposure) -> dict[str, Any]:
        metadata = {
            "ExposureTime": int(taken.time),
            "AnalogueGain": taken.gain,
            "ColourGains": taken.colours,
            "LensPosition": self.controls.get("LensPosition", 1.1),
        }
        offered = {name: value for name, value in metadata.items() if name in self.offered}
        return {**offered, "DigitalGain": taken.digital}

    def capture_metadata(self, wait: float) -> dict[str, Any]:
        assert self.started
        assert not self.hung
        assert wait > 0
        return self.metadata_of(self._expose())

    def capture_request(self, wait: float) -> Request:
        assert self.started
        assert wait > 0
        if self.cable_out:
            raise TimeoutError
        self.requests.append(Request(self, self._expose(), self.frames * 0.1037))
        return self.requests[-1]

    def seen(self, request: Request, rows: int, code: ColourCode) -> list[Picture]:
        """Brightness, blue and red of the cards in each row, as bytes."""
        taken, mode, lamp = request.taken, self.mode, self.lamp
        begin = request.at * 1e6 + np.linspace(0, mode.size[1] * mode.line, rows)
        turn = 2 * pi * 2 * lamp.mains / 1e6
        wave = (np.sin(turn * (begin + taken.time)) - np.sin(turn * begin)) / turn / taken.time
        light = lamp.light * taken.light * (1 + lamp.depth * wave)
        balance = np.array([taken.colours[0] / lamp.gains[0], 1, taken.colours[1] / lamp.gains[1]])
        return encoded(light[:, None, None] * (self.cards * balance)[None], code)


def encoded(light: FloatArray, code: ColourCode) -> list[Picture]:
    """Linear red, green and blue as brightness, blue and red of a picture."""
    red, green, blue = np.moveaxis(shown(light), -1, 0)
    bright = code.red * red + (1 - code.red - code.blue) * green + code.blue * blue
    lift, span, colours = (16, 219, 224) if code.limited else (0, 255, 255)
    planes = (
        lift + span * bright,
        128 + colours * (blue - bright) / 2 / (1 - code.blue),
        128 + colours * (red - bright) / 2 / (1 - code.red),
    )
    return [np.asarray(np.clip(np.round(plane), 0, 255), np.uint8) for plane in planes]


def shown(light: FloatArray) -> FloatArray:
    """Linear light as a screen wants it, from 0 to 1."""
    light = np.clip(light, 0, 1)
    return np.asarray(
        np.where(light < 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)
    )


@contextmanager
def camera_in(**what: Any) -> Iterator[list[Picamera2]]:
    """A Pi with a camera, other than the usual one in `what`; gives all that are opened."""
    picamera2, libcamera = ModuleType("picamera2"), ModuleType("libcamera")
    vars(picamera2).update(Picamera2=Picamera2, MappedArray=MappedArray)
    enums = SimpleNamespace(
        AfModeEnum=SimpleNamespace(Manual="manual"),
        AeFlickerModeEnum=SimpleNamespace(Manual="by hand"),
    )
    vars(libcamera).update(controls=enums, ColorSpace=ColorSpace)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "picamera2", picamera2)
        patch.setitem(sys.modules, "libcamera", libcamera)
        for name, value in vars(Picamera2).copy().items():
            if not name.startswith("_") and not callable(value):
                patch.setattr(Picamera2, name, value)  # put back at the end, whatever tests do
        for name, value in what.items():
            assert hasattr(Picamera2, name)
            patch.setattr(Picamera2, name, value)
        Picamera2.made.clear()
        yield Picamera2.made
        Picamera2.made.clear()
