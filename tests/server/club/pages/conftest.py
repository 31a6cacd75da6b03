"""A club with its pages: tables tell it what they play, without a broker in between."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import insert

from rules.games import GAMES
from rules.match import Match
from rules.simulation import Simulation
from server.club import broker as brokers
from server.club.database import tables
from server.club.heard import Heard
from server.club.intake import Intake
from server.club.opening import open_club
from server.club.organiser import new_passphrase
from server.club.pages import create_app
from server.club.pages.clubhouse import Clubhouse, file_address
from server.club.pages.news import News
from server.web.door.names import HostNames
from server.web.http.serving import WebServer
from server.wire.messages import Begun, Changed, Event, Player, Row, Rows, Status
from tests.server.web.conftest import Visitor

NAMES = ("Ann", "Bob")


class Playing:
    """A table that tells what is played at it."""

    def __init__(self, intake: Intake, news: News, key: str) -> None:
        self.key = key
        self._intake = intake
        self._news = news
        self._told = self._rows = 0
        self._match = 0
        self._play: Simulation | None = None

    @property
    def match(self) -> Match[Any]:
        assert self._play is not None
        return self._play.match

    def comes(self, here: bool = True, name: str = "") -> None:
        status = Status("here" if here else "away", name or self.key.title(), "e1")
        self._intake.store(Heard(here={self.key: status}))
        self._news.tell(self.key)

    def begin(self, game: str = "port_royal", names: Sequence[str | None] = NAMES) -> None:
        """A name that is None is a guest's."""
        self._play = Simulation(GAMES[game], [name or "?" for name in names], {}, 1)
        self._play.sensible = True
        self._match, self._rows = self._match + 1, 0
        players = [
            Player(seat.colour, name, None if name is None else name.lower())
            for seat, name in zip(self.match.seats, names, strict=True)
        ]
        self.tell(Begun(self._match, game, dict(self.match.settings), players, 1_700_000_000.0))

    def play(self, *keys: str) -> None:
        """Exactly these choices."""
        rows = []
        for key in keys:
            self.match.play(key)
            rows.append(self.row("choice", key))
        self.tell(*rows)

    def go_on(self, choices: int) -> None:
        """As somebody would who knows the game."""
        assert self._play is not None
        rows = []
        for _ in range(choices):
            option = self._play.pick()
            assert option is not None
            self._play.take(option)
            rows.append(self.row("choice", option.key))
        self.tell(*rows)

    def take_back(self) -> None:
        self.tell(self.row("undo", self.match.undo()))

    def finish(self) -> None:
        while self.match.choice is not None:
            self.go_on(1)
        outcome = self.match.outcome()
        assert outcome is not None
        winners = [seat.colour for seat in outcome.winners]
        self.tell(Changed(self._match, "finished", winners, 1_700_003_600.0))

    def row(self, kind: str, key: str) -> Row:
        self._rows += 1
        at = 1_700_000_000.0 + self._rows
        return Row(self._match, self._rows, kind, key, "camera", at)

    def tell(self, *events: Event) -> None:
        first, self._told = self._told + 1, self._told + len(events)
        self._intake.store(Heard(rows=[(self.key, Rows("e1", first, events))]))
        self._news.tell(self.key)


@dataclass
class Pages:
    house: Clubhouse
    app: Flask
    intake: Intake
    passphrase: str
    url: str = ""
    outside: list[str] = field(default_factory=list)
    visitors: int = 0

    def table(self, key: str) -> Playing:
        """One more table of the club, which has come."""
        with self.house.engine.begin() as db:
            db.execute(insert(tables).values(key=key, name=key.title()))
        playing = Playing(self.intake, self.house.news, key)
        playing.comes()
        return playing

    def visitor(self) -> Visitor:
        self.visitors += 1
        return Visitor(self.app, f"198.51.100.{self.visitors}")

    def organiser(self) -> Visitor:
        visitor = self.visitor()
        assert visitor.post("/sign-in", {"passphrase": self.passphrase}).status_code == 303
        return visitor


@contextmanager
def opened_pages(folder: Path, port: int = 80, database: str = "") -> Iterator[Pages]:
    broker = brokers.init(folder, "harbour", "127.0.0.1")
    passphrase = new_passphrase(folder)
    engine = open_club(database or file_address(folder))
    with Clubhouse(folder, broker, engine, HostNames(port), pace=0.0) as house:
        yield Pages(house, create_app(house), Intake(engine), passphrase)
    engine.dispose()


@pytest.fixture
def pages(tmp_path: Path) -> Iterator[Pages]:
    with opened_pages(tmp_path) as pages:
        yield pages


@pytest.fixture
def served_club(tmp_path: Path) -> Iterator[Pages]:
    """With pages that browsers can reach."""
    with WebServer("127.0.0.1", 0) as web, opened_pages(tmp_path, web.port) as pages:
        pages.url = f"http://127.0.0.1:{web.port}"
        web.start(pages.app)
        yield pages
        web.stop()
        assert pages.outside == []
