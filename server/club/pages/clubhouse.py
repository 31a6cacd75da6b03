"""What the club's pages may touch, put together: database, broker, and who listens."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from flask import current_app
from sqlalchemy import Engine

from server.club.book import Book
from server.club.broker import Broker
from server.club.database import open_club
from server.club.intake import Intake
from server.club.listening import Listening
from server.club.organiser import Organiser
from server.club.replays import Replays
from server.club.settling import Settling
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
    book: Book = field(init=False)
    settling: Settling = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "book", Book(self.engine))
        object.__setattr__(
            self, "settling", Settling(self.engine, Replays(self.engine), self.events.publish)
        )

    def heard(self, _table: str) -> None:
        """A table has told something."""
        self.settling.wake()
        self.events.publish()

    def hand_to(self, extensions: dict[str, object]) -> None:
        extensions[_KEY] = self


def clubhouse() -> Clubhouse:
    """The club of the application that answers the current request."""
    house = current_app.extensions[_KEY]
    assert isinstance(house, Clubhouse)
    return house


@contextmanager
def open_house(
    folder: Path, broker: Broker, database: str | None, port: int
) -> Iterator[Clubhouse]:
    """A club that listens to its tables, for pages at this port. Raises UserError."""
    engine = open_club(database or f"sqlite:///{folder.absolute() / DATABASE}")
    events = Events()
    names = HostNames(port, called=(broker.host,))
    house = Clubhouse(folder, broker, engine, Organiser(folder), names, events)
    with ExitStack() as open_:
        open_.callback(engine.dispose)
        events.start()
        open_.callback(events.stop)
        open_.enter_context(house.settling)
        open_.enter_context(Listening(broker, Intake(engine), house.heard))
        yield house
