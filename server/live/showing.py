"""What everybody may know of a live match."""

from __future__ import annotations

from server.live.match import Live
from server.live.messages import View
from server.live.problems import unknown_cards


def view_of(live: Live, match_id: int) -> View:
    """A view with what the match itself says; the rest is the host's."""
    return View(
        match_id=match_id,
        match=live.match.fork(),
        provisional=live.provisional,
        searching=live.searching,
        wrong=dict(live.wrong),
        unclear=tuple(live.unclear),
        question=live.question,
        pending=tuple(live.pending.values()),
        corrections=live.corrections,
        concluded=live.concluded,
        paused=live.paused,
        final=live.final,
        unknown=unknown_cards(live.match, live.sighting) if live.sighting else (),
    )
