"""`/campaigns`: matches that follow each other, the story so far, and the next evening."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, flash, redirect, render_template, request
from werkzeug.wrappers import Response

from rules.flow import Seat
from rules.game import Game, Outcome
from rules.games import GAMES
from rules.text import Text
from server.live.messages import Begin, Delete, Refused
from server.store import Record, StoreError
from server.store.campaigns import Standing
from server.web.request.language import t
from server.web.request.phones import admitted, looking
from server.web.request.tableside import tableside
from server.web.request.wishes import granted

blueprint = Blueprint("campaigns", __name__)

_MOST = 20
"""Campaigns shown, the newest."""


@dataclass(frozen=True, slots=True)
class Evening:
    """One match of a campaign."""

    record: Record
    outcome: Outcome | None
    told: tuple[tuple[Text, Text], ...]
    scores: tuple[tuple[Seat, int], ...]
    from_other_end: bool


@blueprint.get("/campaigns")
@looking
def page() -> str:
    return render_template(
        "campaigns.html", newest=tableside().store.campaigns.newest(_MOST), games=GAMES
    )


@blueprint.get("/campaigns/<int:campaign>")
@looking
def story(campaign: int) -> str:
    standing = _standing(campaign)
    records = tableside().store.campaigns.matches(campaign)
    game = GAMES[records[0].game]
    return render_template(
        "campaign.html",
        campaign=campaign,
        title=game.edition.text("title"),
        seats=records[0].seats,
        evenings=[_evening(game, standing, record, match) for record, match in standing.played],
        standing=standing,
        running=tableside().host.view.match_id,
    )


@blueprint.post("/campaigns/<int:campaign>/next")
@admitted
def go_on(campaign: int) -> Response:
    """The next match begins with what the last one has left behind, and the same players."""
    standing = _standing(campaign)
    if standing.next_settings is None:
        raise Refused(
            Text("The adventure is over: there is no next match.")
            if standing.finished
            else Text("The last match of this campaign is not over. Go on with that one first.")
        )
    record = tableside().store.campaigns.matches(campaign)[-1]
    granted(
        Begin(
            record.game,
            [seat.name for seat in record.seats],
            standing.next_settings,
            [seat.colour for seat in record.seats],
            campaign,
        )
    )
    return redirect("/set-up", 303)


@blueprint.post("/campaigns/<int:campaign>/delete")
@admitted
def delete(campaign: int) -> Response:
    """All of its matches; only if the form says that somebody was asked once more."""
    if request.form.get("sure") != "yes":
        return redirect(f"/campaigns/{campaign}", 303)
    for record in _matches(campaign):
        granted(Delete(record.id))
    flash(t(Text("The campaign is deleted.")), "good")
    return redirect("/campaigns", 303)


def _matches(campaign: int) -> list[Record]:
    try:
        return tableside().store.campaigns.matches(campaign)
    except (StoreError, OverflowError):
        abort(404)


def _standing(campaign: int) -> Standing:
    _matches(campaign)
    return tableside().store.campaigns.standing(campaign)


def _evening(game: Game[Any], standing: Standing, record: Record, match: Any) -> Evening:
    assert game.campaign is not None
    points = match.game.scoring.points
    return Evening(
        record,
        match.outcome(),
        tuple(game.campaign.told(match.table)),
        tuple((seat, match.table.ledger.balance(seat, points)) for seat in match.seats),
        record.id in standing.from_other_end,
    )
