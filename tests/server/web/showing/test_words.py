"""Words that pages put things into."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from flask import Flask

from server.store.rows import LATEST
from server.web.showing.words import clock, moment


@pytest.fixture(params=["UTC", "Asia/Tokyo", "America/New_York"])
def page(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A page that is drawn somewhere on the earth."""
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    with Flask("page").test_request_context():
        yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.usefixtures("page")
@pytest.mark.parametrize("at", [0.0, LATEST])
def test_every_moment_that_can_be_stored_can_be_said_everywhere(at: float) -> None:
    year = {0.0: ("1969", "1970"), LATEST: ("9999",)}[at]
    assert any(each in moment(at) for each in year)
    assert any(each in clock(at) for each in year)
