"""Tournaments and leagues: rounds, results that come in by themselves, corrections."""

from __future__ import annotations

import pytest
from sqlalchemy import Engine

from server.club import correcting, people, tournaments
from server.club.scoreboard import Board, board_of, for_the_screen
from server.club.tournaments import ByHand, Kind, Seating, Tournament
from server.store.errors import StoreError
from server.wire.messages import Row
from tests.server.club.played import GAME, ToldTable, catch_up, journal, on_both

EIGHT = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal")


@pytest.fixture
def tables(club: Engine) -> list[ToldTable]:
    return [ToldTable(club, f"table-{number}") for number in (1, 2)]


def wanted(kind: Kind = "tournament", least: int = 3, most: int = 4, **more: object) -> Tournament:
    values: dict[str, object] = {"settings": {}, "rounds": 2, "begun_at": 100.0, **more}
    return Tournament(0, kind, "Spring Cup", GAME, least=least, most=most, closed_at=None, **values)  # type: ignore[arg-type]


def begun(club: Engine, names: tuple[str, ...] = EIGHT, **more: object) -> int:
    made = tournaments.make(club, wanted(**more))  # type: ignore[arg-type]
    tournaments.enter(club, made, [people.add(club, name) for name in names])
    return made


def drawn(club: Engine, tournament: int, number: int) -> list[Seating]:
    with club.connect() as db:
        return [e for e in tournaments.seatings_of(db, tournament) if e.round == number]


def names(seating: Seating) -> list[str]:
    return [name for _, name in seating.people]


def board(club: Engine, tournament: int) -> Board:
    with club.connect() as db:
        return board_of(db, tournaments.find(db, tournament))


@on_both
def test_two_rounds_of_eight_whose_results_come_in_by_themselves(
    club: Engine, tables: list[ToldTable]
) -> None:
    cup = begun(club)
    for number, at in ((1, 1000.0), (2, 9000.0)):
        assert tournaments.draw(club, cup, at) == number
        for table, seating in zip(tables, drawn(club, cup, number), strict=True):
            assert seating.at == table.key.title()
            table.play(names(seating), seed=number, at=at + 60)
        catch_up(club)
    found = board(club, cup)
    assert len(found.counted) == 4
    assert [each.standing.matches for each in found.ranked] == [2] * 8
    assert sum(each.standing.score for each in found.ranked) == pytest.approx(800.0)
    assert found.ranked[0].standing.place == 1
    assert all(sum(line.score for line in each.lines) == each.standing.score
               for each in found.ranked)  # fmt: skip
    with club.connect() as db:
        assert len(people.everybody(db)) == 8, "who was drawn to a table is known there"
        shown = for_the_screen(db)
    assert shown is not None
    assert shown.tournament.id == cup
    with pytest.raises(StoreError, match="All 2 rounds are played"):
        tournaments.draw(club, cup, 20000.0)


def test_a_match_counts_only_at_its_table_after_the_draw_with_these_players_and_settings(
    club: Engine, tables: list[ToldTable]
) -> None:
    settings = {"mode": "base", "gambler": "no"}
    cup = begun(club, EIGHT[:4], settings=settings)
    tables[0].play(EIGHT[:4], seed=1, at=500.0)
    for each in EIGHT[:4]:
        _join_all(club, each)
    tournaments.draw(club, cup, 1000.0)
    [seating] = drawn(club, cup, 1)
    four = names(seating)
    tables[1].play(four, seed=1, at=2000.0)
    tables[0].play([*four[:3], None], seed=1, at=2000.0)
    tables[0].play(four, seed=1, at=2000.0, settings={"gambler": "yes"})
    catch_up(club)
    assert board(club, cup).counted == ()
    tables[0].play(four, seed=1, at=4000.0)
    catch_up(club)
    assert len(board(club, cup).counted) == 1


def test_a_match_that_goes_on_after_its_end_does_not_count_until_it_ends_again(
    club: Engine, tables: list[ToldTable]
) -> None:
    cup = begun(club, EIGHT[:3])
    tournaments.draw(club, cup, 1000.0)
    match = tables[0].play(names(drawn(club, cup, 1)[0]), seed=1, at=1100.0)
    catch_up(club)
    assert len(board(club, cup).counted) == 1
    last = journal(3, 1)[-1]
    count = len(journal(3, 1))
    tables[0].tell(Row(match, count + 1, "undo", last, "camera", 2000.0))
    catch_up(club)
    assert board(club, cup).counted == ()
    tables[0].tell(Row(match, count + 2, "choice", last, "camera", 2001.0))
    catch_up(club)
    assert len(board(club, cup).counted) == 1


def test_nobody_sits_out_and_what_helps_is_said(club: Engine) -> None:
    cup = begun(club, EIGHT[:5])
    with pytest.raises(StoreError) as refused:
        tournaments.draw(club, cup, 1000.0)
    assert "5 players do not fit tables of 3 to 4, and nobody sits out." in str(refused.value)
    assert "Add at least 1, remove at least 1," in str(refused.value)
    assert "Enter players first" in str(tournaments.cannot_be_divided(0, 3, 4))
    assert "at least 2." in str(tournaments.cannot_be_divided(1, 3, 4))


