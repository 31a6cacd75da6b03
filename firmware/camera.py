"""Where frames come from: a folder of pictures, a video, a USB camera; see also the other cameras.

Each source is a small context manager. A frame is lent inside `with source.frame()` and is given
back at its end, so that no picture outlives its buffer.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

import cv2
import numpy as np

from firmware.addresses import Login, is_address, read_address
from rules.text import Text
from vision.picture_source import (
    CameraLost,
    EndOfPictures,
    Frame,
    FrameError,
    Source,
    SourceError,
    shrunk_grey,
)
from vision.reading import Picture

_PICTURES = (".jpg", ".jpeg", ".png", ".bmp", ".tif", ".tiff", ".webp")
_VIDEOS = (".mp4", ".avi", ".mkv", ".mov", ".webm", ".mjpeg")
_WARM_UP = 20
"""Frames a USB camera gets to find its exposure, focus and white balance."""


class PictureFolder:
    """All pictures of a folder in the order of their names, each shown for a while."""

    def __init__(self, folder: Path, shown: float = 3.0, every: float = 0.25) -> None:
        """`shown` and `every` are seconds: of each picture, and from frame to frame."""
        if not folder.is_dir():
            raise SourceError(f"There is no folder {folder}; give a folder with pictures.")
        self._files = sorted(file for file in folder.iterdir() if file.suffix.lower() in _PICTURES)
        if not self._files:
            raise SourceError(f"{folder}: holds no pictures ({', '.join(_PICTURES)}).")
        self._frames_each = max(1, round(shown / every))
        self._every = every
        self._number = 0
        self._picture: Picture | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._picture = None

    @contextmanager
    def frame(self) -> Iterator[Frame]:
        file, repeat = divmod(self._number, self._frames_each)
        if file >= len(self._files):
            raise EndOfPictures
        if repeat == 0 or self._picture is None:
            self._picture = None
            try:
                self._picture = read_picture(self._files[file])
            except FrameError:
                self._number = (file + 1) * self._frames_each
                raise
        picture = self._picture
        self._number += 1
        with _lent(picture, self._number * self._every) as frame:
            yield frame


class VideoFile:
    """A recorded evening."""

    def __init__(self, path: Path) -> None:
        if not path.is_file():
            raise SourceError(f"There is no video {path}.")
        self._path = path
        self._video: cv2.VideoCapture | None = None

    def __enter__(self) -> Self:
        self._video = cv2.VideoCapture(str(self._path))
        if not self._video.isOpened():
            self._video = None
            raise SourceError(f"{self._path}: is no video that can be played.")
        return self

    def __exit__(self, *_: object) -> None:
        if self._video is not None:
            self._video.release()
            self._video = None

    @contextmanager
    def frame(self) -> Iterator[Frame]:
        if self._video is None:
            raise EndOfPictures
        at = self._video.get(cv2.CAP_PROP_POS_MSEC) / 1000
        there, picture = self._video.read()
        if not there:
            raise EndOfPictures
        with _lent(np.asarray(picture, np.uint8), at) as frame:
            yield frame


class UsbCamera:
    """Any camera that Linux knows as /dev/video*."""

    def __init__(self, device: str = "/dev/video0", size: tuple[int, int] = (3840, 2160)) -> None:
        self._device = device
        self._size = size
        self._camera: cv2.VideoCapture | None = None

    def __enter__(self) -> Self:
        camera = cv2.VideoCapture(self._device, cv2.CAP_V4L2)
        if not camera.isOpened():
            camera.release()
            raise CameraLost(
                Text(
                    "The camera {device} does not open. Check its cable, and end other "
                    "programs that use it.",
                    device=self._device,
                )
            )
        camera.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        camera.set(cv2.CAP_PROP_FRAME_WIDTH, self._size[0])
        camera.set(cv2.CAP_PROP_FRAME_HEIGHT, self._size[1])
        camera.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        self._camera = camera
        self._hold_settings(camera)
        return self

    def __exit__(self, *_: object) -> None:
        if self._camera is not None:
            self._camera.release()
            self._camera = None

    @contextmanager
    def frame(self) -> Iterator[Frame]:
        there, picture = self._camera.read() if self._camera is not None else (False, None)
        if not there or picture is None:
            raise CameraLost(
                Text(
                    "The camera {device} gives no pictures. Check its cable.",
                    device=self._device,
                )
            )
        with _lent(np.asarray(picture, np.uint8), time.monotonic()) as frame:
            yield frame

    def _hold_settings(self, camera: cv2.VideoCapture) -> None:
        """Let the camera find its settings, then keep them; those it has not are passed over."""
        for _ in range(_WARM_UP):
            if not camera.grab():
                return
        exposure = camera.get(cv2.CAP_PROP_EXPOSURE)
        camera.set(cv2.CAP_PROP_AUTO_EXPOSURE, 1)  # V4L2's word for "manual"
        camera.set(cv2.CAP_PROP_EXPOSURE, exposure)
        camera.set(cv2.CAP_PROP_AUTO_WB, 0)
        camera.set(cv2.CAP_PROP_AUTOFOCUS, 0)


FOCUS = "focus"
"""The file in which the Pi's camera keeps its focus; a second one has its number in its name."""


