"""`/cards/spread`: up to twelve cards on the table, learned together before anything is played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from flask import Blueprint, Response, abort, flash, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from rules.games import GAMES
from rules.text import Text
from server.language.translation import LANGUAGES, translator
from server.live.albums import named
from server.live.learning import as_jpeg
from server.live.messages import Refused
from server.live.spreads import LaidCard, Spread, Spreads
from server.web.request.language import t
from server.web.request.numbers import asked_for
from server.web.request.phones import admitted, looking
from server.web.request.tableside import tableside
from server.web.showing.albums import game_of_cards, learner, may_lay_out, sorts
from server.web.showing.around import shown
from vision.recognise.album import kinds_of, tiles_of
from vision.recognise.found import NO_CARD

blueprint = Blueprint("spread", __name__)

_NOT_NOW = Text(
    "A match is being played on this table. Pause it, by holding SCAN, or end it before you lay out"
    " cards to be learned."
)


@dataclass(frozen=True, slots=True)
class Twin:
    """A card in a group of look-alikes."""

    group: int
    key: str
    name: Text
    new: bool


@blueprint.get("/cards/spread")
@looking
def page() -> str:
    game, albums = game_of_cards(), learner().albums
    known, kinds = albums.cards(game), _names(game)
    spread = _spread(game)
    return render_template(
        "spread.html",
        game=GAMES[game],
        may_lay_out=may_lay_out(shown()),
        simulated=tableside().playground is not None,
        spread=spread,
        named=lambda kind: named(game, kind),
        groups=list(_groups(spread)) if spread else [],
        missing=[(kind, named(game, kind)) for kind in kinds if kind not in known],
        no_card=NO_CARD,
        progress=len(known.keys() & set(albums.kinds(game))),
        all=len(albums.kinds(game)),
        sorts=sorts(game, albums.kinds(game), known),
    )


@blueprint.get("/cards/spread/card.jpg")
@looking
def picture() -> AnyResponse:
    spread, number = _spread(game_of_cards()), request.args.get("number", "")
    cards = spread.cards if spread else ()
    card = next((card for card in cards if str(card.number) == number), None)
    if card is None:
        abort(404)
    return _jpeg(as_jpeg(card.face))


@blueprint.get("/cards/spread/alike.jpg")
@looking
def alike() -> AnyResponse:
    """One of a group of look-alikes, with what tells them apart marked."""
    spread, group = _spread(game_of_cards()), asked_for("group", -1)
    groups = dict(enumerate(spread.alike)) if spread else {}
    card = groups.get(group, {}).get(request.args.get("key", ""))
    if card is None:
        abort(404)
    return _jpeg(as_jpeg(card))


@blueprint.post("/cards/spread/look")
@admitted
def look() -> AnyResponse:
    """The camera looks at what lies on the table."""
    try:
        _check_free()
        _spreads().look(game_of_cards(), _names(game_of_cards()))
    except Refused as error:
        flash(t(error.reason))
    return redirect("/cards/spread", 303)


@blueprint.post("/cards/spread/lay")
@admitted
def lay() -> AnyResponse:
    """On the simulated table: other cards that nobody knows yet."""
    playground, game = tableside().playground, game_of_cards()
    if playground is None:
        abort(404)
    try:
        _check_free()
        known = learner().albums.cards(game)
        unknown = [kind for kind in learner().albums.kinds(game) if kind not in known]
        playground.show_unknown(game, unknown)
        _spreads().put_away()
    except Refused as error:
        flash(t(error.reason))
    return redirect("/cards/spread", 303)


@blueprint.post("/cards/spread/learn")
@admitted
def learn() -> AnyResponse:
    """Somebody has said of some cards which they are."""
    game, learned = game_of_cards(), 0
    spread = _spread(game)
    for card in spread.cards if spread else ():
        other = request.form.get(f"other-{card.number}", "")
        kind = other or request.form.get(f"card-{card.number}", "")
        if card.kind is not None or not kind:
            continue
        try:
            _spreads().learn(card.number, kind, _names(game))
            learned += 1
        except Refused as error:
            why = Text("Card {number}: {why}", number=card.number, why=error.reason)
            flash(t(why))
    if learned:
        flash(t(Text("Cards learned: {number}", number=learned)), "good")
    return redirect("/cards/spread", 303)


def _spreads() -> Spreads:
    spreads = tableside().spreads
    if spreads is None:
        abort(404)
    return spreads


def _spread(game: str) -> Spread | None:
    spread = _spreads().spread
    return spread if spread is not None and spread.game == game else None


def _check_free() -> None:
    if not may_lay_out(shown()):
        raise Refused(_NOT_NOW)


def _groups(spread: Spread) -> Sequence[Sequence[Twin]]:
    by_name: Mapping[str, LaidCard] = {card.name: card for card in spread.cards}

    def called(key: str) -> Text:
        card = by_name.get(key)
        return Text("Card {number}", number=card.number) if card else named(spread.game, key)

    return [
        [Twin(number, key, called(key), key in by_name) for key in group]
        for number, group in enumerate(spread.alike)
    ]


@cache
def _names(game: str) -> Mapping[str, Sequence[str]]:
    """What the cards of each kind may be called on a copy, in any of our languages."""
    speakers = [translator(language) for language in LANGUAGES]
    return {
        kind: [speaker.text(named(game, kind)) for speaker in speakers]
        for kind in kinds_of(game, every_set=True)
        if kind not in tiles_of(game)
    }


def _jpeg(picture: bytes) -> AnyResponse:
    return Response(picture, mimetype="image/jpeg", headers={"Cache-Control": "no-cache"})
