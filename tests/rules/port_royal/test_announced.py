"""What is said aloud in Port Royal: who went bust and why, who paid, who sailed."""

from __future__ import annotations

from typing import Any

from rules.announcements import Announcement
from rules.games import GAMES
from rules.match import Match
from tests.rules.kernel.test_announcements import announced, matches


def match_of(*keys: str, **settings: str) -> Match[Any]:
    game = GAMES["port_royal"]
    return Match(game, game.seat(["Ann", "Bob"]), settings, ("first:red", *keys))


def last(match: Match[Any], kind: str) -> Announcement:
    return next(e for e in reversed(match.events(len(match.journal))) if e.kind.key == kind)


def every(kind: str) -> list[tuple[Match[Any], int, Announcement]]:
    return [
        (match, number, each)
        for match in matches("port_royal")
        for number in range(1, len(match.journal) + 1)
        for each in match.events(number)
        if each.kind.key == kind
    ]


def test_a_bust_shows_the_ships_that_clash_and_all_that_is_lost() -> None:
    match = match_of(
        "draw", "turn:sailor/3.1", "draw", "turn:ship/red/3/6.1", "draw", "turn:ship/red/1/1.1"
    )
    bust = last(match, "bust")
    assert bust.who == match.seats[0]
    assert str(bust.words) == "Two red ships"
    assert [piece.id for piece in bust.pieces] == ["ship/red/3/6.1", "ship/red/1/1.1"]
    assert len(bust.gone) == 3


def test_a_repelled_ship_is_told() -> None:
    for match, number, told in every("repelled"):
        assert match.answers[number - 1].option.key.startswith(("repel:", "keep:"))
        assert told.who == match.answers[number - 1].who


def test_a_tax_says_who_paid_and_who_gained() -> None:
    for match, number, told in every("tax"):
        words = str(told.words)
        for line in match.lines(number):
            if line.what == "coins" and "Tax increase" in str(line.because):
                verb = "pays" if line.amount < 0 else "gets"
                assert f"{line.seat} {verb} {abs(line.amount)} coin" in words


def test_an_expedition_is_told_with_what_it_brings_and_whom_it_takes() -> None:
    for _, _, told in every("expedition"):
        (expedition,) = told.pieces
        assert len(told.gone) == sum(n for _, n in expedition.needs)  # type: ignore[attr-defined]
        assert "influence and" in str(told.words)


def test_the_last_round_is_announced_once_and_before_the_end() -> None:
    for match, number, _ in every("last_round"):
        assert number <= len(match.journal)
        assert [each.kind.key for each in announced(match)].count("last_round") == 1


def test_the_last_card_of_the_time_deck_begins_the_last_turn() -> None:
    for match, number, told in every("last_turn"):
        assert str(told.words) == "The time deck has one card left"
        assert match.fork(number).table.places.count("time") == 1


def test_a_fulfilled_contract_and_a_mission_are_loud_and_a_marker_on_the_way_is_not() -> None:
    assert all(told.is_loud for kind in ("contract", "mission") for *_, told in every(kind))
    assert not any(told.is_loud for *_, told in every("marked"))


def test_persons_who_bring_coins_are_told_beside_the_turn() -> None:
    words = {str(told.words).partition(":")[0] for *_, told in every("helped")}
    assert {"Jesters", "Admirals"} <= words
