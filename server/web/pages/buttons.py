"""`/buttons/...`: the buttons of the table on a screen."""

from __future__ import annotations

from flask import Blueprint, abort, flash, redirect, request
from werkzeug.wrappers import Response

from firmware.panel import SimulatedPanel
from firmware.switches import Button, Press
from rules.game import RulesError
from server.live.host import CHANGED
from server.live.messages import Allow, Refused, Undo
from server.store import StoreError
from server.web.request.back import back
from server.web.request.language import t
from server.web.request.phones import admitted, phone, seated
from server.web.request.tableside import tableside
from server.web.request.wishes import granted
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
    if button is Button.UNDO and (phone().seats or not phone().at_table):
        return _take_back(held)
    table = tableside()
    if not isinstance(table.panel, SimulatedPanel):
        table.host.post(Press(button, held))
    elif held:
        table.panel.hold(button)
    else:
        table.panel.press(button)
    return redirect(back("/table"), 303)


@blueprint.post("/take-back")
@seated
def allow() -> Response:
    """A player says whether somebody else may take back what that player chose."""
    view, form = shown(), request.form
    asked = view.back_asked
    whose = asked.back.whose if asked else None
    if whose is None or whose.colour not in phone().seats:
        flash(t(CHANGED))
        return redirect(back("/me"), 303)
    return _wished(Allow(whose, form.get("yes") == "yes", form.get("asked")))


def _take_back(whole_turn: bool) -> Response:
    """A phone that is there can be asked; a player whose phone is away cannot."""
    joining, me, match_id = tableside().joining, phone(), shown().match_id
    holders = joining.holders(match_id) if match_id is not None else {}
    others = {colour for colour, each in holders.items() if each != me.id}
    reached = {colour for colour in others if joining.voices.is_there(holders[colour])}
    return _wished(Undo(me.seats, reached, request.form.get("asked"), whole_turn))


def _wished(wish: Undo | Allow) -> Response:
    try:
        granted(wish)
    except (Refused, RulesError, StoreError) as error:
        flash(t(error.reason))
    return redirect(back("/table"), 303)
