"""The games there are, by name."""

from __future__ import annotations

from typing import Any

from rules.game import Game
from rules.navegador import GAME as NAVEGADOR
from rules.port_royal import GAME as PORT_ROYAL

GAMES: dict[str, Game[Any]] = {game.name: game for game in (PORT_ROYAL, NAVEGADOR)}
