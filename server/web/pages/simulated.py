"""`/simulated`: the simulated table, on which pieces are dragged where there is no camera."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from flask import Blueprint, Response, abort, flash, jsonify, redirect, render_template, request
from flask.typing import ResponseReturnValue

from rules.flow import Seat
from rules.match import Match
from rules.pieces import Place
from rules.text import Text
from server.live import Refused
from server.playground import Playground, Shown
from server.web.around import shown as shown_view
from server.web.language import t
from server.web.phones import admitted
from server.web.table_pictures import card, ground
from server.web.tableside import tableside
from vision.layout import Pose
from vision.scene import Lying, Scene, on_table
from vision.sheets import MARGIN

blueprint = Blueprint("simulated", __name__)

_PILE = "pile:"
"""Before the name of a pile whose top card is meant."""
_QUARTER = 90.0
_FOREVER = {"Cache-Control": "private, max-age=31536000, immutable"}


@dataclass(frozen=True, slots=True)
class Card:
    """A piece on the table; `place` is where it lies, as far as the zone cards say."""

    id: str
    name: Text
    place: Text | None
    lying: Lying


@dataclass(frozen=True, slots=True)
class Pile:
    place: Place
    name: Text
    pose: Pose
    count: int
    can_draw: bool
    seat: Seat | None


@blueprint.get("/simulated")
def page() -> str:
    playground, view = _playground(), shown_view()
    shown, match = playground.shown(), view.match
    layout = shown.bare.layout
    return render_template(
        "simulated.html",
        size=layout.table,
        card_size=shown.bare.registry.card_size,
        margin=MARGIN,
        game=layout.game,
        seats="-".join(layout.seats),
        version=shown.version,
        cards=_cards(match, shown) if match else (),
        piles=_piles(match, shown) if match else (),
        places=_places(match, playground) if match else (),
        zones=list(_zones(shown.bare)),
        robots=tableside().robots,
    )


@blueprint.get("/simulated/ground/<game>/<seats>.jpg")
def ground_picture(game: str, seats: str) -> Response:
    """The table without pieces; only that of the table which is there now."""
    layout = _playground().shown().bare.layout
    if (game, tuple(seats.split("-"))) != (layout.game, layout.seats):
        abort(404)
    return Response(ground(layout.game, layout.seats), mimetype="image/jpeg", headers=_FOREVER)


@blueprint.get("/simulated/card/<game>/<path:piece>.webp")
def card_picture(game: str, piece: str) -> Response:
    """The face of a piece; `back` is the back of all of them."""
    registry = _playground().shown().bare.registry
    if game != registry.game or piece not in {"back", *registry.pieces.values()}:
        abort(404)
    face = None if piece == "back" else piece
    return Response(card(game, face), mimetype="image/webp", headers=_FOREVER)


@blueprint.post("/simulated/put")
@admitted
def put() -> ResponseReturnValue:
    """A piece is put elsewhere, turned, or turned over; whoever does so takes over from robots."""
    return _done(_put)


@blueprint.post("/simulated/tidy-up")
@admitted
def tidy_up() -> ResponseReturnValue:
    return _done(_playground().tidy_up)


@blueprint.post("/simulated/robots")
@admitted
def let_robots_play() -> ResponseReturnValue:
    robots = tableside().robots
    if robots is None:
        abort(404)
    return _done(robots.start if request.form.get("play") == "yes" else robots.stop)


def _done(change: Callable[[], None]) -> ResponseReturnValue:
    """A script gets a short answer, a form the page again."""
    script = request.accept_mimetypes.best == "application/json"
    try:
        change()
    except Refused as error:
        if script:
            return jsonify(text=t(error.reason)), 409
        flash(t(error.reason))
    return ("", 204) if script else redirect("/simulated", 303)


def _put() -> None:
    table, robots = _playground(), tableside().robots
    piece = request.form.get("piece", "")
    if robots is not None:
        robots.stop()
    lying = next((each for each in table.shown().pieces if each.piece == piece), None)
    pose = _pose(table, lying)
    if piece.startswith(_PILE):
        table.draw(piece.removeprefix(_PILE), pose)
        return
    face_up = request.form.get("face_up", "yes" if lying is None or lying.face_up else "no")
    if "over" in request.form:
        face_up = "no" if face_up == "yes" else "yes"
    table.put(piece, pose, face_up == "yes")


def _pose(table: Playground, lying: Lying | None) -> Pose:
    """Where a piece is put: on a spot of the table, into a place, or where it already lies."""
    form = request.form
    before = lying.pose if lying else Pose(0, 0)
    if "x_mm" in form or "y_mm" in form:
        return Pose(_number("x_mm"), _number("y_mm"), _number("angle", before.angle) % 360)
    if "over" in form or "quarter" in form:
        turn = _QUARTER if "quarter" in form else 0.0
        return Pose(before.x, before.y, (before.angle + turn) % 360)
    return table.spot_in(form.get("place", ""))


def _number(name: str, otherwise: float | None = None) -> float:
    try:
        return float(request.form.get(name, otherwise if otherwise is not None else ""))
    except ValueError as error:
        raise Refused(Text("This is no place on the table.")) from error


def _playground() -> Playground:
    playground = tableside().playground
    if playground is None:
        abort(404)
    return playground


def _cards(match: Match[Any], shown: Shown) -> list[Card]:
    cards = []
    for lying in shown.pieces:
        place = shown.bare.place_of(lying.pose)
        name = match.game.pieces[lying.piece].name
        where = match.game.place_name(match.seats, place) if place else None
        cards.append(Card(lying.piece, name, where, lying))
    return cards


def _piles(match: Match[Any], shown: Shown) -> list[Pile]:
    """The decks, and what else has cards in it."""
    seats = {seat.colour: seat for seat in match.seats}
    return [
        Pile(
            pile.place,
            match.game.place_name(match.seats, pile.place),
            pile.pose,
            pile.count,
            pile.can_draw,
            seats.get(pile.place.rpartition(":")[2]),
        )
        for pile in shown.piles
        if pile.count or pile.can_draw
    ]


def _zones(bare: Scene) -> Iterator[str]:
    """The outline of every place where cards lie open."""
    for place in bare.layout.places:
        frame, pose = bare.layout.frames[place.frame], bare.layout.suggested[place.frame]
        corners = on_table(np.array(place.shape.outline), pose, frame.width, frame.height)
        yield " ".join(f"{x:.0f},{y:.0f}" for x, y in corners)


def _places(match: Match[Any], playground: Playground) -> list[tuple[Place, Text]]:
    names = [*playground.places(), *match.game.face_down(match.table)]
    return [(place, match.game.place_name(match.seats, place)) for place in names]
