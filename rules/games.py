"""The games there are, found by looking: every folder of `rules` that has a `GAME` is one."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

import rules
from rules.game import Game

_FIRST = ("port_royal", "navegador", "maracaibo", "cooper_island")
"""In the order in which they are offered; others come after them, by name."""


def find_games() -> dict[str, Game[Any]]:
    """Every game in a folder of `rules`, by its name."""
    names = {module.name for module in iter_modules(rules.__path__) if module.ispkg}
    in_order = [*(name for name in _FIRST if name in names), *sorted(names.difference(_FIRST))]
    packages = (import_module(f"rules.{name}") for name in in_order)
    games = (package.GAME for package in packages if hasattr(package, "GAME"))
    return {game.name: game for game in games}


def companion(package: str, game: str, module: str) -> ModuleType | None:
    """What a game has in another package, `<package>/games/<game>/<module>`; None if nothing."""
    name = f"{package}.games.{game}.{module}"
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and f"{name}.".startswith(f"{error.name}."):
            return None
        raise


GAMES = find_games()
