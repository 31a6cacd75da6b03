"""What is around every page: the head with phase and lamp, and the tabs."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from flask import Flask, current_app, g, request

from rules.flow import TABLE, Seat
from rules.text import Text
from server.live.asked import asked
from server.live.messages import View
from server.web.request.phones import phone
from server.web.request.tableside import tableside
from server.web.showing.aloud import cover
from server.web.showing.clocks import thinking_times
from server.web.showing.happened import Latest
from server.web.showing.payments import payments_due
from server.web.showing.trouble import drawing_of, trouble

_TABS = (
    ("/table", "table", Text("Table")),
    ("/me", "me", Text("Me")),
    ("/scores", "scores", Text("Scores")),
    ("/rules", "rules", Text("Rules")),
    ("/camera", "camera", Text("Camera")),
    ("/simulated", "play", Text("Simulated")),
    ("/history", "history", Text("History")),
)


_LATEST = "latest"

_WITH_NOTICES = ("/", "/table")
"""Pages on which phones are when the table is switched on."""


@dataclass(frozen=True, slots=True)
class Tab:
    url: str
    icon: str
    title: Text
    here: bool
    calls: bool
    """Whether somebody waits for this phone to go there."""


def put_around(app: Flask) -> None:
    """Give templates what they show around a page."""
    app.extensions[_LATEST] = Latest()
    app.before_request(_remember_event)
    app.context_processor(_context)
    app.jinja_env.globals["payments_due"] = payments_due
    app.jinja_env.globals["drawing_of"] = drawing_of
    app.jinja_env.globals["can_check"] = can_check
    app.jinja_env.globals["is_simulated"] = is_simulated
    app.jinja_env.globals["thinking_times"] = thinking_times


def shown() -> View:
    """What is shown to this request: one view, however long the page takes."""
    if "view" not in g:
        g.view = tableside().host.view
    found: View = g.view
    return found


def can_check() -> bool:
    """Whether this phone may have the camera and the table looked at, step by step."""
    return tableside().check is not None and phone().may_press


def is_simulated() -> bool:
    """Whether the table is on a page, and hands move its pieces there."""
    return tableside().playground is not None


def shown_for(view: View, seat: Seat | None = None) -> str:
    """What forms carry that are meant for what is asked now, of everybody or of a seat."""
    return asked(view.match, view.question, seat) if view.match else ""


def calls(view: View, seats: tuple[str, ...]) -> bool:
    """Whether one of these seats has to answer now; a question to the table is for all of them."""
    if view.match is None or not seats:
        return False
    who = asked_now(view, seats)
    return who is not None and (who is TABLE or who.colour in seats)


def asked_now(view: View, seats: Collection[str]) -> Seat | None:
    """Who has to answer: one of these seats if any of them is asked, else the first; what the
    camera asks comes first.
    """
    asked = [question.who for question in view.questions]
    return next((who for who in asked if who.colour in seats), asked[0] if asked else None)


def latest() -> Latest:
    """What has happened last, for every page."""
    found = current_app.extensions[_LATEST]
    assert isinstance(found, Latest)
    return found


def _remember_event() -> None:
    """Before anything is read, so that a page is never older than the event it says it has seen."""
    g.event = tableside().events.last_id


def _context() -> dict[str, Any]:
    joining, me = tableside().joining, phone()
    knocking = [claim for claim in joining.claims if claim.phone != me.id]
    view = shown()
    who = asked_now(view, me.seats)
    return {
        "view": view,
        "asked_now": who,
        "called": who if who and who.colour in me.seats else None,
        "happened": latest().of(view),
        "back": latest().to_take_back(view) if me.may_press else None,
        "loud_now": cover(view),
        "wrong_now": trouble(view) if me.seats else None,
        "tabs": list(_tabs()),
        "knocking": knocking,
        "handed_over": joining.handed_over(me.id),
        "asked": shown_for(view),
        "notices": tableside().notices if request.path in _WITH_NOTICES else (),
    }


def _tabs() -> Iterator[Tab]:
    unused = "/camera" if is_simulated() else "/simulated"
    for url, icon, title in _TABS:
        if url == unused:
            continue
        here = request.path == url or request.path.startswith(f"{url}/")
        yield Tab(url, icon, title, here, url == "/me" and calls(shown(), phone().seats))
