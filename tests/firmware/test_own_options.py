"""The owner's options: what can be read of the file, and what is said of the rest."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware.own_options import own_options


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "options"


def test_without_a_file_there_is_nothing_to_say(file: Path) -> None:
    assert own_options(file) == ([], [])


@pytest.mark.parametrize(
    "line",
    [
        "QUARTERMASTER_OPTIONS=--bind 192.168.1.20 --camera /dev/video0",
        '# mine\n\n  ; and mine\nQUARTERMASTER_OPTIONS="--bind 192.168.1.20 --camera /dev/video0"',
        "QUARTERMASTER_OPTIONS='--bind 192.168.1.20 --camera /dev/video0'",
        "QUARTERMASTER_OPTIONS=--bind '192.168.1.20' --camera /dev/video0 # the router's",
        "QUARTERMASTER_OPTIONS=--bind 192.168.1.20\r\nQUARTERMASTER_OPTIONS=--camera /dev/video0",
        "\ufeffQUARTERMASTER_OPTIONS=--bind 192.168.1.20 --camera /dev/video0",
    ],
)
def test_options_are_read_however_they_are_written(file: Path, line: str) -> None:
    file.write_text(line, encoding="utf-8")
    assert own_options(file) == (["--bind", "192.168.1.20", "--camera", "/dev/video0"], [])


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (b"QUARTERMASTER_OPTION=--port 81", "Line 1 does not begin with QUARTERMASTER_OPTIONS=."),
        (b"--port 81", "Line 1 does not begin with QUARTERMASTER_OPTIONS=."),
        (b"QUARTERMASTER_OPTIONS=--camera '/dev", "Line 1 cannot be taken apart"),
        (b"QUARTERMASTER_OPTIONS=--camera \0", "Line 1 cannot be taken apart"),
        (b"\xff\xfe", "It is no text"),
        (b"x" * 100_000, "It is no text (much too long)"),
    ],
)
def test_what_cannot_be_read_is_said(file: Path, written: bytes, said: str) -> None:
    file.write_bytes(written)
    words, wrong = own_options(file)
    assert words == []
    assert len(wrong) == 1
    assert wrong[0].startswith(said)


def test_a_line_that_cannot_be_read_does_not_take_the_others_with_it(file: Path) -> None:
    file.write_text("PORT=81\nQUARTERMASTER_OPTIONS=--port 82\n")
    words, wrong = own_options(file)
    assert (words, len(wrong)) == (["--port", "82"], 1)


def test_a_folder_in_its_place_is_said(file: Path) -> None:
    file.mkdir()
    [wrong] = own_options(file)[1]
    assert wrong == "It cannot be read (Is a directory)."
