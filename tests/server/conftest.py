"""What holds for every test of the server."""

from __future__ import annotations

import pytest

from server.live import host


@pytest.fixture(autouse=True)
def next_waits_for_pictures_however_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Several tests share a processor, so that hands seem to move for longer than at a table."""
    monkeypatch.setattr(host, "PATIENCE", 60.0)
