"""`robots`: a whole match on a simulated table, played by robot hands before the camera."""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from pathlib import Path

from server.commands import arguments
from server.errors import UserError
from server.live.albums import Albums
from server.live.messages import Refused
from server.robots.match import RobotMatch
from server.robots.player import OutOfStep
from server.store import Store

NAME = "robots"
HELP = (
    "let robot hands play a whole match on a simulated table, and check what the camera made of it"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    arguments.add_simulation(parser)
    arguments.add_players(parser)
    parser.add_argument(
        "--mistakes", type=int, default=0, metavar="N", help="mistakes to be made and noticed (0)"
    )
    parser.add_argument(
        "--album",
        type=Path,
        metavar="FILE",
        help="an album of the cards, if they are known by their pictures; `album --drawn` makes one"
        " of all cards (without it they are learned while playing)",
    )
    parser.add_argument("--choices", type=int, metavar="N", help="stop after N choices")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    simulation = arguments.simulation(args)
    match, sensible = simulation.match, args.players == "sensible"
    names = [seat.name for seat in match.seats]
    started = time.process_time()
    try:
        with (
            tempfile.TemporaryDirectory() as folder,
            Store.open(Path(folder) / "robots.db") as store,
            RobotMatch(
                store,
                match.game,
                names,
                args.seed,
                match.settings,
                sensible=sensible,
                mistakes=args.mistakes,
                albums=_albums(Path(folder), match.game.name, args.album),
            ) as robots,
        ):
            report = robots.play(args.choices)
    except OutOfStep as error:
        raise UserError(str(error)) from error
    seconds = time.process_time() - started
    if args.json:
        data = {
            "choices": len(report.journal),
            "questions": report.questions,
            "learned": report.learned,
            "confirmed": report.confirmed,
            "mistakes": report.mistakes,
            "frames": report.frames,
            "seconds": round(seconds, 1),
        }
        print(json.dumps(data))
        return 0
    print(
        f"{len(report.journal)} choices were understood as they were meant, "
        f"{report.questions} of them after a question; {report.frames} frames, "
        f"{seconds:.1f} seconds of work."
    )
    if report.learned:
        print(f"{report.learned} cards were not known by their pictures, and were learned.")
    if report.confirmed:
        print(f"{report.confirmed} cards were confirmed by somebody, or named.")
    for mistake in report.mistakes:
        print(f"noticed and put right: {mistake}")
    return 0


def _albums(folder: Path, game: str, album: Path | None) -> Albums:
    albums = Albums(folder)
    if album is not None:
        try:
            albums.restore(game, album)
        except Refused as refused:
            raise UserError(f"{album}: {refused}") from refused
    return albums
