"""What the file of a game is made of, and what of it a first match needs."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from rules.text import Text


class Kind(StrEnum):
    """What can be left out of the file."""

    LABELS = "labels"
    ZONES = "zones"
    LENS = "lens"
    HOUSE = "house"


KINDS: Mapping[Kind, Text] = {
    Kind.LABELS: Text("labels"),
    Kind.ZONES: Text("zone cards, and tags for boards"),
    Kind.LENS: Text("calibration sheet for the lens"),
    Kind.HOUSE: Text("house pieces and boards, for what you do not own"),
}
LEAST = frozenset({Kind.LABELS, Kind.ZONES, Kind.LENS})
"""All that a first match needs, if you own the game."""
