"""What pages show of albums: whose cards they are, and how many of each sort are known."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from flask import abort

from rules.games import GAMES
from rules.text import Text
from server.live.albums import named
from server.live.learning import Learner
from server.live.messages import View
from server.web.request.language import t
from server.web.request.tableside import tableside
from server.web.showing.around import shown


@dataclass(frozen=True, slots=True)
class Sort:
    """Kinds of cards that are called the same but for a number, in the language of the phone."""

    name: str
    known: int
    all: int
    missing: tuple[tuple[str, Text], ...]


def game_of_cards() -> str:
    """The game that is played if its cards can be known by their pictures, else the first such."""
    view = shown()
    if view.match is not None and view.match.game.cards:
        return view.match.game.name
    game = next((name for name, game in GAMES.items() if game.cards), None)
    if game is None:
        abort(404)
    return game


def learner() -> Learner:
    found = tableside().learner
    if found is None:
        abort(404)
    return found


def may_lay_out(view: View) -> bool:
    """Whether cards may lie about on the table: nothing is being played there."""
    return view.match is None or view.match.choice is None or view.paused


def sorts(game: str, kinds: Sequence[str], known: Collection[str]) -> list[Sort]:
    """How many kinds of each sort are known, in the game's order."""
    together: dict[str, list[str]] = {}
    for kind in kinds:
        together.setdefault(t(named(game, kind)).rstrip(" 0123456789"), []).append(kind)
    return [
        Sort(
            name,
            sum(kind in known for kind in group),
            len(group),
            tuple((kind, named(game, kind)) for kind in group if kind not in known),
        )
        for name, group in together.items()
    ]
