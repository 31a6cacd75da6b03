"""A phone as a program: it keeps its cookie, and gets and posts what a browser would.

It tortures the assistant from outside, on this computer or on a virtual one.
"""

from __future__ import annotations

import http.client
import re
import time
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import NamedTuple
from urllib.parse import urlencode

from server.store.rows import replay
from server.store.text import read_match

HOST = "quartermaster.local"
_PATIENCE = 300.0
_MATCH = re.compile(r'href="/history/([0-9]+)"')
_CSRF = re.compile(r'name="csrf" value="([^"]+)"')


def _is_over(attribute: str) -> bool:
    """Whether a cookie with this attribute ended before today; browsers do not keep it then."""
    name, _, when = attribute.partition("=")
    return name == "Expires" and parsedate_to_datetime(when) < datetime.now(UTC)


class Page(NamedTuple):
    status: int
    text: str

    def words(self) -> str:
        """The page without its markup."""
        body = self.text.partition("<main")[2] or self.text
        return " ".join(re.sub(r"<[^>]+>", " ", body).split())


class Phone:
    """Keeps its cookie, over any number of power cuts."""

    def __init__(self, address: str = "") -> None:
        """`address` is the one of this computer from which it comes."""
        self.port = 0
        self.host = HOST
        """What it calls the table."""
        self._address = address
        self._cookies: dict[str, str] = {}
        self._token = ""

    def get(self, path: str, timeout: float = _PATIENCE) -> Page:
        page = self._ask("GET", path, None, timeout)
        if found := _CSRF.search(page.text):
            self._token = found[1]
        return page

    def post(self, path: str, **form: str) -> Page:
        body = urlencode(form | {"csrf": self._token})
        return self._ask("POST", path, body, _PATIENCE)

    def wait(self, seconds: float, every: float = 0.5) -> Page:
        """Until the start page answers."""
        end = time.monotonic() + seconds
        while True:
            try:
                return self.get("/", timeout=120)
            except (OSError, http.client.HTTPException):
                if time.monotonic() > end:
                    raise
                time.sleep(every)

    def matches(self) -> list[int]:
        """The numbers of the newest matches that the table has stored."""
        return [int(number) for number in _MATCH.findall(self.get("/history").text)]

    def journal(self, match_id: int) -> list[str]:
        """The answers that the table has stored of a match, played by the rules again."""
        exported = self.get(f"/history/{match_id}/journal.json").text
        return replay(*read_match(exported, 0)).journal

    def _ask(self, method: str, path: str, body: str | None, timeout: float) -> Page:
        headers = {"Host": self.host, "Accept-Language": "en"}
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        if self._cookies:
            headers["Cookie"] = "; ".join(
                f"{name}={value}" for name, value in self._cookies.items()
            )
        source = (self._address, 0) if self._address else None
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout, source)
        try:
            connection.request(method, path, body, headers)
            response = connection.getresponse()
            text = response.read().decode(errors="replace")
        finally:
            connection.close()
        for cookie in response.headers.get_all("Set-Cookie") or []:
            name, _, rest = cookie.partition("=")
            value, *attributes = rest.split("; ")
            self._cookies[name] = value
            if any(_is_over(each) for each in attributes):
                del self._cookies[name]
        return Page(response.status, text)
