"""The peninsulas, what every player has, and the map that a question is about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
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
from server.web.games.cooper_island.maps import Peninsula, peninsula
from server.web.games.cooper_island.reading import stages_text
from server.web.games.cooper_island.ring import ring
from server.web.parts.card_drawings import show
from server.web.parts.cards import About, Card, Scenery
from server.web.parts.points import totals

_ON_THE_MAP = ("site", "ruin", "from", "lay", "shore", "single", "tile", "islet", "income", "toll")
"""By the first word of an option's key: questions about the own peninsula."""
_PIECE, _ABOUT = "piece/cooper_island", "about/cooper_island"


Thing = tuple[Text, str | None]
"""In words, and where below /rules it stands what it does."""


@dataclass(frozen=True, slots=True)
class Holding:
    """What a player has of something, in words."""

    name: Text
    things: tuple[Thing, ...]
    path: str | None = None
    """Where below /rules it stands what it is."""


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
            taps=scenery.taps,
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
        return About(_drawn("island", ring(scenery, press=True)), pressed=True)
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
        tuple(each for each in _holdings(table, seat) if each.things),
        drawn,
    )


def _holdings(table: Table, seat: Seat) -> Iterator[Holding]:
    yield Holding(Text("Warehouse"), _goods(table, seat, dict(zip(GOODS, GOODS, strict=True))))
    yield Holding(Text("Market"), _goods(table, seat, IN_MARKET), f"{_ABOUT}/market")
    player, colour = table.player(seat), seat.colour
    steps = _number(player.cartographer)
    yield Holding(Text("Cartographer"), steps, f"{_PIECE}/cartographer/{colour}")
    anchors = sum(player.anchors.values())
    yield Holding(Text("Anchors"), _number(anchors) if anchors else (), f"{_ABOUT}/anchors")
    workers = Plural("{n} available", "{n} available", len(table.own("available", seat)))
    yield Holding(Text("Workers"), ((workers, None),), f"{_PIECE}/worker/{colour}")
    lids = table.places.count(own("lids", seat))
    yield Holding(Text("Unused lids"), _number(lids) if lids else (), f"{_PIECE}/lid/{colour}")
    logbooks = table.places.count(own("logbooks", seat))
    yield Holding(Text("Logbook tiles"), _number(logbooks) if logbooks else ())
    yield Holding(Text("Reached milestones"), _pieces(table.own("met", seat)))


def _number(n: int) -> tuple[Thing, ...]:
    return ((Text("{n}", n=n), None),)


def _goods(table: Table, seat: Seat, accounts: Mapping[str, str]) -> tuple[Thing, ...]:
    held = ((good, table.has(seat, account)) for good, account in accounts.items())
    return tuple((goods_text(good, n), f"{_ABOUT}/{good}") for good, n in held if n)


def _pieces(pieces: Iterable[Piece]) -> tuple[Thing, ...]:
    return tuple((piece.name, f"{_PIECE}/{piece.kind}") for piece in pieces)


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
