"""How long tests wait for what happens by itself: until it happens, however busy a computer is."""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE = 180.0
"""Seconds, many times what anything takes: whoever has waited that long waits for nothing."""
MILLISECONDS = PATIENCE * 1000


def until(happened: Callable[[], object], told: Callable[[], object] = lambda: "nothing") -> None:
    """Wait for something. If it never comes, `told` says what there is instead."""
    give_up = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < give_up, f"It never came; there is {told()}."
        time.sleep(0.005)
