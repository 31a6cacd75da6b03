"""After a round everybody compares how high the own land is."""

from __future__ import annotations

from typing import Any

from rules.match import Match
from server.live.heights import heights
from tests.server.web.evenings import golden, golden_match

NAME = "cooper_island"


def just_after(number: int) -> Match[Any]:
    """The golden match for two, at the first question after a round."""
    match = golden_match(2, 0, NAME)
    keys = iter(golden(2, NAME))
    while match.choice and match.table.round <= number:
        match.play(next(keys))
    return match


def test_nothing_is_compared_before_the_first_round_is_over() -> None:
    match = just_after(0)
    assert match.table.round == 1
    assert heights(match) == {}


def test_after_a_round_everybody_compares_what_has_grown_in_it() -> None:
    before, match = just_after(1), just_after(2)
    found = heights(match)
    assert {high.round for high in found.values()} == {2}
    for seat in match.seats:
        old, new = before.table.player(seat).land, match.table.player(seat).land
        grown = {space: plot.level for space, plot in new.items() if plot.level != old[space].level}
        shown = {p.rpartition(":")[2]: n for p, n in found[seat].grown.items()} if grown else {}
        assert shown == grown
        everything = {space: plot.level for space, plot in new.items() if plot.level}
        if grown:
            assert {p.rpartition(":")[2]: n for p, n in found[seat].all.items()} == everything


def test_the_last_round_is_compared_when_the_match_is_over() -> None:
    assert {high.round for high in heights(golden_match(2, None, NAME)).values()} == {5}


def test_who_has_laid_nothing_in_a_round_compares_nothing_and_no_other_game_does() -> None:
    match = just_after(1)
    ann, bob = match.seats
    for point in match.checkpoints:
        for space, plot in match.table.player(bob).land.items():
            point.table.player(bob).land[space] = plot
    assert list(heights(match)) == [ann]
    assert heights(golden_match(2, 30, "port_royal")) == {}
