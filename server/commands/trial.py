"""`trial`: does this version work on this computer, with the matches that are here?

The installer asks before it puts a new version to use. Nothing that is in use is touched: the
matches are copied first, and camera and pins are left to the service that is running.
"""

from __future__ import annotations

import argparse
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from server.errors import UserError
from server.progress import shown

NAME = "trial"
HELP = "try this version with a copy of the matches and a match on a simulated table"

UNREADABLE_MATCHES = 3
"""The exit code if this version cannot read the matches; they may be of a newer one."""
_CHOICES = 4


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from server.assistant import data_folder
    from server.commands.arguments import own_folder

    parser.add_argument(
        "--data", type=own_folder, default=data_folder(), help="folder of the matches (%(default)s)"
    )


def run(args: argparse.Namespace) -> int:
    from server.assistant import STORE
    from server.commands import doctor

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _copy(args.data / STORE, folder / STORE)
        findings = doctor.report(doctor.examine(folder))
        if any(finding.what == "database" and finding.advice for finding in findings):
            return UNREADABLE_MATCHES
        _play(folder / "trial.sqlite")
        _play_to_the_end(folder / "trial.sqlite")
    return 0


def _copy(source: Path, target: Path) -> None:
    """The matches as they are at this moment, also while they are written."""
    if not source.exists():
        return
    try:
        with (
            closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as here,
            closing(sqlite3.connect(target)) as there,
        ):
            here.backup(there)
    except sqlite3.Error as error:
        raise UserError(f"The matches in {source} cannot be copied ({error}).") from error


def _play(path: Path) -> None:
    from rules.games import first_game
    from server.robots.match import RobotMatch
    from server.robots.player import OutOfStep
    from server.store import Store

    game = first_game()
    try:
        with (
            Store.open(path) as store,
            RobotMatch(store, game, ["Ann", "Bob"], 1) as robots,
            shown("Choices", _CHOICES, lambda: len(robots.intended.journal)),
        ):
            understood = len(robots.play(_CHOICES).journal)
    except OutOfStep as error:
        raise UserError(f"The simulated table was not understood: {error}") from error
    print(f"ok  simulated table: {understood} choices were understood as they were meant")


def _play_to_the_end(path: Path) -> None:
    """A whole match, without pictures: a Pi would take many minutes to draw and read them all."""
    from rules.games import first_game
    from rules.simulation import Simulation
    from server.live.host import Host
    from server.live.messages import Begin
    from server.robots.puppets import HostedTable, Puppets
    from server.store import Store

    game, names = first_game(), ("Ann", "Bob")
    with Store.open(path) as store:
        host = Host(store, lambda _: None)
        host.handle(Begin(game.name, names, {}))
        puppets = Puppets(Simulation(game, names, {}, 1))
        host.handle(puppets.sighting())
        for _ in puppets.play(HostedTable(host)):
            pass
        match = store.matches(["finished"], most=1)
        if not match or store.load(match[0].id).journal != puppets.intended.journal:
            raise UserError("A match on the simulated table was not played as it was meant.")
    print(f"ok  a whole match on the simulated table: {len(puppets.intended.journal)} choices")
