"""Results of a tournament come in by themselves.

A match counts for a table of a round if it was begun there after the round was drawn, by exactly
those who were seated, in the tournament's game and with its settings.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, Engine, Row, Select, select, update

from server.club.database import (
    ends,
    identities,
    matches,
    rounds,
    seated,
    seatings,
    seats,
    tournaments,
)
from server.club.results import Ended, ended_matches


def assign_matches(engine: Engine) -> bool:
    """Give every match that counts to its table of a round; whether there was any."""
    assigned = False
    with engine.begin() as db:
        for seating in db.execute(
            select(seatings, rounds.c.at, tournaments.c.game, tournaments.c.settings)
            .join(tournaments, tournaments.c.id == seatings.c.tournament)
            .join(
                rounds,
                (rounds.c.tournament == seatings.c.tournament)
                & (rounds.c.number == seatings.c.round),
            )
            .where(
                tournaments.c.closed_at.is_(None),
                seatings.c.match.is_(None),
                seatings.c.by_hand.is_(None),
                ~seatings.c.void,
            )
            .order_by(seatings.c.id)
        ).all():
            found = _first_fit(db, seating)
            if found is not None:
                own = seatings.c.id == seating.id
                db.execute(update(seatings).where(own).values(match=found))
                assigned = True
    return assigned


def matches_of(db: Connection, people: set[int], game: str) -> list[Ended]:
    """All matches of a game against each other that exactly these people have played."""
    return _played_by(db, people, select(matches.c.id).where(matches.c.game == game))


def fits(settings: Mapping[str, str], wanted: Mapping[str, str]) -> bool:
    """Whether a match was played with these settings, whatever the others are."""
    return all(settings.get(key) == value for key, value in wanted.items())


def _first_fit(db: Connection, seating: Row[Any]) -> int | None:
    people = set(
        db.execute(select(seated.c.person).where(seated.c.seating == seating.id)).scalars()
    )
    taken = select(seatings.c.match).where(
        seatings.c.tournament == seating.tournament, seatings.c.match.is_not(None)
    )
    possible = select(matches.c.id).where(
        matches.c.game == seating.game,
        matches.c.created_at >= seating.at,
        matches.c.id.not_in(taken),
    )
    if seating.table is not None:
        possible = possible.where(matches.c.table == seating.table)
    for played in _played_by(db, people, possible):
        own = select(matches.c.settings).where(matches.c.id == played.match)
        if fits(db.execute(own).scalar_one(), seating.settings):
            return played.match
    return None


def _played_by(db: Connection, people: set[int], possible: Select[Any]) -> list[Ended]:
    """Those of these matches that exactly these people have played against each other."""
    with_one = (
        select(seats.c.match)
        .join(matches, matches.c.id == seats.c.match)
        .join(
            identities,
            (identities.c.table == matches.c.table)
            & (identities.c.epoch == matches.c.epoch)
            & (identities.c.player == seats.c.player),
        )
        .where(identities.c.person == min(people, default=0))
    )
    possible = possible.where(matches.c.id.in_(with_one))
    against = (~ends.c.together, ends.c.trouble.is_(None))
    return [
        played
        for played in ended_matches(db, ends.c.match.in_(possible), *against)
        if {each.person for each in played.seats} == people
    ]
