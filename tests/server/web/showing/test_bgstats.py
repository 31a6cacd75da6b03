"""The link to the BG Stats app: one play as the app's documentation wants it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from rules.games import GAMES
from rules.match import Match
from server.store import Entry, Record, Store
from server.web.showing.bgstats import ADDRESS, minutes_played, push_link
from tests.server.web.evenings import EVENING, NAMES, golden_match, play


def pushed(store: Store, match_id: int) -> dict[str, Any]:
    link = push_link(store.record(match_id), store.entries(match_id), store.load(match_id))
    assert link is not None
    assert link.startswith(ADDRESS)
    play: dict[str, Any] = json.loads(unquote(link.removeprefix(ADDRESS)))
    return play


@pytest.fixture
def store(tmp_path: Path) -> Any:
    with Store.open(tmp_path / "matches.sqlite") as store:
        yield store


def test_the_play_has_everything_that_the_app_asks_for(store: Store) -> None:
    played = pushed(store, play(store, 2))
    assert played == {
        "sourceName": "Quartermaster",
        "sourcePlayId": "1-1700000000",
        "playDate": "2023-11-14 22:13:20",
        "durationMin": 66,
        "board": GAMES["port_royal"].edition.text("edition"),
        "game": {
            "name": "Port Royal",
            "sourceGameId": "port_royal",
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {
                "name": "Ann",
                "sourcePlayerId": "ann",
                "role": "red",
                "score": 12,
                "rank": 2,
                "winner": False,
                "startPlayer": True,
            },
            {
                "name": "Bob",
                "sourcePlayerId": "bob",
                "role": "blue",
                "score": 12,
                "rank": 1,
                "winner": True,
                "startPlayer": False,
            },
        ],
    }


def test_ranks_and_points_are_those_of_the_outcome(store: Store) -> None:
    match, players = golden_match(5), pushed(store, play(store, 5))["players"]
    outcome = match.outcome()
    assert outcome is not None
    assert [player["rank"] for player in players] == [outcome.ranks[s] for s in match.seats]
    assert [player["score"] for player in players] == [
        match.table.influence(seat) for seat in match.seats
    ]
    assert [player["startPlayer"] for player in players].count(True) == 1


def test_any_name_survives_the_address(store: Store) -> None:
    names = ('Ж"&=? %41', "Zoë + 🏴‍☠️#")
    match_id = play(store, 2, names=names)
    assert [player["name"] for player in pushed(store, match_id)["players"]] == list(names)
    link = push_link(store.record(match_id), [], store.load(match_id))
    assert link is not None
    assert set(link.removeprefix(ADDRESS)) <= set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789%-._~"
    )


def test_a_player_is_the_same_in_every_match(store: Store) -> None:
    first = pushed(store, play(store, 2, names=("Ann", "Bob")))
    second = pushed(store, play(store, 2, names=("ANN ", "Bob")))
    assert [p["sourcePlayerId"] for p in first["players"]] == [
        p["sourcePlayerId"] for p in second["players"]
    ]
    assert first["sourcePlayId"] != second["sourcePlayId"]


def test_an_unfinished_match_has_no_link() -> None:
    match: Match[Any] = golden_match(2, 100)
    assert push_link(record(), [], match) is None


def record() -> Record:
    game = GAMES["port_royal"]
    return Record(1, "port_royal", game.seat(NAMES[:2]), game.settle({}), "finished", EVENING)


def at(*seconds: float) -> list[Entry]:
    return [Entry("choice", "draw", "camera", EVENING + second) for second in seconds]


def test_the_night_between_two_evenings_is_not_played_time() -> None:
    evening = at(60, 600, 1200, 1800)
    next_evening = at(86400, 86400 + 600)
    assert minutes_played(record(), [*evening, *next_evening]) == 40


def test_a_clock_that_was_set_back_costs_no_time() -> None:
    assert minutes_played(record(), at(600, 1200, 300, 900)) == 30
    assert minutes_played(replace(record(), created_at=EVENING + 9e6), at(600, 1200)) == 10
