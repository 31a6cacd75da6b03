"""`translations`: bring the catalogues up to date with the sources, and count what is missing."""

from __future__ import annotations

import argparse

from server.errors import UserError
from server.language.catalogues import (
    CatalogueError,
    read,
    template,
    translations,
    unknown,
    untranslated,
    updated,
    write,
)
from server.progress import shown

NAME = "translations"
HELP = "add new messages to the catalogues, drop old ones, and count what is not translated"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--list", action="store_true", help="print every missing message")
    parser.add_argument("--count", action="store_true", help="only count, and change no catalogue")
    parser.add_argument(
        "--release",
        action="store_true",
        help="only count, and fail unless every message is translated, as a release needs it",
    )


def run(args: argparse.Namespace) -> int:
    with shown("Reading the sources"):
        source = template()
    complete = True
    for language in translations():
        try:
            before = read(language)
            catalogue = updated(language, source)
        except CatalogueError as error:
            raise UserError(str(error)) from error
        missing = [message.id for message in untranslated(catalogue)]
        old = sum(1 for _ in unknown(before, source))
        complete &= not missing and not old
        left = f", {old} that the sources do not have any more" if old else ""
        print(f"{language}: {len(catalogue)} messages, {len(missing)} not translated{left}")
        if args.list:
            for message in missing:
                print(f"  {message}")
        if not args.count and not args.release:
            write(language, catalogue)
    if args.release and not complete:
        print("A release needs every message in every language: translate what is missing.")
        return 1
    return 0
