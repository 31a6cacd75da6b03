"""The club's database: SQLite for most clubs, PostgreSQL by its address for large ones.

Everything is written in SQLAlchemy's own words, so that it means the same in both. What tables have
told is kept as it came, in `matches` and `rows`; results and ratings follow from it and can be made
anew from it at any time.

Whatever changes here is also a step at the end of `MIGRATIONS` in `opening`, for the clubs there
are.
"""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
)
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

metadata = MetaData()

form = Table("form", metadata, Column("version", Integer, primary_key=True))
"""Which version of these tables the database has, in its only row."""

tables = Table(
    "tables",
    metadata,
    Column("key", String(40), primary_key=True),
    Column("name", String(200), nullable=False),
    Column("epoch", String(64), nullable=False, default=""),
    Column("last", Integer, nullable=False, default=0),
    Column("here", Boolean, nullable=False, default=False),
    Column("since", Float, nullable=False, default=0.0),
    Column("summary", JSON, nullable=True),
    Column("invited_at", Float, nullable=False, default=0.0),
    Column("expelled", Boolean, nullable=False, default=False),
)
"""The tables of the club, and how far each of them has told."""

matches = Table(
    "matches",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("table", String(40), ForeignKey("tables.key"), nullable=False),
    Column("epoch", String(64), nullable=False),
    Column("number", Integer, nullable=False),
    Column("game", String(60), nullable=False),
    Column("settings", JSON, nullable=False),
    Column("players", JSON, nullable=False),
    Column("state", String(20), nullable=False, default="running"),
    Column("created_at", Float, nullable=False),
    Column("finished_at", Float, nullable=True),
    Column("winners", JSON, nullable=True),
    Index("matches_of_tables", "table", "epoch", "number", unique=True),
)

tellings = Table(
    "tellings",
    metadata,
    Column("table", String(40), ForeignKey("tables.key"), primary_key=True),
    Column("mark", String(16), nullable=False),
    Column("refusals", Integer, nullable=False),
    Column("refused", String(300), nullable=False),
    Column("refused_at", Float, nullable=False),
)
"""The mark of the last event of a table that is stored, and how often something was not taken; why
and when that was at last.
"""

