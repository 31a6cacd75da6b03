"""What damaged translations look like: found in made-up catalogues, and in none of ours."""

from __future__ import annotations

import re
from argparse import Namespace
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from babel.messages import Catalog, Message

from server.commands.dev.translations import run
from server.errors import UserError
from server.language import catalogues
from server.language.catalogues import CatalogueError, read, translations, write, wrong_fields
from server.language.translation import FOLDER, LANGUAGES, SOURCE

FIELD = re.compile(r"\{\w*\}")
COMMAND = re.compile(r"\./run( [\w-]+)*|`[^`]*`|http://\S*|\"[^\"]*\"|[\w-]+\.(?:toml|local)\b")
"""What is typed or stands in a file, and so is the same in every language."""


def forms(message: Any) -> tuple[str, ...]:
    return message if isinstance(message, tuple) else (message,)


def translated(catalogue: Catalog) -> Iterator[tuple[str, str]]:
    """Every translated message in its longest form, with each form of its translation."""
    for message in catalogue:
        for form in filter(None, forms(message.string) if message.id else ()):
            yield max(forms(message.id), key=len), form


def words(text: str) -> list[str]:
    """Its words without values; a full stop between two words does not part them."""
    return re.findall(r"[^\W\d_]+", FIELD.sub(" ", text).lower())


def longest_repetition(text: str) -> int:
    """How many words come twice in the same order."""
    said = words(text)
    ends = [0] * (len(said) + 1)
    longest = 0
    for first in range(len(said)):
        before = ends.copy()
        for second in range(len(said)):
            alike = second > first and said[first] == said[second]
            ends[second + 1] = before[second] + 1 if alike else 0
        longest = max(longest, *ends)
    return longest


def repeating(catalogue: Catalog) -> list[str]:
    return [
        form
        for message, form in translated(catalogue)
        if longest_repetition(form) > longest_repetition(message) + 2
    ]


@pytest.mark.parametrize("language", translations())
def test_no_translation_repeats_itself(language: str) -> None:
    assert repeating(read(language)) == []


MEAN_THE_SAME = [
    {"discard pile shuffled in", "shuffle the discard pile into the deck"},
]
"""Messages that differ only in English."""


def bare(message: str) -> str:
    """A message without its articles and its plural."""
    return re.sub(r"\b(an?|the) |s\b", "", message.lower())


def of_two_messages(catalogue: Catalog) -> list[str]:
    messages = defaultdict(set)
    for message, form in translated(catalogue):
        if len(words(form)) > 2:
            messages[form].add(message)
    return [
        form
        for form, same in messages.items()
        if len({bare(message) for message in same}) > 1 and same not in MEAN_THE_SAME
    ]


@pytest.mark.parametrize("language", translations())
def test_no_two_messages_have_one_long_translation(language: str) -> None:
    assert of_two_messages(read(language)) == []


LENGTHS = [(90, 0.6, 1.6), (40, 0.4, 1.8), (20, 0.3, 2), (0, 0, 6)]
"""From so many letters in English, how short and how long a translation may be beside it."""


def of_another_length(catalogue: Catalog) -> list[str]:
    wrong = []
    for message, form in translated(catalogue):
        said, length = (len(FIELD.sub("", text).strip()) for text in (message, form))
        least, most = next(bounds for longer, *bounds in LENGTHS if said >= longer)
        # A word or a name can be long in any language.
        if not least * said <= length <= max(most * said, 20):
            wrong.append(form)
    return wrong


@pytest.mark.parametrize("language", translations())
def test_no_translation_is_much_shorter_or_longer_than_its_message(language: str) -> None:
    assert of_another_length(read(language)) == []


MOST_WORDS = 25
"""In a sentence; more are not understood at a table."""
ON_PAPER = ("hardware/", "server/commands/")
"""Sources of what is printed or said at a command line: no phone shows it."""


def long_sentences(message: Message, said: Any) -> list[str]:
    """The sentences of a message, or of its translation, that are too long for a phone."""
    if all(file.startswith(ON_PAPER) for file, _line in message.locations):
        return []
    sentences = (
        sentence for form in forms(said) for sentence in re.split(r"(?<=[.!?…])\W*\s", form or "")
    )
    return [each for each in sentences if len(re.findall(r"\S*\w\S*", each)) > MOST_WORDS]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_on_a_phone_is_long(language: str, source: Catalog) -> None:
    catalogue = None if language == SOURCE else read(language)
    wrong = []
    for message in source:
        known = catalogue.get(message.id) if catalogue else message
        said = known.string if catalogue and known else message.id
        wrong += long_sentences(message, said)
    assert wrong == []


