"""`statistics`: who has won what, and all of it worked out anew from the journals."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from server.store import Store

NAME = "statistics"
HELP = "print who has won what; --rebuild plays every finished match again to find out"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from server.assistant import data_folder
    from server.commands.arguments import own_folder

    parser.add_argument(
        "--data", type=own_folder, default=data_folder(), help="folder of the matches (%(default)s)"
    )
    parser.add_argument(
        "--rebuild", action="store_true", help="from the journals, whatever was kept of them"
    )


def run(args: argparse.Namespace) -> int:
    from server.assistant import STORE
    from server.data_folder import Occupation
    from server.progress import through
    from server.store import Store, StoreError

    failed = list[StoreError]()
    with Occupation(args.data), Store.open(args.data / STORE) as store:
        wanted = _finished(store) if args.rebuild else list(store.without_results())
        for match_id in through("Matches", wanted):
            try:
                store.keep_results(match_id)
            except StoreError as error:
                failed.append(error)
        for each in failed:
            print(each)
        for tally in store.statistics.tallies():
            matches = f"{tally.matches} match{'es' if tally.matches > 1 else ''}"
            print(f"{tally.name}: {tally.wins} won of {matches}")
        if not store.statistics.played():
            print("No match finished yet.")
    return 1 if failed else 0


def _finished(store: Store) -> list[int]:
    return [record.id for record in store.matches(("finished",))]
