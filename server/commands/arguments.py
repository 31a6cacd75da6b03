"""Arguments that several commands share."""

from __future__ import annotations

import argparse
import os
import pwd
import time
from pathlib import Path

from rules.games import GAMES
from rules.search import players
from rules.simulation import Simulation
from server.errors import UserError

RANDOM = "random"
STRENGTHS = (RANDOM, *players.STRENGTHS)
"""How players of a simulation can choose."""
BUDGET = 0.1


def add_simulation(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", choices=sorted(GAMES.names))
    parser.add_argument("--seats", type=int, default=4, help="number of players (4)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed, the same match (1)")
    parser.add_argument(
        "--setting",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="a variant or ruling of the game; may be given several times",
    )
    # What it was called before.
    parser.add_argument("--option", action="append", dest="setting", help=argparse.SUPPRESS)


def folder(text: str) -> Path:
    """A folder by its name. An empty one, of a variable that was not set, is no folder at all."""
    if not text:
        raise argparse.ArgumentTypeError("say which folder; nothing was given")
    return Path(text)


def own_folder(text: str) -> Path:
    """A folder to work in. Root works in no other user's: whatever a name in there leads to, that
    user can change it the next moment to any file of root's."""
    path = folder(text)
    owner = path.stat().st_uid if path.exists() else 0
    if os.geteuid() == 0 and owner != 0:
        user = _name(owner)
        raise argparse.ArgumentTypeError(
            f"{path} belongs to {user}, who could lead root astray there by links. Run the same as "
            f"that user: sudo -u {user} quartermaster ..."
        )
    return path


def _name(user: int) -> str:
    try:
        return pwd.getpwuid(user).pw_name
    except KeyError:
        return f"'#{user}'"


def port(text: str) -> int:
    if text.isdecimal() and int(text) <= 65535:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text} is not a port; give a number up to 65535.")


def add_players(parser: argparse.ArgumentParser, usual: str = "random") -> None:
    parser.add_argument(
        "--players",
        choices=(RANDOM, players.SENSIBLE),
        default=usual,
        help=f"how they choose ({usual})",
    )


def add_players_by_seat(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--players",
        type=_strengths,
        default=(RANDOM,),
        metavar="STRENGTHS",
        help="how they choose: random, easy, sensible or strong (random); or one for each seat, as "
        "strong,sensible: then they change seats from match to match, and are compared",
    )
    parser.add_argument(
        "--budget",
        type=float,
        default=BUDGET,
        metavar="SECONDS",
        help=f"processor time in which a strong player must decide ({BUDGET})",
    )


def _strengths(text: str) -> tuple[str, ...]:
    """One strength for all, or one for each seat."""
    found = tuple(text.split(","))
    for strength in found:
        if strength not in STRENGTHS:
            known = " or ".join(STRENGTHS)
            raise argparse.ArgumentTypeError(f"there are no {strength!r} players, only {known}")
    return found


def simulation(args: argparse.Namespace) -> Simulation:
    game = GAMES[args.game]
    names = [game.colours[i % len(game.colours)].capitalize() for i in range(max(0, args.seats))]
    chosen = getattr(args, "players", RANDOM)
    by_seat = (chosen,) if isinstance(chosen, str) else chosen
    if {*by_seat} - {RANDOM} and game.sensible is None:
        title = game.edition.text("title")
        raise UserError(f"{title} has no sensible players yet; use --players random.")
    if len(by_seat) not in (1, args.seats):
        raise UserError(
            f"--players has {len(by_seat)} strengths, but --seats is {args.seats}: "
            "say one for all, or one for each."
        )
    simulation = Simulation(game, names, settings(args), args.seed)
    seats, budget = simulation.match.seats, getattr(args, "budget", BUDGET)
    simulation.players = {
        seat: players.player(strength, f"{args.seed}/{seat.index}", budget, time.process_time)
        for seat, strength in zip(seats, by_seat * (len(seats) // len(by_seat)), strict=True)
        if strength != RANDOM
    }
    return simulation


def settings(args: argparse.Namespace) -> dict[str, str]:
    """What was said with --setting."""
    found = {}
    for setting in args.setting:
        key, equals, value = setting.partition("=")
        if not equals:
            raise UserError(f"--setting {setting} must have the form KEY=VALUE.")
        found[key] = value
    return found


def read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise UserError(f"{path} is not a text file.") from error


def write_text(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UserError(f"{path} cannot be written: {error.strerror}.") from error
