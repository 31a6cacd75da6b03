"""Sign-ins of the organiser are kept by the club, not by cookies, and none of them for ever."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine

from server.club.database import sign_ins
from server.club.opening import open_club
from server.club.organiser import Organiser, new_passphrase
from server.club.sign_ins import LASTS, MOST, SignIns


class Clock:
    now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    new_passphrase(tmp_path)
    engine = open_club(f"sqlite:///{tmp_path / 'club.sqlite'}")
    yield engine
    engine.dispose()


def test_a_sign_in_ends_by_hand_after_a_month_and_with_its_passphrase(
    tmp_path: Path, engine: Engine
) -> None:
    clock = Clock()
    held = SignIns(engine, Organiser(tmp_path), clock)
    one, other = held.begin(), held.begin()
    assert held.holds(one)
    assert held.holds(other)
    held.end(one)
    assert not held.holds(one)
    assert SignIns(engine, Organiser(tmp_path), clock).holds(other)
    clock.now += LASTS
    assert not held.holds(other)
    third = held.begin()
    new_passphrase(tmp_path)
    assert not held.holds(third)


def test_a_sign_in_by_a_clock_that_was_ahead_does_not_last_for_years(
    tmp_path: Path, engine: Engine
) -> None:
    clock = Clock()
    held = SignIns(engine, Organiser(tmp_path), clock)
    usual = held.begin()
    clock.now -= 3600
    assert held.holds(usual)
    clock.now += 10 * 365 * 24 * 3600
    early = held.begin()
    clock.now -= 10 * 365 * 24 * 3600
    assert not held.holds(early)


def test_only_so_many_are_signed_in_at_once_and_no_cookie_stands_in_the_database(
    tmp_path: Path, engine: Engine
) -> None:
    clock = Clock()
    held, tokens = SignIns(engine, Organiser(tmp_path), clock), []
    for _ in range(MOST + 2):
        clock.now += 1
        tokens.append(held.begin())
    assert [held.holds(token) for token in tokens] == [False, False, *[True] * MOST]
    with engine.connect() as db:
        kept = str(db.execute(sign_ins.select()).all())
    assert not any(token in kept for token in tokens)
