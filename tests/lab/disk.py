"""A disk that forgets like a real one: what was not flushed may be gone after a power cut.

QEMU's own disks are too good for this: what a killed QEMU has written is safe in the host's memory.
Here writes stay in a cache of the disk's own until the guest flushes it. A cut keeps whatever part
of that cache chance decides, sector by sector, as a card does whose power fails.
"""

from __future__ import annotations

import errno
import os
import subprocess
import threading
from pathlib import Path
from random import Random

BLOCK = 4096
SECTOR = 512
_TORN = 0.1
"""How often a block that was being written is half old and half new."""


class PowerFailed(Exception):
    """There is no disk any more that could answer."""


class Disk:
    """An image that is never changed, and the changes to it in a file of their own."""

    def __init__(self, image: Path, changes: Path) -> None:
        """`changes` is made anew."""
        self.size = image.stat().st_size
        if self.size % BLOCK:
            raise ValueError(f"{image} is not made of whole blocks of {BLOCK} bytes.")
        self.refuses = False
        """Whether the card has failed: it can be read but takes no more writes."""
        self.flushes = 0
        self.off = threading.Event()
        """Whether the power has failed at a write."""
        self._writes_left: int | None = None
        self._path = image
        self._image = os.open(image, os.O_RDONLY)
        self._changes = os.open(changes, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600)
        os.ftruncate(self._changes, self.size)
        self._changed = bytearray(self.size // BLOCK)
        self._cached: dict[int, bytes] = {}
        self._lock = threading.Lock()

    def close(self) -> None:
        os.close(self._image)
        os.close(self._changes)

    def fail_at(self, writes: int) -> None:
        """The power fails with so many writes from now: the last of them is not answered."""
        self._writes_left = writes

    def read(self, offset: int, length: int) -> bytes:
        self._check(offset, length)
        with self._lock:
            first, last = offset // BLOCK, (offset + length - 1) // BLOCK
            if 1 not in self._changed[first : last + 1] and not self._any_cached(first, last):
                return os.pread(self._image, length, offset)
            found = b"".join(self._block(number) for number in range(first, last + 1))
            return found[offset - first * BLOCK :][:length]

    def write(self, offset: int, data: bytes, through: bool = False) -> None:
        """`through` writes past the cache: this, and only this, is safe at once."""
        self._check(offset, len(data))
        if self.refuses:
            raise OSError(errno.EIO, "The card has failed.")
        with self._lock:
            at = 0
            while at < len(data):
                number, inside = divmod(offset + at, BLOCK)
                piece = data[at : at + BLOCK - inside]
                at += len(piece)
                if len(piece) < BLOCK:
                    old = self._block(number)
                    piece = old[:inside] + piece + old[inside + len(piece) :]
                self._cached[number] = bytes(piece)
                if through:
                    self._keep(number, self._cached.pop(number))
            self._count_write()

    def flush(self) -> None:
        self._check_power()
        if self.refuses:
            raise OSError(errno.EIO, "The card has failed.")
        with self._lock:
            self.flushes += 1
            for number, block in self._cached.items():
                self._keep(number, block)
            self._cached.clear()

    def cut(self, dice: Random) -> int:
        """The power fails: how many of the blocks that were not flushed are lost or torn."""
        with self._lock:
            luck = dice.choice((0.0, dice.random(), 1.0))
            lost = 0
            for number, block in self._cached.items():
                if dice.random() >= luck:
                    lost += 1
                    continue
                if dice.random() < _TORN:
                    lost += 1
                    sectors = dice.randrange(BLOCK // SECTOR) * SECTOR
                    block = block[:sectors] + self._kept(number)[sectors:]
                self._keep(number, block)
            self._cached.clear()
            self._writes_left = None
            self.off.clear()
            return lost

    def save(self, path: Path) -> None:
        """The image with everything that was flushed, as a file of its own."""
        part = path.with_name(f"{path.name}.part")
        copy_sparse(self._path, part)
        with self._lock, part.open("r+b") as file:
            number = self._changed.find(1)
            while number >= 0:
                file.seek(number * BLOCK)
                file.write(self._kept(number))
                number = self._changed.find(1, number + 1)
        part.rename(path)

    def _count_write(self) -> None:
        if self._writes_left is not None:
            self._writes_left -= 1
            if self._writes_left <= 0:
                self.off.set()
                raise PowerFailed

    def _any_cached(self, first: int, last: int) -> bool:
        return any(number in self._cached for number in range(first, last + 1))

    def _block(self, number: int) -> bytes:
        return self._cached.get(number) or self._kept(number)

    def _kept(self, number: int) -> bytes:
        file = self._changes if self._changed[number] else self._image
        return os.pread(file, BLOCK, number * BLOCK)

    def _keep(self, number: int, block: bytes) -> None:
        os.pwrite(self._changes, block, number * BLOCK)
        self._changed[number] = 1

    def _check_power(self) -> None:
        if self.off.is_set():
            raise PowerFailed

    def _check(self, offset: int, length: int) -> None:
        self._check_power()
        if offset < 0 or length < 1 or offset + length > self.size:
            raise OSError(errno.EINVAL, "There is nothing of the disk there.")


def copy_sparse(image: Path, path: Path) -> None:
    """Holes stay holes, and file systems that can share blocks do."""
    subprocess.run(["cp", "--reflink=auto", "--sparse=always", str(image), str(path)], check=True)
