"""What `serve --demo` begins: a match that robots play on the simulated table, to be looked at."""

from __future__ import annotations

import logging
import os
import webbrowser

from rules.games import GAMES
from server.assistant import Assistant
from server.web.door.names import HostNames

_PAGE = "simulated"

log = logging.getLogger("quartermaster")


def let_robots_play(game: str, assistant: Assistant, names: HostNames) -> None:
    """On a computer with a screen a browser opens at it."""
    assert assistant.robots is not None, "the table is simulated"
    assistant.robots.start(game)
    title = GAMES[game].edition.text("title")
    log.info("Robots play %s. Ctrl+C ends it, and nothing is kept.", title)
    log.info("Watch them: http://%s/%s", names.short(), _PAGE)
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        webbrowser.open(f"http://localhost:{names.port}/{_PAGE}")
