"""What is around every page of the club: its name, the tabs, and who has signed in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from flask import Flask, g, request

from rules.text import Text
from server.club.pages.clubhouse import clubhouse
from server.club.pages.organiser import signed_in


class Tab(NamedTuple):
    url: str
    icon: str
    title: Text
    here: bool


_TABS = (
    ("/", "table", Text("All tables")),
    ("/players", "me", Text("Players")),
    ("/tournaments", "scores", Text("Tournaments")),
)


def put_around(app: Flask) -> None:
    app.before_request(_remember_event)
    app.context_processor(_context)
    app.jinja_env.globals["signed_in"] = signed_in


def _remember_event() -> None:
    """Before anything is read, so that a page is never older than the event it says it has seen."""
    g.event = clubhouse().events.last_id


def _context() -> dict[str, Any]:
    return {"club": clubhouse().broker.club, "tabs": list(_tabs())}


def _tabs() -> Iterator[Tab]:
    for url, icon, title in _TABS:
        here = request.path == url or (url != "/" and request.path.startswith(f"{url}/"))
        yield Tab(url, icon, title, here)
