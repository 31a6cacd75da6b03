"""The games there are: whatever installed packages bring as `quartermaster.games`.

Each is loaded when it is first asked for. `GAMES.names` are their names, which cost nothing.
"""

from __future__ import annotations

from typing import Any

from rules.game import Game, RulesError
from rules.plugins import Failure, Plugins
from rules.text import Text

_FIRST = ("port_royal", "navegador", "maracaibo", "cooper_island")
"""In the order in which they are offered; others come after them, by name."""


def _called_otherwise(name: str, game: Game[Any]) -> str | None:
    return None if game.name == name else f"it calls itself {game.name}, not {name}."


def _broken(game: str, why: Failure) -> Text:
    return Text("{game} cannot be played: {why}", game=game, why=why)


GAMES: Plugins[Game[Any]] = Plugins("quartermaster.games", Game, _broken, _FIRST, _called_otherwise)


def first_game() -> Game[Any]:
    """The one that is offered first of those that can be played."""
    for game in GAMES.values():
        return game
    why = " ".join(map(str, GAMES.troubles())) or "None is installed."
    raise RulesError(Text("No game can be played. {why}", why=why))
