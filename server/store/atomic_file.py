"""Files that are there whole or not at all, whenever the power fails."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
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


def publish(new: Path, path: Path) -> bool:
    """Give a complete file its name, on the disk for good; False if the name is taken already."""
    sync(new)
    try:
        os.link(new, path)
    except FileExistsError:
        return False
    except OSError:
        # Some file systems of memory cards have no links.
        if path.exists():
            return False
        new.rename(path)
    sync(path.parent)
    return True


def put_aside(path: Path, mark: str) -> Path:
    """Take a file out of the way, under a name that no other has; the name."""
    for number in count(1):
        aside = path.with_name(f"{path.name}.{mark}" + (f"-{number}" if number > 1 else ""))
        if not aside.exists():
            path.rename(aside)
            sync(path.parent)
            return aside
    raise AssertionError("there is always another number")


def kept_secret(path: Path, size: int) -> bytes:
    """So many random bytes, made on first use; only this user may read them."""
    if path.exists() and path.stat().st_size == size:
        return path.read_bytes()
    secret = secrets.token_bytes(size)
    write_whole(path, secret, mode=0o600)
    return secret
