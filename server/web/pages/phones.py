"""`/phones`: which phones are in, who is put out, and whether anybody may look on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, flash, redirect, render_template, request
from werkzeug.wrappers import Response

from rules.flow import Seat
from rules.text import Text
from server.live.messages import Refused
from server.store.phones import KnownPhone
from server.web.request.language import t
from server.web.request.phones import admitted, phone
from server.web.request.tableside import tableside

blueprint = Blueprint("phones", __name__)

EVENING = 12 * 3600.0
"""Seconds for which anybody may look on."""


@dataclass(frozen=True, slots=True)
class Listed:
    phone: KnownPhone
    seats: Sequence[Seat]
    """For which it plays in the running match."""
    is_there: bool


@blueprint.get("/phones")
@admitted
def page() -> str:
    joining, view = tableside().joining, tableside().host.view
    seats = view.match.seats if view.match else ()
    listed = []
    for known in joining.phones():
        colours = joining.seats(known.id, view.match_id)
        own = [seat for seat in seats if seat.colour in colours]
        listed.append(Listed(known, own, joining.voices.is_there(known.id)))
    return render_template(
        "phones.html", listed=listed, anybody_may_look_on=joining.anybody_may_look_on
    )


@blueprint.post("/phones/out")
@admitted
def put_out() -> Response:
    joining, me, out = tableside().joining, phone(), request.form.get("phone", "")
    by = me.id if me.admitted else None
    try:
        if joining.put_out(by, out, tableside().host.view.match_id):
            flash(t(Text("Phone removed.")), "good")
        else:
            flash(t(Text("The other players must agree.")), "good")
    except Refused as error:
        flash(t(error.reason))
    return redirect("/join" if out == me.id else "/phones", 303)


@blueprint.post("/phones/look-on")
@admitted
def look_on() -> Response:
    tableside().joining.let_look_on(EVENING if request.form.get("anybody") == "yes" else 0)
    return redirect("/phones", 303)
