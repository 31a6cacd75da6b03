"""The pages of a club without a broker: what tables tell is handed over by hand."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from server.club import broker as brokers
from server.club.database import open_club
from server.club.organiser import new_passphrase
from server.club.pages import create_app
from server.club.pages.clubhouse import Clubhouse
from server.web.door.names import HostNames
from server.web.http.serving import WebServer


@dataclass
class OpenClub:
    house: Clubhouse
    passphrase: str
    url: str
    outside: list[str] = field(default_factory=list)
    """Addresses of others that a page tried to reach."""


@contextmanager
def open_club_house(folder: Path) -> Iterator[OpenClub]:
    """Served to browsers."""
    broker = brokers.init(folder, "harbour", "127.0.0.1")
    passphrase = new_passphrase(folder)
    with WebServer("127.0.0.1", 0) as web:
        engine = open_club(f"sqlite:///{folder / 'club.sqlite'}")
        with Clubhouse(folder, broker, engine, HostNames(web.port)) as house:
            web.start(create_app(house))
            club = OpenClub(house, passphrase, f"http://127.0.0.1:{web.port}")
            yield club
            web.stop()
        engine.dispose()
    assert club.outside == []
