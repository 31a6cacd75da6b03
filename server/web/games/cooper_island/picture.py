"""The peninsulas, what every player has, and the map that a question is about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from flask import get_template_attribute, render_template
from markupsafe import Markup

from rules.cooper_island.names import IN_MARKET
from rules.cooper_island.pieces import Boat
from rules.cooper_island.places import own, royal
from rules.cooper_island.printed.names import goods_text
from rules.cooper_island.printed.nodes import GOODS
from rules.cooper_island.table import Table
from rules.flow import Seat
from rules.pieces import Piece
from rules.text import Plural, Text
from server.web.games.cooper_island.asides import stages_text
from server.web.games.cooper_island.maps import Peninsula, peninsula
from server.web.parts.cards import About, Scenery
from server.web.parts.points import totals

_ON_THE_MAP = ("site", "ruin", "from", "lay", "shore", "single", "tile", "islet", "income", "toll")
"""By the first word of an option's key: questions about the own peninsula."""


@dataclass(frozen=True, slots=True)
class Holding:
    """What a player has of something, in words."""

    name: Text
    texts: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Realm:
    """Everything of one player."""

    seat: Seat
    map: Peninsula
    points: int
    holdings: tuple[Holding, ...]


def board(scenery: Scenery) -> Markup:
    table: Table = scenery.match.table
    return Markup(
        render_template(
            "cooper_island/board.html",
            realms=[_realm(scenery, seat) for seat in table.seats],
            round=table.round,
            sectors=list(_sectors(table)),
            royals=list(_royals(table)),
        )
    )


def mat(scenery: Scenery, seat: Seat) -> Markup:
    return _drawn("realm", _realm(scenery, seat))


def about(scenery: Scenery) -> About | None:
    """For a question about land the map, on which spaces can be pressed."""
    choice = scenery.asked
    if choice is None or choice.who.index < 0:
        return None
    words = {option.key.partition(":")[0] for option in choice.options}
    if not words.intersection(_ON_THE_MAP):
        return None
    drawn = peninsula(scenery.match.table, choice.who, choice.options)
    pressed = any(each.press for each in drawn.land) or bool(drawn.spots)
    return About(_drawn("map", drawn), pressed)


def _realm(scenery: Scenery, seat: Seat) -> Realm:
    table: Table = scenery.match.table
    return Realm(
        seat,
        peninsula(table, seat, []),
        totals(scenery.match, table)[seat.index],
        tuple(each for each in _holdings(table, seat) if each.texts),
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
    yield Holding(Text("Double tiles"), _names(table.own("supply", seat)))
    yield Holding(Text("Boats"), _names(tuple(table.boats(seat).values())))
    for name, kind in ((Text("Unused lids"), "lids"), (Text("Logbook tiles"), "logbooks")):
        count = len(table.places[own(kind, seat)])
        yield Holding(name, (Text("{n}", n=count),) if count else ())
    yield Holding(Text("Reached milestones"), _names(table.own("met", seat)))
    yield Holding(Text("Cards"), _names(table.places[f"cards:{seat.colour}"]))
    yield Holding(Text("Used cards"), _names(table.places[f"used:{seat.colour}"]))


def _names(pieces: tuple[Piece, ...] | tuple[Boat, ...]) -> tuple[Text, ...]:
    return tuple(piece.name for piece in pieces)


def _sectors(table: Table) -> Iterator[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    """Each sector with the colours of the workers on its two spaces, from below."""
    for key in table.board.sectors:
        spaces = (table.workers_on(key, special) for special in (False, True))
        round_, square = (tuple(worker.colour for worker in workers) for workers in spaces)
        yield key.upper(), round_, square


def _royals(table: Table) -> Iterator[tuple[Text, Text | None, tuple[str, ...]]]:
    """Each royal card with what it asks for, and the workers on it."""
    for card in table.royals():
        workers = table.places[royal(card.number)]
        asks = stages_text(card) if card.stages else None
        yield card.name, asks, tuple(getattr(worker, "colour", "") for worker in workers)


def _drawn(macro: str, *values: object) -> Markup:
    return Markup(get_template_attribute("cooper_island/parts.html", macro)(*values))
