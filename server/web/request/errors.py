"""What a page answers instead of what was asked for, in words for the person who asked."""

from __future__ import annotations

from flask import Flask, render_template
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from rules.game import RulesError
from rules.text import Text
from server.live.messages import Refused
from server.store import StoreError
from server.web.door.throttle import TooManyClaims
from server.web.request.language import t


class Forbidden(Exception):
    """The phone may not do this; `reason` says why and what to do."""

    def __init__(self, reason: Text) -> None:
        super().__init__(str(reason))
        self.reason = reason


class NotOurHost(Exception):
    """The request was meant for another computer, so it gets no page of ours."""


_PLAIN = {"Content-Type": "text/plain; charset=utf-8"}
_REASONS = {
    400: Text("Something went wrong. Load the page again."),
    404: Text("No such page."),
    405: Text("This cannot be done here."),
    413: Text("That was too large. Nothing has changed."),
    415: Text("Something went wrong. Load the page again."),
}


def explain_errors(app: Flask) -> None:
    app.register_error_handler(NotOurHost, _not_ours)
    app.register_error_handler(Forbidden, lambda error: _page(error.reason, 403))
    # Not worth a whole page: there may be thousands of them.
    app.register_error_handler(TooManyClaims, lambda error: (f"{t(error.reason)}\n", 429, _PLAIN))
    for kind in (Refused, RulesError, StoreError):
        app.register_error_handler(kind, lambda error: _page(error.reason, 409))
    app.register_error_handler(HTTPException, _http)


def _page(reason: Text, status: int) -> tuple[str, int]:
    return render_template("error.html", reason=reason), status


def _not_ours(_: NotOurHost) -> tuple[str, int, dict[str, str]]:
    return "This is not the address of the table.\n", 421, _PLAIN


def _http(error: HTTPException) -> ResponseReturnValue:
    if error.code is None or error.code < 400:
        return error.get_response()
    if error.code >= 500:
        # Not a whole page: whatever went wrong may go wrong there too.
        said = t(Text("Something went wrong; the log says what."))
        return f"{said}\n", error.code, _PLAIN
    return _page(_REASONS.get(error.code, _REASONS[400]), error.code)
