"""Matches that were played before: the golden journals, put into a room's store."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rules.games import GAMES
from rules.journal import as_begun
from rules.match import Match
from server.live.messages import Resume
from server.store import Entry, Store
from tests.patience import PATIENCE
from tests.server.web.conftest import Room

GOLDEN = Path(__file__).parents[2] / "rules" / "golden"
EVENING = 1_700_000_000.0
NAMES = ("Ann", "Bob", "Cleo", "Dora", "Emil")
REPORTERS = ("camera", "button", "phone:red")


def golden(seats: int, game: str = "port_royal") -> list[str]:
    """A game may be played in a mode: `port_royal-adventure`."""
    text = (GOLDEN / f"{game}-{seats}.json").read_text(encoding="utf-8")
    keys: list[str] = json.loads(text)["journal"]
    return keys


def golden_match(seats: int, upto: int | None = None, game: str = "port_royal") -> Match[Any]:
    played = GAMES[game.partition("-")[0]]
    text = (GOLDEN / f"{game}-{seats}.json").read_text(encoding="utf-8")
    settings = as_begun(played, json.loads(text)["options"])
    return Match(played, played.seat(NAMES[:seats]), settings, golden(seats, game)[:upto])


def play(
    store: Store,
    seats: int = 2,
    upto: int | None = None,
    names: Any = NAMES,
    game: str = "port_royal",
) -> int:
    """Store a match, whole or up to a choice; one choice every ten seconds."""
    match = golden_match(seats, 0, game)
    match_id = store.new_match(match.game.name, names[:seats], match.settings, EVENING)
    keys = golden(seats, game)[:upto]
    store.append(
        match_id,
        [
            Entry("choice", key, REPORTERS[number % len(REPORTERS)], EVENING + 10 * number)
            for number, key in enumerate(keys, start=1)
        ],
    )
    store.resume(match_id)
    if upto is None:
        store.finish(match_id, EVENING + 10 * len(keys))
    return match_id


def go_on(room: Room, match_id: int) -> None:
    """Make it the match at the table."""
    room.table.host.ask(Resume(match_id)).result(timeout=PATIENCE)
