"""A stored match as a live one: how it begins, where it stands, what is final, and what was seen
together.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import Any

from rules.games import GAMES
from rules.match import Match
from server.live.concluded import seen_together
from server.live.match import Live
from server.live.messages import Begin
from server.live.search import Finding, Search
from server.store import Entry, Store, StoreError
from server.store.owner_values import read_own

log = logging.getLogger(__name__)

_ANSWERS = {"choice": 1, "undo": -1}
"""By how many a kind of row changes the number of answers."""


def load_live(
    store: Store, match_id: int, think: Callable[[Search], Finding | None]
) -> tuple[Live, int]:
    """The match as it is on the disk, and how many rows its journal has."""
    match, entries = store.load(match_id), store.entries(match_id)
    final = final_after(match, entries)
    together = seen_together(entries)
    if len(together) != len(match.journal):  # an older version asked more
        final, together = len(match.journal), [None] * len(match.journal)
    return Live(match, final, think, together), len(entries)


def final_after(match: Match[Any], entries: Iterable[Entry]) -> int:
    """How many answers of a match with this journal are not provisional any more."""
    answered = final = 0
    for entry in entries:
        answered += _ANSWERS.get(entry.kind, 0)
        final = answered if entry.kind == "final" else min(final, answered)
    # Only the last turns can be taken back by hand, as if it had never been loaded.
    turns = match.checkpoints
    return max(final, turns[-2].answered if len(turns) > 1 else 0)


def begin(store: Store, wish: Begin, at: float) -> int:
    """Store a match that begins now, with what is printed on the owner's copy; its number."""
    own = read_own(GAMES[wish.game], store.path.parent) if wish.game in GAMES else {}
    match_id = store.new_match(
        wish.game,
        wish.names,
        {**own, **wish.settings},
        at,
        wish.colours,
        campaign=wish.campaign,
        remembered=not wish.robots,
        robots=wish.robot_seats,
    )
    if wish.again is not None:
        store.phones.keep_seats(wish.again, match_id)
    store.resume(match_id, at)
    return match_id


def rest(store: Store, match_id: int, at: float, *, resting: bool) -> None:
    """Clocks stand still, or run again. If that cannot be stored, they are only less exact."""
    try:
        (store.rest if resting else store.go_on)(match_id, at)
    except StoreError as error:
        log.warning("The clocks of match %s may be wrong. %s", match_id, error)
