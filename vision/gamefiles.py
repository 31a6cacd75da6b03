"""Finds the TOML files that describe a game's pieces and places."""

from __future__ import annotations

from pathlib import Path

from rules.games import GAMES
from rules.plugins import NotLoaded


def game_file(game: str, name: str, error: type[ValueError]) -> Path:
    """The path of one of a game's files; `error` is raised if there is no such game or file."""
    try:
        path = GAMES[game].edition.folder / name
    except NotLoaded as why:
        raise error(str(why)) from why
    if not path.is_file():
        raise error(f"{path}: the game {game} has no such file; write it.")
    return path
