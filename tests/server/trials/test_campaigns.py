"""Many campaigns at once: every law, every journal, and the story from what is kept."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from rules.games import GAMES
from server.command import main
from server.trials.campaigns import play, summary

GAME = GAMES["maracaibo"]


def test_a_campaign_is_played_match_after_match(capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--seats", "2", "--seed", "1", "--players", "sensible", "--matches", "2", "--json"]
    assert main(["dev", "campaign", "maracaibo", *options]) == 0
    played = json.loads(capsys.readouterr().out)
    assert (played["game"], played["finished"], len(played["matches"])) == ("maracaibo", False, 2)
    for match in played["matches"]:
        assert {"winners", "scores", "left_behind"} <= match.keys()
    assert played["matches"][1]["left_behind"]["archive"].count("/") == 1, "two results"


def test_many_campaigns_hold_and_say_how_often_something_new_was_told(
    capsys: pytest.CaptureFixture[str],
) -> None:
    options = ["--campaigns", "2", "--any-seats", "--matches", "2", "--own-stories", "--json"]
    assert main(["dev", "campaign", "maracaibo", *options]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert (figures["campaigns"], figures["matches"], figures["faults"]) == (2, 4, {})


def test_a_story_that_is_not_told_from_what_is_kept_would_be_found() -> None:
    assert GAME.campaign is not None
    forgetful = replace(GAME.campaign, before=lambda table: list(GAME.campaign.before(table))[1:])  # type: ignore[union-attr]
    played = play(
        replace(GAME, campaign=forgetful),
        ["Ann", "Bob"],
        {"scenario": "1"},
        1,
        matches=3,
        sensible=True,
    )
    assert "the archive tells" in played.faults[0]
    assert summary(GAME, [played])["faults"] == {1: played.faults}


def test_only_stories_that_an_owner_can_write_are_made_up() -> None:
    assert main(["dev", "campaign", "port_royal", "--campaigns", "1", "--own-stories"]) == 2


def test_players_who_know_the_game_hear_of_every_answer_in_the_end() -> None:
    """Each votes for what serves them: the story does not always go the first way."""
    played = [
        play(GAME, ["Ann", "Bob"], {"scenario": "1"}, seed, matches=3, sensible=True)
        for seed in range(1, 200, 60)
    ]
    headings = {heading for campaign in played for heading, _ in campaign.passages}
    assert {"Chapter 2: The Secretary's Favour", "Chapter 2: Roy's Price"} <= headings
    figures = summary(GAME, played)
    told = {passage for campaign in played for passage in campaign.passages}
    assert figures["passages"] == len(told)
    assert figures["faults"] == {}


def test_with_players_who_know_the_game_a_card_comes_into_play_in_most_matches() -> None:
    played = play(GAME, ["Ann", "Bob"], {"scenario": "84"}, 60, matches=3, sensible=True)
    assert played.faults == ()
    assert sum(map(bool, played.told)) >= 2
