"""What is around every page of the club: its name, the tabs, and the table that is watched."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from flask import Flask, g, request

from rules.text import Text
from server.club.pages.clubhouse import clubhouse
from server.club.pages.organiser import signed_in
from server.club.pages.watching import Onlooker
from server.live.messages import View


class Tab(NamedTuple):
    url: str
    icon: str
    title: Text
    here: bool
    calls: bool = False


_TABS = (
    ("/", "table", Text("All tables")),
    ("/history", "history", Text("History")),
    ("/players", "me", Text("Players")),
    ("/tournaments", "scores", Text("Tournaments")),
)
_ORGANISED = (("/tables", "button", Text("Tables")),)
"""Only for the organiser."""


def put_around(app: Flask) -> None:
    """Give templates what they show around a page, and what those of a table ask of a phone."""
    app.before_request(_remember_event)
    app.context_processor(_context)
    app.jinja_env.globals.update(
        signed_in=signed_in,
        phone=Onlooker,
        can_check=lambda: False,
        payments_due=lambda _view: {},
        thinking_times=lambda _view: (),
    )


def _remember_event() -> None:
    """Before anything is read, so that a page is never older than the event it says it has seen."""
    g.event = clubhouse().events.last_id


def _context() -> dict[str, Any]:
    watched = g.get("watched")
    return {
        "club": clubhouse().broker.club,
        "tabs": list(_tabs()),
        "watched": watched,
        "view": watched.view if watched else View(),
        "happened": watched.happened if watched else None,
    }


def _tabs() -> Iterator[Tab]:
    for url, icon, title in (*_TABS, *(_ORGANISED if signed_in() else ())):
        yield Tab(url, icon, title, _is_here(url))


def _is_here(url: str) -> bool:
    path = request.path
    if g.get("watched") and path.startswith("/tables/"):
        path = "/"  # it belongs to the board
    return path == url or (url != "/" and path.startswith(f"{url}/"))
