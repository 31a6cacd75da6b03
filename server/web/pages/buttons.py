"""`/buttons/...`: the buttons of the table on a screen."""

from __future__ import annotations

from flask import Blueprint, abort, flash, redirect, request
from werkzeug.wrappers import Response

from firmware.panel import SimulatedPanel
from firmware.switches import Button, Press
from server.live.host import CHANGED
from server.web.request.back import back
from server.web.request.language import t
from server.web.request.phones import admitted
from server.web.request.tableside import tableside
from server.web.showing.around import shown, shown_for

blueprint = Blueprint("buttons", __name__)


@blueprint.post("/buttons/<name>")
@admitted
def press(name: str) -> Response:
    """What comes of it every phone is shown, as with the real buttons.

    But who looks at a page means what it shows, which is not so with a button on the table. Nobody
    is let in from here: that is said on the page for it, where one sees to whom.
    """
    try:
        button = Button(name)
    except ValueError:
        abort(404)
    if request.form.get("asked", shown_for(shown())) != shown_for(shown()):
        flash(t(CHANGED))
        return redirect(back("/table"), 303)
    held = "held" in request.form and button is not Button.NEXT
    table = tableside()
    if not isinstance(table.panel, SimulatedPanel):
        table.host.post(Press(button, held))
    elif held:
        table.panel.hold(button)
    else:
        table.panel.press(button)
    return redirect(back("/table"), 303)
