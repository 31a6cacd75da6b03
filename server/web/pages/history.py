"""`/history`: all matches, each of them step by step, as a file, and for the BG Stats app."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, abort, current_app, redirect, render_template, request
from flask.blueprints import BlueprintSetupState
from werkzeug.wrappers import Response as AnyResponse

from rules.at_once import SeatOption
from rules.flow import Seat
from rules.games import GAMES
from rules.match import Match
from rules.sheet import sheets
from server.store import Record, StoreError
from server.web.parts.chart import NARROW, WIDE, chart
from server.web.parts.points import Courses, scores
from server.web.request.phones import looking
from server.web.request.tableside import tableside
from server.web.showing.bgstats import minutes_played, push_link
from server.web.showing.drawing import picture
from server.web.showing.ending import ending
from server.web.showing.played import can_be_played_again
from server.web.showing.replays import Replay, Replays, winners
from server.web.showing.reports import reported

blueprint = Blueprint("history", __name__)

_ON_A_PAGE = 10
_EXTENSION = "replays"
_courses = Courses()


@blueprint.record
def _prepare(state: BlueprintSetupState) -> None:
    state.app.extensions[_EXTENSION] = Replays()


@dataclass(frozen=True, slots=True)
class Listed:
    record: Record
    title: str
    winners: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Way:
    """The steps that lead on from one; None where it goes no further."""

    first: int | None
    turn_back: int | None
    back: int | None
    forward: int | None
    turn_forward: int | None
    last: int | None


@dataclass(frozen=True, slots=True)
class Turn:
    step: int
    who: tuple[Seat, ...]
    """Nobody in the set-up, and everybody where all play at once."""


@blueprint.get("/history")
@looking
def page() -> str:
    store = tableside().store
    pages = max(1, -(-store.count() // _ON_A_PAGE))
    number = min(max(request.args.get("page", 1, type=int), 1), pages)
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
    wanted = request.args.get("step", type=int)
    if wanted is not None:
        step = min(max(wanted, 0), len(replay.match.journal))
        return redirect(f"/history/{match_id}/{step}", 303)
    course = _courses.course(match_id, replay.match)
    return render_template(
        "history_match.html",
        record=record,
        match=replay.match,
        scores=scores(replay.match),
        outcome=replay.match.outcome(),
        end=ending(replay.match, course),
        again=record.state == "finished" and can_be_played_again(record),
        minutes=minutes_played(record, replay.entries),
        turns=_turns(replay),
        course=course,
        charts=[
            chart(replay.match.game.scoring.sides(replay.match.table), course, *size)
            for size in (NARROW, WIDE)
        ],
        push_link=push_link(record, replay.entries, replay.match),
    )


@blueprint.get("/history/<int:match_id>/<int:step>")
@looking
def step(match_id: int, step: int) -> str:
    _record(match_id)
    replay = _replays().load(tableside().store, match_id)
    whole = replay.match
    if step > len(whole.journal):
        abort(404)
    row, move, moved = None, None, []
    if step:
        row, answer = replay.reported[step - 1], whole.answers[step - 1]
        move = reported(whole, step, row)
        moved = [m.piece for m in whole.fork(step - 1).take(answer.option) if m.piece]
    now = whole.fork(step)
    return render_template(
        "history_step.html",
        record=replay.record,
        match=now,
        step=step,
        steps=len(whole.journal),
        way=_way(step, [turn.step for turn in _turns(replay)], len(whole.journal)),
        move=move,
        row=row,
        picture=picture(now, moved=moved),
        scores=scores(now),
    )


@blueprint.get("/history/<int:match_id>/journal.json")
@looking
def journal(match_id: int) -> Response:
    """The file that `quartermaster` reads in again."""
    record = _record(match_id)
    try:
        known = sheets(_replays().load(tableside().store, match_id).match)
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


def _turns(replay: Replay) -> list[Turn]:
    """Where every turn starts, the set-up first."""
    match = replay.match
    return [
        Turn(answered, _whose(match, answered, table.active))
        for answered, table in match.checkpoints
    ]


def _whose(match: Match[Any], answered: int, active: Seat | None) -> tuple[Seat, ...]:
    first = match.answers[answered].option if answered < len(match.answers) else None
    if isinstance(first, SeatOption):
        return tuple(match.seats)  # all at once
    return (active,) if active else ()


def _way(step: int, turns: Sequence[int], last: int) -> Way:
    earlier = [turn for turn in turns if turn < step]
    later = [turn for turn in turns if turn > step]
    return Way(
        first=0 if step else None,
        turn_back=earlier[-1] if earlier else None,
        back=step - 1 if step else None,
        forward=step + 1 if step < last else None,
        turn_forward=later[0] if later else last if step < last else None,
        last=last if step < last else None,
    )
