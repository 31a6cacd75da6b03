"""`/sign-in`: the organiser comes in with the passphrase, and goes out again."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from flask import Blueprint, current_app, flash, g, redirect, render_template, request, session
from flask.blueprints import BlueprintSetupState
from werkzeug.wrappers import Response

from rules.text import Text
from server.club.pages.clubhouse import clubhouse
from server.web.door.throttle import Throttle
from server.web.request.errors import Forbidden
from server.web.request.language import t
from server.web.request.security import phone_id

P = ParamSpec("P")
R = TypeVar("R")

blueprint = Blueprint("organiser", __name__)

_SIGNED_IN = "organiser"
_KNEW = "knew"
"""In a cookie: which passphrase somebody has shown, also when they have signed out again."""
_EXTENSION = "attempts"


@blueprint.record
def _prepare(state: BlueprintSetupState) -> None:
    reason = Text("Too many attempts. Try again in a minute.")
    state.app.extensions[_EXTENSION] = Throttle(reason=reason)


def signed_in() -> bool:
    """Whether the current request is the organiser's."""
    if "organiser" not in g:
        token = session.get(_SIGNED_IN)
        g.organiser = isinstance(token, str) and clubhouse().sign_ins.holds(token)
    found: bool = g.organiser
    return found


def known_organiser() -> str | None:
    """What the browser of the organiser is called, if the current request is theirs."""
    return phone_id() if signed_in() else None


def organised(view: Callable[P, R]) -> Callable[P, R]:
    """A view only for the organiser."""

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        if not signed_in():
            raise Forbidden(Text("Only the organiser may do this. Sign in first."))
        return view(*args, **kwargs)

    return guarded


@blueprint.get("/sign-in")
def page() -> str:
    return render_template("sign_in.html")


@blueprint.post("/sign-in")
def sign_in() -> Response:
    throttle = current_app.extensions[_EXTENSION]
    assert isinstance(throttle, Throttle)
    house = clubhouse()
    stamp = house.organiser.stamp
    # Whoever has shown the passphrase before need not wait for others who only guess.
    throttle.count(request.remote_addr or "", phone_id() if session.get(_KNEW) == stamp else None)
    if not house.organiser.knows(request.form.get("passphrase", "")):
        flash(t(Text("Wrong passphrase: use the one from ./run club --init.")))
        return redirect("/sign-in", 303)
    _end()
    session[_SIGNED_IN], session[_KNEW] = house.sign_ins.begin(), stamp
    return redirect("/", 303)


@blueprint.post("/sign-out")
def sign_out() -> Response:
    _end()
    return redirect("/", 303)


def _end() -> None:
    """The sign-in of this cookie ends, and with it that of every copy."""
    token = session.pop(_SIGNED_IN, None)
    if isinstance(token, str):
        clubhouse().sign_ins.end(token)
