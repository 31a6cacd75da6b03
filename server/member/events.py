"""What stands in the outbox, as the events that a club is told; and who has a name there."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from server.member.outbox import Seated, Waiting
from server.wire.messages import Begun, Changed, Deleted, Event, Player, Row, Summary

PROSE = frozenset({"text", "back", "title", "asks"})
"""What these are called on cards of a story is read aloud when it is time, and plays no part in the
rules."""
UNTOLD = "\u2026"
LEAVE = b"leave"
"""What the publisher is told if the table leaves the club."""


def events_of(waiting: Sequence[Waiting], refused: Collection[int] = ()) -> list[Event]:
    """Of a match that the club has refused, it keeps nothing."""
    return [Deleted(each.match) if each.match in refused else event_of(each) for each in waiting]


def event_of(waiting: Waiting) -> Event:
    """Of a match that was deleted since, nothing is told but that."""
    match, kept = waiting.match, waiting.kept
    if waiting.row is not None and waiting.number is not None:
        return Row(match, waiting.number, *waiting.row)
    if kept is None:
        return Deleted(match)
    if waiting.what == "begun":
        players = [
            Player(
                each.colour,
                each.name,
                None if each.player is None else str(each.player),
                each.robot,
            )
            for each in waiting.seated
        ]
        settings = without_prose(kept.settings)
        return Begun(match, kept.game, settings, players, kept.created_at)
    return Changed(match, kept.state, kept.winners, kept.finished_at)


def without_prose(settings: Mapping[str, str]) -> dict[str, str]:
    """The settings with which a club replays a match: an owner's numbers and effects, by which
    points are counted, but not what an owner has copied from story cards that nobody has read yet.
    """
    return {path: _untold(path, value) for path, value in settings.items()}


def _untold(path: str, value: str) -> str:
    if path.rpartition(".")[2] in PROSE:
        return UNTOLD
    if not (path.endswith("]") and value.startswith("{")):  # not a whole row
        return value
    return json.dumps(_blank(json.loads(value)), ensure_ascii=False)


def _blank(row: Any) -> Any:
    if isinstance(row, list):
        return [_blank(each) for each in row]
    if isinstance(row, dict):
        return {
            name: UNTOLD if name in PROSE and isinstance(each, str) else _blank(each)
            for name, each in row.items()
        }
    return row


def named(summary: Summary, seated: Sequence[Seated]) -> Summary:
    """The same with the names that the club may know."""
    who = {each.colour: each for each in seated}
    return replace(
        summary,
        seats=[
            replace(seat, name=who[seat.colour].name, robot=who[seat.colour].robot)
            if seat.colour in who
            else seat
            for seat in summary.seats
        ],
    )
