"""`/`: begin a match, go on with one or end it, and how phones get here."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, flash, redirect, render_template, request
from werkzeug.wrappers import Response

from rules.game import Game, RulesError
from rules.games import GAMES, first_game
from rules.text import Text
from server.live.messages import Delete, GiveUp, Refused, Resume
from server.robots.seats import STRENGTH_NAMES
from server.store import Record, StoreError
from server.store import owner_values as owner
from server.store.rows import name_key
from server.store.wording import LONGEST_NAME
from server.web.games import PHONES, drawn_by
from server.web.pages.wanted import Wanted, is_added
from server.web.request.language import t
from server.web.request.numbers import sent
from server.web.request.phones import admitted, phone
from server.web.request.tableside import tableside
from server.web.request.wishes import granted
from server.web.showing.played import can_be_played_again
from server.web.showing.teaching import teach
from vision.looks import LOOKS

blueprint = Blueprint("start", __name__)

_MOST_IN_THE_OPEN = 4
"""Values of a setting; of more one is picked from a list."""
_MOST_KNOWN = 12
"""Players who are offered, those who played last."""
_MOST_MATCHES = 5
"""Unfinished matches shown; the others are in the history."""


@blueprint.get("/")
def page() -> str:
    last = tableside().store.matches(most=1)
    asked = [request.args.get("game", ""), *(match.game for match in last)]
    game = next((GAMES[name] for name in asked if name in GAMES), None) or first_game()
    return _page(Wanted.offered(game))


@blueprint.post("/new-match")
@admitted
def other_game() -> str:
    """The form for another game, with what was filled in for the one before; or the same form
    with one more player in it, or with what was chosen on its other page.
    """
    if "other" in request.form:
        return _page(Wanted.carried_over(_game(request.form["other"])))
    wanted = Wanted.filled_in(_game(request.form.get("game", "")))
    if "add" in request.form:
        wanted = wanted.with_player(tableside().store.players.find(sent("add", 0)))
    return _page(wanted)


@blueprint.route("/new-match/what", methods=("GET", "POST"))
@admitted
def what() -> str:
    """What is played: by the way to play, only what fits it."""
    wanted = Wanted.filled_in(_game(request.values.get("game") or first_game().name))
    chosen = request.form.get("first") or wanted.instead
    if chosen is not None:
        wanted = wanted.with_first(chosen)
    unconfirmed, broken = _of_the_copy(wanted.game)
    return render_template(
        "what.html",
        wanted=wanted,
        unconfirmed=0 if broken else unconfirmed,
        is_added=is_added,
        most_in_the_open=_MOST_IN_THE_OPEN,
    )


@blueprint.get("/new-match")
@blueprint.get("/matches")
def form() -> Response:
    """Where the answer to a form is loaded again."""
    return redirect("/", 303)


@blueprint.post("/matches")
@admitted
def begin() -> Response | tuple[str, int]:
    wanted = Wanted.filled_in(_game(request.form.get("game", "")))
    if "instead" in request.form:
        wanted = wanted.with_first(request.form["instead"])
    running = _running()
    try:
        wish = wanted.begin()
        played = wanted.game.for_match(wanted.game.settle(wanted.settings))
        played.seat(wish.names, wish.colours)
        if running is not None and request.form.get("pause") != str(running):
            return _page(wanted, ask_to_pause=True), 409
        granted(wish)
        _tell_the_club(wanted)
        begun = tableside().host.view.match_id
        if begun is not None and request.form.get("teach") == "yes":
            teach(begun, wanted=True)
    except (Refused, RulesError, StoreError) as error:
        return _page(wanted, error.reason), 422
    return redirect("/set-up", 303)


@blueprint.post("/matches/<int:match_id>/resume")
@admitted
def resume(match_id: int) -> Response:
    granted(Resume(match_id))
    return redirect("/table", 303)


@blueprint.post("/matches/<int:match_id>/give-up")
@admitted
def give_up(match_id: int) -> Response:
    robots = tableside().robots
    if robots is not None and tableside().host.view.match_id == match_id:
        robots.stop()
    granted(GiveUp(match_id))
    return redirect(f"/history/{match_id}", 303)


@blueprint.post("/matches/<int:match_id>/delete")
@admitted
def delete(match_id: int) -> Response:
    """Only if the form says that somebody was asked once more."""
    if request.form.get("sure") != "yes":
        return redirect(f"/history/{match_id}", 303)
    granted(Delete(match_id))
    flash(t(Text("Match {match} deleted.", match=match_id)), "good")
    return redirect("/history", 303)


def _game(name: str) -> Game[Any]:
    game = GAMES.get(name)
    if game is None:
        raise Refused(Text("No such game. Choose one on the start page."))
    return game


def _tell_the_club(wanted: Wanted) -> None:
    """Of those who have just sat down, who is named there: whoever has agreed once stays so unless
    their own tick was taken away.
    """
    store, match_id = tableside().store, tableside().host.view.match_id
    if match_id is None:
        return
    sitting = store.players.at_seats(match_id)
    for place in wanted.places:
        player = sitting.get(place.colour) if place.name else None
        if player is None:
            continue
        if place.named:
            store.club.name(player.id)
        elif name_key(place.agreed) == name_key(player.name):
            store.club.make_guest(player.id)


def _running() -> int | None:
    """The match that is being played and not over."""
    view = tableside().host.view
    return view.match_id if view.match is not None and view.match.choice is not None else None


def _to_play_again(here: Record | None) -> Record | None:
    """The match that can be played once more with a tap: that at the table, else the last one."""
    last = [here] if here else tableside().store.matches(("finished",), most=1)
    return last[0] if last and can_be_played_again(last[0]) else None


def _page(wanted: Wanted, error: Text | None = None, ask_to_pause: bool = False) -> str:
    table = tableside()
    here = table.host.view.match_id
    unfinished = table.store.matches(("running", "paused"), most=_MOST_MATCHES + 1)
    paused = unfinished if phone().may_look else []
    running = table.store.record(here) if here is not None else None
    return render_template(
        "start.html",
        wanted=wanted,
        error=error,
        ask_to_pause=ask_to_pause,
        games=GAMES,
        troubles=[*GAMES.troubles(), *LOOKS.troubles([*GAMES]), *PHONES.troubles([*GAMES])],
        running=running if _running() is not None else None,
        paused=[match for match in paused if match.id != here][:_MOST_MATCHES],
        address=table.names.short(request.host),
        longest_name=LONGEST_NAME,
        sign_of=lambda name: drawn_by(name).sign,
        strengths=STRENGTH_NAMES,
        known=table.store.players.recent(_MOST_KNOWN) if phone().may_look else [],
        again=_to_play_again(running) if _running() is None else None,
        in_club=table.store.club.membership() is not None,
        broken=_of_the_copy(wanted.game)[1],
        learns=table.learner is not None,
        campaigns=phone().may_look and bool(table.store.campaigns.newest(1)),
    )


def _of_the_copy(game: Game[Any]) -> tuple[int, Text | None]:
    """How many values nobody has confirmed from the copy; why those that were given are wrong."""
    try:
        return owner.unconfirmed(game, tableside().folder), None
    except RulesError as trouble:
        return 0, trouble.reason
