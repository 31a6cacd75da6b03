"""The browser that tests look at pages with."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Error


def test_a_browser_that_has_crashed_is_started_anew(launched: Callable[[], Browser]) -> None:
    before = launched()
    session = before.new_browser_cdp_session()
    (crashed,) = (
        each["id"]
        for each in session.send("SystemInfo.getProcessInfo")["processInfo"]
        if each["type"] == "browser"
    )
    os.kill(crashed, signal.SIGSEGV)
    with pytest.raises(Error, match="closed"):
        before.new_page()
    assert launched() is not before
    assert launched().new_page().evaluate("1 + 1") == 2
