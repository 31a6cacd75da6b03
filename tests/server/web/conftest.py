"""An assistant with its pages: without a camera for the routes, whole for real browsers."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect
from werkzeug.test import TestResponse

from firmware.panel import Panel, SimulatedPanel
from firmware.switches import Button, PanelEvent
from rules.match import Match
from server.advice.adviser import Adviser
from server.advice.coach import Coach
from server.assistant import STORE, Assistant
from server.live.host import Host
from server.live.messages import Answer, Begin, View
from server.live.uploaded import SentPictures
from server.member.member import Member
from server.robots.open_hands import OpenHands
from server.robots.seats import RobotSeats
from server.store import Store
from server.store.phones import KnownPhone
from server.web import Tableside, create_app
from server.web.door.joining import Joining
from server.web.door.names import HostNames
from server.web.http.events import Events
from server.web.http.serving import WebServer
from tests.patience import PATIENCE, until
from vision.reading import Sighting

NAMES = ("Ann", "Bob")
CODE = "12345678"


def hear(link: socket.socket, what: bytes) -> bytes:
    """All that comes until this has come."""
    heard = b""
    while what not in heard:
        more = link.recv(65536)
        assert more, f"{what!r} did not come, only {heard!r}"
        heard += more
    return heard


# ---------------------------------------------------------------------------- Without a browser


class Visitor:
    """A phone that posts forms as a browser would, with the token of its page."""

    def __init__(self, app: Flask, address: str) -> None:
        self.client: FlaskClient = app.test_client()
        self.address = address

    def get(self, path: str, **options: Any) -> TestResponse:
        return self.client.get(path, environ_base={"REMOTE_ADDR": self.address}, **options)

    def post(self, path: str, data: dict[str, Any] | None = None, **options: Any) -> TestResponse:
        form = {"csrf": self.token(), **(data or {})}
        base = {"REMOTE_ADDR": self.address}
        return self.client.post(path, data=form, environ_base=base, **options)

    def token(self) -> str:
        with self.client.session_transaction() as session:
            session.setdefault("phone", f"phone at {self.address}")
            session.setdefault("csrf", f"token of {self.address}")
            return str(session["csrf"])

    @property
    def id(self) -> str:
        self.token()
        with self.client.session_transaction() as session:
            return str(session["phone"])


@dataclass
class Room:
    """A host and pages without a camera; the panel is simulated, but phones are not at it."""

    table: Tableside
    app: Flask
    panel: SimulatedPanel
    visitors: int = 0

    def visitor(self) -> Visitor:
        """A phone that nobody knows yet."""
        self.visitors += 1
        return Visitor(self.app, f"198.51.100.{self.visitors}")

    def player(self, *colours: str) -> Visitor:
        """A phone that is in, with these seats of the running match."""
        visitor = self.visitor()
        self.table.store.phones.admit(KnownPhone(visitor.id, time.time()))
        for colour in colours:
            match_id = self.table.host.view.match_id
            assert match_id is not None
            self.table.store.phones.hold(match_id, colour, visitor.id)
        return visitor

    def begin(self, *names: str, game: str = "port_royal") -> None:
        self.table.host.ask(Begin(game, names or NAMES, {})).result(timeout=PATIENCE)

    def press(self, button: Button = Button.NEXT) -> None:
        self.panel.press(button)

    def let_in(self) -> None:
        """Somebody at the table holds NEXT."""
        self.panel.hold(Button.NEXT)

    def answer(self, colour: str, *keys: str) -> None:
        """Whoever plays this colour chooses, one thing after another."""
        for key in keys:
            seat = next(seat for seat in self.match.seats if seat.colour == colour)
            self.table.host.ask(Answer(seat, key)).result(timeout=PATIENCE)

    def see(self, sighting: Sighting) -> None:
        """The camera reports what lies on the table, and it is found out what that means."""
        self.table.host.post(sighting)
        self.until(lambda view: view.sighting is sighting and not view.searching)

    def until(self, shown: Callable[[View], bool]) -> None:
        """Wait for a view."""
        until(lambda: shown(self.table.host.view), lambda: self.table.host.view)

    @property
    def match(self) -> Match[Any]:
        match = self.table.host.view.match
        assert match is not None
        return match


@contextmanager
def opened_room(folder: Path, port: int = 80) -> Iterator[Room]:
    with ExitStack() as stack:
        store = stack.enter_context(Store.open(folder / STORE))
        events = Events()
        joining = Joining(store, CODE, lambda: make_room())

        adviser = Adviser()
        stack.callback(adviser.close)
        robots: RobotSeats | None = None
        club = Member(store, events.publish)
        stack.callback(club.stop)

        def show(view: View) -> None:
            club.follow(view)
            if robots is not None:
                robots.follow(view)
            events.publish()

        host = Host(store, show)

        def make_room() -> None:
            if robots is not None:
                robots.make_room(host.view)
            events.publish()

        robots = host.robots = RobotSeats(store, adviser, host.post, OpenHands(lambda: host.view))

        def pressed(event: PanelEvent) -> None:
            if not joining.press(event):
                host.post(event)

        panel = stack.enter_context(Panel.simulated(pressed))
        events.start()
        stack.callback(events.stop)
        stack.callback(joining.stop)
        host.start()
        stack.callback(host.stop)
        coach = Coach(adviser, events.publish)
        names = HostNames(port)
        table = Tableside(
            host,
            store,
            joining,
            events,
            panel,
            names,
            folder,
            stack.enter_context(closing(SentPictures())),
            coach=coach,
            robot_seats=robots,
            club=club,
        )
        yield Room(table, create_app(table), panel)


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with opened_room(tmp_path) as room:
        yield room


@dataclass
class Line:
    """A room whose pages are really served: for what a browser would never send, and for phones."""

    room: Room
    port: int
    outside: list[str] = field(default_factory=list)
    """Addresses of others that a page tried to reach."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def connect(self, address: str = "127.0.0.1") -> socket.socket:
        """From an address of this computer, all of which are told apart like those of phones."""
        return socket.create_connection(("127.0.0.1", self.port), PATIENCE, (address, 0))

    def send(self, request: bytes, address: str = "127.0.0.1") -> bytes:
        """The whole answer to one request; PORT in it is the server's."""
        with self.connect(address) as link:
            link.sendall(request.replace(b"PORT", str(self.port).encode()))
            answer = b""
            with suppress(ConnectionResetError):
                while more := link.recv(65536):
                    answer += more
            return answer


