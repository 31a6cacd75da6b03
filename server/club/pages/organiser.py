"""`/sign-in`: the organiser comes in with the passphrase, and goes out again."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from flask import Blueprint, current_app, flash, redirect, render_template, request, session
from flask.blueprints import BlueprintSetupState
from werkzeug.wrappers import Response

from rules.text import Text
from server.club.pages.clubhouse import clubhouse
from server.web.door.throttle import Throttle
from server.web.request.errors import Forbidden
from server.web.request.language import t

P = ParamSpec("P")
R = TypeVar("R")

blueprint = Blueprint("organiser", __name__)

_STAMP = "organiser"
_EXTENSION = "attempts"


@blueprint.record
def _prepare(state: BlueprintSetupState) -> None:
    reason = Text("Too many attempts to sign in. Wait a minute and try again.")
    state.app.extensions[_EXTENSION] = Throttle(reason=reason)


def signed_in() -> bool:
    """Whether the current request is the organiser's."""
    stamp = session.get(_STAMP)
    return isinstance(stamp, str) and secrets.compare_digest(
        stamp.encode(), clubhouse().organiser.stamp.encode()
    )


def organised(view: Callable[P, R]) -> Callable[P, R]:
    """A view only for the organiser."""

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        if not signed_in():
            raise Forbidden(Text("Only the organiser of the club may do this. Sign in first."))
        return view(*args, **kwargs)

    return guarded


@blueprint.get("/sign-in")
def page() -> str:
    return render_template("sign_in.html")


@blueprint.post("/sign-in")
def sign_in() -> Response:
    throttle = current_app.extensions[_EXTENSION]
    assert isinstance(throttle, Throttle)
    throttle.count(request.remote_addr or "")
    if not clubhouse().organiser.knows(request.form.get("passphrase", "")):
        flash(t(Text("This is not the passphrase that ./run club --init has shown.")))
        return redirect("/sign-in", 303)
    session[_STAMP] = clubhouse().organiser.stamp
    return redirect("/", 303)


@blueprint.post("/sign-out")
def sign_out() -> Response:
    session.pop(_STAMP, None)
    return redirect("/", 303)
