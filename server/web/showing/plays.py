"""All results as files: a table for spreadsheets, and what the BG Stats app reads in.

The app's own file names every game, player and play by a number and by an id that never changes, so
that reading in a newer file brings nothing twice.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from server.store.statistics import Play
from server.web.showing.bgstats import SOURCE
from server.web.showing.played import kind_text, sets_text, title_of

COLUMNS = (
    "match",
    "begun",
    "ended",
    "minutes",
    "game",
    "sets",
    "players",
    "seat",
    "colour",
    "player",
    "place",
    "won",
    "points",
    "points by kind",
    "turns",
    "thinking seconds",
)
_FORMULA = ("=", "+", "-", "@", "\t")
"""What a spreadsheet would take for something to work out."""


def as_csv(plays: Iterator[Play]) -> str:
    """One row for everybody in every match that has ended."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    for play in plays:
        for each in play.seats:
            kinds = {str(kind_text(play.game, kind)): points for kind, points in each.kinds.items()}
            writer.writerow(
                (
                    play.match,
                    _date(play.begun),
                    _date(play.ended),
                    round(play.seconds / 60),
                    title_of(play.game),
                    sets_text(play.game, play.sets),
                    len(play.seats),
                    each.seat + 1,
                    each.colour,
                    f"'{each.name}" if each.name.startswith(_FORMULA) else each.name,
                    "" if each.place is None else each.place,
                    "yes" if each.won else "no",
                    each.points,
                    "; ".join(f"{kind}: {points}" for kind, points in kinds.items()),
                    each.turns,
                    round(each.seconds),
                )
            )
    return text.getvalue()


def as_bgstats(plays: Iterator[Play]) -> str:
    """The file that BG Stats calls an export: games, players and plays, each once."""
    games, players = dict[str, int](), dict[str, int]()
    found = []
    for play in plays:
        game = games.setdefault(play.game, len(games) + 1)
        scores = []
        for each in play.seats:
            key = f"{each.player}" if each.player is not None else each.name.casefold()
            number = players.setdefault(f"{key}\n{each.name}", len(players) + 1)
            scores.append(
                {
                    "playerRefId": number,
                    "score": str(each.points),
                    "winner": each.won,
                    "rank": each.place or 0,
                    "role": each.colour,
                    "seatOrder": each.seat + 1,
                    "newPlayer": False,
                    "startPlayer": each.colour == play.first,
                }
            )
        found.append(
            {
                "uuid": _id("play", f"{play.match}-{play.begun:.0f}"),
                "gameRefId": game,
                "playDate": _date(play.begun),
                "entryDate": _date(play.ended),
                "modificationDate": _date(play.ended),
                "durationMin": round(play.seconds / 60),
                "board": str(sets_text(play.game, play.sets)),
                "usesTeams": play.together,
                "ignored": False,
                "manualWinner": True,
                "rounds": 0,
                "rating": 0,
                "locationRefId": 0,
                "scoringSetting": 0,
                "playerScores": scores,
            }
        )
    return json.dumps(
        {
            "about": f"{SOURCE}: all matches that were played to their end",
            "games": [_game(name, number) for name, number in games.items()],
            "players": [_player(key, number) for key, number in players.items()],
            "locations": [],
            "tags": [],
            "groups": [],
            "challenges": [],
            "plays": found,
        },
        ensure_ascii=False,
        indent=1,
    )


def _game(name: str, number: int) -> Mapping[str, Any]:
    return {
        "id": number,
        "uuid": _id("game", name),
        "name": title_of(name),
        "highestWins": True,
        "noPoints": False,
        "cooperative": False,
        "isBaseGame": 1,
        "isExpansion": 0,
    }


def _player(key: str, number: int) -> Mapping[str, Any]:
    who, _, name = key.partition("\n")
    return {"id": number, "uuid": _id("player", who), "name": name, "isAnonymous": False}


def _id(kind: str, key: str) -> str:
    return str(uuid5(NAMESPACE_URL, f"{SOURCE.lower()}:{kind}:{key}"))


def _date(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M:%S")
