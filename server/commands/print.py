"""`print`: the sheets to print for a game, as a PDF."""

from __future__ import annotations

import argparse
from pathlib import Path

from firmware.own_wifi import own_wifi
from hardware.print.page import PAPERS
from hardware.print.sheets import print_sheets
from rules.games import GAMES
from server.assistant import data_folder
from server.errors import UserError
from server.language.translation import LANGUAGES, SOURCE, translator
from server.progress import shown
from server.store.keys import known_code
from server.store.owner_values import of_this_copy

NAME = "print"
HELP = "make the sheets to print: labels, zone cards, calibration sheet"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help="the game, e.g. port_royal")
    parser.add_argument("--out", type=Path, required=True, help="the PDF to write")
    parser.add_argument("--paper", choices=sorted(PAPERS), default="a4", help="paper size (a4)")
    parser.add_argument(
        "--language",
        choices=sorted(LANGUAGES),
        default=SOURCE,
        help=f"language of all words on the sheets ({SOURCE})",
    )
    parser.add_argument(
        "--data",
        type=Path,
        default=data_folder(),
        help="folder of the matches: the cover's code and the owner's values (%(default)s)",
    )


def run(args: argparse.Namespace) -> int:
    try:
        say, code = translator(args.language).text, known_code(args.data)
        owned = of_this_copy(GAMES[args.game], args.data) if args.game in GAMES else None
        with shown("Drawing the sheets"):
            count = print_sheets(
                args.game, args.out, args.paper, say, code, own_wifi(), owned=owned
            )
    except ValueError as error:
        raise UserError(str(error)) from error
    print(
        f"{args.out}: {count} pages, {PAPERS[args.paper].name}. Print them at 100 %, then measure "
        "the rulers on the first page."
    )
    return 0
