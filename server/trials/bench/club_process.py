"""A club for benchmarks: its own broker, and `./run club` as a process."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from sqlalchemy import insert

from server.club import broker as brokers
from server.club.broker_process import BrokerProcess
from server.club.database import tables
from server.club.opening import open_club
from server.trials.ports import free_port


class Club:
    """`./run club`, which can be killed and started again. Use it in `with`."""

    def __init__(self, folder: Path, url: str) -> None:
        """Makes it and its broker's files in this folder."""
        self._folder = folder / "club"
        folder.mkdir(exist_ok=True)
        self._url = url
        self.broker = brokers.init(self._folder, "bench", "127.0.0.1", port=free_port())
        program = str(Path(sys.executable).with_name("quartermaster"))
        self._command = (
            *(program, "club", "--folder", str(self._folder), "--database", url),
            *("--broker", "--bind", "127.0.0.1", "--port", "0"),
        )
        self._log = folder / "log"
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> None:
        self.start()

    def __exit__(self, *_: object) -> None:
        self.kill()

    def running_broker(self) -> BrokerProcess:
        return BrokerProcess(self._folder, self.broker)

    def invite(self, names: Sequence[str]) -> list[tuple[str, str]]:
        """Tables of these names, each with its code; before the broker is started."""
        engine = open_club(self._url)
        with engine.begin() as db:
            db.execute(insert(tables), [{"key": name, "name": name} for name in names])
        engine.dispose()
        invited = [brokers.invite(self._folder, self.broker, name, name, "") for name in names]
        return [(each.table, each.code()) for each in invited]

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(self._command, stdout=log, stderr=log)

    def kill(self) -> None:
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def check(self) -> None:
        """Raises if it has ended by itself."""
        if self._process is not None and self._process.poll() is not None:
            said = self._log.read_text(encoding="utf-8", errors="replace")
            raise RuntimeError(f"The club has ended: {said[-2_000:]}")
