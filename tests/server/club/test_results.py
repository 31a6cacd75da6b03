"""Results, players and ratings follow from what tables have told."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace
from sqlalchemy import Engine, func, select, update

from server.club import people
from server.club.book import Book
from server.club.counting import FROM_THE_START, changed
from server.club.database import ratings, results, seats, unsettled
from server.club.opening import open_club
from server.club.ratings import OVERALL, changes, leaders
from server.club.replays import Replays
from server.club.results import Ended, ended_matches, result_of, settle_again
from server.club.settling import Settling
from server.store.errors import StoreError
from server.wire.messages import Changed, Deleted, Row
from tests.server.club.conftest import wait_for
from tests.server.club.played import GAME, ToldTable, catch_up, journal, on_both


@pytest.fixture
def one(club: Engine) -> ToldTable:
    return ToldTable(club, "table-1")


@pytest.fixture
def two(club: Engine) -> ToldTable:
    return ToldTable(club, "table-2")


@pytest.fixture
def book(club: Engine) -> Iterator[Book]:
    with closing(Book(club)) as book:
        yield book


def all_results(club: Engine) -> list[Ended]:
    catch_up(club)
    with club.connect() as db:
        return ended_matches(db)


def person(club: Engine, name: str, number: int = 0) -> people.Person:
    with club.connect() as db:
        return [each for each in people.everybody(db) if each.name == name][number]


def numbers(club: Engine, scope: str = OVERALL) -> dict[str, int]:
    with club.connect() as db:
        return {each.name: each.rating.number for each in leaders(db, scope)}


# ---------------------------------------------------------------------------------------- Results


def test_a_finished_match_is_played_again_and_its_result_is_kept(
    club: Engine, one: ToldTable
) -> None:
    one.play(["Ann", "Bob", "Cid"], seed=1)
    [ended] = all_results(club)
    assert [each.name for each in ended.seats] == ["Ann", "Bob", "Cid"]
    assert sorted(each.place or 0 for each in ended.seats)[0] == 1
    assert all(sum(each.kinds.values()) == each.points for each in ended.seats)
    assert ended.seconds == len(journal(3, 1))
    assert (ended.game, ended.sets, ended.together, ended.ended) == (GAME, "", False, 1600.0)


def test_a_match_that_is_not_finished_or_was_given_up_has_no_result(
    club: Engine, one: ToldTable
) -> None:
    match = one.begin(["Ann", "Bob"])
    one.tell(*one.rows(match, 2, 1, 1000.0)[:20])
    assert all_results(club) == []
    one.tell(Changed(match, "abandoned", None, 1100.0))
    assert all_results(club) == []


@on_both
def test_a_result_goes_when_the_match_goes_on_and_comes_back_with_its_new_end(
    club: Engine, one: ToldTable
) -> None:
    match = one.play(["Ann", "Bob"], seed=1)
    before, count = all_results(club), len(journal(2, 1))
    last = one.rows(match, 2, 1, 1000.0)[-1]
    one.tell(Row(match, count + 1, "undo", last.key, "phone:red", 1700.0))
    assert all_results(club) == []
    one.tell(replace(last, number=count + 2, at=1701.0))
    [again] = all_results(club)
    assert [each[2:8] for each in again.seats] == [each[2:8] for each in before[0].seats]


@on_both
def test_nothing_is_left_of_a_match_that_was_deleted(club: Engine, one: ToldTable) -> None:
    match = one.play(["Ann", "Bob"], seed=1)
    catch_up(club)
    one.tell(Deleted(match))
    assert all_results(club) == []
    with club.connect() as db:
        assert people.everybody(db) == []
        for table in (seats, ratings, unsettled):
            assert db.execute(select(func.count()).select_from(table)).scalar() == 0


def test_a_match_that_the_rules_do_not_understand_is_said_and_does_not_stop_the_others(
    club: Engine, one: ToldTable, book: Book
) -> None:
    match = one.begin(["Ann", "Bob"])
    one.tell(Row(match, 1, "choice", "fly:moon", "camera", 1.0), Changed(match, "finished"))
    one.play(["Ann", "Bob"], seed=1)
    wrong, right = sorted(all_results(club), key=lambda each: each.match)
    assert wrong.trouble is not None
    assert "Row 1 (choice fly:moon) does not fit" in wrong.trouble
    assert right.trouble is None
    assert book.statistics().played()[0].matches == 1
    settle_again(club, only_troubled=True)
    with club.connect() as db:
        assert list(db.execute(select(unsettled.c.match)).scalars()) == [wrong.match]


def test_results_can_be_made_anew_from_the_journals_alone(club: Engine, one: ToldTable) -> None:
    one.play(["Ann", "Bob"], seed=1)
    one.play(["Bob", "Ann"], seed=2, at=3000.0)
    before, rated = all_results(club), numbers(club)
    settle_again(club)
    assert all_results(club) == before
    assert numbers(club) == rated


def test_results_follow_by_themselves_while_a_club_is_open(club: Engine, one: ToldTable) -> None:
    told: list[bool] = []
    with Settling(club, Replays(club), lambda: told.append(True)) as settling:
        match = one.play(["Ann", "Bob"], seed=1)
        settling.wake()
        wait_for(lambda: bool(told), "the result")
    with club.connect() as db:
        assert result_of(db, match) is not None


# ----------------------------------------------------------------------------------------- People


@on_both
def test_the_same_name_at_two_tables_is_proposed_as_one_person_and_joined_by_the_organiser(
    club: Engine, one: ToldTable, two: ToldTable, book: Book
) -> None:
    one.play(["Ann", "Bob"], seed=1)
    two.play(["ann", "Cid"], seed=2)
    with club.connect() as db:
        [(first, second)] = people.alike(db)
    people.merge(club, second.id, first.id)
    catch_up(club)
    assert [each.at for each in person(club, "Ann").identities] == ["Table-1", "Table-2"]
    [tally] = [each for each in book.statistics().tallies() if each.name == "Ann"]
    assert tally.matches == 2
    with club.connect() as db:
        assert people.alike(db) == []


def test_who_was_joined_by_mistake_is_parted_again_and_not_proposed_any_more(
    club: Engine, one: ToldTable, two: ToldTable
) -> None:
    one.play(["Ann", "Bob"], seed=1)
    two.play(["Ann", "Cid"], seed=2)
    people.merge(club, person(club, "Ann", 1).id, person(club, "Ann").id)
    people.split(club, person(club, "Ann").identities[1])
    with club.connect() as db:
        assert [each.name for each in people.everybody(db)] == ["Ann", "Ann", "Bob", "Cid"]
        assert people.alike(db) == []


def test_two_who_have_played_against_each_other_are_not_one(club: Engine, one: ToldTable) -> None:
    one.play(["Ann", "Bob"], seed=1)
    with pytest.raises(StoreError, match="met in a match"):
        people.merge(club, person(club, "Ann").id, person(club, "Bob").id)


def test_two_of_one_name_remain_two_if_the_organiser_says_so(
    club: Engine, one: ToldTable, two: ToldTable
) -> None:
    one.begin(["Ann", "Bob"])
    two.begin(["Ann", "Cid"])
    with club.connect() as db:
        [(first, second)] = people.alike(db)
    people.remain_two(club, second.id, first.id)
    with club.connect() as db:
        assert people.alike(db) == []


def test_a_table_that_joins_again_has_the_same_people(club: Engine, one: ToldTable) -> None:
    one.begin(["Ann", "Bob"])
    one.epoch, one.told, one.matches = "e2", 0, 0
    one.begin(["Ann", "Bob"])
    with club.connect() as db:
        assert [each.name for each in people.everybody(db)] == ["Ann", "Bob"]


@on_both
def test_a_guest_never_appears_not_even_who_becomes_one_later(
    club: Engine, one: ToldTable, book: Book
) -> None:
    match = one.play([None, "Bob"], seed=1)
    catch_up(club)
    assert [each.name for each in book.statistics().tallies()] == ["Bob"]
    one.tell(one.begun(match, [None, None]))
    catch_up(club)
    with club.connect() as db:
        assert people.everybody(db) == []
    assert book.statistics().tallies() == []


def test_a_name_of_the_organiser_stays_whatever_a_table_says(club: Engine, one: ToldTable) -> None:
    match = one.begin(["Ann", "Bob"])
    people.rename(club, person(club, "Ann").id, "Anna Smith")
    one.numbers = {"Annie": one.numbers["Ann"], "Robert": one.numbers["Bob"]}
    one.tell(one.begun(match, ["Annie", "Robert"]))
    with club.connect() as db:
        assert [each.name for each in people.everybody(db)] == ["Anna Smith", "Robert"]
    with pytest.raises(StoreError, match="already"):
        people.rename(club, person(club, "Robert").id, "anna  smith")


# ---------------------------------------------------------------------------------------- Ratings


def test_who_wins_rises_who_loses_falls_and_both_are_known_better(
    club: Engine, one: ToldTable
) -> None:
    one.play(["Ann", "Bob"], seed=1)
    [ended] = all_results(club)
    winner, loser = sorted(ended.seats, key=lambda each: each.place or 0)
    rated = numbers(club, GAME)
    assert rated[winner.name] > 1500 > rated[loser.name]
    with club.connect() as db:
        assert all(each.rating.uncertainty < 1000 for each in leaders(db))
        change = changes(db, ratings.c.scope == GAME, ratings.c.person == winner.person)[0]
    assert change.expected == pytest.approx(0.5)
    assert change.beaten == 1.0
    assert change.gained == rated[winner.name] - 1500


def test_the_order_in_which_matches_ended_counts_not_that_in_which_they_were_told(
    tmp_path: Path,
) -> None:
    rated = []
    for order in ([1, 2], [2, 1]):
        club = open_club(f"sqlite:///{tmp_path / str(order[0])}")
        one, two = ToldTable(club, "table-1"), ToldTable(club, "table-2")
        for seed in order:
            table = {1: one, 2: two}[seed]
            table.play(["Ann", "Bob"], seed, at=seed * 1000.0)
            catch_up(club)
        for name in ("Ann", "Bob"):
            same = sorted(person(club, name, n).identities[0].table for n in (0, 1))
            assert same == ["table-1", "table-2"]
            keep = next(
                p.id for p in (person(club, name), person(club, name, 1))
                if p.identities[0].table == "table-1"
            )  # fmt: skip
            other = next(p.id for p in (person(club, name), person(club, name, 1)) if p.id != keep)
            people.merge(club, other, keep)
        catch_up(club)
        rated.append(numbers(club))
        club.dispose()
    assert rated[0] == rated[1]


def test_guests_robots_and_matches_together_do_not_change_a_rating(
    club: Engine, one: ToldTable, book: Book
) -> None:
    one.play(["Ann", None], seed=1)
    match = one.begin(["Ann", "Bob"])
    one.tell(*one.rows(match, 2, 1, 1000.0, by="robot"), Changed(match, "finished", (), 1500.0))
    settings = {"mode": "contracts_together"}
    one.play(["Ann", "Bob"], seed=3, settings=settings)
    played = all_results(club)
    assert [each.together for each in played] == [False, False, True]
    assert all(seat.robot for seat in played[0].seats)
    assert numbers(club) == {}
    [together] = [each for each in book.statistics().played() if "together" in each.sets]
    assert together.matches == 1


def test_a_tie_leaves_two_equals_equal(club: Engine, one: ToldTable) -> None:
    one.play(["Ann", "Bob"], seed=1)
    catch_up(club)
    with club.begin() as db:
        db.execute(update(results).values(place=1))
        changed(db, FROM_THE_START)
    catch_up(club)
    with club.connect() as db:
        assert [each.beaten for each in changes(db)] == [0.5] * 4
    assert len(set(numbers(club).values())) == 1


# ------------------------------------------------------------------------------------- Statistics


@on_both
def test_a_club_counts_as_its_tables_do(
    club: Engine, one: ToldTable, two: ToldTable, book: Book
) -> None:
    one.play(["Ann", "Bob"], seed=1)
    one.play(["Bob", "Ann"], seed=2, at=3000.0)
    two.play(["Cid", "Dan"], seed=3, at=5000.0)
    catch_up(club)
    found = book.statistics()
    assert {each.name: each.matches for each in found.tallies()} == {
        "Ann": 2, "Bob": 2, "Cid": 1, "Dan": 1,
    }  # fmt: skip
    [rival] = found.rivals(person(club, "Ann").id)
    assert (rival.name, rival.matches) == ("Bob", 2)
    [best] = found.most_points(5)
    assert best.value == max(seat.points for each in all_results(club) for seat in each.seats)
    [game] = found.of_player(person(club, "Cid").id)
    assert sum(game.kinds.values()) == pytest.approx(game.tally.points)
    one.tell(Deleted(2))
    assert {each.name: each.matches for each in book.statistics().tallies()}["Ann"] == 1
