"""Messages in the language of a phone.

The sources name every message in English, as `Text`, `Plural` or `_()` in a template. A catalogue
(`translations/<language>.po`) gives it in another language; it is read when a phone first asks for
it. A game may have catalogues of its own, in the same folder beside its edition. A message that no
catalogue has is shown in English.
"""

from __future__ import annotations

import gettext
import io
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from babel import Locale, negotiate_locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from rules.games import GAMES
from rules.text import Plural, Text

LANGUAGES: Mapping[str, str] = {
    "en": "English",
    "ru": "Русский",
    "uk": "Українська",
    "it": "Italiano",
}
"""Each in its own words."""
SOURCE = "en"
FOLDER = Path(__file__).parent / "translations"


class Translator:
    """One language."""

    def __init__(self, language: str, catalogue: gettext.NullTranslations) -> None:
        self.language = language
        self.locale = Locale.parse(language)
        self._of_all = catalogue
        self._games: set[str] = set()

    @property
    def _catalogue(self) -> gettext.NullTranslations:
        """With those of the games that have been loaded meanwhile."""
        if self.language != SOURCE and len(GAMES.loaded) != len(self._games):
            for name in GAMES.loaded.keys() - self._games:
                self._games.add(name)
                file = GAMES.loaded[name].edition.folder / FOLDER.name / f"{self.language}.po"
                if file.exists():
                    self._of_all.add_fallback(_read(file, self.language))
        return self._of_all

    def gettext(self, message: str, **values: object) -> str:
        """A message of a page."""
        return self._fill(self._catalogue.gettext(message), values)

    def ngettext(self, one: str, other: str, n: int, **values: object) -> str:
        return self._fill(self._catalogue.ngettext(one, other, n), {"n": n, **values})

    def text(self, text: object) -> str:
        """A message of the rules, with everything in it; other values stay as they are."""
        if isinstance(text, Plural):
            return self._fill(self._catalogue.ngettext(text.one, text.other, text.n), text.values)
        if isinstance(text, Text):
            # The empty message is the head of a catalogue.
            known = self._catalogue.gettext(text.message) if text.message else ""
            return self._fill(known, text.values)
        return str(text)

    def _fill(self, message: str, values: Mapping[str, object]) -> str:
        if not values:
            return message
        return message.format(**{name: self.text(value) for name, value in values.items()})


@cache
def translator(language: str) -> Translator:
    """The translator of one of `LANGUAGES`."""
    if language == SOURCE:
        return Translator(language, gettext.NullTranslations())
    return Translator(language, _read(FOLDER / f"{language}.po", language))


def _read(file: Path, language: str) -> gettext.GNUTranslations:
    with file.open("rb") as opened:
        catalogue = read_po(opened, language)
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def best_language(wanted: Iterable[str]) -> str:
    """The first of the wanted languages that there is, `ru-RU` counting as `ru`."""
    tags = [tag.replace("-", "_") for tag in wanted]
    return negotiate_locale(tags, list(LANGUAGES)) or SOURCE
