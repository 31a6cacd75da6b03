"""`rescue`: makes a new database out of a damaged one and the text files of finished matches."""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from server.errors import UserError
from server.progress import shown

NAME = "rescue"
HELP = "make a new database of what can be read of a damaged one and of the copies of matches"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from server.assistant import data_folder
    from server.commands.arguments import own_folder

    parser.add_argument(
        "--data", type=own_folder, default=data_folder(), help="folder of the matches (%(default)s)"
    )


def run(args: argparse.Namespace) -> int:
    from server.assistant import STORE
    from server.data_folder import Occupation
    from server.store.match_files import match_files
    from server.store.rescue import is_sound, rescue

    path = args.data / STORE
    if not path.exists() and not match_files(path):
        raise UserError(
            f"There is neither a database nor a copy of a match in {args.data}. Say where the "
            "matches are: --data FOLDER."
        )
    with Occupation(args.data):
        if is_sound(path):
            print(f"{path} is sound and has every match of which there is a copy. Nothing to do.")
            return 0
        with shown("Reading the damaged database"):
            report = rescue(path)
    print(f"Read from the database itself: {_matches(report.from_database)}.")
    print(f"Brought back from their text files: {_matches(report.from_copies)}.")
    for match_id, rows in report.in_part.items():
        print(f"Only in part: match {match_id}, the first {rows} entries of its journal. It is")
        print("     paused; compare it with the table before you go on.")
    print(f"Lost: {_matches(report.lost)}.")
    if report.spoilt is not None:
        entries = report.spoilt.readable + report.spoilt.lost
        print(f"Of {entries} entries in the log the last {report.spoilt.lost} cannot be used: the")
        print(
            "     last choices may be missing. Compare the match with the table before you go on."
        )
    if report.phones is None:
        print("Phones have to join again.")
    else:
        print(f"Phones that are still in: {report.phones}.")
    if report.kept is not None:
        print(
            f"The damaged database is kept as {report.kept.name}; delete it if nothing is missing."
        )
    return 1 if report.lost or report.in_part or report.spoilt else 0


def _matches(numbers: Iterable[int]) -> str:
    listed = list(numbers)
    if not listed:
        return "no match"
    words = ", ".join(map(str, listed[:20])) + (", …" if len(listed) > 20 else "")
    return f"{len(listed)} match{'es' if len(listed) > 1 else ''} ({words})"
