"""What a robot says with its phone, and what it leaves to the table."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import Any

import pytest

from rules.flow import Option, Seat
from rules.game import Game
from rules.games import GAMES
from rules.pieces import Move
from rules.simulation import Simulation
from server.live.messages import View
from server.robots.player import RobotPlayer

LAYS_PRIVILEGE = "King's privilege: which column?"


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


def before_colony(game: Game[Any]) -> tuple[Simulation, Option[Any]]:
    """Just before somebody goes to Colony and can found none, and the other lays the king's
    privilege.
    """
    for seed in count():
        simulation = Simulation(game, ["Ann", "Bob"], {}, seed)
        while (option := simulation.pick()) is not None:
            if option.key == "sector:colony":
                then = simulation.match.fork()
                then.take(option)
                if then.choice and then.choice.prompt.message == LAYS_PRIVILEGE:
                    return simulation, option
            simulation.take(option)
    raise AssertionError


def test_what_the_move_of_another_would_have_to_show_is_told_with_a_phone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    simulation, colony = before_colony(GAMES["navegador"])
    assert simulation.match.choice is not None
    goes = simulation.match.choice.who.colour
    monkeypatch.setattr(simulation, "pick", lambda: colony)
    table = Telling(simulation)
    RobotPlayer(simulation, table, 3).step()
    assert table.said == [(goes, "sector:colony"), ("", "NEXT")]
