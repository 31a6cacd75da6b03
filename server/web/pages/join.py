"""`/join`: a phone comes in and takes a seat; `/qr.svg`: how it gets here."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, Response, abort, flash, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from rules.flow import Seat
from rules.text import Text
from server.live.messages import Refused
from server.robots.seats import STRENGTH_NAMES
from server.store import StoreError
from server.store.players import Player
from server.web.door.claims import Claim
from server.web.door.throttle import TooManyClaims
from server.web.request.language import t
from server.web.request.phones import phone
from server.web.request.tableside import tableside

blueprint = Blueprint("join", __name__)

_DEVICES = ("iPhone", "iPad", "Android", "Windows", "Macintosh", "Linux")
"""As what browsers give themselves out."""


@dataclass(frozen=True, slots=True)
class Asking:
    """A phone that asks, as another one sees it."""

    claim: Claim
    seat: Seat | None
    seconds: int
    may_confirm: bool
    by_next: bool
    """Whether it is the one that NEXT lets in if it is held now."""
    still_to_agree: Sequence[Seat]
    """Whose yes is missing, if the seat is taken."""


@blueprint.get("/join")
def show() -> str:
    table, me = tableside(), phone()
    joining, view = table.joining, table.host.view
    asking = [_asking(claim) for claim in joining.claims]
    granted, players = joining.granted, table.store.players
    return render_template(
        "join.html",
        seats=view.match.seats if view.match else (),
        taken=joining.holders(view.match_id) if view.match_id else {},
        asking=asking,
        own=next((each for each in asking if each.claim.phone == me.id), None),
        unanswered=joining.was_not_answered(me.id),
        put_out=joining.was_put_out(me.id),
        granted=_asking(granted) if granted else None,
        robots=table.robot_seats.of(view.match_id) if table.robot_seats else None,
        strengths=STRENGTH_NAMES,
        known=_not_sitting(),
        in_club=table.store.club.membership() is not None,
        sitting=players.at_seats(view.match_id) if view.match_id is not None else {},
        named=table.store.club.named(),
    )


def _not_sitting() -> list[Player]:
    """Who is known and has no seat in this match."""
    players, match_id = tableside().store.players, tableside().host.view.match_id
    if match_id is None or not phone().seats:
        return []
    sitting = players.at_seats(match_id).values()
    return [player for player in players.recent() if player not in sitting]


def _asking(claim: Claim) -> Asking:
    joining, view = tableside().joining, tableside().host.view
    seats = view.match.seats if view.match and claim.match_id == view.match_id else ()
    missing = joining.still_to_agree(claim)
    return Asking(
        claim,
        next((seat for seat in seats if seat.colour == claim.colour), None),
        joining.seconds_left(claim),
        joining.may_confirm(_voice(claim), claim),
        claim == joining.first_for_table(),
        [seat for seat in seats if seat.colour in missing],
    )


def _voice(claim: Claim) -> str | None:
    """For whom a yes from this screen counts: for its phone, else for the table it belongs to."""
    me = phone()
    if me.at_table and not tableside().joining.may_confirm(me.id, claim):
        return None
    return me.id


@blueprint.post("/join/<action>")
def act(action: str) -> AnyResponse:
    """Ask to come in or for a seat, say yes or no to somebody who asks, or give up a seat."""
    actions = {
        "ask": _ask,
        "code": _enter,
        "confirm": _confirm,
        "refuse": _refuse,
        "leave": _leave,
        "named": _named,
        "seen": _seen,
        "robot": _robot,
    }
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
        raise Refused(Text("No such seat in this match."))
    match_id = None if colour is None else view.match_id
    table.joining.ask(phone().id, request.remote_addr or "", match_id, colour, _device())


def _device() -> str | None:
    says = request.headers.get("User-Agent", "")
    return next((device for device in _DEVICES if device in says), None)


def _enter() -> None:
    code = request.form.get("code", "")
    tableside().joining.enter(phone().id, request.remote_addr or "", code)


def _confirm() -> None:
    joining, sign = tableside().joining, request.form.get("sign", "")
    claim = next((claim for claim in joining.claims if claim.sign == sign), None)
    joining.confirm(_voice(claim) if claim else phone().id, sign)


def _refuse() -> None:
    me = phone()
    tableside().joining.refuse(None if me.at_table else me.id, request.form.get("sign", ""))


def _leave() -> None:
    table = tableside()
    match_id = table.host.view.match_id
    if match_id is None:
        raise Refused(Text("Begin a match first."))
    table.joining.leave(phone().id, match_id, request.form.get("seat", ""))


def _named() -> None:
    """Who plays here has the club told their name, or becomes a guest there."""
    table, colour = tableside(), request.form.get("seat", "")
    match_id = table.host.view.match_id
    if colour not in phone().seats or match_id is None:
        raise Refused(Text("This seat is not yours."))
    player = table.store.players.at_seats(match_id).get(colour)
    if player is None:
        raise Refused(Text("This player no longer exists."))
    if request.form.get("named") == "yes":
        table.store.club.name(player.id)
    else:
        table.store.club.make_guest(player.id)


def _robot() -> None:
    """A robot takes a seat that nobody has, or that of this phone; or it leaves its seat."""
    table, me = tableside(), phone()
    if not me.may_press or table.robot_seats is None:
        raise Refused(Text("You only watch. Join first."))
    colour, strength = request.form.get("seat", ""), request.form.get("strength", "")
    match_id = table.host.view.match_id
    holder = table.joining.holders(match_id).get(colour) if match_id is not None else None
    if strength and holder not in (None, me.id):
        raise Refused(Text("Another phone has this seat."))
    table.robot_seats.seat(table.host.view, colour, strength)
    if strength and holder is not None and match_id is not None:
        table.joining.leave(me.id, match_id, colour)


def _seen() -> None:
    tableside().joining.has_seen(phone().id)


@blueprint.get("/qr.svg")
def qr() -> Response:
    """The address of the table, for the camera of a phone."""
    import segno  # for this page only, and phones ask for it once

    address = tableside().names.short(request.host)
    picture = io.BytesIO()
    segno.make(f"http://{address}/", error="m", micro=False).save(
        picture, kind="svg", scale=8, border=4, dark="#000", light="#fff", title=address
    )
    return Response(picture.getvalue(), mimetype="image/svg+xml")
