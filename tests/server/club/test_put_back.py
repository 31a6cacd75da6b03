"""A table that was put back to an older copy of itself: the club has exactly what the table has."""

from __future__ import annotations

import os
import signal
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Engine, insert, select

from server.club import people
from server.club.database import identities, matches, rows, tables
from server.club.opening import open_club
from server.live.messages import View
from server.member.member import Member
from server.store import Entry, Store
from server.store.rescue import rescue
from tests.server.club.conftest import Mosquitto, wait_for
from tests.server.club.test_telling import listening

Journals = dict[int, tuple[str, list[str]]]
"""What is known of every match by its number at the table: its state, and the keys of its rows."""


class CopiedTable:
    """A table of which a copy is made, and later put in the place of what came after."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self._path = folder / "matches.sqlite"
        self._copy = folder / "copy.sqlite"
        self._keys = iter(range(1, 100_000))
        self._open()

    def _open(self) -> None:
        self.store = Store.open(self._path)
        self.member = Member(self.store, lambda: None)
        self.member.start()

    def begin(self) -> int:
        match = self.store.new_match("port_royal", ["Ann", "Bob"], {}, 100.0 + next(self._keys))
        self.store.resume(match)
        return match

    def play(self, match: int, choices: int) -> None:
        for _ in range(choices):
            entry = Entry("choice", f"key:{next(self._keys)}", "camera", 101.0)
            self.store.append(match, [entry])
            self.member.follow(View(match_id=match))

    def say(self) -> None:
        self.member.follow(View())

    def make_a_copy(self) -> None:
        self._copy.unlink(missing_ok=True)
        with closing(sqlite3.connect(self._path)) as db, closing(sqlite3.connect(self._copy)) as to:
            db.backup(to)

    def close(self) -> None:
        self.member.stop()
        self.store.close()

    def put_back(self) -> None:
        self.close()
        for rest in self._path.parent.glob("matches.sqlite*"):
            rest.unlink()
        self._path.write_bytes(self._copy.read_bytes())
        self._open()

    def rescue(self) -> None:
        """A page of the database is spoilt, and what can be read is put together anew."""
        self.close()
        rescue(self._path)
        self._open()

    @property
    def journals(self) -> Journals:
        return {
            each.id: (each.state, [entry.key for entry in self.store.entries(each.id)])
            for each in self.store.matches()
        }


def journals(club: Engine) -> Journals:
    found: Journals = {}
    with club.connect() as db:
        for match in db.execute(select(matches)).all():
            own = select(rows.c.key).where(rows.c.match == match.id).order_by(rows.c.number)
            number = -match.id if match.number in found else match.number  # told twice
            found[number] = (match.state, list(db.execute(own).scalars()))
    return found


@pytest.fixture
def table(tmp_path: Path) -> Iterator[CopiedTable]:
    table = CopiedTable(tmp_path / "table")
    yield table
    table.close()


@pytest.fixture
def club(database: str) -> Iterator[Engine]:
    engine = open_club(database)
    with engine.begin() as db:
        db.execute(insert(tables), [{"key": f"table-{n}", "name": ""} for n in (1, 2)])
    yield engine
    engine.dispose()


def same(club: Engine, table: CopiedTable) -> None:
    wait_for(lambda: journals(club) == table.journals, "the same in club and table")
    wait_for(lambda: table.store.club.waiting() == 0, "the club's word")
    assert journals(club) == table.journals


def told_and_copied(mosquitto: Mosquitto, club: Engine, table: CopiedTable) -> int:
    """Two matches; of the second one the copy has 10 rows, and 20 more were told since."""
    table.member.join(mosquitto.invite("table-1").code(), 102.0)
    first = table.begin()
    table.play(first, 3)
    table.store.finish(first, 200.0)
    second = table.begin()
    table.play(second, 10)
    with listening(mosquitto, club):
        same(club, table)
        table.make_a_copy()
        table.play(second, 20)
        third = table.begin()
        table.play(third, 2)
        same(club, table)
    return second


@pytest.mark.parametrize("played", [0, 5, 23, 60])
def test_fewer_as_many_or_more_rows_than_were_told_before(
    mosquitto: Mosquitto, club: Engine, table: CopiedTable, played: int
) -> None:
    """With 23 the numbers of the outbox are the same again."""
    second = told_and_copied(mosquitto, club, table)
    table.put_back()
    with listening(mosquitto, club):
        table.play(second, played)
        table.say()
        same(club, table)
        table.play(second, 5)
        same(club, table)


def test_a_copy_that_was_made_before_anything_was_acknowledged(
    mosquitto: Mosquitto, club: Engine, table: CopiedTable
) -> None:
    table.member.join(mosquitto.invite("table-1").code(), 102.0)
    match = table.begin()
    table.play(match, 2)
    table.make_a_copy()
    with listening(mosquitto, club):
        table.play(match, 20)
        same(club, table)
    table.put_back()
    table.play(match, 40)
    with listening(mosquitto, club):
        same(club, table)


def forget_what_is_kept(mosquitto: Mosquitto) -> None:
    mosquitto.kill()
    (mosquitto.folder / "mosquitto.db").unlink(missing_ok=True)
    mosquitto.start()


def kill_and_start(mosquitto: Mosquitto) -> None:
    mosquitto.kill()
    mosquitto.start()


@pytest.mark.parametrize("fails", [forget_what_is_kept, kill_and_start])
def test_a_broker_that_fails_while_everything_is_told_anew(
    mosquitto: Mosquitto,
    club: Engine,
    table: CopiedTable,
    fails: Callable[[Mosquitto], None],
) -> None:
    second = told_and_copied(mosquitto, club, table)
    table.put_back()
    with listening(mosquitto, club):
        for _ in range(3):
            table.play(second, 12)
            fails(mosquitto)
        same(club, table)


def test_a_publisher_that_is_killed_while_everything_is_told_anew(
    mosquitto: Mosquitto, club: Engine, table: CopiedTable
) -> None:
    second = told_and_copied(mosquitto, club, table)
    table.put_back()
    with listening(mosquitto, club):
        table.play(second, 12)
        if table.member.publisher is not None:
            os.kill(table.member.publisher, signal.SIGKILL)
        same(club, table)


def test_a_table_that_is_put_back_twice_while_the_club_is_away(
    mosquitto: Mosquitto, club: Engine, table: CopiedTable
) -> None:
    second = told_and_copied(mosquitto, club, table)
    table.put_back()
    table.play(second, 7)
    with listening(mosquitto, club):
        same(club, table)
    table.make_a_copy()
    table.play(second, 7)
    table.put_back()
    table.play(second, 30)
    with listening(mosquitto, club):
        same(club, table)
        table.put_back()
        table.say()
        same(club, table)


def test_matches_that_were_deleted_meanwhile(
    mosquitto: Mosquitto, club: Engine, table: CopiedTable
) -> None:
    """The first one is deleted after the copy was made, the second one after it was put back."""
    second = told_and_copied(mosquitto, club, table)
    with listening(mosquitto, club):
        table.store.delete(1)
        table.say()
        same(club, table)
    table.put_back()
    table.store.finish(second, 300.0, abandoned=True)
    table.store.delete(second)
    with listening(mosquitto, club):
        table.say()
        same(club, table)
        assert [*journals(club)] == [1]


def test_a_table_that_has_nothing_any_more_which_it_had_told(
    mosquitto: Mosquitto, club: Engine, table: CopiedTable
) -> None:
    table.member.join(mosquitto.invite("table-1").code(), 102.0)
    table.make_a_copy()
    with listening(mosquitto, club):
        table.play(table.begin(), 5)
        same(club, table)
        table.put_back()
        table.say()
        same(club, table)
        assert journals(club) == {}


def test_a_copy_from_before_the_table_joined_again(
    mosquitto: Mosquitto, club: Engine, table: CopiedTable
) -> None:
    code = mosquitto.invite("table-1").code()
    table.member.join(code, 102.0)
    match = table.begin()
    with listening(mosquitto, club):
        table.play(match, 5)
        same(club, table)
        table.store.finish(match, 150.0)
        table.say()
        same(club, table)
        table.play(table.begin(), 1)  # with it goes what was told
        table.make_a_copy()
        table.member.join(code, 160.0)
        table.play(table.begin(), 5)
        wait_for(lambda: 3 in journals_of_all(club), "the match after joining again")
        table.put_back()
        table.play(2, 2)
        same(club, table)


def journals_of_all(club: Engine) -> list[int]:
    with club.connect() as db:
        return list(db.execute(select(matches.c.number)).scalars())


def test_a_club_that_was_put_back_to_an_older_copy_is_told_everything_anew_too(
    mosquitto: Mosquitto, club: Engine, table: CopiedTable
) -> None:
    table.member.join(mosquitto.invite("table-1").code(), 102.0)
    match = table.begin()
    with listening(mosquitto, club):
        table.play(match, 5)
        same(club, table)
        table.play(match, 5)
        same(club, table)
        table.play(match, 1)
    with club.begin() as db:
        db.execute(rows.delete().where(rows.c.number > 5))
        db.execute(tables.update().where(tables.c.key == "table-1").values(last=6))
        db.exec_driver_sql("UPDATE tellings SET mark = ''")
    with listening(mosquitto, club):
        table.play(match, 5)
        same(club, table)


def test_a_match_that_is_told_anew_is_the_same_and_so_are_the_people(
    mosquitto: Mosquitto, club: Engine, table: CopiedTable
) -> None:
    """Whoever is one person with somebody else, as the organiser has said, stays so."""
    table.member.join(mosquitto.invite("table-1").code(), 102.0)
    match = table.begin()
    ann = table.store.players.at_seats(match)["red"].id
    table.store.club.name(ann)
    with listening(mosquitto, club):
        table.play(match, 5)
        same(club, table)
        wait_for(lambda: named(club) == ["Ann"], "the name")
        anna = people.add(club, "Anna")
        with club.connect() as db:
            before = db.execute(select(matches.c.id)).scalar_one()
            told = db.execute(select(identities.c.person)).scalar_one()
        people.merge(club, told, anna)
        table.make_a_copy()
        table.play(match, 5)
        same(club, table)
        table.put_back()
        table.play(match, 20)
        same(club, table)
    with club.connect() as db:
        assert db.execute(select(matches.c.id)).scalar_one() == before
        assert db.execute(select(identities.c.person)).scalar_one() == anna


def named(club: Engine) -> list[str]:
    with club.connect() as db:
        return list(db.execute(select(identities.c.name)).scalars())


def test_after_a_rescue_everything_is_told_anew(
    mosquitto: Mosquitto, club: Engine, table: CopiedTable
) -> None:
    second = told_and_copied(mosquitto, club, table)
    table.rescue()
    table.play(second, 3)
    with listening(mosquitto, club):
        same(club, table)


def test_a_broker_that_is_killed_in_the_middle_of_an_acknowledgement_loses_nothing(
    mosquitto: Mosquitto, club: Engine, table: CopiedTable
) -> None:
    """Whenever it dies, what it keeps may be older than what it has passed on."""
    table.member.join(mosquitto.invite("table-1").code(), 102.0)
    match = table.begin()
    table.play(match, 1)
    with listening(mosquitto, club):
        same(club, table)
        for number in range(1, 11):
            table.play(match, number)
            kill_and_start(mosquitto)
        same(club, table)
    with club.connect() as db:
        [epoch] = db.execute(select(tables.c.epoch).where(tables.c.key == "table-1")).scalars()
    assert "." not in epoch, "nothing had to be told anew"
