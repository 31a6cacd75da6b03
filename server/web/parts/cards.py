"""Pieces as small labelled cards: what is drawn of each, and in which state it lies there."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from html import unescape
from typing import Any

from flask import g, has_app_context
from markupsafe import Markup

from rules.flow import Choice
from rules.match import Match
from rules.pieces import Piece, Place
from rules.text import Text
from server.web.parts.card_drawings import Drawing, drawing
from vision.printed_copy import PrintedCopy
from vision.reading import Sighting

_PRESSED = re.compile(r' data-(?:press|keys)="([^"]+)"')


def rules_at() -> str:
    """The address below which it is said what pieces do: a table's, or of one match in a club."""
    return str(g.get("rules_at", "/rules")) if has_app_context() else "/rules"


@dataclass(frozen=True, slots=True)
class Mark:
    """A number printed on a card: the symbol it stands beside, and both in words."""

    symbol: str
    number: str
    words: Text


@dataclass(frozen=True, slots=True)
class Face:
    """How a kind of piece is drawn: the symbol of what it is, its colour and its numbers."""

    symbol: str = "card"
    tint: str = "plain"
    marks: tuple[Mark, ...] = ()
    family: Text | None = None
    """What it is one of: the heading under which it stands in a long list."""


class State(StrEnum):
    LIES = "lies"
    MOVED = "moved"
    """It came here with the last choice."""
    WRONG = "wrong"
    """It lies here, but should not."""
    MISSING = "missing"
    """It should lie here, but does not."""


@dataclass(frozen=True, slots=True)
class Card:
    piece: Piece
    face: Face
    state: State = State.LIES
    drawing: Drawing | None = None
    url: str | None = None
    """Where it stands what the piece does, if it can be tapped to read that."""


@dataclass(frozen=True, slots=True)
class Badge:
    """What an option does to whoever chooses it, as it stands on its picture."""

    sign: str
    """Of what there is more or less."""
    amount: int
    """How much more or, below zero, less; how much is missing if it is short."""
    short: bool = False
    """Whether it cannot be chosen because something is missing."""


@dataclass(frozen=True, slots=True)
class Aside:
    """What a phone says beside an option: under which heading it stands, and what it brings."""

    group: Text | None = None
    detail: Text | None = None
    last: bool = False
    """Whether its group stands after what has no heading."""
    topic: str | None = None
    """What it is about, if that is no piece: the key by which the game tells more of it."""
    badge: Badge | None = None
    sign: str | None = None
    """What stands for it where no piece does."""
    short: Text | None = None
    """In a word or two, where its picture says the rest."""


NO_ASIDE = Aside()


@dataclass(frozen=True, slots=True)
class About:
    """The part of a board that a question is about.

    What is drawn with `data-press` can be pressed instead of the button with that key, and what has
    `data-keys` tells what is there, with the buttons of all of them.
    """

    picture: Markup
    pressed: bool = False

    @property
    def keys(self) -> frozenset[str]:
        """Of the answers that can be given on it."""
        found = _PRESSED.findall(self.picture) if self.pressed else ()
        return frozenset(unescape(key) for keys in found for key in keys.split())


@dataclass(frozen=True, slots=True)
class Scenery:
    """Everything that a picture of a table shows: the match, and what the camera objects to."""

    match: Match[Any]
    sighting: Sighting | None = None
    wrong: Collection[Piece] = ()
    """The pieces that are not where they should be."""
    moved: Collection[Piece] = ()
    """The pieces that the last choice moved."""
    faces: Mapping[str, Face] = field(default_factory=dict)
    """By the piece's kind; others are drawn as plain cards."""
    taps: bool = True
    """Whether pieces and places can be tapped to read what they are."""
    copy: PrintedCopy | None = None
    """The owner's, that the match is played with."""
    asked: Choice[Any] | None = None
    """What a picture is about that stands beside a question."""

    def cards(self, place: Place) -> list[Card]:
        """What lies in a place by the rules, then what lies there against them."""
        pile = self.match.table.places.piles.get(place)
        known = pile.known if pile and place not in self.match.game.piles.stacks else []
        right = [self._card(piece, self._state(piece, place)) for piece in known]
        astray = [piece for piece in self.wrong if self.seen(piece) == place != self._where(piece)]
        return right + [self._card(piece, State.WRONG) for piece in astray]

    def nowhere(self, drawn: Collection[Place]) -> list[Card]:
        """Wrong pieces that the camera sees, but in none of the places drawn."""
        sighting = self.sighting
        if sighting is None:
            return []
        return [
            self._card(piece, State.WRONG)
            for piece in self.wrong
            if piece.id in sighting.elsewhere
            or piece.id in sighting.between
            or (piece.id in sighting.places and sighting.places[piece.id] not in drawn)
        ]

    def astray(self) -> frozenset[Place]:
        """Places where a piece is missing, or lies against the rules."""
        places = ((self.seen(piece), self._where(piece)) for piece in self.wrong)
        return frozenset(place for both in places for place in both if place)

    def moved_places(self) -> frozenset[Place]:
        """Where the last choice moved something to, or from."""
        moves = (move for taken in self.match.answers[-1:] for move in taken.option.moves)
        return frozenset(place for move in moves for place in (move.source, move.target) if place)

    def keys_by_target(self) -> dict[Place, list[str]]:
        """What can be chosen now, by the places into which it moves something."""
        choice, found = self.match.choice, dict[Place, list[str]]()
        for option in choice.legal() if choice else ():
            for place in {move.target for move in option.moves}:
                found.setdefault(place, []).append(option.key)
        return found

    def face_down(self, place: Place) -> int:
        """How many pieces lie there face down, or under each other."""
        places = self.match.table.places
        if place not in places.piles:
            return 0
        stacked = place in self.match.game.piles.stacks
        number: int = places.count(place) if stacked else places.piles[place].unknown
        return number

    def seen(self, piece: Piece) -> Place | None:
        return self.sighting.places.get(piece.id) if self.sighting else None

    def is_hidden(self, place: Place) -> bool:
        """Whether the camera cannot tell what lies there."""
        return self.sighting is not None and place in self.sighting.hidden

    def _where(self, piece: Piece) -> Place | None:
        place: Place | None = self.match.table.places.where(piece)
        return place

    def _state(self, piece: Piece, place: Place) -> State:
        if piece in self.wrong and self.seen(piece) != place:
            return State.MISSING
        return State.MOVED if piece in self.moved else State.LIES

    def _card(self, piece: Piece, state: State) -> Card:
        game = self.match.game.name
        url = f"{rules_at()}/piece/{game}/{piece.kind}" if self.taps else None
        face = self.faces.get(piece.kind, Face())
        return Card(piece, face, state, drawing(game, piece.kind, self.copy), url)

    def card(self, piece: Piece) -> Card:
        """A piece by itself, wherever it lies."""
        return self._card(piece, State.LIES)
