"""Events: rules announce them beside choices, and they follow from the journal alone."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import pytest

from rules.announcements import OVER, Announcement, Kind, Weight
from rules.at_once import key_by
from rules.games import GAMES
from rules.journal import read_journal, write_journal
from rules.match import Match
from rules.simulation import Simulation

BUST = ("first:red", "draw", "turn:ship/red/3/6.1", "draw", "turn:ship/red/1/1.1")

PLAYED: tuple[tuple[str, int, Mapping[str, str], int], ...] = (
    ("port_royal", 3, {}, 4),
    ("port_royal", 3, {"mode": "contracts"}, 6),
    ("port_royal", 3, {"mode": "contracts_together"}, 3),
    ("port_royal", 3, {"mode": "adventure"}, 3),
    ("navegador", 3, {}, 2),
    ("maracaibo", 2, {"scenario": "1"}, 2),
    ("cooper_island", 2, {}, 4),
    ("cooper_island", 3, {}, 2),
)
"""Sensible matches in which every kind of event comes up."""
STUBBORN = 100
"""The seed of one more match of each of these, in which tolls are refused: somebody who knows the
game pays them.
"""


@cache
def played(game: str, number: int, settings: tuple[tuple[str, str], ...], seed: int) -> Match[Any]:
    simulation = Simulation(GAMES[game], ["Ann", "Bob", "Cid"][:number], dict(settings), seed)
    simulation.sensible = True
    while seed == STUBBORN and (choice := simulation.match.choice):
        keys = {each.who: {option.key for option in each.options} for each in choice.questions}
        who = next((who for who in keys if "refuse" in keys[who]), None)
        refusing = who and simulation.match.option(key_by(choice, who, "refuse"))
        if refusing:
            simulation.take(refusing)
        else:
            simulation.step()
    return simulation.played()


def matches(game: str, wanted: str = "") -> Iterator[Match[Any]]:
    """Of all, or of those in which a kind of event can come up."""
    for name, number, settings, seeds in PLAYED:
        if name == game and (not wanted or wanted in kinds(game, settings)):
            for seed in (*range(seeds), STUBBORN):
                yield played(name, number, tuple(settings.items()), seed)


def kinds(game: str, settings: Mapping[str, str]) -> dict[str, Kind]:
    """All that can be announced in a match with these settings, by its key."""
    plain = GAMES[game]
    announced = plain.for_match(plain.settle(settings)).announces
    return {kind.key: kind for kind in (OVER, *announced)}


def loud_kinds(game: str) -> list[str]:
    """All that can be loud in these matches."""
    found = ChainMap(*(kinds(game, settings) for name, _, settings, _ in PLAYED if name == game))
    return sorted(key for key, kind in found.items() if kind.weight is Weight.LOUD)


def example(game: str, wanted: str) -> tuple[Match[Any], int, Announcement]:
    """An event of a kind, with its match and the answer that led to it."""
    examples = (
        (match, number, event)
        for match in matches(game, wanted)
        for number in range(1, len(match.journal) + 1)
        for event in match.events(number)
        if event.kind.key == wanted
    )
    found = next(examples, None)
    assert found is not None, f"{wanted} never comes up"
    return found


def announced(match: Match[Any]) -> list[Announcement]:
    return [each for number in range(1, len(match.journal) + 1) for each in match.events(number)]


def match_of(*keys: str) -> Match[Any]:
    game = GAMES["port_royal"]
    return Match(game, game.seat(["Ann", "Bob"]), {}, keys)


def test_an_event_belongs_to_the_answer_that_led_to_it() -> None:
    match = match_of(*BUST)
    assert [[each.kind.key for each in match.events(n)] for n in range(1, 6)] == [[]] * 4 + [
        ["bust"]
    ]
    assert list(match.lines(1)) == match.table.ledger.lines
    assert list(match.lines(5)) == []


def test_what_is_taken_back_was_not_said() -> None:
    match = match_of(*BUST)
    match.undo()
    assert [*match.events(4)] == []
    assert len(match.consequences) == 4
    match.play(BUST[-1])
    assert [each.kind.key for each in match.events(5)] == ["bust"]


def test_a_twin_knows_what_was_said_before_it_and_says_nothing_to_the_other() -> None:
    match = match_of(*BUST)
    twin, earlier = match.fork(), match.fork(3)
    assert [each.kind.key for each in twin.events(5)] == ["bust"]
    assert len(earlier.consequences) == 3
    twin.play("draw")
    assert len(match.consequences) == 5


def test_nothing_of_it_is_in_the_journal_and_a_replay_says_the_same_again() -> None:
    for game in GAMES:
        match = next(matches(game))
        again = read_journal(write_journal(match))
        assert [*map(str_of, announced(again))] == [*map(str_of, announced(match))]


def str_of(each: Announcement) -> tuple[str, str, str]:
    return each.kind.key, str(each.words), str(each.who)


def test_the_end_is_announced_by_itself_with_who_has_won() -> None:
    for game in GAMES:
        match = next(matches(game))
        last = match.events(len(match.journal))[-1]
        outcome = match.outcome()
        assert outcome is not None
        assert last.kind.key == OVER.key
        assert last.title == outcome.headline
        assert last.words == outcome.because


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_event_comes_up_and_nothing_else_is_announced(game: str) -> None:
    said = {each.kind.key for match in matches(game) for each in announced(match)}
    listed = {kind for match in matches(game) for kind in match.game.announces}
    assert said - {OVER.key} == {kind.key for kind in listed}


@pytest.mark.parametrize("game", GAMES)
def test_what_is_loud_is_said_in_few_words_and_now_and_then(game: str) -> None:
    for match in matches(game):
        found = announced(match)
        assert all(str(each.title) and str(each.words) for each in found)
        loud = [each for each in found if each.is_loud]
        assert len(loud) <= len(match.journal) / 4
        assert all(len(str(each.title).split()) <= 4 for each in loud if each.kind.key != OVER.key)
        assert {kind.weight for kind in match.game.announces} >= {Weight.LOUD, Weight.NORMAL}
