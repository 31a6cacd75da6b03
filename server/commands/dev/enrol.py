"""`enrol`: shows a card to the camera once, so that it is known by its picture from then on."""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from rules.games import GAMES
from server.commands.dev.pictures import picture
from server.errors import UserError
from server.progress import shown
from vision.measure.art import with_backs
from vision.recognise.album import Album, boards_of, kinds_of, load_album, new_album
from vision.simulator.scene import Deck

NAME = "enrol"
HELP = "show a card once, so that it is known by its picture without a tag"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help="the game, e.g. port_royal")
    parser.add_argument(
        "kind", nargs="?", help="the kind of the card, e.g. ship/red/1/1, or a board, e.g. board"
    )
    parser.add_argument(
        "picture", nargs="?", type=Path, help="a picture of the card or board, alone and upright"
    )
    parser.add_argument("--album", type=Path, required=True, help="the album, e.g. cards.album")
    parser.add_argument("--list", action="store_true", help="list the cards of the album")
    parser.add_argument(
        "--drawn",
        action="store_true",
        help="show all cards of the simulated table and their backs once, for robots",
    )


def run(args: argparse.Namespace) -> int:
    try:
        if args.list:
            _list(load_album(args.album, args.game))
        elif args.drawn:
            _draw(args.game, args.album)
        elif args.kind is None or args.picture is None:
            raise UserError(
                "Say which card it is, and give a picture of it; or ask for --list or --drawn."
            )
        else:
            _enrol(args.game, args.kind, args.picture, args.album)
    except ValueError as error:
        raise UserError(str(error)) from error
    return 0


def _enrol(game: str, kind: str, path: Path, file: Path) -> None:
    kinds, boards = kinds_of(game, every_set=True), [mat.key for mat in boards_of(game)]
    if kind not in (*kinds, *boards):
        raise UserError(f"{game} has no card {kind!r}. It has: {', '.join((*kinds, *boards))}.")
    album = load_album(file, game) if file.exists() else new_album(game)
    if kind in boards:
        album.enrol_board(kind, picture(path))
        album.save(file)
        print(f"{file}: {kind} is enrolled; it needs no tags any more.")
        return
    again = kind in album.cards
    corners = album.enrol(kind, picture(path))
    album.save(file)
    width = np.linalg.norm(corners[1] - corners[0])
    print(
        f"{file}: {kind} is {'enrolled again' if again else 'enrolled'}, {width:.0f} pixels wide; "
        f"{len(album.cards)} of {len(_wanted(album))} cards."
    )


def _draw(game: str, file: Path) -> None:
    if game not in GAMES or not GAMES[game].cards:
        raise UserError(f"{game} has no cards that are known by their pictures.")
    with shown("Drawing all cards"):
        album = with_backs(game, Deck("hard"))
    album.save(file)
    print(f"{file}: {len(album.cards)} pictures of the simulated cards and their backs.")


def _wanted(album: Album) -> list[str]:
    """The kinds of the base game, and those of other sets that are in the album."""
    base = kinds_of(album.game)
    return [*base, *(kind for kind in album.cards if kind not in base)]


def _list(album: Album) -> None:
    kinds = _wanted(album)
    for kind in kinds:
        print(f"{'enrolled' if kind in album.cards else 'missing ':8}  {kind}")
    print(f"{len(album.cards)} of {len(kinds)} cards are enrolled.")
