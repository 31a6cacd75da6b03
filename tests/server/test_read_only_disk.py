"""A disk that takes no more writes: what is there is shown, and nothing passes for saved."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from firmware.panel import Lamp
from server.assistant import Assistant
from server.data_folder import Occupation
from server.errors import UserError
from server.live.messages import Answer, Begin
from server.store import StoreError
from server.web import create_app
from tests.patience import PATIENCE

SHOWN = (
    "/",
    "/table",
    "/me",
    "/scores",
    "/history",
    "/history/1",
    "/players",
    "/players/1",
    "/campaigns",
    "/cards",
    "/check",
    "/edition/maracaibo",
    "/set-up",
    "/join",
    "/club",
)
FIELDS = {
    "name": "Zoe",
    "game": "navegador",
    "name-0": "Ann",
    "name-1": "Bob",
    "colour": "red",
    "language": "it",
    "clocks": "yes",
    "sure": "yes",
    "seat": "red",
    "match": "1",
    "after": "0",
    "key": "first:red",
    "board": "board",
    "top": "top",
    "printed": "points",
    "confirm": "points",
    "players": "2",
    "pause": "1",
}
"""Of all forms."""
_CSRF = re.compile(r'name="csrf" value="([^"]+)"')


def refuse(*_: object, **__: object) -> None:
    raise OSError(errno.EROFS, os.strerror(errno.EROFS))


@dataclass
class Screen:
    """The table's own screen."""

    assistant: Assistant
    app: Flask
    token: str = field(init=False)

    def __post_init__(self) -> None:
        self._client = self.app.test_client()
        found = _CSRF.search(self.get("/").text)
        assert found is not None
        self.token = found[1]

    def get(self, path: str) -> TestResponse:
        return self._client.get(path, headers={"Host": "localhost"})

    def post(self, path: str) -> TestResponse:
        headers = {"Host": "localhost", "X-CSRF-Token": self.token}
        return self._client.post(path, data=FIELDS, headers=headers)

    def forms(self) -> Iterator[str]:
        """Where forms go; every number is that of the first match, player or campaign."""
        for rule in self.app.url_map.iter_rules():
            if "POST" in (rule.methods or ()):
                yield re.sub(r"<[^>]*(game|name)>", "maracaibo", rule.rule)

    def shut_off(self, patch: pytest.MonkeyPatch) -> None:
        """From now on nothing can be written: neither rows nor files."""
        self.assistant.store._db.execute("PRAGMA query_only = ON")
        patch.setattr(Path, "touch", refuse)
        patch.setattr(Path, "write_bytes", refuse)


@pytest.fixture
def screen(tmp_path: Path) -> Iterator[Screen]:
    with Assistant(tmp_path, "simulated", lambda _: None) as assistant:
        assistant.host.ask(Begin("port_royal", ["Ann", "Bob"], {})).result(PATIENCE)
        yield Screen(assistant, create_app(assistant.tableside(80)))


def test_an_answer_is_refused_and_taken_as_soon_as_the_disk_takes_it(screen: Screen) -> None:
    host = screen.assistant.host
    assert host.view.match is not None
    answer = Answer(host.view.match.seats[0], "first:red")
    with pytest.MonkeyPatch.context() as disk:
        screen.shut_off(disk)
        with pytest.raises(StoreError, match="Cannot write to"):
            host.ask(answer).result(PATIENCE)
        assert host.view.match.journal == []
        assert screen.assistant.panel.lamp is Lamp.RED
        assert "Cannot write to" in screen.get("/table").text
    screen.assistant.store._db.execute("PRAGMA query_only = OFF")
    host.ask(answer).result(PATIENCE)
    assert host.view.match is not None
    assert host.view.match.journal == ["first:red"]


def test_every_page_is_shown_and_every_form_says_why_it_was_refused(screen: Screen) -> None:
    with pytest.MonkeyPatch.context() as disk:
        screen.shut_off(disk)
        for path in SHOWN:
            assert screen.get(path).status_code == 200, path
        for form in screen.forms():
            path = re.sub(r"<[^>]+>", "1", form)
            assert screen.post(path).status_code < 500, path
            assert screen.get("/table").status_code == 200, path
        assert screen.assistant.hangs() is None


def test_where_nothing_can_be_written_nobody_can_start_and_is_told_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(UserError, match=r"no more writes.*copy the folder to another card"):
        Occupation(tmp_path)
