"""What holds for every test of the server, and browsers for pages of tables and clubs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from typing import Any, Protocol

import pytest
from flask import Flask
from jinja2 import FileSystemBytecodeCache
from playwright.sync_api import Browser, BrowserContext, Error, Page, expect
from werkzeug.routing import Rule

from server.advice.adviser import Adviser
from server.trials import screenshots
from server.web.http.events import Events
from server.web.parts.painter import Painter
from tests.patience import MILLISECONDS, PATIENCE
from tests.pictures import keep_more
from vision.photographs.process import PictureProcess
from vision.recognise.number_process import NumberProcess

STILL = """() => document.fonts.status === "loaded"
  && document.getAnimations().every((each) => each.playState !== "running")
  && !document.querySelector("[data-new], [aria-busy=true]")"""
"""Nothing moves, nothing is asked for, and what was new has been there for a while."""


def still(page: Page) -> Page:
    """Before a page is looked at or measured: when nothing on it changes any more."""
    page.wait_for_function(STILL)
    return page


def patient(browser: Browser, **options: Any) -> BrowserContext:
    """Where nothing moves, if a test does not ask for it, and what is waited for may take long."""
    context = browser.new_context(**{"reduced_motion": "reduce", **options})
    context.set_default_timeout(MILLISECONDS)
    return context


class Reached(Protocol):
    """Pages that are served."""

    @property
    def url(self) -> str: ...

    @property
    def outside(self) -> list[str]:
        """Addresses of others that a page tried to reach."""


PATIENT = (
    "server.club.broker_process._START",
    "server.live.checking.lens._PATIENCE",
    "server.live.checking.looks._PATIENCE",
    "server.live.host.PATIENCE",
    "server.live.learning._PATIENCE",
    "server.live.photographs._PATIENCE",
    "server.member.process._END",
    "server.robots.demonstration._PATIENCE",
    "server.web.http.connection.ANSWER_SECONDS",
    "server.web.http.connection.IDLE_SECONDS",
    "server.web.http.connection.LEAVING_SECONDS",
    "server.web.http.connection.REQUEST_SECONDS",
    "server.web.request.wishes.PATIENCE",
)
"""For how long the assistant waits for a picture, for hands to rest, for an answer of its own, for
another process, and for what comes over a connection or is taken from it."""
PATIENT_BY_DEFAULT = (
    Adviser.__init__,
    Events.__init__,
    NumberProcess.__init__,
    PictureProcess.__init__,
)
PATIENT_WITH_PHONES = ("server.live.checking.panel._OPEN", "server.web.door.joining.PATIENCE")
"""For how long something is kept for a phone from which nothing comes."""

expect.set_options(timeout=MILLISECONDS)


@pytest.fixture(autouse=True)
def the_assistant_waits_however_slow_the_computer_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Several tests share a processor, so that all takes longer than at a table."""
    for name in PATIENT:
        monkeypatch.setattr(name, PATIENCE)
    for makes in PATIENT_BY_DEFAULT:
        *others, _ = makes.__defaults__ or ()
        monkeypatch.setattr(makes, "__defaults__", (*others, PATIENCE))


keep_more()


@pytest.fixture(autouse=True)
def only_pictures_that_somebody_looks_at_are_painted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whole games are painted ahead for a table's phones; here each process would do so, and again
    for every owner's copy. `tests/server/web/parts` has the painter as it is."""
    for ahead in ("plan", "put_first"):
        monkeypatch.setattr(Painter, ahead, lambda _painter, _pictures: None)


@pytest.fixture(scope="session", autouse=True)
def templates_are_compiled_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Each test has an application of its own; compiling its pages took most of its time."""
    compiled = FileSystemBytecodeCache(str(tmp_path_factory.mktemp("templates")))
    with pytest.MonkeyPatch.context() as session:
        session.setattr(Flask, "jinja_options", {"bytecode_cache": compiled})
        yield


@pytest.fixture(scope="session", autouse=True)
def routes_are_compiled_once() -> Iterator[None]:
    """So was compiling what makes the address of each of them."""
    compile_builder = Rule._compile_builder
    compiled: dict[tuple[object, ...], Callable[..., tuple[str, str]]] = {}

    def once(rule: Rule, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        key = (rule.rule, repr(rule.defaults), tuple(rule._trace), append_unknown)
        if key not in compiled:
            compiled[key] = compile_builder(rule, append_unknown)
        return compiled[key]

    with pytest.MonkeyPatch.context() as session:
        session.setattr(Rule, "_compile_builder", once)
        yield


@pytest.fixture(scope="session")
def launched() -> Iterator[Callable[[], Browser]]:
    """The browser of all tests; another one, if Chromium itself has crashed."""
    with ExitStack() as stack:
        opened = list[Browser]()

        def launch() -> Browser:
            if not opened or not opened[-1].is_connected():
                with suppress(Error):  # of what it had open
                    stack.close()
                opened.append(stack.enter_context(screenshots.browser()))
            return opened[-1]

        yield launch


@pytest.fixture
def browser(launched: Callable[[], Browser]) -> Browser:
    return launched()


@pytest.fixture
def phone(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Page]]:
    """Makes phones; each has cookies of its own, and may reach nothing but the table or the club.

    Nothing moves on them, so that a page is all there as soon as it has changed, but for those with
    `reduced_motion="no-preference"`.
    """
    for name in PATIENT_WITH_PHONES:
        monkeypatch.setattr(name, PATIENCE)
    with ExitStack() as stack:

        def make(served: Reached, **options: Any) -> Page:
            size = {"width": 360, "height": 740}
            usual = {"viewport": size, "base_url": served.url}
            settings: dict[str, Any] = {**usual, **options}
            context = patient(browser, **settings)
            stack.callback(context.close)
            table = settings["base_url"].rstrip("/")

            def watch(request: Any) -> None:
                if not request.url.startswith((f"{table}/", "data:", "blob:")):
                    served.outside.append(request.url)

            context.on("request", watch)
            return context.new_page()

        yield make
