"""The part of the store that is about people: who has played, and what they like.

A seat has the name that is shown for it; whoever is renamed, joined with another or forgotten gets
another name at all seats, in every match. Journals name colours only, so they replay as before.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rules.text import Text
from server.store.errors import StoreError
from server.store.records import READ, WRITE, Transaction
from server.store.rows import LARGEST, name_key

_PLAYER = "SELECT id, name, colour, language FROM players"


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who is remembered."""

    id: int
    name: str
    colour: str | None = None
    """That of the last match, or one that they have chosen since."""
    language: str | None = None
    """None if every phone decides for itself."""


def link_seats(db: sqlite3.Connection, match_id: int, new: bool = True) -> None:
    """Know everybody at the seats of a match by name; who is `new` is remembered from now on.

    Robots are nobody.
    """
    seats = db.execute(
        'SELECT "index", name, colour FROM seats WHERE match = ? AND colour NOT IN'
        ' (SELECT colour FROM robots WHERE robots.match = seats.match) ORDER BY "index"',
        (match_id,),
    ).fetchall()
    keys = [name_key(name) for _, name, _ in seats]
    for key, (index, name, colour) in zip(keys, seats, strict=True):
        if not key or keys.count(key) > 1:  # two of one name cannot be told apart
            continue
        if new:
            db.execute(
                "INSERT INTO players (name, key, colour) VALUES (?, ?, ?)"
                " ON CONFLICT (key) DO UPDATE SET colour = excluded.colour",
                (name, key, colour),
            )
        db.execute(
            "UPDATE seats SET player = (SELECT id FROM players WHERE key = ?)"
            ' WHERE match = ? AND "index" = ?',
            (key, match_id, index),
        )


class Players:
    """May be used from several threads, like the store it belongs to."""

    def __init__(self, transaction: Transaction, copy_again: Callable[[int], None]) -> None:
        """`copy_again` writes the text file of a finished match anew."""
        self._transaction = transaction
        self._copy_again = copy_again

    def recent(self, most: int = -1) -> list[Player]:
        """Whoever has played last first."""
        with self._transaction(READ) as db:
            rows = db.execute(
                f"{_PLAYER} ORDER BY (SELECT max(match) FROM seats WHERE player = id) DESC, id"
                " LIMIT ?",
                (most,),
            ).fetchall()
            return [Player(*row) for row in rows]

    def find(self, player: int) -> Player:
        with self._transaction(READ) as db:
            return _find(db, player)

    def at_seats(self, match_id: int) -> dict[str, Player]:
        """Who sits where in a match, by colour; seats of people who are not known are left out."""
        with self._transaction(READ) as db:
            rows = db.execute(
                "SELECT seats.colour, id, players.name, players.colour, language"
                " FROM seats JOIN players ON id = player WHERE match = ?",
                (match_id,),
            ).fetchall()
            return {colour: Player(*row) for colour, *row in rows}

    def change(self, changed: Player) -> None:
        """Another name, colour or language. The name must not be that of somebody else."""
        with self._transaction(WRITE) as db:
            before = _find(db, changed.id)
            key = name_key(changed.name)
            other = db.execute(
                "SELECT name FROM players WHERE key = ? AND id <> ?", (key, changed.id)
            ).fetchone()
            if other:
                raise StoreError(
                    Text(
                        "{name} exists already. Choose another name, or merge both players.",
                        name=other[0],
                    )
                )
            db.execute(
                "UPDATE players SET name = ?, key = ?, colour = ?, language = ? WHERE id = ?",
                (changed.name, key, changed.colour, changed.language, changed.id),
            )
            matches = []
            if changed.name != before.name:
                matches = _name_seats(db, changed.id, changed.name)
        self._copy(matches)

    def speak(self, player: int, language: str) -> None:
        """The language that somebody has chosen on their phone."""
        with self._transaction(WRITE) as db:
            db.execute("UPDATE players SET language = ? WHERE id = ?", (language, player))

    def merge(self, player: int, into: int) -> None:
        """All that somebody has played was played by another one, who is the same person.

        Two who sat at the same table are not.
        """
        with self._transaction(WRITE) as db:
            gone, stays = _find(db, player), _find(db, into)
            both = db.execute(
                "SELECT match FROM seats WHERE player IN (?, ?) GROUP BY match HAVING count(*) > 1",
                (player, into),
            ).fetchone()
            if player == into or both:
                raise StoreError(
                    Text(
                        "{one} and {other} met in a match, so they are two people. "
                        "Nothing has changed.",
                        one=gone.name,
                        other=stays.name,
                    )
                )
            matches = _name_seats(db, player, stays.name)
            db.execute("UPDATE seats SET player = ? WHERE player = ?", (into, player))
            db.execute("DELETE FROM players WHERE id = ?", (player,))
        self._copy(matches)

    def forget(self, player: int, nobody: str) -> None:
        """The name goes from all seats and files, where `nobody` stands from now on."""
        with self._transaction(WRITE) as db:
            _find(db, player)
            matches = _name_seats(db, player, nobody)
            db.execute("UPDATE seats SET player = NULL WHERE player = ?", (player,))
            db.execute("DELETE FROM players WHERE id = ?", (player,))
        self._copy(matches)

    def sit(self, match_id: int, colour: str, player: int) -> None:
        """From now on it is this player who sits there, in all of the match."""
        with self._transaction(WRITE) as db:
            sitting = _find(db, player)
            taken = db.execute(
                "SELECT 1 FROM seats WHERE match = ? AND player = ? AND colour <> ?",
                (match_id, player, colour),
            ).fetchone()
            if taken:
                raise StoreError(Text("{name} has another seat already.", name=sitting.name))
            db.execute(
                "UPDATE seats SET player = ?, name = ? WHERE match = ? AND colour = ?",
                (player, sitting.name, match_id, colour),
            )

    def _copy(self, matches: Sequence[int]) -> None:
        """Nobody's former name stands in the text files of finished matches."""
        for match_id in matches:
            self._copy_again(match_id)


def _find(db: sqlite3.Connection, player: int) -> Player:
    row = None
    if abs(player) <= LARGEST:
        row = db.execute(f"{_PLAYER} WHERE id = ?", (player,)).fetchone()
    if row is None:
        raise StoreError(Text("This player no longer exists."))
    return Player(*row)


def _name_seats(db: sqlite3.Connection, player: int, name: str) -> list[int]:
    """The finished matches in which the name of a seat has changed."""
    db.execute("UPDATE seats SET name = ? WHERE player = ?", (name, player))
    rows = db.execute(
        "SELECT id FROM matches JOIN seats ON match = id"
        " WHERE player = ? AND state = 'finished' ORDER BY id",
        (player,),
    )
    return [match_id for (match_id,) in rows]
