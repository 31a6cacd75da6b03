"""Pictures from phones and from others' files are unpacked, and looked at, in a process of its own.

What is in such a file decides how much memory and time it takes to unpack it. The process gets some
of both, and no more; whatever happens to it, the match goes on. What comes back is a picture of a
size that is known, or a word: whoever takes the process over with a file cannot say anything else.
"""

from __future__ import annotations

import pickle
import struct
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError
from typing import Any

import cv2
import numpy as np

from rules.text import Text
from vision.layout import Mat
from vision.photographs.files import DAMAGED, NO_PHOTOGRAPH, TOO_MUCH, PictureError, check, opened
from vision.processes.keeper import Keeper, Limits, Lost, Work, worker
from vision.qr import read_qr
from vision.reading import Picture
from vision.recognise.album import NO_ALBUM
from vision.recognise.album_file import Damaged, picture_in
from vision.recognise.boards import NO_BOARD, TOO_LITTLE, BoardError, Top, size_of, straightened

PATIENCE = 40.0
"""Seconds for one picture, on a Pi that has other things to do as well."""
_LIMITS = Limits(seconds=20, megabytes=170)
"""Forty megapixels at half of their size, and what finds a board in them."""
_COMMAND = worker("vision.photographs.process", _LIMITS)
_TOO_LONG = Text(
    "This picture takes too long to read. Take another with the phone's own camera, and"
    " send it unchanged."
)
_BUSY = Text("Busy with other pictures. Send this one again in a minute.")
_REFUSALS = (DAMAGED, NO_ALBUM, NO_BOARD, NO_PHOTOGRAPH, TOO_LITTLE, TOO_MUCH)
_PICTURE, _WORDS, _REFUSED = b"P", b"W", b"R"
"""With what an answer begins."""
_SIZE = struct.Struct("<II")


class PictureProcess:
    """May be asked from any thread, which waits; close it at the end."""

    def __init__(self, command: Sequence[str] = _COMMAND, patience: float = PATIENCE) -> None:
        self._longest = 2 * patience
        work = Work("The process that looks at pictures", command, pickle.dumps, _unpacked)
        self._keeper: Keeper[tuple[Any, ...], Picture | str] = Keeper(work, patience)

    @property
    def pid(self) -> int | None:
        """The process, if there is one now."""
        return self._keeper.pid

    def close(self) -> None:
        self._keeper.close()

    def card(self, packed: bytes, size: tuple[int, int]) -> Picture:
        """A picture of an album that comes from elsewhere, of which the size is known."""
        return self._picture(size, "card", packed, size)

    def board(self, data: bytes | bytearray, mat: Mat, top: Top) -> Picture:
        """The board in a photograph that shows it whole, as it is kept in an album."""
        check(data)
        return self._picture(size_of(mat), "board", data, mat, top)

    def code(self, data: bytes | bytearray) -> str | None:
        """What the QR code in a photograph says; None if there is none that can be read."""
        check(data)
        words = self._ask("code", data)
        return words if isinstance(words, str) and words else None

    def _picture(self, size: tuple[int, int], *question: Any) -> Picture:
        picture = self._ask(*question)
        if isinstance(picture, str) or picture.shape != (size[1], size[0], 3):
            raise PictureError(DAMAGED)
        return picture

    def _ask(self, *question: Any) -> Picture | str:
        coming = self._keeper.ask(question)
        try:
            return coming.result(self._longest)
        except TimeoutError as error:
            coming.cancel()
            raise PictureError(_BUSY) from error
        except (Lost, CancelledError) as error:
            raise PictureError(_TOO_LONG) from error


def _unpacked(answer: bytes) -> Picture | str:
    kind, rest = answer[:1], answer[1:]
    if kind == _PICTURE:
        width, height = _SIZE.unpack(rest[: _SIZE.size])
        pixels = np.frombuffer(rest, np.uint8, offset=_SIZE.size)
        return pixels.reshape(height, width, 3).copy()
    if kind == _WORDS:
        return rest.decode()
    if kind == _REFUSED and rest.isdigit() and int(rest) < len(_REFUSALS):
        raise PictureError(_REFUSALS[int(rest)])
    raise ValueError("no picture, no word")


# ------------------------------------------------------------------------------------- The process


def work() -> Callable[[bytes], bytes]:
    """Before any picture: what libraries set aside for good, though never use, is none's."""
    cv2.setNumThreads(1)
    spots = np.random.default_rng(1).random((200, 2))
    cv2.findHomography(spots, spots, cv2.RANSAC)
    np.linalg.inv(np.eye(3))
    return _answer


def _answer(question: bytes) -> bytes:
    try:
        what, data, *about = pickle.loads(question)
        return _looked(what, data, *about)
    except (PictureError, BoardError) as error:
        reason = error.reason
    except Damaged:
        reason = NO_ALBUM
    except MemoryError:
        reason = TOO_MUCH
    except cv2.error as error:
        reason = TOO_MUCH if error.code == cv2.Error.StsNoMem else DAMAGED
    return _REFUSED + str(_REFUSALS.index(reason)).encode()


def _looked(what: str, data: bytes, *about: Any) -> bytes:
    if what == "code":
        return _WORDS + (read_qr(opened(data)) or "").encode()
    picture = picture_in(data, *about) if what == "card" else straightened(opened(data), *about)
    return _PICTURE + _SIZE.pack(*picture.shape[1::-1]) + picture.tobytes()