def named_source(name: str, kept: Path | None = None, login: Login | None = None) -> Source:
    """The source a person names: a folder, a video, a device, `pi` for the Pi's own camera (`pi:1`
    for the second one), or the address of one on the network.

    `kept` is the folder in which a camera keeps what it has found out.
    """
    first, _, number = name.partition(":")
    if first == "pi" and (number.isdecimal() or not number):
        from firmware.pi_camera import PiCamera

        focus = f"{FOCUS}-{number}" if number else FOCUS
        return PiCamera(int(number or 0), kept=kept / focus if kept else None)
    if is_address(name):
        from firmware.network_camera import NetworkCamera

        address = read_address(name)
        if address is None:
            raise SourceError("That is no whole address of a camera, as rtsp://10.0.0.7:8554/live.")
        return NetworkCamera(address[0], login or address[1])
    path = Path(name)
    if path.is_dir():
        return PictureFolder(path)
    if path.suffix.lower() in _VIDEOS:
        return VideoFile(path)
    if name.startswith("/dev/"):
        return UsbCamera(name)
    raise SourceError(
        f"The camera {name!r} is not understood; give pi, a device such as /dev/video0, "
        "the address of a camera on the network, a folder of pictures, or a video."
    )


def read_picture(path: Path) -> Picture:
    """A picture from a file, or a FrameError that says what is wrong with it."""
    try:
        data = path.read_bytes()
    except OSError as error:
        why = error.strerror or "unknown reason"
        raise FrameError(
            Text("The picture {name} cannot be read ({why}).", name=path.name, why=why)
        ) from error
    if not data:
        raise FrameError(Text("The picture {name} is empty.", name=path.name))
    # A decoder fills the missing half of a cut-off file with grey and says nothing.
    if not _complete(data):
        raise FrameError(Text("The picture {name} is incomplete.", name=path.name))
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if picture is None:
        raise FrameError(Text("The file {name} is no picture.", name=path.name))
    return np.asarray(picture, np.uint8)


def _complete(data: bytes) -> bool:
    if data.startswith(b"\xff\xd8"):
        return b"\xff\xd9" in data[-64:]
    if data.startswith(b"\x89PNG"):
        return b"IEND" in data[-64:]
    return True


@contextmanager
def _lent(picture: Picture, at: float) -> Iterator[Frame]:
    size = (picture.shape[1], picture.shape[0])
    frame = Frame(shrunk_grey(picture), size, lambda: picture, at)
    try:
        yield frame
    finally:
        frame.give_back()
