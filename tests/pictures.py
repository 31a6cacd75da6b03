"""Room for what simulated tables draw: many tests look at the same few tables and cards."""

from __future__ import annotations

from vision.simulator.render import GROUNDS
from vision.simulator.textures import TEXTURES

MEGABYTES = 2**20


def keep_more() -> None:
    """More than a table needs, on which one game is played at a time."""
    TEXTURES.most = 192 * MEGABYTES
    GROUNDS.most = 128 * MEGABYTES
