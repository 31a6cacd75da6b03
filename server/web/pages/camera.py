"""`/camera`: the last picture, and what was recognised in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from flask import Blueprint, Response, abort, flash, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from firmware.addresses import read_address
from rules.game import Game
from rules.games import GAMES, first_game
from rules.match import Match
from rules.text import Plural, Text
from server.live.albums import named
from server.live.cameras import AUTO, CameraChoice
from server.live.messages import Refused, View
from server.live.photographs import Photograph, Sight
from server.web.request.back import back
from server.web.request.language import t
from server.web.request.phones import admitted, looking, phone
from server.web.request.tableside import tableside
from server.web.request.uploads import upload
from server.web.showing.around import shown
from vision.lying_flat import square
from vision.reading import FloatArray, Sighting, Unreadable
from vision.recognise.album import boards_of
from vision.recognise.boards import Top
from vision.registry import Form, load_registry

blueprint = Blueprint("camera", __name__)


_TOPS: dict[Top, Text] = {
    "top": Text("At the top"),
    "right": Text("At the right"),
    "bottom": Text("At the bottom"),
    "left": Text("At the left"),
}


@dataclass(frozen=True, slots=True)
class Board:
    """A board of the game's own."""

    key: str
    title: Text
    known: bool
    """Whether there is a photograph of it, so that it needs no tags."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Something in the picture: its outline in pixels, and what is said about it."""

    kind: str
    """piece, doubtful, frame, stranger, unreadable or moving: how it is drawn."""
    outline: str
    x: float
    y: float
    name: Text
    where: Text | None = None


@blueprint.get("/camera")
@looking
def page() -> str:
    return _page()


def _page(address: str = "", user: str = "") -> str:
    """With what was typed of a camera that could not be used."""
    sight, view = tableside().sight, shown()
    photograph = sight.photograph() if sight else None
    marks = list(_marks(photograph, view)) if photograph else []
    return render_template(
        "camera.html",
        photograph=photograph,
        marks=marks,
        counts=_counted(marks),
        sight=sight,
        simulated=tableside().playground is not None,
        boards=list(_boards(view)),
        tops=_TOPS,
        cameras=tableside().cameras,
        address=address,
        user=user,
    )


@blueprint.post("/camera/board")
@admitted
def learn_board() -> AnyResponse:
    """A board is known by what is printed on it from now on, or by its tags again."""
    learner, match = tableside().learner, shown().match
    mat, top = request.form.get("board", ""), request.form.get("top", "")
    if learner is None or match is None:
        abort(404)
    try:
        if request.form.get("forget"):
            learner.forget_board(match.game.name, mat)
        elif top in _TOPS:
            learner.learn_board(match.game.name, mat, top)
        else:
            abort(400)
    except Refused as error:
        flash(t(error.reason))
    return redirect("/camera", 303)


@blueprint.post("/camera/board/photograph")
@admitted
def learn_photographed_board() -> AnyResponse:
    """The same from a photograph that this phone has sent before."""
    learner, match = tableside().learner, shown().match
    mat, top = request.form.get("board", ""), request.form.get("top", "")
    if learner is None or match is None:
        abort(404)
    if top not in _TOPS:
        abort(400)
    try:
        photograph, sent = upload().take(phone().id), tableside().sent
        learner.learn_photographed_board(
            match.game.name, mat, lambda board: sent.board(photograph, board, top)
        )
        flash(t(Text("The board is learned.")), "good")
    except Refused as error:
        flash(t(error.reason))
    return redirect("/camera#boards", 303)


@blueprint.get("/camera/picture.jpg")
@looking
def picture() -> AnyResponse:
    """The last picture; one that is known already is not sent again."""
    photograph = _sight().photograph()
    if photograph is None:
        abort(404)
    answer = Response(photograph.jpeg, mimetype="image/jpeg", headers={"Cache-Control": "no-cache"})
    answer.set_etag(f"{tableside().events.last_id.partition('-')[0]}-{photograph.number}")
    return answer.make_conditional(request)


@blueprint.post("/camera/adjust")
@admitted
def adjust() -> AnyResponse:
    _sight().adjust()
    flash(
        t(Text("The camera sets focus, exposure and white balance; allow half a minute.")),
        "good",
    )
    return redirect(back("/camera"), 303)


@blueprint.post("/camera/choose")
@admitted
def choose() -> AnyResponse:
    """Another camera, or the best there is."""
    cameras, name = _cameras(), request.form.get("camera", "")
    if request.form.get("forget"):
        cameras.forget(name)
        flash(t(Text("The camera and its password are forgotten.")), "good")
    else:
        cameras.choose(None if name == AUTO else name)
        _tell_of_beginning_again()
    return redirect("/camera#cameras", 303)


