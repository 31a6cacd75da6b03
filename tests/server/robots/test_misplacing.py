"""Pieces go astray between all sorts of places, and are put back: it is as if it had never been."""

from __future__ import annotations

import pytest

from tests.server.robots.misplacing import Clumsy


@pytest.mark.parametrize(
    ("game", "seats", "seed", "turns"),
    [
        ("port_royal", 2, 1, 7),
        ("port_royal", 4, 7, 7),
        ("navegador", 3, 2, 10),
        ("maracaibo", 1, 4, 7),
        ("maracaibo", 3, 2, 7),
    ],
)
def test_pieces_that_are_misplaced_and_put_back_leave_the_journal_as_it_was(
    game: str, seats: int, seed: int, turns: int
) -> None:
    """What came of them is checked piece by piece: nobody's part is ended by another's hand."""
    clumsy = Clumsy(game, seats, seed)
    clumsy.play(turns)
    assert clumsy.turns == turns
    assert clumsy.seen["wrong"] > 20
    assert clumsy.seen["played"] > 0
