"""`/campaigns`: matches that follow each other, the story so far, and the next evening."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, flash, redirect, render_template, request
from flask import Response as Answer
from werkzeug.wrappers import Response

from rules.flow import Seat
from rules.game import Game, Outcome, RulesError
from rules.games import GAMES
from rules.match import Match
from rules.text import Text
from server.live.messages import Begin, Delete, Refused
from server.store import Record, StoreError
from server.store.campaigns import Saved, Standing, read_saved
from server.web.request.language import t
from server.web.request.numbers import asked_for, sent
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
    story: tuple[tuple[Text, Text], ...]
    scores: tuple[tuple[Seat, int], ...]
    from_other_end: bool
    may_fork: bool
    """Whether another campaign can go on from its end."""


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
        whose=_whose(game, standing),
        before=_before(game, standing),
        evenings=[
            _evening(game, standing, number, record, match)
            for number, (record, match) in enumerate(standing.played)
        ],
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
            Text("The adventure is over.")
            if standing.finished
            else Text("Finish this campaign's last match first.")
        )
    record = tableside().store.campaigns.matches(campaign)[-1]
    _begin(_saved(record, standing.next_settings), campaign)
    return redirect("/set-up", 303)


@blueprint.post("/campaigns/<int:campaign>/fork")
@admitted
def fork(campaign: int) -> Response:
    """Another campaign goes on from the end of one of the matches; this one stays as it is."""
    _begin(_after(campaign, sent("after", 0)))
    return redirect("/set-up", 303)


@blueprint.get("/campaigns/<int:campaign>/campaign.json")
@looking
def save(campaign: int) -> Response:
    """A small file from which the campaign can go on, here or elsewhere."""
    saved = _after(campaign, asked_for("after", 0))
    answer = Answer(saved.written, mimetype="application/json")
    name = f"quartermaster-campaign-{saved.game}-{campaign}.json"
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


@blueprint.post("/campaigns/restore")
@admitted
def restore() -> Response:
    """A campaign goes on as such a file says."""
    file = request.files.get("file")
    try:
        _begin(read_saved(file.read().decode(errors="replace") if file else ""))
    except (Refused, RulesError, StoreError) as error:
        flash(t(error.reason))
        return redirect("/campaigns", 303)
    return redirect("/set-up", 303)


@blueprint.post("/campaigns/<int:campaign>/delete")
@admitted
def delete(campaign: int) -> Response:
    """All of its matches; only if the form says that somebody was asked once more."""
    if request.form.get("sure") != "yes":
        return redirect(f"/campaigns/{campaign}", 303)
    for record in _matches(campaign):
        granted(Delete(record.id))
    flash(t(Text("Campaign deleted.")), "good")
    return redirect("/campaigns", 303)


def _begin(saved: Saved, campaign: int | None = None) -> None:
    game = GAMES[saved.game]
    if game.campaign is None or not game.campaign.is_part(game.settle(saved.settings)):
        raise Refused(Text("These settings are not of a campaign."))
    granted(Begin(saved.game, saved.names, saved.settings, saved.colours, campaign))


def _saved(record: Record, settings: Mapping[str, str]) -> Saved:
    names, colours = (
        tuple(seat.name for seat in record.seats),
        tuple(s.colour for s in record.seats),
    )
    return Saved(record.game, names, colours, settings)


def _after(campaign: int, match_id: int) -> Saved:
    """How the campaign stood after one of its matches."""
    standing = _standing(campaign)
    for (record, _), settings in zip(standing.played, standing.after, strict=True):
        if record.id == match_id and settings is not None:
            return _saved(record, settings)
    raise Refused(Text("No next match: this one is not over, or was the last."))


def _matches(campaign: int) -> list[Record]:
    try:
        return tableside().store.campaigns.matches(campaign)
    except (StoreError, OverflowError):
        abort(404)


def _standing(campaign: int) -> Standing:
    _matches(campaign)
    return tableside().store.campaigns.standing(campaign)


def _whose(game: Game[Any], standing: Standing) -> Text | None:
    assert game.campaign is not None
    return game.campaign.whose(standing.played[-1][1].table) if standing.played else None


def _before(game: Game[Any], standing: Standing) -> tuple[tuple[Text, Text], ...]:
    """What was told before the first match of this campaign, if it goes on with another one."""
    assert game.campaign is not None
    return tuple(game.campaign.before(standing.played[0][1].table)) if standing.played else ()


def _evening(
    game: Game[Any], standing: Standing, number: int, record: Record, match: Match[Any]
) -> Evening:
    assert game.campaign is not None
    points = match.game.scoring.points
    return Evening(
        record,
        match.outcome(),
        tuple(game.campaign.story(match.table)),
        tuple((seat, match.table.ledger.balance(seat, points)) for seat in match.seats),
        record.id in standing.from_other_end,
        standing.after[number] is not None,
    )
