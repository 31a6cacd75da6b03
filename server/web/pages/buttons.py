"""`/buttons/...`: the buttons of the table on a screen."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, request
from werkzeug.wrappers import Response

from firmware.panel import SimulatedPanel
from firmware.switches import Button, Press
from server.web.pages.back import back
from server.web.phones import admitted
from server.web.tableside import tableside

blueprint = Blueprint("buttons", __name__)


@blueprint.post("/buttons/<name>")
@admitted
def press(name: str) -> Response:
    """What comes of it every phone is shown, as with the real buttons."""
    try:
        button = Button(name)
    except ValueError:
        abort(404)
    held = "held" in request.form
    table = tableside()
    if not isinstance(table.panel, SimulatedPanel):
        table.host.post(Press(button, held))
    elif held:
        table.panel.hold(button)
    else:
        table.panel.press(button)
    return redirect(back("/table"), 303)
