"""A pile that does not lie on the table: the assistant shuffles it and turns its pieces up."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware.switches import Button, Press
from rules.flow import TABLE, Reveal
from rules.maracaibo.pieces import JEAN_CARDS
from rules.maracaibo.places import JEAN_DECK, JEAN_DISCARD
from rules.match import Match
from rules.simulation import Simulation
from server.live.host import Host
from server.live.messages import Answer, Begin, View
from server.live.virtual_piles import SECRET_FILE
from server.store import Store, StoreError


class Solo:
    """Somebody who plays alone, with a virtual deck for Jean, and answers as a dealer dealt."""

    def __init__(self, folder: Path, deck: str = "virtual", difficulty: str = "3") -> None:
        self.folder = folder
        self.store = Store.open(folder / "matches.db")
        self.host = Host(self.store, self.shown)
        self.host.handle(
            Begin("maracaibo", ("Ann",), {"jean_deck": deck, "difficulty": difficulty})
        )
        self.dealt = Simulation(self.match.game, ("Ann",), self.match.settings, 7)
        self.dealt.sensible = True
        self.follow()

    def shown(self, view: View) -> None:
        """Whatever anybody is shown must be on the disk already."""
        if view.match is None:
            return
        with sqlite3.connect(f"file:{self.store.path}?mode=ro", uri=True) as other:
            rows = other.execute("SELECT kind FROM journal WHERE match = ?", (view.match_id,))
            answers = sum({"choice": 1, "undo": -1}.get(kind, 0) for (kind,) in rows.fetchall())
        other.close()
        assert answers == len(view.match.journal)

    @property
    def match(self) -> Match[Any]:
        assert self.host.view.match is not None
        return self.host.view.match

    def follow(self) -> None:
        """The simulation knows the other piles; it follows what the host has turned up."""
        for key in self.match.journal[len(self.dealt.match.journal) :]:
            self.dealt.take(self.dealt.match.option(key))

    def step(self) -> None:
        option = self.dealt.pick()
        assert option is not None
        self.host.handle(Answer(self.match.seats[0], option.key))
        self.follow()

    def play_until(self, jeans_turns: int) -> None:
        while len(self.drawn()) < jeans_turns:
            self.step()

    def drawn(self) -> list[str]:
        return [key for key in self.match.journal if key.startswith("turn:jean/")]

    def reporters(self) -> set[str]:
        assert self.host.view.match_id is not None
        entries = self.store.entries(self.host.view.match_id)
        return {entry.by for entry in entries if entry.key.startswith("turn:jean/")}


@pytest.fixture
def solo(tmp_path: Path) -> Iterator[Solo]:
    solo = Solo(tmp_path)
    yield solo
    solo.store.close()


def test_nobody_is_asked_which_card_of_a_virtual_deck_was_turned_up(solo: Solo) -> None:
    while len(solo.drawn()) < 3:
        choice = solo.match.choice
        assert choice is not None
        assert not (isinstance(choice, Reveal) and choice.source == JEAN_DECK)
        solo.step()
    assert solo.reporters() == {"robot"}


def test_a_round_of_the_virtual_deck_has_the_cards_of_the_difficulty(solo: Solo) -> None:
    solo.play_until(7)
    stacks = Counter(JEAN_CARDS[key.partition(":")[2]].stack for key in solo.drawn())
    assert stacks == {"A": 5, "B": 1, "C": 1}
    assert solo.match.table.places.count(JEAN_DECK) == 0
    assert solo.match.table.places.count(JEAN_DISCARD) == 7
    solo.play_until(8)
    assert solo.match.table.places.count(JEAN_DECK) == 6


def test_a_turn_taken_back_and_played_again_turns_up_the_same_card(solo: Solo) -> None:
    solo.play_until(2)
    before = list(solo.match.journal)
    solo.host.handle(Press(Button.UNDO))
    choice = solo.match.choice
    assert choice is not None
    assert choice.who is not TABLE
    undone = len(solo.match.journal)
    assert undone < len(before) - 1
    while len(solo.match.journal) < len(before):
        solo.host.handle(Answer(solo.match.seats[0], before[len(solo.match.journal)]))
    assert solo.match.journal == before


def test_after_a_power_cut_the_same_deck_goes_on(solo: Solo) -> None:
    solo.play_until(2)
    before = solo.match.journal
    while len(solo.drawn()) < 3:
        solo.step()
    whole, third = solo.match.journal, solo.drawn()[2]
    back = whole.index(third) - 1
    while len(solo.match.journal) > back:
        solo.host.handle(Press(Button.UNDO))
    again = Host(solo.store, solo.shown)
    again.start()
    again.stop()
    assert again.view.match is not None
    assert again.view.match.journal[: len(before)] == before
    for key in whole[len(again.view.match.journal) : back + 1]:
        again.handle(Answer(again.view.match.seats[0], key))
    assert third in again.view.match.journal


def test_every_match_is_shuffled_anew(tmp_path: Path) -> None:
    orders = set()
    for number in range(4):
        folder = tmp_path / str(number)
        folder.mkdir()
        solo = Solo(folder)
        solo.play_until(3)
        orders.add(tuple(solo.drawn()))
        assert (folder / SECRET_FILE).stat().st_mode & 0o777 == 0o600
        solo.store.close()
    assert len(orders) > 1


def test_a_real_deck_is_left_to_the_table(tmp_path: Path) -> None:
    solo = Solo(tmp_path, deck="real")
    while solo.match.table.phase != "jean":
        solo.step()
    choice = solo.match.choice
    assert isinstance(choice, Reveal)
    assert choice.source == JEAN_DECK
    assert not (tmp_path / SECRET_FILE).exists()
    solo.store.close()


def test_without_a_secret_nothing_has_happened(solo: Solo) -> None:
    (solo.folder / SECRET_FILE).mkdir()
    with pytest.raises(StoreError, match="Cannot shuffle"):
        solo.play_until(1)
    assert solo.drawn() == []
    (solo.folder / SECRET_FILE).rmdir()
    solo.play_until(1)
