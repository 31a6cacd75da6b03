"""Keeps other people's pages and phones away from the table.

A phone is known by a signed cookie. Whatever changes something needs the token that is in the
cookie as well, from a page of our own. Pages load and run only what the table itself serves.
"""

from __future__ import annotations

import secrets
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

from flask import Flask, Request, Response, redirect, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from rules.text import Text
from server.store.keys import signing_key
from server.web.door.captive import PAGE, CaptivePortal, asked, is_in_own_network
from server.web.door.joining import YEAR
from server.web.door.names import HostNames
from server.web.http.limits import MOST_BYTES
from server.web.request.errors import Forbidden, NotOurHost

COOKIE = "quartermaster"
FIELD, HEADER = "csrf", "X-CSRF-Token"
SAFE = ("GET", "HEAD", "OPTIONS")

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src 'self';"
        " connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none';"
        " frame-ancestors 'none'"
    ),
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), screen-wake-lock=(self)",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class _TimelessSessions(SecureCookieSessionInterface):
    """Phones stay known whatever the table's clock says.

    A Pi has no battery for its clock: it may be set, by decades, in the middle of a match. Flask
    would take every cookie from before that for an old one, and browsers would not even keep those
    whose end it names as a date. So they are told after how long a cookie ends.
    """

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        signer = self.get_signing_serializer(app)
        if signer is None:
            return None
        try:
            known = signer.loads(request.cookies.get(self.get_cookie_name(app), ""))
        except BadSignature:
            return self.session_class()
        return self.session_class(known)

    def get_expiration_time(self, *_: object) -> None:
        return None

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        others = response.headers.getlist("Set-Cookie")
        super().save_session(app, session, response)
        made = response.headers.getlist("Set-Cookie")[len(others) :]
        response.headers.setlist(
            "Set-Cookie", [*others, *(f"{cookie}; Max-Age={YEAR:.0f}" for cookie in made)]
        )


def protect(
    app: Flask,
    folder: Path,
    names: HostNames,
    portal: CaptivePortal | None = None,
    cookie: str = COOKIE,
) -> None:
    """`folder` has the key of the cookies; `portal` leads phones in that join the own network."""
    app.config.update(
        SECRET_KEY=signing_key(folder),
        SESSION_COOKIE_NAME=cookie,
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",  # a link in another app must not make a new phone
        MAX_CONTENT_LENGTH=MOST_BYTES,
        MAX_FORM_MEMORY_SIZE=MOST_BYTES,
        MAX_FORM_PARTS=200,
        # A page that follows an event may be answered after a form that was sent later. Its cookie,
        # from before the form, would take away what the form's answer is about to say.
        SESSION_REFRESH_EACH_REQUEST=False,
    )
    app.session_interface = _TimelessSessions()
    app.before_request(partial(_check_host, names, portal))
    app.before_request(_check_token)
    app.after_request(_add_headers)
    app.jinja_env.globals.update(csrf_token=csrf_token, csrf_field=csrf_field)


def phone_id() -> str:
    """The phone that the current request comes from."""
    _recognise()
    phone: str = session["phone"]
    return phone


def csrf_token() -> str:
    _recognise()
    token: str = session["csrf"]
    return token


def csrf_field() -> Markup:
    """What every form that changes something has in it."""
    return Markup('<input type="hidden" name="{}" value="{}">').format(FIELD, csrf_token())


def _check_host(names: HostNames, portal: CaptivePortal | None) -> AnyResponse | None:
    # As it was sent: Flask tidies it up for its own use.
    host, address = request.headers.get("Host", ""), request.remote_addr or ""
    leads = portal if is_in_own_network(address) else None
    if names.are_ours(host):
        if leads:
            leads.saw(address)
        return None
    question = asked(host, request.path) if leads and request.method in SAFE else None
    if leads is None or question is None:
        raise NotOurHost
    if not leads.has_been(address):
        return redirect(PAGE, 302)
    return Response(question.expected.body, question.expected.status)


def _recognise() -> None:
    """A phone without a cookie, or with one that is not ours, is a new phone."""
    if not isinstance(session.get("phone"), str) or not isinstance(session.get("csrf"), str):
        session.clear()
        session["phone"] = secrets.token_urlsafe(16)
        session["csrf"] = secrets.token_urlsafe(16)


def _check_token() -> None:
    if request.method in SAFE:
        return
    origin, site = request.headers.get("Origin"), request.headers.get("Sec-Fetch-Site")
    if origin is not None and urlsplit(origin).netloc != request.host:
        raise Forbidden(Text("This came from another site. Nothing has changed."))
    if site is not None and site not in ("same-origin", "none"):
        raise Forbidden(Text("This came from another site. Nothing has changed."))
    token = request.headers.get(HEADER) or request.form.get(FIELD, "")
    if not secrets.compare_digest(token.encode(), csrf_token().encode()):
        raise Forbidden(Text("This page is too old. Load it again and retry."))


def _add_headers(response: Response) -> Response:
    response.headers.update(HEADERS)
    if request.endpoint != "static":
        # Only pictures that never change say otherwise.
        response.headers.setdefault("Cache-Control", "no-store")
    return response
