"""`print`: the sheets to print for a game, as a PDF."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

from firmware.own_wifi import own_wifi
from hardware.print.kinds import LEAST, Kind
from hardware.print.page import PAPERS
from hardware.print.sheets import Effort, effort, print_sheets, sets_of
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
    parser.add_argument("--out", type=Path, help="the PDF to write")
    parser.add_argument(
        "--with",
        dest="kinds",
        action="append",
        choices=[*map(str, Kind), "all"],
        help=f"what to print; may be repeated ({', '.join(sorted(LEAST))})",
    )
    parser.add_argument(
        "--set", dest="sets", action="append", default=[], help="an expansion, too; or all"
    )
    parser.add_argument(
        "--json",
        action="store_true",
        help="only say pages, pieces to cut out, minutes and ink (mean cover)",
    )
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
        sets, kinds = _sets(args.game, args.sets), _kinds(args.kinds)
        if args.json:
            _say(effort(args.game, args.paper, sets, owned), kinds)
            return 0
        if args.out is None:
            raise UserError("Say which file to write with --out FILE, or --json to only count.")
        with shown("Drawing the sheets"):
            count = print_sheets(
                args.game,
                args.out,
                args.paper,
                say,
                code,
                own_wifi(),
                sets=sets,
                kinds=kinds,
                owned=owned,
            )
    except ValueError as error:
        raise UserError(str(error)) from error
    print(
        f"{args.out}: {count} pages, {PAPERS[args.paper].name}. Print them at 100 %, then measure "
        "the rulers on the first page."
    )
    return 0


def _sets(game: str, named: Sequence[str]) -> frozenset[str]:
    if game not in GAMES:
        return frozenset(named)
    there = sets_of(game)
    if wrong := sorted({*named} - {*there, "all"}):
        known = ", ".join(there) or "none"
        raise UserError(f"There is no expansion {wrong[0]!r}. There are: {known}.")
    return frozenset(there if "all" in named else named)


def _kinds(named: Sequence[str] | None) -> frozenset[Kind]:
    if named is None:
        return LEAST
    return frozenset(Kind) if "all" in named else frozenset(map(Kind, named))


def _say(parts: Sequence[Effort], kinds: frozenset[Kind]) -> None:
    chosen = [part for part in parts if part.kind in kinds]
    rows = [
        {
            "kind": part.kind,
            "what": str(part.what),
            "pages": part.pages,
            "pieces": part.pieces,
            "minutes": part.minutes,
            "ink": round(part.cover(), 3),
        }
        for part in chosen
    ]
    pages = sum(part.pages for part in chosen)
    inked = sum(part.cover() * part.pages for part in chosen)
    total = {
        "pages": 1 + pages,
        "pieces": sum(part.pieces for part in chosen),
        "minutes": sum(part.minutes for part in chosen),
        "ink": round(inked / max(1, pages), 3),
    }
    print(json.dumps(total | {"parts": rows}, indent=2))