LATIN = re.compile(r"[A-Za-z]+(?:-[A-Za-z]+)*")
NAMES = {
    *("Quartermaster", "Raspberry", "Pi", "OS", "picamera", "BG", "Stats", "Wi-Fi", "MQTT"),
    *("NEXT", "SCAN", "UNDO", "PDF", "QR", "JPEG", "PNG", "II"),
    *("Module", "Wide", "HQ", "USB", "RTSP", "MJPEG", "Tesseract", "Home", "Assistant"),
}
"""Names of things that have no other in Cyrillic letters."""
KEYS = {
    "calibrate",  # ./run dev calibrate, without ./run dev
    *("yes", "no", "skull"),
    *("sugar", "gold", "spice"),
    *("seats", "colours", "journal"),
    *("hire", "sailor"),
}
"""Words that an owner writes into a file."""
OF_ENGLISH = frozenset(
    re.findall(
        r"\w+",
        """
        about again and any are be been before but by cannot count does each for from has have his
        how if into is it its more not of on or other over so than that the their them then there
        these they this to update was what when where which who will with without you your
        """,
    )
)
"""Words without which English has no sentence; none of them is a word in Italian."""


def english(language: str, form: str) -> list[str]:
    """The English words in a translation."""
    rest = COMMAND.sub(" ", FIELD.sub(" ", form))
    if language == "it":
        return [word for word in words(rest) if word in OF_ENGLISH]
    return [word for word in LATIN.findall(rest) if len(word) > 1 and word not in NAMES | KEYS]


ENGLISH_NAMES = {"Port of Spain"}
"""Names with an English word that are the same in Italian."""


def with_english(catalogue: Catalog) -> list[str]:
    language = str(catalogue.locale)
    return [
        form
        for _, form in translated(catalogue)
        if form not in ENGLISH_NAMES and english(language, form)
    ]


@pytest.mark.parametrize("language", translations())
def test_no_english_is_left_in_a_translation(language: str) -> None:
    assert with_english(read(language)) == []


def with_other_fields(catalogue: Catalog) -> list[str]:
    return [form for _, form in wrong_fields(catalogue)]


@pytest.mark.parametrize("language", translations())
def test_translations_have_the_same_values_as_the_message(language: str) -> None:
    assert with_other_fields(read(language)) == []


def test_everything_allowed_is_still_there(source: Catalog) -> None:
    messages = {form for message in source for form in forms(message.id)}
    assert {word for message in messages for word in LATIN.findall(message)} >= NAMES | KEYS
    assert messages >= ENGLISH_NAMES
    assert all(same <= messages for same in MEAN_THE_SAME)


# ------------------------------------------------------------------------------------- Made up

DAMAGED: list[tuple[Callable[[Catalog], list[str]], str, dict[Any, Any]]] = [
    (
        repeating,
        "ru",
        {"The round has results.": "В туре есть результаты. В туре есть результаты."},
    ),
    (
        repeating,
        "it",
        {"Take a card of the deck": "Prendi una carta dal mazzo una carta dal mazzo"},
    ),
    (
        of_two_messages,
        "uk",
        {"Take a card": "Візьміть карту з колоди", "Discard a card": "Візьміть карту з колоди"},
    ),
    (of_another_length, "ru", {"Move the ship to a harbour of yours": "Корабль"}),
    (
        of_another_length,
        "it",
        {"Move the ship to a harbour": "Sposta la nave in un porto, poi paga il pedaggio e pesca"},
    ),
    (with_english, "ru", {"Take a card of the deck": "Возьмите карту of the deck"}),
    (with_english, "uk", {"Take a card of the market": "Візьміть card з ринку"}),
    (with_english, "it", {"Take a card from the deck": "Prendi una carta from the deck"}),
    (with_other_fields, "ru", {"{seat} pays {n}": "Плата: {n}"}),
    (with_other_fields, "ru", {"{seat} pays {n}": "{seat}: {n} из {n}"}),
    (with_other_fields, "uk", {"{seat} pays {price}": "{seat}, {seat}: плата {price}"}),
    (with_other_fields, "it", {"{seat} pays {n}": "{seat} paga {n} a {name}"}),
    (
        with_other_fields,
        "ru",
        {("{seat}: {n} coin", "{seat}: {n} coins"): ("{seat}: монета", "{n} монеты", "{n} монет")},
    ),
]
SOUND: dict[str, dict[Any, Any]] = {
    "ru": {
        "Take a card of the deck": "Возьмите карту из колоды",
        ("{seat}: a coin", "{seat}: {n} coins"): (
            "{seat}: {n} монета",
            "{seat}: {n} монеты",
            "{seat}: {n} монет",
        ),
    },
    "uk": {"Put a ship in {place}, not in {other}": "Поставте корабель: {place}, не {other}"},
    "it": {("{seat}: a coin", "{seat}: {n} coins"): ("{seat}: moneta", "{seat}: {n} monete")},
}


