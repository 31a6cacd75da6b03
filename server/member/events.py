"""What stands in the outbox, as the events that a club is told."""

from __future__ import annotations

from collections.abc import Sequence

from server.store.club import Waiting
from server.wire.messages import Begun, Changed, Deleted, Event, Player, Row


def events_of(waiting: Sequence[Waiting]) -> list[Event]:
    return [event_of(each) for each in waiting]


def event_of(waiting: Waiting) -> Event:
    """Of a match that was deleted since, nothing is told but that."""
    record, entry = waiting.record, waiting.entry
    if entry is not None and waiting.number is not None:
        return Row(waiting.match, waiting.number, entry.kind, entry.key, entry.by, entry.at)
    if record is None:
        return Deleted(waiting.match)
    if waiting.what == "begun":
        players = [
            Player(each.colour, each.name, None if each.player is None else str(each.player))
            for each in waiting.seated
        ]
        return Begun(record.id, record.game, record.settings, players, record.created_at)
    return Changed(record.id, record.state, record.winners, record.finished_at)
