"""The whole board, and the part of it that a question is about."""

from __future__ import annotations

from collections.abc import Iterable

from flask import get_template_attribute, render_template
from markupsafe import Markup

from rules.flow import Seat
from rules.maracaibo.table import Table
from server.web.games.maracaibo.chart import PROJECTIONS, chart
from server.web.games.maracaibo.locations import locations
from server.web.games.maracaibo.mats import (
    asked,
    market,
    market_fee,
    mats,
    one_mat,
    opponent,
    sites,
)
from server.web.games.maracaibo.tracks import incomes, nations, trail
from server.web.parts.card_drawings import show
from server.web.parts.cards import About, Card, Scenery

_PARTS = {
    "sail": "map",
    "market": "market",
    "fight": "nations",
    "manoeuvre": "nations",
    "nation": "nations",
    "explore": "trail",
}
"""By the first word of an option's key: the part of the board where it happens."""


def board(scenery: Scenery) -> Markup:
    table: Table = scenery.match.table
    seat = asked(scenery)
    places = locations(scenery, seat)
    on_sale, built, boards = market(scenery, seat), sites(scenery, seat), mats(scenery)
    _show([*(each.card for each in on_sale), *(site.card for site in built)])
    _show(place.quest for place in places if place.quest)
    _show(card for each in boards for card in each.cards)
    return Markup(
        render_template(
            "maracaibo/board.html",
            asked=seat,
            round=table.round,
            charts=[chart(scenery, places, projection) for projection in PROJECTIONS],
            locations=places,
            nations=nations(table),
            incomes=incomes(table),
            trail=trail(table, seat),
            market=on_sale,
            fee=market_fee(scenery, seat),
            sites=built,
            mats=boards,
            jean=opponent(scenery),
            house=_is_house(scenery),
            taps=scenery.taps,
        )
    )


def _is_house(scenery: Scenery) -> bool:
    """Whether anything that the owner could confirm is not confirmed."""
    return any(part.house for part in scenery.match.game.printed.parts())


def mat(scenery: Scenery, seat: Seat) -> Markup:
    """One player's ship board; for somebody who plays alone, Jean's too."""
    own = one_mat(scenery, seat)
    _show(own.cards)
    jean, drawn = opponent(scenery), _drawn("mat", own)
    if jean:
        drawn += _drawn("jean_board", jean)
    return drawn + _drawn("house_note", _is_house(scenery))


def about(scenery: Scenery) -> About | None:
    """For a question about sailing the map, for one about a nation the nations, and so on."""
    choice = scenery.asked
    if choice is None or choice.who not in scenery.match.seats:
        return None
    words = (option.key.partition(":")[0] for option in choice.options)
    part = next((_PARTS[word] for word in words if word in _PARTS), None)
    if part is None:
        return None
    return About(_part(scenery, choice.who, part), part == "map")


def _part(scenery: Scenery, seat: Seat, part: str) -> Markup:
    table: Table = scenery.match.table
    match part:
        case "map":
            places = locations(scenery, seat, press=True)
            _show(place.quest for place in places if place.quest)
            charts = [chart(scenery, places, projection) for projection in PROJECTIONS]
            return _drawn(part, charts, places, seat, False)
        case "market":
            on_sale = market(scenery, seat)
            _show(each.card for each in on_sale)
            return _drawn(part, on_sale, market_fee(scenery, seat), seat)
        case "trail":
            return _drawn(part, trail(table, seat))
    return _drawn("nations", nations(table))


def _show(cards: Iterable[Card]) -> None:
    show(card.drawing for card in cards if card.drawing)


def _drawn(macro: str, *values: object) -> Markup:
    return Markup(get_template_attribute("maracaibo/parts.html", macro)(*values))
