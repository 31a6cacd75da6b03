"""Scripts, styles and pictures: compressed once, and asked for once."""

from __future__ import annotations

import gzip
import re

from tests.server.web.conftest import Line, Room
from tests.server.web.http.test_compressed import ask


def linked(room: Room) -> list[str]:
    """What a page is made with."""
    return re.findall(r'(?:src|href)="(/static/[^"]*)"', room.visitor().get("/me").text)


def test_what_a_page_is_made_with_is_kept_for_good_by_an_address_of_what_is_in_it(
    line: Line,
) -> None:
    addresses = linked(line.room)
    assert len(addresses) > 8
    for address in addresses:
        assert re.fullmatch(r"/static/[\w.-]+\?v=[0-9a-f]{12}", address)
        head, _ = ask(line, address, "Accept-Encoding: gzip")
        assert b"Cache-Control: public, max-age=31536000, immutable" in head


def test_an_address_of_another_version_is_asked_for_again(line: Line) -> None:
    for address in ("/static/live.js", "/static/live.js?v=000000000000"):
        head, _ = ask(line, address)
        assert b"Cache-Control: no-cache" in head
        [tag] = re.findall(rb"ETag: (\S+)", head)
        again, nothing = ask(line, address, f"If-None-Match: {tag.decode()}")
        assert again.startswith(b"HTTP/1.1 304 ")
        assert nothing == b""


def test_what_has_words_is_packed_and_a_picture_is_not(line: Line) -> None:
    head, packed = ask(line, "/static/style.css", "Accept-Encoding: gzip")
    assert b"Content-Encoding: gzip" in head
    assert gzip.decompress(packed) == ask(line, "/static/style.css")[1]
    head, picture = ask(line, "/static/icon-192.png", "Accept-Encoding: gzip")
    assert b"Content-Encoding" not in head
    assert picture.startswith(b"\x89PNG")


def test_a_part_of_a_video_can_be_asked_for(line: Line) -> None:
    head, part = ask(line, "/static/awake.mp4", "Range: bytes=4-7", "Accept-Encoding: gzip")
    assert head.startswith(b"HTTP/1.1 206 ")
    assert part == b"ftyp"


def test_nothing_but_these_files_is_served(line: Line) -> None:
    for name in ("", "../__init__.py", "..%2f__init__.py", "none.js", "sub/live.js", "%00"):
        assert b" 404 " in ask(line, f"/static/{name}")[0].partition(b"\r\n")[0], name
