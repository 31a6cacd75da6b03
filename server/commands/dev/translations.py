"""`translations`: bring the catalogues up to date with the sources, and count what is missing."""

from __future__ import annotations

import argparse
from collections.abc import Mapping

from babel.messages import Catalog

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
from server.language.counting import count, met_in_a_match
from server.language.glossary import deviations, glossary, uses
from server.progress import shown

NAME = "translations"
HELP = "add new messages to the catalogues, drop old ones, and count what is not translated"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--list", action="store_true", help="print every missing message")
    parser.add_argument(
        "--count",
        action="store_true",
        help="only count, the words of all messages and of those in a match too",
    )
    parser.add_argument(
        "--glossary",
        action="store_true",
        help="print every term, how often it is used, and each translation that differs from it",
    )
    parser.add_argument(
        "--release",
        action="store_true",
        help="only count, and fail unless every message is translated, as a release needs it",
    )


def run(args: argparse.Namespace) -> int:
    with shown("Reading the sources"):
        source = template()
    try:
        catalogues = {language: read(language) for language in translations()}
    except CatalogueError as error:
        raise UserError(str(error)) from error
    if args.count:
        print(f"All: {count(source)}")
        print(f"In a match: {count(filter(met_in_a_match, source))}")
    if args.glossary:
        return _print_glossary(catalogues, source)
    complete = True
    for language, before in catalogues.items():
        catalogue = updated(language, source)
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


def _print_glossary(catalogues: Mapping[str, Catalog], source: Catalog) -> int:
    """Every term with its uses, and the translations that have another word."""
    words = glossary()
    used = uses(words, source)
    for term in words.term:
        said = ", ".join(term.word(language) for language in catalogues)
        print(f"{term.name}: {said} ({used[term.name]})")
    wrong = 0
    for language, catalogue in catalogues.items():
        found = [*deviations(catalogue, language, words, source)]
        wrong += len(found)
        print(f"{language}: {len(found)} deviations")
        for deviation in found:
            print(f"  {deviation}")
    return 1 if wrong else 0
