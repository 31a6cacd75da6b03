"""From a request to the bytes of its answer, by way of the application (WSGI)."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from email.utils import formatdate
from http import HTTPStatus
from types import TracebackType
from urllib.parse import unquote_to_bytes
from wsgiref.types import WSGIApplication, WSGIEnvironment

from flask import Flask

from server.web.http.changes import MANNER, Changes
from server.web.http.compressed import compressed, is_understood, is_worth_it
from server.web.http.connection import Request, Taker, Unanswerable, Who

KEEP_OPEN = "quartermaster.keep_open"
"""In the WSGI environment: called with who takes the connection over after the response."""
KNOWN = "quartermaster.known"
"""In the WSGI environment: called with what a phone is called, if it is one that was let in."""
SLOW_PAGES = "SLOW_PAGES"
"""In the configuration of an application: how the paths begin of pages that may take long."""

_NAME = "Quartermaster"
_WITHOUT_BODY = ("204", "304")
_NOT_FOR_PAGES = ("content-length", "transfer-encoding")
_REASONS = {
    HTTPStatus.LENGTH_REQUIRED: "It did not say how long it is. Nothing has changed.",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "That was too large. Nothing has changed.",
    HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE: "That was too large. Nothing has changed.",
}
_OTHERWISE = "What was sent could not be understood. Load the page again."

_ORIGIN = re.compile("^[a-z]+://[^/?#]*", re.IGNORECASE)

_PAGE_AT_ONCE = "return=representation"
_OF_A_FORM = ("cookie", "content-length", "content-type", "origin", "x-csrf-token")
"""What a phone does not say when it asks for the page that follows, or says otherwise."""
_VARIES = ("Vary", "Accept-Encoding")


@dataclass(frozen=True, slots=True)
class _Made:
    """What the application says."""

    status: str
    headers: list[tuple[str, str]]
    body: bytes

    def all_of(self, wanted: str) -> list[str]:
        return [value for name, value in self.headers if name.lower() == wanted.lower()]

    def says(self, wanted: str) -> str:
        """One that is there once, or nothing."""
        return next(iter(self.all_of(wanted)), "")

    def without(self, wanted: str) -> list[tuple[str, str]]:
        return [each for each in self.headers if each[0].lower() != wanted.lower()]


@dataclass(frozen=True, slots=True)
class Answer:
    whole: bytes
    keeps: bool
    """Whether the connection is for more than this."""
    taker: Taker | None = None
    known_as: str | None = None
    """What the phone is called, if it was let in."""
    refused: bool = False
    """What came was no request."""


class Answering:
    """Makes the answers of an application. May be used from several threads."""

    def __init__(self, app: Flask, own: tuple[str, int]) -> None:
        """`own` is the address and port of this end."""
        self._app = app.wsgi_app
        self._own = own
        self._slow: tuple[str, ...] = app.config.get(SLOW_PAGES, ())
        self._changes = Changes()

    def may_take_long(self, request: Request) -> bool:
        return path_of(request).startswith(self._slow)

    def answer(self, request: Request, who: Who, peer: tuple[str, int]) -> Answer:
        """`peer` is the address and port of the phone."""
        takers: list[Taker] = []
        names: list[str] = []

        def run(request: Request) -> _Made:
            environ = _environ(request, peer, self._own)
            environ[KEEP_OPEN], environ[KNOWN] = takers.append, names.append
            return _run(self._app, environ)

        made = run(request)
        page = self._page_after(request, made)
        if page is not None:
            made = _after(made, page, run(page))
        known_as = names[-1] if names else None
        if takers:
            # Without a length, the body goes on until the connection ends.
            made.headers.append(("Connection", "close"))
            return Answer(_head(made), False, takers[-1], known_as)
        reads = who if known_as is None else Who(known_as, known=True)
        made = _packed(request, self._changes_of(request, reads, made))
        empty = made.status.startswith(_WITHOUT_BODY)
        if not empty and not made.says("Content-Length"):
            made.headers.append(("Content-Length", str(len(made.body))))
        if not request.keeps:
            made.headers.append(("Connection", "close"))
        sent = b"" if request.method == "HEAD" or empty else made.body
        return Answer(_head(made) + sent, request.keeps, known_as=known_as)

    def _page_after(self, request: Request, made: _Made) -> Request | None:
        """What a phone will ask for when a form was answered. If it likes that, it gets the page at
        once (RFC 7240), which is one way less through a slow network.
        """
        to = made.says("Location")
        follows = request.method == "POST" and made.status.startswith("303")
        if not follows or request.says("prefer") != _PAGE_AT_ONCE:
            return None
        if not to.startswith("/") or to.startswith("//"):
            return None
        jar = dict(_cookies(request.says("cookie")))
        for cookie in made.all_of("Set-Cookie"):
            jar |= dict(_cookies(cookie.partition(";")[0]))
        kept = [each for each in request.headers if each[0] not in _OF_A_FORM]
        headers = (*kept, ("cookie", "; ".join(f"{name}={value}" for name, value in jar.items())))
        page = Request("GET", to, request.version, headers, b"")
        return None if self.may_take_long(page) else page

    def _changes_of(self, request: Request, who: Who, made: _Made) -> _Made:
        """What has changed in a page, for a phone that can read it so."""
        if request.says("a-im") != MANNER or not made.status.startswith("200"):
            return made
        if not made.says("Content-Type").startswith("text/html"):
            return made
        told = self._changes.since(who, request.says("if-none-match").strip('"'), made.body)
        headers = [*made.without("Content-Length"), ("ETag", f'"{told.version}"')]
        if told.changes is None:
            return _Made(made.status, headers, made.body)
        if not told.changes:
            return _Made("304 Not Modified", headers, b"")
        return _Made("226 IM Used", [*headers, ("IM", MANNER)], told.changes)


def refusal(error: Unanswerable) -> Answer:
    """To what is no request. There is no page for it: no browser sends such a thing."""
    body = f"{_REASONS.get(error.status, _OTHERWISE)}\n".encode()
    headers = [
        ("Content-Type", "text/plain; charset=utf-8"),
        ("Content-Length", str(len(body))),
        ("Connection", "close"),
    ]
    made = _Made(f"{error.status.value} {error.status.phrase}", headers, body)
    return Answer(_head(made) + body, False, refused=True)


def path_of(request: Request) -> str:
    """The path that is asked for, as WSGI wants it: bytes as letters."""
    path = _ORIGIN.sub("", request.target).partition("?")[0].partition("#")[0]
    return unquote_to_bytes(path.encode("latin-1")).decode("latin-1")


def _environ(request: Request, peer: tuple[str, int], own: tuple[str, int]) -> WSGIEnvironment:
    environ: WSGIEnvironment = {
        "REQUEST_METHOD": request.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": path_of(request),
        "QUERY_STRING": request.target.partition("?")[2].partition("#")[0],
        "REQUEST_URI": request.target,
        "REMOTE_ADDR": peer[0],
        "REMOTE_PORT": str(peer[1]),
        "SERVER_NAME": own[0],
        "SERVER_PORT": str(own[1]),
        "SERVER_PROTOCOL": f"HTTP/{request.version}",
        "SERVER_SOFTWARE": _NAME,
        "CONTENT_LENGTH": str(len(request.body)),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(request.body),
        "wsgi.input_terminated": True,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    for name, value in request.headers:
        # With underscores, a header could pass for another one.
        if "_" in name or name in _NOT_FOR_PAGES:
            continue
        key = name.upper().replace("-", "_")
        key = key if key == "CONTENT_TYPE" else f"HTTP_{key}"
        joint = "; " if key == "HTTP_COOKIE" else ","
        environ[key] = f"{environ[key]}{joint}{value}" if key in environ else value
    return environ


def _cookies(said: str) -> Iterator[tuple[str, str]]:
    for each in filter(None, said.split(";")):
        name, _, value = each.strip().partition("=")
        yield name, value


def _after(form: _Made, page: Request, made: _Made) -> _Made:
    """The page that follows a form, with what the phone has to keep of the form's own answer."""
    cookies = [("Set-Cookie", cookie) for cookie in form.all_of("Set-Cookie")]
    there = ("Content-Location", page.target)
    return _Made(made.status, [*cookies, *made.headers, there], made.body)


