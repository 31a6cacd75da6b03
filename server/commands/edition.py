"""`edition`: which printed values are not known, and how the owner of a copy sets them right."""

from __future__ import annotations

import argparse

from rules.edition import row_of
from rules.games import GAMES
from rules.text import Text
from server.assistant import data_folder
from server.commands.arguments import own_folder
from server.store import owner_values as owner

NAME = "edition"
HELP = "list the printed values that are not confirmed from your copy, and confirm or correct them"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", choices=sorted(GAMES.names))
    parser.add_argument(
        "--set",
        nargs=2,
        action="append",
        default=[],
        metavar=("PATH", "VALUE"),
        help="the value printed on your copy; several go together, all or none",
    )
    parser.add_argument(
        "--confirm",
        nargs="+",
        default=[],
        metavar="PATH",
        help="these are printed as listed; a path may name a whole row or table",
    )
    parser.add_argument(
        "--only", default="", metavar="TEXT", help="list only values with this in path or words"
    )
    parser.add_argument(
        "--toml",
        nargs="+",
        default=[],
        metavar="ROW",
        help="print rows in the form in which your own file can give them",
    )
    parser.add_argument(
        "--data",
        type=own_folder,
        default=data_folder(),
        help="folder of your own files (%(default)s)",
    )


def _once(pairs: list[list[str]]) -> dict[str, str]:
    """Of two values for one path neither is kept."""
    values: dict[str, str] = {}
    for path, value in pairs:
        if path in values:
            raise owner.OwnerError(
                Text("{what} is given twice. Give it one value.", what=path),
            )
        values[path] = value
    return values


def run(args: argparse.Namespace) -> int:
    game = GAMES[args.game]
    if args.set:
        owner.set_values(game, args.data, _once(args.set))
    if args.confirm:
        owner.confirm(game, args.data, args.confirm)
    if args.toml:
        for row in args.toml:
            print(owner.as_toml(game, args.data, row))
        return 0
    values = owner.house_values(game, args.data)
    title = game.edition.text("title")
    if not values:
        print(f"{title}: every printed value is known.")
        return 0
    for value in values:
        if args.only.casefold() in f"{value.path} {value.label}".casefold():
            mark = "yours" if value.confirmed else "house"
            print(f"{mark}  {value.path:40} {value.value:36} {value.label}")
    left = sum(not value.confirmed for value in values)
    print(f"{title}: {left} of {len(values)} printed values to confirm from your copy.")
    if rows := [row for row in map(row_of, game.edition.house) if row]:
        file = owner.own_file(game, args.data)
        print(f"What is no number or word, as what a card does, can be given in {file}:")
        print(f"./run edition {game.name} --toml ROW prints a row like {rows[0]} for it.")
    if left:
        print(f"Look at your copy: ./run edition {game.name} --confirm PATH, or --set PATH VALUE.")
    return 0
