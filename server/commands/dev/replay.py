"""`replay`: the score sheets of a journal, every answer checked by the rules again."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from rules.game import RulesError
from rules.journal import read_journal
from rules.score_sheet import as_text
from server.commands import arguments
from server.commands.dev import score_sheet
from server.errors import UserError
from server.progress import shown

NAME = "replay"
HELP = "replay the journal of a match and print every player's score sheet"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("journal", type=Path, metavar="FILE", help="a journal written by play")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    try:
        with shown("Replaying"):
            match = read_journal(arguments.read_text(args.journal))
    except RulesError as error:
        raise UserError(f"{args.journal}: {error}") from error
    print(json.dumps(score_sheet.as_data(match)) if args.json else as_text(match))
    return 0
