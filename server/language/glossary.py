"""One word for one thing: the terms of `glossary.toml`, and translations that differ from them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from babel.messages import Catalog, Message
from msgspec import field

from rules.typed import Table, read_file
from server.language.catalogues import forms

FILE = Path(__file__).with_name("glossary.toml")
_FIELD = re.compile(r"\{\w*\}")


class GlossaryError(ValueError):
    """A glossary that cannot be read."""


class Term(Table, frozen=True):
    """A thing, and its word in every language."""

    english: str
    say: Mapping[str, str]
    """By language: the term, and after commas its other forms."""
    origin: str
    """The rulebook that calls it so."""
    never: Mapping[str, str] = field(default_factory=dict)
    """By language: words of other things, or of nothing."""
    games: tuple[str, ...] = ()
    """Only in messages of these, if any are named."""
    unless: tuple[str, ...] = ()
    """English in which the term means something else."""

    @property
    def name(self) -> str:
        return self.english.partition(",")[0]

    def word(self, language: str) -> str:
        return self.say[language].partition(",")[0].replace("|", "")


class Manner(Table, frozen=True):
    """How people are spoken to in a language."""

    language: str
    say: str
    never: str


class Glossary(Table, frozen=True):
    term: tuple[Term, ...]
    manner: tuple[Manner, ...] = ()


class Deviation(NamedTuple):
    term: str
    """The term, or how people are spoken to."""
    wanted: str
    found: str
    """The word that is not to be used; empty if only the wanted one is missing."""
    message: str
    translation: str

    def __str__(self) -> str:
        found = f', not "{self.found}"' if self.found else ""
        return f'"{self.wanted}"{found}: {self.message} -> {self.translation}'


def glossary() -> Glossary:
    return read_file(FILE, Glossary, GlossaryError)


def uses(words: Glossary, source: Catalog) -> Counter[str]:
    """In how many messages each term is, by its name."""
    return Counter(
        term.name
        for message in source
        for term in _terms_of(max(forms(message.id), key=len), message, words.term)
    )


def deviations(
    catalogue: Catalog, language: str, words: Glossary, source: Catalog
) -> Iterator[Deviation]:
    """Every form of a translation that has another word for a term, or lacks the term's."""
    for message in source:
        translated = catalogue.get(message.id) if message.id else None
        if translated is None:
            continue
        english = max(forms(message.id), key=len)
        terms = _terms_of(english, message, words.term)
        for form in dict.fromkeys(filter(None, forms(translated.string))):
            yield from _of_terms(english, form, language, terms)
            yield from _of_manner(english, form, language, words.manner)


def _of_terms(english: str, form: str, language: str, terms: list[Term]) -> Iterator[Deviation]:
    plain = _plain(form)
    known = {term.english: _pattern(term.say[language]) for term in terms}
    for term in terms:
        others = plain
        for other in terms:
            if other is not term:
                others = known[other.english].sub(" ", others)
        never = term.never.get(language)
        found = _pattern(never).search(others) if never else None
        if found or not known[term.english].search(plain):
            wrong = found[0] if found else ""
            yield Deviation(term.name, term.word(language), wrong, english, form)


def _of_manner(
    english: str, form: str, language: str, manners: Iterable[Manner]
) -> Iterator[Deviation]:
    for manner in manners:
        if manner.language == language and (found := _pattern(manner.never).search(_plain(form))):
            yield Deviation(manner.say, manner.say, found[0], english, form)


def _terms_of(english: str, message: Message, terms: Iterable[Term]) -> list[Term]:
    """The terms in a message; a longer one hides the shorter ones in it."""
    left = _FIELD.sub(" ", english)
    files = [file for file, _line in message.locations]
    found = []
    for term in sorted(terms, key=lambda term: -len(term.english)):
        if term.games and not any(game in file.split("/") for game in term.games for file in files):
            continue
        rest = left
        for other in term.unless:
            rest = re.sub(re.escape(other), " ", rest, flags=re.IGNORECASE)
        if _english(term.english).search(rest):
            found.append(term)
            left = _english(term.english).sub(" ", left)
    return found


@cache
def _english(term: str) -> re.Pattern[str]:
    """A term in the singular and the plural; one in capitals is the lettering of a button."""
    words = "|".join(re.escape(word) for word in term.split(", "))
    return re.compile(rf"\b(?:{words})(?:e?s)?\b", 0 if term.isupper() else re.IGNORECASE)


@cache
def _pattern(words: str) -> re.Pattern[str]:
    """One of several words, each with the endings that its bars allow."""
    alternatives = [
        r"\s+".join(
            re.escape(stem) + (r"\w*" if bar else "")
            for stem, bar, _ending in (part.partition("|") for part in word.split())
        )
        for word in words.replace("\n", " ").strip().split(", ")
    ]
    return re.compile(rf"(?<!\w)(?:{'|'.join(alternatives)})(?!\w)", re.IGNORECASE)


def _plain(form: str) -> str:
    return _FIELD.sub(" ", form).replace("’", "'")
