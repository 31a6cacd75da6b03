"""Every route, also those that are added later, with everything that can be sent to it."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from werkzeug.routing import Rule

from server.assistant import STORE
from tests.patience import PATIENCE
from tests.server.web.conftest import Room, Visitor, opened_room

PAGES = Path(__file__).parents[4] / "server" / "web"
METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "TRACE", "BREW")

garbage = st.text(max_size=40) | st.sampled_from(
    ["", "0", "-1", "1", "2", "999999999999999999999", "1e9", "é", "\x00", "../key", "%00", "🜂"]
)
near = st.sampled_from(
    [
        *("red", "blue", "purple", "first:red", "stop", "port_royal", "ru", "yes", "10", "0", "1"),
        *("next", "undo", "scan", "held", "ask", "confirm", "refuse", "leave", "{}", "[]", "null"),
    ]
)
kinds = st.sampled_from(
    ["application/x-www-form-urlencoded", "application/json", "multipart/form-data", "é", ""]
)
numbers = st.sampled_from([0, 1, 2, 3, 999, 2**31, 2**63 - 1, 2**63, 10**40]).map(str)


@cache
def fields() -> list[str]:
    """The names of all fields of all forms."""
    found: set[str] = {"after", "key", "seat", "sign"}
    for template in PAGES.rglob("*.html"):
        found |= {
            re.sub(r"\{\{.*?\}\}", "0", name)
            for name in re.findall(r'\bname="([^"]+)"', template.read_text("utf-8"))
        }
    return sorted(found)


def filled(rule: Rule, draw: st.DrawFn) -> str:
    """The rule's path with something in its places, mostly of the right kind."""

    def place(found: re.Match[str]) -> str:
        of_its_kind = numbers if found[1] == "int:" else near | garbage
        return draw(st.one_of(of_its_kind, of_its_kind, garbage)).replace("/", "") or "x"

    return re.sub("<([a-z]+:)?[^>]+>", place, rule.rule)


def state(room: Room) -> tuple[Any, ...]:
    with closing(sqlite3.connect(room.table.folder / STORE)) as db:
        rows = list(db.iterdump())
    view = room.table.host.view
    files = sorted(path.name for path in room.table.folder.iterdir() if "-" not in path.name)
    return rows, view.match_id, list(room.match.journal), view.paused, files


@st.composite
def requests(draw: st.DrawFn, rule: Rule) -> dict[str, Any]:
    form = draw(st.dictionaries(st.sampled_from(fields()) | garbage, near | garbage, max_size=5))
    raw = draw(st.none() | st.binary(max_size=200))
    body = {"data": form} if raw is None else {"data": raw, "content_type": draw(kinds)}
    # What the route is for is likelier to get somewhere than what it is not for.
    own = sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})
    return {
        "path": filled(rule, draw),
        "method": draw(st.sampled_from(own) | st.sampled_from(own) | st.sampled_from(METHODS)),
        "query_string": draw(st.dictionaries(garbage, near | garbage, max_size=2)),
        "headers": {
            "Accept-Language": draw(st.sampled_from(["", "ru", "uk-UA,it;q=0.5", "x" * 50, ";;,"])),
            "Last-Event-ID": draw(
                st.sampled_from(["", "1", "x-1", "00000000-9999999999999999999"])
            ),
            "Referer": draw(st.sampled_from(["", "http://localhost/table", "http://evil.example"])),
        },
        **body,
    }


def sent(visitor: Visitor, request: dict[str, Any], token: str | None) -> int:
    request = {**request, "headers": dict(request["headers"])}
    if token is not None:
        request["headers"]["X-CSRF-Token"] = token
    answer = visitor.client.open(
        request.pop("path"), environ_base={"REMOTE_ADDR": visitor.address}, **request
    )
    answer.close()
    return answer.status_code


def fuzz(
    room: Room, examples: int, who: Visitor, token: str | None, unchanged: bool = True
) -> None:
    """Send every route so many requests; none may end in an error of the server."""
    before = state(room)

    def try_out(rule: Rule) -> None:
        @settings(
            max_examples=examples,
            deadline=None,
            derandomize=True,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(requests(rule))
        def every_request_is_answered(request: dict[str, Any]) -> None:
            assert sent(who, request, token) < 500, request
            if unchanged:
                assert state(room) == before, request

        every_request_is_answered()

    for rule in room.app.url_map.iter_rules():
        try_out(rule)


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Room]:
    with opened_room(tmp_path) as room:
        room.begin()
        room.answer("red", "first:red")
        yield room


def test_nobody_without_a_token_changes_anything(evening: Room) -> None:
    fuzz(evening, 8, evening.player("red", "blue"), None)


def test_nobody_without_a_seat_changes_anything(evening: Room) -> None:
    spectator = evening.visitor()
    fuzz(evening, 8, spectator, spectator.token())


def test_a_player_who_sends_nonsense_breaks_nothing(evening: Room) -> None:
    player = evening.player("red", "blue")
    fuzz(evening, 16, player, player.token(), unchanged=False)
    assert evening.table.host.is_alive(PATIENCE)
    for record in evening.table.store.matches():
        evening.table.store.load(record.id)
