"""`play`: a whole match between random or sensible players, with its score sheets."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from rules.journal import write_journal
from server.commands import arguments, sheet

NAME = "play"
HELP = "play a whole match and print every player's score sheet"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    arguments.add_simulation(parser)
    arguments.add_players(parser)
    parser.add_argument("--journal", type=Path, metavar="FILE", help="write the journal to FILE")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    simulation = arguments.simulation(args)
    while simulation.step():
        pass
    if args.journal:
        arguments.write_text(args.journal, write_journal(simulation.match))
    if args.json:
        print(json.dumps(sheet.as_data(simulation.match, args.seed)))
    else:
        print(sheet.as_text(simulation.match))
    return 0
