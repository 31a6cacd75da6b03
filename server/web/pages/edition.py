"""`/edition/<game>`: the owner of a copy confirms or corrects what is printed on it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, abort, flash, redirect, render_template, request
from werkzeug.wrappers import Response

from rules.game import Game, RulesError
from rules.games import GAMES
from rules.text import Plural, Text
from server.owner import house_values, set_values
from server.web.language import t
from server.web.phones import admitted
from server.web.printed import fields
from server.web.tableside import tableside

blueprint = Blueprint("edition", __name__)


@blueprint.get("/edition/<name>")
def page(name: str) -> str:
    return _page(_game(name))


@blueprint.post("/edition/<name>")
@admitted
def keep(name: str) -> Response | tuple[str, int]:
    """All or none: what is ticked or was changed is what the copy says."""
    game, folder = _game(name), tableside().folder
    typed = {
        path: " ".join(request.form[f"value-{path}"].replace(",", " ").split())
        for path in game.edition.house
        if f"value-{path}" in request.form
    }
    ticked = request.form.getlist("printed")
    now = {value.path: value.value for value in house_values(game, folder)}
    taken = {path: text for path, text in typed.items() if path in ticked or text != now[path]}
    try:
        set_values(game, folder, taken)
    except RulesError as error:
        return _page(game, typed, ticked, error.reason), 422
    flash(t(_thanks(len(taken))), "good" if taken else "nothing")
    return redirect(f"/edition/{name}", 303)


def _thanks(number: int) -> Text:
    if not number:
        return Text("Nothing was ticked or changed.")
    return Plural(
        "{n} value is kept as the one printed on your copy.",
        "{n} values are kept as those printed on your copy.",
        number,
    )


def _game(name: str) -> Game[Any]:
    game = GAMES.get(name)
    if game is None:
        abort(404)
    return game


def _page(
    game: Game[Any],
    typed: Mapping[str, str] | None = None,
    ticked: list[str] | None = None,
    error: Text | None = None,
) -> str:
    values = fields(game, tableside().folder, typed or {})
    return render_template(
        "edition.html",
        game=game,
        fields=values,
        left=sum(not value.confirmed for value in values),
        ticked=ticked or [],
        error=error,
    )
