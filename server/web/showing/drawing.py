"""The table as a picture: its places roughly where they lie, the pieces as labelled cards.

It is drawn as text in boxes, so that names wrap in every language, grow with the reader's font and
are read aloud. On a wide screen the boxes stand as the layout suggests, who sits far at the top and
who sits near at the bottom; on a narrow one they follow each other, the middle of the table first.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

import numpy as np
from flask import Response, abort, render_template
from markupsafe import Markup

from rules.flow import Seat
from rules.game import Game
from rules.match import Match
from rules.pieces import Piece, Place
from rules.text import Text
from server.web.games import drawn_by, topic_path
from server.web.parts.card_drawings import drawn, show
from server.web.parts.cards import Card, Scenery
from server.web.parts.svg_pen import signs
from vision.layout import Layout, Mat, load_layout
from vision.lying_flat import on_table
from vision.printed_copy import PrintedCopy, copy_of
from vision.reading import Sighting
from vision.shapes import Rectangle

Size = Literal["small", "medium", "large"]
_SMALL, _LARGE = 0.15, 0.4
"""Parts of the table's width."""


@dataclass(frozen=True, slots=True)
class Spot:
    """One place with what lies there. The title is None where the box says it all."""

    title: Text | None
    cards: tuple[Card, ...]
    face_down: int
    hidden: bool
    counts: bool
    """Whether the number of face-down pieces is worth saying even if it is 0."""


@dataclass(frozen=True, slots=True)
class Box:
    """What is drawn together: a zone card, mat or board with its places."""

    title: Text
    seat: Seat | None
    active: bool
    size: Size
    spots: tuple[Spot, ...]
    path: str | None = None
    """Where it can be read what the place is for."""

    @property
    def piles(self) -> tuple[Spot, ...]:
        """What stands beside a player's name: the piles in front of them."""
        return tuple(spot for spot in self.spots if self.seat and spot.counts and not spot.cards)


@dataclass(frozen=True, slots=True)
class _Spread:
    """A frame as it is suggested on the table, seen from above."""

    frame: Mat
    places: tuple[Place, ...]
    x: float
    y: float
    width: float


def picture(
    match: Match[Any],
    sighting: Sighting | None = None,
    wrong: Collection[Piece] = (),
    moved: Collection[Piece] = (),
    taps: bool = True,
) -> Markup:
    """The table of a match. Pieces in `wrong` are marked where they lie and where they belong."""
    draw = drawn_by(match.game.name).board or places
    return draw(scene(match, sighting, wrong, moved, taps))


def drawn_card(game: str, kind: str, copy: str | None) -> Response:
    """A card as we draw it, of an owner's copy of a game if that is named."""
    return _kept(drawn(game, kind, copy), "image/webp")


def drawn_signs(game: str) -> Response:
    """What stands on the maps of a game."""
    return _kept(signs(game), "image/svg+xml")


def _kept(drawing: bytes | str | None, kind: str) -> Response:
    """Phones keep a drawing for a day; some are not there."""
    if drawing is None:
        abort(404)
    kept = {"Cache-Control": "private, max-age=86400"}
    return Response(drawing, mimetype=kind, headers=kept)


def just_moved(match: Match[Any]) -> list[Piece]:
    """The pieces that the last answer moved."""
    return [move.piece for taken in match.answers[-1:] for move in taken.option.moves if move.piece]


def scene(
    match: Match[Any],
    sighting: Sighting | None = None,
    wrong: Collection[Piece] = (),
    moved: Collection[Piece] = (),
    taps: bool = True,
) -> Scenery:
    """What a picture of this match, or of a part of it, shows."""
    game = match.game
    return Scenery(match, sighting, wrong, moved, drawn_by(game.name).faces, taps, copy_of(game))


