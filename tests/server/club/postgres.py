"""Debian's PostgreSQL, as a server of its own in a temporary folder, reached by a socket only."""

from __future__ import annotations

import os
import shutil
import subprocess
from itertools import count
from pathlib import Path
from tempfile import mkdtemp
from typing import Self

from sqlalchemy import create_engine, text

_QUICK = ("fsync=off", "full_page_writes=off", "listen_addresses=''", "shared_buffers=16MB")
"""What is tested is what is said to the database, not its disk."""


class Postgres:
    """Use it in `with`."""

    def __init__(self) -> None:
        self.folder = Path(mkdtemp(prefix="club-"))
        self._numbers = count(1)
        self._user: str | None = None
        if os.geteuid() == 0:  # It refuses to run as root.
            self._user = "postgres"
            shutil.chown(self.folder, self._user)

    def __enter__(self) -> Self:
        self._run("initdb", "--no-sync", "--auth=trust", "--username=club", "--encoding=UTF8",
                  "--locale=C.UTF-8")  # fmt: skip
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        shutil.rmtree(self.folder)

    def start(self) -> None:
        options = [f"-c {each}" for each in _QUICK]
        self._run("pg_ctl", "start", "--wait", "--silent", f"--log={self.folder}/log",
                  f"--options=-k {self.folder} {' '.join(options)}")  # fmt: skip

    def stop(self) -> None:
        """As when its power fails."""
        self._run("pg_ctl", "stop", "--wait", "--silent", "--mode=immediate")

    def address(self, database: str) -> str:
        return f"postgresql+psycopg://club@/{database}?host={self.folder}"

    def new_database(self) -> str:
        """The address of one with nothing in it."""
        name = f"club{next(self._numbers)}"
        engine = create_engine(self.address("postgres"), isolation_level="AUTOCOMMIT")
        with engine.connect() as db:
            db.execute(text(f"CREATE DATABASE {name}"))
        engine.dispose()
        return self.address(name)

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            (_program(program), f"--pgdata={self.folder / 'data'}", *arguments),
            user=self._user,
            extra_groups=None if self._user is None else (),
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            check=True,
        )


def _program(name: str) -> str:
    """Debian keeps those of each version in a folder of its own."""
    *_, newest = sorted(
        Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: int(path.parts[4])
    )
    return str(newest)
