"""Players: the hall of fame, what everybody has won, and playing again with the same people."""

from __future__ import annotations

import csv
import io
import json
import re

import pytest

from rules.game import Game
from server.live.messages import GiveUp
from server.store import Store
from tests.patience import PATIENCE
from tests.server.web.conftest import Room, Visitor
from tests.server.web.evenings import EVENING, go_on, golden_match, play
from tests.server.web.pages.test_scores import plain


def over(store: Store, *names: str, game: str = "port_royal") -> int:
    """A match of these that has ended."""
    match_id = play(store, len(names), None, names, game)
    store.finish(match_id, EVENING, match=golden_match(len(names), game=game))
    return match_id


def named(room: Room, name: str) -> int:
    return next(each.id for each in room.table.store.players.recent() if each.name == name)


# -------------------------------------------------------------------------------------- Statistics


def test_the_hall_of_fame_says_who_won_how_often_and_the_records(room: Room) -> None:
    for _ in range(3):
        over(room.table.store, "Ann", "Bob")
    over(room.table.store, "Ann", "Bob", game="navegador")
    page = plain(room.player().get("/players").text)
    assert "Bob 3 wins of 4 matches" in page
    assert "Ann 1 win of 4 matches" in page
    assert re.search("Most points Ann : 98 points Navegador", page)
    one_game = plain(room.player().get("/players?game=navegador").text)
    assert "Ann 1 win of 1 match" in one_game


def test_a_player_has_matches_places_kinds_rivals_and_time(room: Room) -> None:
    over(room.table.store, "Ann", "Bob")
    page = plain(room.player().get(f"/players/{named(room, 'Bob')}").text)
    assert "Port Royal Matches 1 Wins 1 Average points 12.0 Most points 12" in page
    assert "Place 1: 1 ×" in page
    assert "Expeditions" in page
    assert "Against Matches Ahead Behind Ann 1 1 0" in page


