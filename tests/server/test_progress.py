"""What takes long says how far it is."""

from __future__ import annotations

import os
import pty
import subprocess
import sys

import pytest

from server import progress
from server.progress import part, shown, through

SLOW = """
import sys, time
from server import progress
progress.SOON, progress.BAR_EVERY, progress.LINE_EVERY = 0.05, 0.02, 0.05
from server.command import main
import server.commands.dev.survey as survey

def slowly(args, seed, play=survey.play_one):
    time.sleep(0.2)
    return play(args, seed)

survey.play_one = slowly
options = ["--seats", "2", "--matches", "4", "--json"]
raise SystemExit(main(["dev", "survey", "navegador", *options]))
"""


def on_a_terminal(code: str) -> str:
    """What a terminal is sent; the result itself goes to a file."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=theirs
    ) as running:
        os.close(theirs)
        assert running.stdout is not None
        result = running.stdout.read().decode()
        assert result.startswith("{")
    sent = b""
    while True:
        try:
            more = os.read(ours, 4096)
        except OSError:  # nobody writes any more
            break
        if not more:
            break
        sent += more
    os.close(ours)
    return sent.decode()


def test_a_terminal_shows_a_bar_that_grows_and_goes_and_json_stays_json() -> None:
    sent = on_a_terminal(SLOW)
    assert "Matches:" in sent
    assert "1/4" in sent
    assert sent.rstrip(" ").endswith("\r"), "the bar is taken away at the end"


def test_without_a_terminal_there_are_plain_lines_beside_the_result() -> None:
    done = subprocess.run([sys.executable, "-c", SLOW], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("{")
    assert done.stdout.count("\n") == 1
    lines = done.stderr.splitlines()
    assert any(line.startswith("Matches, 1 of 4, ") for line in lines), lines
    assert "\r" not in done.stderr


def test_what_is_done_soon_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert [*through("Steps", range(3))] == [0, 1, 2]
    assert capsys.readouterr().err == ""


def test_what_is_done_within_something_larger_is_said_with_it() -> None:
    with shown("Measuring") as larger:
        part("the start")
        assert larger.doing == "the start"
        for _ in through("round", range(2)):
            doing = larger.doing
        assert doing == "round 1 of 2"
        assert larger.doing == ""
    part("nothing that anybody is shown")


def test_a_part_of_the_result_that_is_there_already_is_printed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "SOON", 0.0)
    with shown("Parts", 2) as parts:
        parts.say("the first part")
    assert capsys.readouterr().out == "the first part\n"