def test_a_round_waits_for_the_one_before_it(club: Engine, tables: list[ToldTable]) -> None:
    cup = begun(club)
    tournaments.draw(club, cup, 1000.0)
    one, two = drawn(club, cup, 1)
    tables[0].play(names(one), seed=1, at=1100.0)
    catch_up(club)
    with pytest.raises(StoreError, match="no result of table 2"):
        tournaments.draw(club, cup, 2000.0)
    correcting.leave_out(club, two.id, "Fire alarm")
    tournaments.draw(club, cup, 2000.0)
    with pytest.raises(StoreError, match="Give a reason"):
        correcting.leave_out(club, one.id, " ")


def test_late_comers_and_those_who_leave(club: Engine, tables: list[ToldTable]) -> None:
    cup = begun(club, EIGHT[:6])
    tournaments.draw(club, cup, 1000.0)
    for table, seating in zip(tables, drawn(club, cup, 1), strict=True):
        table.play(names(seating), seed=1, at=1100.0)
    catch_up(club)
    leaves = board(club, cup).ranked[0]
    tournaments.leave(club, cup, leaves.person)
    tournaments.enter(club, cup, [people.add(club, name) for name in EIGHT[6:]])
    tournaments.draw(club, cup, 2000.0)
    playing = {name for seating in drawn(club, cup, 2) for name in names(seating)}
    assert playing == {*EIGHT} - {leaves.name}
    still = next(each for each in board(club, cup).ranked if each.person == leaves.person)
    assert still.left
    assert still.standing.score == leaves.standing.score


def test_the_organiser_corrects_with_a_reason_and_takes_it_back(
    club: Engine, tables: list[ToldTable]
) -> None:
    cup = begun(club, EIGHT[:3])
    tournaments.draw(club, cup, 1000.0)
    [seating] = drawn(club, cup, 1)
    with pytest.raises(StoreError, match="Places must run like"):
        correcting.correct(club, seating.id, ByHand([1, 2, 4], [0, 0, 0]), "Counted wrong")
    correcting.correct(club, seating.id, ByHand([2, 1, 2], [8, 12, 8]), "Played without a camera")
    [first, *others] = board(club, cup).ranked
    assert (first.name, first.standing.score) == (names(seating)[1], 100.0)
    assert first.lines[0].counted.reason == "Played without a camera"
    assert [each.standing.score for each in others] == [25.0, 25.0]
    tables[0].play(names(seating), seed=1, at=1100.0)
    catch_up(club)
    assert board(club, cup).counted[0].match is None
    correcting.as_played(club, seating.id)
    assert board(club, cup).counted[0].match is not None


def test_a_round_is_taken_back_only_while_nothing_of_it_counts(club: Engine) -> None:
    cup = begun(club, EIGHT[:3])
    tournaments.draw(club, cup, 1000.0)
    tournaments.take_back(club, cup)
    assert drawn(club, cup, 1) == []
    tournaments.draw(club, cup, 1000.0)
    [seating] = drawn(club, cup, 1)
    correcting.correct(club, seating.id, ByHand([1, 2, 3], [3, 2, 1]), "As they said")
    with pytest.raises(StoreError, match="has results, so it stays"):
        tournaments.take_back(club, cup)


def test_a_closed_tournament_stays_as_it_is_until_it_is_opened_again(club: Engine) -> None:
    cup = begun(club, EIGHT[:3])
    tournaments.close(club, cup, 5000.0)
    with pytest.raises(StoreError, match="is closed"):
        tournaments.draw(club, cup, 6000.0)
    tournaments.close(club, cup, None)
    tournaments.draw(club, cup, 6000.0)
    tournaments.delete_all_of(club, cup)
    with club.connect() as db:
        assert tournaments.all_of(db) == []
        assert len(people.everybody(db)) == 3


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"least": 4, "most": 3}, "the smaller first"),
        ({"least": 1, "most": 9}, "Players of"),
        ({"rounds": 0}, "1 to 30"),
        ({"settings": {"mode": "flying"}}, "no such setting"),
    ],
)
def test_a_tournament_that_cannot_be_is_refused(
    club: Engine, wrong: dict[str, object], reason: str
) -> None:
    with pytest.raises(StoreError, match=reason):
        tournaments.make(club, wanted(**wrong))  # type: ignore[arg-type]


@on_both
def test_in_a_league_every_match_of_its_game_in_its_time_counts(
    club: Engine, tables: list[ToldTable]
) -> None:
    league = tournaments.make(club, wanted("league", begun_at=1000.0))
    tables[0].play(["Ann", "Bob", None], seed=1, at=500.0)
    tables[0].play(["Ann", "Bob", None], seed=1, at=1500.0)
    tables[1].play(["Cid", None], seed=2, at=1500.0)
    tables[1].play(["Cid", "Dan"], seed=2, at=3000.0)
    catch_up(club)
    assert [(len(each.result.players)) for each in board(club, league).counted] == [2, 2]
    tournaments.close(club, league, 3000.0)
    assert {each.name for each in board(club, league).ranked} == {"Ann", "Bob"}


def _join_all(club: Engine, name: str) -> None:
    """The organiser says that those of one name are one."""
    with club.connect() as db:
        same = [each.id for each in people.everybody(db) if each.name == name]
    for other in same[1:]:
        people.merge(club, other, same[0])
