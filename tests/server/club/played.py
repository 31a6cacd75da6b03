"""Real matches of Port Royal by random players, told to a club as a table would."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

import pytest
from sqlalchemy import Engine, insert

from rules.games import GAMES
from rules.simulation import Simulation
from server.club import settling
from server.club.database import tables
from server.club.heard import Heard
from server.club.intake import Intake
from server.club.replays import Replays
from server.wire.messages import Begun, Changed, Event, Player, Row, Rows

GAME = "port_royal"
on_both = pytest.mark.parametrize("club", ["sqlite", "postgresql"], indirect=True)
"""A test of what is different enough between the two."""


@cache
def journal(seats: int, seed: int, settings: tuple[tuple[str, str], ...] = ()) -> tuple[str, ...]:
    """The keys of a whole match."""
    play = Simulation(GAMES[GAME], [f"p{n}" for n in range(seats)], dict(settings), seed)
    play.sensible = True
    while (option := play.pick()) is not None:
        play.take(option)
    return tuple(play.match.journal)


def catch_up(club: Engine) -> None:
    settling.catch_up(club, Replays(club))


def colours(seats: int) -> tuple[str, ...]:
    return GAMES[GAME].colours[:seats]


@dataclass
class ToldTable:
    """A table of a club, without a broker in between."""

    engine: Engine
    key: str
    epoch: str = "e1"
    told: int = 0
    matches: int = 0
    numbers: dict[str, str] = field(default_factory=dict)
    """The table's own number of everybody by name."""

    def __post_init__(self) -> None:
        with self.engine.begin() as db:
            db.execute(insert(tables).values(key=self.key, name=self.key.title()))
        self.intake = Intake(self.engine)

    def tell(self, *events: Event) -> None:
        for start in range(0, len(events), 200):
            part = events[start : start + 200]
            self.intake.store(Heard([(self.key, Rows(self.epoch, self.told + 1, part))]))
            self.told += len(part)

    def begin(
        self,
        names: Sequence[str | None],
        at: float = 1000.0,
        settings: Mapping[str, str] | None = None,
    ) -> int:
        self.matches += 1
        self.tell(self.begun(self.matches, names, at, settings))
        return self.matches

    def begun(
        self,
        match: int,
        names: Sequence[str | None],
        at: float = 1000.0,
        settings: Mapping[str, str] | None = None,
    ) -> Begun:
        players = [
            Player(colour, name, name and self.numbers.setdefault(name, str(len(self.numbers) + 1)))
            for colour, name in zip(colours(len(names)), names, strict=True)
        ]
        settled = GAMES[GAME].settle(dict(settings or {}))
        return Begun(match, GAME, settled, players, at)

    def play(
        self,
        names: Sequence[str | None],
        seed: int,
        at: float = 1000.0,
        settings: Mapping[str, str] | None = None,
    ) -> int:
        """A whole match; its number at the table."""
        match = self.begin(names, at, settings)
        self.tell(*self.rows(match, len(names), seed, at, settings))
        self.tell(Changed(match, "finished", (), at + 600.0))
        return match

    def rows(
        self,
        match: int,
        seats: int,
        seed: int,
        at: float,
        settings: Mapping[str, str] | None = None,
        by: str = "camera",
    ) -> list[Row]:
        keys = journal(seats, seed, tuple(sorted((settings or {}).items())))
        return [
            Row(match, number, "choice", key, by, at + number)
            for number, key in enumerate(keys, start=1)
        ]
