"""What the kept results of all matches come to: by player, by game and by its sets.

Nothing is played again here. A match that was given up has no result; those who play together, or
alone against the game, win or lose as one, so that nobody is ahead of anybody there.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from server.store.records import READ, Transaction

_ALL = """
    FROM results JOIN seats USING (match, "index") JOIN ends USING (match)
    JOIN matches ON matches.id = match JOIN players ON players.id = seats.player
"""
_ENDED = "coalesce(finished_at, created_at)"
"""A match that is looked at again at the table after its end has no time of its end."""
_CHOSEN = "(:game IS NULL OR game = :game) AND (:sets IS NULL OR sets = :sets)"
_BEGINS = "first:"
"""How the answer to who begins is written in every game; if it was taken back, the last counts."""


_MOST_KEPT = 500
"""Answers that are remembered: some for everybody who ever played."""

F = TypeVar("F")


class Played(NamedTuple):
    """What is played here: a game with some of its sets."""

    game: str
    sets: str
    """Their names, a space between two."""
    matches: int


class Tally(NamedTuple):
    """What somebody's matches come to."""

    player: int
    name: str
    colour: str | None
    matches: int
    wins: int
    ranked: int
    """Matches against each other, in which people have places."""
    places: float | None
    """The average place in these."""
    points: float
    """The average."""
    best: int
    turns: int
    seconds: float

    @property
    def per_turn(self) -> float | None:
        """Seconds of thinking for a turn, as far as it is known."""
        return self.seconds / self.turns if self.turns and self.seconds else None


class OfGame(NamedTuple):
    """The same for one player and one game with its sets."""

    game: str
    sets: str
    tally: Tally
    places: dict[int, int]
    """How often each place was taken."""
    kinds: dict[str, float]
    """Points by what they are for, on average."""


class Rival(NamedTuple):
    """How somebody did against another player."""

    player: int
    name: str
    colour: str | None
    matches: int
    ahead: int
    behind: int


class Best(NamedTuple):
    """A record."""

    game: str
    sets: str
    match: int
    at: float
    name: str
    colour: str
    value: float


class Sitting(NamedTuple):
    """How a match ended for one of those who played it."""

    seat: int
    """Counted from 0."""
    colour: str
    name: str
    player: int | None
    """None if it is nobody who is remembered."""
    place: int | None
    won: bool
    points: int
    kinds: dict[str, int]
    turns: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Play:
    """A match that has ended."""

    match: int
    game: str
    sets: str
    together: bool
    begun: float
    ended: float
    seconds: float
    seats: tuple[Sitting, ...]
    first: str | None
    """The colour of whoever began, as the journal says."""


class Statistics:
    """May be used from several threads, like the store it belongs to."""

    def __init__(
        self, transaction: Transaction, changes: Callable[[sqlite3.Connection], object]
    ) -> None:
        """What was added up holds until `changes` gives something else."""
        self._transaction = transaction
        self._changes = changes
        self._as_of: object = None
        self._kept: dict[tuple[object, ...], list[Any]] = {}

    def played(self) -> list[Played]:
        """What there are results of, the most played first."""
        return self._found(_played)

    def tallies(
        self, game: str | None = None, sets: str | None = None, most: int = -1
    ) -> list[Tally]:
        """Everybody who has ended a match of this, or any; who won most often first."""
        return self._found(_tallies, game, sets, most)

    def of_player(self, player: int) -> list[OfGame]:
        """Game by game, the most played first."""
        return self._found(_of_player, player)

    def rivals(self, player: int) -> list[Rival]:
        """Against whom somebody has played, the most often met first."""
        return self._found(_rivals, player)

    def most_points(self, most: int) -> list[Best]:
        """The record of every game with its sets."""
        return self._found(_best, "max(points)", "together = 0", most)

    def quickest_wins(self, most: int) -> list[Best]:
        """In seconds; as far as it is known how long people played."""
        return self._found(_best, "min(ends.seconds)", "won AND ends.seconds > 0", most)

    def plays(self) -> Iterator[Play]:
        """All matches that have ended, the first first. They are read one by one."""
        with self._transaction(READ) as db:
            ended = db.execute(
                f"SELECT match, game, sets, together, created_at, {_ENDED}, seconds"
                " FROM ends JOIN matches ON id = match ORDER BY match"
            ).fetchall()
        for match_id, game, sets, together, begun, end, seconds in ended:
            with self._transaction(READ) as db:
                rows = db.execute(
                    'SELECT "index", colour, name, player, place, won, points, kinds, turns,'
                    ' seconds FROM results JOIN seats USING (match, "index") WHERE match = ?'
                    ' ORDER BY "index"',
                    (match_id,),
                ).fetchall()
                began = db.execute(
                    "SELECT key FROM journal WHERE match = ? AND kind = 'choice' AND key LIKE ?"
                    " ORDER BY number DESC LIMIT 1",
                    (match_id, f"{_BEGINS}%"),
                ).fetchone()
            seats = tuple(
                Sitting._make((*row[:5], bool(row[5]), row[6], json.loads(row[7]), *row[8:]))
                for row in rows
            )
            yield Play(
                match=match_id,
                game=game,
                sets=sets,
                together=bool(together),
                begun=begun,
                ended=end,
                seconds=seconds,
                seats=seats,
                first=began[0].removeprefix(_BEGINS) if began else None,
            )

    def last_matches(self, most: int) -> list[int]:
        """The matches that ended last."""
        with self._transaction(READ) as db:
            rows = db.execute(
                f"SELECT match FROM ends JOIN matches ON id = match ORDER BY {_ENDED} DESC LIMIT ?",
                (most,),
            ).fetchall()
            return [match_id for (match_id,) in rows]

    def points_of(self, match_id: int) -> dict[str, int]:
        """What everybody had at the end of a match, by colour; nothing if that is not kept."""
        with self._transaction(READ) as db:
            rows = db.execute(
                'SELECT colour, points FROM results JOIN seats USING (match, "index")'
                ' WHERE match = ? ORDER BY won DESC, place, "index"',
                (match_id,),
            )
            return dict(rows.fetchall())

    def _found(self, find: Callable[..., list[F]], *about: object) -> list[F]:
        """Added up once for all who look; it takes longer the more was played here."""
        with self._transaction(READ) as db:
            as_of = self._changes(db)
            if as_of != self._as_of or len(self._kept) >= _MOST_KEPT:
                self._as_of = as_of
                self._kept.clear()
            question = (find, *about)
            if question not in self._kept:
                self._kept[question] = find(db, *about)
            return list(self._kept[question])


