"""`translations`: bring the catalogues up to date with the sources."""

from __future__ import annotations

import argparse

from server.language.catalogues import template, translations, untranslated, updated, write

NAME = "translations"
HELP = "add new messages to the catalogues, drop old ones, and list what is not translated"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--list", action="store_true", help="print every missing message")


def run(args: argparse.Namespace) -> int:
    source = template()
    for language in translations():
        catalogue = updated(language, source)
        write(language, catalogue)
        missing = [message.id for message in untranslated(catalogue)]
        print(f"{language}: {len(catalogue)} messages, {len(missing)} not translated")
        if args.list:
            for message in missing:
                print(f"  {message}")
    return 0
