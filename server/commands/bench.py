"""`bench`: measures beside a named baseline in the same run."""

from __future__ import annotations

import argparse
import json
from importlib import import_module

from server.errors import UserError

NAME = "bench"
HELP = "measure against a baseline in the same run"
SUBJECTS = ("rules", "explain", "vision", "art", "live", "server")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "subject",
        choices=SUBJECTS,
        help="explain: finding out what happened, over turns seen move by move and whole, together "
        "and apart; gave_up is the share without an answer, host_wait the host's longest event; "
        "art: cards without labels, known by their pictures",
    )
    parser.add_argument(
        "--tables",
        type=int,
        help="art: tables for each condition and size; 20 make 20,000 readings (20)",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    if args.tables is not None and (args.subject != "art" or args.tables < 1):
        raise UserError("--tables is a number of at least 1, and only `bench art` has tables.")
    try:
        bench = import_module(f"server.trials.bench.{args.subject}")
    except ModuleNotFoundError as error:
        raise UserError(
            f"The baseline needs the package {error.name}; "
            "./run bench installs it, or: pip install -e '.[dev]'."
        ) from error
    figures = bench.measure(args.tables) if args.tables else bench.measure()
    print(json.dumps(figures) if args.json else bench.as_text(figures))
    return 0
