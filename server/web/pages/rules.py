"""`/rules`: what is played now in short, how this group plays, what wins, and what pieces do."""

from __future__ import annotations

from functools import cache
from typing import Any

from flask import Blueprint, abort, render_template

from rules.games import GAMES
from rules.match import Match
from server.web.games import drawn_by
from server.web.parts.cards import Card, Face
from server.web.parts.table_pictures import drawing, show
from server.web.request.tableside import tableside
from server.web.showing.around import shown
from server.web.showing.printed import house_parts, in_force
from vision.printed_copy import copy_of

blueprint = Blueprint("rules", __name__)


@blueprint.get("/rules")
def page() -> str:
    match = shown().match
    if match is None:
        return render_template("rules.html", match=None)
    game = match.game
    now = game.guide.rules(match.table) if match.choice else ()
    return render_template(
        "rules.html",
        match=match,
        now=now,
        chapters=[chapter for chapter in game.guide.chapters(match.table) if chapter.rules != now],
        printed=in_force(match, tableside().folder),
        house_parts=house_parts(match),
        set_up=game.guide.set_up(game.new(match.seats, match.settings)),
    )


@blueprint.get("/rules/piece/<game>/<path:kind>")
def piece(game: str, kind: str) -> str:
    """What a kind of piece does: for whoever taps one, in the match that is being played or in
    one that begins.
    """
    match = _match_of(game)
    found = next((each for each in match.game.pieces.values() if each.kind == kind), None)
    if found is None:
        abort(404)
    own = drawn_by(game)
    drawn = drawing(game, kind, copy_of(match.game))
    show([drawn] if drawn else [])
    card = Card(found, own.faces.get(kind, Face()), drawing=drawn)
    sentences = own.reads(match, found) if own.reads else ()
    return render_template(
        "piece.html", title=found.name, card=card, sentences=sentences, match=match
    )


@blueprint.get("/rules/about/<game>/<key>")
def about(game: str, key: str) -> str:
    """What a place, a sign or an account is: for whoever taps one."""
    match, tell = _match_of(game), drawn_by(game).topic
    found = tell(match, key) if tell else None
    if found is None:
        abort(404)
    return render_template(
        "piece.html", title=found.title, card=None, sentences=found.rules, match=match
    )


def _match_of(game: str) -> Match[Any]:
    match = shown().match
    if match is not None and match.game.name == game:
        return match
    return _at_first(game) if game in GAMES else abort(404)


@cache
def _at_first(game: str) -> Match[Any]:
    """A match as it begins; pages only read it."""
    played = GAMES[game]
    names = [str(number) for number in range(1, min(played.seats) + 1)]
    return Match(played, played.seat(names), {})
