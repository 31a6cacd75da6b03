"""The whole board, and the part of it that a question is about."""

from __future__ import annotations

from flask import get_template_attribute, render_template
from markupsafe import Markup

from rules.flow import Seat
from rules.navegador.table import Table
from server.web.boards.navegador.chart import SHEETS, chart
from server.web.boards.navegador.wares import arches, mats, rows, wares
from server.web.boards.navegador.wheel import wheel
from server.web.cards import About, Scenery

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


def board(scenery: Scenery) -> Markup:
    table: Table = scenery.match.table
    return Markup(
        render_template(
            "_navegador.html",
            charts=[chart(scenery, sheet) for sheet in SHEETS],
            wheel=wheel(scenery.match),
            wares=wares(table),
            arches=arches(scenery),
            rows=rows(table),
            mats=mats(scenery),
            seats=table.seats,
            phase=table.phase,
        )
    )


def mat(scenery: Scenery, seat: Seat) -> Markup:
    """One player's mat."""
    return _drawn("mat", mats(scenery)[seat.index])


def about(scenery: Scenery) -> About | None:
    """For a question about a sector the rondel, for one about ships the map, and so on."""
    choice, table = scenery.match.choice, scenery.match.table
    words = [option.key.partition(":")[0] for option in choice.options] if choice else []
    part = next((_PARTS[word] for word in words if word in _PARTS), None)
    if part is None:
        return None
    if part == "rondel":
        return About(_drawn("rondel", wheel(scenery.match, press=True)), pressed=True)
    if part == "map":
        return About(_drawn("map", [chart(scenery, sheet) for sheet in SHEETS]))
    if part == "market":
        return About(_drawn("market", wares(table)))
    if part == "gallery":
        return About(_drawn("gallery", arches(scenery), table.seats))
    return About(_drawn("buildings", rows(table)))


def _drawn(macro: str, *values: object) -> Markup:
    part = get_template_attribute("_navegador_parts.html", macro)(*values)
    return Markup(render_template("_signs.html")) + Markup(part)
