"""`screenshots`: a picture of every page, in every size, light and dark, in every language."""

from __future__ import annotations

import argparse
from pathlib import Path

from server.errors import UserError
from server.language.translation import LANGUAGES
from server.progress import shown

NAME = "screenshots"
HELP = "photograph every page: phone and desktop, light and dark, in every language"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER")
    parser.add_argument(
        "--language",
        action="append",
        choices=tuple(LANGUAGES),
        help="only this one (may be given several times)",
    )
    parser.add_argument(
        "--readme", action="store_true", help="only the pictures of the README, small"
    )


def run(args: argparse.Namespace) -> int:
    try:
        from server.trials.screenshots import take_all
    except ModuleNotFoundError as error:
        raise UserError(
            f"Screenshots need the package {error.name}; "
            "./run dev screenshots installs it, or: pip install -e '.[dev]'."
        ) from error

    with shown("Pages") as pages:

        def progress(page: str) -> None:
            pages.doing = page
            pages.step()

        if args.readme:
            from server.commands.dev.readme_pictures import make_pictures

            number = make_pictures(args.out, progress)
        else:
            number = take_all(args.out, args.language or tuple(LANGUAGES), progress)
    print(f"{number} pictures are in {args.out}.")
    return 0
