"""The peninsulas, what every player has, and the map that a question is about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from flask import get_template_attribute, render_template
from markupsafe import Markup

from rules.cooper_island.names import IN_MARKET
from rules.cooper_island.places import own, royal
from rules.cooper_island.printed.names import STRUCTURE_NAMES, goods_text
from rules.cooper_island.printed.nodes import GOODS
from rules.cooper_island.table import Table
from rules.flow import Seat
from rules.pieces import Piece
from rules.text import Plural, Text
from server.web.games.cooper_island.asides import stages_text
from server.web.games.cooper_island.maps import Peninsula, peninsula
from server.web.games.cooper_island.ring import ring
from server.web.parts.cards import About, Card, Scenery
from server.web.parts.points import totals
from server.web.parts.table_pictures import show

_ON_THE_MAP = ("site", "ruin", "from", "lay", "shore", "single", "tile", "islet", "income", "toll")
"""By the first word of an option's key: questions about the own peninsula."""


@dataclass(frozen=True, slots=True)
class Holding:
    """What a player has of something, in words."""

    name: Text
    texts: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A card, boat or tile with a short title; all that it does is told to whoever taps it."""

    card: Card
    title: Text
    used: bool = False


@dataclass(frozen=True, slots=True)
class Royal:
    drawn: Drawn
    asks: Text | None
    workers: tuple[str, ...]
    """By their colours."""


@dataclass(frozen=True, slots=True)
class Realm:
    """Everything of one player."""

    seat: Seat
    map: Peninsula
    points: int
    holdings: tuple[Holding, ...]
    drawn: tuple[Drawn, ...]
    """Cards, boats and tiles."""


def board(scenery: Scenery) -> Markup:
    table: Table = scenery.match.table
    royals, realms = list(_royals(scenery)), [_realm(scenery, seat) for seat in table.seats]
    _show(each.drawn for each in royals)
    return Markup(
        render_template(
            "cooper_island/board.html",
            realms=realms,
            round=table.round,
            ring=ring(scenery),
            royals=royals,
        )
    )


def mat(scenery: Scenery, seat: Seat) -> Markup:
    return _drawn("realm", _realm(scenery, seat))


def about(scenery: Scenery) -> About | None:
    """For workers the island; for a question about land the map, to press its spaces."""
    choice = scenery.asked
    if choice is None or choice.who.index < 0:
        return None
    words = {option.key.partition(":")[0] for option in choice.options}
    if "worker" in words:
        return About(_drawn("island", ring(scenery, press=True)))
    if not words.intersection(_ON_THE_MAP):
        return None
    drawn = peninsula(scenery.match.table, choice.who, choice.options)
    pressed = any(each.press for each in drawn.land) or bool(drawn.spots)
    return About(_drawn("map", drawn), pressed)


def _realm(scenery: Scenery, seat: Seat) -> Realm:
    table: Table = scenery.match.table
    drawn = tuple(_held(scenery, seat))
    _show(drawn)
    return Realm(
        seat,
        peninsula(table, seat, []),
        totals(scenery.match, table)[seat.index],
        tuple(each for each in _holdings(table, seat) if each.texts),
        drawn,
    )


def _holdings(table: Table, seat: Seat) -> Iterator[Holding]:
    held = tuple(goods_text(good, n) for good in GOODS if (n := table.has(seat, good)))
    yield Holding(Text("Warehouse"), held)
    market = ((good, table.has(seat, IN_MARKET[good])) for good in GOODS)
    yield Holding(Text("Market"), tuple(goods_text(good, n) for good, n in market if n))
    player = table.player(seat)
    yield Holding(Text("Cartographer"), (Text("{n}", n=player.cartographer),))
    anchors = sum(player.anchors.values())
    yield Holding(Text("Anchors"), (Text("{n}", n=anchors),) if anchors else ())
    workers = len(table.own("available", seat))
    yield Holding(Text("Workers"), (Plural("{n} available", "{n} available", workers),))
    for name, kind in ((Text("Unused lids"), "lids"), (Text("Logbook tiles"), "logbooks")):
        count = len(table.places[own(kind, seat)])
        yield Holding(name, (Text("{n}", n=count),) if count else ())
    yield Holding(Text("Reached milestones"), _names(table.own("met", seat)))


def _held(scenery: Scenery, seat: Seat) -> Iterator[Drawn]:
    table: Table = scenery.match.table
    for kind in ("cards", "used"):
        for card in scenery.cards(own(kind, seat)):
            yield Drawn(card, _title(card.piece), used=kind == "used")
    for boat in table.boats(seat).values():
        yield Drawn(scenery.card(boat), Text("Supply boat"))
    for tile in table.own("supply", seat):
        yield Drawn(scenery.card(tile), Text("Double tile"))


def _title(card: Piece) -> Text:
    kind = card.kind.partition("/")[0]
    what = STRUCTURE_NAMES.get(kind, Text("Royal card"))
    return Text("{what} {number}", what=what, number=getattr(card, "number", ""))


def _names(pieces: tuple[Piece, ...]) -> tuple[Text, ...]:
    return tuple(piece.name for piece in pieces)


def _royals(scenery: Scenery) -> Iterator[Royal]:
    """Each royal card with what it asks for, and the workers on it."""
    table: Table = scenery.match.table
    for card in table.royals():
        workers = table.places[royal(card.number)]
        asks = stages_text(card) if card.stages else None
        colours = tuple(getattr(worker, "colour", "") for worker in workers)
        yield Royal(Drawn(scenery.card(card), _title(card)), asks, colours)


def _show(drawn: Iterable[Drawn]) -> None:
    show(each.card.drawing for each in drawn if each.card.drawing)


def _drawn(macro: str, *values: object) -> Markup:
    return Markup(get_template_attribute("cooper_island/parts.html", macro)(*values))