@pytest.fixture
def line(tmp_path: Path) -> Iterator[Line]:
    with WebServer("127.0.0.1", 0) as web, opened_room(tmp_path, web.port) as room:
        web.start(room.app)
        line = Line(room, web.port)
        yield line
        web.stop()
        assert line.outside == []


# ------------------------------------------------------------------------------- With a browser


@dataclass
class Served:
    """The whole assistant with a simulated table, and where its pages are."""

    url: str
    assistant: Assistant
    table: Tableside
    outside: list[str] = field(default_factory=list)
    """Addresses of others that a page tried to reach."""

    def begin(self, *names: str, game: str = "port_royal") -> None:
        self.assistant.host.ask(Begin(game, names or NAMES, {})).result(timeout=PATIENCE)


@contextmanager
def serving(folder: Path, own_screen: bool) -> Iterator[Served]:
    with (
        WebServer("127.0.0.1", 0) as web,
        Assistant(folder, "simulated", lambda _: None) as assistant,
    ):
        table = replace(assistant.tableside(web.port), own_screen=own_screen)
        web.start(create_app(table))
        served = Served(f"http://127.0.0.1:{web.port}", assistant, table)
        yield served
        web.stop()
        assert served.outside == []


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """As a newcomer has it: browsers are on the computer of the simulated table itself."""
    with serving(tmp_path, own_screen=True) as served:
        yield served


@pytest.fixture
def served_with_buttons(tmp_path: Path) -> Iterator[Served]:
    """As with real buttons: browsers are phones like any other."""
    with serving(tmp_path, own_screen=False) as served:
        yield served


@dataclass
class Quay:
    """A room whose pages are served to browsers; there is no camera."""

    room: Room
    url: str
    port: int
    outside: list[str] = field(default_factory=list)

    @contextmanager
    def serving(self) -> Iterator[None]:
        with WebServer("127.0.0.1", self.port) as web:
            self.port = web.port
            self.url = f"http://127.0.0.1:{web.port}"
            web.start(create_app(replace(self.room.table, names=HostNames(web.port))))
            yield

    def sit(self, page: Page, *names: str) -> None:
        """The phone asks for seats, and NEXT, held, says yes."""
        for name in names:
            page.goto("/join")
            page.get_by_role("button", name=f"Sit here ({name})").click()
            expect(page.get_by_text("Hold NEXT for two seconds")).to_be_visible()
            self.room.let_in()
            expect(page.locator("li", has_text=name).get_by_text("This phone")).to_be_visible()


@pytest.fixture
def quay(room: Room) -> Iterator[Quay]:
    quay = Quay(room, "", 0)
    with quay.serving():
        yield quay
    assert quay.outside == []
