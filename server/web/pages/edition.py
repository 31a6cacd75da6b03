"""`/edition/<game>`: the owner of a copy confirms or corrects what is printed on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, abort, flash, redirect, render_template, request
from werkzeug.wrappers import Response

from rules.edition import BadValue, Value
from rules.game import Game, Part, RulesError
from rules.games import GAMES
from rules.text import Plural, Text
from server.store.owner_values import forget, house_values, own_file, set_values
from server.web.request.language import t
from server.web.request.phones import admitted
from server.web.request.tableside import tableside
from server.web.showing.printed import (
    ON_A_PAGE,
    chapters,
    fields,
    folded,
    grouped,
    matching,
    parts,
    shown,
    tapped,
)

blueprint = Blueprint("edition", __name__)
_LONGEST = 60
"""Letters of what is looked for."""


@blueprint.get("/edition/<name>")
def page(name: str) -> str:
    return _page(_game(name))


@blueprint.post("/edition/<name>")
@admitted
def keep(name: str) -> Response | tuple[str, int]:
    """All or none: what is ticked or was changed is what the copy says."""
    game, folder = _game(name), tableside().folder
    typed = {
        path: _tidied(value, request.form[f"value-{path}"])
        for path, value in game.edition.house.items()
        if f"value-{path}" in request.form
    }
    ticked = request.form.getlist("printed")
    try:
        if "tap" in request.form:
            key, _, cell = request.form["tap"].partition("|")
            after = tapped(game, typed, key, cell, request.form.get(f"brush-{key}", ""))
            return _page(game, after, ticked), 200
        if "house" in request.form:
            number = forget(game, folder, _below(game, request.form["house"]))
            flash(t(_forgotten(number)), "good" if number else "nothing")
            return redirect(f"/edition/{name}?{urlencode(_where())}".rstrip("?"), 303)
        taken = _taken(game, folder, typed, ticked)
        set_values(game, folder, taken)
    except (RulesError, BadValue) as error:
        return _page(game, typed, ticked, error.reason), 422
    flash(t(_thanks(len(taken))), "good" if taken else "nothing")
    return redirect(f"/edition/{name}?{urlencode(_where())}".rstrip("?"), 303)


def _tidied(value: Value, text: str) -> str:
    """As a person writes it, with single spaces; what is no word or number is left as it is."""
    return " ".join(text.replace(",", " ").split()) if value.plain else text.strip()


def _taken(
    game: Game[Any], folder: Path, typed: Mapping[str, str], ticked: Sequence[str]
) -> dict[str, str]:
    """What was changed, and all that is printed on what was ticked."""
    now = {value.path: value.value for value in house_values(game, folder)}
    together = [
        path for group in game.printed.groups if group.key in ticked for path in group.values
    ]
    ticked = [*ticked, *together]
    taken = {path: text for path, text in typed.items() if path in ticked or text != now.get(path)}
    for part in parts(game, folder):
        if part.row in ticked:
            as_is = {path: game.edition.house[path].written() for path in part.house}
            said = {path: typed.get(path, now.get(path, "")) for path in part.values}
            taken = {**as_is, **said, **taken}
    return taken


def _below(game: Game[Any], key: str) -> list[str]:
    """The values of a group or a row, or the one that has this name."""
    together = [path for group in game.printed.groups if group.key == key for path in group.values]
    begins = (f"{key}.", f"{key}[")
    return together or [p for p in game.edition.house if p == key or p.startswith(begins)]


def _forgotten(number: int) -> Text:
    if not number:
        return Text("These are house values already, or from your file.")
    return Plural(
        "{n} value is house again.",
        "{n} values are house again.",
        number,
    )


def _thanks(number: int) -> Text:
    if not number:
        return Text("Nothing was ticked or changed.")
    return Plural(
        "{n} value saved as printed on your copy.",
        "{n} values saved as printed on your copy.",
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
    ticked: Sequence[str] = (),
    error: Text | None = None,
) -> str:
    folder = tableside().folder
    try:
        found = parts(game, folder)
        if found:
            return _chapters_page(game, found, typed or {}, ticked, error)
        values = fields(game, folder, typed or {})
    except RulesError as trouble:
        return render_template("edition.html", game=game, broken=trouble.reason)
    return render_template(
        "edition.html",
        game=game,
        fields=values,
        chapters=folded(grouped(game, values, _brushes())),
        left=sum(not value.confirmed for value in values),
        file=own_file(game, folder),
        ticked=ticked,
        error=error,
    )


def _brushes() -> dict[str, str]:
    """What a tap does on each drawing."""
    begins = "brush-"
    chosen = ((name, text) for name, text in request.form.items() if name.startswith(begins))
    return {name.removeprefix(begins): text for name, text in chosen}


def _chapters_page(
    game: Game[Any],
    found: Sequence[Part],
    typed: Mapping[str, str],
    ticked: Sequence[str],
    error: Text | None,
) -> str:
    """A chapter, what was looked for, or all chapters: hundreds of values are too many at once."""
    where, contents = _where(), chapters(found)
    chapter = next((c for c in contents if str(c.number) == where.get("chapter")), None)
    wanted: Sequence[Part] = ()
    if "find" in where:
        wanted = matching(found, where["find"])
    elif chapter:
        wanted = [part for part in found if part.chapter == chapter.name]
    pages = -(-len(wanted) // ON_A_PAGE)
    number = min(max(1, int(where.get("page", "1"))), max(1, pages))
    folder = tableside().folder
    here = wanted[(number - 1) * ON_A_PAGE : number * ON_A_PAGE]
    return render_template(
        "edition_chapters.html",
        game=game,
        chapters=contents,
        chapter=chapter,
        find=where.get("find"),
        found=len(wanted),
        parts=shown(game, folder, here, typed),
        number=number,
        pages=pages,
        left=sum(bool(part.house) for part in found),
        all=len(found),
        file=own_file(game, folder),
        ticked=ticked,
        error=error,
        where=where,
    )


def _where() -> dict[str, str]:
    """Which part of the pages is meant, by the form or by the address."""
    given = {name: request.values.get(name, "").strip() for name in ("chapter", "find", "page")}
    given["find"] = given["find"][:_LONGEST]
    numbers = ("chapter", "page")
    return {
        name: text
        for name, text in given.items()
        if text and (name not in numbers or (text.isascii() and text.isdigit() and len(text) < 4))
    }
