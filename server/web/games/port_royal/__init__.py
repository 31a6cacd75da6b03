"""Port Royal's cards as the phones draw them."""

from __future__ import annotations

from pathlib import Path

from rules.port_royal.names import COINS, CROWNS, INFLUENCE
from rules.port_royal.places import HARBOUR
from server.web.games.port_royal import asides, picture, reading, risk
from server.web.games.port_royal.faces import FACES
from server.web.parts.on_phones import OnPhones

PHONES = OnPhones(
    aloud={"last_round": "influence", "last_turn": "card", "trophy": "crown", "over": "crown"},
    sign="ship",
    faces=FACES,
    beside=picture.beside,
    about=picture.about,
    aside=asides.aside,
    signs={COINS: "coin", INFLUENCE: "influence", CROWNS: "crown"},
    in_sight=lambda _: (HARBOUR,),
    reads=reading.reads,
    topic=reading.topic,
    pictured=reading.pictured,
    risk=risk.risk,
    templates=Path(__file__).parent / "templates",
)
