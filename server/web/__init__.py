"""The pages for phones: a Flask application around a running assistant."""

from __future__ import annotations

from pathlib import Path

from flask import Flask
from jinja2 import ChoiceLoader, FileSystemLoader

from server.web.door.captive import CaptivePortal
from server.web.games import templates
from server.web.http.files import serve_files
from server.web.http.serving import SLOW_PAGES
from server.web.pages import BLUEPRINTS, SLOW
from server.web.request.errors import explain_errors
from server.web.request.greeting import greet
from server.web.request.known import tell_who_is_known
from server.web.request.language import speak
from server.web.request.numbers import Number
from server.web.request.phones import known_phone, phone
from server.web.request.security import protect
from server.web.request.tableside import Tableside
from server.web.showing.around import put_around
from server.web.showing.words import give_words

__all__ = ["Tableside", "create_app"]

_HERE = Path(__file__).parent


def create_app(table: Tableside) -> Flask:
    app = Flask(__name__, static_folder=None)
    serve_files(app, _HERE / "static")
    table.hand_to(app.extensions)
    protect(app, table.folder, table.names, CaptivePortal())
    app.jinja_loader = ChoiceLoader([FileSystemLoader(_HERE / "templates"), templates()])
    speak(app)
    explain_errors(app)
    greet(app)
    tell_who_is_known(app, known_phone)
    give_words(app)
    put_around(app)
    app.config[SLOW_PAGES] = SLOW
    app.jinja_env.globals["phone"] = phone
    app.url_map.converters["int"] = Number
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    if table.playground is not None:
        # A table with a camera does without these pages, and without all that draws them.
        from server.web.pages.simulated import blueprint

        app.register_blueprint(blueprint)
    return app
