"""Has phones play by HTTP for half an hour at a stroke, and looks whether the assistant grows.

Nobody waits between two choices, so it takes minutes. After each choice every phone loads what it
shows, as phones do, and after each match what tells of all matches.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from server.errors import UserError
from server.memory import resident_mb
from server.trials.torture_serve import Group, Toll, serving

MOST = 1.1
"""How much more may be held at the end than when everything was loaded."""
_EVERY = 5
_SHOWN = ("/me", "/table")
_TOLD = ("/history", "/players", "/scores")


@dataclass(slots=True)
class Held:
    """Megabytes of the assistant, from time to time."""

    choices: int = 0
    matches: int = 0
    megabytes: list[int] = field(default_factory=list)

    @property
    def begun(self) -> float:
        """When everything was loaded: in the second tenth."""
        tenth = max(1, len(self.megabytes) // 10)
        return median(self.megabytes[tenth : 2 * tenth])

    @property
    def ended(self) -> float:
        return median(self.megabytes[-max(1, len(self.megabytes) // 10) :])

    @property
    def growth(self) -> float:
        return self.ended / self.begun


def torture_memory(
    folder: Path, choices: int, seed: int, progress: Callable[[Held], None] = lambda _: None
) -> Held:
    """`folder` is the data folder of the assistant that is looked at."""
    held, group = Held(), Group(seed, Toll())
    with serving(folder) as (process, port):
        group.come(process, port)
        while held.choices < choices:
            group.take_seats()
            held.matches += 1
            while held.choices < choices and group.answer():
                held.choices += 1
                for phone in group.phones:
                    for page in _SHOWN:
                        phone.get(page)
                if held.choices % _EVERY == 0:
                    held.megabytes.append(_resident(process.pid))
                    progress(held)
            group.rise()
            for page in _TOLD:
                group.phone.get(page)
    return held


def _resident(process: int) -> int:
    megabytes = resident_mb(process)
    if megabytes is None:
        raise UserError("The assistant has ended, or this system does not tell its memory.")
    return megabytes
