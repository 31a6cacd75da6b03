"""How much memory the assistant holds, and how it gives back at once what it does not need.

A picture of twelve megapixels is dozens of megabytes, and every reading makes some that are free
again at once. The C library learns from that to keep such large blocks for the next time, in a heap
for each thread: a third of all that the assistant held was of no use to anybody.
"""

from __future__ import annotations

import ctypes
from pathlib import Path

MOST_MB = 350
"""What the assistant may hold: it leaves room for all else on a Pi with one gigabyte."""
_LARGE = 1_000_000
_KEPT = 8_000_000
_HEAPS = 2
_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8
"""Names of glibc's `mallopt`; another C library has no such function."""


def give_back_large_blocks() -> None:
    """Whatever is large goes back to the system when it is free; threads share their heaps."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        for option, value in (
            (_MMAP_THRESHOLD, _LARGE),
            (_TRIM_THRESHOLD, _KEPT),
            (_ARENA_MAX, _HEAPS),
        ):
            mallopt(option, value)


def resident_mb(process: int | str = "self") -> int | None:
    """Megabytes of real memory that a process holds; None if there is none, or it is not told."""
    try:
        status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    except OSError:
        return None
    held = [line.split()[1] for line in status.splitlines() if line.startswith("VmRSS:")]
    return round(int(held[0]) * 1024 / 1_000_000) if held else None
