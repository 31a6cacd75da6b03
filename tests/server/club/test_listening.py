"""A club whose database fails, or which is told nonsense, goes on listening."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import insert

from server.club.database import tables
from server.club.intake import Intake
from server.club.listening import Listening
from server.club.opening import open_club
from tests.server.club.conftest import Mosquitto, wait_for
from tests.server.club.postgres import Postgres
from tests.server.club.test_telling import TellingTable, heard


def test_a_database_that_fails_for_a_while_has_every_row_afterwards(
    mosquitto: Mosquitto, postgres: Postgres, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    club = open_club(postgres.new_database())
    with club.begin() as db:
        db.execute(insert(tables).values(key="table-1", name=""))
    table = TellingTable(tmp_path / "table")
    table.member.join(mosquitto.invite("table-1").code(), 102.0)
    with Listening(mosquitto.broker, Intake(club), lambda _: None):
        table.play(5)
        wait_for(lambda: heard(club) == table.journal, "the first rows")
        postgres.stop()
        try:
            table.play(5)
            wait_for(lambda: "cannot be stored" in caplog.text, "the club's trouble")
        finally:
            postgres.start()
        wait_for(lambda: table.store.club.waiting() == 0, "the club's word")
    assert heard(club) == table.journal
    table.close()
    club.dispose()
