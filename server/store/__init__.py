"""Where matches are kept: one SQLite file that survives a pulled plug.

A journal only grows: taking back is a row of its own, and only a match as a whole can be deleted.
When `append` returns, its rows are on the disk, so whatever is shown afterwards is there again
after a power cut. The store reads no clock: every time is handed in.
"""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Self

from rules.flow import Seat
from rules.games import GAMES
from rules.match import Match
from rules.plugins import NotLoaded
from rules.score_sheet import ScoreSheet, score_sheets
from rules.text import Plural, Text
from server.store.campaigns import Campaigns
from server.store.clock import Rest, begin_rest, end_rest, find_rests
from server.store.club import Club
from server.store.dealing import forget_dealt
from server.store.errors import StoreError, explained, gone
from server.store.file import Opened, check_whole, checkpoint, open_database, transaction
from server.store.log import log_of
from server.store.match_files import keep_file, remove_file, without_file
from server.store.phones import Phones
from server.store.players import Players, link_seats
from server.store.preferences import Preferences
from server.store.records import (
    READ,
    RECORD,
    WRITE,
    as_record,
    campaign_of,
    find_entries,
    find_record,
    insert_record,
    insert_rows,
    put_winners,
)
from server.store.results import drop_results, put_results, without_results
from server.store.robots import Robots, put_robots
from server.store.rows import NEW, Entry, Kind, Record, State, replay
from server.store.statistics import Statistics, counted_changes
from server.store.text import read_match, write_match

__all__ = ["Entry", "Kind", "Record", "State", "Store", "StoreError"]

log = logging.getLogger(__name__)


