"""Many matches at once, and what they come to."""

from __future__ import annotations

import pytest

from server.command import main


def test_a_survey_says_how_matches_ended_and_what_they_scored(
    capsys: pytest.CaptureFixture[str],
) -> None:
    arguments = ["--seats", "2", "--players", "sensible", "--matches", "2"]
    assert main(["survey", "navegador", *arguments]) == 0
    said = capsys.readouterr().out
    assert "2 matches of navegador with 2 sensible players" in said
    assert "ended by: Nagasaki was explored" in said
    assert main(["survey", "port_royal", "--players", "sensible"]) == 2
    assert "has no sensible players yet" in capsys.readouterr().err
