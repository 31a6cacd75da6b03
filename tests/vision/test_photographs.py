"""Photographs that somebody sends: good ones are looked at, others are refused with the reason."""

from __future__ import annotations

import os
import signal
import struct
import sys
import zlib
from collections.abc import Iterator
from contextlib import closing

import cv2
import numpy as np
import pytest

from tests.patience import PATIENCE
from vision.layout import load_layout
from vision.photographs.files import PictureError, check, opened
from vision.photographs.process import PictureProcess
from vision.processes.keeper import Limits, worker
from vision.reading import Picture
from vision.recognise.boards import BoardError, straightened

MAT = load_layout("navegador").mats["board"]


def packed(width: int, height: int, kind: str = ".jpg") -> bytes:
    return cv2.imencode(kind, np.full((height, width, 3), (10, 120, 240), np.uint8))[1].tobytes()


def claiming(width: int, height: int) -> bytes:
    """A PNG that is small itself and says that it is large."""
    whole = packed(500, 500, ".png")
    return whole[:16] + struct.pack(">II", width, height) + whole[24:]


def part(name: bytes, content: bytes) -> bytes:
    check = struct.pack(">I", zlib.crc32(name + content))
    return struct.pack(">I", len(content)) + name + content + check


def plain_png(width: int, height: int, depth: int = 8, channels: int = 3, inter: int = 0) -> bytes:
    """A PNG of one colour, which is tiny however many pixels it has."""
    kind = {1: 0, 3: 2, 4: 6}[channels]
    row = bytes(1 + width * channels * depth // 8)
    packer = zlib.compressobj(9)
    pixels = b"".join(packer.compress(row) for _ in range(height)) + packer.flush()
    head = struct.pack(">IIBBBBB", width, height, depth, kind, 0, 0, inter)
    parts = (part(b"IHDR", head), part(b"IDAT", pixels), part(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def many_scans(width: int, height: int, scans: int) -> bytes:
    """A progressive JPEG in which one scan after another says nothing new."""
    picture = np.zeros((height, width), np.uint8)
    whole = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])[1].tobytes()
    last = whole.rindex(b"\xff\xda")
    return whole[:last] + whole[last:-2] * scans + b"\xff\xd9"


@pytest.fixture(scope="module")
def process() -> Iterator[PictureProcess]:
    with closing(PictureProcess(patience=PATIENCE)) as process:
        yield process


@pytest.mark.parametrize("kind", [".jpg", ".png"])
def test_a_photograph_is_unpacked_in_colour(kind: str) -> None:
    picture = opened(packed(640, 480, kind))
    assert picture.shape == (480, 640, 3)
    assert np.abs(picture[200, 200].astype(int) - (10, 120, 240)).max() < 8


def test_a_large_photograph_is_unpacked_at_half_its_size() -> None:
    assert opened(packed(6400, 500)).shape == (250, 3200, 3)


def test_a_photograph_is_seen_the_way_round_in_which_it_was_taken() -> None:
    whole = packed(640, 480)
    turned = b"Exif\0\0MM\0*\0\0\0\x08\0\1\x01\x12\0\3\0\0\0\1\0\6\0\0\0\0\0\0"
    told = whole[:2] + b"\xff\xe1" + struct.pack(">H", 2 + len(turned)) + turned + whole[2:]
    check(told)
    assert opened(told).shape == (640, 480, 3)


@pytest.mark.parametrize("made", [plain_png(600, 500, 16, 4), plain_png(600, 500, 8, 1)])
def test_a_picture_of_other_depths_is_a_picture_like_any_other(made: bytes) -> None:
    check(made)
    assert opened(made).shape == (500, 600, 3)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "no readable photograph"),
        (b"GIF89a" + bytes(500), "no readable photograph"),
        (packed(900, 700, ".webp"), "no readable photograph"),
        (b"\xff\xd8" + bytes(500), "no readable photograph"),
        (b"\xff\xd8" + b"\xff\xe0\x00\x00" * 50, "no readable photograph"),
        (b"\xff\xd8" + b"\xff" * 20_000_000, "no readable photograph"),
        (packed(900, 700)[:-400], "damaged"),
        (packed(900, 700, ".png")[:-400], "damaged"),
        (packed(300, 700), "too small"),
        (claiming(40_000, 40_000), "more than 40 million pixels"),
        (claiming(5000, 5000), "damaged"),
        (packed(900, 700) + bytes(25 * 1024 * 1024), "too large"),
    ],
)
def test_anything_else_is_refused_with_the_reason(
    process: PictureProcess, data: bytes, why: str
) -> None:
    with pytest.raises(PictureError, match=why):
        process.code(data)


def test_a_bomb_is_not_even_unpacked() -> None:
    bomb = plain_png(10_940, 10_940)
    assert len(bomb) < 500_000
    with closing(PictureProcess()) as process:
        with pytest.raises(PictureError, match="more than 40 million pixels"):
            process.board(bomb, MAT, "top")
        assert process.pid is None


def test_forty_megapixels_are_looked_at(process: PictureProcess) -> None:
    with pytest.raises(PictureError, match="No board found"):
        process.board(plain_png(7300, 5470), MAT, "top")


def test_a_picture_that_needs_more_memory_than_there_is_is_given_up() -> None:
    tight = worker("vision.photographs.process", Limits(20, 20))
    with closing(PictureProcess(tight, PATIENCE)) as small:
        with pytest.raises(PictureError, match=r"memory|damaged"):
            small.code(plain_png(4000, 4000))
        assert small.code(packed(640, 480)) is None


def test_a_picture_of_endless_scans_is_given_up_and_the_next_one_is_looked_at() -> None:
    quick = worker("vision.photographs.process", Limits(1, 170))
    with closing(PictureProcess(quick, PATIENCE)) as process:
        with pytest.raises(PictureError, match="takes too long"):
            process.code(many_scans(6000, 4500, 300))
        assert process.code(packed(640, 480)) is None


def test_a_process_that_was_stopped_keeps_nobody(process: PictureProcess) -> None:
    assert process.code(packed(640, 480)) is None
    hanging = (sys.executable, "-c", "import time; time.sleep(600)")
    with (
        closing(PictureProcess(hanging, 0.3)) as stopped,
        pytest.raises(PictureError, match=r"takes too long|being looked at"),
    ):
        stopped.code(packed(1200, 900, ".png") + bytes(200_000) + b"IEND")
    killed = process.pid
    assert killed
    os.kill(killed, signal.SIGKILL)
    assert process.code(packed(640, 480)) is None
    assert process.pid not in (None, killed)


def board(printed: Picture) -> Picture:
    """A board on a dark table."""
    whole = np.full((1100, 1500, 3), 40, np.uint8)
    width = 1300
    height = round(width * MAT.height / MAT.width)
    whole[60 : 60 + height, 100 : 100 + width] = cv2.resize(printed, (width, height))
    return whole


def test_a_board_with_too_little_to_hold_on_to_is_refused_with_what_to_do() -> None:
    plain = np.full((400, 600, 3), 215, np.uint8)
    with pytest.raises(BoardError, match="Too little of the printed board") as refused:
        straightened(board(plain), MAT)
    assert "tags" in str(refused.value)
    corner = plain.copy()
    noise = np.random.default_rng(1).integers(0, 255, (60, 60, 3), np.uint8)
    corner[20:80, 20:80] = noise
    with pytest.raises(BoardError, match="Too little of the printed board"):
        straightened(board(corner), MAT)
