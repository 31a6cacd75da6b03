"""`album`: keeps an owner's album of card pictures as a file, and uses one from a file."""

from __future__ import annotations

import argparse
from contextlib import closing
from pathlib import Path

from rules.games import GAMES
from server.assistant import data_folder
from server.commands.arguments import own_folder
from server.errors import UserError
from server.live.albums import Albums
from server.live.messages import Refused
from server.live.uploaded import SentPictures
from server.store.atomic_file import write_whole
from vision.recognise.album import kinds_of

NAME = "album"
HELP = "save or restore the pictures by which the cards of a copy are known"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", choices=sorted(GAMES.names))
    parser.add_argument("--save", type=Path, metavar="FILE", help="write the album to a file")
    parser.add_argument("--restore", type=Path, metavar="FILE", help="use the album of a file")
    parser.add_argument(
        "--data", type=own_folder, default=data_folder(), help="folder of the matches (%(default)s)"
    )


def run(args: argparse.Namespace) -> int:
    if not GAMES[args.game].cards:
        raise UserError(f"{args.game} has no cards that are known by their pictures.")
    albums = Albums(args.data)
    try:
        if args.restore is not None:
            args.data.mkdir(parents=True, exist_ok=True)
            with closing(SentPictures()) as sent:
                albums.restore(args.game, args.restore, sent)
        if args.save is not None:
            _save(albums, args.game, args.save)
    except Refused as refused:
        raise UserError(f"{args.restore}: {refused.reason}") from refused
    known, kinds = albums.cards(args.game), kinds_of(args.game)
    more = len(known.keys() - set(kinds))
    counted = f"{len(known) - more} of {len(kinds)} kinds of cards"
    print(f"{albums.path(args.game)}: {counted}{f', and {more} of other sets' if more else ''}.")
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
