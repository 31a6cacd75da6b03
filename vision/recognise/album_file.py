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
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

VERSION = 3
_TITLE = b"Quartermaster album %d\n"
_OLD = b"PK\x03\x04"
"""Begins albums of version 1."""
_LENGTHS, _CHECK = struct.Struct("<II"), struct.Struct("<I")
_HEAD = _LENGTHS.size + 2 * _CHECK.size
"""Before every entry: the lengths of its name and of what it holds; a checksum of these, and one of
the entry."""


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


def whole_part(data: bytes) -> bytes:
    """A file without an entry that was never written to its end."""
    return data[: unpacked(data, whole=False)[1]]


def unpacked(data: bytes, whole: bool = True) -> tuple[dict[str, bytes], int]:
    """The entries of a file, and how much of it they are; `whole` if nothing may be missing."""
    entries: dict[str, bytes] = {}
    at = _after_title(data)
    while at < len(data):
        entry = _entry(data, at)
        if entry is None:
            if whole:
                raise Damaged
            break
        name, content, at = entry
        entries[name] = content
    return entries, at


def _after_title(data: bytes) -> int:
    if data.startswith(_OLD):
        raise OtherVersion(1)
    title, newline, _ = data[:64].partition(b"\n")
    words, _, version = title.rpartition(b" ")
    if not newline or words != _TITLE.rpartition(b" ")[0] or not version.isdigit():
        raise Damaged
    if int(version) != VERSION:
        raise OtherVersion(int(version))
    return len(title + newline)


def _entry(data: bytes, at: int) -> tuple[str, bytes, int] | None:
    """The entry that begins there, and where it ends; None if it was not written to its end."""
    lengths, start = data[at : at + _LENGTHS.size], at + _HEAD
    if start > len(data) or not any(data[at:]):  # some disks lengthen a file before they write
        return None
    checks = data[at + _LENGTHS.size : start]
    if _CHECK.pack(zlib.crc32(lengths)) != checks[: _CHECK.size]:
        raise Damaged
    name_length, length = _LENGTHS.unpack(lengths)
    end = start + name_length + length
    entry = data[start:end]
    if _CHECK.pack(zlib.crc32(entry)) != checks[_CHECK.size :]:
        if end < len(data):
            raise Damaged
        return None
    return entry[:name_length].decode(), entry[name_length:], end


def _packed(name: str, content: bytes) -> bytes:
    entry = name.encode() + content
    lengths = _LENGTHS.pack(len(entry) - len(content), len(content))
    return lengths + b"".join(_CHECK.pack(zlib.crc32(part)) for part in (lengths, entry)) + entry
