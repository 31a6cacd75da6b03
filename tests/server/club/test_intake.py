"""What tables tell is stored once and in order, in SQLite as in PostgreSQL."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from sqlalchemy import Engine, select
from sqlalchemy.exc import OperationalError

import server.club.intake as taking
from server.club.database import matches, rows, tables, tellings
from server.club.heard import Heard
from server.club.intake import Intake
from server.club.opening import open_club
from server.club.people import Sat
from server.errors import UserError
from server.wire.messages import Ack, Begun, Changed, Deleted, Event, Player, Row, Rows, Status
from tests.server.club.postgres import Postgres

BOTH = [Player("red", "Ann", "7"), Player("blue", None)]
PINK = [Player("red", None), Player("pink", None)]


def told(first: int, last: int) -> Rows:
    """A table tells of its first match: that it has begun, then row by row."""
    begun = Begun(1, "port_royal", {}, [Player("red", "Ann", "7"), Player("blue", None)], 1.0)
    events: list[Event] = [
        Row(1, n - 1, "choice", f"k:{n}", "camera", 1.5) if n > 1 else begun
        for n in range(first, last + 1)
    ]
    return Rows("e1", first, events)


def said(intake: Intake, *events: Event, first: int) -> Ack:
    return intake.store(Heard([("table-1", Rows("e1", first, events))]))["table-1"]


def heard(club: Engine) -> list[tuple[int, str]]:
    with club.connect() as db:
        found = db.execute(select(rows.c.number, rows.c.key).order_by(rows.c.match, rows.c.number))
        return [(row.number, row.key) for row in found]


def of_match(club: Engine) -> list[dict[str, Any]]:
    with club.connect() as db:
        return [dict(row) for row in db.execute(select(matches)).mappings()]


def test_what_comes_again_is_stored_once_and_a_gap_is_left_to_be_filled(either: Engine) -> None:
    intake = Intake(either)
    assert intake.store(Heard([("table-1", told(1, 4))])) == {"table-1": Ack("e1", 4)}
    assert intake.store(Heard([("table-1", told(2, 6))])) == {"table-1": Ack("e1", 6)}
    assert intake.store(Heard([("table-1", told(9, 10))])) == {"table-1": Ack("e1", 6)}
    again = Intake(either)
    assert again.store(Heard([("table-1", told(7, 10))])) == {"table-1": Ack("e1", 10)}
    assert [number for number, _ in heard(either)] == list(range(1, 10))
    assert again.acks() == {"table-1": Ack("e1", 10)}


def test_tables_heard_together_are_told_apart(either: Engine) -> None:
    acks = Intake(either).store(
        Heard([("table-1", told(1, 3)), ("table-2", told(1, 2)), ("table-1", told(4, 5))])
    )
    assert acks == {"table-1": Ack("e1", 5), "table-2": Ack("e1", 2)}
    assert [number for number, _ in heard(either)] == [1, 2, 3, 4, 1]


def test_a_table_that_nobody_invited_is_not_heard(either: Engine) -> None:
    assert Intake(either).store(Heard([("stranger", told(1, 3))])) == {}
    assert heard(either) == []


def test_a_table_that_joins_anew_is_heard_from_its_first_row(either: Engine) -> None:
    intake = Intake(either)
    said(intake, *told(1, 4).events, first=1)
    anew = Rows("e2", 3, told(3, 4).events)
    assert intake.store(Heard([("table-1", anew)])) == {"table-1": Ack("e1", 4)}
    anew = Rows("e2", 1, told(1, 2).events)
    assert intake.store(Heard([("table-1", anew)])) == {"table-1": Ack("e2", 2)}
    assert [match["epoch"] for match in of_match(either)] == ["e1", "e2"]


def test_a_match_ends_is_told_again_with_other_names_and_is_deleted(either: Engine) -> None:
    intake = Intake(either)
    said(intake, *told(1, 3).events, first=1)
    said(intake, Changed(1, "finished", ["red"], 9.25), first=4)
    [match] = of_match(either)
    assert (match["state"], match["winners"], match["finished_at"]) == ("finished", ["red"], 9.25)
    again = Begun(1, "port_royal", {}, [Player("red", None), Player("blue", None)], 1.0)
    intake = Intake(either)
    said(intake, again, first=5)
    guest = {"name": None, "player": None, "robot": None}
    guests = [{"colour": colour, **guest} for colour in ("red", "blue")]
    assert of_match(either)[0]["players"] == guests
    late = Row(1, 3, "choice", "k:7", "camera", 2.0)
    assert said(intake, late, Deleted(1), late, first=6) == Ack("e1", 8)
    assert of_match(either) == []
    assert heard(either) == []


def test_the_board_is_stored_with_the_rows(either: Engine) -> None:
    Intake(either).store(
        Heard(
            [("table-1", told(1, 2))],
            {"table-2": Status("here", "By the window", "e1")},
            {"table-1": {"v": 1, "phase": "Discover", "seats": []}},
        )
    )
    with either.connect() as db:
        found = db.execute(select(tables).order_by(tables.c.key)).all()
    assert [(row.here, row.name) for row in found] == [(False, ""), (True, "By the window")]
    assert [row.summary for row in found] == [{"v": 1, "phase": "Discover", "seats": []}, None]


WRONG: list[tuple[Event, str]] = [
    (Row(1, 1, "choice", "k:2", "camera", 1.5), "does not follow row 1"),
    (Row(1, 3, "choice", "k:2", "camera", 1.5), "does not follow row 1"),
    (Row(1, 2, "dance", "k:2", "camera", 1.5), "the kind must be one of"),
    (Row(1, 2, "choice", "k:2", "phone:green", 1.5), "no seat green"),
    (Row(1, 2, "choice", "", "camera", 1.5), "must have a key"),
    (Changed(1, "finished", ["green"], 2.0), "only who plays can win"),
    (Begun(2, "port_royal", {}, [Player("red", None)], 1.0), "for 2 to 5 players"),
    (Begun(2, "port_royal", {}, [], 1.0), "a seat of their own"),
    (Begun(2, "port_royal", {}, [Player("red", None)] * 2, 1.0), "a seat of their own"),
    (Begun(2, "port_royal", {}, PINK, 1.0), "Give each player a colour"),
    (Begun(2, "port_royal", {"rain": "yes"}, BOTH, 1.0), "Unknown: rain"),
    (Begun(2, "port_royal", {}, [BOTH[0], Player("blue", "Bo\nb", "2")], 1.0), "no name"),
    (Begun(2, "chess", {}, [Player("red", None, "1")] * 2, 1.0), "a seat of their own"),
    (Begun(1, "navegador", {}, BOTH, 1.0), "began with others, or as another game"),
    (Begun(1, "port_royal", {}, BOTH[::-1], 1.0), "began with others, or as another game"),
]


@pytest.mark.parametrize(("event", "why"), WRONG)
def test_what_breaks_the_rules_of_a_game_is_refused_with_the_reason_and_all_before_it_is_kept(
    club: Engine, event: Event, why: str
) -> None:
    with club.begin() as db:
        db.execute(tables.insert(), [{"key": f"table-{n}", "name": ""} for n in (1, 2)])
    intake = Intake(club)
    after = Rows("e1", 1, [*told(1, 2).events, event, *told(3, 3).events])
    acks = intake.store(Heard([("table-1", after), ("table-2", told(1, 3))]))
    refused = acks["table-1"].refused
    assert refused is not None
    assert why in refused.why
    assert acks == {"table-1": Ack("e1", 2, "", refused), "table-2": Ack("e1", 3)}
    assert heard(club) == [(1, "k:2"), (1, "k:2"), (2, "k:3")]
    with club.connect() as db:
        [kept] = db.execute(select(tellings).where(tellings.c.refusals > 0)).all()
    assert (kept.table, kept.refusals, kept.refused) == ("table-1", 1, refused.why)
    assert intake.store(Heard([("table-1", told(3, 3))])) == {"table-1": Ack("e1", 3)}


def test_a_refusal_stands_until_the_table_goes_on(club: Engine) -> None:
    """What was on its way already says nothing else."""
    with club.begin() as db:
        db.execute(tables.insert(), [{"key": "table-1", "name": ""}])
    wrong = Rows("e1", 3, [Row(1, 9, "choice", "k:9", "camera", 1.5)])
    on_its_way = Rows("e1", 4, told(4, 5).events)
    intake = Intake(club)
    acks = intake.store(Heard([("table-1", each) for each in (told(1, 2), wrong, on_its_way)]))
    assert acks["table-1"].refused is not None
    without = Rows("e1", 3, [Deleted(1)])
    acks = intake.store(Heard([("table-1", each) for each in (wrong, without)]))
    assert acks == {"table-1": Ack("e1", 3)}


def test_a_match_of_a_game_that_is_not_known_here_yet_is_kept_as_it_is_told(either: Engine) -> None:
    intake = Intake(either)
    players = [Player("pink", "Ann", "1"), Player("grey", None)]
    assert said(intake, Begun(1, "chess", {"clock": "no"}, players, 1.0), first=1).refused is None
    assert [match["game"] for match in of_match(either)] == ["chess"]


def test_a_fault_with_what_one_table_tells_keeps_no_other_waiting(
    either: Engine, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_db: object, sat: Sat) -> None:
        if sat.table == "table-1":
            raise RecursionError("too deep")

    monkeypatch.setattr(taking, "sit", fails)
    deleted = Rows("e1", 1, [Deleted(7), *told(1, 2).events])
    acks = Intake(either).store(Heard([("table-1", deleted), ("table-2", told(1, 3))]))
    assert acks["table-1"].last == 1
    assert "too deep" in str(acks["table-1"].refused)
    assert acks["table-2"] == Ack("e1", 3)
    assert heard(either) == [(1, "k:2"), (2, "k:3")]
    assert "What table table-1 said cannot be stored" in caplog.text
    monkeypatch.undo()
    assert said(Intake(either), *told(1, 2).events, first=2) == Ack("e1", 3)


def test_a_database_that_is_gone_acknowledges_nothing_and_loses_nothing(
    postgres: Postgres, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.ERROR)
    address = postgres.new_database()
    club = open_club(address)
    with club.begin() as db:
        db.execute(tables.insert().values(key="table-1", name=""))
    intake = Intake(club)
    said(intake, *told(1, 4).events, first=1)
    postgres.stop()
    try:
        with pytest.raises(OperationalError):
            said(intake, *told(5, 6).events, first=5)
        with pytest.raises(UserError, match=r"cannot be used: .*Is it there, and may this user"):
            open_club(address)
    finally:
        postgres.start()
    assert said(intake, *told(5, 6).events, first=5) == Ack("e1", 6)
    assert [number for number, _ in heard(club)] == [1, 2, 3, 4, 5]
    club.dispose()


@pytest.mark.parametrize(
    ("address", "what"),
    [
        ("club", "not the address of a database"),
        ("postgres://ann:secret@host/club", "not the address of a database"),
        ("mysql://ann:secret@host/club", "needs the package MySQLdb, which is not installed"),
        ("sqlite:////no/such/folder/club.sqlite", "cannot be used: unable to open database file"),
        ("postgresql://ann:secret@127.0.0.1:1/club", "cannot be used: .*Connection refused"),
    ],
)
def test_an_address_that_leads_nowhere_is_told_without_its_password(
    address: str, what: str
) -> None:
    with pytest.raises(UserError, match=what) as refused:
        open_club(address)
    assert "secret" not in str(refused.value)