@blueprint.post("/camera/network")
@admitted
def add() -> AnyResponse:
    """One on the network, which has to give a picture first."""
    form = request.form
    address, user = form.get("address", ""), form.get("user", "")
    try:
        _cameras().add(address, user, form.get("password", ""))
    except Refused as error:
        flash(t(error.reason))
        without_login, _ = read_address(address) or ("", None)
        return Response(_page(without_login, user))
    _tell_of_beginning_again()
    return redirect("/camera#cameras", 303)


def _tell_of_beginning_again() -> None:
    flash(
        t(
            Text(
                "Quartermaster starts again with this camera. That takes half a minute at most, "
                "and this page follows by itself."
            )
        ),
        "good",
    )


def _cameras() -> CameraChoice:
    cameras = tableside().cameras
    if cameras is None:
        abort(404)
    return cameras


def _sight() -> Sight:
    sight = tableside().sight
    if sight is None:
        abort(404)
    return sight


def _counted(marks: list[Mark]) -> list[Text]:
    number = Counter(mark.kind for mark in marks)
    return [
        Plural("{n} piece read", "{n} pieces read", number["piece"]),
        Plural("{n} zone tag", "{n} zone tags", number["frame"]),
        Plural("{n} spot unreadable", "{n} spots unreadable", number["unreadable"]),
    ]


def _marks(photograph: Photograph, view: View) -> Iterator[Mark]:
    """What the watch believes, drawn on the picture it believes it of."""
    sighting = view.sighting or Sighting()
    played = view.match.game.name if view.match else sighting.game
    game = GAMES.get(played) or first_game()
    registry = load_registry(game.name)
    tags = photograph.tags
    for tag in tags.mats:
        yield _mark("frame", tag.corners, Text("Tag {tag} of a zone card", tag=tag.id))
    for reading in tags.pieces:
        if reading.how == "art":
            yield _mark("piece", reading.corners, named(game.name, reading.piece))
            continue
        piece = game.pieces.get(reading.piece)
        if piece is None:
            continue
        corners = _whole(reading.corners, registry.form_of(reading.piece))
        is_seen = reading.piece in sighting.places and reading.piece not in sighting.covered
        kind = "piece" if is_seen else "doubtful"
        yield _mark(kind, corners, piece.name, _where(reading.piece, sighting, game, view.match))
    for stranger in tags.strangers:
        name = Text("Unknown tag {tag}", tag=stranger.id)
        yield _mark("stranger", stranger.corners, name)
    for spot in tags.unreadable:
        yield _mark("unreadable", spot.corners, _unread(spot, game))
    for region in photograph.moving:
        name = Text("Something moves here and hides what lies below.")
        yield _mark("moving", region.corners, name)


def _unread(spot: Unreadable, game: Game[Any]) -> Text:
    """Why a spot cannot be read, and what lay there before."""
    piece = game.pieces.get(spot.piece or "")
    if piece is None:
        return spot.why
    return Text("{why}: {piece} lay here before", why=spot.why, piece=piece.name)


def _where(
    piece: str, sighting: Sighting, game: Game[Any], match: Match[Any] | None
) -> Text | None:
    seats = match.seats if match else ()
    if piece in sighting.covered:
        return Text("hidden by something moving")
    if piece in sighting.places:
        return game.place_name(seats, sighting.places[piece])
    if piece in sighting.duplicates:
        return Plural("there {n} time", "there {n} times", sighting.duplicates[piece])
    if piece in sighting.between:
        return Text("between two places")
    if piece in sighting.elsewhere:
        return Text("in no place")
    return None


def _mark(kind: str, corners: FloatArray, name: Text, where: Text | None = None) -> Mark:
    outline = " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
    x, y = corners.mean(axis=0)
    return Mark(kind, outline, float(x), float(y), name, where)


def _whole(tag: FloatArray, form: Form) -> FloatArray:
    """The corners of a piece in the picture, from those of its tag."""
    label, (width, height) = form.label, form.size
    printed = square(label.x, label.y, label.side).astype(np.float32)
    to_picture = cv2.getPerspectiveTransform(printed, tag.astype(np.float32))
    sheet = np.array([[[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]]])
    return np.asarray(cv2.perspectiveTransform(sheet, to_picture)[0], np.float64)


def _boards(view: View) -> Iterator[Board]:
    """The boards of the game in play that need no tags if they have been photographed."""
    learner, match = tableside().learner, view.match
    if learner is None or match is None or not match.game.cards:
        return
    known = learner.albums.boards(match.game.name)
    seats = {seat.colour for seat in match.seats}
    for mat in boards_of(match.game.name):
        if mat.seat is None or mat.seat in seats:
            yield Board(mat.key, Text(mat.title), mat.key in known)
