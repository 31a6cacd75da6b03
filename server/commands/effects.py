"""`effects`: the kinds of effects a game knows, and how many of its pieces show each."""

from __future__ import annotations

import argparse
from importlib import import_module
from types import ModuleType

from rules.games import GAMES
from server.errors import UserError

NAME = "effects"
HELP = "list the kinds of effects of a game with the number of pieces that show each"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", choices=sorted(GAMES), help="a game with a catalogue of effects")


def run(args: argparse.Namespace) -> int:
    """0 if every kind is used, 1 if one is missing."""
    known = _catalogue(args.game)
    counts = known.uses()
    for group, kinds in known.catalogue().items():
        print(group)
        for kind in kinds:
            print(f"  {kind:42} {counts[kind] or 'MISSING':>7}")
    missing = [kind for kind, count in counts.items() if not count]
    if missing:
        print(f"{len(missing)} of {len(counts)} kinds are missing: {', '.join(missing)}.")
        return 1
    print(f"All {len(counts)} kinds are used.")
    return 0


def _catalogue(game: str) -> ModuleType:
    """Games whose pieces are trees of effects have one among what is printed."""
    try:
        return import_module(f"rules.{game}.printed.catalogue")
    except ModuleNotFoundError as error:
        raise UserError(f"{game} has no catalogue of effects.") from error
