"""History: old matches, each of them step by step, and as a file."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from rules.match import Match
from rules.score_sheet import score_sheets
from server.store import Entry, Record, Store
from server.web.parts.points import scores
from server.web.showing.replays import Replays
from server.web.showing.reports import rows_behind_answers
from tests.server.web.conftest import Room
from tests.server.web.evenings import EVENING, REPORTERS, go_on, golden, golden_match, play
from tests.server.web.pages.test_scores import plain

# --------------------------------------------------------------------------------------- The list


def test_matches_are_listed_with_state_and_winner(room: Room) -> None:
    store = room.table.store
    play(store, 2)
    play(store, 3, 80)
    play(store, 5, 40)  # begun while the one before was running
    page = plain(room.player().get("/history").text)
    newest, middle, oldest = (page.index(state) for state in ("being played", "paused", "finished"))
    assert newest < middle < oldest
    assert re.search("Bob Winner", page)
    assert page.count("Winner") == 1


def test_many_matches_are_on_several_pages(room: Room) -> None:
    ids = [play(room.table.store, 2, 3) for _ in range(12)]
    first, second = (room.player().get(f"/history?page={n}").text for n in (1, 2))
    assert [f'"/history/{match_id}"' in first for match_id in ids] == [False] * 2 + [True] * 10
    assert [f'"/history/{match_id}"' in second for match_id in ids] == [True] * 2 + [False] * 10


def test_the_list_shows_winners_without_playing_the_matches_again(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = room.table.store
    match = golden_match(2)
    match_id, outcome = play(store, 2), match.outcome()
    assert outcome is not None
    store.finish(match_id, EVENING, match=match)

    def load(_: Store, match_id: int) -> Match[Any]:
        raise AssertionError(f"match {match_id} is played again")

    monkeypatch.setattr(Store, "load", load)
    assert re.search("Bob Winner", plain(room.player().get("/history").text))


def test_a_match_that_ended_before_winners_were_kept_is_played_again_once(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = play(room.table.store, 2)
    assert room.table.store.record(match_id).winners is None
    loaded = []
    load = Store.load

    def counted(store: Store, match_id: int) -> Match[Any]:
        loaded.append(match_id)
        return load(store, match_id)

    monkeypatch.setattr(Store, "load", counted)
    for _ in range(3):
        assert plain(room.player().get("/history").text).count("Winner") == 1
    assert loaded == [match_id]
    assert room.table.store.record(match_id).winners == ("blue",)


def test_only_the_matches_of_a_page_are_read(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(25):
        room.table.store.new_match("port_royal", ["Ann", "Bob"], {}, EVENING)
    read = []
    matches = Store.matches

    def counted(store: Store, *args: Any, **options: Any) -> list[Record]:
        read.append(matches(store, *args, **options))
        return read[-1]

    monkeypatch.setattr(Store, "matches", counted)
    for path in ("/history?page=2", "/"):
        room.player().get(path)
    assert [len(records) for records in read] == [10, 1, 6, 0]


@pytest.mark.parametrize("page", ["0", "-3", "99", "x", "9" * 30])
def test_a_page_that_there_is_not_is_the_nearest_one(room: Room, page: str) -> None:
    play(room.table.store, 2, 3)
    assert "Port Royal" in room.player().get(f"/history?page={page}").text


def test_without_matches_the_list_says_so(room: Room) -> None:
    assert "No match yet." in room.player().get("/history").text


# -------------------------------------------------------------------------------------- One match


def test_a_finished_match_shows_its_ranking_and_how_long_it_took(room: Room) -> None:
    match_id = play(room.table.store, 2)
    page = plain(room.player().get(f"/history/{match_id}").text)
    assert "Bob wins! 12 influence, tied" in page
    assert f"{round(len(golden(2)) * 10 / 60)} minutes" in page
    assert f"{len(golden(2))} choices" in page


def test_only_a_finished_match_is_sent_to_bg_stats(room: Room) -> None:
    over, unfinished = play(room.table.store, 2), play(room.table.store, 2, 50)
    assert 'href="bgstats://' in room.player().get(f"/history/{over}").text
    assert "bgstats://" not in room.player().get(f"/history/{unfinished}").text


def test_the_paused_match_is_resumed_only_by_phones_that_are_in(room: Room) -> None:
    paused = play(room.table.store, 2, 50)
    play(room.table.store, 3, 10)
    form = f'action="/matches/{paused}/resume"'
    room.table.joining.let_look_on(3600)
    assert form not in room.visitor().get(f"/history/{paused}").text
    assert form in room.player().get(f"/history/{paused}").text


def test_a_match_of_another_version_says_why_and_can_still_be_saved(room: Room) -> None:
    store = room.table.store
    match_id = store.new_match("port_royal", ["Ann", "Bob"], {}, EVENING)
    store.append(match_id, [Entry("choice", "hire:nobody/1.1", "camera", EVENING)])
    store.finish(match_id, EVENING)
    page = room.player().get(f"/history/{match_id}")
    assert page.status_code == 200
    assert "cannot be played with this version" in page.text
    assert f"/history/{match_id}/journal.json" in page.text
    assert "finished" in room.player().get("/history").text
    assert room.player().get(f"/history/{match_id}/0").status_code == 409


@pytest.mark.parametrize("path", ["/history/7", "/history/7/0", "/history/7/journal.json"])
def test_a_match_that_there_is_not_is_no_page(room: Room, path: str) -> None:
    assert room.player().get(path).status_code == 404
    assert room.player().get(path.replace("7", "9" * 25)).status_code == 404


# ------------------------------------------------------------------------------------ Step by step


def test_every_step_shows_the_choice_and_who_reported_it(room: Room) -> None:
    match_id, match = play(room.table.store, 2, 40), golden_match(2, 40)
    words = {"camera": "seen by the camera", "button": "by button", "phone:red": "phone"}
    for step in (1, 2, 3, 11, 25, 39, 40):
        page = plain(room.player().get(f"/history/{match_id}/{step}").text)
        answer = match.answers[step - 1]
        assert f"Step {step} of 40" in page
        assert str(answer.option.text) in page
        assert words[REPORTERS[step % len(REPORTERS)]] in page


def test_every_step_shows_the_table_and_the_scores_of_then(room: Room) -> None:
    match_id, match = play(room.table.store, 5), golden_match(5)
    for step in (0, 1, 123, 300, len(match.journal)):
        page = plain(room.player().get(f"/history/{match_id}/{step}").text)
        then = match.fork(step)
        for score in scores(then):
            coins = score.others[0].total
            assert f"{score.seat.name} {coins} {score.points.total} " in page
        for card in then.table.places["harbour"]:
            assert str(card.name) in page


def test_the_cards_that_a_step_moved_are_marked(room: Room) -> None:
    match_id, match = play(room.table.store, 2, 60), golden_match(2, 60)
    step = next(n for n, key in enumerate(match.journal, start=1) if key.startswith("turn:ship"))
    page = room.player().get(f"/history/{match_id}/{step}").text
    assert page.count("is-moved") == 1


def links(page: str) -> dict[str, int]:
    found = re.findall(r'id="way-(\w+)" href="/history/\d+/(\d+)"', page)
    return {name: int(step) for name, step in found}


def test_steps_lead_to_the_first_the_last_and_the_ones_beside(room: Room) -> None:
    match_id, match = play(room.table.store, 2, 60), golden_match(2, 60)
    turns = [answered for answered, _ in match.checkpoints]
    at = room.player()
    assert links(at.get(f"/history/{match_id}/0").text) == {
        "forward": 1,
        "turn_forward": turns[1],
        "last": 60,
    }
    middle = links(at.get(f"/history/{match_id}/30").text)
    assert middle == {
        "first": 0,
        "turn_back": max(turn for turn in turns if turn < 30),
        "back": 29,
        "forward": 31,
        "turn_forward": min(turn for turn in turns if turn > 30),
        "last": 60,
    }
    assert set(links(at.get(f"/history/{match_id}/60").text)) == {"first", "turn_back", "back"}
    assert at.get(f"/history/{match_id}/61").status_code == 404


def test_a_choice_that_was_taken_back_is_no_step() -> None:
    rows = [
        Entry("choice", "first:red", "phone:red", 1.0),
        Entry("choice", "draw", "camera", 2.0),
        Entry("undo", "draw", "button", 3.0),
        Entry("final", "", "camera", 3.5),
        Entry("choice", "draw", "button", 4.0),
        Entry("undo", "draw", "button", 5.0),
        Entry("choice", "draw", "phone:blue", 6.0),
        Entry("final", "", "button", 7.0),
    ]
    assert rows_behind_answers(rows) == [rows[0], rows[6]]
    assert rows_behind_answers(rows[:5]) == [rows[0], rows[4]]


# ----------------------------------------------------------------------------------- Loading, files


def test_a_match_is_loaded_once_and_again_when_it_went_on(room: Room) -> None:
    store, replays = room.table.store, Replays()
    match_id = play(store, 2, 20)
    first = replays.load(store, match_id).match
    assert replays.load(store, match_id).match is first
    store.append(match_id, [Entry("choice", golden(2)[20], "camera", EVENING + 999)])
    again: Match[Any] = replays.load(store, match_id).match
    assert len(again.journal) == 21


def test_the_state_of_a_loaded_match_is_always_the_stored_one(room: Room) -> None:
    store, replays = room.table.store, Replays()
    match_id = play(store, 2, 20)
    assert replays.load(store, match_id).record.state == "running"
    store.finish(match_id, EVENING, abandoned=True)
    assert replays.load(store, match_id).record.state == "abandoned"


def test_the_saved_file_can_be_read_in_again(room: Room, tmp_path: Any) -> None:
    match_id = play(room.table.store, 3)
    answer = room.player().get(f"/history/{match_id}/journal.json")
    assert answer.mimetype == "application/json"
    assert answer.headers["Content-Disposition"].startswith("attachment")
    played = room.table.store.load(match_id)
    assert answer.text == room.table.store.export_match(match_id, score_sheets(played))
    assert [sheet["total"] for sheet in json.loads(answer.text)["scores"]] == [
        sheet.total for sheet in score_sheets(played)
    ]
    with Store.open(tmp_path / "other.sqlite") as other:
        copy = other.load(other.import_match(answer.text, EVENING))
    assert copy.journal == golden(3)


def test_looking_back_changes_nothing_at_the_table(room: Room) -> None:
    old, running = play(room.table.store, 2), play(room.table.store, 3, 30)
    go_on(room, running)
    before = room.table.host.view
    for path in (f"/history/{old}", f"/history/{old}/100", f"/history/{running}/5"):
        assert room.player().get(path).status_code == 200
    assert room.table.host.view is before
