"""`/join`: a phone comes in and takes a seat; `/qr.svg`: how it gets here."""

from __future__ import annotations

import io

import segno
from flask import Blueprint, Response, abort, flash, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from rules.text import Text
from server.live import Refused
from server.store import StoreError
from server.web import phone, t, tableside
from server.web.joining import TooManyClaims

blueprint = Blueprint("join", __name__)


@blueprint.get("/join")
def show() -> str:
    table, me = tableside(), phone()
    joining, view = table.joining, table.host.view
    claim = joining.claim
    seats = view.match.seats if view.match else ()
    asked = claim.colour if claim and claim.match_id == view.match_id else None
    return render_template(
        "join.html",
        seats=seats,
        taken=joining.holders(view.match_id) if view.match_id else {},
        claim=claim,
        claimed=next((seat for seat in seats if seat.colour == asked), None),
        seconds=joining.seconds_left(),
        may_confirm=joining.may_confirm(me.id) or me.at_table,
    )


@blueprint.post("/join/<action>")
def act(action: str) -> AnyResponse:
    """Ask to come in or for a seat, say yes or no to somebody who asks, or give up a seat."""
    actions = {"ask": _ask, "confirm": _confirm, "refuse": _refuse, "leave": _leave}
    if action not in actions:
        abort(404)
    try:
        actions[action]()
    except TooManyClaims:
        raise
    except (Refused, StoreError) as error:
        flash(t(error.reason))
    return redirect("/join", 303)


def _ask() -> None:
    table, colour = tableside(), request.form.get("seat") or None
    view = table.host.view
    if colour is not None and (
        view.match is None or colour not in {seat.colour for seat in view.match.seats}
    ):
        raise Refused(Text("There is no such seat in this match."))
    match_id = None if colour is None else view.match_id
    table.joining.ask(phone().id, request.remote_addr or "", match_id, colour)


def _confirm() -> None:
    tableside().joining.confirm(phone().id, request.form.get("sign", ""), phone().at_table)


def _refuse() -> None:
    tableside().joining.refuse(phone().id, request.form.get("sign", ""), phone().at_table)


def _leave() -> None:
    table = tableside()
    match_id = table.host.view.match_id
    if match_id is None:
        raise Refused(Text("No match is being played. Start one first."))
    table.joining.leave(phone().id, match_id, request.form.get("seat", ""))


@blueprint.get("/qr.svg")
def qr() -> Response:
    """The address of the table, for the camera of a phone."""
    address = tableside().names.short(request.host)
    picture = io.BytesIO()
    segno.make(f"http://{address}/", error="m", micro=False).save(
        picture, kind="svg", scale=8, border=4, dark="#000", light="#fff", title=address
    )
    return Response(picture.getvalue(), mimetype="image/svg+xml")
