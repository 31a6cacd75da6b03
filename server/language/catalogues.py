"""Which messages there are, and what the catalogues make of them.

Messages are found in the sources: `Text`, `Plural` and their kin in Python, `_` and `ngettext` in
templates. The names of editions, of pieces, of what they are and of what they lie on come from the
games themselves, since their data files hold them.
"""

from __future__ import annotations

import io
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


def template() -> Catalog:
    """Every message of the sources, each with the files it comes from."""
    catalogue = Catalog(fuzzy=False)
    for folder in _SOURCES:
        found = extract_from_dir(TOP / folder, _METHODS, keywords=_KEYWORDS, comment_tags=())
        for file, _line, message, _comments, _context in found:
            if _has_words(message):
                catalogue.add(message, locations=[(f"{folder}/{file}", 0)])
    for game in GAMES.values():
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
    with (FOLDER / f"{language}.po").open("rb") as file:
        return read_po(file, language)


def updated(language: str, source: Catalog) -> Catalog:
    """The catalogue with every message of the sources and none that they do not have."""
    catalogue = read(language)
    catalogue.update(source, no_fuzzy_matching=True, update_header_comment=False)
    catalogue.obsolete.clear()
    return catalogue


def write(language: str, catalogue: Catalog) -> None:
    text = io.BytesIO()
    write_po(text, catalogue, include_lineno=False, sort_output=True, omit_header=True)
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
        if message.id and (message.fuzzy or not all(_forms(message.string))):
            yield message


def wrong_fields(catalogue: Catalog) -> Iterator[tuple[Message, str]]:
    """Translations that name a value which the message does not have, or lose one."""
    for message in catalogue:
        wanted = _fields(_forms(message.id)[-1])
        for form in _forms(message.string):
            # "{n}" may be left out of the form for one.
            if message.id and form and _fields(form) | {"n"} != wanted | {"n"}:
                yield message, form


def _forms(message: Any) -> tuple[str, ...]:
    """One string, or one for each form of a plural."""
    return tuple(message) if isinstance(message, tuple | list) else (message or "",)


def _fields(message: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(message) if name is not None}


def _has_words(message: Any) -> bool:
    words = "".join(text for text, *_ in Formatter().parse(_forms(message)[-1]))
    return any(letter.isalpha() for letter in words)
