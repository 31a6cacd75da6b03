"""Rounds in which people meet new opponents, and who leads."""

from __future__ import annotations

import pytest

from server.club.seating import met_before, seat, sizes
from server.club.standings import Result, standings


@pytest.mark.parametrize(
    ("players", "least", "most", "of"),
    [
        (8, 2, 4, [4, 4]),
        (9, 2, 4, [3, 3, 3]),
        (10, 2, 4, [4, 3, 3]),
        (5, 2, 4, [3, 2]),
        (1, 2, 4, []),
        (5, 3, 4, []),
        (0, 2, 4, []),
    ],
)
def test_tables_are_few_and_even(players: int, least: int, most: int, of: list[int]) -> None:
    assert sizes(players, least, most) == of


def test_sixteen_people_meet_nobody_twice_in_three_rounds() -> None:
    people = [f"p{number}" for number in range(16)]
    rounds: list[list[list[str]]] = []
    for number in range(3):
        rounds.append(seat(people, 2, 4, met_before(rounds), number))
        assert sorted(each for table in rounds[-1] for each in table) == sorted(people)
    assert max(met_before(rounds).values()) == 1


def test_eight_at_two_tables_meet_as_evenly_as_can_be() -> None:
    people = list("abcdefgh")
    first = seat(people, 2, 4, {}, 1)
    second = seat(people, 2, 4, met_before([first]), 2)
    again = sum(number > 1 for number in met_before([first, second]).values())
    assert again == 4
    assert all(len({*table} & {*old}) == 2 for table in second for old in first)


def test_the_winner_of_a_table_of_any_size_has_a_hundred() -> None:
    three, two = Result("abc", [1, 2, 2], [30, 20, 20]), Result("de", [1, 2], [9, 8])
    assert [three.score(number) for number in range(3)] == [100.0, 25.0, 25.0]
    assert [two.score(number) for number in range(2)] == [100.0, 0.0]


def test_ties_are_broken_by_wins_then_by_opponents_then_by_points() -> None:
    # All but d have won once; c has met the strongest opponents, b the weakest.
    results = [
        Result("ac", [1, 2], [10, 5]),
        Result("bd", [1, 2], [10, 9]),
        Result("ce", [1, 2], [7, 3]),
        Result("de", [2, 1], [7, 8]),
    ]
    ranked = standings("abcde", results)
    assert [each.player for each in ranked] == ["c", "a", "e", "b", "d"]
    assert [each.place for each in ranked] == [1, 2, 3, 4, 5]


def test_who_is_equal_in_everything_shares_a_place() -> None:
    ranked = standings("abcd", [Result("ab", [1, 1], [5, 5]), Result("cd", [1, 1], [5, 5])])
    assert [each.place for each in ranked] == [1, 1, 1, 1]
