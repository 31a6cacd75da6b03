"""`/club`: joining a club, what it is told, who is named there, and leaving it again."""

from __future__ import annotations

import time

from flask import Blueprint, flash, redirect, render_template, request
from werkzeug.wrappers import Response

from rules.text import Text
from server.live.messages import Refused
from server.member.invitation import BadInvitation
from server.web.request.language import t
from server.web.request.numbers import all_sent
from server.web.request.phones import admitted, looking, phone
from server.web.request.tableside import tableside
from server.web.request.uploads import upload

blueprint = Blueprint("club", __name__)


@blueprint.get("/club")
@looking
def page() -> str:
    store, club = tableside().store, tableside().club
    return render_template(
        "club.html",
        invitation=club.invitation if club else None,
        trouble=club.trouble if club else None,
        refused=club.refused if club else None,
        waiting=store.club.waiting(),
        players=store.players.recent() if store.club.membership() else (),
        named=store.club.named(),
    )


@blueprint.post("/club/join")
@admitted
def join() -> Response:
    """By the code that somebody has copied."""
    return _join(request.form.get("code", ""))


@blueprint.post("/club/photograph")
@admitted
def join_by_photograph() -> Response:
    """By the code in a photograph that this phone has sent before."""
    try:
        code = tableside().sent.code(upload().take(phone().id))
    except Refused as error:
        flash(t(error.reason))
        return redirect("/club", 303)
    if code is not None:
        return _join(code)
    flash(
        t(Text("No code found. Photograph the screen straight on and close up, or copy the code."))
    )
    return redirect("/club", 303)


@blueprint.post("/club/leave")
@admitted
def leave() -> Response:
    """Only if the form says that somebody was asked once more."""
    club = tableside().club
    if club is not None and request.form.get("sure") == "yes":
        club.leave()
        flash(t(Text("The table has left the club.")), "good")
    return redirect("/club", 303)


@blueprint.post("/club/named")
@admitted
def named() -> Response:
    """Those who are ticked are named in the club, all others are guests there."""
    store = tableside().store
    ticked, before = set(all_sent("named")), store.club.named()
    for player in store.players.recent():
        if player.id in ticked - before:
            store.club.name(player.id)
        elif player.id in before - ticked:
            store.club.make_guest(player.id)
    flash(t(Text("Names saved.")), "good")
    return redirect("/club#named", 303)


def _join(code: str) -> Response:
    club = tableside().club
    if club is not None:
        try:
            club.join(code, time.time())
        except BadInvitation as error:
            flash(t(error.reason))
    return redirect("/club", 303)
