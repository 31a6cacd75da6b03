"""What a robot says with its phone, and what it leaves to the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.flow import Seat
from rules.games import GAMES
from rules.pieces import Move
from rules.simulation import Simulation
from server.live.messages import View
from server.robots.player import RobotPlayer


class Telling:
    """A table at which phones are heard, and nothing is seen."""

    def __init__(self, simulation: Simulation) -> None:
        self.match = simulation.match.fork()
        self.said: list[tuple[str, str]] = []

    @property
    def view(self) -> View:
        return View(match=self.match)

    def get_ready(self) -> None:
        pass

    def do(self, moves: Sequence[Move]) -> None:
        raise AssertionError(f"nothing moves, but {moves}")

    def settle(self) -> None:
        pass

    def press_next(self, _: int, /) -> None:
        self.said.append(("", "NEXT"))

    def phone(self, seat: Seat, key: str) -> None:
        self.said.append((seat.colour, key))
        self.match.play(key)


def test_what_the_move_of_another_would_have_to_show_is_told_with_a_phone() -> None:
    """Red goes to Colony and can found none; then Blue lays the king's privilege."""
    game: Any = GAMES["navegador"]
    simulation = Simulation(game, ["Ann", "Bob"], {}, 3)
    while len(simulation.match.journal) < 1067:
        simulation.step()
    table = Telling(simulation)
    RobotPlayer(simulation, table, 3).step()
    assert table.said == [("red", "sector:colony"), ("", "NEXT")]
