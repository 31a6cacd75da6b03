"""`/rules`: what is played now in short, how this group plays, what wins, and what pieces do."""

from __future__ import annotations

from flask import Blueprint, render_template

from server.web.request.tableside import tableside
from server.web.showing import match_pages
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
    """What a kind of piece does: for whoever taps one, in the match that is being played or in
    one that begins.
    """
    return match_pages.about_piece(shown().match, game, kind)


@blueprint.get("/rules/about/<game>/<key>")
def about(game: str, key: str) -> str:
    """What a place, a sign or an account is: for whoever taps one."""
    return match_pages.about_topic(shown().match, game, key)
