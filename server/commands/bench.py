"""`bench`: measures beside a named baseline in the same run."""

from __future__ import annotations

import argparse
import json
from importlib import import_module
from typing import Any

from rules.explaining.understood import as_text, understood
from rules.games import GAMES
from server.commands import arguments
from server.errors import UserError
from server.progress import shown

NAME = "bench"
HELP = "measure against a baseline in the same run"
SUBJECTS = ("rules", "explain", "vision", "art", "numbers", "live", "server", "club", "phone")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "subject",
        choices=SUBJECTS,
        help="explain: finding out what happened, over turns seen move by move and whole, together "
        "and apart; gave_up is the share without an answer, host_wait the host's longest event; "
        "art: cards without labels, known by their pictures; numbers: those printed on pieces; "
        "club: many tables on one broker, of which each is killed in between; "
        "phone: what is seen of every kind of question on a narrow phone, in a browser",
    )
    parser.add_argument(
        "--tables",
        type=int,
        help="art: tables for each condition and size; 20 make 20,000 readings (20); "
        "club: tables that play (50, beside runs of 10 and 200)",
    )
    parser.add_argument(
        "--seconds", type=float, help="club: of each run; twice as many with faults (20)"
    )
    parser.add_argument(
        "--database",
        metavar="URL",
        help="club: an empty one to use, as postgresql://user@host/name; else a new file",
    )
    parser.add_argument(
        "--game",
        choices=sorted(GAMES.names),
        help="explain: only whether random turns of this game are understood as they were meant",
    )
    parser.add_argument(
        "--setting",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="explain --game: a variant or ruling of it; may be given several times",
    )
    parser.add_argument(
        "--turns", type=int, default=2000, metavar="N", help="explain --game: how many (2000)"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    options = _options(args)
    if args.game is not None or args.setting:
        return _understood(args)
    try:
        bench = import_module(f"server.trials.bench.{args.subject}")
    except ModuleNotFoundError as error:
        raise UserError(
            f"The baseline needs the package {error.name}; "
            "./run bench installs it, or: pip install -e '.[dev]'."
        ) from error
    with shown(f"Measuring {args.subject}"):
        figures = bench.measure(**options)
    print(json.dumps(figures) if args.json else bench.as_text(figures))
    return 0


def _options(args: argparse.Namespace) -> dict[str, Any]:
    """What is said of how to measure, as far as there is something like that in the subject."""
    names = ("tables", "seconds", "database")
    given = {name: value for name in names if (value := getattr(args, name)) is not None}
    of_subject = {"art": {"tables"}, "club": {*names}}.get(args.subject, set())
    if args.tables is not None and ("tables" not in of_subject or args.tables < 1):
        raise UserError(
            "--tables is a number of at least 1, and only `bench art` and `bench club` have tables."
        )
    if given.keys() - of_subject or (args.seconds is not None and args.seconds <= 0):
        raise UserError("--seconds, more than 0, and --database are for `bench club` only.")
    return given


def _understood(args: argparse.Namespace) -> int:
    """Whether turns of one game, in one of its variants, are understood."""
    if args.subject != "explain" or args.game is None or args.turns < 1:
        raise UserError(
            "--game and --setting are for `bench explain`, where a setting needs its game, "
            "and --turns is a number of at least 1."
        )
    with shown("Playing turns"):
        figures = understood(GAMES[args.game], arguments.settings(args), args.turns)
    print(json.dumps(figures) if args.json else as_text(figures))
    return 1 if figures["missed"] else 0
