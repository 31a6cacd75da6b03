"""How things stand at the table, as everybody may know it."""

from __future__ import annotations

from rules.flow import TABLE
from rules.sheet import sheets
from server.live.messages import View
from server.wire.messages import Summary, SummarySeat


def summary_of(view: View) -> Summary:
    """In English: what a match is called and where it stands, but nothing of a hidden hand."""
    match = view.match
    if match is None:
        return Summary()
    choice = view.question.choice if view.question else match.choice
    asked = {choice.who} if choice and choice.who is not TABLE else set()
    return Summary(
        view.match_id,
        match.game.name,
        match.game.edition.text("title"),
        str(match.game.guide.phase(match.table)) if match.choice else "",
        str(view.lamp),
        [
            SummarySeat(sheet.seat.colour, sheet.seat.name, sheet.total, sheet.seat in asked)
            for sheet in sheets(match)
        ],
        match.choice is None,
    )
