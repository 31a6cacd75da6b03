"""What a game draws and says in its own way on the phones: what its package brings for that.

All of it may be missing; what is, is drawn as for any game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from markupsafe import Markup

from rules.flow import Option, Seat
from rules.game import Chapter
from rules.match import Match
from rules.pieces import Piece, Place
from rules.text import Text
from server.web.parts.cards import About, Aside, Face, Scenery
from server.web.parts.sketch import Sketch


@dataclass(frozen=True, slots=True, kw_only=True)
class OnPhones:
    sign: str = "card"
    """What stands for the game where one is chosen."""
    faces: Mapping[str, Face] = field(default_factory=dict)
    """By kind of piece; others are plain cards."""
    board: Callable[[Scenery], Markup] | None = None
    """The whole table, else drawn place by place."""
    beside: Callable[[Scenery], Markup | None] | None = None
    """What stands beside a table that is drawn place by place."""
    about: Callable[[Scenery], About | None] | None = None
    """The part of the board that the open question is about."""
    signs: Mapping[str, str] = field(default_factory=dict)
    """By account: the sign that stands for it."""
    in_sight: Callable[[Match[Any]], Sequence[Place]] | None = None
    """Places whose pieces stand beside every question, the newest last."""
    mat: Callable[[Scenery, Seat], Markup] | None = None
    """What one player has, else listed account by account."""
    aside: Callable[[Match[Any], Option[Any]], Aside] | None = None
    """What is said beside an option of the open question."""
    in_words: Callable[[Match[Any], Piece], Text | None] | None = None
    """What stands on a piece, for somebody who holds it in hand."""
    reads: Callable[[Match[Any], Piece], Iterable[Text]] | None = None
    """What a piece does, sentence by sentence, for somebody who taps it."""
    topic: Callable[[Match[Any], str], Chapter | None] | None = None
    """What is no piece, by its key, for somebody who taps it: places, signs and accounts."""
    pictured: Callable[[Match[Any]], Sequence[str]] | None = None
    """The signs that stand for what is being played, where no card does."""
    risk: Callable[[Seat, Sequence[Option[Any]]], tuple[int, Text] | None] | None = None
    """How much was dared in a turn with these answers, and in words; else it is what was spent."""
    aloud: Mapping[str, str] = field(default_factory=dict)
    """The sign that stands for a kind of event of which no piece is drawn."""
    sketches: Mapping[str, Sketch] = field(default_factory=dict)
    """By the group of printed values whose maps and lists an owner enters on it by tapping."""
    templates: Path | None = None
    """The folder of its templates, which are called `<game>/<name>.html`."""