def places(scenery: Scenery) -> Markup:
    """A table drawn place by place."""
    match = scenery.match
    colours = tuple(seat.colour for seat in match.game.scoring.sides(match.table))
    spreads = _spreads(match.game, colours)
    bands: dict[str, list[Box]] = {"middle": [], "near": [], "far": []}
    for spread in spreads:
        band = "far" if spread.y < 1 / 3 else "near" if spread.y > 2 / 3 else "middle"
        bands[band].append(_box(scenery, spread))
    laid_out = {place for spread in spreads for place in spread.places}
    bands["middle"][:0] = _piles(scenery, laid_out)
    boxes = [box for band in bands.values() for box in band]
    cards = [card for box in boxes for spot in box.spots for card in spot.cards]
    show(card.drawing for card in cards if card.drawing)
    beside = drawn_by(match.game.name).beside
    return Markup(
        render_template(
            "_drawing.html",
            bands=bands,
            nowhere=scenery.nowhere(laid_out),
            beside=beside(scenery) if beside else None,
            taps=scenery.taps,
        )
    )


def _box(scenery: Scenery, spread: _Spread) -> Box:
    match, frame = scenery.match, spread.frame
    sides = match.game.scoring.sides(match.table)
    seat = next((seat for seat in sides if seat.colour == frame.seat), None)
    alone = len(spread.places) == 1
    spots = [
        _spot(scenery, place, None if alone else _name(match, place))
        for place in spread.places
        if alone or scenery.cards(place) or scenery.face_down(place)
    ]
    if seat:
        spots += [
            _spot(scenery, place, _name(match, place))
            for place in match.table.places.piles
            if place not in spread.places and place.endswith(f":{seat.colour}")
        ]
    title = _name(match, spread.places[0]) if alone else Text(frame.title)
    path = topic_path(match, spread.places[0]) if alone else None
    return Box(title, seat, seat in match.on_turn, _size(spread.width), tuple(spots), path)


def _size(width: float) -> Size:
    if width < _SMALL:
        return "small"
    return "large" if width > _LARGE else "medium"


def _piles(scenery: Scenery, laid_out: Collection[Place]) -> Iterator[Box]:
    """Face-down piles that lie wherever there is room and belong to nobody: the deck."""
    for place, pile in scenery.match.table.places.piles.items():
        if place not in laid_out and ":" not in place and pile.unknown:
            spots = (_spot(scenery, place, None),)
            path = topic_path(scenery.match, place)
            yield Box(_name(scenery.match, place), None, False, "small", spots, path)


def _spot(scenery: Scenery, place: Place, title: Text | None) -> Spot:
    return Spot(
        title,
        tuple(scenery.cards(place)),
        scenery.face_down(place),
        scenery.is_hidden(place),
        place in scenery.match.game.piles.stacks or _account(place) in scenery.match.game.accounts,
    )


def _name(match: Match[Any], place: Place) -> Text:
    """A player's pile of something that the ledger counts is called like it: Coins."""
    account: Text | None = match.game.accounts.get(_account(place))
    return account or match.game.place_name(match.seats, place)


def _account(place: Place) -> str:
    return place.partition(":")[0]


def _spreads(game: Game[Any], colours: tuple[str, ...]) -> tuple[_Spread, ...]:
    return _spreads_of(game.name, colours, game.sets, copy_of(game))


@lru_cache(maxsize=16)
def _spreads_of(
    game: str, colours: tuple[str, ...], sets: tuple[str, ...], copy: PrintedCopy | None
) -> tuple[_Spread, ...]:
    """The frames of a layout from left to right, as parts of the table's width and height."""
    layout = load_layout(game, colours, sets, copy)
    spreads = [_spread(layout, frame) for frame in layout.mats.values()]
    return tuple(sorted(spreads, key=lambda spread: spread.x))


def _spread(layout: Layout, frame: Mat) -> _Spread:
    shapes = layout.places_on(frame.key)
    centres = np.array([place.shape.centre for place in shapes])
    across, down = layout.table
    on = on_table(centres, layout.suggested[frame.key], frame.width, frame.height)
    x, y = on.mean(axis=0)
    widths = [place.shape.width for place in shapes if isinstance(place.shape, Rectangle)]
    width = max([frame.width, *widths])
    return _Spread(
        frame, tuple(place.name for place in shapes), x / across, y / down, width / across
    )
