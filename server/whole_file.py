"""Files that are there whole or not at all, whenever the power fails."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def unfinished(path: Path, mode: int = 0o666) -> Iterator[Path]:
    """A new empty file beside `path`, which is gone afterwards unless it was given that name."""
    new = path.with_name(f".{path.name}.{secrets.token_hex(4)}.new")
    new.touch(mode, exist_ok=False)
    try:
        yield new
    finally:
        new.unlink(missing_ok=True)


def sync(path: Path) -> None:
    """What was written to a file, or to a folder, is on the disk for good."""
    descriptor = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def write_whole(path: Path, data: bytes, mode: int = 0o666) -> None:
    """The old file is there until the new one is on the disk."""
    with unfinished(path, mode) as new:
        new.write_bytes(data)
        sync(new)
        new.replace(path)
    sync(path.parent)


def kept_secret(path: Path, size: int) -> bytes:
    """So many random bytes, made on first use; only this user may read them."""
    if path.exists() and path.stat().st_size == size:
        return path.read_bytes()
    secret = secrets.token_bytes(size)
    write_whole(path, secret, mode=0o600)
    return secret
