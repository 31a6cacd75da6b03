"""`./run club`: a club is made once, and its organiser signs in."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from server.club.opening import open_club
from server.club.organiser import Organiser
from server.club.pages.clubhouse import file_address
from server.command import main
from tests.server.club.played import ToldTable


def made(folder: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """The passphrase of a new club."""
    assert main(["club", "--init", "--name", "harbour", "--folder", str(folder)]) == 0
    return shown(capsys)


def shown(capsys: pytest.CaptureFixture[str]) -> str:
    found = re.search(r"signs in with ([a-z0-9-]+)\n", capsys.readouterr().out)
    assert found is not None
    return found[1]


def test_the_passphrase_is_shown_once_and_only_a_mixture_of_it_is_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    passphrase = made(tmp_path / "club", capsys)
    assert Organiser(tmp_path / "club").knows(passphrase)
    assert Organiser(tmp_path / "club").knows(passphrase.upper().replace("-", " "))
    assert not Organiser(tmp_path / "club").knows(passphrase[:-1])
    for file in (tmp_path / "club").iterdir():
        assert passphrase.replace("-", "") not in file.read_text().replace("-", "")
        assert file.stat().st_mode & 0o077 == 0


def test_a_club_is_not_made_twice_in_one_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    passphrase = made(tmp_path, capsys)
    assert main(["club", "--init", "--folder", str(tmp_path)]) == 2
    assert "is the folder of a club already" in capsys.readouterr().err
    assert Organiser(tmp_path).knows(passphrase)


def test_a_lost_passphrase_is_replaced_by_another(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = made(tmp_path, capsys)
    stamp = Organiser(tmp_path).stamp
    assert main(["club", "--new-passphrase", "--folder", str(tmp_path)]) == 0
    second = shown(capsys)
    assert Organiser(tmp_path).knows(second)
    assert not Organiser(tmp_path).knows(first)
    assert Organiser(tmp_path).stamp != stamp


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--init", "--name", "Our Club"], "small letters, digits and hyphens"),
        (["--init", "--certificates", "nowhere"], "There is no server.crt in nowhere"),
        (["--new-passphrase"], "is not the folder of a club"),
        ([], "is not the folder of a club"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], reason: str
) -> None:
    assert main(["club", "--folder", str(tmp_path / "club"), "--port", "0", *arguments]) == 2
    assert reason in capsys.readouterr().err


def test_all_results_are_made_anew_from_the_journals(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made(tmp_path, capsys)
    engine = open_club(file_address(tmp_path))
    ToldTable(engine, "table-1").play(["Ann", "Bob"], seed=1)
    engine.dispose()
    assert main(["club", "--count-again", "--folder", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "Results: 1\n"