def _played(db: sqlite3.Connection) -> list[Played]:
    rows = db.execute(
        "SELECT game, sets, count(*) FROM ends JOIN matches ON id = match"
        " GROUP BY game, sets ORDER BY 3 DESC, game, sets"
    ).fetchall()
    return [Played(*row) for row in rows]


def _of_player(db: sqlite3.Connection, player: int) -> list[OfGame]:
    found = []
    games = db.execute(f"SELECT DISTINCT game, sets {_ALL} WHERE player = ?", (player,)).fetchall()
    for game, sets in games:
        [tally] = _tallies(db, game, sets, -1, player)
        values = {"game": game, "sets": sets, "player": player}
        where = f"WHERE {_CHOSEN} AND player = :player"
        places = db.execute(
            f"SELECT place, count(*) {_ALL} {where} AND together = 0 AND place IS NOT NULL"
            " GROUP BY place ORDER BY place",
            values,
        ).fetchall()
        kinds = db.execute(
            f"SELECT kind.key, total(kind.value) / :matches {_ALL},"
            f" json_each(kinds) AS kind {where} GROUP BY 1",
            values | {"matches": tally.matches},
        ).fetchall()
        found.append(OfGame(game, sets, tally, dict(places), dict(kinds)))
    return sorted(found, key=lambda each: -each.tally.matches)


def _rivals(db: sqlite3.Connection, player: int) -> list[Rival]:
    rows = db.execute(
        "SELECT players.id, players.name, players.colour, count(*),"
        " sum(mine.place < theirs.place), sum(mine.place > theirs.place)"
        ' FROM seats AS me JOIN results AS mine USING (match, "index")'
        " JOIN ends ON ends.match = me.match"
        " JOIN seats AS other ON other.match = me.match AND other.player <> me.player"
        " JOIN results AS theirs"
        ' ON theirs.match = me.match AND theirs."index" = other."index"'
        " JOIN players ON players.id = other.player"
        " WHERE me.player = ? AND together = 0"
        " AND mine.place IS NOT NULL AND theirs.place IS NOT NULL"
        " GROUP BY players.id ORDER BY 4 DESC, players.name",
        (player,),
    ).fetchall()
    return [Rival(*row) for row in rows]


def _best(db: sqlite3.Connection, value: str, where: str, most: int) -> list[Best]:
    """One row of each game; of several with the same value any."""
    rows = db.execute(
        f"SELECT game, sets, match, {_ENDED}, players.name, seats.colour, {value}"
        f" {_ALL} WHERE {where} GROUP BY game, sets ORDER BY game, sets LIMIT ?",
        (most,),
    ).fetchall()
    return [Best(*row) for row in rows]


def _tallies(
    db: sqlite3.Connection,
    game: str | None,
    sets: str | None,
    most: int,
    player: int | None = None,
) -> list[Tally]:
    rows = db.execute(
        "SELECT players.id, players.name, players.colour, count(*), sum(won),"
        " sum(together = 0 AND place IS NOT NULL),"
        " avg(CASE WHEN together = 0 THEN place END), avg(points), max(points), sum(turns),"
        f" sum(results.seconds) {_ALL}"
        f" WHERE {_CHOSEN} AND (:player IS NULL OR player = :player)"
        " GROUP BY players.id"
        " ORDER BY sum(won) DESC, avg(won) DESC, count(*) DESC, players.name LIMIT :most",
        {"game": game, "sets": sets, "player": player, "most": most},
    ).fetchall()
    return [Tally(*row) for row in rows]


# -------------------------------------------------------------------------------- What has changed

_WATCHED = {
    "results": ("INSERT", "UPDATE", "DELETE"),
    "ends": ("INSERT", "UPDATE", "DELETE"),
    "players": ("INSERT", "UPDATE", "DELETE"),
    "seats": ("UPDATE", "DELETE"),
    "matches": ("UPDATE", "DELETE"),
}
"""A match that is new, and who sits there, has no results yet."""


def counted_changes(db: sqlite3.Connection) -> Callable[[sqlite3.Connection], object]:
    """What gives something else whenever anything has changed, also by another connection.

    This one counts by itself, in a table that is nobody else's: so nothing that changes a row can
    forget to say so, and what is rolled back was none.
    """
    db.execute("PRAGMA temp_store = MEMORY")
    db.execute("CREATE TEMP TABLE changes AS SELECT 0 AS number")
    for table, kinds in _WATCHED.items():
        for kind in kinds:
            db.execute(
                f"CREATE TEMP TRIGGER {table}_{kind.lower()} AFTER {kind} ON main.{table}"
                " BEGIN UPDATE changes SET number = number + 1; END"
            )
    return _changes


def _changes(db: sqlite3.Connection) -> object:
    [[own]] = db.execute("SELECT number FROM temp.changes")
    [[others]] = db.execute("PRAGMA data_version")
    return own, others
