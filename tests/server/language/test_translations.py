"""Messages in every language: found, counted, with the right values and plural forms."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages import Catalog

from hardware.print.sheets import sets_of
from rules.games import GAMES
from rules.simulation import Simulation
from rules.text import Plural, Text, listing
from server.command import main
from server.language import catalogues
from server.language.catalogues import (
    read,
    translations,
    untranslated,
    updated,
)
from server.language.translation import LANGUAGES, best_language, translator


def test_the_four_languages_are_offered_in_their_own_words() -> None:
    assert list(LANGUAGES) == ["en", "ru", "uk", "it"]
    assert LANGUAGES["uk"] == "Українська"


def test_the_sets_that_pages_offer_have_titles_that_are_translated(source: Catalog) -> None:
    titles = {
        game.edition.text(f"sets.{name}.title")
        for game in GAMES.values()
        for name in sets_of(game.name)
    }
    assert [title for title in titles if title not in source] == []


def test_what_is_not_translated_yet_is_shown_in_english() -> None:
    new = Plural("{n} whale is {what}", "{n} whales are {what}", 2, what=Text("blown about"))
    assert {translator(each).text(new) for each in LANGUAGES} == {"2 whales are blown about"}


@pytest.fixture
def incomplete(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: Catalog) -> Path:
    """The folder of catalogues of which one lacks a message, and has one that nobody says."""
    whole = {language: updated(language, source) for language in translations()}
    monkeypatch.setattr("server.commands.dev.translations.template", lambda: source)
    monkeypatch.setattr(catalogues, "FOLDER", tmp_path)
    for language, catalogue in whole.items():
        for message in untranslated(catalogue):
            plural = isinstance(message.id, tuple)
            message.string = ("?",) * catalogue.num_plurals if plural else "?"
        if language == "it":
            catalogue.delete("There is nothing to take back.")
            catalogue.add("There was nothing to take back.", "Niente")
        catalogues.write(language, catalogue)
    return tmp_path


def test_a_release_needs_every_message_and_a_change_only_counts_them(
    incomplete: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = (incomplete / "it.po").read_text()
    assert main(["dev", "translations", "--count", "--list"]) == 0
    said = capsys.readouterr().out
    assert re.search(r"it: \d+ messages, 1 not translated, 1 that the sources do not have", said)
    assert re.search(r"ru: \d+ messages, 0 not translated$", said, re.MULTILINE)
    assert "There is nothing to take back." in said
    assert main(["dev", "translations", "--release"]) == 1
    assert "A release needs every message" in capsys.readouterr().out
    assert (incomplete / "it.po").read_text() == before, "counting changes nothing"


def test_catalogues_follow_the_sources_and_are_ready_for_a_release_when_all_is_translated(
    incomplete: Path,
) -> None:
    assert main(["dev", "translations"]) == 0
    after = (incomplete / "it.po").read_text()
    assert "There was nothing to take back." not in after
    assert 'msgid "There is nothing to take back."\nmsgstr ""\n' in after
    translated = 'msgid "There is nothing to take back."\nmsgstr "Niente da riprendere."\n'
    (incomplete / "it.po").write_text(
        after.replace('msgid "There is nothing to take back."\nmsgstr ""\n', translated)
    )
    assert main(["dev", "translations", "--release"]) == 0


FOREIGN = {"ru": "[іїєґ]", "uk": "[ыэёъ]", "it": "[а-яёіїєґ]"}
"""Letters that a language does not have."""


@pytest.mark.parametrize("language", translations())
def test_no_message_is_in_another_language(language: str) -> None:
    foreign = re.compile(FOREIGN[language], re.IGNORECASE)
    assert [each.id for each in read(language) if foreign.search(str(each.string))] == []


def test_every_way_to_write_a_message_is_found(source: Catalog) -> None:
    assert "There is nothing to take back." in source
    assert "Hire {person} for {n} coin" in source, "a message with a plural"
    assert "Admiral" in " ".join(str(message.id) for message in source), "the name of a card"


@pytest.mark.parametrize("name", GAMES)
def test_everything_that_a_match_says_is_in_the_catalogues(name: str, source: Catalog) -> None:
    """A message built while playing, rather than written in the sources, would not be."""
    game = GAMES[name]
    simulation = Simulation(game, ["Ann", "Bob", "Cy"][: game.seats[-1]], {}, seed=3)
    said: set[str] = set()
    for step in game.guide.set_up(simulation.match.table):
        said.update(messages(step.text))
    while choice := simulation.match.choice:
        table = simulation.match.table
        for text in (choice.prompt, game.guide.phase(table), *game.guide.rules(table)):
            said.update(messages(text))
        for option in choice.options:
            said.update(messages(option.text), messages(option.blocked))
        simulation.step()
    for line in (*table.ledger.lines, *game.scoring.standing(table)):
        said.update(messages(line.because))
    unknown = {message for message in said if message not in source}
    assert {message for message in unknown if re.search(r"[^\W_]", FIELD.sub("", message))} == set()


FIELD = re.compile(r"\{\w+\}")


def messages(text: object) -> Iterator[str]:
    if isinstance(text, Text):
        yield text.one if isinstance(text, Plural) else text.message
        for value in text.values.values():
            yield from messages(value)


def test_the_language_of_a_phone_is_chosen_from_what_it_accepts() -> None:
    assert best_language(["de-DE", "uk-UA", "en"]) == "uk"
    assert best_language(["fr"]) == "en"
    assert best_language([]) == "en"


@pytest.mark.parametrize(
    ("number", "said"),
    [(1, "1 монету"), (3, "3 монеты"), (5, "5 монет"), (11, "11 монет"), (21, "21 монету")],
)
def test_russian_has_three_forms_of_a_plural(number: int, said: str) -> None:
    text = Plural("Hire {person} for {n} coin", "Hire {person} for {n} coins", number, person="X")
    assert said in translator("ru").text(text)


def test_a_message_within_a_message_is_translated_too() -> None:
    italian = translator("it")
    inner = italian.text(Text("the harbour"))
    assert inner != "the harbour"
    assert inner in italian.text(listing([Text("the harbour"), Text("the deck")]))


def test_a_name_with_braces_is_only_a_name() -> None:
    assert "{0}" in translator("ru").text(Text("{seat} begins", seat="{0}"))
