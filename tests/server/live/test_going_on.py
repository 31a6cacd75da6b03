"""Whoever is done with a phase that all play at once goes on without a word, or waits."""

from __future__ import annotations

from rules.cooper_island.table import CLEANUP, INCOME, WORK, Table
from rules.match import Match
from tests.rules.at_the_table import play
from tests.rules.cooper_island.the_table import EVA, MIKE, START, Given, at_table
from tests.server.live.lying_cards import LyingCards

ROUND_F = "space:f:round"


def open_seats(match: Match[Table]) -> list[str]:
    assert match.choice is not None
    return [question.who.colour for question in match.choice.questions]


def worker(table: LyingCards, colour: str) -> str:
    """One that is available."""
    return next(
        piece
        for piece, place in table.places.items()
        if place == f"available:{colour}" and piece.startswith("worker/")
    )


def income(journal: str) -> LyingCards:
    match = at_table(phase=INCOME)
    play(match, journal)
    return LyingCards(match)


def test_a_worker_that_is_placed_closes_the_own_income() -> None:
    """Eva, who has Cooper, has not said that she leaves the rest."""
    table = income("skip@blue")
    assert table.put(worker(table, EVA), ROUND_F) == ["skip@yellow", "worker:f:round"]
    assert (table.live.match.table.phase, table.wrong()) == (WORK, {})
    assert table.live.question is None


def test_so_it_does_after_a_tile_that_was_laid_at_the_same_time() -> None:
    table = income("income:islet@yellow skip@yellow skip@blue")
    tile = next(p for p, place in table.places.items() if place == "supply:yellow")
    table.places[tile] = "land:yellow:-3,5+-3,4"
    keys = table.put(worker(table, EVA), ROUND_F)
    assert keys[-2:] == ["skip@yellow", "worker:f:round"]
    assert keys[0] == "income:tile@yellow"


def test_a_worker_that_is_taken_back_opens_the_income_again() -> None:
    table = income("skip@blue")
    piece = worker(table, EVA)
    table.put(piece, ROUND_F)
    table.put(piece, "available:yellow")
    assert open_seats(table.live.match) == [EVA]
    assert table.live.match.journal == ["skip@blue"]


def test_whoever_waits_is_told_for_whom() -> None:
    table = income("")
    piece = worker(table, EVA)
    assert table.put(piece, ROUND_F) == []
    assert "Mike must finish first" in table.wrong()[piece]


def test_whoever_has_waited_need_not_place_the_worker_again() -> None:
    table = income("")
    table.put(worker(table, EVA), ROUND_F)
    acts = table.live.answer(table.live.match.seats[1], "skip")
    assert [act.key for act in acts] == ["skip@blue", "skip@yellow", "worker:f:round"]
    assert table.wrong() == {}


def test_others_go_on_with_their_hands_while_a_worker_waits() -> None:
    table = income("")
    piece = worker(table, EVA)
    table.put(piece, ROUND_F)
    tile = next(p for p, place in table.places.items() if place == "supply:blue")
    assert table.put(tile, "land:blue:-3,5+-3,4")[-1] == "lay:-3,5+-3,4@blue"
    assert "Mike must finish first" in table.wrong()[piece]


def test_nobody_is_done_because_another_goes_on() -> None:
    """It is Eva's turn, whose income is over; but Mike's is not."""
    table = income("skip@yellow")
    piece = worker(table, EVA)
    assert table.put(piece, ROUND_F) == []
    assert open_seats(table.live.match) == [MIKE]
    assert "Mike must finish first" in table.wrong()[piece]


def test_whoever_comes_later_is_told_for_whom_once_order_matters() -> None:
    table = income("in_order@blue")
    tile = next(p for p, place in table.places.items() if place == "supply:blue")
    assert table.put(tile, "land:blue:-3,5+-3,4") == []
    assert "Eva must finish first" in table.wrong()[tile]


def test_an_islet_closes_the_own_cleanup() -> None:
    def at_last(given: Given) -> None:
        given.table.to_act = [given.seat(EVA)]
        given.land(EVA, START, 1, "meadow")
        given.goods(EVA, coin=0, food=2, cloth=2)

    match = at_table(at_last, phase=CLEANUP)
    play(match, "feed")
    table = LyingCards(match)
    keys = table.put("islet/yellow/coin", "land:yellow:-2,5+right_1a")
    assert [key.partition("@")[0] for key in keys] == [
        "clear",
        "income:islet",
        "islet:coin",
        "shore:-2,5+right_1a",
    ]
    assert (match.table.phase, match.table.round) == (INCOME, 3)
    assert table.wrong() == {}
