"""People are remembered, renamed, joined into one and forgotten; their matches stay as they are."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from rules.games import GAMES
from rules.simulation import Simulation
from server.command import main
from server.store import Entry, Store, StoreError
from server.store.match_files import match_files
from server.store.rescue import rescue
from tests.server.store.test_before import BEFORE
from tests.server.web.evenings import EVENING, golden, golden_match, play


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "matches.sqlite") as store:
        yield store


def named(store: Store, name: str) -> int:
    return next(player.id for player in store.players.recent() if player.name == name)


def over(store: Store, *names: str, upto: int | None = None) -> int:
    """A match of these that has ended."""
    match_id = play(store, len(names), upto, names)
    if upto is None:
        store.finish(match_id, EVENING, match=golden_match(len(names)))
    return match_id


def test_who_plays_is_remembered_with_the_last_colour_however_the_name_is_written(
    store: Store,
) -> None:
    store.new_match("port_royal", ["Ann", "Bob"], {}, EVENING)
    store.new_match("port_royal", ["Cleo", "ANN"], {}, EVENING)
    known = {player.name: player.colour for player in store.players.recent()}
    assert known == {"Cleo": "red", "Ann": "blue", "Bob": "blue"}
    assert [player.name for player in store.players.recent()] == ["Ann", "Cleo", "Bob"]


def test_two_of_one_name_in_a_match_are_nobody_in_particular(store: Store) -> None:
    match_id = store.new_match("port_royal", ["a player", "A Player"], {}, EVENING)
    assert store.players.at_seats(match_id) == {}


def test_robots_are_not_remembered(store: Store) -> None:
    store.new_match("port_royal", ["Ada", "Carl"], {}, EVENING, remembered=False)
    assert store.players.recent() == []


def test_who_played_before_there_were_players_is_known_by_name(tmp_path: Path) -> None:
    folder = shutil.copytree(BEFORE, tmp_path / "data")
    with Store.open(folder / "matches.sqlite") as store:
        names = {player.name for player in store.players.recent()}
        assert names == {seat.name for record in store.matches() for seat in record.seats}
        seats = store.players.at_seats(1)
        assert [seats[seat.colour].name for seat in store.record(1).seats] == [
            seat.name for seat in store.record(1).seats
        ]


def test_another_name_stands_in_every_match_and_every_copy(store: Store) -> None:
    matches = [over(store, "Ann", "Bob") for _ in range(2)]
    journals = [store.load(match_id).journal for match_id in matches]
    ann = store.players.find(named(store, "Ann"))
    store.players.change(replace(ann, name="Анна", language="ru"))
    for match_id, journal in zip(matches, journals, strict=True):
        assert [seat.name for seat in store.record(match_id).seats] == ["Анна", "Bob"]
        assert store.load(match_id).journal == journal
        text = match_files(store.path)[match_id].read_text(encoding="utf-8")
        assert "Анна" in text
        assert "Ann" not in text
    assert store.players.find(ann.id).language == "ru"


def test_a_name_that_somebody_else_has_is_refused(store: Store) -> None:
    store.new_match("port_royal", ["Ann", "Bob"], {}, EVENING)
    ann = store.players.find(named(store, "Ann"))
    with pytest.raises(StoreError, match="Bob exists already"):
        store.players.change(replace(ann, name="BOB"))
    store.players.change(replace(ann, name="ANN"))
    assert store.players.find(ann.id).name == "ANN"


def test_two_who_are_one_person_become_one(store: Store) -> None:
    first, second = over(store, "Ann", "Bob"), over(store, "Anne", "Bob")
    ann, anne = named(store, "Ann"), named(store, "Anne")
    store.players.merge(anne, ann)
    assert {player.name for player in store.players.recent()} == {"Ann", "Bob"}
    for match_id in (first, second):
        assert store.record(match_id).seats[0].name == "Ann"
    [tally] = [each for each in store.statistics.tallies() if each.player == ann]
    assert tally.matches == 2


def test_two_who_sat_at_one_table_are_not_one_person(store: Store) -> None:
    match_id = over(store, "Ann", "Bob")
    with pytest.raises(StoreError, match="so they are two people"):
        store.players.merge(named(store, "Ann"), named(store, "Bob"))
    assert [seat.name for seat in store.record(match_id).seats] == ["Ann", "Bob"]


def test_a_forgotten_name_is_in_no_match_and_no_file_and_the_match_stays(store: Store) -> None:
    match_id = over(store, "Wilhelmina", "Bob")
    outcome = golden_match(2).outcome()
    assert outcome is not None
    store.players.forget(named(store, "Wilhelmina"), "a player")
    assert [player.name for player in store.players.recent()] == ["Bob"]
    assert store.load(match_id).outcome() is not None
    assert store.record(match_id).winners == tuple(seat.colour for seat in outcome.winners)
    store.close()  # everything that is in the log comes into the database
    for file in store.path.parent.rglob("*"):
        assert not file.is_file() or b"Wilhelmina" not in file.read_bytes(), file


def test_somebody_else_can_take_a_seat_but_nobody_has_two(store: Store) -> None:
    store.new_match("port_royal", ["Cleo", "Dora"], {}, EVENING)
    match_id = store.new_match("port_royal", ["Ann", "Bob"], {}, EVENING)
    store.players.sit(match_id, "red", named(store, "Cleo"))
    assert [seat.name for seat in store.record(match_id).seats] == ["Cleo", "Bob"]
    with pytest.raises(StoreError, match="Bob has another seat"):
        store.players.sit(match_id, "red", named(store, "Bob"))


def test_a_rescued_database_knows_the_same_people(store: Store) -> None:
    over(store, "Ann", "Bob")
    gone = over(store, "Cleo", "Dora")
    store.players.forget(named(store, "Dora"), "a player")
    known = store.players.recent()
    store.close()
    rescue(store.path)
    with Store.open(store.path) as again:
        assert again.players.recent() == known
        assert [*again.players.at_seats(gone)] == ["red"]
        assert again.without_results() == [1, 2]
        for match_id in again.without_results():
            again.keep_results(match_id)
        assert [tally.name for tally in again.statistics.tallies()] == ["Bob", "Ann", "Cleo"]


# -------------------------------------------------------------------------------------- Statistics


def test_results_are_kept_when_a_match_ends_and_go_when_its_end_is_taken_back(
    store: Store,
) -> None:
    match_id = over(store, "Ann", "Bob")
    assert [(tally.name, tally.wins) for tally in store.statistics.tallies()] == [
        ("Bob", 1),
        ("Ann", 0),
    ]
    store.append(match_id, [Entry("undo", "", "button", EVENING)])
    assert store.statistics.tallies() == []
    assert store.statistics.points_of(match_id) == {}


def test_a_match_that_is_given_up_is_in_no_statistics(store: Store) -> None:
    match_id = over(store, "Ann", "Bob", upto=40)
    store.finish(match_id, EVENING, abandoned=True)
    assert store.statistics.tallies() == []
    assert store.without_results() == []


def test_what_was_not_kept_is_found_by_playing_again(store: Store) -> None:
    match_id = play(store, 2)
    assert store.without_results() == [match_id]
    store.keep_results(match_id)
    assert store.without_results() == []
    played = golden_match(2)
    assert sum(store.statistics.points_of(match_id).values()) == sum(
        played.table.ledger.balance(seat, "influence") for seat in played.seats
    )


def test_a_player_is_told_by_game_and_set_with_places_kinds_and_time(store: Store) -> None:
    for _ in range(2):
        over(store, "Ann", "Bob")
    bob = named(store, "Bob")
    [game] = store.statistics.of_player(bob)
    assert (game.game, game.sets, game.places) == ("port_royal", "", {1: 2})
    assert sum(game.kinds.values()) == pytest.approx(game.tally.points)
    assert game.tally.per_turn == pytest.approx(game.tally.seconds / game.tally.turns)
    [rival] = store.statistics.rivals(bob)
    assert (rival.name, rival.matches, rival.ahead, rival.behind) == ("Ann", 2, 2, 0)


def test_all_thinking_time_of_a_match_is_somebodys(store: Store) -> None:
    over(store, "Ann", "Bob")
    tallies = store.statistics.tallies()
    # One choice every ten seconds; nobody is on turn as long as it is not known who begins.
    assert sum(tally.seconds for tally in tallies) == pytest.approx(10 * len(golden(2)), abs=20)


def test_a_deleted_match_is_in_no_statistics(store: Store) -> None:
    store.delete(over(store, "Ann", "Bob"))
    assert store.statistics.tallies() == []
    assert {player.name for player in store.players.recent()} == {"Ann", "Bob"}


def test_together_nobody_is_ahead_of_anybody(store: Store) -> None:
    simulation = Simulation(GAMES["port_royal"], ["Ann", "Bob"], {"mode": "contracts_together"}, 1)
    while simulation.step():
        pass
    match = simulation.match
    match_id = store.new_match("port_royal", ["Ann", "Bob"], match.settings, EVENING)
    store.append(match_id, [Entry("choice", key, "camera", EVENING) for key in match.journal])
    store.finish(match_id, EVENING, match=match)
    ann = named(store, "Ann")
    assert store.statistics.rivals(ann) == []
    [played] = store.statistics.of_player(ann)
    assert (played.sets.split()[-1], played.places) == ("together", {})
    assert (played.tally.matches, played.tally.ranked) == (1, 0)


def test_everything_is_worked_out_anew_by_a_command(
    store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    over(store, "Ann", "Bob")
    tallies = store.statistics.tallies()
    with store._transaction("BEGIN IMMEDIATE") as db:
        db.execute("UPDATE results SET points = 99, won = 1")
    store.close()
    folder = store.path.parent
    assert main(["statistics", "--rebuild", "--data", str(folder)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Bob: 1 won of 1 match",
        "Ann: 0 won of 1 match",
    ]
    with Store.open(folder / store.path.name) as again:
        assert again.statistics.tallies() == tallies
