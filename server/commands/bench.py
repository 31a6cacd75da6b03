"""`bench`: measures beside a named baseline in the same run."""

from __future__ import annotations

import argparse
import json
from importlib import import_module

from server.errors import UserError

NAME = "bench"
HELP = "measure against a baseline in the same run"
SUBJECTS = ("rules", "vision", "live", "server")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("subject", choices=SUBJECTS)
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    try:
        bench = import_module(f"server.bench.{args.subject}")
    except ModuleNotFoundError as error:
        raise UserError(
            f"The baseline needs the package {error.name}; "
            "./run bench installs it, or: pip install -e '.[dev]'."
        ) from error
    figures = bench.measure()
    print(json.dumps(figures) if args.json else bench.as_text(figures))
    return 0
