"""Pictures that phones send: another process looks at them, or they are refused with the reason."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from server.live.messages import Refused
from vision.layout import Mat
from vision.photographs.files import PictureError
from vision.photographs.process import PictureProcess
from vision.reading import Picture
from vision.recognise.boards import Top


class SentPictures:
    """May be used from any thread; close it at the end."""

    def __init__(self) -> None:
        self._process = PictureProcess()

    def close(self) -> None:
        self._process.close()

    def board(self, photograph: bytes | bytearray, mat: Mat, top: Top) -> Picture:
        """The board in a photograph, as an album keeps it."""
        with _refused():
            return self._process.board(photograph, mat, top)

    def code(self, photograph: bytes | bytearray) -> str | None:
        """What the QR code in a photograph says."""
        with _refused():
            return self._process.code(photograph)

    def card(self, packed: bytes, size: tuple[int, int]) -> Picture:
        """A picture of somebody else's album."""
        with _refused():
            return self._process.card(packed, size)


@contextmanager
def _refused() -> Iterator[None]:
    try:
        yield
    except PictureError as error:
        raise Refused(error.reason) from error
