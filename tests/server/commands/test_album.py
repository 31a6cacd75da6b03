"""The command that saves and restores an owner's album."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.command import main
from vision.recognise.album import kinds_of, load_album, new_album
from vision.recognise.found import NO_CARD


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


def test_an_album_of_all_cards_is_drawn_for_robots(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.measure.art.kinds_of", lambda game: kinds_of(game)[:2])
    file = tmp_path / "full.album"
    assert main(["dev", "enrol", "port_royal", "--drawn", "--album", str(file)]) == 0
    assert "3 pictures of the simulated cards and their backs" in capsys.readouterr().out
    known = load_album(file, "port_royal", whole=True).cards
    assert set(known) == {*kinds_of("port_royal")[:2], f"{NO_CARD}/1"}
    nowhere = str(tmp_path / "no" / "full.album")
    assert main(["dev", "enrol", "port_royal", "--drawn", "--album", nowhere]) == 2
    assert "cannot be written" in capsys.readouterr().err
