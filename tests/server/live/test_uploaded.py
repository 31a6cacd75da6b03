"""Photographs that somebody sends: a good one is unpacked, any other is refused with the reason."""

from __future__ import annotations

import struct

import cv2
import numpy as np
import pytest

from server.live.messages import Refused
from server.live.uploaded import photograph


def packed(width: int, height: int, kind: str = ".jpg") -> bytes:
    return cv2.imencode(kind, np.full((height, width, 3), (10, 120, 240), np.uint8))[1].tobytes()


def claiming(width: int, height: int) -> bytes:
    """A PNG that is small itself and says that it is large."""
    whole = packed(500, 500, ".png")
    return whole[:16] + struct.pack(">II", width, height) + whole[24:]


@pytest.mark.parametrize("kind", [".jpg", ".png"])
def test_a_photograph_is_unpacked_in_colour(kind: str) -> None:
    picture = photograph(packed(640, 480, kind))
    assert picture.shape == (480, 640, 3)
    assert np.abs(picture[200, 200].astype(int) - (10, 120, 240)).max() < 8


def test_a_large_photograph_is_unpacked_at_half_its_size() -> None:
    assert photograph(packed(6400, 500)).shape == (250, 3200, 3)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "no photograph that can be read"),
        (b"GIF89a" + bytes(500), "no photograph that can be read"),
        (b"\xff\xd8" + bytes(500), "no photograph that can be read"),
        (b"\xff\xd8" + b"\xff\xe0\x00\x00" * 50, "no photograph that can be read"),
        (packed(900, 700)[:-400], "damaged"),
        (packed(900, 700, ".png")[:-400], "damaged"),
        (packed(300, 700), "too small"),
        (claiming(40_000, 40_000), "too many pixels"),
        (claiming(5000, 5000), "damaged"),
        (packed(900, 700) + bytes(25 * 1024 * 1024), "too large"),
    ],
)
def test_anything_else_is_refused_with_the_reason(data: bytes, why: str) -> None:
    with pytest.raises(Refused, match=why):
        photograph(data)
