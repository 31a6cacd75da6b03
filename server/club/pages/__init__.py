"""The club's pages: a Flask application with the look of a table's own."""

from __future__ import annotations

from pathlib import Path

from flask import Flask
from jinja2 import ChoiceLoader, FileSystemLoader

import server.web
from server.club.pages import (
    board,
    events,
    history,
    language,
    organiser,
    players,
    rounds,
    screen,
    tables,
    tournaments,
    watching,
)
from server.club.pages.around import put_around
from server.club.pages.clubhouse import Clubhouse
from server.web.games import templates
from server.web.http.files import serve_files
from server.web.http.serving import SLOW_PAGES
from server.web.request.errors import explain_errors
from server.web.request.known import tell_who_is_known
from server.web.request.language import speak
from server.web.request.numbers import Number
from server.web.request.security import protect
from server.web.showing.words import give_words

BLUEPRINTS = (
    board.blueprint,
    events.blueprint,
    history.blueprint,
    language.blueprint,
    organiser.blueprint,
    players.blueprint,
    rounds.blueprint,
    screen.blueprint,
    tables.blueprint,
    tournaments.blueprint,
    watching.blueprint,
)
SLOW = ("/history",)
"""Pages that may have to play a whole match again."""
COOKIE = "quartermaster-club"
"""A table may be on the same computer: cookies do not know ports apart."""

_WEB = Path(server.web.__file__).parent
_OWN = Path(__file__).parent / "templates"


def create_app(house: Clubhouse) -> Flask:
    """Pages look for templates here first, so that those of a table stand in the club's frame."""
    app = Flask(__name__, static_folder=None)
    serve_files(app, _WEB / "static")
    house.hand_to(app.extensions)
    protect(app, house.folder, house.names, cookie=COOKIE)
    app.jinja_loader = ChoiceLoader(
        [FileSystemLoader(_OWN), FileSystemLoader(_WEB / "templates"), templates()]
    )
    speak(app)
    tell_who_is_known(app, organiser.known_organiser)
    explain_errors(app)
    give_words(app)
    put_around(app)
    app.config[SLOW_PAGES] = SLOW
    app.url_map.converters["int"] = Number
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    return app
