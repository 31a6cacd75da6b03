"""Which messages there are, and what the catalogues make of them.

Messages are found in the sources: `Text`, `Plural` and their kin in Python, `_` and `ngettext` in
templates. The names of editions, of pieces, of what they are and of what they lie on come from the
games themselves, since their data files hold them.

In a catalogue every message has one line and every translation one, so that tools which merge files
line by line never join two of them. What they can still leave, half a message or two translations
of it, is refused.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

from babel.messages import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from rules.games import GAMES
from rules.text import Plural, Text
from server.language.translation import FOLDER, LANGUAGES, SOURCE
from vision.layout import load_layout
from vision.registry import load_registry

TOP = Path(__file__).parents[2]
_SOURCES = ("rules", "vision", "firmware", "server", "hardware")
_METHODS = [
    ("**.py", "python"),
    ("**/templates/**.html", "jinja2"),
    ("**/templates/**.svg", "jinja2"),
]
_KEYWORDS: dict[str, Any] = {
    "Text": None,
    "Plural": (1, 2),
    "_": None,
    "gettext": None,
    "ngettext": (1, 2),
}

_ENTRY = re.compile(
    r"""
    (\#.*\n)*
    msgid\ (?P<id>"[^\n]+")\n
    ( msgstr\ "[^\n]*"
    | msgid_plural\ "[^\n]+"\n
      msgstr\[0]\ "[^\n]*"\n msgstr\[1]\ "[^\n]*" (\n msgstr\[2]\ "[^\n]*")?
    )
    """,
    re.VERBOSE,
)
"""A message of a catalogue, from its places in the sources to its translation."""


class CatalogueError(Exception):
    """A catalogue that says something else than was written into it."""


def template() -> Catalog:
    """Every message of the sources, each with the files it comes from."""
    catalogue = Catalog(fuzzy=False)
    for folder in _SOURCES:
        found = extract_from_dir(TOP / folder, _METHODS, keywords=_KEYWORDS, comment_tags=())
        for file, _line, message, _comments, _context in found:
            if _has_words(message):
                catalogue.add(message, locations=[(f"{folder}/{file}", 0)])
    for game in (game for game in GAMES.values() if game.edition.folder.is_relative_to(TOP)):
        origin = [(f"rules/{game.name}/edition.toml", 0)]
        catalogue.add(game.edition.text("edition"), locations=origin)
        for piece in game.pieces.values():
            for message in filter(_has_words, _messages(piece.name)):
                catalogue.add(message, locations=origin)
        for text in game.campaign.texts if game.campaign else ():
            catalogue.add(text.message, locations=origin)
        for form in load_registry(game.name).forms:
            catalogue.add(form.name, locations=[(f"rules/{game.name}/tags.toml", 0)])
        for frame in load_layout(game.name).mats.values():
            catalogue.add(frame.title, locations=[(f"rules/{game.name}/layout.toml", 0)])
    return catalogue


def _messages(text: Text) -> Iterator[str | tuple[str, str]]:
    """The message of a text, with all its forms, and those of the texts in it."""
    yield (text.one, text.other) if isinstance(text, Plural) else text.message
    for value in text.values.values():
        if isinstance(value, Text):
            yield from _messages(value)


def read(language: str) -> Catalog:
    """The catalogue of a language, if every message in it is whole.

    Babel joins lines that a merge left behind to the translation before them, and takes the first
    of two translations, which may be that of another message, without a word.
    """
    text = (FOLDER / f"{language}.po").read_text()
    line = 1
    known: set[str] = set()
    for number, entry in enumerate(text.rstrip().split("\n\n")):
        if number:
            _check_entry(f"{language}.po, line {line}", entry, known)
        line += entry.count("\n") + 2
    return read_po(io.StringIO(text), language)


def _check_entry(where: str, entry: str, known: set[str]) -> None:
    found = _ENTRY.fullmatch(entry)
    if found is None:
        raise CatalogueError(
            f"{where}: not one message and its translation, each in one line. "
            f"Put this right by hand:\n{entry}"
        )
    if found["id"] in known:
        raise CatalogueError(f"{where}: {found['id']} is there twice. Keep one of them.")
    known.add(found["id"])


def updated(language: str, source: Catalog) -> Catalog:
    """The catalogue with every message of the sources and none that they do not have."""
    catalogue = read(language)
    catalogue.update(source, no_fuzzy_matching=True, update_header_comment=False)
    catalogue.obsolete.clear()
    return catalogue


def write(language: str, catalogue: Catalog) -> None:
    text = io.BytesIO()
    write_po(text, catalogue, width=0, include_lineno=False, sort_output=True, omit_header=True)
    (FOLDER / f"{language}.po").write_text(_head(catalogue) + text.getvalue().decode())


def _head(catalogue: Catalog) -> str:
    """Only what reading needs: no dates, so that a catalogue changes with its messages only."""
    lines = [
        f"Language: {catalogue.locale}",
        f"Plural-Forms: {catalogue.plural_forms}",
        "Content-Type: text/plain; charset=utf-8",
    ]
    return "".join(['msgid ""\nmsgstr ""\n', *(f'"{line}\\n"\n' for line in lines), "\n"])


def translations() -> list[str]:
    return [language for language in LANGUAGES if language != SOURCE]


def untranslated(catalogue: Catalog) -> Iterator[Message]:
    """What would be shown in English: messages without words, or with those of another message."""
    for message in catalogue:
        if message.id and (message.fuzzy or not all(forms(message.string))):
            yield message


def unknown(catalogue: Catalog, source: Catalog) -> Iterator[Message]:
    """Messages that the sources do not have any more."""
    return (message for message in catalogue if message.id and message.id not in source)


def wrong_fields(catalogue: Catalog) -> Iterator[tuple[Message, str]]:
    """Translations that name a value which the message does not have, lose one or double it."""
    for message in catalogue:
        wanted = _fields(forms(message.id)[-1])
        for form in forms(message.string):
            found = _fields(form)
            if len(forms(message.id)) > 1 and "n" not in found:
                # It may be left out of the form for one.
                found["n"] = wanted["n"]
            if message.id and form and found != wanted:
                yield message, form


def forms(message: Any) -> tuple[str, ...]:
    """One string, or one for each form of a plural."""
    return tuple(message) if isinstance(message, tuple | list) else (message or "",)


def _fields(message: str) -> Counter[str]:
    return Counter(name for _, name, _, _ in Formatter().parse(message) if name is not None)


def _has_words(message: Any) -> bool:
    words = "".join(text for text, *_ in Formatter().parse(forms(message)[-1]))
    return any(letter.isalpha() for letter in words)
