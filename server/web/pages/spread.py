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
from server.web.request.numbers import asked_for, sent, whole
from server.web.request.phones import admitted, looking
from server.web.request.tableside import tableside
from server.web.showing.albums import (
    Pictured,
    boxes,
    game_of_cards,
    learner,
    may_lay_out,
    own,
    owned,
    pictured,
    sorts,
)
from server.web.showing.around import shown
from vision.recognise.album import kinds_of, tiles_of
from vision.recognise.found import NO_CARD

blueprint = Blueprint("spread", __name__)

_NOT_NOW = Text("A match is running. Hold SCAN to pause it, or end it first.")


@dataclass(frozen=True, slots=True)
class Twin:
    """A card in a group of look-alikes."""

    group: int
    key: str
    name: Text
    new: bool


@dataclass(frozen=True, slots=True)
class Laid:
    """A card of the spread with what it is known as, or proposed to be."""

    card: LaidCard
    guess: Pictured | None
    is_alike: bool


@blueprint.get("/cards/spread")
@looking
def page() -> str:
    game, albums = game_of_cards(), learner().albums
    known, kinds, spread = albums.cards(game), owned(game), _spread(game)
    return render_template(
        "spread.html",
        game=GAMES[game],
        may_lay_out=may_lay_out(shown()),
        simulated=tableside().playground is not None,
        spread=spread,
        laid=[_laid(spread, card) for card in spread.cards] if spread else [],
        boxes=boxes(game),
        progress=len(known.keys() & set(kinds)),
        all=len(kinds),
        sorts=sorts(game, kinds, known),
    )


@blueprint.get("/cards/spread/<int:number>")
@looking
def one(number: int) -> str | AnyResponse:
    """One card, beside what it may be."""
    game = game_of_cards()
    spread, card = _spread(game), _card(game, number)
    if spread is None or card is None:
        return redirect("/cards/spread", 303)
    known = learner().albums.cards(game)
    near = [kind for kind in card.guesses if kind != card.proposed]
    offered = {card.proposed, *near}
    others = [kind for kind in _names(game) if kind not in known and kind not in offered]
    return render_template(
        "spread_card.html",
        game=GAMES[game],
        laid=_laid(spread, card),
        look=spread.look,
        number=number,
        all=len(spread.cards),
        near=pictured(game, near),
        others=pictured(game, others),
        twins=next((group for group in _groups(spread) if _is_of(card, group)), ()),
        no_card=(NO_CARD, named(game, NO_CARD)),
    )


@blueprint.get("/cards/spread/card.jpg")
@looking
def picture() -> AnyResponse:
    card = _card(game_of_cards(), asked_for("number", 0))
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
    """The camera looks at what lies on the table, for cards of the sets that are owned."""
    try:
        _check_free()
        own(game_of_cards(), request.form.getlist("own"))
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
        own(game, request.form.getlist("own"))
        known = learner().albums.cards(game)
        unknown = [kind for kind in _names(game) if kind not in known]
        playground.show_unknown(game, unknown)
        _spreads().put_away()
    except Refused as error:
        flash(t(error.reason))
    return redirect("/cards/spread", 303)


@blueprint.post("/cards/spread/learn")
@admitted
def learn() -> AnyResponse:
    """Somebody has said of some cards which they are: of all that were proposed, or of one."""
    chosen = {}
    for key, kind in request.form.items():
        number = whole(key.removeprefix("card-"), 0)
        if number and kind:
            chosen[number] = kind
    refused = _spreads().learn(sent("look", 0), chosen, _names(game_of_cards()))
    for number, why in refused.items():
        flash(t(Text("Card {number}: {why}", number=number, why=why)))
    if learned := len(chosen) - len(refused):
        flash(t(Text("Cards learned: {number}", number=learned)), "good")
    return redirect("/cards/spread", 303)


@blueprint.post("/cards/spread/wait")
@admitted
def wait() -> AnyResponse:
    """Somebody leaves a card for later."""
    _spreads().wait(sent("look", 0), sent("number", 0), _names(game_of_cards()))
    return redirect("/cards/spread", 303)


def _spreads() -> Spreads:
    spreads = tableside().spreads
    if spreads is None:
        abort(404)
    return spreads


def _spread(game: str) -> Spread | None:
    spread = _spreads().spread
    return spread if spread is not None and spread.game == game else None


def _card(game: str, number: int) -> LaidCard | None:
    spread = _spread(game)
    return next((c for c in spread.cards if c.number == number), None) if spread else None


def _laid(spread: Spread, card: LaidCard) -> Laid:
    kind = card.kind or card.proposed
    guess = pictured(spread.game, [kind])[0] if kind else None
    return Laid(card, guess, any(card.name in group for group in spread.alike))


def _is_of(card: LaidCard, group: Sequence[Twin]) -> bool:
    return any(twin.key == card.name for twin in group)


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


def _names(game: str) -> Mapping[str, Sequence[str]]:
    """What the cards of each kind that is owned may be called on a copy."""
    return {kind: called for kind in owned(game) if (called := _every_name(game).get(kind))}


@cache
def _every_name(game: str) -> Mapping[str, Sequence[str]]:
    """The same for all there are, in any of our languages."""
    speakers = [translator(language) for language in LANGUAGES]
    return {
        kind: [speaker.text(named(game, kind)) for speaker in speakers]
        for kind in kinds_of(game, every_set=True)
        if kind not in tiles_of(game)
    }


def _jpeg(picture: bytes) -> AnyResponse:
    return Response(picture, mimetype="image/jpeg", headers={"Cache-Control": "no-cache"})
