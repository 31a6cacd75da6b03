"""What a game draws in its own way on the phones: the folder `server/web/games/<game>/`.

All of it may be missing: `faces` with FACES, `picture` with `board`, `beside`, `about` and `mat`,
`asides` with `aside` and `in_words`, `reading` with `reads`, `topic` and `pictured`, `told` with
`risk`, `sketches` with SKETCHES, and `templates/`, which are called `<game>/<name>.html`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import FileSystemLoader, PrefixLoader
from markupsafe import Markup

from rules.flow import Option, Seat
from rules.game import Chapter
from rules.games import GAMES, companion
from rules.match import Match
from rules.pieces import Piece
from rules.text import Text
from server.web.parts.cards import About, Aside, Face, Scenery
from server.web.parts.sketch import Sketch


@dataclass(frozen=True, slots=True)
class Drawn:
    """What a game draws and says itself; what is None is drawn as for any game."""

    faces: Mapping[str, Face]
    """By kind of piece; others are plain cards."""
    board: Callable[[Scenery], Markup] | None
    """The whole table, else drawn place by place."""
    beside: Callable[[Scenery], Markup | None] | None
    """What stands beside a table that is drawn place by place."""
    about: Callable[[Scenery], About | None] | None
    """The part of the board that the open question is about."""
    mat: Callable[[Scenery, Seat], Markup] | None
    """What one player has, else listed account by account."""
    aside: Callable[[Match[Any], Option[Any]], Aside] | None
    """What is said beside an option of the open question."""
    in_words: Callable[[Match[Any], Piece], Text | None] | None
    """What stands on a piece, for somebody who holds it in hand."""
    reads: Callable[[Match[Any], Piece], Iterable[Text]] | None
    """What a piece does, sentence by sentence, for somebody who taps it."""
    topic: Callable[[Match[Any], str], Chapter | None] | None
    """What is no piece, by its key, for somebody who taps it: places, signs and accounts."""
    pictured: Callable[[Match[Any]], Sequence[str]] | None
    """The signs that stand for what is being played, where no card does."""
    risk: Callable[[Seat, Sequence[Option[Any]]], tuple[int, Text] | None] | None
    """How much was dared in a turn with these answers, and in words; else it is what was spent."""
    sketches: Mapping[str, Sketch]
    """By the group of printed values whose maps and lists an owner enters on it by tapping."""


@cache
def drawn_by(game: str) -> Drawn:
    """What there is of this game; nothing of it need be there."""
    faces = companion("server.web", game, "faces")
    picture = companion("server.web", game, "picture")
    asides = companion("server.web", game, "asides")
    reading = companion("server.web", game, "reading")
    return Drawn(
        faces=getattr(faces, "FACES", {}),
        board=getattr(picture, "board", None),
        beside=getattr(picture, "beside", None),
        about=getattr(picture, "about", None),
        mat=getattr(picture, "mat", None),
        aside=getattr(asides, "aside", None),
        in_words=getattr(asides, "in_words", None),
        reads=getattr(reading, "reads", None),
        topic=getattr(reading, "topic", None),
        pictured=getattr(reading, "pictured", None),
        risk=getattr(companion("server.web", game, "told"), "risk", None),
        sketches=getattr(companion("server.web", game, "sketches"), "SKETCHES", {}),
    )


def told_at(match: Match[Any], what: object) -> str | None:
    """Where below /rules it stands what a piece does, or a topic is about, if the game tells."""
    game, tell = match.game.name, drawn_by(match.game.name).topic
    if isinstance(what, Piece):
        return f"piece/{game}/{what.kind}"
    return f"about/{game}/{what}" if tell and isinstance(what, str) and tell(match, what) else None


def templates() -> PrefixLoader:
    """The games' own templates, each game's under its name."""
    return PrefixLoader(
        {
            game: FileSystemLoader([Path(folder) / game / "templates" for folder in __path__])
            for game in GAMES
        }
    )
