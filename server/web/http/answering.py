"""From a request to the bytes of its answer, by way of the application (WSGI)."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from email.utils import formatdate
from http import HTTPStatus
from types import TracebackType
from urllib.parse import unquote_to_bytes
from wsgiref.types import WSGIApplication, WSGIEnvironment

from server.web.http.connection import Request, Taker, Unanswerable

KEEP_OPEN = "quartermaster.keep_open"
"""In the WSGI environment: called with who takes the connection over after the response."""
KNOWN = "quartermaster.known"
"""In the WSGI environment: called with what a phone is called, if it is one that was let in."""

_NAME = "Quartermaster"
_WITHOUT_BODY = ("204", "304")
_NOT_FOR_PAGES = ("content-length", "transfer-encoding")
_REASONS = {
    HTTPStatus.LENGTH_REQUIRED: "What was sent has to say how long it is, so nothing was done.",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "That was too much at once, so nothing was done.",
    HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE: "That was too much at once, so nothing was done.",
}
_OTHERWISE = "What was sent could not be understood. Load the page again."

_ORIGIN = re.compile("^[a-z]+://[^/?#]*", re.IGNORECASE)

_Headers = Sequence[tuple[str, str]]


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


def answer(
    app: WSGIApplication, request: Request, peer: tuple[str, int], own: tuple[str, int]
) -> Answer:
    """`peer` and `own` are the addresses and ports of the two ends."""
    environ = _environ(request, peer, own)
    takers: list[Taker] = []
    environ[KEEP_OPEN] = takers.append
    names: list[str] = []
    environ[KNOWN] = names.append
    status, headers, body = _run(app, environ)
    known_as = names[-1] if names else None
    if takers:
        # Without a length, the body goes on until the connection ends.
        return Answer(
            _head(status, [*headers, ("Connection", "close")]), False, takers[-1], known_as
        )
    if not status.startswith(_WITHOUT_BODY) and "content-length" not in _names(headers):
        headers = [*headers, ("Content-Length", str(len(body)))]
    if not request.keeps:
        headers = [*headers, ("Connection", "close")]
    sent = b"" if request.method == "HEAD" or status.startswith(_WITHOUT_BODY) else body
    return Answer(_head(status, headers) + sent, request.keeps, known_as=known_as)


def refusal(error: Unanswerable) -> Answer:
    """To what is no request. There is no page for it: no browser sends such a thing."""
    body = f"{_REASONS.get(error.status, _OTHERWISE)}\n".encode()
    headers = [
        ("Content-Type", "text/plain; charset=utf-8"),
        ("Content-Length", str(len(body))),
        ("Connection", "close"),
    ]
    head = _head(f"{error.status.value} {error.status.phrase}", headers)
    return Answer(head + body, False, refused=True)


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


def _run(app: WSGIApplication, environ: WSGIEnvironment) -> tuple[str, _Headers, bytes]:
    begun: list[tuple[str, _Headers]] = []
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
    return status, headers, b"".join(written)


def _names(headers: _Headers) -> set[str]:
    return {name.lower() for name, _ in headers}


def _head(status: str, headers: _Headers) -> bytes:
    lines = [f"{name}: {value}" for name, value in headers]
    lines += [f"Date: {formatdate(usegmt=True)}", f"Server: {_NAME}"]
    if any("\r" in line or "\n" in line for line in lines):
        raise ValueError("A header of an answer has more than one line.")
    return "\r\n".join([f"HTTP/1.1 {status}", *lines, "", ""]).encode("latin-1")