def test_no_match_is_played_again_for_it(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    over(room.table.store, "Ann", "Bob")

    def script(*_: object) -> None:
        raise AssertionError("a match is played again")

    monkeypatch.setattr(Game, "for_match", script)
    for path in ("/players", f"/players/{named(room, 'Ann')}", "/players/results.csv"):
        assert room.player().get(path).status_code == 200


@pytest.mark.parametrize("path", ["/players", "/players/1", "/players/results.csv"])
def test_only_phones_that_are_in_see_it(room: Room, path: str) -> None:
    over(room.table.store, "Ann", "Bob")
    assert room.visitor().get(path).status_code == 403


@pytest.mark.parametrize("path", ["/players/7", f"/players/{'9' * 25}"])
def test_a_player_that_there_is_not_is_no_page(room: Room, path: str) -> None:
    assert room.player().get(path).status_code == 404


# --------------------------------------------------------------------- Renamed, joined, forgotten


def test_a_player_is_renamed_also_in_the_match_at_the_table(room: Room) -> None:
    room.begin()
    phone, ann = room.player(), named(room, "Ann")
    form = {"name": " Anna  Maria ", "colour": "green", "language": "it"}
    assert phone.post(f"/players/{ann}/change", form).status_code == 303
    assert [seat.name for seat in room.match.seats] == ["Anna Maria", "Bob"]
    player = room.table.store.players.find(ann)
    assert (player.colour, player.language) == ("green", "it")


@pytest.mark.parametrize("name", ["", "x" * 21, "Bob"])
def test_a_name_that_cannot_be_is_refused_in_words(room: Room, name: str) -> None:
    room.begin()
    phone, ann = room.player(), named(room, "Ann")
    phone.post(f"/players/{ann}/change", {"name": name})
    page = plain(phone.get(f"/players/{ann}").text)
    assert "A name has 1 to" in page or "Bob exists already" in page
    assert room.table.store.players.find(ann).name == "Ann"


def test_two_players_become_one(room: Room) -> None:
    over(room.table.store, "Ann", "Bob")
    over(room.table.store, "Anne", "Bob")
    phone, ann = room.player(), named(room, "Ann")
    answer = phone.post(f"/players/{named(room, 'Anne')}/merge", {"into": str(ann)})
    assert answer.headers["Location"] == f"/players/{ann}"
    assert "Matches 2" in plain(phone.get(f"/players/{ann}").text)


def test_a_forgotten_player_is_a_player_in_the_language_of_whoever_says_so(room: Room) -> None:
    match_id, phone = over(room.table.store, "Wilhelmina", "Bob"), room.player()
    path = f"/players/{named(room, 'Wilhelmina')}/forget"
    phone.post(path)
    page = phone.get(f"/history/{match_id}").text
    assert "Wilhelmina" in page, "nobody was asked once more"
    phone.client.set_cookie("language", "it")
    phone.post(path, {"sure": "yes"}, follow_redirects=True)
    page = plain(phone.get(f"/history/{match_id}").text)
    assert "un giocatore" in page
    assert "Wilhelmina" not in page


@pytest.mark.parametrize("what", ["change", "merge", "forget"])
def test_only_those_at_the_table_change_anything_of_a_player(room: Room, what: str) -> None:
    over(room.table.store, "Ann", "Bob")
    room.table.joining.let_look_on(3600)
    form = {"name": "Eve", "sure": "yes", "into": "2"}
    assert room.visitor().post(f"/players/1/{what}", form).status_code == 403
    assert {each.name for each in room.table.store.players.recent()} == {"Ann", "Bob"}


# ----------------------------------------------------------------------------------------- As files


def test_all_results_come_as_a_table_without_formulas(room: Room) -> None:
    over(room.table.store, "=1+1", "Bob")
    answer = room.player().get("/players/results.csv")
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    assert [(row["player"], row["won"], row["points"]) for row in rows] == [
        ("'=1+1", "no", "12"),
        ("Bob", "yes", "12"),
    ]
    assert rows[1]["game"] == "Port Royal"
    assert "Expeditions: " in rows[1]["points by kind"]
    assert answer.headers["Content-Disposition"].endswith('"quartermaster-results.csv"')


def test_bg_stats_gets_every_game_and_player_once_and_the_same_ids_every_time(room: Room) -> None:
    for _ in range(2):
        over(room.table.store, "Ann", "Bob")
    text = room.player().get("/players/bgstats.json").text
    data = json.loads(text)
    assert [game["name"] for game in data["games"]] == ["Port Royal"]
    assert [player["name"] for player in data["players"]] == ["Ann", "Bob"]
    assert len({play["uuid"] for play in data["plays"]}) == 2
    [winner] = [score for score in data["plays"][0]["playerScores"] if score["winner"]]
    assert (winner["playerRefId"], winner["score"]) == (data["players"][1]["id"], "12")
    assert [score["startPlayer"] for score in data["plays"][0]["playerScores"]] == [True, False]
    assert room.player().get("/players/bgstats.json").text == text


# ------------------------------------------------------------------------------- Choosing and again


def test_known_players_are_put_into_the_next_empty_row_in_their_colour(room: Room) -> None:
    room.table.store.new_match("port_royal", ["Ann", "Bob"], {}, EVENING, ["green", "blue"])
    phone = room.player()
    assert 'name="add"' in phone.get("/").text
    form = {"game": "port_royal", "name-0": "Cleo", "add": str(named(room, "Ann"))}
    page = phone.post("/new-match", form).text
    assert re.search(r'name="name-1"[^>]* value="Ann"', page)
    assert re.search(r'id="colour-1-green" checked', page)
    assert re.search(r'id="colour-2-blue" checked', page)
    assert re.search(r'name="name-0"[^>]* value="Cleo"', page)


def test_the_same_people_play_again_with_one_tap_and_phones_keep_their_seats(room: Room) -> None:
    match_id = over(room.table.store, "Ann", "Bob")
    go_on(room, match_id)
    phone = room.player("blue")
    assert f'action="/matches/{match_id}/again"' in phone.get("/").text
    assert f'action="/matches/{match_id}/again"' in phone.get("/scores").text
    assert phone.post(f"/matches/{match_id}/again").headers["Location"] == "/set-up"
    assert [seat.name for seat in room.match.seats] == ["Ann", "Bob"]
    new = room.table.host.view.match_id
    assert new not in (None, match_id)
    assert room.table.store.phones.holders(new or 0) == {"blue": phone.id}
    assert room.match.settings == room.table.store.load(match_id).settings


def test_robots_play_again_too_and_are_nobody(room: Room) -> None:
    match_id, store = over(room.table.store, "Ann", "Bob"), room.table.store
    store.robots.seat(match_id, "blue", "easy")
    assert [*store.players.at_seats(match_id)] == ["red"]
    go_on(room, match_id)
    room.player().post(f"/matches/{match_id}/again")
    new = room.table.host.view.match_id
    assert new not in (None, match_id)
    assert store.robots.of(new or 0) == {"blue": "easy"}
    assert [*store.players.at_seats(new or 0)] == ["red"]
    store.robots.seat(new or 0, "blue", None)
    assert store.players.at_seats(new or 0)["blue"].name == "Bob", "Bob has come back"


def test_robots_take_seats_from_the_start_without_a_name(room: Room) -> None:
    phone = room.player()
    assert "Add robots" in phone.get("/").text
    form = {"game": "port_royal", "name-0": "Ann", "robot-2": "sensible", "robot-3": "genius"}
    assert phone.post("/matches", form).headers["Location"] == "/set-up"
    assert [seat.name for seat in room.match.seats] == ["Ann", "Robot 3"]
    assert [each.name for each in room.table.store.players.recent()] == ["Ann"]
    store, match_id = room.table.store, room.table.host.view.match_id
    assert store.robots.of(match_id or 0) == {room.match.seats[1].colour: "sensible"}


def test_nobody_plays_again_while_a_match_is_running_or_without_being_in(room: Room) -> None:
    match_id = over(room.table.store, "Ann", "Bob")
    room.begin("Cleo", "Dora")
    phone = room.player()
    phone.post(f"/matches/{match_id}/again")
    assert "A match is running" in phone.get(f"/history/{match_id}").text
    assert [seat.name for seat in room.match.seats] == ["Cleo", "Dora"]
    assert room.visitor().post(f"/matches/{match_id}/again").status_code == 403


def test_somebody_else_sits_down(room: Room) -> None:
    room.table.store.new_match("port_royal", ["Cleo", "Dora"], {}, EVENING)
    room.begin()
    phone = room.player("red")
    assert "Another player" in phone.get("/join").text
    form = {"seat": "red", "player": str(named(room, "Cleo"))}
    phone.post("/players/sit", form)
    assert [seat.name for seat in room.match.seats] == ["Cleo", "Bob"]
    assert room.player("blue").post("/players/sit", form).status_code == 409


def test_a_player_is_greeted_in_the_language_chosen_last(room: Room) -> None:
    room.begin()
    room.player("red").post("/language", {"language": "uk"})
    another = room.player("red")
    assert 'lang="uk"' in another.get("/me").text[:200]
    another.client.set_cookie("language", "ru")
    assert 'lang="ru"' in another.get("/me").text[:200]
    assert 'lang="en"' in room.player("blue").get("/me").text[:200]


# ------------------------------------------------------------------------ Clocks and given-up ones


def test_clocks_are_shown_if_the_table_wants_them(room: Room) -> None:
    room.begin()
    room.answer("red", "first:red")
    phone = room.player("red")
    assert "Thinking time" not in phone.get("/table").text
    phone.post("/players/clocks", {"clocks": "yes"})
    for path in ("/table", "/me"):
        page = phone.get(path).text
        assert re.search(r'id="clock-red" data-clock="\d+" data-running', page)
        assert re.search(r'id="clock-blue" data-clock="0"', page)
    phone.post("/players/clocks", {"clocks": "no"})
    assert "Thinking time" not in phone.get("/table").text


def test_a_match_that_is_given_up_is_kept_as_such_and_nobody_has_won_it(room: Room) -> None:
    room.begin()
    match_id = room.table.host.view.match_id
    assert match_id is not None
    room.table.host.ask(GiveUp(match_id)).result(timeout=PATIENCE)
    phone = room.player()
    assert "given up" in phone.get("/history").text
    assert "No match finished yet" in phone.get("/players").text


def bring_in(phone: Visitor, text: str) -> str:
    part = {
        "environ_base": {"REMOTE_ADDR": phone.address},
        "headers": {"X-CSRF-Token": phone.token()},
    }
    phone.client.post("/upload/part?at=0", data=text.encode(), **part)
    return phone.post("/history/bring-in", follow_redirects=True).text


def test_a_match_comes_back_from_its_file_and_counts_again(room: Room) -> None:
    match_id, phone = over(room.table.store, "Ann", "Bob"), room.player()
    text = phone.get(f"/history/{match_id}/journal.json").text
    phone.post(f"/matches/{match_id}/delete", {"sure": "yes"})
    assert room.table.store.statistics.tallies() == []
    page = plain(bring_in(phone, text))
    assert "Match loaded." in page
    assert "Bob wins!" in page
    assert [tally.name for tally in room.table.store.statistics.tallies()] == ["Bob", "Ann"]


def test_a_file_that_is_no_match_is_refused_in_words(room: Room) -> None:
    page = plain(bring_in(room.player(), "no match"))
    assert "The match was not imported" in page
