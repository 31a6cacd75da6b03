"""Whatever is asked, a piece that no hand may move there stays for a reason that is said."""

from __future__ import annotations

from random import Random

import pytest

from rules.cooper_island import GAME
from rules.cooper_island.places import places_of
from rules.cooper_island.table import Table
from rules.explaining.explain import Unexplained, explain
from rules.flow import TABLE
from rules.match import Match
from rules.pieces import Piece, Place
from rules.simulation import Simulation
from tests.rules.cooper_island.the_table import at_table

STATES = 100
"""That are looked at for what a hand has done: a single piece needs no more."""


@pytest.mark.parametrize("seats", [2, 3])
def test_at_every_kind_of_question_every_kind_of_piece_has_its_reason(seats: int) -> None:
    simulation = Simulation(GAME, [*"ABC"][:seats], {}, seats)
    random, tried, asked = Random(seats), 0, set[str]()
    while (choice := simulation.match.choice) is not None:
        kind = str(choice.prompt)[:15]
        if choice.who is not TABLE and kind not in asked:
            asked.add(kind)
            for piece, target in moves_of_hands(simulation.match, random):
                said = reason(simulation.match, piece, target)
                assert said is None or "cannot" not in said.split(), (str(choice.prompt), said)
                tried += said is not None
        simulation.step()
    assert len(asked) > 15
    assert tried > 50


def moves_of_hands(match: Match[Table], random: Random) -> list[tuple[Piece, Place]]:
    """Pieces that a player could take, and somewhere among that player's places."""
    places, seat = match.table.places, random.choice(match.seats)
    mine = {
        here.partition(":")[0]: piece
        for here, pile in places.piles.items()
        for piece in pile.known
        if seat.colour in (*here.split(":"), *piece.kind.split("/"))
    }
    targets = [*places_of(match.table.board, seat)]
    return [(piece, random.choice(targets)) for piece in random.sample([*mine.values()], 4)]


def reason(match: Match[Table], piece: Piece, target: Place) -> str | None:
    found = explain(match, {piece: target}, most_states=STATES)
    return str(found.reasons[piece]) if isinstance(found, Unexplained) else None


@pytest.mark.parametrize(
    ("piece", "target", "said"),
    [
        ("small_building/yellow.1", "on:yellow:-3,5", "No action now puts it there"),
        ("ship/yellow/one", "sea:yellow:left_1", "Only navigation points move ships"),
        ("cooper", "cooper:yellow", "Cooper goes to the first on"),
        ("worker/yellow.1", "space:a:round", "One worker a turn"),
        ("islet/yellow/coin", "land:yellow:-3,5", "One islet per income phase"),
        ("ruin/yellow.1", "on:yellow:-3,5", "only excavating moves ruins"),
        ("lid/yellow.2", "on:yellow:-3,5", "Supply the ship to take its lid"),
    ],
)
def test_a_piece_says_why_it_stays(piece: str, target: str, said: str) -> None:
    match = at_table()
    found = GAME.reach.why_it_stays(match.table, GAME.pieces[piece], target)
    assert said in str(found)
