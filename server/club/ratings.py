"""How strong people are, from whom they have beaten: Plackett and Luce's model, as in openskill.

Matches are counted in the order in which they ended, in the game that was played and, with an empty
scope, overall. Guests and robots are left out, and so are matches that people play together. What
every match has done is kept with its reason: whom one could be expected to beat, and whom one has.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import NamedTuple

from openskill.models import PlackettLuce, PlackettLuceRating
from sqlalchemy import Connection, Engine, delete, func, insert, select, update

from server.club.database import counting, ends, matches, people, ratings
from server.club.results import Sitting, ended_matches

OVERALL = ""
_SHOWN = 60.0
"""Points that are shown for one of the model: everybody begins with 1500, give or take 1000."""
_MODEL = PlackettLuce()


class Rating(NamedTuple):
    mu: float
    sigma: float

    @property
    def number(self) -> int:
        return round(self.mu * _SHOWN)

    @property
    def uncertainty(self) -> int:
        """Nineteen times of twenty, somebody's strength is not further from the number."""
        return round(2 * self.sigma * _SHOWN)

    @property
    def at_least(self) -> int:
        return self.number - self.uncertainty


class Rated(NamedTuple):
    """Somebody's rating now."""

    person: int
    name: str
    rating: Rating
    matches: int


@dataclass(frozen=True, slots=True)
class Change:
    """What a match has done to somebody's rating, and why."""

    match: int
    game: str
    ended: float
    person: int
    before: Rating
    after: Rating
    expected: float
    """The share of their opponents whom they could be expected to beat."""
    beaten: float
    """The share whom they have beaten; a tie is half."""

    @property
    def gained(self) -> int:
        return self.after.number - self.before.number


def rate(engine: Engine) -> bool:
    """Count what has changed since the last time, and all that ended after it; whether any has."""
    with engine.connect() as db:
        if db.execute(select(counting.c.rate_from)).scalar() is None:
            return False
    with engine.begin() as db:
        since = db.execute(select(counting.c.rate_from).with_for_update()).scalar()
        if since is None:
            return False
        db.execute(delete(ratings).where(ratings.c.ended >= since))
        known: dict[tuple[str, int], Rating] = {}
        counted: list[dict[str, object]] = []
        for played in ended_matches(db, ends.c.ended >= since, ~ends.c.together):
            sitting = [each for each in played.seats if each.person is not None and each.place]
            if len(sitting) < 2:
                continue
            for scope in (played.game, OVERALL):
                before = [_known(db, known, scope, each, since) for each in sitting]
                counted += [
                    {"match": played.match, "ended": played.ended, **values}
                    for values in _count(scope, sitting, before, known)
                ]
        if counted:
            db.execute(insert(ratings), counted)
        db.execute(update(counting).values(rate_from=None, revision=counting.c.revision + 1))
    return True


def leaders(db: Connection, scope: str = OVERALL) -> list[Rated]:
    """Who is the strongest for certain comes first."""
    order = (ratings.c.ended.desc(), ratings.c.match.desc())
    ranked = (
        select(
            ratings,
            func.row_number().over(partition_by=ratings.c.person, order_by=order).label("back"),
            func.count().over(partition_by=ratings.c.person).label("matches"),
        )
        .where(ratings.c.scope == scope)
        .subquery()
    )
    found = db.execute(
        select(ranked, people.c.name)
        .join(people, people.c.id == ranked.c.person)
        .where(ranked.c.back == 1)
    )
    rated = [Rated(row.person, row.name, Rating(row.mu, row.sigma), row.matches) for row in found]
    return sorted(rated, key=lambda each: (-each.rating.at_least, each.name))


def ratings_of(db: Connection, person: int) -> dict[str, Rated]:
    """Somebody's rating in every game they have played, and overall."""
    found: dict[str, Rated] = {}
    for row in db.execute(
        select(ratings, people.c.name)
        .join(people, people.c.id == ratings.c.person)
        .where(ratings.c.person == person)
        .order_by(ratings.c.ended, ratings.c.match)
    ):
        count = found[row.scope].matches + 1 if row.scope in found else 1
        found[row.scope] = Rated(person, row.name, Rating(row.mu, row.sigma), count)
    return dict(sorted(found.items()))


def changes(db: Connection, *which: object) -> list[Change]:
    """What matches have done to ratings, the last first."""
    found = db.execute(
        select(ratings, matches.c.game)
        .join(matches, matches.c.id == ratings.c.match)
        .where(*which)  # type: ignore[arg-type]
        .order_by(ratings.c.ended.desc(), ratings.c.match.desc())
    )
    return [
        Change(
            row.match,
            row.game,
            row.ended,
            row.person,
            Rating(row.mu_before, row.sigma_before),
            Rating(row.mu, row.sigma),
            row.expected,
            row.beaten,
        )
        for row in found
    ]


def _known(
    db: Connection,
    known: dict[tuple[str, int], Rating],
    scope: str,
    sitting: Sitting,
    since: float,
) -> Rating:
    """Before a match, where everything that ended earlier is counted."""
    assert sitting.person is not None
    key = scope, sitting.person
    if key not in known:
        last = db.execute(
            select(ratings.c.mu, ratings.c.sigma)
            .where(
                ratings.c.scope == scope,
                ratings.c.person == sitting.person,
                ratings.c.ended < since,
            )
            .order_by(ratings.c.ended.desc(), ratings.c.match.desc())
        ).first()
        new = _MODEL.rating()
        known[key] = Rating(last.mu, last.sigma) if last else Rating(new.mu, new.sigma)
    return known[key]


def _count(
    scope: str,
    sitting: Sequence[Sitting],
    before: Sequence[Rating],
    known: dict[tuple[str, int], Rating],
) -> list[dict[str, object]]:
    """What a match does to those who played it."""
    teams = [[_MODEL.rating(mu=each.mu, sigma=each.sigma)] for each in before]
    places = [float(each.place or 0) for each in sitting]
    after = [Rating(team[0].mu, team[0].sigma) for team in _MODEL.rate(teams, ranks=places)]
    others = len(sitting) - 1
    expected, beaten = [0.0] * len(sitting), [0.0] * len(sitting)
    for one, other in permutations(range(len(sitting)), 2):
        expected[one] += _chance(teams[one], teams[other]) / others
        beaten[one] += _beats(places[one], places[other]) / others
    counted: list[dict[str, object]] = []
    for number, each in enumerate(sitting):
        assert each.person is not None
        known[scope, each.person] = after[number]
        counted.append(
            {
                "scope": scope,
                "person": each.person,
                "mu_before": before[number].mu,
                "sigma_before": before[number].sigma,
                "mu": after[number].mu,
                "sigma": after[number].sigma,
                "expected": expected[number],
                "beaten": beaten[number],
            }
        )
    return counted


def _chance(one: list[PlackettLuceRating], other: list[PlackettLuceRating]) -> float:
    return float(_MODEL.predict_win([one, other])[0])


def _beats(place: float, other: float) -> float:
    return 1.0 if place < other else 0.5 if place == other else 0.0