class Store:
    """Matches, seats and journals in one file. May be used from several threads."""

    def __init__(self, path: Path, opened: Opened) -> None:
        self.path = path
        self.trouble = opened.trouble
        """What people have to know about how the file was found."""
        self.checked = opened.checked
        """Whether all of the file was looked at; if not, `check_whole` does it later."""
        self._db = opened.db
        self._lock = threading.RLock()
        self._files = self._identities()
        self.plain_files = SimpleQueue[int | None]()
        """Matches whose files have no score sheets yet: `keep_score_sheets` makes them, beside."""
        self.phones = Phones(self._transaction)
        self.robots = Robots(self._transaction)
        self.campaigns = Campaigns(self._transaction, self.load)
        self.club = Club(self._transaction)
        self.players = Players(self._transaction, self.keep_file)
        self.statistics = Statistics(self._transaction, counted_changes(self._db))
        self.preferences = Preferences(self._transaction)

    @classmethod
    def open(cls, path: Path) -> Self:
        """The store in this file: a new one if there is none, brought up to date if it is old.

        A file that is damaged, newer or of another program is refused and left as it is.
        """
        return cls(path, open_database(path))

    def close(self) -> None:
        with self._lock:
            self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def new_match(
        self,
        game: str,
        names: Sequence[str],
        settings: Mapping[str, str],
        at: float,
        colours: Sequence[str] = (),
        *,
        campaign: int | None = None,
        remembered: bool = True,
        robots: Mapping[str, str] | None = None,
    ) -> int:
        """Start a match of the game with this name; its id. Names are in clockwise order.

        With `campaign` it is the next match of that one; else it may begin a campaign itself. Its
        players are `remembered` by their names, unless they are no people: for the colours of
        `robots` only robots play, so well. Raises BadSettings if it cannot be played like this.
        """
        try:
            played = GAMES[game]
        except NotLoaded as error:
            raise StoreError(error.reason) from error
        # A campaign goes on with what its first match began with.
        settled = played.settle(settings, given=campaign is None)
        seats, story = played.for_match(settled).seat(names, colours), played.campaign
        if campaign is None and story is not None and story.is_part(settled):
            campaign = NEW
        record = Record(0, game, seats, settled, "running", round(at, 3), campaign=campaign)
        with self._transaction() as db:
            match_id = insert_record(db, record)
            put_robots(db, match_id, robots or {})
            if remembered:
                link_seats(db, match_id)
            return match_id

    def append(self, match_id: int, entries: Sequence[Entry], after: int | None = None) -> int:
        """Write rows at the end of a journal, all or none; the number of the last.

        They are on the disk when this returns. With `after`, only if that is still the number of
        the last row, that is, nobody else has written to this journal.
        """
        with self._transaction() as db:
            last = find_record(db, match_id).rows
            if after is not None and after != last:
                raise StoreError(
                    Plural(
                        "Not saved: match {match} has {n} row on the disk, not {after}."
                        " If Quartermaster runs twice, end one and restart the other.",
                        "Not saved: match {match} has {n} rows on the disk, not "
                        "{after}. If Quartermaster runs twice, end one and restart the "
                        "other.",
                        last,
                        match=match_id,
                        after=after,
                    )
                )
            insert_rows(db, match_id, last, entries)
            self.club.forget_told(db)
            drop_results(db, match_id)
            return last + len(entries)

    def entries(self, match_id: int, after: int = 0) -> list[Entry]:
        """The rows of a journal; the first has the number `after` + 1."""
        with self._transaction(READ) as db:
            find_record(db, match_id)
            return find_entries(db, match_id, after)

    def load(self, match_id: int) -> Match[Any]:
        """The match as its journal says, every row played by the rules again."""
        record, entries = self._whole(match_id)
        try:
            return replay(record, entries)
        except StoreError as error:
            raise StoreError(
                Text(
                    "Match {match} cannot be played with this version, but is kept. Use"
                    " the version that wrote it, or begin a new match. {why}",
                    match=match_id,
                    why=error.reason,
                )
            ) from error

    def running(self) -> int | None:
        """The match to go on with: the newest one that runs."""
        with self._transaction(READ) as db:
            [[match_id]] = db.execute("SELECT max(id) FROM matches WHERE state = 'running'")
            return None if match_id is None else int(match_id)

    def matches(self, states: Sequence[State] = (), most: int = -1, skip: int = 0) -> list[Record]:
        """Matches, or those in these states, the newest first: all, or some after the first."""
        where = f"WHERE state IN ({', '.join('?' * len(states))})" if states else ""
        with self._transaction(READ) as db:
            rows = db.execute(
                f"{RECORD} {where} ORDER BY id DESC LIMIT ? OFFSET ?", (*states, most, skip)
            ).fetchall()
            return [as_record(db, row) for row in rows]

    def count(self) -> int:
        """How many matches there are."""
        with self._transaction(READ) as db:
            [[number]] = db.execute("SELECT count(*) FROM matches")
            return int(number)

    def record(self, match_id: int) -> Record:
        """One match without its journal."""
        with self._transaction(READ) as db:
            return find_record(db, match_id)

    def finish(
        self,
        match_id: int,
        at: float,
        abandoned: bool = False,
        match: Match[Any] | None = None,
    ) -> None:
        """The match is over, or the group gives it up. The first time that is said counts.

        How it ended is kept if it is given here; else it is found out later.
        """
        outcome = match.outcome() if match else None
        with self._transaction() as db:
            record = find_record(db, match_id)
            db.execute(
                "UPDATE matches SET state = ?, finished_at = ?"
                " WHERE id = ? AND finished_at IS NULL",
                ("abandoned" if abandoned else "finished", round(at, 3), match_id),
            )
            if match is not None and outcome is not None:
                put_winners(db, match_id, record.rows, outcome.winners)
                put_results(db, record, find_entries(db, match_id, 0), match)
        self._put_in_safety(match_id, score_sheets(match) if match else ())

    def keep_results(self, match_id: int) -> None:
        """Play a finished match again, and keep how it ended."""
        match, (record, entries) = self.load(match_id), self._whole(match_id)
        outcome = match.outcome()
        with self._transaction() as db:
            if outcome is not None and find_record(db, match_id).rows == record.rows:
                put_winners(db, match_id, record.rows, outcome.winners)
                put_results(db, record, entries, match)

    def without_results(self) -> list[int]:
        """The finished matches of which the statistics know nothing yet."""
        with self._transaction(READ) as db:
            return without_results(db)

    def keep_winners(self, match_id: int, rows: int, winners: Iterable[Seat]) -> None:
        """Who had won a match after so many rows, for matches that ended before this was kept."""
        with self._transaction() as db:
            put_winners(db, match_id, rows, winners)

    def keep_file(self, match_id: int, sheets: Iterable[ScoreSheet] = ()) -> None:
        """Write the text file of a match beside the database."""
        known = list(sheets)
        with explained(self.path):
            keep_file(self.path, self.record(match_id), self.export_match(match_id, known))
        if not known:
            self.plain_files.put(match_id)

    def keep_score_sheets(self, match_id: int) -> None:
        """Play a finished match again for the score sheets of its text file."""
        match = self.load(match_id)
        if match.outcome() is not None:
            self.keep_file(match_id, score_sheets(match))

    def without_file(self) -> list[int]:
        """The finished matches of which there is no text file yet."""
        with self._transaction(READ) as db:
            return without_file(db, self.path)

    def check_whole(self) -> None:
        """Look at every page of the file; raises if any is damaged. May take long."""
        check_whole(self.path)

    def resume(self, match_id: int, at: float | None = None) -> None:
        """Make this the running match, unless it was given up; any other running one is paused.

        With the time, clocks stand still meanwhile.
        """
        with self._transaction() as db:
            if find_record(db, match_id).state == "abandoned":
                raise StoreError(
                    Text(
                        "Match {match} was given up and can only be viewed. Begin a new one.",
                        match=match_id,
                    )
                )
            if at is not None:
                for (other,) in db.execute(
                    "SELECT id FROM matches WHERE state = 'running' AND id <> ?", (match_id,)
                ).fetchall():
                    begin_rest(db, other, at)
                end_rest(db, match_id, at)
            db.execute("UPDATE matches SET state = 'paused' WHERE state = 'running'")
            db.execute(
                "UPDATE matches SET state = 'running', finished_at = NULL WHERE id = ?", (match_id,)
            )

    def rest(self, match_id: int, at: float, until: float | None = None) -> None:
        """Clocks stand still from now on; or for what was skipped when the clock was set."""
        with self._transaction() as db:
            begin_rest(db, match_id, at, until)

    def go_on(self, match_id: int, at: float) -> None:
        """Clocks run again. If nobody has said that they stood, they did since the last row."""
        with self._transaction() as db:
            begin_rest(db, match_id, None)
            end_rest(db, match_id, at)

    def rests(self, match_id: int) -> list[Rest]:
        """When nobody played this match."""
        with self._transaction(READ) as db:
            return find_rests(db, match_id)

    def delete(self, match_id: int) -> None:
        """Remove a match that is not running, with its journal and for good."""
        with self._transaction() as db:
            if find_record(db, match_id).state == "running":
                raise StoreError(
                    Text(
                        "Not deleted: match {match} is being played. Give it up first, "
                        "or play another one.",
                        match=match_id,
                    )
                )
            # First of all: without its match nobody would ever remove it.
            remove_file(self.path, match_id)
            forget_dealt(self.path.parent, match_id)
            db.execute("INSERT INTO deleted VALUES (?)", (match_id,))
            for table in ("holders", "robots", "rests", "results", "ends", "journal", "seats"):
                db.execute(f"DELETE FROM {table} WHERE match = ?", (match_id,))
            db.execute("DELETE FROM matches WHERE id = ?", (match_id,))

    def export_match(self, match_id: int, sheets: Iterable[ScoreSheet] = ()) -> str:
        """The whole match as a readable file, with its score sheets if they are known."""
        return write_match(*self._whole(match_id), sheets)

    def import_match(self, text: str, at: float) -> int:
        """Store a match from such a file, or from a bare journal of the rules; its new id.

        An unfinished one is paused until `resume`. A match of a campaign goes to those of it that
        are here, so they are read in as they were played.
        """
        try:
            record, entries = read_match(text, round(at, 3))
            match = replay(record, entries)
        except StoreError as error:
            raise StoreError(
                Text(
                    "The match was not imported. {why}",
                    why=error.reason,
                )
            ) from error
        story = match.game.campaign
        is_part = story is not None and story.is_part(match.settings)
        with self._transaction() as db:
            record = replace(record, campaign=campaign_of(db, record) if is_part else None)
            match_id = insert_record(db, record)
            insert_rows(db, match_id, 0, entries)
            link_seats(db, match_id)
            if match.outcome() is not None:
                put_results(db, find_record(db, match_id), entries, match)
        return match_id

    def _whole(self, match_id: int) -> tuple[Record, list[Entry]]:
        with self._transaction(READ) as db:
            return find_record(db, match_id), find_entries(db, match_id, 0)

    @contextmanager
    def _transaction(self, begin: str = WRITE) -> Iterator[sqlite3.Connection]:
        with self._lock, explained(self.path), transaction(self._db, begin):
            yield self._db
            if begin != READ and self._identities() != self._files:
                raise StoreError(gone(self.path))

    def _identities(self) -> list[tuple[int, int] | None]:
        """Which files have the names of the database and its log now.

        SQLite goes on writing to files that were deleted, or whose disk is not there any more.
        """
        return [_identity(self.path), _identity(log_of(self.path))]

    def _put_in_safety(self, match_id: int, sheets: Iterable[ScoreSheet]) -> None:
        """What is finished does not only stand in a log. Failing costs nothing but the safety."""
        try:
            with self._lock, explained(self.path):
                checkpoint(self._db)
            if self.record(match_id).state == "finished":
                self.keep_file(match_id, sheets)
        except StoreError as error:
            log.warning("Match %s was stored, but not copied. %s", match_id, error)


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
