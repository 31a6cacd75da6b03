"""Pulls the plug on a host again and again, and looks whether anything that was shown is lost.

Each time a process plays on with the match in the store, says what it has shown, and is killed at a
random moment. Then debris is left behind the write-ahead log, as a disk would that lost its power
in the middle of a write, and the store has to open and hold everything.
"""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import time
import traceback
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from rules.games import GAMES
from rules.simulation import Simulation
from server.live.host import Host
from server.live.messages import Begin, View
from server.robots.puppets import HostedTable, Puppets
from server.store import Store
from vision.reading import Sighting

GAME = GAMES["port_royal"]
MOST = 8
"""Views between two cuts, at the most; however slow a computer is, so many are waited for."""
LONGEST = 0.01
"""Seconds of play after the last of them."""


@dataclass(slots=True)
class Damage:
    """After so many cuts: how many views were shown, and of how many the match was not stored."""

    cuts: int = 0
    shown: int = 0
    lost: int = 0


def torture(path: Path, cuts: int, seed: int, progress: Callable[[Damage], None]) -> Damage:
    """`path` is the store to be made and tortured."""
    dice = random.Random(seed)
    damage = Damage()
    for _ in range(cuts):
        shown = play_until_cut(lambda pipe: _play(path, pipe), dice)
        leave_debris(path, dice)
        damage.cuts += 1
        damage.shown += len(shown)
        damage.lost += lost(path, shown)
        progress(damage)
    return damage


def play_until_cut(play: Callable[[int], None], dice: random.Random) -> list[str]:
    """What a player's process, which writes to a pipe, had shown when it was killed."""
    reading, writing = os.pipe()
    player = os.fork()
    if player == 0:
        os.close(reading)
        try:
            play(writing)
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(1)  # without cleaning up what belongs to the parent
    os.close(writing)
    said = b""
    with open(reading, "rb") as pipe:
        if dice.random() < 0.9:
            # Mostly in the middle of play, sometimes while the store is still being opened.
            said += b"".join(pipe.readline() for _ in range(dice.randint(1, MOST)))
        time.sleep(dice.uniform(0, LONGEST))
        os.kill(player, signal.SIGKILL)
        os.waitpid(player, 0)
        said += pipe.read()
    # The last line may be cut off: nobody was shown half a view.
    return said.decode().split("\n")[:-1]


def _play(path: Path, pipe: int) -> None:
    """Play matches for ever, writing down every view that is shown."""

    def show(view: View) -> None:
        if view.match is not None:
            line = f"{view.match_id} {len(view.match.journal)} {digest(view.match.journal)}\n"
            os.write(pipe, line.encode())

    with Store.open(path) as store:
        host = Host(store, show)
        while True:
            running = store.running()
            number = running or len(store.matches()) + 1
            simulation = Simulation(GAME, ["A", "B", "C"][: 2 + number % 2], {}, number)
            if running is None:
                host.handle(Sighting())  # the table is cleared
                names = [seat.name for seat in simulation.match.seats]
                host.handle(Begin(GAME.name, names, {}))
            else:
                answered = len(store.load(running).journal)
                while len(simulation.match.journal) < answered:
                    simulation.step()
            puppets = Puppets(simulation)
            host.handle(puppets.sighting())
            for _ in puppets.play(HostedTable(host)):
                pass


def leave_debris(path: Path, dice: random.Random) -> None:
    """Behind the last synced byte anything may be: nothing, noise, or an old half-written page."""
    log = path.with_name(f"{path.name}-wal")
    if not log.exists():
        return
    with log.open("r+b") as file:
        written = file.read()
        file.seek(0, os.SEEK_END)
        debris = dice.choice((b"", dice.randbytes(dice.randint(1, 9000)), written[-5000:-100]))
        file.write(debris)


def lost(path: Path, shown: list[str]) -> int:
    """How many of the views that were shown are not in the store any more."""
    with closing(sqlite3.connect(path)) as db:
        [[verdict]] = db.execute("PRAGMA integrity_check")
    if verdict != "ok":
        return len(shown)
    views = [line.split() for line in shown]
    with Store.open(path) as store:
        there = {str(record.id): record.id for record in store.matches()}
        wanted = there.keys() & {match_id for match_id, _, _ in views}
        stored = {match_id: store.load(there[match_id]).journal for match_id in wanted}
    missing = 0
    for match_id, answers, told in views:
        journal = stored.get(match_id, [])[: int(answers)]
        missing += len(journal) < int(answers) or digest(journal) != told
    return missing


def digest(journal: list[str]) -> str:
    return sha256("\n".join(journal).encode()).hexdigest()[:16]
