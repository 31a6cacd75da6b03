"""Navegador's board as the phones draw it, and what a phone adds to its questions."""

from __future__ import annotations

from pathlib import Path

from rules.navegador.names import AT_SEA, MONEY, POINTS, WORKING
from server.web.games.navegador import asides, picture, reading
from server.web.games.navegador.faces import FACES
from server.web.parts.on_phones import OnPhones

PHONES = OnPhones(
    aloud={
        "phase": "rondel",
        "last_turns": "explorer",
        "sold_out": "factory",
        "explored": "explorer",
        "over": "crown",
    },
    sign="rondel",
    faces=FACES,
    board=picture.board,
    about=picture.about,
    signs={MONEY: "coin", AT_SEA: "ship", WORKING: "person", POINTS: "influence"},
    mat=picture.mat,
    aside=asides.aside,
    reads=reading.reads,
    topic=reading.topic,
    pictured=reading.pictured,
    templates=Path(__file__).parent / "templates",
)
