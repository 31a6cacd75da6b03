"""Who leads a tournament or a league, with what every number is made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import Connection, select

from server.club.assigning import fits
from server.club.database import ends, matches, people
from server.club.results import Ended, ended_matches
from server.club.standings import Result, Standing, standings
from server.club.tournaments import Seating, Tournament, all_of, entrants_of, seatings_of


class Counted(NamedTuple):
    """A match, or what the organiser said instead, that counts."""

    round: int | None
    table: int | None
    """Its number in the round."""
    match: int | None
    ended: float
    result: Result
    reason: str = ""


class Line(NamedTuple):
    """What one match brought somebody."""

    counted: Counted
    place: int
    score: float
    points: int
    beaten: tuple[str, ...]
    """The names of those whom they have beaten."""
    level: tuple[str, ...]
    """Who ended in the same place."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """Somebody's place in the standings, and why."""

    person: int
    name: str
    standing: Standing
    lines: tuple[Line, ...]
    left: bool


@dataclass(frozen=True, slots=True)
class Board:
    """How a tournament stands."""

    tournament: Tournament
    round: int
    """The last that was drawn."""
    ranked: tuple[Ranked, ...]
    counted: tuple[Counted, ...]


def board_of(db: Connection, tournament: Tournament) -> Board:
    drawn = seatings_of(db, tournament.id)
    counted = _of_rounds(db, drawn) if drawn else _of_league(db, tournament)
    names = {row.id: row.name for row in db.execute(select(people.c.id, people.c.name))}
    left = {each.person: each.left_after is not None for each in entrants_of(db, tournament.id)}
    taking_part = dict.fromkeys(map(str, left))
    if tournament.kind == "league":
        taking_part |= dict.fromkeys(each for one in counted for each in one.result.players)
    ranked = [
        Ranked(
            int(own.player),
            names.get(int(own.player), ""),
            own,
            _lines(counted, own.player, names),
            left.get(int(own.player), False),
        )
        for own in standings(taking_part, [each.result for each in counted])
    ]
    last = max((each.round for each in drawn), default=0)
    return Board(tournament, last, tuple(ranked), tuple(counted))


def for_the_screen(db: Connection) -> Board | None:
    """The newest one that goes on and has a result or a round, if any."""
    for tournament in all_of(db):
        if tournament.closed_at is None:
            board = board_of(db, tournament)
            if board.round or board.counted:
                return board
    return None


def results_by_seating(db: Connection, drawn: Sequence[Seating]) -> dict[int, Counted]:
    """What counts of each table of a round, by its id."""
    chosen = [each.match for each in drawn if each.match is not None]
    played = {each.match: each for each in ended_matches(db, ends.c.match.in_(chosen))}
    return {
        each.id: counted
        for each in drawn
        if (counted := _of_seating(each, played)) is not None
    }  # fmt: skip


def _of_rounds(db: Connection, drawn: Sequence[Seating]) -> list[Counted]:
    return list(results_by_seating(db, drawn).values())


def _of_seating(seating: Seating, played: Mapping[int, Ended]) -> Counted | None:
    """None as long as there is no result, or its match goes on after an undo."""
    if seating.void:
        return None
    if seating.by_hand is not None:
        players = [str(person) for person, _ in seating.people]
        result = Result(players, seating.by_hand.places, seating.by_hand.points)
        return Counted(seating.round, seating.number, None, 0.0, result, seating.reason)
    ended = played.get(seating.match) if seating.match is not None else None
    result_of_match = _result(ended) if ended else None
    if ended is None or result_of_match is None:
        return None
    return Counted(
        seating.round, seating.number, ended.match, ended.ended, result_of_match, seating.reason
    )


def _of_league(db: Connection, league: Tournament) -> list[Counted]:
    if league.kind != "league":
        return []
    own = matches.c.created_at >= league.begun_at
    within = select(matches.c.id, matches.c.settings).where(matches.c.game == league.game, own)
    settings = {row.id: row.settings for row in db.execute(within)}
    until = [ends.c.ended <= league.closed_at] if league.closed_at is not None else []
    counted = []
    for ended in ended_matches(
        db, ends.c.match.in_(select(within.subquery().c.id)), ~ends.c.together, *until
    ):
        result = _result(ended)
        if result is not None and fits(settings[ended.match], league.settings):
            counted.append(Counted(None, None, ended.match, ended.ended, result))
    return counted


def _result(ended: Ended) -> Result | None:
    """Among those who are named; None if these are fewer than two."""
    known = [each for each in ended.seats if each.person is not None and each.place is not None]
    if len(known) < 2:
        return None
    places = [each.place or 0 for each in known]
    ranks = [1 + sum(other < place for other in places) for place in places]
    return Result([str(each.person) for each in known], ranks, [each.points for each in known])


def _lines(counted: Sequence[Counted], player: str, names: Mapping[int, str]) -> tuple[Line, ...]:
    return tuple(_line(each, player, names) for each in counted if player in each.result.players)


def _line(counted: Counted, player: str, names: Mapping[int, str]) -> Line:
    result = counted.result
    index = list(result.players).index(player)
    place = result.places[index]

    def named(which: Sequence[bool]) -> tuple[str, ...]:
        chosen = zip(result.players, which, strict=True)
        return tuple(names.get(int(each), "") for each, is_so in chosen if is_so and each != player)

    return Line(
        counted,
        place,
        result.score(index),
        result.points[index],
        named([place < each for each in result.places]),
        named([place == each for each in result.places]),
    )
