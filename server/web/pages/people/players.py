"""`/players`: everybody who has played here, the hall of fame, and what each has won."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from flask import Blueprint, abort, flash, redirect, render_template, request
from werkzeug.wrappers import Response

from rules.games import GAMES
from rules.text import Plural, Text
from server.language.translation import LANGUAGES
from server.live.messages import Refused, Renamed
from server.store import StoreError
from server.store.players import Player
from server.store.preferences import CLOCKS
from server.store.wording import LONGEST_NAME, is_name, tidy
from server.web.request.language import t
from server.web.request.numbers import sent
from server.web.request.phones import admitted, looking, phone, seated
from server.web.request.tableside import tableside
from server.web.request.wishes import granted
from server.web.showing.played import WORDS

blueprint = Blueprint("players", __name__)

NOBODY = Text("a player")
"""Whose name stands where that of a forgotten one stood."""
_RECORDS = 12


@blueprint.get("/players")
@looking
def page() -> str:
    statistics = tableside().store.statistics
    played = statistics.played()
    game = request.args.get("game")
    wanted = next((each for each in played if each.game == game), None)
    sets = request.args.get("sets") if wanted else None
    return render_template(
        "players.html",
        played=played,
        games=dict.fromkeys(each.game for each in played),
        game=wanted.game if wanted else None,
        sets=sets,
        tallies=statistics.tallies(wanted.game if wanted else None, sets),
        most_points=statistics.most_points(_RECORDS),
        quickest=statistics.quickest_wins(_RECORDS),
        everybody=tableside().store.players.recent(),
        clocks=tableside().store.preferences.has(CLOCKS),
        words=WORDS,
    )


@blueprint.get("/players/<int:player_id>")
@looking
def one(player_id: int) -> str:
    found, store = _player(player_id), tableside().store
    return render_template(
        "player.html",
        player=found,
        games=store.statistics.of_player(found.id),
        rivals=store.statistics.rivals(found.id),
        others=[each for each in store.players.recent() if each.id != found.id],
        colours=_colours(),
        longest_name=LONGEST_NAME,
        words=WORDS,
    )


@blueprint.post("/players/<int:player_id>/change")
@admitted
def change(player_id: int) -> Response:
    """Another name, favourite colour or language."""
    found, form = _player(player_id), request.form
    name = tidy(form.get("name", ""))
    if not is_name(name):
        return _refused(
            player_id,
            Plural(
                "A name has 1 to {n} letters.",
                "A name has 1 to {n} letters.",
                LONGEST_NAME,
            ),
        )
    colour, language = form.get("colour", ""), form.get("language", "")
    changed = replace(
        found,
        name=name,
        colour=colour if colour in _colours() else None,
        language=language if language in LANGUAGES else None,
    )
    try:
        with _shown_at_the_table(found):
            tableside().store.players.change(changed)
    except StoreError as error:
        return _refused(player_id, error.reason)
    return redirect(f"/players/{player_id}", 303)


@blueprint.post("/players/<int:player_id>/merge")
@admitted
def merge(player_id: int) -> Response:
    """This one and another are the same person, whose name stays."""
    found, into = _player(player_id), sent("into", 0)
    try:
        with _shown_at_the_table(found):
            tableside().store.players.merge(found.id, into)
    except StoreError as error:
        return _refused(player_id, error.reason)
    return redirect(f"/players/{into}", 303)


@blueprint.post("/players/<int:player_id>/forget")
@admitted
def forget(player_id: int) -> Response:
    """Only if the form says that somebody was asked once more."""
    found = _player(player_id)
    if request.form.get("sure") != "yes":
        return redirect(f"/players/{player_id}", 303)
    with _shown_at_the_table(found):
        tableside().store.players.forget(found.id, t(NOBODY))
    flash(t(Text("{name} is forgotten.", name=found.name)), "good")
    return redirect("/players", 303)


@blueprint.post("/players/sit")
@seated
def sit() -> Response:
    """Somebody else has sat down where this phone plays."""
    view, colour = tableside().host.view, request.form.get("seat", "")
    if colour not in phone().seats or view.match_id is None:
        raise Refused(Text("This seat is not yours."))
    try:
        tableside().store.players.sit(view.match_id, colour, sent("player", 0))
    except StoreError as error:
        flash(t(error.reason))
    else:
        granted(Renamed())
    return redirect("/join", 303)


@blueprint.post("/players/clocks")
@admitted
def clocks() -> Response:
    """Whether everybody's thinking time is shown."""
    tableside().store.preferences.put(CLOCKS, request.form.get("clocks") == "yes")
    tableside().events.publish()
    return redirect("/players#clocks", 303)


@contextmanager
def _shown_at_the_table(player: Player) -> Iterator[None]:
    """After what is done in here, the match at the table has the new name, if they play it."""
    match_id, players = tableside().host.view.match_id, tableside().store.players
    plays = match_id is not None and player in players.at_seats(match_id).values()
    yield
    if plays:
        granted(Renamed())


def _player(player_id: int) -> Player:
    try:
        return tableside().store.players.find(player_id)
    except StoreError:
        abort(404)


def _refused(player_id: int, reason: Text) -> Response:
    flash(t(reason))
    return redirect(f"/players/{player_id}", 303)


def _colours() -> tuple[str, ...]:
    """Those of all games."""
    return tuple(dict.fromkeys(colour for game in GAMES.values() for colour in game.colours))
