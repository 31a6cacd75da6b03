"""`/check`: sets up the table step by step, with what the camera sees and what is to be done."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, abort, flash, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from firmware.panel import Lamp, SimulatedPanel
from firmware.switches import Button
from rules.game import Game
from rules.games import GAMES, first_game
from rules.text import Text
from server.live.checking.looks import Chosen, Look, Step, TableCheck, cause
from server.live.checking.panel import COLOURS, PARTS
from server.live.messages import Refused
from server.store.owner_values import OwnerError, of_this_copy
from server.web.request.language import t
from server.web.request.numbers import sent
from server.web.request.phones import admitted
from server.web.request.tableside import tableside
from server.web.showing.around import shown
from server.web.showing.checking import STEPS, Sign, drawn, map_of, signs
from vision.checking.verdict import Level
from vision.hanging import hangings
from vision.layout import load_layout
from vision.printed_copy import PrintedCopy, copy_of

if TYPE_CHECKING:
    from server.simulated.playground import Playground

blueprint = Blueprint("check", __name__)

_JAMMED = Button.UNDO
"""The button that is stuck on a simulated table, if one is."""
_HUNG = (Step.CAMERA, Step.AIM)
"""Steps that say how high the camera hangs."""
_A_MOMENT = 0.1
"""Seconds in which a simulated panel notices that a button is let go."""


@dataclass(frozen=True, slots=True)
class _Shown:
    """All that a page of the guide shows."""

    look: Look | None
    signs: list[Sign]

    @property
    def is_ready(self) -> bool:
        return all(sign.level is Level.GOOD for sign in self.signs)


@blueprint.get("/check")
@admitted
def page() -> str:
    here = _look()
    return render_template(
        "check.html", here=here, chosen=_chosen(), is_played=_is_played(), **_games()
    )


@blueprint.get("/check/cause")
@admitted
def mend() -> AnyResponse:
    """To the one step that mends what is wrong now."""
    table_check = _check()
    _chosen()
    step = cause(table_check.verdicts(table_check.look()))
    return redirect(f"/check/{step}" if step else "/check", 303)


@blueprint.get("/check/<step>")
@admitted
def step(step: str) -> str:
    if step not in list(Step):
        abort(404)
    this = Step(step)
    if this is not Step.LENS:
        _put_sheet_away()
    here = _look()
    number = list(Step).index(this)
    table = tableside()
    return render_template(
        "check_step.html",
        here=here,
        step=this,
        sign=here.signs[number],
        before=here.signs[number - 1] if number else None,
        after=here.signs[number + 1] if number + 1 < len(Step) else None,
        drawn=drawn(here.look, here.signs[number]),
        heights=hangings(_chosen().layout, _chosen().registry) if this in _HUNG else (),
        game=GAMES[_chosen().game],
        cells=map_of(_check().lens.cover),
        running="running" in request.args and (this is not Step.LENS or _check().lens.is_running),
        can_adjust=table.sight is not None and table.sight.can_adjust,
        buttons=Button,
        panel=_check().panel,
        lamps=COLOURS,
        has_buzzer=table.panel.pins.buzzer is not None,
        on_screen=isinstance(table.panel, SimulatedPanel),
        simulated=table.playground is not None,
        faults=table.playground.faults if table.playground else {},
        chosen=_chosen(),
        is_played=_is_played(),
    )


@blueprint.get("/check/picture.jpg")
@admitted
def picture() -> AnyResponse:
    """The picture that the verdicts are about."""
    look = _check().last
    if look is None or request.args.get("n") != str(look.number):
        abort(404)
    return Response(look.jpeg, mimetype="image/jpeg", headers={"Cache-Control": "no-store"})


@blueprint.post("/check/game")
@admitted
def choose() -> AnyResponse:
    """For which game the table is set up; while one is played, for that one."""
    game = GAMES.get(request.form.get("game", ""))
    players = sent("players", 0)
    if game is None or _is_played():
        raise Refused(Text("No such game. Choose one on the start page."))
    seats = players if players in game.seats else _usual_players(game)
    sets = frozenset(request.form.getlist("set")) & {*_sets(game.name)}
    _choose(Chosen(game.name, seats, sets, _own_copy(game)))
    return redirect("/check", 303)


@blueprint.post("/check/lens")
@admitted
def lens() -> AnyResponse:
    """Look once more for the calibration sheet, or begin anew."""
    measuring = _check().lens
    if "stop" in request.form:
        measuring.stop()
        _put_sheet_away()
        return redirect("/check/lens", 303)
    if "begin" in request.form:
        measuring.begin()
    try:
        _hold_sheet(measuring.cover.views)
        measuring.look()
    except Refused as error:
        flash(t(error.reason))
    if measuring.is_running:
        return redirect("/check/lens?running", 303)
    _put_sheet_away()
    return redirect("/check/lens", 303)


@blueprint.post("/check/buttons")
@admitted
def try_panel() -> AnyResponse:
    """Buttons, lamp and buzzer are tried as long as this comes again and again."""
    trial, form = _check().panel, request.form
    lamp, part = form.get("lamp", ""), form.get("part", "")
    if "end" in form:
        trial.close(shown().lamp, shown().provisional)
        return redirect("/check/buttons", 303)
    if "begin" in form:
        trial.begin()
    trial.open()
    if lamp in {colour.value for colour in COLOURS}:
        trial.light(Lamp(lamp))
    if "buzz" in form:
        trial.buzz()
    if part in PARTS and form.get("works") in ("yes", "no"):
        trial.say(PARTS[part], form["works"] == "yes")
    panel = tableside().panel
    if form.get("press") in list(Button) and isinstance(panel, SimulatedPanel):
        panel.press(Button(form["press"]))
    return redirect("/check/buttons?running", 303)


@blueprint.post("/check/reading")
@admitted
def read() -> AnyResponse:
    """Count again, or have pieces laid on the simulated table."""
    if "lay" in request.form:
        playground, chosen = _playground(), _chosen()
        layout = load_layout(chosen.game, _colours(chosen), chosen.sets, chosen.copy)
        playground.lay_some(layout, chosen.registry)
    _check().begin_reading()
    return redirect("/check/reading", 303)


@blueprint.post("/check/simulated")
@admitted
def cause_faults() -> AnyResponse:
    """On the simulated table: what is wrong from now on."""
    step, panel = request.form.get("step", ""), tableside().panel
    if not isinstance(panel, SimulatedPanel):
        abort(404)
    if _playground().cause(request.form.getlist("fault"), _chosen().layout):
        panel.jam(_JAMMED)
    else:
        panel.let_go(_JAMMED)
        panel.wait(_A_MOMENT)
    _check().forget()
    return redirect(f"/check/{step}" if step in list(Step) else "/check", 303)


def _check() -> TableCheck:
    found = tableside().check
    if found is None:
        abort(404)
    return found


def _playground() -> Playground:
    found = tableside().playground
    if found is None:
        abort(404)
    return found


def _look() -> _Shown:
    table_check = _check()
    _chosen()
    look = table_check.look()
    return _Shown(look, signs(table_check.verdicts(look)))


def _is_played() -> bool:
    match = shown().match
    return match is not None and match.choice is not None


def _chosen() -> Chosen:
    """What is being played, or what somebody has chosen, or the first game."""
    match, chosen = shown().match, _check().chosen
    if match is not None and (match.choice is not None or chosen is None):
        game = match.game
        sets = frozenset(game.sets) & {*_sets(game.name)}
        chosen = Chosen(game.name, len(match.seats), sets, copy_of(game))
        _check().choose(chosen)
    elif chosen is None:
        game = first_game()
        chosen = Chosen(game.name, _usual_players(game), frozenset(), _own_copy(game))
        _choose(chosen)
    return chosen


def _own_copy(game: Game[Any]) -> PrintedCopy | None:
    """What the owner has put right; the start page says what is wrong with a file of values."""
    try:
        return copy_of(of_this_copy(game, tableside().folder))
    except OwnerError:
        return None


def _usual_players(game: Game[Any]) -> int:
    """The fewest that play against each other."""
    return next((number for number in game.seats if number > 1), game.seats[0])


def _choose(chosen: Chosen) -> None:
    _check().choose(chosen)
    playground = tableside().playground
    if playground is not None and not _is_played():
        layout = load_layout(chosen.game, _colours(chosen), chosen.sets, chosen.copy)
        playground.lay_bare(layout, chosen.registry)


def _colours(chosen: Chosen) -> tuple[str, ...]:
    return tuple(GAMES[chosen.game].colours[: chosen.players])


def _games() -> dict[str, object]:
    game = GAMES[_chosen().game]
    titles = {name: Text(game.edition.text(f"sets.{name}.title")) for name in _sets(game.name)}
    return {"games": GAMES, "game": game, "sets": titles, "steps": STEPS}


def _sets(game: str) -> list[str]:
    from hardware.print.sheets import sets_of  # only needed here, and not small

    return sets_of(game)


def _hold_sheet(number: int) -> None:
    playground = tableside().playground
    if playground is not None:
        playground.hold_sheet(number, _chosen().layout)


def _put_sheet_away() -> None:
    """On a simulated table nobody else does."""
    playground = tableside().playground
    if playground is not None and playground.put_sheet_away(_chosen().layout):
        _check().forget()
