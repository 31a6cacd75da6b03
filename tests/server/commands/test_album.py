"""The command that saves and restores an owner's album."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.command import main
from vision.recognise.album import new_album


def test_an_album_is_saved_restored_and_refused_if_it_is_damaged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, file = tmp_path / "data", tmp_path / "shared.album"
    album = ["album", "port_royal", "--data", str(data)]
    assert main([*album, "--save", str(file)]) == 2
    assert "there is no album yet" in capsys.readouterr().err
    new_album("port_royal").save(file)
    assert main([*album, "--restore", str(file)]) == 0
    assert "0 of 62 kinds" in capsys.readouterr().out
    assert main([*album, "--save", str(file)]) == 0
    file.write_bytes(file.read_bytes()[:-20])
    assert main([*album, "--restore", str(file)]) == 2
    assert "it is damaged" in capsys.readouterr().err
