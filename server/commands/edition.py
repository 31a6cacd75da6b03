"""`edition`: which printed values are not known, and how the owner of a copy sets them right."""

from __future__ import annotations

import argparse
from pathlib import Path

from rules.games import GAMES
from server import owner
from server.assistant import data_folder

NAME = "edition"
HELP = "list the printed values that are not confirmed from your copy, and confirm or correct them"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument(
        "--set",
        nargs=2,
        action="append",
        default=[],
        metavar=("PATH", "VALUE"),
        help="the value printed on your copy; several go together, all or none",
    )
    parser.add_argument(
        "--confirm", nargs="+", default=[], metavar="PATH", help="these are printed as listed"
    )
    parser.add_argument(
        "--data", type=Path, default=data_folder(), help="folder of your own file (%(default)s)"
    )


def run(args: argparse.Namespace) -> int:
    game = GAMES[args.game]
    if args.set:
        owner.set_values(game, args.data, dict(args.set))
    if args.confirm:
        owner.confirm(game, args.data, args.confirm)
    values = owner.house_values(game, args.data)
    title = game.edition.text("title")
    if not values:
        print(f"{title}: every printed value is known.")
        return 0
    for value in values:
        mark = "yours" if value.confirmed else "house"
        print(f"{mark}  {value.path:40} {value.value:36} {value.label}")
    left = owner.unconfirmed(game, args.data)
    print(f"{title}: {left} of {len(values)} printed values are not confirmed from your copy.")
    if left:
        print(f"Look at your copy: ./run edition {game.name} --confirm PATH, or --set PATH VALUE.")
    return 0
