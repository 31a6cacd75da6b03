"""Tournaments and leagues as the organiser makes them: who plays, rounds, tables, corrections.

In a tournament everybody has a seat in every round: nobody ever sits out. A league has no rounds:
every match of its game in its time counts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from sqlalchemy import Connection, Engine, Row, delete, func, insert, select, update

from rules.games import GAMES
from rules.text import Plural, Text
from server.club.assigning import assign_matches
from server.club.database import (
    entrants,
    people,
    rounds,
    seated,
    seatings,
    tables,
    tournaments,
)
from server.club.seating import met_before, seat, sizes
from server.store.errors import StoreError
from server.store.wording import is_name, tidy

Kind = Literal["tournament", "league"]
LONGEST_NAME = 80
MOST_ROUNDS = 30


@dataclass(frozen=True, slots=True)
class Tournament:
    id: int
    kind: Kind
    name: str
    game: str
    settings: Mapping[str, str]
    """Those that a match must have; whatever is not named may be as people like."""
    least: int
    most: int
    rounds: int
    begun_at: float
    closed_at: float | None


class Entrant(NamedTuple):
    person: int
    name: str
    from_round: int
    left_after: int | None
    """After which round they left; None if they are still there."""


class ByHand(NamedTuple):
    """What the organiser says of a table instead of a match."""

    places: list[int]
    points: list[int]


@dataclass(frozen=True, slots=True)
class Seating:
    """One table of a round."""

    id: int
    round: int
    number: int
    table: str | None
    at: str
    """What people call the table; empty if any will do."""
    people: tuple[tuple[int, str], ...]
    match: int | None
    by_hand: ByHand | None
    void: bool
    reason: str


def make(engine: Engine, wanted: Tournament) -> int:
    """A new tournament or league; its id and times are not looked at."""
    name, game = tidy(wanted.name), GAMES.get(wanted.game)
    if not is_name(name, LONGEST_NAME):
        raise StoreError(
            Plural(
                "A name has 1 to {n} letters.",
                "A name has 1 to {n} letters.",
                LONGEST_NAME,
            )
        )
    if game is None:
        raise StoreError(Text("Choose one of the games offered."))
    least, most = game.seats[0], game.seats[-1]
    if wanted.kind == "tournament":
        if not least <= wanted.least <= wanted.most <= most or wanted.most < 2:
            raise StoreError(
                Text(
                    "Players of {game}: {least} to {most}. Choose table sizes within "
                    "that, at least 2, the smaller first.",
                    game=game.edition.text("title"),
                    least=least,
                    most=most,
                )
            )
        if not 1 <= wanted.rounds <= MOST_ROUNDS:
            raise StoreError(Text("Rounds: choose 1 to {most}.", most=MOST_ROUNDS))
    known = {setting.key: setting.values for setting in game.settings}
    if any(value not in known.get(key, ()) for key, value in wanted.settings.items()):
        raise StoreError(Text("This game has no such setting. Choose again."))
    with engine.begin() as db:
        new = db.execute(
            insert(tournaments).returning(tournaments.c.id),
            {
                "kind": wanted.kind,
                "name": name,
                "game": wanted.game,
                "settings": dict(wanted.settings),
                "least": wanted.least,
                "most": wanted.most,
                "rounds": wanted.rounds,
                "begun_at": wanted.begun_at,
            },
        ).scalar_one()
    return int(new)


def all_of(db: Connection) -> list[Tournament]:
    """Those that go on first, the newest first."""
    found = db.execute(
        select(tournaments).order_by(
            tournaments.c.closed_at.is_not(None), tournaments.c.begun_at.desc()
        )
    )
    return [_as_tournament(row) for row in found]


def find(db: Connection, tournament: int) -> Tournament:
    found = db.execute(select(tournaments).where(tournaments.c.id == tournament)).first()
    if found is None:
        raise StoreError(Text("This tournament no longer exists."))
    return _as_tournament(found)


def delete_all_of(engine: Engine, tournament: int) -> None:
    """The tournament goes; the matches that were played in it stay what they are."""
    with engine.begin() as db:
        find(db, tournament)
        for each in (seatings, rounds, entrants):
            db.execute(delete(each).where(each.c.tournament == tournament))
        db.execute(delete(tournaments).where(tournaments.c.id == tournament))


def close(engine: Engine, tournament: int, at: float | None) -> None:
    """Nothing counts any more that ends later; with None it goes on again."""
    with engine.begin() as db:
        find(db, tournament)
        own = tournaments.c.id == tournament
        db.execute(update(tournaments).where(own).values(closed_at=at))
    if at is None:
        assign_matches(engine)


# --------------------------------------------------------------------------------- Who takes part


def entrants_of(db: Connection, tournament: int) -> list[Entrant]:
    found = db.execute(
        select(entrants, people.c.name)
        .join(people, people.c.id == entrants.c.person)
        .where(entrants.c.tournament == tournament)
        .order_by(people.c.name, people.c.id)
    )
    return [Entrant(row.person, row.name, row.from_round, row.left_after) for row in found]


def enter(engine: Engine, tournament: int, new: Sequence[int]) -> None:
    """These people play from the next round on, also those who had left."""
    with engine.begin() as db:
        open_one(db, tournament)
        known = set(db.execute(select(people.c.id)).scalars())
        following = last_round(db, tournament) + 1
        for person in new:
            if person not in known:
                raise StoreError(Text("This player no longer exists."))
            own = (entrants.c.tournament == tournament, entrants.c.person == person)
            if db.execute(update(entrants).where(*own).values(left_after=None)).rowcount == 0:
                values = {"tournament": tournament, "person": person, "from_round": following}
                db.execute(insert(entrants).values(**values))


def leave(engine: Engine, tournament: int, person: int) -> None:
    """Somebody plays no further round; what they have played still counts."""
    with engine.begin() as db:
        open_one(db, tournament)
        last = last_round(db, tournament)
        own = (entrants.c.tournament == tournament, entrants.c.person == person)
        sat = (
            select(seated.c.person)
            .join(seatings, seatings.c.id == seated.c.seating)
            .where(seatings.c.tournament == tournament, seated.c.person == person)
        )
        if db.execute(sat).first():
            db.execute(update(entrants).where(*own).values(left_after=last))
        else:
            db.execute(delete(entrants).where(*own))


# ----------------------------------------------------------------------------------------- Rounds


def last_round(db: Connection, tournament: int) -> int:
    """How many rounds were drawn."""
    last = select(func.max(rounds.c.number)).where(rounds.c.tournament == tournament)
    return db.execute(last).scalar() or 0


def draw(engine: Engine, tournament: int, at: float) -> int:
    """The next round: everybody at a table, with whom they have met least; its number."""
    with engine.begin() as db:
        found = open_one(db, tournament)
        number = last_round(db, tournament) + 1
        drawn = seatings_of(db, tournament)
        _check_next(found, number, drawn)
        playing = [
            each
            for each in entrants_of(db, tournament)
            if each.left_after is None and each.from_round <= number
        ]
        if not sizes(len(playing), found.least, found.most):
            raise StoreError(cannot_be_divided(len(playing), found.least, found.most))
        before = [
            [[str(person) for person, _ in each.people] for each in drawn if each.round == past]
            for past in range(1, number)
        ]
        players = [str(each.person) for each in playing]
        together = seat(players, found.least, found.most, met_before(before), number)
        db.execute(insert(rounds).values(tournament=tournament, number=number, at=at))
        of_club = select(tables.c.key).where(~tables.c.expelled)
        keys = db.execute(of_club.order_by(~tables.c.here, tables.c.key)).scalars().all()
        for index, persons in enumerate(together):
            where = keys[index] if len(keys) >= len(together) else None
            _seat(db, tournament, number, index + 1, where, [int(each) for each in persons])
    return number


def take_back(engine: Engine, tournament: int) -> None:
    """The last round was never drawn; only as long as nothing of it counts."""
    with engine.begin() as db:
        open_one(db, tournament)
        number = last_round(db, tournament)
        own = [each for each in seatings_of(db, tournament) if each.round == number]
        if any(is_done(each) for each in own):
            raise StoreError(
                Text(
                    "Round {number} has results, so it stays. Correct a table by hand instead.",
                    number=number,
                )
            )
        drawn = (seatings.c.tournament == tournament, seatings.c.round == number)
        db.execute(delete(seatings).where(*drawn))
        last = (rounds.c.tournament == tournament, rounds.c.number == number)
        db.execute(delete(rounds).where(*last))


def cannot_be_divided(players: int, least: int, most: int) -> Text:
    """Why a round cannot be drawn, and what would help."""
    if not players:
        return Text("Enter players first.")
    more = next(n for n in range(players + 1, players + most + 1) if sizes(n, least, most))
    fewer = next((n for n in range(players - 1, 0, -1) if sizes(n, least, most)), None)
    nobody = Plural(
        "{n} player does not fit tables of {least} to {most}, and nobody sits out.",
        "{n} players do not fit tables of {least} to {most}, and nobody sits out.",
        players,
        least=least,
        most=most,
    )
    if fewer is None:
        return Text("{why} Add at least {more}.", why=nobody, more=more - players)
    return Text(
        "{why} Add at least {more}, remove at least {fewer}, or make a tournament with "
        "smaller tables.",
        why=nobody,
        more=more - players,
        fewer=players - fewer,
    )


def seatings_of(db: Connection, tournament: int) -> list[Seating]:
    """Every table of every round, in their order."""
    sitting: dict[int, list[tuple[int, str]]] = {}
    for row in db.execute(
        select(seated, people.c.name)
        .join(people, people.c.id == seated.c.person)
        .join(seatings, seatings.c.id == seated.c.seating)
        .where(seatings.c.tournament == tournament)
        .order_by(seated.c.seating, seated.c.index)
    ):
        sitting.setdefault(row.seating, []).append((row.person, row.name))
    found = db.execute(
        select(seatings, tables.c.name.label("at"))
        .outerjoin(tables, tables.c.key == seatings.c.table)
        .where(seatings.c.tournament == tournament)
        .order_by(seatings.c.round, seatings.c.number)
    )
    return [
        Seating(
            id=row.id,
            round=row.round,
            number=row.number,
            table=row.table,
            at=row.at or row.table or "",
            people=tuple(sitting.get(row.id, ())),
            match=row.match,
            by_hand=ByHand(**row.by_hand) if row.by_hand else None,
            void=row.void,
            reason=row.reason,
        )
        for row in found
    ]


def _check_next(found: Tournament, number: int, drawn: Sequence[Seating]) -> None:
    if found.kind == "league":
        raise StoreError(Text("A league has no rounds."))
    if number > found.rounds:
        raise StoreError(
            Plural(
                "The {n} round is played: close the tournament.",
                "All {n} rounds are played: close the tournament.",
                found.rounds,
            )
        )
    missing = [each.number for each in drawn if each.round == number - 1 and not is_done(each)]
    if missing:
        raise StoreError(
            Text(
                "Round {number}: no result of table {tables}. Wait, enter it by hand, "
                "or leave the table out.",
                number=number - 1,
                tables=", ".join(map(str, missing)),
            )
        )


def is_done(seating: Seating) -> bool:
    """Whether there is a result, or none is awaited."""
    return seating.match is not None or seating.by_hand is not None or seating.void


def _seat(
    db: Connection, tournament: int, number: int, index: int, table: str | None, who: Sequence[int]
) -> None:
    values = {"tournament": tournament, "round": number, "number": index, "table": table}
    new = db.execute(insert(seatings).returning(seatings.c.id), values).scalar_one()
    db.execute(
        insert(seated),
        [{"seating": new, "index": place, "person": each} for place, each in enumerate(who)],
    )


def open_one(db: Connection, tournament: int) -> Tournament:
    """A tournament that is not closed."""
    found = find(db, tournament)
    if found.closed_at is not None:
        raise StoreError(Text("{name} is closed. Open it again first.", name=found.name))
    return found


def _as_tournament(row: Row[Any]) -> Tournament:
    return Tournament(
        id=row.id,
        kind=row.kind,
        name=row.name,
        game=row.game,
        settings=row.settings,
        least=row.least,
        most=row.most,
        rounds=row.rounds,
        begun_at=row.begun_at,
        closed_at=row.closed_at,
    )
