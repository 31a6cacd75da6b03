"""The link that hands a finished match to the BG Stats app on the same phone.

The app takes one play as JSON in the address. Dates are in UTC and every yes or no is spelt out,
since its Android version refuses a play that leaves one out. It remembers which of its own games
and players were meant by `sourceName` with `sourceGameId` and `sourcePlayerId`: never change them.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from rules.flow import Seat
from rules.game import Outcome
from rules.match import Match
from server.store import Entry, Record
from server.store.clock import seconds_between
from server.web.parts.points import totals

ADDRESS = "bgstats://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Quartermaster"


def push_link(record: Record, entries: Sequence[Entry], match: Match[Any]) -> str | None:
    """The link for a match that is over; None for one that is not."""
    outcome = match.outcome()
    if outcome is None:
        return None
    play = as_play(record, entries, match, outcome)
    return ADDRESS + quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe="")


def as_play(
    record: Record, entries: Sequence[Entry], match: Match[Any], outcome: Outcome
) -> dict[str, Any]:
    game = match.game
    points, first = totals(match, match.table), _first(match)
    return {
        "sourceName": SOURCE,
        "sourcePlayId": f"{record.id}-{record.created_at:.0f}",
        "playDate": datetime.fromtimestamp(record.created_at, UTC).strftime("%Y-%m-%d %H:%M:%S"),
        "durationMin": minutes_played(record, entries),
        "board": game.edition.text("edition"),
        "game": {
            "name": game.edition.text("title"),
            "sourceGameId": game.name,
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {
                "name": seat.name,
                "sourcePlayerId": seat.name.strip().casefold(),
                "role": seat.colour,
                "score": points[seat.index],
                "rank": outcome.ranks.get(seat, 0),
                "winner": seat in outcome.winners,
                "startPlayer": seat is first,
            }
            for seat in match.seats
        ],
    }


def minutes_played(record: Record, entries: Sequence[Entry]) -> int:
    """Without the nights in between; a clock that was set back counts for nothing."""
    times = (entry.at for entry in entries)
    return round(sum(seconds_between(record.created_at, times)) / 60)


def _first(match: Match[Any]) -> Seat | None:
    """Whose turn was the first one."""
    active = (table.active for _, table in match.checkpoints)
    return next((seat for seat in active if seat is not None), None)
