"""What a table's own work costs more if it is in a club, and if that club cannot be reached."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from server.member.member import Member
from server.store import Store
from server.trials.bench.club_process import Club

Join = Callable[[Store, Member], AbstractContextManager[None]]
"""A table joins a club, or does not, while its work is measured."""
ROUNDS = 9
_PATIENCE = 60.0


def measure(work: Callable[[Join], float]) -> dict[str, Any]:
    """`work` says how long the same work takes for a table that joins like this.

    They take turns, and the least of each counts: whatever else the machine does only adds to it.
    """
    with TemporaryDirectory() as name:
        club, nowhere = (
            Club(Path(name) / each, f"sqlite:///{name}/{each}.sqlite") for each in ("club", "away")
        )
        ((_, code),), ((_, lost),) = club.invite(["live"]), nowhere.invite(["live"])
        joins = (in_no_club, partial(_in_club, code), partial(_out_of_reach, lost))
        with club.running_broker(), club:
            took = [[work(join) for join in joins] for _ in range(ROUNDS)]
    alone, told, untold = map(min, zip(*took, strict=True))
    return {"club_ratio": round(told / alone, 3), "unreachable_ratio": round(untold / alone, 3)}


def as_text(figures: dict[str, Any]) -> str:
    return (
        f"In a club this is {figures['club_ratio']} times the work, and "
        f"{figures['unreachable_ratio']} times while its broker cannot be reached."
    )


def in_no_club(_store: Store, _member: Member) -> AbstractContextManager[None]:
    return nullcontext()


@contextmanager
def _in_club(code: str, store: Store, member: Member) -> Iterator[None]:
    """From the moment on at which the club knows everything."""
    member.join(code, time.time())
    _wait_for(lambda: store.club.waiting() == 0)
    yield
    member.stop()


@contextmanager
def _out_of_reach(code: str, _store: Store, member: Member) -> Iterator[None]:
    """From the moment on at which the table has tried in vain."""
    member.join(code, time.time())
    looking = str(member.trouble)
    _wait_for(lambda: str(member.trouble) != looking)
    yield
    member.stop()


def _wait_for(happened: Callable[[], bool]) -> None:
    deadline = time.monotonic() + _PATIENCE
    while not happened():
        if time.monotonic() > deadline:
            raise RuntimeError("The table's club is not as it should be for this measurement.")
        time.sleep(0.05)
