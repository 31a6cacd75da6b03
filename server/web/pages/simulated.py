"""`/simulated`: the simulated table, on which pieces are dragged where there is no camera."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Any

import numpy as np
from flask import Blueprint, Response, abort, flash, jsonify, redirect, render_template, request
from flask.typing import ResponseReturnValue

from rules.flow import FromHand, Option, Seat
from rules.match import Match
from rules.pieces import Piece, Place
from rules.text import Text
from server.live.messages import Refused
from server.simulated.playground import Playground
from server.simulated.shown import Shown
from server.web.games import drawn_by
from server.web.parts.table_pictures import Ground, back, back_name, face, ground, prepare
from server.web.request.language import t
from server.web.request.numbers import measure
from server.web.request.phones import admitted, phone
from server.web.request.tableside import tableside
from server.web.showing.around import shown as shown_view
from vision.layout import Pose
from vision.lying_flat import on_table
from vision.registry import Form
from vision.simulator.scene import PlacedPiece, Scene
from vision.simulator.textures import MARGIN

blueprint = Blueprint("simulated", __name__)

_PILE = "pile:"
"""Before the name of a pile whose top piece is meant."""
_QUARTER = 90.0
_LETTERS = 10
"""In a line below a pile."""
_FOREVER = {"Cache-Control": "private, max-age=31536000, immutable"}


@dataclass(frozen=True, slots=True)
class Thing:
    """A piece on the table."""

    id: str
    name: Text
    place: Place | None
    where: Text | None
    """The place in words."""
    lying: PlacedPiece
    form: Form
    back: str | None
    """What its back is called, if that is what it shows."""


@dataclass(frozen=True, slots=True)
class Held:
    """A piece in somebody's hand, and what could be done with it now."""

    id: str
    name: Text
    detail: Text | None
    options: tuple[Option[Any], ...]


@dataclass(frozen=True, slots=True)
class Pile:
    place: Place
    name: Text
    pose: Pose
    count: int
    can_draw: bool
    in_place: bool
    seat: Seat | None
    form: Form
    back: str | None
    """What the back of the uppermost piece is called; None if there is none."""
    lines: Sequence[str]
    """Its name, in lines as wide as the pile."""


@blueprint.get("/simulated")
def page() -> str:
    playground, view = _playground(), shown_view()
    shown, match = playground.shown(), view.match
    layout = shown.bare.layout
    table = Ground.of(layout)
    prepare(table, shown.pieces)
    return render_template(
        "simulated.html",
        size=layout.table,
        margin=MARGIN,
        game=layout.game,
        copy=_copy_name(),
        ground=table.name,
        version=shown.version,
        pieces=_pieces(match, shown) if match else (),
        piles=_piles(match, shown) if match else (),
        places=_places(match, playground) if match else (),
        discards=list(_discards(match, playground)) if match else (),
        hands=[pile.place for pile in shown.piles if match and _may_look(match, pile.place)],
        zones=list(_zones(shown.bare)),
        robots=tableside().robots,
    )


@blueprint.get("/simulated/hand/<place>")
def hand(place: str) -> str:
    """What somebody holds, for that player and for the screen of the table itself."""
    table, match = _playground(), shown_view().match
    if match is None or not _may_look(match, place):
        abort(404)
    verbs = [
        build
        for choice in (match.choice.questions if match.choice else ())
        if isinstance(choice, FromHand) and choice.hand == place
        for build in choice.verbs.values()
    ]
    pieces = table.hand(place)
    cards = [
        Held(piece.id, piece.name, _detail(match, piece), tuple(build(piece) for build in verbs))
        for piece in pieces
    ]
    number, candidates = table.to_discard(place)
    return render_template(
        "simulated_hand.html",
        to_discard=number,
        candidates=[Held(piece.id, piece.name, _detail(match, piece), ()) for piece in candidates],
        game=match.game.name,
        copy=_copy_name(),
        place=place,
        name=match.game.place_name(match.seats, place),
        cards=cards,
        places=_places(match, table),
    )


@blueprint.post("/simulated/hand/<place>/discard")
@admitted
def discard(place: str) -> ResponseReturnValue:
    """Which cards of a hand are laid down unseen: its owner says so."""
    match = shown_view().match
    if match is None or not _may_look(match, place):
        abort(404)
    try:
        _playground().discard(place, request.form.getlist("piece"))
    except Refused as error:
        flash(t(error.reason))
        return redirect(f"/simulated/hand/{place}", 303)
    return redirect("/simulated", 303)


def _detail(match: Match[Any], piece: Piece) -> Text | None:
    """What stands on a piece."""
    in_words = drawn_by(match.game.name).in_words
    return in_words(match, piece) if in_words else None


def _discards(match: Match[Any], playground: Playground) -> Iterator[tuple[Place, Seat, int]]:
    """Whom this phone may ask which cards of the hand are laid down, and how many those are."""
    for seat in match.seats:
        for place in match.game.piles.hands(seat):
            number, _ = playground.to_discard(place)
            if number and _may_look(match, place):
                yield place, seat, number


