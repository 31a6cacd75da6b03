"""No number stands beside the wrong form of a noun: not in the sources, and not in a match."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from babel.messages import Catalog

from rules.flow import TABLE
from rules.games import GAMES
from rules.ledger import payments
from rules.match import Match
from rules.simulation import Simulation, some_settings
from rules.text import Text
from server.language.catalogues import read, translations
from server.web.games import drawn_by

NO_NOUNS = frozenset(
    re.findall(
        r"\w+",
        """
        abstains add after again afterwards aloud already also among and are Aside asks at back
        become becomes begins belongs beside borders both brings by came can cannot change
        chooses chosen come comes contains costs could deleted discards do does done draws
        each ends exclude exists face failed falls fights first follows for forbids founds
        free from fulfilled get gets gives go goes grows had has have here if in into is
        jumped lacked lacks lay lays leaves left lies loses made may means met must needs no
        nor now of on or out paid pays per refuses said sends share short shows spent stays
        takes that there to took turned twice unread up votes waits wants was went when
        whenever wins with x
        """,
    )
)
"""Words that may follow any value: nothing about them depends on how much it is."""

ALLOWED = {
    "{game} is for {least} to {most} players, not {n}.": "a range",
    "{least} to {most} players, clockwise": "a range",
    "Sail 1 to {most} spaces along the arrows.": "a range",
    "sail on {least}–{most} spaces for another main action": "a range",
    "{n} of {all} cards, tiles and spaces to confirm.": "there are hundreds",
    "text of {least} to {most} characters": "a range",
    "a list of {least} to {most} entries": "a range",
    "{what} must be {n} land spaces.": "there are many",
    "{n} of {all} house": "house values: no word of its own",
    "{log} is damaged: of {all} entries the last {lost} cannot be read, so the last "
    "choices and later matches may be missing. It is kept as {kept}. Compare match and "
    "table before you play on. Missing finished matches come back with ./run rescue "
    "--data {folder}. Replace the memory card: it will fail again.": "the log has many entries",
    "+ {n} income": "a quantity without a plural",
}
"""Messages with a noun after a value that is no number of things, and why."""
MEASURES = ("mm", "cm", "min", "pixels", "squares", "barrier")
"""Millimetres, centimetres and minutes are written alike for every number; pictures and sheets are
never one pixel or square; a barrier has a colour, not a number.
"""
NO_NUMBERS = ("category", "good")
"""Values that are never a number."""
OPENING = ("Add", "Correct", "Enter", "Follow", "Put", "What", "Write")
"""A sentence begins."""


def forms(message: Any) -> tuple[str, ...]:
    return message.id if isinstance(message.id, tuple) else (message.id,)


def test_a_message_with_a_number_before_a_noun_has_a_plural(source: Catalog) -> None:
    wrong = []
    for message in source:
        plural = isinstance(message.id, tuple)
        for form in forms(message):
            for field, word in re.findall(r"\{(\w+)\}[ -]([A-Za-z]+)", form):
                agrees = (plural and field == "n") or field in NO_NUMBERS
                known = word in NO_NOUNS or word in MEASURES or word in OPENING
                if not agrees and not known and form not in ALLOWED:
                    wrong.append((form, word))
    assert not wrong, "use Plural or ngettext, or say here why it needs no plural"


def test_everything_allowed_is_still_there(source: Catalog) -> None:
    known = {form for message in source for form in forms(message)}
    assert [message for message in ALLOWED if message not in known] == []


# -------------------------------------------------------------------------- In other languages

UNCHANGING = {
    "ru": ("из", "и", "у", "крузадо"),
    "uk": ("з", "і", "у", "в", "крузадо"),
    "it": ("di", "o", "su", "cibo", "influenza", "legno", "oro"),
}
"""Words after a number that are the same for every number."""


def plurals(language: str) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Every message with a plural that is translated, and its translation."""
    for message in read(language):
        translated = tuple(message.string or ())
        if isinstance(message.id, tuple) and any(translated):
            yield message.id, translated


