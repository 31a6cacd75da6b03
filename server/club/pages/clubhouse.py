"""What the club's pages may touch, put together: database, broker, and who listens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Self

from flask import current_app
from sqlalchemy import Engine

from server.club.book import Book
from server.club.broker import Broker
from server.club.broker_process import BrokerProcess
from server.club.intake import Intake
from server.club.listening import Faults, Listening
from server.club.opening import open_club
from server.club.organiser import Organiser
from server.club.pages.guests import nameless
from server.club.pages.news import PACE, News
from server.club.pages.standing import Standings
from server.club.replays import Replays
from server.club.settling import Settling
from server.club.sign_ins import SignIns
from server.web.door.names import HostNames
from server.web.http.events import Events

DATABASE = "club.sqlite"
_KEY = "clubhouse"


class Clubhouse:
    """Use it in `with`: what follows from what tables tell is worked out inside."""

    def __init__(
        self,
        folder: Path,
        broker: Broker,
        engine: Engine,
        names: HostNames,
        process: BrokerProcess | None = None,
        pace: float = PACE,
    ) -> None:
        """`folder` has the broker's files, the organiser's and the key of the cookies; `process` is
        the club's own broker, unless somebody else runs one for it.
        """
        self.folder = folder
        self.broker = broker
        self.engine = engine
        self.names = names
        self.process = process
        self.organiser = Organiser(folder)
        self.sign_ins = SignIns(engine, self.organiser)
        self.events = Events()
        self.replays = Replays(engine, nameless)
        self.standings = Standings(engine, self.replays)
        self.book = Book(engine)
        self.news = News(self.events, pace)
        self.settling = Settling(engine, self.replays, self.events.publish)
        self.faults = Faults()
        """What went wrong while the club listened."""
        self.forget: Callable[[str], None] = lambda _: None
        """Has the broker keep nothing more of a table, once the club listens to one."""
        self._open = ExitStack()

    def __enter__(self) -> Self:
        self._open.callback(self.book.close)
        self.events.start()
        self._open.callback(self.events.stop)
        self._open.enter_context(self.news)
        self._open.enter_context(self.settling)
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def heard(self, table: str) -> None:
        """A table has told something, which is stored."""
        self.settling.wake()
        self.news.tell(table)

    def hand_to(self, extensions: dict[str, object]) -> None:
        extensions[_KEY] = self


def clubhouse() -> Clubhouse:
    """The club of the application that answers the current request."""
    house = current_app.extensions[_KEY]
    assert isinstance(house, Clubhouse)
    return house


def file_address(folder: Path) -> str:
    """Of the database, unless somebody wants another."""
    return f"sqlite:///{folder.absolute() / DATABASE}"


@contextmanager
def open_house(
    folder: Path,
    broker: Broker,
    database: str | None,
    port: int,
    own_broker: bool = True,
) -> Iterator[Clubhouse]:
    """A club that listens to its tables, for pages at this port. Raises UserError."""
    engine = open_club(database or file_address(folder))
    names = HostNames(port, called=(broker.host,))
    with ExitStack() as open_:
        open_.callback(engine.dispose)
        process = open_.enter_context(BrokerProcess(folder, broker)) if own_broker else None
        house = open_.enter_context(Clubhouse(folder, broker, engine, names, process))
        listening = open_.enter_context(Listening(broker, Intake(engine), house.heard))
        house.forget, house.faults = listening.forget, listening.faults
        yield house
