"""`./run dev campaign` and `./run dev play` for the ways to play Port Royal."""

from __future__ import annotations

import json
from typing import Any

import pytest

from server.command import main


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main([*arguments, "--json"]) == 0
    data: dict[str, Any] = json.loads(capsys.readouterr().out)
    return data


def test_against_each_other_five_matches_are_five_chapters(
    capsys: pytest.CaptureFixture[str],
) -> None:
    data = run(capsys, "dev", "campaign", "port_royal", "--seats", "2", "--seed", "1")
    assert (data["game"], data["finished"], len(data["matches"])) == ("port_royal", True, 5)
    behind = [match["left_behind"]["chapter"] for match in data["matches"]]
    assert behind == ["2", "3", "4", "5", "after"]
    for match in data["matches"]:
        assert {*match} == {"winners", "scores", "left_behind"}
        assert match["winners"]


@pytest.mark.parametrize(("seats", "mode"), [("1", "alone"), ("4", "together")])
def test_together_and_alone_a_lost_chapter_is_played_again(
    capsys: pytest.CaptureFixture[str], seats: str, mode: str
) -> None:
    chosen = ["--setting", f"mode=adventure_{mode}", "--players", "random", "--matches", "2"]
    data = run(capsys, "dev", "campaign", "port_royal", "--seats", seats, *chosen)
    assert [match["won"] for match in data["matches"]] == [False, False]
    assert data["matches"][1]["left_behind"]["failures"] == "2"
    assert not data["finished"]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ("--seats 5", "for 2 to 4 players, not 5"),
        ("--setting mode=base", "not of a campaign"),
        ("--setting mode=adventure_alone", "for one player here, not 4"),
    ],
)
def test_what_is_no_campaign_is_refused(
    capsys: pytest.CaptureFixture[str], arguments: str, why: str
) -> None:
    assert main(["dev", "campaign", "port_royal", *arguments.split()]) != 0
    assert why in capsys.readouterr().err


@pytest.mark.parametrize(
    ("mode", "seats", "says_won"),
    [
        ("set_sail", "3", False),
        ("contracts", "3", False),
        ("adventure", "3", False),
        ("contracts_together", "3", True),
        ("contracts_alone", "1", True),
        ("adventure_together", "3", True),
        ("adventure_alone", "1", True),
    ],
)
def test_together_and_alone_a_match_says_whether_it_was_won(
    capsys: pytest.CaptureFixture[str], mode: str, seats: str, says_won: bool
) -> None:
    data = run(capsys, "dev", "play", "port_royal", "--seats", seats, "--setting", f"mode={mode}")
    assert ("won" in data) == says_won
    assert not says_won or data["won"] == bool(data["winners"])
