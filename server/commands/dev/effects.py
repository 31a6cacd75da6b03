"""`effects`: the kinds of effects a game knows, and how many of its pieces show each."""

from __future__ import annotations

import argparse

from rules.games import GAMES
from server.errors import UserError

NAME = "effects"
HELP = "list the kinds of effects of a game with the number of pieces that show each"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game", choices=sorted(GAMES.names), help="a game with a catalogue of effects"
    )


def run(args: argparse.Namespace) -> int:
    """0 if every kind is used, 1 if one is missing."""
    kinds_shown = GAMES[args.game].kinds_shown
    if kinds_shown is None:
        raise UserError(f"{args.game} has no catalogue of effects.")
    groups = kinds_shown()
    for group, kinds in groups.items():
        print(group)
        for kind, count in kinds.items():
            print(f"  {kind:42} {count or 'MISSING':>7}")
    counts = {kind: count for kinds in groups.values() for kind, count in kinds.items()}
    missing = [kind for kind, count in counts.items() if not count]
    if missing:
        print(f"{len(missing)} of {len(counts)} kinds are missing: {', '.join(missing)}.")
        return 1
    print(f"All {len(counts)} kinds are used.")
    return 0
