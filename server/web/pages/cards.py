"""`/cards`: which card is this? And all cards that are known by their pictures, to be corrected."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass

from flask import Blueprint, Response, abort, flash, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from rules.games import GAMES
from rules.text import Text
from server.live.albums import named
from server.live.learning import as_jpeg
from server.live.messages import Refused, View
from server.web.request.language import t
from server.web.request.phones import admitted, looking
from server.web.showing.albums import (
    Pictured,
    game_of_cards,
    learner,
    may_lay_out,
    of_the_same_set,
    owned,
    pictured,
    sorts,
)
from server.web.showing.around import shown
from server.web.showing.drawing import drawn_card, drawn_signs
from vision.reading import Unreadable
from vision.recognise.found import NO_CARD, counts

blueprint = Blueprint("cards", __name__)

_IN_NO_PLACE = Text("in no place")
_FIRST = 6
"""So many kinds that a card may be are offered as buttons."""


@dataclass(frozen=True, slots=True)
class Unknown:
    """A card on the table that nobody knows, and what it may be."""

    number: int
    spot: str
    """Where it is, to be said again with the answer."""
    place: Text
    first: tuple[Pictured, ...]
    """The few kinds that are likely, the most likely first."""


@blueprint.get("/cards")
@looking
def page() -> str:
    view, game = shown(), game_of_cards()
    known, kinds = learner().albums.cards(game), owned(game)
    on_table = learner().albums.kinds(game)
    playing = view.match is not None and view.match.game.name == game
    return render_template(
        "cards.html",
        game=GAMES[game],
        playing=playing,
        reads_print=shutil.which("tesseract") is not None,
        unknown=[_unknown(view, number) for number in range(len(view.unknown))],
        kinds=pictured(game, on_table if view.unknown else ()),
        known=[(kind, named(game, kind)) for kind in known],
        progress=len(set(kinds) & known.keys()),
        all=len(kinds),
        sorts=sorts(game, kinds, known),
        may_lay_out=may_lay_out(view),
        no_card=(NO_CARD, named(game, NO_CARD)),
    )


@blueprint.get("/cards/one")
@looking
def one() -> str | AnyResponse:
    """A card that is known, to be corrected."""
    game, kind = game_of_cards(), request.args.get("kind", "")
    if kind not in learner().albums.cards(game):
        return redirect("/cards", 303)
    others = dict.fromkeys([*owned(game), *(of_the_same_set(game, kind) if counts(kind) else ())])
    others.pop(kind, None)
    return render_template(
        "known_card.html", kind=kind, name=named(game, kind), others=pictured(game, others)
    )


@blueprint.get("/cards/unknown.jpg")
@looking
def picture() -> AnyResponse:
    """What the camera sees of a card that nobody knows."""
    spot = _spot(shown(), request.args.get("spot", ""))
    jpeg = learner().picture(spot.corners) if spot else None
    if jpeg is None:
        abort(404)
    return Response(jpeg, mimetype="image/jpeg", headers={"Cache-Control": "no-cache"})


@blueprint.get("/cards/known.jpg")
@looking
def known_picture() -> AnyResponse:
    """A card as it was learned."""
    card = learner().albums.cards(game_of_cards()).get(request.args.get("kind", ""))
    if card is None:
        abort(404)
    return Response(as_jpeg(card), mimetype="image/jpeg", headers={"Cache-Control": "no-cache"})


@blueprint.get("/cards/drawn/<game>/<path:kind>.webp")
def drawn_picture(game: str, kind: str) -> AnyResponse:
    return drawn_card(game, kind, request.args.get("copy"))


@blueprint.get("/cards/signs/<game>.svg")
def signs_of_maps(game: str) -> AnyResponse:
    return drawn_signs(game)


@blueprint.post("/cards/learn")
@admitted
def learn() -> AnyResponse:
    """Somebody says which card it is."""
    spot, kind = _spot(shown(), request.form.get("spot", "")), request.form.get("kind", "")

    def learned() -> Text:
        if spot is None:
            raise Refused(Text("This card has moved."))
        if learner().learn(game_of_cards(), kind, spot):
            return Text("{card} is learned.", card=named(game_of_cards(), kind))
        return Text("{card} is taken to lie there.", card=named(game_of_cards(), kind))

    return _done(learned)


@blueprint.post("/cards/correct")
@admitted
def correct() -> AnyResponse:
    """A card was learned by a wrong name: it gets the right one, or is forgotten."""
    kind, right = request.form.get("kind", ""), request.form.get("right", "")

    def corrected() -> Text:
        if not right:
            learner().forget(game_of_cards(), kind)
            return Text("{card} is forgotten.", card=named(game_of_cards(), kind))
        learner().rename(game_of_cards(), kind, right)
        return Text("{card} is learned.", card=named(game_of_cards(), right))

    return _done(corrected)


def _done(do: Callable[[], Text]) -> AnyResponse:
    try:
        flash(t(do()), "good")
    except Refused as error:
        flash(t(error.reason))
    return redirect("/cards", 303)


def _unknown(view: View, number: int) -> Unknown:
    spot, match = view.unknown[number], view.match
    assert match is not None
    return Unknown(
        number + 1,
        _key(spot),
        match.game.place_name(match.seats, spot.place) if spot.place else _IN_NO_PLACE,
        tuple(pictured(match.game.name, spot.candidates[:_FIRST])),
    )


def _key(spot: Unreadable) -> str:
    x, y = spot.centre
    return f"{x:.0f},{y:.0f}"


def _spot(view: View, key: str) -> Unreadable | None:
    """The unknown card that a phone was shown, if it still lies there."""
    return next((spot for spot in view.unknown if _key(spot) == key), None)
