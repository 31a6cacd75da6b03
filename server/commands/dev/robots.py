"""`robots`: a whole match on a simulated table, played by robot hands before the camera."""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from rules.flow import Seat
from rules.search.players import STRENGTHS
from server.advice.adviser import SECONDS
from server.commands import arguments
from server.errors import UserError
from server.live.albums import Albums
from server.live.messages import Refused
from server.live.uploaded import SentPictures
from server.progress import shown
from server.robots.hands import NoRoom
from server.robots.helped import HelpedSeats
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
        help="an album of the cards, if they are known by their pictures; `enrol --drawn` makes one"
        " of all cards (without it they are learned while playing)",
    )
    parser.add_argument(
        "--robot-seat",
        action="append",
        default=[],
        metavar="COLOUR=STRENGTH",
        help="a seat whose robot decides itself, as at a table of people: the robot hands only do "
        "for it what the screen says; may be given several times",
    )
    parser.add_argument(
        "--seconds",
        type=float,
        default=SECONDS,
        metavar="S",
        help=f"how long the robot of such a seat thinks if it is strong ({SECONDS:g})",
    )
    parser.add_argument(
        "--kill-search",
        type=int,
        default=0,
        metavar="N",
        help="kill the process that thinks for these seats N times, each while it is asked (0)",
    )
    parser.add_argument("--choices", type=int, metavar="N", help="stop after N choices")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    simulation = arguments.simulation(args)
    match, sensible = simulation.match, args.players == "sensible"
    names = [seat.name for seat in match.seats]
    started = time.process_time()
    seats = _seats(args, match.seats)
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
                seats=seats,
            ) as robots,
            shown("Choices", args.choices, lambda: len(robots.intended.journal)),
        ):
            report = robots.play(args.choices)
    except (OutOfStep, NoRoom) as error:
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
            **({"decided": report.decided, "killed": report.killed} if seats else {}),
            "seconds": round(seconds, 1),
        }
        print(json.dumps(data))
        return 0
    print(
        f"{len(report.journal)} choices were understood as they were meant, "
        f"{report.questions} of them after a question; {report.frames} frames, "
        f"{seconds:.1f} seconds of work."
    )
    if seats:
        print(
            f"{report.decided} of them were decided by robots for their seats; the process that "
            f"thinks was killed {report.killed} times."
        )
    if report.learned:
        print(f"{report.learned} cards were not known by their pictures, and were learned.")
    if report.confirmed:
        print(f"{report.confirmed} cards were confirmed by somebody, or named.")
    for mistake in report.mistakes:
        print(f"noticed and put right: {mistake}")
    return 0


def _seats(args: argparse.Namespace, seats: Sequence[Seat]) -> HelpedSeats | None:
    """Whose seats robots have, as --robot-seat says."""
    strengths, colours = {}, [seat.colour for seat in seats]
    for text in args.robot_seat:
        colour, _, strength = text.partition("=")
        if colour not in colours or strength not in STRENGTHS:
            raise UserError(
                f"--robot-seat {text} must have the form COLOUR=STRENGTH, with a colour of "
                f"{', '.join(colours)} and a strength of {', '.join(STRENGTHS)}."
            )
        strengths[colour] = strength
    if args.kill_search and not strengths:
        raise UserError("--kill-search needs a seat of a robot: add --robot-seat COLOUR=strong.")
    if not strengths:
        return None
    return HelpedSeats(strengths, args.seconds, args.kill_search)


def _albums(folder: Path, game: str, album: Path | None) -> Albums:
    albums = Albums(folder)
    if album is not None:
        try:
            with closing(SentPictures()) as sent:
                albums.restore(game, album, sent)
        except Refused as refused:
            raise UserError(f"{album}: {refused}") from refused
    return albums
