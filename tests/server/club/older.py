"""A club as version 0.2.0 left it: two tables, five matches, seven people, a tournament, a league.

`before/club.sqlite` was written by that version, and so were the tables of `before/postgresql.sql`;
their rows are those of the file.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from sqlalchemy import MetaData, create_engine, func, insert, select, text

BEFORE = Path(__file__).parent / "before"
FIRST = 1
"""The version of its database."""


def older_file(path: Path) -> str:
    """The address of a copy of it."""
    shutil.copy(BEFORE / "club.sqlite", path)
    return f"sqlite:///{path}"


def fill_older(address: str) -> None:
    """Make an empty database of PostgreSQL the same club."""
    file = f"file:{BEFORE / 'club.sqlite'}?immutable=1&uri=true"
    here, there = create_engine(f"sqlite:///{file}"), create_engine(address)
    known = MetaData()
    with here.connect() as older, there.begin() as db:
        db.exec_driver_sql((BEFORE / "postgresql.sql").read_text(encoding="utf-8"))
        known.reflect(db)
        for table in known.sorted_tables:
            found = [row._asdict() for row in older.execute(select(table))]
            if found:
                db.execute(insert(table), found)
            if "id" in table.c:
                last = select(func.setval(f"{table.name}_id_seq", func.max(table.c.id)))
                db.execute(last.select_from(table))
    here.dispose()
    there.dispose()


def everything(address: str) -> dict[str, list[tuple[object, ...]]]:
    """All rows of all tables, in whatever version."""
    engine, found = create_engine(address), MetaData()
    with engine.connect() as db:
        found.reflect(db)
        rows = {
            table.name: [
                tuple(row) for row in db.execute(select(table).order_by(*table.primary_key))
            ]
            for table in found.sorted_tables
        }
    engine.dispose()
    return rows


def say(address: str, *statements: str) -> None:
    """Have a database do what no club would."""
    engine = create_engine(address)
    with engine.begin() as db:
        for each in statements:
            db.execute(text(each))
    engine.dispose()
