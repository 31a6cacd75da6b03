"""A form can be answered with the page that follows it."""

from __future__ import annotations

import pytest
from flask import Response, redirect, request, session

from tests.server.web.conftest import Line
from tests.server.web.http.test_serving import ask

PREFER = b"Prefer: return=representation\r\n"


@pytest.fixture
def form(line: Line) -> Line:
    """`/form` leads to the page that is named; the page says how it was asked for."""
    app = line.room.app
    app.before_request_funcs = {}  # whoever asks

    def sent() -> Response:
        session["said"] = request.form["said"]
        return Response(status=303, headers={"Location": request.form["to"]})

    def page() -> str:
        told = (request.method, request.query_string.decode(), session.pop("said", "nothing"))
        return f"{' '.join(told)} {request.content_length} {request.headers.get('Origin')}"

    app.add_url_rule("/form", "form", sent, methods=["POST"])
    app.add_url_rule("/page", "page", page)
    app.add_url_rule("/history/slow", "slow", page)
    app.add_url_rule("/moved", "moved", lambda: redirect("/page", 303))
    return line


def post(line: Line, to: str, *headers: bytes) -> bytes:
    body = b"said=ahoy&to=" + to.encode()
    return ask(
        line,
        b"POST /form HTTP/1.1\r\nHost: a\r\nConnection: close\r\nOrigin: http://a\r\n"
        b"Content-Type: application/x-www-form-urlencoded\r\n"
        + b"".join(headers)
        + b"Content-Length: %d\r\n\r\n%s" % (len(body), body),
    )


def test_a_phone_that_likes_it_gets_the_page_that_follows_its_form_at_once(form: Line) -> None:
    head, _, body = post(form, "/page?n=1", PREFER).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200 ")
    assert b"Content-Location: /page?n=1" in head
    assert body == b"GET n=1 ahoy 0 None"
    # What was said to it is used up, and the phone is told so last.
    assert head.count(b"Set-Cookie: quartermaster=") == 2
    said = head.rpartition(b"Set-Cookie: ")[2].partition(b";")[0]
    again = ask(
        form, b"GET /page HTTP/1.1\r\nHost: a\r\nConnection: close\r\nCookie: %s\r\n\r\n" % said
    )
    assert again.endswith(b"GET  nothing 0 None")


def test_any_other_phone_is_told_where_to_go(form: Line) -> None:
    head = post(form, "/page")
    assert head.startswith(b"HTTP/1.1 303 ")
    assert b"Location: /page\r\n" in head


@pytest.mark.parametrize(
    "to", ["/history/slow", "//evil.example/page", "http://evil.example/page", ""]
)
def test_pages_that_may_take_long_and_those_of_others_are_not_waited_for(
    form: Line, to: str
) -> None:
    assert post(form, to, PREFER).startswith(b"HTTP/1.1 303 ")
