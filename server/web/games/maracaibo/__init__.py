"""Maracaibo's board as the phones draw it, and what a phone adds to its questions."""

from __future__ import annotations

from pathlib import Path

from rules.maracaibo.names import COMBAT_POINTS, DOUBLOONS, FIGURES, VP
from server.web.games.maracaibo import asides, picture, reading
from server.web.games.maracaibo.faces import FACES
from server.web.parts.on_phones import OnPhones

PHONES = OnPhones(
    aloud={
        "round_ends": "ship",
        "income": "coin",
        "last_round": "ship",
        "admiral": "crown",
        "story": "book",
        "over": "crown",
    },
    sign="city",
    faces=FACES,
    board=picture.board,
    about=picture.about,
    signs={DOUBLOONS: "coin", VP: "influence", COMBAT_POINTS: "sword", FIGURES: "person"},
    mat=picture.mat,
    aside=asides.aside,
    in_words=asides.in_words,
    reads=reading.reads,
    topic=reading.topic,
    pictured=reading.pictured,
    templates=Path(__file__).parent / "templates",
)
