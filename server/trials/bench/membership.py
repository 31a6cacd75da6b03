"""What a table's own work costs more if it is in a club, and if that club cannot be reached."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from server.member.member import Member
from server.store import Store
from server.trials.bench.club_process import Club

Join = Callable[[Store, Member], AbstractContextManager[None]]
"""A table joins a club, or does not, while its work is measured."""
_PATIENCE = 60.0


def measure(work: Callable[[Join], float], rounds: int) -> dict[str, Any]:
    """`work` says how long the same work takes for a table that joins like this.

    They take turns, and each is compared with the table that is in no club in the same round.
    """
    with TemporaryDirectory() as name:
        club, nowhere = (
            Club(Path(name) / each, f"sqlite:///{name}/{each}.sqlite") for each in ("club", "away")
        )
        ((_, code),), ((_, lost),) = club.invite(["live"]), nowhere.invite(["live"])
        told, untold = list[float](), list[float]()
        with club.running_broker(), club:
            for _ in range(rounds):
                alone = work(in_no_club)
                told.append(work(partial(_in_club, code)) / alone)
                untold.append(work(partial(_out_of_reach, lost)) / alone)
    return {
        "club_ratio": round(median(told), 3),
        "unreachable_ratio": round(median(untold), 3),
    }


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
