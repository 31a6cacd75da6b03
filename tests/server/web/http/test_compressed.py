"""Answers come in fewer bytes to phones that can unpack them."""

from __future__ import annotations

import gzip

import pytest

from server.web.http.compressed import is_understood, is_worth_it
from tests.server.web.conftest import Line


def ask(line: Line, path: str, *headers: str) -> tuple[bytes, bytes]:
    """Head and body of an answer."""
    lines = [f"GET {path} HTTP/1.1", "Host: 127.0.0.1:PORT", "Connection: close", *headers]
    head, _, body = line.send("\r\n".join([*lines, "", ""]).encode()).partition(b"\r\n\r\n")
    return head, body


def test_a_page_comes_packed_to_a_phone_that_can_unpack_it_and_whole_to_others(line: Line) -> None:
    head, whole = ask(line, "/rules")
    assert b"Content-Encoding" not in head
    assert b"Vary: Accept-Encoding" in head
    packed_head, packed = ask(line, "/rules", "Accept-Encoding: gzip, deflate")
    assert b"Content-Encoding: gzip" in packed_head
    assert b"Content-Length: %d" % len(packed) in packed_head
    assert len(gzip.decompress(packed)) == pytest.approx(len(whole), abs=100)  # another token
    assert 2 * len(packed) < len(whole)


@pytest.mark.parametrize(
    ("said", "understood"),
    [
        ("gzip, deflate, br", True),
        ("br;q=1.0, gzip;q=0.8", True),
        ("*", True),
        ("gzip;q=0", False),
        ("identity", False),
        ("", False),
    ],
)
def test_what_a_phone_says_it_can_unpack_is_believed(said: str, understood: bool) -> None:
    assert is_understood(said) is understood


def test_pictures_short_answers_and_events_go_as_they_are() -> None:
    assert is_worth_it("text/html; charset=utf-8", 5000)
    assert is_worth_it("image/svg+xml", 5000)
    assert not is_worth_it("image/webp", 5000)
    assert not is_worth_it("text/html; charset=utf-8", 100)
    assert not is_worth_it("text/event-stream", 5000)


def test_what_a_link_says_stands_in_no_page(line: Line) -> None:
    """Else its length would tell a listener what else is in the page."""
    for path in ("/", "/table", "/me", "/scores", "/rules", "/history", "/join", "/screen", "/x"):
        for link in (f"{path}?game=4f1e&spot=4f1e&4f1e=4f1e", f"{path}/4f1e"):
            assert b"4f1e" not in ask(line, link, "Referer: http://127.0.0.1:PORT/4f1e")[1], link
