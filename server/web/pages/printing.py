"""`/sheets`: what is printed for a game, chosen and downloaded on a phone."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, g, render_template, request

from firmware.own_wifi import own_wifi
from rules.game import Game
from rules.games import GAMES, first_game
from rules.text import Text
from server.language.translation import LANGUAGES, translator
from server.live.messages import Refused
from server.store.keys import known_code
from server.store.owner_values import of_this_copy
from server.web.request.phones import admitted
from server.web.request.tableside import tableside

blueprint = Blueprint("printing", __name__)


@blueprint.get("/sheets")
@admitted
def page() -> str:
    from hardware.print.kinds import KINDS, LEAST  # only needed here, and not small
    from hardware.print.page import PAPERS
    from hardware.print.sheets import effort, sets_of

    game = GAMES.get(request.args.get("game", "")) or first_game()
    kinds, own = [], of_this_copy(game, tableside().folder)
    for kind, title in KINDS.items():
        # House pieces are often those of an expansion.
        sets = frozenset(sets_of(game.name) if kind not in LEAST else ())
        parts = [part for part in effort(game.name, "a4", sets, own) if part.kind is kind]
        kinds.append((kind, title, parts, kind in LEAST))
    return render_template(
        "printing.html",
        games=GAMES,
        game=game,
        sets={name: Text(game.edition.text(f"sets.{name}.title")) for name in sets_of(game.name)},
        kinds=[each for each in kinds if each[2]],
        papers=PAPERS,
        language=g.locale,
    )


@blueprint.get("/sheets.pdf")
@admitted
def document() -> Response:
    """The sheets, with the code of this table on the cover: so only for phones that are in."""
    from hardware.print.kinds import LEAST, Kind
    from hardware.print.page import PAPERS
    from hardware.print.sheets import game_document, sets_of

    game = _game()
    named = request.args.getlist("with")
    if not {*named} <= {*map(str, Kind)}:
        raise Refused(Text("There are no such sheets. Choose them on the page again."))
    paper, language = request.args.get("paper", "a4"), request.args.get("language", g.locale)
    sets = request.args.getlist("set")
    if paper not in PAPERS or language not in LANGUAGES or not {*sets} <= {*sets_of(game.name)}:
        raise Refused(Text("No such sheets. Choose again."))
    code = known_code(tableside().folder)
    say = translator(language).text
    pages, _ = game_document(
        game.name,
        paper,
        say,
        code,
        frozenset(sets),
        own_wifi(),
        kinds=frozenset(map(Kind, named)) or LEAST,
        owned=of_this_copy(game, tableside().folder),
    )
    name = f"{game.name}-{language}-{paper}.pdf"
    return Response(
        pages,
        mimetype="application/pdf",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


def _game() -> Game[Any]:
    game = GAMES.get(request.args.get("game", ""))
    if game is None:
        raise Refused(Text("No such game. Choose one on the start page."))
    return game
