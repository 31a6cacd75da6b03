"""`/`: begin a match, go on with one, and how phones get here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, redirect, render_template, request
from werkzeug.wrappers import Response

from rules.game import Game, RulesError
from rules.games import GAMES
from rules.text import Text
from server import owner
from server.host import Begin, Resume
from server.live import Refused
from server.store import StoreError
from server.web.phones import admitted
from server.web.tableside import tableside
from server.web.wishes import granted

blueprint = Blueprint("start", __name__)

LONGEST_NAME = 20
_MOST_MATCHES = 5
"""Unfinished matches shown; the others are in the history."""


@dataclass(frozen=True, slots=True)
class Place:
    """One row of the form: somebody sits here, or nobody if the name is empty."""

    name: str
    colour: str


@dataclass(frozen=True, slots=True)
class Wanted:
    """The form as it was filled in, or as it is offered first."""

    game: Game[Any]
    places: tuple[Place, ...]
    settings: Mapping[str, str]

    @classmethod
    def offered(cls, game: Game[Any]) -> Wanted:
        places = tuple(Place("", colour) for colour in game.colours)
        return cls(game, places, game.proposed(tableside().playground is not None))

    @classmethod
    def filled_in(cls, game: Game[Any]) -> Wanted:
        form = request.form
        places = tuple(
            Place(" ".join(form.get(f"name-{row}", "").split()), form.get(f"colour-{row}", usual))
            for row, usual in enumerate(game.colours)
        )
        settings = {
            setting.key: form.get(f"setting-{setting.key}", setting.default)
            for setting in game.settings
        }
        return cls(game, places, settings)

    def begin(self) -> Begin:
        """The wish, if the names can be told apart; all else the rules check."""
        taken = [place for place in self.places if place.name]
        for place in taken:
            if len(place.name) > LONGEST_NAME or not place.name.isprintable():
                raise Refused(
                    Text(
                        "The name {name} is too long; a name has at most {most} letters.",
                        name=place.name[:LONGEST_NAME],
                        most=LONGEST_NAME,
                    )
                )
        if len({place.name.casefold() for place in taken}) < len(taken):
            raise Refused(Text("Two players have the same name; make them different."))
        names = [place.name for place in taken]
        colours = [place.colour for place in taken]
        return Begin(self.game.name, names, self.settings, colours)


@blueprint.get("/")
def page() -> str:
    game = GAMES.get(request.args.get("game", ""), next(iter(GAMES.values())))
    return _page(Wanted.offered(game))


@blueprint.get("/matches")
def form() -> Response:
    """Where a form that was refused is loaded again."""
    return redirect("/", 303)


@blueprint.post("/matches")
@admitted
def begin() -> Response | tuple[str, int]:
    game = GAMES.get(request.form.get("game", ""))
    if game is None:
        raise Refused(Text("There is no such game here. Choose one on the start page."))
    wanted = Wanted.filled_in(game)
    try:
        granted(wanted.begin())
    except (Refused, RulesError, StoreError) as error:
        return _page(wanted, error.reason), 422
    return redirect("/set-up", 303)


@blueprint.post("/matches/<int:match_id>/resume")
@admitted
def resume(match_id: int) -> Response:
    granted(Resume(match_id))
    return redirect("/table", 303)


def _page(wanted: Wanted, error: Text | None = None) -> str:
    table = tableside()
    matches = [m for m in table.store.matches() if m.state in ("running", "paused")]
    unconfirmed, broken = 0, None
    try:
        unconfirmed = owner.unconfirmed(wanted.game, table.folder)
    except RulesError as trouble:
        broken = trouble.reason
    return render_template(
        "start.html",
        wanted=wanted,
        error=error,
        games=GAMES,
        running=next((m for m in matches if m.id == table.host.view.match_id), None),
        paused=[m for m in matches if m.id != table.host.view.match_id][:_MOST_MATCHES],
        address=table.names.short(request.host),
        longest_name=LONGEST_NAME,
        unconfirmed=unconfirmed,
        broken=broken,
    )
