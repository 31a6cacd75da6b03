"""`bench`: measures beside a named baseline in the same run."""

from __future__ import annotations

import argparse
import json
from importlib import import_module

from server.errors import UserError

NAME = "bench"
HELP = "measure against a baseline in the same run"
SUBJECTS = ("rules", "explain", "vision", "live", "server")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "subject",
        choices=SUBJECTS,
        help="explain: finding out what happened, over turns seen move by move and whole, together "
        "and apart; gave_up is the share without an answer, host_wait the host's longest event",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    try:
        bench = import_module(f"server.trials.bench.{args.subject}")
    except ModuleNotFoundError as error:
        raise UserError(
            f"The baseline needs the package {error.name}; "
            "./run bench installs it, or: pip install -e '.[dev]'."
        ) from error
    figures = bench.measure()
    print(json.dumps(figures) if args.json else bench.as_text(figures))
    return 0
