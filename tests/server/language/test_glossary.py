"""One word for one thing, in every language: every translation uses the terms of the glossary."""

from __future__ import annotations

from typing import Any

import pytest
from babel.messages import Catalog

from rules.games import GAMES
from server.command import main
from server.language.catalogues import read, translations
from server.language.glossary import Deviation, Glossary, deviations, glossary, uses
from server.language.translation import LANGUAGES


@pytest.fixture(scope="module")
def words() -> Glossary:
    return glossary()


@pytest.mark.parametrize("language", translations())
def test_every_thing_has_its_name(language: str, words: Glossary, source: Catalog) -> None:
    assert [str(each) for each in deviations(read(language), language, words, source)] == []


def test_every_term_is_whole(words: Glossary) -> None:
    names = [term.name for term in words.term]
    assert len(names) == len({*names})
    for term in words.term:
        assert term.say.keys() == {*translations()}, term.name
        assert term.never.keys() <= term.say.keys(), term.name
        assert {*term.games} <= {*GAMES}, term.name
    assert {manner.language for manner in words.manner} == {*translations()}


def test_every_term_is_used(words: Glossary, source: Catalog) -> None:
    used = uses(words, source)
    assert [term.name for term in words.term if not used[term.name]] == []


# ------------------------------------------------------------------------------------- Made up

IN_MARACAIBO = "rules/maracaibo/help.py"
IN_PORT_ROYAL = "server/web/games/port_royal/templates/parts.html"


def found(
    words: Glossary, language: str, file: str, message: Any, translation: Any
) -> list[tuple[str, str]]:
    """The terms that a made-up translation of a message of a file misses, and the wrong words."""
    source, catalogue = Catalog(), Catalog(language)
    source.add(message, locations=[(file, 0)])
    catalogue.add(message, translation)
    return [(each.term, each.found) for each in deviations(catalogue, language, words, source)]


@pytest.mark.parametrize(
    ("language", "file", "message", "translation", "wrong"),
    [
        ("ru", IN_MARACAIBO, "Take a quest", "Возьмите задание", ("quest", "задание")),
        ("ru", IN_MARACAIBO, "Take a quest", "Возьмите его", ("quest", "")),
        ("ru", IN_PORT_ROYAL, "Take a mission", "Возьмите квест", ("mission", "")),
        ("uk", IN_PORT_ROYAL, "Hire a person", "Найняти персонажа", ("person", "персонажа")),
        ("uk", IN_PORT_ROYAL, "repelled", "корабель відбито", ("repel", "відбито")),
        ("it", IN_MARACAIBO, "Go to a location", "Vai in un luogo", ("location", "luogo")),
        ("it", "vision/looks.py", "The camera", "La videocamera", ("camera", "videocamera")),
        ("it", "vision/looks.py", "Wait", "Attendete: avete tempo", ("tu", "avete")),
        ("ru", "vision/looks.py", "Wait", "Подожди, это твой ход", ("вы", "твой")),
        ("uk", "vision/looks.py", "Press NEXT", "Натисніть ДАЛІ", ("NEXT", "")),
    ],
)
def test_another_word_is_found(
    words: Glossary, language: str, file: str, message: str, translation: str, wrong: Any
) -> None:
    assert found(words, language, file, message, translation) == [wrong]


@pytest.mark.parametrize(
    ("language", "file", "message", "translation"),
    [
        ("ru", IN_MARACAIBO, "Two quests and a task", "Два квеста и задача"),
        ("ru", "server/web/templates/me.html", "Your next mission", "Ваша следующая миссия"),
        ("ru", IN_MARACAIBO, "Spend {n} combat points", "Потратьте очки военной силы: {n}"),
        ("uk", IN_MARACAIBO, "The career of {seat}", "{seat}: кар’єра"),
        ("uk", IN_PORT_ROYAL, "Repel {person}", "Потопіть: {person}"),
        ("it", "vision/looks.py", "Wait for the next one", "Attendi quello dopo"),
    ],
)
def test_the_word_of_the_glossary_is_let_alone(
    words: Glossary, language: str, file: str, message: str, translation: str
) -> None:
    assert found(words, language, file, message, translation) == []


def test_every_form_of_a_plural_needs_the_word(words: Glossary) -> None:
    message = ("{n} figure", "{n} figures")
    translation = ("{n} матрос", "{n} фигуры", "{n} матросов")
    assert found(words, "ru", IN_MARACAIBO, message, translation) == [("figure", "фигуры")]


def test_a_deviation_says_what_is_wanted() -> None:
    wrong = Deviation("quest", "квест", "задание", "Take a quest", "Возьмите задание")
    assert str(wrong) == '"квест", not "задание": Take a quest -> Возьмите задание'


def test_the_command_prints_every_term_and_counts_words(
    words: Glossary, source: Catalog, capsys: pytest.CaptureFixture[str]
) -> None:
    ended = main(["dev", "translations", "--glossary", "--count"])
    said = capsys.readouterr().out
    assert f"All: {len(source)} messages" in said
    assert "In a match: " in said
    assert all(f"{term.name}: " in said for term in words.term)
    right = all(f"{each}: 0 deviations" in said for each in LANGUAGES if each != "en")
    assert ended == (0 if right else 1)
