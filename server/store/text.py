"""A stored match as one readable file: who played what, and every row of its journal."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

from rules.flow import Seat
from rules.game import RulesError
from rules.games import GAMES
from rules.journal import read_journal
from rules.plugins import NotLoaded
from rules.score_sheet import ScoreSheet, as_data
from rules.text import Text
from server.store.errors import StoreError
from server.store.rows import LARGEST, LATEST, STATES, Entry, Record
from server.store.wording import as_name, check_settings, check_text, read_json

FORMAT = 1
_SAID = 300
"""Letters of what is wrong with a file: it may have been made to say very much."""


def write_match(record: Record, entries: Sequence[Entry], sheets: Iterable[ScoreSheet] = ()) -> str:
    """One line for each row, so that a person can read it and two files can be compared.

    Score sheets are for whoever reads the file; the journal alone is the match.
    """
    head: dict[str, Any] = {
        "quartermaster_match": FORMAT,
        "game": record.game,
        "settings": dict(record.settings),
        "state": record.state,
        "created": _date(record.created_at),
        "finished": None if record.finished_at is None else _date(record.finished_at),
        "seats": [{"colour": seat.colour, "name": seat.name} for seat in record.seats],
    }
    if record.campaign is not None and record.campaign_begun is not None:
        begun = _date(record.campaign_begun)
        head["campaign"] = {"first_match": record.campaign, "begun": begun}
    if scores := [as_data(sheet) for sheet in sheets]:
        head["scores"] = scores
    rows = [
        _json({"number": number, "kind": e.kind, "key": e.key, "by": e.by, "at": _date(e.at)})
        for number, e in enumerate(entries, start=1)
    ]
    journal = "[\n  " + ",\n  ".join(rows) + "\n ]" if rows else "[]"
    return _json(head, indent=1).removesuffix("\n}") + f',\n "journal": {journal}\n}}\n'


def read_match(text: str, at: float) -> tuple[Record, list[Entry]]:
    """The match in a file that was written by `write_match`, or in a bare journal of `rules`.

    The form is checked here; whether the rows fit the rules is found out by replaying them.
    """
    try:
        head = read_json(text)
    except (ValueError, RecursionError) as error:
        raise StoreError(Text("This is no match file: {error}", error=error)) from error
    if isinstance(head, dict) and "quartermaster" in head:
        return _read_bare_journal(text, at)
    if not isinstance(head, dict) or not isinstance(head.get("quartermaster_match"), int):
        raise StoreError(Text('This is no match file: it must say "quartermaster_match": 1.'))
    if head["quartermaster_match"] != FORMAT:
        raise StoreError(
            Text(
                "It has format {theirs}; this version reads {ours}. Update Quartermaster.",
                theirs=head["quartermaster_match"],
                ours=FORMAT,
            )
        )
    try:
        return _read(head, at)
    except (KeyError, TypeError, ValueError, OverflowError, RecursionError) as error:
        raise _wrong(error) from error


def _wrong(error: Exception) -> StoreError:
    what = f"{error} is missing" if isinstance(error, KeyError) else error
    return StoreError(Text("This file is damaged: {what}", what=str(what)[:_SAID]))


def _read(head: dict[str, Any], at: float) -> tuple[Record, list[Entry]]:
    game = _string(head["game"], "game")
    seats = _seats(head["seats"], game)
    settings = _object(head["settings"])
    check_settings(settings)
    campaign = _object(head.get("campaign", {}))
    first = campaign.get("first_match")
    if first is not None and (type(first) is not int or not 0 < first <= LARGEST):
        raise ValueError(f"the first match of the campaign must be a number, not {_json(first)}")
    state, finished = head["state"], head["finished"]
    if state not in STATES or (finished is None) != (state in ("running", "paused")):
        raise ValueError(f"the state {state} does not go with finished: {finished}")
    entries = []
    for number, row in enumerate(_list(head["journal"], "journal"), start=1):
        try:
            entries.append(_entry(_object(row), number, seats))
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            what = f"{error} is missing" if isinstance(error, KeyError) else error
            raise ValueError(f"row {number} of the journal: {what}") from error
    record = Record(
        0,
        game,
        seats,
        settings,
        # The match at the table must not give way to one that is read in beside it.
        "paused" if state == "running" else state,
        _time(head["created"]),
        None if finished is None else _time(finished),
        imported_at=at,
        rows=len(entries),
        campaign=first,
        campaign_begun=_time(campaign["begun"]) if campaign else None,
    )
    return record, entries


def _read_bare_journal(text: str, at: float) -> tuple[Record, list[Entry]]:
    try:
        match = read_journal(text)
    except RulesError as error:
        raise StoreError(error.reason) from error
    try:
        check_settings(match.settings)
    except (TypeError, ValueError) as error:
        raise _wrong(error) from error
    entries = [Entry("choice", key, "import", at) for key in match.journal]
    over = match.choice is None
    record = Record(
        0,
        match.game.name,
        tuple(Seat(seat.index, seat.colour, as_name(seat.name)) for seat in match.seats),
        match.settings,
        "finished" if over else "paused",
        at,
        at if over else None,
        imported_at=at,
        rows=len(entries),
    )
    return record, entries


def _seats(value: object, game_name: str) -> tuple[Seat, ...]:
    try:
        game = GAMES[game_name]
    except NotLoaded as error:
        raise ValueError(str(error)) from error
    seats = tuple(
        Seat(index, _string(seat["colour"], "colour"), as_name(_string(seat["name"], "name")))
        for index, seat in enumerate(map(_object, _list(value, "seats")))
    )
    colours = [seat.colour for seat in seats]
    if len(seats) not in game.seats or len({*colours} & {*game.colours}) != len(seats):
        raise ValueError(
            f"{game_name} needs {game.seats[0]} to {game.seats[-1]} seats, each with another one "
            f"of the colours {', '.join(game.colours)}, not {', '.join(colours) or 'none'}"
        )
    return seats


def _entry(row: dict[str, Any], number: int, seats: Sequence[Seat]) -> Entry:
    if row["number"] != number:
        raise ValueError(f"its number is {row['number']}; a row is missing or out of order")
    by = _string(row["by"], "by")
    if by.startswith("phone:") and by not in {f"phone:{seat.colour}" for seat in seats}:
        raise ValueError(f"there is no seat for {by}")
    kind: Any = _string(row["kind"], "kind")
    key = _string(row["key"], "key")
    check_text(key, "key")
    return Entry(kind, key, by, _time(row["at"]))


def _string(value: object, what: str) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{what} must be a text, not {_json(value)}")
    return value


def _list(value: object, what: str) -> list[Any]:
    if not isinstance(value, list):
        raise TypeError(f"{what} must be a list, not {_json(value)}")
    return value


def _object(value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise TypeError(f"{_json(value)} must be in braces, with names for its values")
    return value


def _date(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds")


def _time(value: object) -> float:
    date = datetime.fromisoformat(_string(value, "a time"))
    if date.tzinfo is None:
        raise ValueError(f"the time {value} must say its zone, like +00:00")
    at = round(date.timestamp(), 3)
    if not 0 <= at <= LATEST:
        raise ValueError(f"the time {value} is before 1970 or after 9999")
    return at


def _json(value: object, indent: int | None = None) -> str:
    return json.dumps(value, ensure_ascii=False, indent=indent)