def _run(app: WSGIApplication, environ: WSGIEnvironment) -> _Made:
    begun: list[tuple[str, list[tuple[str, str]]]] = []
    written: list[bytes] = []

    def start_response(
        status: str,
        headers: list[tuple[str, str]],
        _error: tuple[type[BaseException], BaseException, TracebackType]
        | tuple[None, None, None]
        | None = None,
    ) -> object:
        begun.append((status, headers))
        return written.append

    parts: Iterable[bytes] = app(environ, start_response)  # type: ignore[arg-type]
    try:
        written += parts
    finally:
        if hasattr(parts, "close"):
            parts.close()
    status, headers = begun[-1]
    return _Made(status, list(headers), b"".join(written))


def _packed(request: Request, made: _Made) -> _Made:
    """In fewer bytes, if that is worth it and the phone can unpack it."""
    if not is_worth_it(made.says("Content-Type"), len(made.body)) or made.status.startswith("206"):
        return made
    if made.says("Content-Encoding"):
        return made
    if not is_understood(request.says("accept-encoding")):
        return _Made(made.status, [*made.headers, _VARIES], made.body)
    headers = [*made.without("Content-Length"), _VARIES, ("Content-Encoding", "gzip")]
    return _Made(made.status, headers, compressed(made.body))


def _head(made: _Made) -> bytes:
    lines = [f"{name}: {value}" for name, value in made.headers]
    lines += [f"Date: {formatdate(usegmt=True)}", f"Server: {_NAME}"]
    if any("\r" in line or "\n" in line for line in lines):
        raise ValueError("A header of an answer has more than one line.")
    return "\r\n".join([f"HTTP/1.1 {made.status}", *lines, "", ""]).encode("latin-1")
