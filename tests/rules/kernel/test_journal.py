"""A match as one text file."""

from __future__ import annotations

import json

from rules.games import GAMES
from rules.journal import read_journal, write_journal
from rules.match import Match

GAME = GAMES["port_royal"]


def test_the_colours_that_players_chose_are_kept() -> None:
    match = Match(GAME, GAME.seat(["Ann", "Bob"], ["black", "green"]), {}, ["first:green"])
    again = read_journal(write_journal(match))
    assert again.seats == match.seats
    assert again.table.active == match.seats[1]


def test_a_journal_without_colours_has_those_of_the_game() -> None:
    match = Match(GAME, GAME.seat(["Ann", "Bob"]), {}, ["first:blue"])
    older = json.loads(write_journal(match))
    del older["colours"]
    assert read_journal(json.dumps(older)).seats == match.seats


def test_a_match_from_before_a_setting_goes_on_as_it_was_begun() -> None:
    """It does not name the setting: what is usual now was not so then."""
    match = Match(GAMES["maracaibo"], GAMES["maracaibo"].seat(["Ann", "Bob"]), {})
    older = json.loads(write_journal(match))
    assert older["options"].pop("assistants_behind") == "nothing"
    assert older["options"].pop("second_quest") == "both"
    again = read_journal(json.dumps(older))
    assert (again.settings["assistants_behind"], again.settings["second_quest"]) == (
        "points",
        "none",
    )
