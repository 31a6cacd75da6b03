"""`effects`: the kinds of effects a game knows, and how many of its pieces show each."""

from __future__ import annotations

import argparse

from rules.maracaibo.catalogue import catalogue, uses
from server.errors import UserError

NAME = "effects"
HELP = "list the kinds of effects of a game with the number of pieces that show each"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help="the game; only maracaibo has a catalogue of effects")


def run(args: argparse.Namespace) -> int:
    """0 if every kind is used, 1 if one is missing."""
    if args.game != "maracaibo":
        raise UserError(f"{args.game} has no catalogue of effects; only maracaibo has one.")
    counts = uses()
    for group, kinds in catalogue().items():
        print(group)
        for kind in kinds:
            print(f"  {kind:42} {counts[kind] or 'MISSING':>7}")
    missing = [kind for kind, count in counts.items() if not count]
    if missing:
        print(f"{len(missing)} of {len(counts)} kinds are missing: {', '.join(missing)}.")
        return 1
    print(f"All {len(counts)} kinds are used.")
    return 0
