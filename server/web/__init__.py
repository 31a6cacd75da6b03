"""The pages for phones: a Flask application around a running assistant."""

from __future__ import annotations

from flask import Flask

from server.web.around import put_around
from server.web.errors import explain_errors
from server.web.language import speak, t
from server.web.phones import Phone, admitted, phone, seated
from server.web.security import csrf_field, protect
from server.web.tableside import Tableside, tableside

__all__ = [
    "Phone",
    "Tableside",
    "admitted",
    "create_app",
    "csrf_field",
    "phone",
    "seated",
    "t",
    "tableside",
]


def create_app(table: Tableside) -> Flask:
    from server.web.pages import BLUEPRINTS  # the pages use what is above

    app = Flask(__name__)
    table.hand_to(app.extensions)
    protect(app, table.folder)
    speak(app)
    explain_errors(app)
    put_around(app)
    app.jinja_env.globals["phone"] = phone
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    return app
