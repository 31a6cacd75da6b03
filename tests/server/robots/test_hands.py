"""Robot hands are where pieces move, so that a camera can see what they have done."""

from __future__ import annotations

from typing import Any

from rules.cooper_island import GAME as COOPER_ISLAND
from rules.games import GAMES
from rules.pieces import Move
from rules.simulation import Simulation
from server.robots.hands import RobotHands
from vision.simulator.scene import Hand

SHIP, LID = COOPER_ISLAND.pieces["ship/blue/two"], COOPER_ISLAND.pieces["lid/blue.1"]


def reaching(
    name: str, *moves: Move, choices: int = 0
) -> tuple[RobotHands, list[tuple[Hand, ...]]]:
    """The hands over the table, frame by frame, while they move these pieces."""
    game: Any = GAMES[name]
    simulation = Simulation(game, ["Ann", "Bob"], {}, 1)
    while len(simulation.match.journal) < choices:
        simulation.step()
    seen: list[tuple[Hand, ...]] = []
    hands = RobotHands(
        simulation.match, simulation.dealer, lambda: seen.append(hands.camera.scene.hands), 1
    )
    hands.do(moves)
    return hands, seen


def test_a_hand_is_over_every_piece_that_moves_and_over_where_it_comes_to_lie() -> None:
    sailed = Move(SHIP, "sea:blue:harbour", "sea:blue:right_3")
    taken = Move(LID, "cargo:1", "lids:blue")
    hands, seen = reaching("cooper_island", sailed, taken)
    spots = [hands.table.spot_of(place) for place in ("cargo:1", "lids:blue", "sea:blue:right_3")]
    for spot in spots:
        assert any(abs(hand.x - spot.x) < 50 for hand in seen[0]), spot


def test_one_hand_does_for_what_lies_close_together() -> None:
    sailed = Move(SHIP, "sea:blue:right_2", "sea:blue:right_3")
    _, seen = reaching("cooper_island", sailed, sailed)
    assert len(seen[0]) <= 2
