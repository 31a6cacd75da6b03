"""Robots play without one label on a card, and say which card it is that nobody knows yet."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rules.copies import said_by_kind
from rules.game import KNOWN_BY, PICTURES
from rules.games import GAMES
from server.robots.match import RobotMatch
from server.store import Store

GAME: Any = GAMES["port_royal"]


def test_the_first_turns_are_followed_while_every_card_is_learned(tmp_path: Path) -> None:
    with (
        Store.open(tmp_path / "store.db") as store,
        RobotMatch(store, GAME, ("Ann", "Bob"), 2, {KNOWN_BY.key: PICTURES}) as robots,
    ):
        scene = robots.table.hands.table
        report = robots.play(9)
        assert all(lying.tag is None for lying in scene.scene().pieces if lying.face_up)
        (record,) = store.matches()
        match = store.load(record.id)
    intended = [said_by_kind(match, key) for key in report.intended]
    stored = [said_by_kind(match, key) for key in match.journal]
    assert stored == intended[: len(stored)]
    assert len(intended) - len(stored) <= 1
    assert report.learned >= 2
    assert match.settings[KNOWN_BY.key] == PICTURES
