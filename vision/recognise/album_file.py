"""The file of an album: entries one after another, each with its length and a checksum.

A picture that is new is written behind the others, so that learning a card costs as much as one
picture. Whatever is replaced or forgotten has the file written anew, beside the old one.

If the power fails while an entry is written, the file ends in a part of it. Nobody has been shown
that entry: whoever goes on with his own album goes on without it. A file that somebody shares has
to be whole.
"""

from __future__ import annotations

import os
import struct
import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

import cv2
import numpy as np

from vision.reading import Picture

VERSION = 3
_TITLE = b"Quartermaster album %d\n"
_OLD = b"PK\x03\x04"
"""Begins albums of version 1."""
_LENGTHS, _CHECK = struct.Struct("<II"), struct.Struct("<I")
_HEAD = _LENGTHS.size + 2 * _CHECK.size
"""Before every entry: the lengths of its name and of what it holds; a checksum of these, and one of
the entry."""
_PNG = b"\x89PNG\r\n\x1a\n"
_LONGEST_NAME = 200
_MOST_ENTRIES = 3000
"""Three for each card there can be."""


class Damaged(ValueError):
    """The file is no album, or not a whole one."""


class OtherVersion(ValueError):
    """The file is an album of another `version`."""

    def __init__(self, version: int) -> None:
        super().__init__(f"version {version}")
        self.version = version


@dataclass(slots=True)
class Written:
    """What is known to be in a file: its entries, in the way their owner has them."""

    path: Path | None = None
    size: int = 0
    entries: dict[str, object] = field(default_factory=dict)

    def is_part_of(self, path: Path, entries: Mapping[str, object]) -> bool:
        """Whether a file needs no more than that some entries are added."""
        return (
            path == self.path
            and all(entries.get(name, self) is kept for name, kept in self.entries.items())
            and path.exists()
            and path.stat().st_size == self.size
        )


def write_whole(path: Path, entries: Iterable[tuple[str, bytes]]) -> int:
    """Replaces a file as soon as the new one is on the disk; its size."""
    half_written = path.with_name(path.name + ".part")
    packed = _TITLE % VERSION + b"".join(_packed(*entry) for entry in entries)
    try:
        with half_written.open("wb") as file:
            file.write(packed)
            file.flush()
            os.fsync(file.fileno())
        half_written.replace(path)
    except OSError:
        half_written.unlink(missing_ok=True)
        raise
    return len(packed)


def add(path: Path, size: int, entries: Iterable[tuple[str, bytes]]) -> int:
    """Adds entries to a file of this size, on the disk for good; its size now."""
    packed = b"".join(_packed(*entry) for entry in entries)
    try:
        with path.open("r+b") as file:
            file.seek(size)
            file.write(packed)
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        os.truncate(path, size)
        raise
    return size + len(packed)


def whole_part(path: Path) -> bytes:
    """A file without an entry that was never written to its end."""
    size = read(path, lambda *_: None)
    with path.open("rb") as file:
        return file.read(size)


def read(path: Path, take: Callable[[str, bytes], None], whole: bool = False) -> int:
    """Hand over the entries of a file, one after another; how much of the file they are.

    `whole` if nothing may be missing.
    """
    names = set[str]()
    with path.open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        at = _after_title(file.read(64))
        while at < size:
            file.seek(at)
            entry = _entry(file, size - at)
            if entry is None:
                if whole:
                    raise Damaged
                break
            name, content = entry
            at = file.tell()
            if name in names or len(names) == _MOST_ENTRIES:
                raise Damaged
            names.add(name)
            take(name, content)
    return at


def _after_title(data: bytes) -> int:
    if data.startswith(_OLD):
        raise OtherVersion(1)
    title, newline, _ = data.partition(b"\n")
    words, _, version = title.rpartition(b" ")
    if not newline or words != _TITLE.rpartition(b" ")[0] or not version.isdigit():
        raise Damaged
    if int(version) != VERSION:
        raise OtherVersion(int(version))
    return len(title + newline)


def _entry(file: BinaryIO, left: int) -> tuple[str, bytes] | None:
    """The entry that begins here; None if it was not written to its end."""
    head = file.read(_HEAD)
    lengths, checks = head[: _LENGTHS.size], head[_LENGTHS.size :]
    if len(head) < _HEAD:
        return None
    if _CHECK.pack(zlib.crc32(lengths)) != checks[: _CHECK.size]:
        if any(head) or not _is_empty(file):
            raise Damaged
        return None  # some disks lengthen a file before they write
    name_length, length = _LENGTHS.unpack(lengths)
    if _HEAD + name_length + length > left:
        return None
    if name_length > _LONGEST_NAME:
        raise Damaged
    name, content = file.read(name_length), file.read(length)
    if _CHECK.pack(zlib.crc32(content, zlib.crc32(name))) != checks[_CHECK.size :]:
        if _HEAD + name_length + length < left:
            raise Damaged
        return None
    return name.decode(), content


def _is_empty(file: BinaryIO) -> bool:
    """Whether there are only zeros up to the end."""
    return not any(any(part) for part in iter(lambda: file.read(1 << 16), b""))


def _packed(name: str, content: bytes) -> bytes:
    entry = name.encode() + content
    lengths = _LENGTHS.pack(len(entry) - len(content), len(content))
    return lengths + b"".join(_CHECK.pack(zlib.crc32(part)) for part in (lengths, entry)) + entry


# ---------------------------------------------------------------------------------- Pictures in it


def picture_packed(picture: object) -> bytes:
    """A picture as a PNG, in which nothing is lost."""
    if not isinstance(picture, np.ndarray):
        return b""
    return cv2.imencode(".png", picture)[1].tobytes()


def picture_in(packed: bytes, size: tuple[int, int]) -> Picture:
    """A picture of which the size is known: a small file can claim to be a very large picture."""
    most = 2 * 3 * size[0] * size[1] + (1 << 16)
    if (
        len(packed) > most
        or not packed.startswith(_PNG)
        or packed[12:24] != struct.pack(">4sII", b"IHDR", *size)
    ):
        raise Damaged
    picture = cv2.imdecode(np.frombuffer(packed, np.uint8), cv2.IMREAD_COLOR)
    if picture is None or picture.shape[1::-1] != size:
        raise Damaged
    return np.asarray(picture, np.uint8)
