"""`album`: keeps an owner's album of card pictures as a file, and uses one from a file."""

from __future__ import annotations

import argparse
from pathlib import Path

from rules.games import GAMES
from server.assistant import data_folder
from server.commands.arguments import folder
from server.errors import UserError
from server.live.albums import Albums
from server.live.messages import Refused
from server.store.atomic_file import write_whole
from vision.measure.art import with_backs
from vision.recognise.album import AlbumError, kinds_of
from vision.simulator.scene import Deck

NAME = "album"
HELP = "save or restore the pictures by which the cards of a copy are known"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", choices=sorted(name for name, game in GAMES.items() if game.cards))
    parser.add_argument("--save", type=Path, metavar="FILE", help="write the album to a file")
    parser.add_argument("--restore", type=Path, metavar="FILE", help="use the album of a file")
    parser.add_argument(
        "--drawn",
        type=Path,
        metavar="FILE",
        help="write an album of the simulated table's own cards, all shown once, for robots",
    )
    parser.add_argument(
        "--data", type=folder, default=data_folder(), help="folder of the matches (%(default)s)"
    )


def run(args: argparse.Namespace) -> int:
    if args.drawn is not None:
        return _draw(args.game, args.drawn)
    albums = Albums(args.data)
    try:
        if args.restore is not None:
            args.data.mkdir(parents=True, exist_ok=True)
            albums.restore(args.game, args.restore)
        if args.save is not None:
            _save(albums, args.game, args.save)
    except Refused as refused:
        raise UserError(f"{args.restore}: {refused.reason}") from refused
    known, kinds = albums.cards(args.game), kinds_of(args.game)
    more = len(known.keys() - set(kinds))
    counted = f"{len(known) - more} of {len(kinds)} kinds of cards"
    print(f"{albums.path(args.game)}: {counted}{f', and {more} of other sets' if more else ''}.")
    return 0


def _draw(game: str, file: Path) -> int:
    album = with_backs(game, Deck("hard"))
    try:
        album.save(file)
    except AlbumError as error:
        raise UserError(str(error)) from error
    print(f"{file}: {len(album.cards)} pictures of the simulated cards and their backs.")
    return 0


def _save(albums: Albums, game: str, file: Path) -> None:
    packed = albums.packed(game)
    if not packed:
        album = albums.path(game)
        raise UserError(f"{album}: there is no album yet. It is made when a first card is learned.")
    try:
        write_whole(file, packed)
    except OSError as error:
        raise UserError(f"{file}: cannot be written ({error.strerror}).") from error
