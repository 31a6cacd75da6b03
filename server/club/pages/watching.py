"""`/tables/<key>/table`, `/scores`: what a table's own phones see, but nothing can be pressed."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, Response, abort, g, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from server.club.pages.clubhouse import clubhouse
from server.club.pages.standing import Standing
from server.web.showing import match_pages
from server.web.showing.drawing import drawn_card, drawn_signs

blueprint = Blueprint("watching", __name__)


@dataclass(frozen=True, slots=True)
class Onlooker:
    """What the templates of a table ask of a phone: in a club nobody has a seat."""

    seats: tuple[str, ...] = ()
    admitted: bool = False
    may_press: bool = False
    may_look: bool = True
    in_the_room: bool = False


def watch(key: str) -> Standing:
    """The table that the current request is about; its page is told when this table changes."""
    standing = clubhouse().standings.of(key)
    if standing is None:
        abort(404)
    g.watched = standing
    g.events = f"/events/{key}"
    return standing


@blueprint.get("/tables/<key>")
def one(key: str) -> AnyResponse:
    return redirect(f"/tables/{watch(key).key}/table", 303)


@blueprint.get("/tables/<key>/table")
def table(key: str) -> str:
    standing = watch(key)
    match, replayed = standing.view.match, standing.replayed
    if match is None or replayed is None:
        return render_template("no_match.html")
    g.rules_at = f"/history/{replayed.record.id}/rules"
    return render_template("table.html", **match_pages.now(standing.view, match, replayed.entries))


@blueprint.get("/tables/<key>/scores")
def scores(key: str) -> str:
    replayed = watch(key).replayed
    if replayed is None:
        return render_template("no_match.html")
    return render_template("scores.html", **match_pages.points(replayed.record.id, replayed.match))


@blueprint.get("/cards/drawn/<game>/<path:kind>.webp")
def drawn_picture(game: str, kind: str) -> Response:
    return drawn_card(game, kind, request.args.get("copy"))


@blueprint.get("/cards/signs/<game>.svg")
def signs_of_maps(game: str) -> Response:
    return drawn_signs(game)
