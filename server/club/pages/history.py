"""`/history`: all matches of the club, each of them step by step and as a file."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, Response, abort, g, redirect, render_template
from sqlalchemy import func, select
from werkzeug.wrappers import Response as AnyResponse

from rules.flow import Seat
from rules.score_sheet import score_sheets
from server.club.database import matches, tables
from server.club.pages.clubhouse import clubhouse
from server.club.pages.watching import watch
from server.store import Record, StoreError
from server.store.text import write_match
from server.web.request.numbers import asked_for
from server.web.showing import match_pages
from server.web.showing.bgstats import minutes_played
from server.web.showing.played import title_of
from server.web.showing.replays import Replay
from server.web.showing.reports import rows_behind_answers

blueprint = Blueprint("history", __name__)

_ON_A_PAGE = 10


@dataclass(frozen=True, slots=True)
class Listed:
    record: Record
    title: str
    winners: tuple[Seat, ...]
    table: str


@blueprint.get("/history")
def page() -> str:
    with clubhouse().engine.connect() as db:
        count = db.execute(select(func.count()).select_from(matches)).scalar_one()
        pages = max(1, -(-count // _ON_A_PAGE))
        number = min(max(asked_for("page", 1), 1), pages)
        found = db.execute(
            select(matches.c.id, tables.c.name, tables.c.key)
            .join(tables)
            .order_by(matches.c.created_at.desc(), matches.c.id.desc())
            .limit(_ON_A_PAGE)
            .offset((number - 1) * _ON_A_PAGE)
        ).all()
    listed = [each for row in found if (each := _listed(row.id, row.name or row.key))]
    return render_template("history.html", listed=listed, number=number, pages=pages)


@blueprint.get("/history/<int:match_id>")
def match(match_id: int) -> str | AnyResponse:
    record = _record(match_id)
    try:
        replay = _replay(match_id)
    except StoreError as error:
        return render_template("history_match.html", record=record, trouble=error.reason)
    wanted = asked_for("step", None)
    if wanted is not None:
        step = min(max(wanted, 0), len(replay.match.journal))
        return redirect(f"/history/{match_id}/{step}", 303)
    return render_template(
        "history_match.html",
        minutes=minutes_played(replay.record, replay.entries),
        **match_pages.whole(replay),
    )


@blueprint.get("/history/<int:match_id>/<int:step>")
def step(match_id: int, step: int) -> str:
    g.rules_at = f"/history/{match_id}/rules"
    return render_template("history_step.html", **match_pages.at_step(_replay(match_id), step))


@blueprint.get("/history/<int:match_id>/rules/piece/<game>/<path:kind>")
def piece(match_id: int, game: str, kind: str) -> str:
    """What a piece does in this very match."""
    g.rules_at = f"/history/{match_id}/rules"
    return match_pages.about_piece(_replay(match_id).match, game, kind)


@blueprint.get("/history/<int:match_id>/rules/about/<game>/<key>")
def about(match_id: int, game: str, key: str) -> str:
    """What a place, a sign or an account is."""
    g.rules_at = f"/history/{match_id}/rules"
    return match_pages.about_topic(_replay(match_id).match, game, key)


@blueprint.get("/history/<int:match_id>/journal.json")
def journal(match_id: int) -> Response:
    """The file that a table reads in again."""
    replay = _replay(match_id)
    name = f"quartermaster-{replay.record.game}-{match_id}.json"
    return Response(
        write_match(replay.record, replay.entries, score_sheets(replay.match)),
        mimetype="application/json",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


def _replay(match_id: int) -> Replay:
    found = clubhouse().replays.of(match_id)
    if found is None:
        abort(404)
    watch(found.table)
    reported = tuple(rows_behind_answers(found.entries))
    return Replay(found.record, found.entries, found.match, reported)


def _record(match_id: int) -> Record:
    record = clubhouse().replays.record(match_id)
    if record is None:
        abort(404)
    return record


def _listed(match_id: int, table: str) -> Listed | None:
    """None if it cannot be read: what one table has told never fails the page of all."""
    try:
        record = _record(match_id)
    except StoreError:
        return None
    won = tuple(seat for seat in record.seats if seat.colour in (record.winners or ()))
    return Listed(record, title_of(record.game), won, table)