@pytest.mark.parametrize("language", translations())
def test_translations_have_a_form_of_the_noun_for_every_number(language: str) -> None:
    wrong = []
    for message, translated in plurals(language):
        if len({*translated}) == 1:
            words = re.findall(r"\{n\} (\w+)", translated[0])
            wrong += [(message, word) for word in words if word not in UNCHANGING[language]]
    assert wrong == []


@pytest.mark.parametrize("language", ["ru", "uk"])
def test_the_first_form_of_slavic_languages_is_also_for_21(language: str) -> None:
    without = [
        message
        for message, translated in plurals(language)
        if "{n}" in message[1] and not all("{n}" in form for form in translated)
    ]
    assert without == []


# ----------------------------------------------------------------------------------- In a match


def nouns(source: Catalog) -> dict[str, str]:
    """Every noun of the catalogue that has a plural: what it is for one, and for more."""
    pairs: dict[str, str] = {}
    for message in source:
        if isinstance(message.id, tuple):
            one, other = (re.findall(r"[\w{}']+", form) for form in message.id)
            if len(one) == len(other):
                pairs |= {a: b for a, b in zip(one, other, strict=True) if b in (f"{a}s", f"{a}es")}
                pairs |= {a: b for a, b in zip(one, other, strict=True) if b == f"{a[:-1]}ies"}
    return pairs


def texts_of(match: Match[Any]) -> Iterator[Text | None]:
    """All that can be read now: the question, its options, the rules, and what was paid."""
    game, table, choice = match.game, match.table, match.choice
    assert choice is not None
    aside = drawn_by(game.name).aside
    yield choice.prompt
    yield from game.guide.rules(table)
    for option in choice.refused() if choice.refused else ():
        yield from (option.text, option.blocked)
    for option in choice.options:
        yield from (option.text, option.blocked, option.record)
        if aside and choice.who is not TABLE:
            beside = aside(match, option)
            yield from (beside.group, beside.detail)


def texts_once(match: Match[Any]) -> Iterator[Text]:
    """All that can be read before and after a match, or at any time."""
    game, table = match.game, match.table
    for step in game.guide.set_up(game.new(match.seats, match.settings)):
        yield step.text
    for chapter in game.guide.chapters(table):
        yield from chapter.rules
    for line in (*table.ledger.lines, *game.scoring.standing(table)):
        yield line.because
    yield game.scoring.outcome(table).because
    assert game.money is not None
    yield from map(game.money.words, payments(table.ledger.lines, game.money.account))
    for face in drawn_by(game.name).faces.values():
        yield from (mark.words for mark in face.marks)
    yield from game.printed.things.values()
    for part in game.printed.parts():
        yield from part.shows


@pytest.mark.parametrize(("name", "seed"), [(name, seed) for name in GAMES for seed in (1, 2)])
def test_nothing_said_in_a_match_has_the_wrong_form_of_a_noun(
    name: str, seed: int, source: Catalog
) -> None:
    game = GAMES[name]
    seats = ["Ann", "Bob", "Cy", "Di"][: game.seats[-1] - seed + 1]
    simulation = Simulation(game, seats, some_settings(game, seed, len(seats)), seed)
    simulation.sensible = True
    said: set[str] = set()
    while simulation.match.choice:
        if len(simulation.match.journal) % 3 == 0:
            said.update(str(text) for text in texts_of(simulation.match) if text)
        simulation.step()
    said.update(str(text) for text in texts_once(simulation.match))
    one, other = set(nouns(source)), set(nouns(source).values())
    assert {"coin", "card", "doubloon", "worker", "sword", "church"} <= one
    wrong = []
    for text in said:
        for number, word, then in re.findall(r"(?<![\d.,/–-])\b(\d+) (?=(\w+)(?: (\w+))?)", text):
            # "2 ship upgrades": what is counted is the last word.
            if word in (other if number == "1" else one) and then not in other:
                wrong.append((number, word, text))
    assert wrong == []