def _may_look(match: Match[Any], place: Place) -> bool:
    holders = [seat.colour for seat in match.seats if place in match.game.piles.hands(seat)]
    return any(phone().at_table or colour in phone().seats for colour in holders)


@blueprint.get("/simulated/ground/<game>/<name>.jpg")
def ground_picture(game: str, name: str) -> Response:
    """The table without pieces; only that of the table which is there now."""
    table = Ground.of(_playground().shown().bare.layout)
    if (game, name) != (table.game, table.name):
        abort(404)
    return Response(ground(table), mimetype="image/jpeg", headers=_FOREVER)


@blueprint.get("/simulated/piece/<game>/<path:piece>.webp")
def face_picture(game: str, piece: str) -> Response:
    """The face of a piece."""
    bare = _playground().shown().bare
    if game != bare.registry.game or piece not in bare.registry.form_by_piece:
        abort(404)
    return Response(face(game, piece, bare.layout.copy), mimetype="image/webp", headers=_FOREVER)


@blueprint.get("/simulated/back/<game>/<name>.webp")
def back_picture(game: str, name: str) -> Response:
    """A back, which does not tell whose it is."""
    layout = _playground().shown().bare.layout
    picture = back(game, name, layout.copy) if game == layout.game else None
    if picture is None:
        abort(404)
    return Response(picture, mimetype="image/webp", headers=_FOREVER)


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
    if piece.startswith(_PILE) and "over" in request.form:
        table.turn_up(piece.removeprefix(_PILE))
        return
    lying = next((each for each in table.shown().pieces if each.piece == piece), None)
    pose = _pose(table, lying)
    if "hand" in request.form:
        held, match = request.form["hand"], shown_view().match
        if match is None or not _may_look(match, held):
            raise Refused(Text("Only its holder plays from this hand."))
        table.play_from(held, piece, pose)
        return
    if piece.startswith(_PILE):
        table.draw(piece.removeprefix(_PILE), pose)
        return
    face_up = request.form.get("face_up", "yes" if lying is None or lying.face_up else "no")
    if "over" in request.form:
        face_up = "no" if face_up == "yes" else "yes"
    table.put(piece, pose, face_up == "yes")


def _pose(table: Playground, lying: PlacedPiece | None) -> Pose:
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
    found = otherwise if name not in request.form else measure(request.form[name], None)
    if found is None:
        raise Refused(Text("No such place on this table."))
    return found


def _copy_name() -> str | None:
    """Pictures of an owner's copy have addresses of their own."""
    copy = _playground().shown().bare.layout.copy
    return copy.name if copy else None


def _playground() -> Playground:
    playground = tableside().playground
    assert playground is not None, "these pages are there only with a simulated table"
    return playground


def _pieces(match: Match[Any], shown: Shown) -> list[Thing]:
    game, registry, copy = match.game, shown.bare.registry, shown.bare.layout.copy
    pieces = []
    for lying in shown.pieces:
        place = shown.places[lying.piece]
        where = game.place_name(match.seats, place) if place else None
        name, form = game.pieces[lying.piece].name, registry.form_of(lying.piece)
        down = None if lying.face_up else back_name(game.name, lying.piece, copy)
        pieces.append(Thing(lying.piece, name, place, where, lying, form, down))
    return pieces


def _piles(match: Match[Any], shown: Shown) -> list[Pile]:
    """The decks, and whatever else has pieces in it."""
    game, registry, copy = match.game, shown.bare.registry, shown.bare.layout.copy
    seats = {seat.colour: seat for seat in match.seats}
    return [
        Pile(
            place=pile.place,
            name=game.place_name(match.seats, pile.place),
            pose=pile.pose,
            count=pile.count,
            can_draw=pile.can_draw,
            in_place=pile.in_place,
            seat=seats.get(pile.place.rpartition(":")[2]),
            form=registry.form_of(pile.top) if pile.top else registry.forms[0],
            back=back_name(game.name, pile.top, copy) if pile.top else None,
            lines=wrap(t(game.place_name(match.seats, pile.place)), _LETTERS),
        )
        for pile in shown.piles
        if pile.count or pile.can_draw
    ]


def _zones(bare: Scene) -> Iterator[tuple[str, bool]]:
    """The outline of every place where pieces lie open, and whether it is printed on a board."""
    for place in bare.layout.places:
        frame, pose = bare.layout.mats[place.mat], bare.layout.suggested[place.mat]
        corners = on_table(np.array(place.shape.outline), pose, frame.width, frame.height)
        x, y = place.shape.centre
        drawn = not frame.printed and 0 <= x <= frame.width and 0 <= y <= frame.height
        yield " ".join(f"{x:.0f},{y:.0f}" for x, y in corners), drawn


def _places(match: Match[Any], playground: Playground) -> list[tuple[Place, Text]]:
    return [(place, match.game.place_name(match.seats, place)) for place in playground.places()]
