"""A process that plays into a store until it is killed, for the tests of pulled plugs.

Run as `python -m tests.server.store.store_writer DATABASE`. For each line on its standard input,
which says after how many pages the log goes into the database, it forks a writer. The writer says
its process id, and after every append the match, the number of the last row and the log's
length; when it is dead, `ended` follows.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from itertools import accumulate
from pathlib import Path

from server.store import Entry, Store

GOLDEN = Path(__file__).parents[2] / "rules" / "golden" / "port_royal-2.json"
NAMES = ("Anne", "Edward")


def batches() -> list[list[Entry]]:
    """A whole match in pieces of one to four rows that belong together."""
    journal = json.loads(GOLDEN.read_text(encoding="utf-8"))["journal"]
    pieces = []
    for step, key in enumerate(journal):
        at = 1_700_000_000 + step / 8
        rows = [Entry("choice", key, "camera", at)]
        if step % 3 == 0:
            rows += [Entry("undo", key, "button", at), Entry("choice", key, "phone:blue", at)]
        if step % 2:
            rows.append(Entry("final", "", "button", at))
        pieces.append(rows)
    return pieces


def boundaries(pieces: list[list[Entry]]) -> list[int]:
    """The numbers that a last row can have: a piece is there as a whole or not at all."""
    return list(accumulate(map(len, pieces), initial=0))


def play(path: Path, checkpoint_pages: int) -> None:
    pieces = batches()
    ends = boundaries(pieces)
    log = path.with_name(f"{path.name}-wal")
    with Store.open(path) as store:
        store._db.execute(f"PRAGMA wal_autocheckpoint = {checkpoint_pages}")
        while True:
            match_id = store.running() or store.new_match("port_royal", NAMES, {}, 0)
            for piece in pieces[ends.index(len(store.entries(match_id))) :]:
                number = store.append(match_id, piece)
                say(f"{match_id} {number} {log.stat().st_size}")
            store.finish(match_id, 0)


def say(line: str) -> None:
    os.write(sys.stdout.fileno(), f"{line}\n".encode())


def main(path: Path) -> None:
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            say(str(os.getpid()))
            play(path, int(line))
        _, status = os.waitpid(child, 0)
        if status != signal.SIGKILL:
            sys.exit("the writer ended by itself")
        say("ended")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
