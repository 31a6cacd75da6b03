"""What the club's pages may touch, put together: database, broker, and who listens."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from flask import current_app
from sqlalchemy import Engine

from server.club.broker import Broker
from server.club.broker_process import BrokerProcess
from server.club.database import open_club
from server.club.intake import Intake
from server.club.listening import Listening
from server.club.organiser import Organiser
from server.club.pages.guests import guest
from server.club.pages.news import News
from server.club.pages.standing import Standings
from server.club.replays import Replays
from server.web.door.names import HostNames
from server.web.http.events import Events

DATABASE = "club.sqlite"
_KEY = "clubhouse"


@dataclass(frozen=True, slots=True)
class Clubhouse:
    folder: Path
    """Where the broker's files, the organiser and the key of the cookies are kept."""
    broker: Broker
    engine: Engine
    organiser: Organiser
    names: HostNames
    events: Events
    news: News
    replays: Replays
    standings: Standings
    process: BrokerProcess | None = None
    """The club's own broker, unless somebody else runs one for it."""

    def hand_to(self, extensions: dict[str, object]) -> None:
        extensions[_KEY] = self


def clubhouse() -> Clubhouse:
    """The club of the application that answers the current request."""
    house = current_app.extensions[_KEY]
    assert isinstance(house, Clubhouse)
    return house


@contextmanager
def open_house(
    folder: Path,
    broker: Broker,
    database: str | None,
    port: int,
    own_broker: bool = True,
) -> Iterator[Clubhouse]:
    """A club that listens to its tables, for pages at this port. Raises UserError."""
    engine = open_club(database or f"sqlite:///{folder.absolute() / DATABASE}")
    events = Events()
    names = HostNames(port, called=(broker.host,))
    replays = Replays(engine, guest)
    with ExitStack() as open_:
        open_.callback(engine.dispose)
        process = open_.enter_context(BrokerProcess(folder, broker)) if own_broker else None
        events.start()
        open_.callback(events.stop)
        news = open_.enter_context(News(events))
        open_.enter_context(Listening(broker, Intake(engine), news.tell))
        yield Clubhouse(
            folder,
            broker,
            engine,
            Organiser(folder),
            names,
            events,
            news,
            replays,
            Standings(engine, replays),
            process,
        )