def made_up(language: str, messages: dict[Any, Any]) -> Catalog:
    catalogue = Catalog(language)
    for message, translation in messages.items():
        catalogue.add(message, translation)
    return catalogue


@pytest.mark.parametrize(("finds", "language", "messages"), DAMAGED)
def test_damage_is_found(
    finds: Callable[[Catalog], list[str]], language: str, messages: dict[Any, Any]
) -> None:
    assert finds(made_up(language, messages)) != []


@pytest.mark.parametrize("language", SOUND)
@pytest.mark.parametrize("finds", dict.fromkeys(finds for finds, *_ in DAMAGED))
def test_sound_translations_are_let_alone(
    finds: Callable[[Catalog], list[str]], language: str
) -> None:
    assert finds(made_up(language, SOUND[language])) == []


def test_a_sentence_is_long_from_26_words_on() -> None:
    shown = Message("", locations=[("server/web/templates/me.html", 0)])
    printed = Message("", locations=[("hardware/print/cover.py", 0)])
    whole = "{seat}" + " word" * 24
    assert long_sentences(shown, f"{whole}. {whole}? – Yes: {whole[:60]}") == []
    assert long_sentences(shown, f"Short. {whole} more.") == [f"{whole} more."]
    assert long_sentences(shown, ("Short.", f"{whole} more")) == [f"{whole} more"]
    assert long_sentences(printed, f"{whole} more") == []


# --------------------------------------------------------------------------------- How it came

HEAD = (
    'msgid ""\nmsgstr ""\n"Language: ru\\n"\n'
    '"Content-Type: text/plain; charset=utf-8\\n"\n'
    '"Plural-Forms: nplurals=3; plural=(n!=1);\\n"\n\n'
)
TORN = {
    "what was left of another line": (
        '#: a.py\nmsgid ""\n"The round has "\n"results."\n'
        'msgstr ""\n"В туре есть "\n"результаты."\n"есть результаты."\n'
    ),
    "a second translation": (
        '#: a.py\nmsgid "The match is over"\n'
        'msgstr "Партия продолжается."\nmsgstr "Партия окончена"\n'
    ),
    "a translation without its message": (
        '#: a.py\nmsgid "The match goes on"\n'
        'msgstr ""\n\n#: b.py\nmsgstr "Партия продолжается."\n\n'
        '#: c.py\nmsgid "The match is over"\nmsgstr "Партия окончена"\n'
    ),
    "a message that is there twice": (
        '#: a.py\nmsgid "Over"\nmsgstr "Окончена"\n\n#: b.py\nmsgid "Over"\nmsgstr "Идёт"\n'
    ),
    "the mark of a conflict": (
        '#: a.py\nmsgid "Over"\n<<<<<<< ours\nmsgstr "Окончена"\n=======\nmsgstr "Конец"\n'
    ),
}
"""What merging catalogues line by line has left in them."""


@pytest.mark.parametrize("left", TORN)
def test_a_catalogue_that_a_merge_has_torn_is_refused(
    left: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogues, "FOLDER", tmp_path)
    (tmp_path / "ru.po").write_text(HEAD + TORN[left])
    with pytest.raises(CatalogueError, match=r"ru\.po, line \d+"):
        read("ru")


def test_the_command_says_what_is_torn_and_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: Catalog
) -> None:
    monkeypatch.setattr("server.commands.dev.translations.template", lambda: source)
    monkeypatch.setattr(catalogues, "FOLDER", tmp_path)
    torn = HEAD + TORN["a second translation"]
    (tmp_path / "ru.po").write_text(torn)
    with pytest.raises(UserError, match=r"ru\.po, line 7:.*\n.*\n.*The match is over"):
        run(Namespace(list=False, count=False, glossary=False, release=False))
    assert (tmp_path / "ru.po").read_text() == torn


@pytest.mark.parametrize("language", translations())
def test_a_catalogue_is_written_with_a_line_for_every_message_and_read_again(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    catalogue = read(language)
    before = strings(catalogue)
    stored = (FOLDER / f"{language}.po").read_text()
    monkeypatch.setattr(catalogues, "FOLDER", tmp_path)
    write(language, catalogue)
    assert (tmp_path / f"{language}.po").read_text() == stored, (
        "as ./run dev translations writes it"
    )
    assert strings(read(language)) == before


def strings(catalogue: Catalog) -> dict[Any, Any]:
    """All but the head, in which stands the minute it was read in."""
    return {message.id: message.string for message in catalogue if message.id}
