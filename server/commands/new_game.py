"""`new-game`: writes the package of a game to begin with, which can be played at once."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from rules.games import GAMES
from server.errors import UserError

NAME = "new-game"
HELP = "write the package of a game of your own to begin with"

_SKELETON = Path(__file__).with_name("skeleton")
_SUFFIX = ".txt"
"""So that nobody takes its files for ours."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", help="the game's, in small letters, as lighthouse")
    parser.add_argument(
        "--in",
        dest="folder",
        type=Path,
        default=Path(),
        metavar="FOLDER",
        help="where its folder is made (here)",
    )


def run(args: argparse.Namespace) -> int:
    name, folder = args.name, args.folder / args.name
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        raise UserError(f"{name} is no name: use small letters, digits and _, a letter first.")
    if name in GAMES.names or find_spec(name) is not None:
        raise UserError(f"There is a package called {name} already. Choose another name.")
    try:
        folder.mkdir()
        for path, text in _files(name):
            (folder / path).parent.mkdir(exist_ok=True)
            (folder / path).write_text(text, encoding="utf-8")
    except FileExistsError as error:
        raise UserError(f"{folder} is there already. Choose another name or folder.") from error
    except OSError as error:
        raise UserError(f"{error.filename} cannot be written: {error.strerror}.") from error
    print(f"{folder} can be played when it is installed:")
    print(f"  {sys.executable} -m pip install --no-deps --no-build-isolation -e {folder}")
    print(f"{folder / 'README.md'} says what is in it.")
    return 0


def _files(name: str) -> Iterator[tuple[Path, str]]:
    """What is written, below the folder of the game."""
    title = name.replace("_", " ").capitalize()
    for path in sorted(_SKELETON.rglob(f"*{_SUFFIX}")):
        folder, _, file = path.relative_to(_SKELETON).as_posix().rpartition("/")
        folder = name if folder == "game" else folder
        file = file.removesuffix(_SUFFIX).replace("test_game", f"test_{name}")
        text = path.read_text(encoding="utf-8")
        text = text.replace("lighthouse", name).replace("Lighthouse", title)
        yield Path(folder, file), text
