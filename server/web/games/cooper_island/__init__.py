"""Cooper Island as the phones draw it, and what a phone adds to its questions."""

from __future__ import annotations

from pathlib import Path

from rules.cooper_island.names import POINTS, STEPS
from server.web.games.cooper_island import asides, picture, reading
from server.web.games.cooper_island.faces import FACES
from server.web.games.cooper_island.sketches import SKETCHES
from server.web.parts.on_phones import OnPhones

SIGNS = {
    POINTS: "influence",
    STEPS: "ship",
    "coin": "coin",
    "wood": "wood",
    "stone": "stone",
    "food": "bread",
    "gold": "gold",
    "cloth": "cloth",
}
"""By account."""

PHONES = OnPhones(
    aloud={
        "around": "ship",
        "round": "hexes",
        "last_round": "hexes",
        "hungry": "anchor",
        "over": "crown",
    },
    sign="hexes",
    faces=FACES,
    board=picture.board,
    about=picture.about,
    signs=SIGNS,
    mat=picture.mat,
    aside=asides.aside,
    in_words=asides.in_words,
    reads=reading.reads,
    topic=reading.topic,
    pictured=reading.pictured,
    sketches=SKETCHES,
    templates=Path(__file__).parent / "templates",
)
