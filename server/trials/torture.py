"""Pulls the plug on a host again and again, and looks whether anything that was shown is lost.

Each time a process plays on with the match in the store, says what it has shown, and is killed at a
random moment. Then debris is left behind the write-ahead log, as a disk would that lost its power
in the middle of a write, and the store has to open and hold everything. If chapters of a
campaign are played, the first cuts come about the end of one, and what it leaves behind is what the
next one begins with.
"""

from __future__ import annotations

import os
import random
import select
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
from server.store import Entry, Store
from vision.reading import Sighting

GAME = GAMES["port_royal"]
LONGEST = 0.06
"""Seconds of play between two cuts, at the most."""
_CHAPTER = {"mode": "adventure_alone"}
_MOST_CHAPTERS = 3
"""Matches of one campaign; then another begins."""
_LEFT = 12
"""Choices that the first chapter still has."""


@dataclass(slots=True)
class Damage:
    """After so many cuts: how many views were shown, and of how many the match was not stored."""

    cuts: int = 0
    shown: int = 0
    lost: int = 0
    chapters: int = 0
    """Chapters of campaigns that came to their end."""


def torture(
    path: Path,
    cuts: int,
    seed: int,
    progress: Callable[[Damage], None],
    chapters: bool = False,
) -> Damage:
    """`path` is the store to be made and tortured, with `chapters` of campaigns or without."""
    dice = random.Random(seed)
    damage = Damage()
    if chapters:
        _begin_near_the_end(path)
    for _ in range(cuts):
        shown = _play_until_cut(path, dice, chapters)
        leave_debris(path, dice)
        damage.cuts += 1
        damage.shown += len(shown)
        damage.lost += _lost(path, shown)
        progress(damage)
    damage.lost += _strayed(path)
    damage.chapters = _ended(path)
    return damage


def _begin_near_the_end(path: Path) -> None:
    """A chapter that is soon over: some of the first cuts come about its end."""
    simulation = Simulation(GAME, ["A"], _CHAPTER, 1)
    while simulation.step():
        pass
    journal = simulation.match.journal[:-_LEFT]
    with Store.open(path) as store:
        match_id = store.new_match(GAME.name, ["A"], _CHAPTER, 0.0)
        store.append(match_id, [Entry("choice", key, "robot", 0.0) for key in journal])


def _play_until_cut(path: Path, dice: random.Random, chapters: bool) -> list[str]:
    """What a player's process had shown when it was killed."""
    reading, writing = os.pipe()
    player = os.fork()
    if player == 0:
        os.close(reading)
        try:
            _play(path, writing, chapters)
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(1)  # without cleaning up what belongs to the parent
    os.close(writing)
    with open(reading, "rb") as pipe:
        if dice.random() < 0.9:
            # Mostly in the middle of play, sometimes while the store is still being opened.
            select.select([pipe], [], [])
        time.sleep(dice.uniform(0, LONGEST * (1 + 4 * chapters)))
        os.kill(player, signal.SIGKILL)
        os.waitpid(player, 0)
        said = pipe.read().decode()
    # The last line may be cut off: nobody was shown half a view.
    return said.split("\n")[:-1]


def _play(path: Path, pipe: int, chapters: bool) -> None:
    """Play matches for ever, writing down every view that is shown."""
    campaigns: dict[int, int | None] = {}

    def show(view: View) -> None:
        if view.match is not None and view.match_id is not None:
            if view.match_id not in campaigns:
                campaigns[view.match_id] = store.record(view.match_id).campaign
            said = len(view.match.journal), _digest(view.match.journal), campaigns[view.match_id]
            os.write(pipe, f"{view.match_id} {said[0]} {said[1]} {said[2]}\n".encode())

    with Store.open(path) as store:
        host = Host(store, show)
        while True:
            running = store.running()
            number = running or len(store.matches()) + 1
            wish = (
                _begun(store, running)
                if running is not None
                else _chapter(store)
                if chapters
                else Begin(GAME.name, ["A", "B", "C"][: 2 + number % 2], {})
            )
            simulation = Simulation(GAME, wish.names, wish.settings, number)
            if running is None:
                host.handle(Sighting())  # the table is cleared
                host.handle(wish)
            else:
                answered = len(store.load(running).journal)
                while len(simulation.match.journal) < answered:
                    simulation.step()
            puppets = Puppets(simulation)
            host.handle(puppets.sighting())
            for _ in puppets.play(HostedTable(host)):
                pass


def _begun(store: Store, match_id: int) -> Begin:
    record = store.record(match_id)
    return Begin(GAME.name, [seat.name for seat in record.seats], record.settings)


def _chapter(store: Store) -> Begin:
    """The next chapter of the last campaign, or the first of a new one."""
    for last in store.campaigns.newest(1):
        campaign = last.campaign
        if campaign is not None and len(store.campaigns.matches(campaign)) < _MOST_CHAPTERS:
            behind = store.campaigns.standing(campaign).next_settings
            if behind is not None:
                return Begin(GAME.name, ["A"], behind, campaign=campaign)
    return Begin(GAME.name, ["A"], _CHAPTER)


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


def _lost(path: Path, shown: list[str]) -> int:
    """How many of the views that were shown are not in the store any more."""
    with closing(sqlite3.connect(path)) as db:
        [[verdict]] = db.execute("PRAGMA integrity_check")
    if verdict != "ok":
        return len(shown)
    views = [line.split() for line in shown]
    with Store.open(path) as store:
        there = {str(record.id): record for record in store.matches()}
        wanted = there.keys() & {match_id for match_id, *_ in views}
        stored = {match_id: store.load(there[match_id].id).journal for match_id in wanted}
    lost = 0
    for match_id, answers, digest, campaign in views:
        journal = stored.get(match_id, [])[: int(answers)]
        lost += (
            len(journal) < int(answers)
            or _digest(journal) != digest
            or str(there[match_id].campaign) != campaign
        )
    return lost


def _ended(path: Path) -> int:
    with Store.open(path) as store:
        return sum(r.campaign is not None for r in store.matches(("finished",)))


def _strayed(path: Path) -> int:
    """How many matches began with something else than the one before has left behind."""
    with Store.open(path) as store:
        campaigns = {record.campaign for record in store.matches()} - {None}
        standings = (store.campaigns.standing(number) for number in campaigns if number)
        return sum(len(standing.from_other_end) for standing in standings)


def _digest(journal: list[str]) -> str:
    return sha256("\n".join(journal).encode()).hexdigest()[:16]
