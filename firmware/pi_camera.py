"""The Raspberry Pi's own camera, through picamera2.

The main stream has the sensor's full resolution, the lores stream is the small picture; both come
from the same frame. Both are YUV: its first plane is the grey picture that tags are read from, so
nothing is converted or copied, and a frame takes half the memory of a coloured one. Of the colours,
which cards are known by, only what is read is converted.

Focus, exposure and white balance are found once and then held: a camera that keeps adjusting
itself changes every pixel of a still table. They are found again when somebody asks for it, and by
itself when the light has changed for good; the focus is kept in a file, with the lens. What a
camera does not offer is left alone.

What it says of a frame is what the sensor did, in whole lines of pixels: 20,000 microseconds come
back as 19,980. So what is held is the nearest whole number of flickers, and gain makes up for what
that is longer or shorter.
"""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, Self

import numpy as np

from firmware.mains import country, flicker_microseconds
from rules.text import Text
from vision.picture_source import SMALL_WIDTH, CameraLost, Frame, shrunk_grey
from vision.reading import FULL_601, REC_709, ColourCode, Picture, Planes

log = logging.getLogger(__name__)

_FRAME_MICROSECONDS = 100_000
_BUFFERS = 3
_PATIENCE = 5.0
"""Seconds within which a frame must come; a camera whose cable slipped out gives none."""
_FOCUS_PATIENCE = 30.0
"""Module 3 has been seen to look for its focus for 25 seconds when it faces a table."""
_SETTLE_FRAMES = 50
_SETTLED_FRAMES = 10
_SETTLED_SHARE = 0.01
"""White balance goes a twentieth of its way in a frame: two frames in a row always look alike."""
_TOO_BRIGHT = 1.05
"""Times as much light as was found that may be held, since a gain below the least is not to be."""
_TABLE_DIOPTRES = 1000 / 1050
"""Where to focus if the camera cannot find it: at a table a little more than a metre away."""


_OTHER_LIGHT = 1.6
"""Times as bright, or as dark, as when exposure was found: the light has changed."""
_FOR_GOOD = 60.0
"""Seconds that it stays so: not a cloud, nor somebody who leans over the table."""


