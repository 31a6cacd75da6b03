"""How much memory the whole assistant holds after an evening: a process of its own, measured.

It has the simulated camera of up to twelve megapixels, which holds more than a real one: the drawn
table, its colours, its light and its grain. Robots begin matches of every game and play some moves
of each, so that every picture is drawn, every reader loaded and every board searched.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from rules.games import GAMES
from server.assistant import Assistant
from server.live.cameras import SIMULATED
from server.live.messages import Begin
from server.memory import give_back_large_blocks, resident_mb
from server.robots.demonstration import Demonstration

MATCHES = 10
CHOICES = 4
"""Of each match; a match that is over holds no more than one that is paused."""
_PATIENCE = 60.0


def resident(matches: int = MATCHES) -> int:
    """Megabytes that the assistant holds after so many matches of each game."""
    command = [sys.executable, "-m", __name__, str(matches)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return int(done.stdout.split()[-1])


def _evening(matches: int) -> int | None:
    give_back_large_blocks()
    with TemporaryDirectory() as folder, Assistant(Path(folder), SIMULATED, _nobody) as assistant:
        assert assistant.playground is not None
        robots = Demonstration(assistant.host, assistant.playground, pace=0)
        for game in GAMES.values():
            for _ in range(matches):
                names = ("Ann", "Bob", "Cleo")
                wish = Begin(game.name, names, game.proposed(simulated=True))
                assistant.host.ask(wish).result(_PATIENCE)
                robots.start()
                _wait_for(assistant)
                robots.close()
        return resident_mb()


def _wait_for(assistant: Assistant) -> None:
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end:
        match = assistant.host.view.match
        if match is not None and len(match.journal) >= CHOICES:
            return
        time.sleep(0.05)
    raise RuntimeError("The robots do not play; what is measured would be an idle table.")


def _nobody(_view: object) -> None:
    return


if __name__ == "__main__":
    print(_evening(int(sys.argv[1])))
