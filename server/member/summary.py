"""How things stand at the table, as everybody may know it."""

from __future__ import annotations

from rules.flow import TABLE
from rules.score_sheet import score_sheets
from server.live.messages import View
from server.wire.messages import Summary, SummarySeat


def summary_of(view: View) -> Summary:
    """In English: what a match is called and where it stands, but nothing of a hidden hand.

    Nobody has a name in it yet: the publisher knows who may have one.
    """
    match = view.match
    if match is None:
        return Summary()
    asked = {question.who for question in view.questions} - {TABLE}
    return Summary(
        view.match_id,
        match.game.name,
        match.game.edition.text("title"),
        str(match.game.guide.phase(match.table)) if match.choice else "",
        str(view.lamp),
        [
            SummarySeat(sheet.seat.colour, None, sheet.total, sheet.seat in asked)
            for sheet in score_sheets(match)
        ],
        match.choice is None,
    )
