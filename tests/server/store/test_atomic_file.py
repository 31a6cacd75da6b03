"""Files that are there whole or not at all."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from server.store.atomic_file import publish, put_aside, write_whole


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def test_the_old_file_stays_if_the_new_one_cannot_be_brought_to_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "lens.toml"
    write_whole(file, b"old")

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_whole(file, b"new")
    assert file.read_bytes() == b"old"
    assert names(tmp_path) == ["lens.toml"]


def test_file_and_folder_are_synced_before_and_after_the_new_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    replace, fsync = Path.replace, os.fsync

    def noted_sync(descriptor: int) -> None:
        done.append("folder" if os.path.isdir(f"/proc/self/fd/{descriptor}") else "file")
        fsync(descriptor)

    def noted_replace(new: Path, path: Path) -> Path:
        done.append("name")
        return replace(new, path)

    monkeypatch.setattr(os, "fsync", noted_sync)
    monkeypatch.setattr(Path, "replace", noted_replace)
    write_whole(tmp_path / "lens.toml", b"new")
    assert done == ["file", "name", "folder"]


def test_no_name_is_taken_twice(tmp_path: Path) -> None:
    for content in ("one", "two"):
        (tmp_path / content).write_text(content)
        assert publish(tmp_path / content, tmp_path / "kept") is (content == "one")
    assert (tmp_path / "kept").read_text() == "one"
    for content in ("one", "two"):
        (tmp_path / "key").write_text(content)
        put_aside(tmp_path / "key", "broken")
    assert names(tmp_path) == ["kept", "key.broken", "key.broken-2", "one", "two"]
