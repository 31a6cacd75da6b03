"""The whole board, and the part of it that a question is about."""

from __future__ import annotations

from flask import get_template_attribute, render_template
from markupsafe import Markup

from rules.flow import Seat
from rules.navegador.table import Table
from server.web.games.navegador.chart import PROJECTIONS, chart
from server.web.games.navegador.wares import arches, mats, rows, wares
from server.web.games.navegador.wheel import wheel
from server.web.parts.cards import About, Scenery

_PARTS = {
    "sector": "rondel",
    "give": "map",
    "sail": "map",
    "explore": "map",
    "found": "map",
    "sell": "market",
    "process": "market",
    "take": "gallery",
    "build": "buildings",
}
"""By the first word of an option's key: the part of the board where it happens."""

_PRESSED = ("rondel", "map")
"""The parts on which one answers."""


def board(scenery: Scenery) -> Markup:
    table: Table = scenery.match.table
    return Markup(
        render_template(
            "navegador/board.html",
            charts=[chart(scenery, projection) for projection in PROJECTIONS],
            wheel=wheel(scenery.match),
            wares=wares(table),
            arches=arches(scenery),
            rows=rows(table),
            mats=mats(scenery),
            seats=table.seats,
            phase=table.phase,
            taps=scenery.taps,
        )
    )


def mat(scenery: Scenery, seat: Seat) -> Markup:
    """One player's mat."""
    return _drawn("mat", mats(scenery)[seat.index])


def about(scenery: Scenery) -> About | None:
    """For a question about a sector the rondel, for one about ships the map, and so on."""
    choice = scenery.asked
    words = [option.key.partition(":")[0] for option in choice.options] if choice else []
    part = next((_PARTS[word] for word in words if word in _PARTS), None)
    if part is None:
        return None
    return About(Markup(render_template("_signs.html")) + _part(scenery, part), part in _PRESSED)


def _part(scenery: Scenery, part: str) -> Markup:
    table: Table = scenery.match.table
    match part:
        case "rondel":
            return _drawn(part, wheel(scenery.match, press=True))
        case "map":
            return _drawn(
                part, [chart(scenery, projection, press=True) for projection in PROJECTIONS]
            )
        case "market":
            return _drawn(part, wares(table))
        case "gallery":
            return _drawn(part, arches(scenery), table.seats)
        case _:
            return _drawn(part, rows(table))


def _drawn(macro: str, *values: object) -> Markup:
    return Markup(get_template_attribute("navegador/parts.html", macro)(*values))
