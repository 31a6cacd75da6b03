"""Who is who across the tables of a club.

A table tells its own players apart by numbers. Here each of them is somebody: by themselves at
first, the same person as a player of another table as soon as the organiser has said so, or has
seated them there in a tournament under that name. Guests are nobody.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine, Row, delete, exists, func, insert, select, update

from rules.text import Plural, Text
from server.club.counting import FROM_THE_START, changed
from server.club.database import (
    apart,
    ends,
    entrants,
    identities,
    matches,
    people,
    seated,
    seatings,
    seats,
    tables,
    tournaments,
)
from server.store.errors import StoreError
from server.store.rows import name_key
from server.store.wording import is_name, tidy
from server.wire.messages import Player

LONGEST_NAME = 40


class Sat(NamedTuple):
    """Who sits where in a match, as its table says."""

    match: int
    table: str
    epoch: str
    game: str
    players: Sequence[Player]


class Identity(NamedTuple):
    """A person as a table knows them."""

    table: str
    epoch: str
    player: str
    name: str
    at: str
    """What people call the table."""


class Person(NamedTuple):
    id: int
    name: str
    """Empty for somebody who is a guest by now."""
    identities: tuple[Identity, ...]


class Alike(NamedTuple):
    """Two who have the same name, and may be one."""

    one: Person
    other: Person


# ---------------------------------------------------------------------------- What tables tell


def sit(db: Connection, sat: Sat) -> None:
    """Know everybody who sits in a match; whoever sat there before may be somebody else now."""
    again = db.execute(delete(seats).where(seats.c.match == sat.match)).rowcount
    for index, player in enumerate(sat.players):
        known = player.player if player.name else None
        values = {"match": sat.match, "index": index, "colour": player.colour, "player": known}
        db.execute(insert(seats).values(values))
        if player.name and known:
            _meet(db, sat, known, player.name)
    if again:
        forget_unseen(db, sat.table)
    changed(db, db.execute(select(ends.c.ended).where(ends.c.match == sat.match)).scalar())


def forget_unseen(db: Connection, table: str) -> None:
    """Who sits in no match of a table any more is not known there; names of guests go."""
    seen = exists().where(
        matches.c.table == identities.c.table,
        matches.c.epoch == identities.c.epoch,
        seats.c.match == matches.c.id,
        seats.c.player == identities.c.player,
    )
    db.execute(delete(identities).where(identities.c.table == table, ~seen))
    known = exists().where(identities.c.person == people.c.id)
    for person in db.execute(select(people.c.id).where(~people.c.added, ~known)).scalars().all():
        enters = select(entrants.c.person).where(entrants.c.person == person)
        plays = select(seated.c.person).where(seated.c.person == person)
        if db.execute(enters.union(plays)).first():
            db.execute(update(people).where(people.c.id == person).values(name=""))
        else:
            db.execute(delete(people).where(people.c.id == person))


def _meet(db: Connection, sat: Sat, player: str, name: str) -> None:
    here = (identities.c.table == sat.table, identities.c.player == player)
    known = db.execute(select(identities).where(*here, identities.c.epoch == sat.epoch)).first()
    if known is None:
        person = _same_player(db, sat, player, name) or _expected(db, sat, name)
        if person is None:
            person = db.execute(insert(people).returning(people.c.id), {"name": name}).scalar_one()
        values = {"table": sat.table, "epoch": sat.epoch, "player": player, "name": name}
        db.execute(insert(identities).values(**values, person=person))
    elif known.name != name:
        db.execute(
            update(identities).where(*here, identities.c.epoch == sat.epoch).values(name=name)
        )
        db.execute(
            update(people).where(people.c.id == known.person, ~people.c.named).values(name=name)
        )


def _same_player(db: Connection, sat: Sat, player: str, name: str) -> int | None:
    """The table has left the club and joined it again since."""
    before = db.execute(
        select(identities.c.person, identities.c.name).where(
            identities.c.table == sat.table, identities.c.player == player
        )
    )
    return next((row.person for row in before if name_key(row.name) == name_key(name)), None)


def _expected(db: Connection, sat: Sat, name: str) -> int | None:
    """Somebody of this name whom the organiser has seated at this table."""
    there = db.execute(
        select(people.c.id, people.c.name)
        .join(seated, seated.c.person == people.c.id)
        .join(seatings, seatings.c.id == seated.c.seating)
        .join(tournaments, tournaments.c.id == seatings.c.tournament)
        .where(
            tournaments.c.closed_at.is_(None),
            tournaments.c.game == sat.game,
            seatings.c.match.is_(None),
            (seatings.c.table == sat.table) | seatings.c.table.is_(None),
        )
    )
    found = {row.id for row in there if name_key(row.name) == name_key(name)}
    return found.pop() if len(found) == 1 else None


# ----------------------------------------------------------------------- What the organiser says


def everybody(db: Connection) -> list[Person]:
    """By name."""
    known: dict[int, list[Identity]] = {}
    for row in db.execute(
        select(identities, tables.c.name.label("at"))
        .join(tables, tables.c.key == identities.c.table)
        .order_by(identities.c.table, identities.c.epoch)
    ):
        known.setdefault(row.person, []).append(
            Identity(row.table, row.epoch, row.player, row.name, row.at or row.table)
        )
    return sorted(
        (
            Person(row.id, row.name, tuple(known.get(row.id, ())))
            for row in db.execute(select(people.c.id, people.c.name))
        ),
        key=lambda each: (name_key(each.name), each.id),
    )


def alike(db: Connection) -> list[Alike]:
    """People of one name who may be the same: nobody has said no, and they never sat together."""
    named: dict[str, list[Person]] = {}
    for person in everybody(db):
        if person.name:
            named.setdefault(name_key(person.name), []).append(person)
    different = {(row.one, row.other) for row in db.execute(select(apart))}
    return [
        Alike(one, other)
        for same in named.values()
        for one, other in combinations(sorted(same), 2)
        if (one.id, other.id) not in different and not _sat_together(db, one.id, other.id)
    ]


def add(engine: Engine, name: str) -> int:
    """Somebody whom no table knows yet."""
    with engine.begin() as db:
        name = _checked(db, name)
        changed(db)
        values = {"name": name, "added": True, "named": True}
        return int(db.execute(insert(people).returning(people.c.id), values).scalar_one())


def rename(engine: Engine, person: int, name: str) -> None:
    with engine.begin() as db:
        _find(db, person)
        name = _checked(db, name, person)
        db.execute(update(people).where(people.c.id == person).values(name=name, named=True))
        changed(db)


def remain_two(engine: Engine, one: int, other: int) -> None:
    """Two of the same name are different people."""
    first, second = sorted((one, other))
    with engine.begin() as db:
        _find(db, first)
        _find(db, second)
        if (
            first != second
            and not db.execute(
                select(apart).where(apart.c.one == first, apart.c.other == second)
            ).first()
        ):
            db.execute(insert(apart).values(one=first, other=second))


def merge(engine: Engine, person: int, into: int) -> None:
    """All that somebody has played was played by another one, whose name stays."""
    with engine.begin() as db:
        gone, stays = _find(db, person), _find(db, into)
        if person == into or _sat_together(db, person, into):
            raise StoreError(
                Text(
                    "{one} and {other} met in a match, so they are two people. Nothing "
                    "has changed.",
                    one=gone.name,
                    other=stays.name,
                )
            )
        _play_on_as(db, gone, stays)
        db.execute(update(identities).where(identities.c.person == person).values(person=into))
        db.execute(
            update(people)
            .where(people.c.id == into)
            .values(named=True, added=stays.added or gone.added)
        )
        db.execute(delete(people).where(people.c.id == person))
        changed(db, FROM_THE_START)


def split(engine: Engine, identity: Identity) -> int:
    """Whom a table knows by this number is somebody else; the new person."""
    here = (
        identities.c.table == identity.table,
        identities.c.epoch == identity.epoch,
        identities.c.player == identity.player,
    )
    with engine.begin() as db:
        found = db.execute(select(identities).where(*here)).first()
        if found is None:
            raise StoreError(Text("This player no longer exists."))
        new = db.execute(insert(people).returning(people.c.id), {"name": found.name}).scalar_one()
        db.execute(update(identities).where(*here).values(person=new))
        db.execute(insert(apart).values(one=min(found.person, new), other=max(found.person, new)))
        changed(db, FROM_THE_START)
    return int(new)


def find(db: Connection, person: int) -> Person | None:
    return next((each for each in everybody(db) if each.id == person), None)


def _play_on_as(db: Connection, gone: Row[Any], stays: Row[Any]) -> None:
    """Seats of tournaments are those of the other one; unless both have some in the same."""
    both = (
        select(seatings.c.tournament)
        .join(seated, seated.c.seating == seatings.c.id)
        .where(seated.c.person.in_((gone.id, stays.id)))
        .group_by(seatings.c.tournament)
        .having(func.count(seated.c.person.distinct()) > 1)
    )
    name = db.execute(select(tournaments.c.name).where(tournaments.c.id.in_(both))).scalar()
    if name is not None:
        raise StoreError(
            Text(
                "{one} and {other} both play in {tournament}, so they are two people. "
                "Nothing has changed.",
                one=gone.name,
                other=stays.name,
                tournament=name,
            )
        )
    theirs = select(entrants.c.tournament).where(entrants.c.person == stays.id)
    db.execute(
        delete(entrants).where(entrants.c.person == gone.id, entrants.c.tournament.in_(theirs))
    )
    for each in (entrants, seated):
        db.execute(update(each).where(each.c.person == gone.id).values(person=stays.id))


def _sat_together(db: Connection, one: int, other: int) -> bool:
    found = db.execute(
        select(seats.c.match)
        .join(matches, matches.c.id == seats.c.match)
        .join(
            identities,
            (identities.c.table == matches.c.table)
            & (identities.c.epoch == matches.c.epoch)
            & (identities.c.player == seats.c.player),
        )
        .where(identities.c.person.in_((one, other)))
        .group_by(seats.c.match)
        .having(func.count(identities.c.person.distinct()) > 1)
    )
    return found.first() is not None


def _checked(db: Connection, name: str, person: int | None = None) -> str:
    name = tidy(name)
    if not is_name(name, LONGEST_NAME):
        raise StoreError(
            Plural(
                "A name has 1 to {n} letters.",
                "A name has 1 to {n} letters.",
                LONGEST_NAME,
            )
        )
    for row in db.execute(select(people.c.id, people.c.name)):
        if row.id != person and name_key(row.name) == name_key(name):
            raise StoreError(
                Text(
                    "{name} exists already. Choose another name, or merge both players.",
                    name=row.name,
                )
            )
    return name


def _find(db: Connection, person: int) -> Row[Any]:
    found = db.execute(select(people).where(people.c.id == person)).first()
    if found is None:
        raise StoreError(Text("This player no longer exists."))
    return found