doubtful = Table(
    "doubtful",
    metadata,
    Column("match", Integer, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
)
"""Matches of a table that was put back to an older copy, until it has told them anew."""

rows = Table(
    "rows",
    metadata,
    Column("match", Integer, ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", String(20), nullable=False),
    Column("key", String(10_000), nullable=False),
    Column("by", String(40), nullable=False),
    Column("at", Float, nullable=False),
)

seats = Table(
    "seats",
    metadata,
    Column("match", Integer, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("index", Integer, primary_key=True),
    Column("colour", String(40), nullable=False),
    Column("player", String(40), nullable=True),
)
"""Who sits where, by the table's own number of a player; guests have none."""

people = Table(
    "people",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("name", String(200), nullable=False),
    Column("named", Boolean, nullable=False, default=False),
    Column("added", Boolean, nullable=False, default=False),
)
"""Everybody in the club. Who is `named` so by the organiser keeps that name, whatever a table says;
who was `added` by the organiser stays, even if no table knows them.
"""

identities = Table(
    "identities",
    metadata,
    Column("table", String(40), ForeignKey("tables.key"), primary_key=True),
    Column("epoch", String(64), primary_key=True),
    Column("player", String(40), primary_key=True),
    Column("name", String(200), nullable=False),
    Column("person", Integer, ForeignKey("people.id"), nullable=False, index=True),
)
"""Which person a player of a table is."""

apart = Table(
    "apart",
    metadata,
    Column("one", Integer, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("other", Integer, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
)
"""People of one name who are not the same, as the organiser has said; `one` is the smaller."""

ends = Table(
    "ends",
    metadata,
    Column("match", Integer, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("ended", Float, nullable=False, index=True),
    Column("sets", String(500), nullable=False, default=""),
    Column("together", Boolean, nullable=False, default=False),
    Column("seconds", Float, nullable=False, default=0.0),
    Column("stamp", Integer, nullable=False),
    Column("trouble", String(1000), nullable=True),
)
"""How finished matches have ended; `trouble` is why one could not be played again."""

results = Table(
    "results",
    metadata,
    Column("match", Integer, ForeignKey("ends.match", ondelete="CASCADE"), primary_key=True),
    Column("index", Integer, primary_key=True),
    Column("place", Integer, nullable=True),
    Column("won", Boolean, nullable=False),
    Column("points", Integer, nullable=False),
    Column("kinds", JSON, nullable=False),
    Column("turns", Integer, nullable=False),
    Column("seconds", Float, nullable=False),
    Column("robot", Boolean, nullable=False),
)

unsettled = Table(
    "unsettled",
    metadata,
    Column("match", Integer, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
)
"""Finished matches that have to be played again to know how they ended."""

counting = Table(
    "counting",
    metadata,
    Column("one", Integer, primary_key=True),
    Column("revision", Integer, nullable=False),
    Column("rate_from", Float, nullable=True),
)
"""Changes with every result and person; ratings have to be made anew from a time on, if any."""

ratings = Table(
    "ratings",
    metadata,
    Column("scope", String(60), primary_key=True),
    Column("person", Integer, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("match", Integer, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("ended", Float, nullable=False, index=True),
    Column("mu_before", Float, nullable=False),
    Column("sigma_before", Float, nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("expected", Float, nullable=False),
    Column("beaten", Float, nullable=False),
)
"""What every match has done to ratings, in its game and, with an empty scope, overall."""

tournaments = Table(
    "tournaments",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("kind", String(20), nullable=False),
    Column("name", String(200), nullable=False),
    Column("game", String(60), nullable=False),
    Column("settings", JSON, nullable=False),
    Column("least", Integer, nullable=False),
    Column("most", Integer, nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("begun_at", Float, nullable=False),
    Column("closed_at", Float, nullable=True),
)

entrants = Table(
    "entrants",
    metadata,
    Column("tournament", Integer, ForeignKey("tournaments.id"), primary_key=True),
    Column("person", Integer, ForeignKey("people.id"), primary_key=True),
    Column("from_round", Integer, nullable=False),
    Column("left_after", Integer, nullable=True),
)
"""Who takes part: late comers from a later round on, others until they left."""

rounds = Table(
    "rounds",
    metadata,
    Column("tournament", Integer, ForeignKey("tournaments.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", Float, nullable=False),
)

seatings = Table(
    "seatings",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("tournament", Integer, ForeignKey("tournaments.id"), nullable=False, index=True),
    Column("round", Integer, nullable=False),
    Column("number", Integer, nullable=False),
    Column("table", String(40), ForeignKey("tables.key"), nullable=True),
    Column("match", Integer, ForeignKey("matches.id", ondelete="SET NULL"), nullable=True),
    Column("by_hand", JSON(none_as_null=True), nullable=True),
    Column("void", Boolean, nullable=False, default=False),
    Column("reason", String(500), nullable=False, default=""),
)
"""A table of a round: where it is, and the match that counts or what the organiser says instead."""

seated = Table(
    "seated",
    metadata,
    Column("seating", Integer, ForeignKey("seatings.id", ondelete="CASCADE"), primary_key=True),
    Column("index", Integer, primary_key=True),
    Column("person", Integer, ForeignKey("people.id"), nullable=False),
)

sign_ins = Table(
    "sign_ins",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("stamp", String(64), nullable=False),
    Column("until", Float, nullable=False),
)
"""Who has signed in as the organiser with which passphrase, and until when that holds."""


def reason(error: SQLAlchemyError) -> str:
    """What a database says about itself, in one line and without the statement."""
    said = error.orig if isinstance(error, DBAPIError) else error
    return " ".join(str(said).split()).rstrip(".")
