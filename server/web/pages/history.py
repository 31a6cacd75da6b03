"""`/history`: all matches, each of them step by step, as a file, and for the BG Stats app."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from flask import Blueprint, Response, abort, current_app, redirect, render_template
from flask.blueprints import BlueprintSetupState
from werkzeug.wrappers import Response as AnyResponse

from rules.flow import Seat
from rules.games import GAMES
from rules.score_sheet import score_sheets
from server.store import Record, StoreError
from server.web.request.numbers import asked_for
from server.web.request.phones import looking
from server.web.request.tableside import tableside
from server.web.showing import match_pages
from server.web.showing.bgstats import minutes_played, push_link
from server.web.showing.played import can_be_played_again
from server.web.showing.replays import Replays, winners

blueprint = Blueprint("history", __name__)

_ON_A_PAGE = 10
_EXTENSION = "replays"


@blueprint.record
def _prepare(state: BlueprintSetupState) -> None:
    state.app.extensions[_EXTENSION] = Replays()


@dataclass(frozen=True, slots=True)
class Listed:
    record: Record
    title: str
    winners: tuple[Seat, ...]


@blueprint.get("/history")
@looking
def page() -> str:
    store = tableside().store
    pages = max(1, -(-store.count() // _ON_A_PAGE))
    number = min(max(asked_for("page", 1), 1), pages)
    records = store.matches(most=_ON_A_PAGE, skip=(number - 1) * _ON_A_PAGE)
    listed = [_listed(record) for record in records]
    return render_template("history.html", listed=listed, number=number, pages=pages)


@blueprint.get("/history/<int:match_id>")
@looking
def match(match_id: int) -> str | AnyResponse:
    record = _record(match_id)
    try:
        replay = _replays().load(tableside().store, match_id)
    except StoreError as error:
        return render_template("history_match.html", record=record, trouble=error.reason)
    wanted = asked_for("step", None)
    if wanted is not None:
        step = min(max(wanted, 0), len(replay.match.journal))
        return redirect(f"/history/{match_id}/{step}", 303)
    return render_template(
        "history_match.html",
        again=record.state == "finished" and can_be_played_again(record),
        minutes=minutes_played(record, replay.entries),
        push_link=push_link(record, replay.entries, replay.match),
        **match_pages.whole(replay),
    )


@blueprint.get("/history/<int:match_id>/<int:step>")
@looking
def step(match_id: int, step: int) -> str:
    _record(match_id)
    replay = _replays().load(tableside().store, match_id)
    return render_template("history_step.html", **match_pages.at_step(replay, step))


@blueprint.get("/history/<int:match_id>/journal.json")
@looking
def journal(match_id: int) -> Response:
    """The file that `quartermaster` reads in again."""
    record = _record(match_id)
    try:
        known = score_sheets(_replays().load(tableside().store, match_id).match)
    except StoreError:
        known = []  # what cannot be played any more can be saved all the same
    text = tableside().store.export_match(match_id, known)
    name = f"quartermaster-{record.game}-{match_id}.json"
    return Response(
        text,
        mimetype="application/json",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


def _record(match_id: int) -> Record:
    try:
        return tableside().store.record(match_id)
    except (StoreError, OverflowError):
        abort(404)


def _replays() -> Replays:
    replays = current_app.extensions[_EXTENSION]
    assert isinstance(replays, Replays)
    return replays


def _listed(record: Record) -> Listed:
    won: tuple[Seat, ...] = ()
    if record.state == "finished":
        with suppress(StoreError):  # its own page says why it cannot be read
            won = winners(tableside().store, record)
    game = GAMES.get(record.game)
    return Listed(record, game.edition.text("title") if game else record.game, won)
