"""`perft`: counts the ways a match can go, to compare one version of the rules with another."""

from __future__ import annotations

import argparse

from rules.simulation import perft
from server.commands import arguments
from server.errors import UserError
from server.progress import shown

NAME = "perft"
HELP = "count the ways the first choices of a match can go"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    arguments.add_simulation(parser)
    parser.add_argument("--depth", type=int, default=5, help="number of choices (5)")


def run(args: argparse.Namespace) -> int:
    if args.depth < 1:
        raise UserError(f"--depth must be 1 or more, not {args.depth}.")
    simulation = arguments.simulation(args)
    for depth in range(1, args.depth + 1):
        with shown(f"Depth {depth}"):
            ways = perft(simulation, depth)
        print(f"{depth:3} {ways}")
    return 0
