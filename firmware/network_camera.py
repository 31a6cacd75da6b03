"""A camera on the network: an old phone on a boom, by the address of its stream (RTSP or MJPEG).

The stream is read on a thread of its own, whether anybody wants its pictures or not, so none piles
up. What is late is passed over: the network may hold pictures back and bring them all at once. What
is damaged is passed over as well, with all that is drawn upon it, up to the next picture that
stands by itself. A stream that stays late is opened anew, which brings it back to now.

FFmpeg conceals what is missing in a picture and calls it whole; only in its log it says so. So what
it logs while it makes a picture is heard, and nowhere else written: addresses may be in it.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import median
from typing import Any, Self
from urllib.parse import quote, urlsplit, urlunsplit

import av
import av.logging
import numpy as np

from firmware.addresses import Login, host_of
from rules.text import Text
from vision.picture_source import CameraLost, Frame, shrunk_grey
from vision.reading import REC_709, ColourCode, Picture, Planes

_OPENING = 12.0
"""Seconds for somebody to answer, and to say what comes."""
_PATIENCE = 5.0
"""Seconds for the next picture."""
_FRESH = 1.0
"""Seconds for which a picture shows the table as it is."""
_LATE_FOR = 3.0
"""Seconds of nothing but late pictures after which the stream is opened anew."""
_PACE = 0.1
"""Seconds from one picture to the next: more would only warm the Pi."""
_ONLY = "rtsp,rtsps,rtp,http,https,tcp,tls"
"""What an address may lead to: never to a file."""
_RTSP = {
    "rtsp_transport": "tcp",  # or pictures come with holes
    "reorder_queue_size": "8",  # or it is not told which packets are missing
    "fflags": "nobuffer",  # nothing of what came before the first picture
    "analyzeduration": "1000000",
}
av.logging.set_level(av.logging.WARNING)
av.logging.set_skip_repeated(False)


class NetworkCamera:
    """Opened by `with`, each time with a connection of its own."""

    def __init__(self, address: str, login: Login | None = None) -> None:
        self._address, self._login = address, login
        self._host = host_of(address)
        self._stream: _Stream | None = None

    def __enter__(self) -> Self:
        self._stream = _Stream(self._opened(), self._host, self._address.startswith("http"))
        return self

    def __exit__(self, *_: object) -> None:
        stream, self._stream = self._stream, None
        if stream is not None:
            stream.close()

    @contextmanager
    def frame(self) -> Iterator[Frame]:
        if self._stream is None:
            raise CameraLost(Text("The camera is closed."))
        planes, at = self._stream.next()
        height, width = planes.shape
        frame = Frame(
            shrunk_grey(planes.bright), (width, height), lambda: planes.bright, at, lambda: planes
        )
        try:
            yield frame
        finally:
            frame.give_back()

    def _opened(self) -> Any:
        parts = urlsplit(self._address)
        login = self._login
        who = f"{quote(login.user, '')}:{quote(login.password, '')}@" if login else ""
        is_rtsp = parts.scheme.startswith("rtsp")
        try:
            with av.logging.Capture():
                return av.open(
                    urlunsplit(parts._replace(netloc=who + parts.netloc)),
                    format="rtsp" if is_rtsp else "mpjpeg",
                    options={"protocol_whitelist": _ONLY} | (_RTSP if is_rtsp else {}),
                    timeout=(_OPENING, _PATIENCE),
                )
        except (av.error.FFmpegError, OSError, ValueError) as error:
            why = self._why(error)
        raise CameraLost(why)  # out here, since the error itself has the password in it

    def _why(self, error: Exception) -> Text:
        match error:
            case av.error.HTTPUnauthorizedError() | av.error.HTTPForbiddenError():
                return Text(
                    "The camera at {host} refuses this user and password. Correct them.",
                    host=self._host,
                )
            case av.error.HTTPNotFoundError():
                return Text(
                    "{host} has no camera at this address. Look at its path.", host=self._host
                )
            case av.error.InvalidDataError():
                return Text(
                    "What comes from {host} is no stream of a camera (RTSP or MJPEG).",
                    host=self._host,
                )
        return Text(
            "No camera answers at {host}. Is it on, is its program open, and is it on this "
            "network?",
            host=self._host,
        )


@dataclass(frozen=True, slots=True)
class _Taken:
    at: float
    what: Any
    """A picture, or a packet that is one by itself and that nobody has unpacked yet."""


class _Stream:
    """An open connection, and the thread that reads it."""

    def __init__(self, container: Any, host: str, is_motion_jpeg: bool) -> None:
        self._container, self._host = container, host
        self._video = next(iter(container.streams.video), None)
        if self._video is None:
            container.close()
            raise CameraLost(Text("What comes from {host} has no pictures.", host=host))
        self._decoder = self._video.codec_context
        self._decoder.thread_count = 1  # others would log elsewhere
        self._decoder.options = {"err_detect": "explode"}
        self._stands_alone = self._decoder.name == "mjpeg"
        self._lateness = _Lateness(has_stamps=not is_motion_jpeg)
        self._news = threading.Condition()
        self._newest: _Taken | None = None
        self._given_at = 0.0
        self._lost: Text | None = None
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._read, name="network-camera", daemon=True)
        self._thread.start()

    def next(self) -> tuple[Planes, float]:
        """The next picture that is whole, and of now."""
        give_up = time.monotonic() + _PATIENCE
        while (taken := self._wait(give_up)) is not None:
            picture = _whole(self._decoder, taken.what) if self._stands_alone else taken.what
            if picture is not None:
                return _planes(picture), taken.at
        if self._lateness.is_late:
            raise CameraLost(_too_late(self._host))
        raise CameraLost(
            Text("The camera at {host} gives no pictures any more. Is it on?", host=self._host)
        )

    def close(self) -> None:
        """The thread ends with the next packet, or when none has come for too long."""
        self._closing.set()
        self._thread.join(_PATIENCE + 1)
        if not self._thread.is_alive():
            self._container.close()

    def _wait(self, give_up: float) -> _Taken | None:
        with self._news:
            while True:
                now, taken = time.monotonic(), self._newest
                if self._lost is not None:
                    raise CameraLost(self._lost)
                if now > give_up:
                    return None
                if taken is not None and now - taken.at < _FRESH and now - self._given_at >= _PACE:
                    self._newest, self._given_at = None, now
                    return taken
                self._news.wait(_PACE / 2)

    def _read(self) -> None:
        lost = Text("The camera at {host} has ended its stream. Is it on?", host=self._host)
        try:
            self._read_to_end()
        except _AlwaysLate:
            lost = _too_late(self._host)
        except (av.error.FFmpegError, OSError):
            pass
        with self._news:
            self._lost = lost
            self._news.notify_all()

    def _read_to_end(self) -> None:
        is_whole = False
        with av.logging.Capture() as told:
            for packet in self._container.demux(self._video):
                now = time.monotonic()
                if self._closing.is_set():
                    return
                stamp = None if packet.pts is None else float(packet.pts * packet.time_base)
                is_late = self._lateness.judge(now, stamp)
                if self._stands_alone:
                    if not is_late and not packet.is_corrupt and _is_complete(bytes(packet)):
                        self._take(packet, now)
                    told.clear()
                    continue
                pictures = _unpacked(self._decoder, packet)
                is_damaged = pictures is None or _is_damage(told)
                told.clear()
                is_whole = is_whole and not is_damaged
                for picture in pictures or ():
                    # What follows a damaged picture is drawn upon it.
                    is_whole = is_whole or (picture.key_frame and not is_damaged)
                    if is_whole and not is_late:
                        self._take(picture, now)

    def _take(self, what: Any, at: float) -> None:
        with self._news:
            self._newest = _Taken(at, what)
            self._news.notify_all()


def _too_late(host: str) -> Text:
    return Text(
        "The pictures from {host} come too late. Choose a smaller picture, or fewer a second, in "
        "its app.",
        host=host,
    )


class _AlwaysLate(Exception):
    """Pictures have been late for too long."""


class _Lateness:
    """Tells pictures that the network has held back.

    Where a stream says when each was taken, the least delay so far is the usual one. Where it does
    not, pictures that come faster than usual after a gap have waited in it.
    """

    def __init__(self, has_stamps: bool) -> None:
        self._has_stamps = has_stamps
        self._least: float | None = None
        self._before: float | None = None
        self._gaps: deque[float] = deque(maxlen=30)
        self._catches_up = False
        self._since: float | None = None

    @property
    def is_late(self) -> bool:
        """Whether the last one was."""
        return self._since is not None

    def judge(self, now: float, stamp: float | None) -> bool:
        """Whether the next one is late. Raises _AlwaysLate if all have been for long."""
        late = self._is_behind(now, stamp) if self._has_stamps else self._is_held_back(now)
        self._since = (self._since or now) if late else None
        if self._since is not None and now - self._since > _LATE_FOR:
            raise _AlwaysLate
        return late

    def _is_behind(self, now: float, stamp: float | None) -> bool:
        if stamp is None:
            return False
        delay = now - stamp
        self._least = delay if self._least is None else min(self._least, delay)
        return delay - self._least > _FRESH

    def _is_held_back(self, now: float) -> bool:
        before, self._before = self._before, now
        if before is None:
            return False
        gap = now - before
        if gap > _FRESH:
            self._catches_up = True
            return True
        if self._catches_up and self._gaps and gap < median(self._gaps) / 2:
            return True
        self._catches_up = False
        self._gaps.append(gap)
        return False


def _is_complete(jpeg: bytes) -> bool:
    return jpeg.startswith(b"\xff\xd8") and b"\xff\xd9" in jpeg[-64:]


def _unpacked(decoder: Any, packet: Any) -> Any:
    """The pictures that are in it, or that it makes whole; None if it cannot be used."""
    try:
        return decoder.decode(packet)
    except av.error.FFmpegError:
        return None


def _whole(decoder: Any, packet: Any) -> Any:
    """The picture in it; None if it is damaged."""
    with av.logging.Capture() as told:
        pictures = _unpacked(decoder, packet)
    return pictures[0] if pictures and not _is_damage(told) else None


def _is_damage(told: Iterable[tuple[int, str, str]]) -> bool:
    """Whether something is wrong with a picture, or did not come."""
    return any(
        level <= av.logging.ERROR or (name == "rtsp" and level <= av.logging.WARNING)
        for level, name, _ in told
    )


_HALVED = {"yuv420p": (1, 1), "yuv422p": (2, 1), "yuv444p": (2, 2)}
"""Of every how many rows and columns of colour one is taken, to have them at half size."""
_JPEG_RANGE, _UNKNOWN, _SPACE_709 = 2, 2, 1
"""FFmpeg's numbers."""


def _planes(picture: Any) -> Planes:
    """Views of its memory."""
    if picture.format.name.replace("yuvj", "yuv") not in _HALVED:
        picture = picture.reformat(format="yuv420p")
    name = picture.format.name
    rows, columns = _HALVED[name.replace("yuvj", "yuv")]
    width, height = picture.width // 2 * 2, picture.height // 2 * 2
    bright, blue, red = (_plane(plane) for plane in picture.planes)
    is_full = name.startswith("yuvj") or picture.color_range == _JPEG_RANGE
    is_wide = picture.colorspace == _UNKNOWN and not is_full and height >= 720
    is_709 = picture.colorspace == _SPACE_709 or is_wide
    code = ColourCode(*REC_709, not is_full) if is_709 else ColourCode(limited=not is_full)
    return Planes(
        bright[:height, :width],
        blue[::rows, ::columns][: height // 2, : width // 2],
        red[::rows, ::columns][: height // 2, : width // 2],
        code,
    )


def _plane(plane: Any) -> Picture:
    rows = np.frombuffer(plane, np.uint8).reshape(-1, plane.line_size)
    return rows[: plane.height, : plane.width]
