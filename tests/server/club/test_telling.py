"""A table tells its club every row once and in order, whatever happens in between."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Engine, insert, select

from rules.games import GAMES
from rules.simulation import Simulation
from server.club.database import matches, rows, tables
from server.club.intake import Intake
from server.club.listening import Listening
from server.club.opening import open_club
from server.live.messages import View
from server.member.member import Member
from server.store import Entry, Store
from tests.server.club.conftest import Mosquitto, wait_for


class TellingTable:
    """A table with a match in a store, without a camera."""

    def __init__(self, folder: Path, seed: int = 1) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.store = Store.open(folder / "matches.sqlite")
        self.member = Member(self.store, lambda: None)
        self._play = Simulation(GAMES["port_royal"], ["Ann", "Bob"], {}, seed)
        self.match = self.store.new_match("port_royal", ["Ann", "Bob"], {}, 100.0)
        self.store.resume(self.match)

    def play(self, choices: int) -> None:
        for _ in range(choices):
            option = self._play.pick()
            assert option is not None
            self._play.take(option)
            self.store.append(self.match, [Entry("choice", option.key, "camera", 101.0)])
            self.member.follow(View(match_id=self.match))

    @property
    def journal(self) -> list[tuple[int, str]]:
        return list(enumerate((entry.key for entry in self.store.entries(self.match)), start=1))

    def close(self) -> None:
        self.member.stop()
        self.store.close()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[TellingTable]:
    table = TellingTable(tmp_path / "table")
    yield table
    table.close()


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Engine]:
    engine = open_club(f"sqlite:///{tmp_path / 'club.sqlite'}")
    with engine.begin() as db:
        db.execute(insert(tables), [{"key": f"table-{n}", "name": ""} for n in (1, 2)])
    yield engine
    engine.dispose()


@contextmanager
def listening(mosquitto: Mosquitto, club: Engine) -> Iterator[None]:
    with Listening(mosquitto.broker, Intake(club), lambda _: None):
        yield


def heard(club: Engine) -> list[tuple[int, str]]:
    with club.connect() as db:
        found = db.execute(select(rows.c.number, rows.c.key).order_by(rows.c.match, rows.c.number))
        return [(row.number, row.key) for row in found]


def states(club: Engine) -> list[str]:
    with club.connect() as db:
        return list(db.execute(select(matches.c.state)).scalars())


def test_a_club_hears_every_row_of_a_match(
    mosquitto: Mosquitto, table: TellingTable, club: Engine
) -> None:
    table.play(5)
    table.member.join(mosquitto.invite("table-1").code(), 102.0)
    with listening(mosquitto, club):
        table.play(20)
        wait_for(lambda: heard(club) == table.journal, "the journal")
        table.store.finish(table.match, 200.0)
        table.member.follow(View())
        wait_for(lambda: states(club) == ["finished"], "the end of the match")


def test_rows_told_are_forgotten_by_the_table(
    mosquitto: Mosquitto, table: TellingTable, club: Engine
) -> None:
    table.member.join(mosquitto.invite("table-1").code(), 102.0)
    with listening(mosquitto, club):
        table.play(10)
        wait_for(lambda: table.store.club.waiting() == 0, "the club's word")
        table.play(1)
        wait_for(lambda: table.store.club.waiting() == 0, "the club's word")
    table.store.club.leave()
    assert table.store.club.waiting() == 0


def test_a_broker_that_is_killed_loses_nothing(
    mosquitto: Mosquitto, table: TellingTable, club: Engine
) -> None:
    table.member.join(mosquitto.invite("table-1").code(), 102.0)
    with listening(mosquitto, club):
        for _ in range(3):
            table.play(15)
            mosquitto.kill()
            table.play(5)
            mosquitto.start()
        wait_for(lambda: heard(club) == table.journal, "the journal")


def test_a_club_that_was_away_hears_everything_afterwards(
    mosquitto: Mosquitto, table: TellingTable, club: Engine
) -> None:
    table.member.join(mosquitto.invite("table-1").code(), 102.0)
    with listening(mosquitto, club):
        table.play(5)
        wait_for(lambda: len(heard(club)) == 5, "the first rows")
    table.play(10)
    with listening(mosquitto, club):
        wait_for(lambda: heard(club) == table.journal, "the journal")


def test_a_publisher_that_is_killed_is_started_again(
    mosquitto: Mosquitto, table: TellingTable, club: Engine
) -> None:
    table.member.join(mosquitto.invite("table-1").code(), 102.0)
    with listening(mosquitto, club):
        table.play(5)
        wait_for(lambda: len(heard(club)) == 5, "the first rows")
        before = table.member.publisher
        assert before is not None
        os.kill(before, signal.SIGKILL)
        table.play(5)
        wait_for(lambda: heard(club) == table.journal, "the journal")
        assert table.member.publisher != before


def test_a_table_that_was_switched_off_goes_on_telling(
    mosquitto: Mosquitto, table: TellingTable, club: Engine
) -> None:
    table.member.join(mosquitto.invite("table-1").code(), 102.0)
    table.member.stop()
    table.play(8)
    with listening(mosquitto, club):
        again = Member(table.store, lambda: None)
        again.start()
        wait_for(lambda: heard(club) == table.journal, "the journal")
        again.stop()


def test_a_deleted_match_is_deleted_by_the_club_too(
    mosquitto: Mosquitto, table: TellingTable, club: Engine
) -> None:
    table.member.join(mosquitto.invite("table-1").code(), 102.0)
    with listening(mosquitto, club):
        table.play(5)
        wait_for(lambda: len(heard(club)) == 5, "the first rows")
        table.store.finish(table.match, 200.0, abandoned=True)
        table.store.delete(table.match)
        table.member.follow(View())
        wait_for(lambda: heard(club) == [], "the deletion")


def players(club: Engine) -> list[list[str | None]]:
    with club.connect() as db:
        found = db.execute(select(matches.c.players).order_by(matches.c.id)).scalars()
        return [[player["name"] for player in each] for each in found]


def test_only_who_has_agreed_has_a_name_in_the_club_and_a_guest_not_even_afterwards(
    mosquitto: Mosquitto, table: TellingTable, club: Engine
) -> None:
    ann, bob = (table.store.players.at_seats(table.match)[colour] for colour in ("red", "blue"))
    table.member.join(mosquitto.invite("table-1").code(), 102.0)
    with listening(mosquitto, club):
        wait_for(lambda: players(club) == [[None, None]], "the match")
        table.store.club.name(bob.id)
        table.member.follow(View())
        wait_for(lambda: players(club) == [[None, "Bob"]], "the word of a player")
        table.store.club.name(ann.id)
        table.store.club.make_guest(bob.id)
        table.member.follow(View())
        wait_for(lambda: players(club) == [["Ann", None]], "the wish of a guest")


def test_a_player_who_is_renamed_or_forgotten_is_so_in_the_club(
    mosquitto: Mosquitto, table: TellingTable, club: Engine
) -> None:
    ann, bob = (table.store.players.at_seats(table.match)[colour] for colour in ("red", "blue"))
    table.member.join(mosquitto.invite("table-1").code(), 102.0)
    for player in (ann, bob):
        table.store.club.name(player.id)
    with listening(mosquitto, club):
        wait_for(lambda: players(club) == [["Ann", "Bob"]], "the names")
        table.store.players.change(replace(ann, name="Anna"))
        table.store.players.forget(bob.id, "a player")
        table.member.follow(View())
        wait_for(lambda: players(club) == [["Anna", None]], "the new names")
