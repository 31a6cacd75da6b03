"""`/rules`: what is played now in short, how this group plays, what wins, and what pieces do."""

from __future__ import annotations

from flask import Blueprint, abort, render_template

from rules.games import GAMES
from rules.text import Text
from server.web.games import drawn_by
from server.web.parts.cards import Card, Face
from server.web.parts.table_pictures import drawing, show
from server.web.request.tableside import tableside
from server.web.showing.around import shown
from server.web.showing.printed import house_parts, in_force

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
    """What a kind of piece does: for whoever taps one, and in the match that is being played."""
    match = shown().match
    playing = match is not None and match.game.name == game
    pieces = match.game.pieces if match and playing else GAMES[game].pieces if game in GAMES else {}
    found = next((each for each in pieces.values() if each.kind == kind), None)
    if found is None:
        abort(404)
    own, sentences = drawn_by(game), list[Text]()
    if match and playing and own.reads:
        sentences = list(own.reads(match, found))
    elif match and playing and own.in_words:
        sentences = [words] if (words := own.in_words(match, found)) else []
    drawn = drawing(game, kind)
    show([drawn] if drawn else [])
    card = Card(found, own.faces.get(kind, Face()), drawing=drawn)
    return render_template("piece.html", card=card, sentences=sentences)
