"""The board of all tables, and each of them as its own phones see it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import unescape
from typing import Any

import pytest
from werkzeug.test import TestResponse

import server.club.replays as replaying
from rules.games import GAMES
from rules.match import Match
from server.store.rows import Entry, follow
from server.wire.messages import Begun, Player
from tests.server.club.pages.conftest import Pages
from tests.server.web.conftest import Visitor

FIRST = ("first:red", "draw", "turn:ship/red/3/6.1", "draw", "turn:sailor/3.1")


def words(answer: TestResponse | str) -> str:
    text = answer if isinstance(answer, str) else answer.text
    plain = re.sub(r"<(script|style|svg).*?</\1>", " ", text, flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", plain)).split())


def get(visitor: Visitor, path: str) -> str:
    answer = visitor.get(path)
    assert answer.status_code == 200, (path, answer.status)
    return words(answer)


def test_a_club_without_tables_says_how_they_come(pages: Pages) -> None:
    assert "The organiser invites tables" in get(pages.visitor(), "/")
    assert "Invite a table" in get(pages.organiser(), "/")


def test_the_board_says_of_every_table_what_is_played_who_is_on_turn_and_what_happened_last(
    pages: Pages,
) -> None:
    window, _ = pages.table("window"), pages.table("bar")
    window.begin()
    window.play(*FIRST, "stop", "trade:ship/red/3/6.1")
    board = get(pages.visitor(), "/")
    assert board.index("Bar here since") < board.index("Window here since")
    assert "Bar" in board
    assert "No match is running" in board
    assert "Port Royal Trade and hire" in board
    assert "Red: Ann on turn 0" in board
    assert "Ann turned up Frigate 3, Sailor 3; Trade Frigate 3 for 3 coins : +3 Coins" in board
    assert "2 tables here, 1 match being played" in board


def test_what_is_taken_back_is_said(pages: Pages) -> None:
    window = pages.table("window")
    window.begin()
    window.play(*FIRST, "stop")
    get(pages.visitor(), "/")
    window.take_back()
    assert "taken back Ann: Stop" in get(pages.visitor(), "/")


def test_a_table_that_goes_away_is_shown_as_away_with_its_match(pages: Pages) -> None:
    window = pages.table("window")
    window.begin()
    window.comes(here=False)
    board = get(pages.visitor(), "/")
    assert "Window away since" in board
    assert "Red: Ann" in board


def test_a_match_that_is_over_has_its_winner_on_top(pages: Pages) -> None:
    window = pages.table("window")
    window.begin()
    window.finish()
    outcome = window.match.outcome()
    assert outcome is not None
    board = get(pages.visitor(), "/")
    assert "The match is over" in board
    winner = outcome.winners[0]
    assert re.search(rf"{winner.name} Winner \d+", board)
    assert "0 matches being played" in board


def test_a_guest_is_one_in_the_language_of_the_reader(pages: Pages) -> None:
    pages.table("window").begin(names=("Ann", None))
    visitor = pages.visitor()
    assert "Blue: Guest" in get(visitor, "/")
    visitor.post("/language", {"language": "it"})
    assert "Ospite" in get(visitor, "/tables/window/table")
    assert "Ospite" in get(visitor, "/")


def test_a_robot_is_called_one(pages: Pages) -> None:
    players = [Player("red", "Ann", "ann"), Player("blue", None, None, "strong")]
    pages.table("window").tell(Begun(1, "port_royal", {}, players, 1_700_000_000.0))
    assert "Blue: Robot" in get(pages.visitor(), "/")


def test_a_new_row_is_followed_without_playing_the_match_again(
    pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = pages.table("window")
    window.begin()
    window.go_on(60)
    get(pages.visitor(), "/")
    followed: list[int] = []

    def counted(match: Match[Any], entries: Sequence[Entry], after: int = 0) -> None:
        followed.append(len(entries))
        follow(match, entries, after)

    monkeypatch.setattr(replaying, "follow", counted)
    for _ in range(3):
        get(pages.visitor(), "/")
    window.go_on(2)
    for path in ("/", "/tables/window/table", "/tables/window/scores", "/", "/history/1"):
        get(pages.visitor(), path)
    assert followed == [2]


def test_somebody_who_is_called_otherwise_is_so_at_once(pages: Pages) -> None:
    window = pages.table("window")
    window.begin()
    window.go_on(10)
    assert "Red: Ann" in get(pages.visitor(), "/")
    players = [Player("red", "Anna", "ann"), Player("blue", "Bob", "bob")]
    window.tell(Begun(1, "port_royal", dict(window.match.settings), players, 1_700_000_000.0))
    assert "Red: Anna" in get(pages.visitor(), "/")


def test_a_journal_that_breaks_the_rules_is_not_shown_but_said(pages: Pages) -> None:
    window, bar = pages.table("window"), pages.table("bar")
    bar.begin()
    window.begin()
    window.tell(window.row("choice", "hire:sailor/3.1"))
    board = get(pages.visitor(), "/")
    assert "Row 1 (choice hire:sailor/3.1) does not fit" in board
    assert "Port Royal" in board
    for path in ("/tables/window/table", "/tables/window/scores", "/history/2"):
        assert "does not fit" in get(pages.visitor(), path)


@pytest.mark.parametrize("game", GAMES)
def test_a_table_of_any_game_is_shown_as_at_the_table_and_nothing_can_be_pressed(
    pages: Pages, game: str
) -> None:
    window = pages.table("window")
    window.begin(game, ("Ann", None, "Cleo")[: max(GAMES[game].seats)])
    window.go_on(50)
    visitor = pages.visitor()
    for path in ("table", "scores"):
        answer = visitor.get(f"/tables/window/{path}")
        assert answer.status_code == 200
        forms = set(re.findall(r'action="([^"]+)"', answer.text))
        assert forms == {"/language"}
    links = re.findall(r'href="(/(?!static)[^"#]*)"', visitor.get("/tables/window/table").text)
    for link in set(links):
        assert visitor.get(link).status_code in (200, 303), link


def test_the_course_of_a_match_and_every_step_are_as_at_the_table(pages: Pages) -> None:
    window = pages.table("window")
    window.begin()
    window.finish()
    visitor, steps = pages.visitor(), len(window.match.journal)
    assert "The course of the match" in get(visitor, "/history/1")
    assert f"Step 3 of {steps}" in get(visitor, "/history/1/3")
    assert visitor.get("/history/1?step=99999").headers["Location"].endswith(f"/history/1/{steps}")
    assert "Final ranking" in get(visitor, "/tables/window/scores")
    assert "Window" in get(visitor, "/history")
    assert '"state": "finished"' in visitor.get("/history/1/journal.json").text


def test_what_is_not_there_is_not_found(pages: Pages) -> None:
    visitor = pages.visitor()
    for path in ("/tables/nobody", "/tables/nobody/table", "/history/1", "/history/1/0",
                 f"/history/{10**30}", "/events/NO", "/tables/nobody/scores"):  # fmt: skip
        assert visitor.get(path).status_code == 404, path


def test_events_of_one_table_are_told_to_those_who_watch_it(pages: Pages) -> None:
    events = pages.house.events
    events.publish("window")
    events.publish()
    start = events.last_id.partition("-")[0] + "-0"
    assert events.missed(start, "window").count(b"event: view") == 1
    assert events.missed(start, "bar").count(b"event: view") == 0
    assert events.missed(start).count(b"event: view") == 1


def test_the_screen_shows_all_tables_that_play_page_by_page(pages: Pages) -> None:
    for number in range(14):
        table = pages.table(f"table-{number}")
        if number:
            table.begin()
    first, second = (get(pages.visitor(), f"/screen?page={page}") for page in (1, 2))
    assert "Page 1 of 2" in first
    shown = re.findall(r"Table-\d+", first + second)
    assert shown == [f"Table-{number}" for number in range(1, 14)]
    assert get(pages.visitor(), "/screen?page=3") == first
