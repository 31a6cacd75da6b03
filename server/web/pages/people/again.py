"""Playing again with the same people, and matches that come from elsewhere as a file."""

from __future__ import annotations

import time

from flask import Blueprint, abort, flash, redirect
from werkzeug.wrappers import Response

from rules.campaign import Carried
from rules.game import RulesError
from rules.games import GAMES
from rules.text import Text
from server.live.messages import Begin, Refused
from server.store import Record, StoreError
from server.web.request.language import t
from server.web.request.phones import admitted, phone
from server.web.request.tableside import tableside
from server.web.request.uploads import upload
from server.web.request.wishes import granted
from server.web.showing.played import can_be_played_again

blueprint = Blueprint("again", __name__)

_MOST_BYTES = 4 * 1024 * 1024
"""Of the file of a match, ten times what the longest ones have; read, it takes many times that."""


@blueprint.post("/matches/<int:match_id>/again")
@admitted
def again(match_id: int) -> Response:
    """The same people and robots in the same seats, with the same settings; phones keep theirs."""
    record = _record(match_id)
    view = tableside().host.view
    if view.match is not None and view.match.choice is not None:
        flash(t(Text("A match is running. Pause or end it first.")))
        return redirect(f"/history/{match_id}", 303)
    if not can_be_played_again(record):
        raise Refused(Text("This match cannot be played again. Begin a new one."))
    game = GAMES[record.game]
    settings = {
        setting.key: record.settings[setting.key]
        for setting in game.settings
        if not isinstance(setting.values, Carried)
        and record.settings.get(setting.key) in setting.values
    }
    names, colours = ([getattr(seat, what) for seat in record.seats] for what in ("name", "colour"))
    store = tableside().store
    wish = Begin(
        record.game,
        names,
        settings,
        colours,
        robots=not store.players.at_seats(match_id),
        robot_seats=store.robots.of(match_id),
        again=match_id,
    )
    try:
        granted(wish)
    except RulesError as error:
        raise Refused(error.reason) from error
    return redirect("/set-up", 303)


@blueprint.post("/history/bring-in")
@admitted
def bring_in() -> Response:
    """The file is whole: the match in it is one of the past matches from now on."""
    try:
        came = upload().take(phone().id, _MOST_BYTES)
        match_id = tableside().store.import_match(came.decode(errors="replace"), time.time())
    except (Refused, StoreError) as error:
        flash(t(error.reason))
        return redirect("/history", 303)
    flash(t(Text("Match loaded.")), "good")
    return redirect(f"/history/{match_id}", 303)


def _record(match_id: int) -> Record:
    try:
        return tableside().store.record(match_id)
    except (StoreError, OverflowError):
        abort(404)
