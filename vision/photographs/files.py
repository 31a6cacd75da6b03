"""The file of a photograph: how large it is, before anything is unpacked, and then its picture.

A small file can claim, and even be, a very large picture. Its size is read from its first bytes,
and a large one is unpacked at a half or a quarter of its size.
"""

from __future__ import annotations

import struct

import cv2
import numpy as np

from rules.text import Text
from vision.reading import Picture

_MOST_BYTES = 24 * 1024 * 1024
_MOST_PIXELS = 40_000_000
_LEAST_SIDE = 400
_ENOUGH = 2400
"""Pixels of the longer side that are enough for a board: one of twice as many is made smaller."""
_FRAMES = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}
"""Markers of a JPEG behind which its size stands."""
_ALONE = {0x01, *range(0xD0, 0xD9)}
"""Markers of a JPEG behind which nothing stands."""
_MOST_MARKERS = 2000
"""Before its size; cameras write some dozens."""

NO_PHOTOGRAPH = Text("This file is no readable photograph. Choose a JPEG or PNG.")
DAMAGED = Text("This photograph is damaged. Send it again, or another one.")
TOO_MUCH = Text(
    "This photograph needs too much memory. Send a smaller one, or take it with the "
    "phone's own camera."
)


class PictureError(Exception):
    """A picture that is not looked at; says why and what to do."""

    def __init__(self, reason: Text) -> None:
        super().__init__(str(reason))
        self.reason = reason


def check(data: bytes | bytearray) -> None:
    """Refuses what is no photograph, or too large, by its first bytes."""
    if len(data) > _MOST_BYTES:
        raise PictureError(Text("This photograph is too large. Choose one of at most 24 MB."))
    size = _size(data)
    if size is None:
        raise PictureError(NO_PHOTOGRAPH)
    if size[0] * size[1] > _MOST_PIXELS:
        raise PictureError(
            Text("This photograph has more than 40 million pixels. Choose a smaller one.")
        )
    if min(size) < _LEAST_SIDE:
        raise PictureError(
            Text("This photograph is too small. Take it with the phone's own camera.")
        )
    if not _is_whole(data):
        raise PictureError(DAMAGED)


def opened(data: bytes | bytearray) -> Picture:
    """The picture in a file, blue-green-red, the way round in which it was taken."""
    size = _size(data)
    if size is None:
        raise PictureError(NO_PHOTOGRAPH)
    how = (
        cv2.IMREAD_REDUCED_COLOR_4
        if max(size) >= 4 * _ENOUGH
        else cv2.IMREAD_REDUCED_COLOR_2
        if max(size) >= 2 * _ENOUGH
        else cv2.IMREAD_COLOR
    )
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), how)
    if picture is None:
        raise PictureError(DAMAGED)
    return np.asarray(picture, np.uint8)


def _size(data: bytes | bytearray) -> tuple[int, int] | None:
    """The width and height that a JPEG or PNG says it has; None if it is neither."""
    if data.startswith(b"\x89PNG\r\n\x1a\n") and data[12:16] == b"IHDR" and len(data) > 24:
        width, height = struct.unpack(">II", data[16:24])
        return width, height
    if not data.startswith(b"\xff\xd8"):
        return None
    at = 2
    for _ in range(_MOST_MARKERS):
        if at + 9 > len(data) or data[at] != 0xFF:
            break
        marker = data[at + 1]
        if marker == 0xFF or marker in _ALONE:
            at += 1 if marker == 0xFF else 2
        elif marker in _FRAMES:
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        else:
            at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return None


def _is_whole(data: bytes | bytearray) -> bool:
    """A decoder fills what is missing with grey and says nothing."""
    return (b"\xff\xd9" if data.startswith(b"\xff\xd8") else b"IEND") in data[-64 * 1024 :]