class PiCamera:
    """Opened by `with`. What was locked is locked again whenever it is opened again."""

    def __init__(
        self, number: int = 0, size: tuple[int, int] | None = None, kept: Path | None = None
    ) -> None:
        """The sensor's full resolution if no size is given; the focus is `kept` in a file."""
        self._number = number
        self._size = size
        self._kept = kept
        self._flicker = flicker_microseconds(country())
        self._locked: dict[str, Any] = {}
        self._camera: Any = None
        self._light = _Light()

    def __enter__(self) -> Self:
        try:
            from picamera2 import Picamera2
        except Exception as error:  # its compiled parts fail in ways of their own
            raise CameraLost(
                Text(
                    "picamera2 does not work ({why}). On Raspberry Pi OS: `sudo apt "
                    "install python3-picamera2`. On another computer, choose another "
                    "camera.",
                    why=str(error) or type(error).__name__,
                )
            ) from error
        try:
            self._camera = _opened(Picamera2, self._number)
            if not self._locked:
                self.lock(Picamera2)
            self._configure()
            self._light = _Light()
        except (RuntimeError, LookupError, OSError) as error:
            self._close()
            raise CameraLost(
                Text(
                    "The Pi's camera does not open ({why}). Check its cable, and end "
                    "other programs that use it.",
                    why=str(error) or type(error).__name__,
                )
            ) from error
        return self

    def __exit__(self, *_: object) -> None:
        self._close()

    @contextmanager
    def frame(self) -> Iterator[Frame]:
        from picamera2 import MappedArray

        with self._request() as request, ExitStack() as mapped:
            lores = mapped.enter_context(MappedArray(request, "lores", write=False))
            small = _grey_plane(lores.array, request.config["lores"]["size"])
            if small.shape[1] > 2 * SMALL_WIDTH:  # a camera that has no small pictures
                small = shrunk_grey(small)
            size, now = request.config["main"]["size"], time.monotonic()
            if self._light.changed(float(small.mean()), now):
                self.forget(focus=False)
                raise CameraLost(Text("The light has changed: the camera is adjusting."))

            @cache
            def main() -> Picture:
                # Hardly any frame is read: mapping the large stream of each would cost the most.
                large = mapped.enter_context(MappedArray(request, "main", write=False))
                return np.asarray(large.array)

            frame = Frame(
                small,
                size,
                lambda: _grey_plane(main(), size),
                now,
                lambda: _planes(main(), size, _code(request.config.get("colour_space"))),
            )
            try:
                yield frame
            finally:
                frame.give_back()

    def forget(self, focus: bool = True) -> None:
        """When it is opened again, all is found anew; without `focus`, the distance stays."""
        self._locked = {}
        if focus and self._kept is not None:
            self._kept.unlink(missing_ok=True)

    def lock(self, picamera2: Any) -> None:
        """Find focus, exposure and white balance for the table as it is, and hold them.

        Exposure and gains given as numbers switch the automatics off by themselves. Switching those
        off in the same breath would make them keep whatever they happen to have.
        """
        focus = self._find_focus(picamera2)
        self._configure(focus)
        found = self._settled_metadata()
        names = ("ExposureTime", "AnalogueGain", "ColourGains")
        held = {name: found[name] for name in names if name in found}
        if {"ExposureTime", "AnalogueGain"} <= held.keys() & self._camera.camera_controls.keys():
            # What the sensor cannot amplify any more, the processor does, in the gain as well.
            gain = held["AnalogueGain"] * found.get("DigitalGain", 1.0)
            least = self._camera.camera_controls["AnalogueGain"][0]
            exposure = held["ExposureTime"]
            held["ExposureTime"], held["AnalogueGain"] = _steady(
                exposure, gain, self._flicker, least
            )
        self._locked = self._offered(held | focus)

    def _configure(self, controls: Mapping[str, Any] | None = None, fast: bool = False) -> None:
        """(Re)start the streams with everything that is locked, or with other controls.

        `fast` is half the resolution at the sensor's own pace, for which it adds up pixels.
        """
        camera = self._camera
        camera.stop()
        from libcamera import ColorSpace

        full = self._size or camera.sensor_resolution
        if fast:
            full = (full[0] // 4 * 2, full[1] // 4 * 2)
        held = self._locked if controls is None else controls
        small_height = round(SMALL_WIDTH * full[1] / full[0] / 2) * 2
        camera.configure(
            camera.create_video_configuration(
                main={"size": full, "format": "YUV420"},
                lores={"size": (SMALL_WIDTH, small_height), "format": "YUV420"},
                raw=None,
                # A video's usual ones leave out the darkest and the brightest tones.
                colour_space=ColorSpace.Sycc(),
                buffer_count=_BUFFERS,
                queue=False,
                display=None,
                encode=None,
                controls=({} if fast else self._pace()) | self._no_flicker() | self._offered(held),
            )
        )
        camera.start()

    def _pace(self) -> dict[str, Any]:
        """Ten frames a second; one with a pace of its own may give none if it is told another."""
        least, most, *_ = self._camera.camera_controls.get("FrameDurationLimits", (0, 0))
        pace = (_FRAME_MICROSECONDS, _FRAME_MICROSECONDS)
        return {"FrameDurationLimits": pace} if least < most else {}

    def _offered(self, controls: Mapping[str, Any]) -> dict[str, Any]:
        """Those of the controls that this camera has: picamera2 refuses any other."""
        known = self._camera.camera_controls
        return {name: value for name, value in controls.items() if name in known}

    def _no_flicker(self) -> dict[str, Any]:
        """Exposures of whole periods of the lamps' flicker, or the picture pulses."""
        if "AeFlickerMode" not in self._camera.camera_controls:
            return {}
        from libcamera import controls

        wanted = {
            "AeFlickerMode": controls.AeFlickerModeEnum.Manual,
            "AeFlickerPeriod": self._flicker,
        }
        return self._offered(wanted)

    def _find_focus(self, picamera2: Any) -> dict[str, Any]:
        """Where the table is sharp: as it was kept, or looked for in the fast mode."""
        if "AfMode" not in self._camera.camera_controls:
            return {}
        from libcamera import controls

        position = self._kept_focus()
        if position is None:
            position = self._look_for_focus(picamera2)
            if position is not None and self._kept is not None:
                self._kept.write_text(f"{position}\n", encoding="ascii")
        return {
            "AfMode": controls.AfModeEnum.Manual,
            "LensPosition": _TABLE_DIOPTRES if position is None else position,
        }

    def _look_for_focus(self, picamera2: Any) -> float | None:
        self._configure({}, fast=True)
        try:
            if not self._camera.autofocus_cycle(wait=_FOCUS_PATIENCE):
                return None
            found: float | None = self._camera.capture_metadata(wait=_PATIENCE).get("LensPosition")
        except TimeoutError:
            # What it was asked may still come when something else is expected.
            self._close()
            self._camera = _opened(picamera2, self._number)
            return None
        return found

    def _kept_focus(self) -> float | None:
        with suppress(OSError, ValueError):
            if self._kept is not None:
                return float(self._kept.read_text(encoding="ascii"))
        return None

    def _settled_metadata(self) -> Mapping[str, Any]:
        """What the camera says of its frames once exposure and white balance stay the same."""
        last: deque[Mapping[str, Any]] = deque(maxlen=_SETTLED_FRAMES)
        for _ in range(_SETTLE_FRAMES):
            last.append(self._camera.capture_metadata(wait=_PATIENCE))
            if len(last) == _SETTLED_FRAMES and _alike(last):
                break
        return last[-1]

    @contextmanager
    def _request(self) -> Iterator[Any]:
        """The next completed frame; it goes back to the camera at the end."""
        try:
            request = self._camera.capture_request(wait=_PATIENCE)
        except (TimeoutError, RuntimeError) as error:
            raise CameraLost(Text("The Pi's camera gives no pictures. Check its cable.")) from error
        try:
            yield request
        finally:
            request.release()

    def _close(self) -> None:
        camera, self._camera = self._camera, None
        if camera is not None:
            camera.close()


class _Light:
    """Whether the table is much brighter or darker than when the exposure was found, for good."""

    def __init__(self) -> None:
        self._then: float | None = None
        self._since: float | None = None

    def changed(self, mean: float, now: float) -> bool:
        mean = max(mean, 1.0)
        if self._then is None:
            self._then = mean
        if 1 / _OTHER_LIGHT < mean / self._then < _OTHER_LIGHT:
            self._since = None
            return False
        if self._since is None:
            self._since = now
        return now - self._since >= _FOR_GOOD


def pi_infos() -> list[dict[str, Any]]:
    """What libcamera says of the Pi's own cameras; none without picamera2."""
    try:
        from picamera2 import Picamera2
    except Exception as error:  # its compiled parts fail in ways of their own
        if not isinstance(error, ModuleNotFoundError) or error.name != "picamera2":
            log.warning("picamera2 cannot be used (%s).", error)
        return []
    return _infos(Picamera2)


def _infos(picamera2: Any) -> list[dict[str, Any]]:
    """It lists the cameras of USB as well."""
    return [info for info in picamera2.global_camera_info() if "/usb" not in info.get("Id", "")]


def _opened(picamera2: Any, number: int) -> Any:
    """A Picamera2 that finds no camera never closes its files, and is tried every few seconds."""
    infos = _infos(picamera2)
    if number >= len(infos):
        raise LookupError("no camera was found")
    return picamera2(infos[number].get("Num", number))


def _grey_plane(array: Picture, size: tuple[int, int]) -> Picture:
    """The first plane of a YUV420 buffer, without the padding at the end of its rows."""
    width, height = size
    return np.asarray(array[:height, :width])


def _planes(array: Picture, size: tuple[int, int], code: ColourCode) -> Planes:
    """All of a YUV420 buffer; the two planes of colour follow the first one, at half its size."""
    width, height = size
    stride = array.shape[1] // 2
    length = height // 2 * stride
    colours = array.reshape(-1)[height * array.shape[1] :]
    blue, red = (
        colours[start : start + length].reshape(-1, stride)[:, : width // 2]
        for start in (0, length)
    )
    return Planes(_grey_plane(array, size), blue, red, code)


def _code(colour_space: Any) -> ColourCode:
    """What its colours mean: a camera may have others than it was asked for."""
    if colour_space is None:
        return FULL_601
    from libcamera import ColorSpace

    limited = colour_space.range == ColorSpace.Range.Limited
    if colour_space.ycbcrEncoding == ColorSpace.YcbcrEncoding.Rec709:
        return ColourCode(*REC_709, limited)
    return ColourCode(limited=limited)


def _steady(exposure: int, gain: float, flicker: int, least: float) -> tuple[int, float]:
    """The nearest exposure of whole flickers, and the gain with which the picture is as bright.

    What is shorter than a flicker is left alone, as is what would need less than the `least` gain.
    """
    flickers = exposure / flicker
    for number in sorted({int(flickers), int(flickers) + 1}, key=lambda n: abs(n - flickers)):
        if number and exposure * gain * _TOO_BRIGHT >= number * flicker * least:
            return number * flicker, max(exposure * gain / (number * flicker), least)
    return exposure, gain


def _alike(frames: Iterable[Mapping[str, Any]]) -> bool:
    return all(
        max(values) - min(values) <= _SETTLED_SHARE * max(values)
        for values in zip(*map(_brightness, frames), strict=True)
    )


def _brightness(metadata: Mapping[str, Any]) -> tuple[float, float, float]:
    red, blue = metadata.get("ColourGains", (0.0, 0.0))
    return metadata.get("ExposureTime", 0.0) * metadata.get("AnalogueGain", 1.0), red, blue
