"""`/players`: everybody in the club, ratings, the hall of fame, and how matches ended."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, render_template, request
from werkzeug.wrappers import Response

from rules.text import Text
from server.club import people
from server.club.database import ratings
from server.club.pages.clubhouse import clubhouse
from server.club.pages.organiser import organised, signed_in
from server.club.pages.wishes import said_if_not
from server.club.ratings import OVERALL, Change, changes, ratings_of
from server.club.results import result_of
from server.web.request.numbers import sent
from server.web.showing.played import WORDS

blueprint = Blueprint("players", __name__)

_RECORDS = 12
_LAST = 30
"""Matches of somebody that are listed."""


def why(change: Change) -> Text:
    """What a match has done to a rating, and why."""
    return Text(
        "Beat {beaten} % of the others, expected {expected} %: {before} → {after} ({gained})",
        expected=round(100 * change.expected),
        beaten=round(100 * change.beaten),
        before=change.before.number,
        after=change.after.number,
        gained=f"{change.gained:+d}".replace("-", "−"),
    )


@blueprint.get("/players")
def page() -> str:
    statistics = clubhouse().book.statistics()
    played = statistics.played()
    wanted = next((each for each in played if each.game == request.args.get("game")), None)
    game = wanted.game if wanted else None
    sets = request.args.get("sets") if wanted else None
    with clubhouse().engine.connect() as db:
        return render_template(
            "club_players.html",
            played=played,
            games=dict.fromkeys(each.game for each in played),
            game=game,
            sets=sets,
            tallies=statistics.tallies(game, sets),
            rated=clubhouse().book.leaders(game or OVERALL),
            most_points=statistics.most_points(_RECORDS),
            quickest=statistics.quickest_wins(_RECORDS),
            everybody=[each for each in people.everybody(db) if each.name],
            alike=people.alike(db) if signed_in() else (),
            longest_name=people.LONGEST_NAME,
            words=WORDS,
        )


@blueprint.get("/players/<int:person_id>")
def one(person_id: int) -> str:
    statistics = clubhouse().book.statistics()
    with clubhouse().engine.connect() as db:
        person = people.find(db, person_id)
        if person is None or not person.name:
            abort(404)
        own = changes(db, ratings.c.person == person.id, ratings.c.scope == OVERALL)
        return render_template(
            "club_player.html",
            person=person,
            rated=ratings_of(db, person.id),
            changes=own[:_LAST],
            games=statistics.of_player(person.id),
            rivals=statistics.rivals(person.id),
            others=[each for each in people.everybody(db) if each.id != person.id and each.name],
            longest_name=people.LONGEST_NAME,
            why=why,
            words=WORDS,
        )


@blueprint.get("/results/<int:match_id>")
def result(match_id: int) -> str:
    """How a match ended, and what it has done to ratings."""
    with clubhouse().engine.connect() as db:
        ended = result_of(db, match_id)
        if ended is None:
            abort(404)
        own = changes(db, ratings.c.match == match_id, ratings.c.scope == ended.game)
        return render_template(
            "club_result.html",
            ended=ended,
            seats=sorted(ended.seats, key=lambda each: (not each.won, each.place or 0)),
            kinds=dict.fromkeys(kind for each in ended.seats for kind in each.kinds),
            changes={each.person: each for each in own},
            why=why,
            words=WORDS,
        )


@blueprint.post("/players/add")
@organised
def add() -> Response:
    with said_if_not():
        people.add(clubhouse().engine, request.form.get("name", ""))
    return redirect("/players", 303)


@blueprint.post("/players/<int:person_id>/rename")
@organised
def rename(person_id: int) -> Response:
    with said_if_not():
        people.rename(clubhouse().engine, person_id, request.form.get("name", ""))
    return redirect(f"/players/{person_id}", 303)


@blueprint.post("/players/<int:person_id>/merge")
@organised
def merge(person_id: int) -> Response:
    """This one and another are the same person, whose name stays."""
    into, shown = sent("into", 0), person_id
    with said_if_not():
        people.merge(clubhouse().engine, person_id, into)
        shown = into
    return redirect(f"/players/{shown}", 303)


@blueprint.post("/players/<int:person_id>/apart")
@organised
def apart(person_id: int) -> Response:
    """Another one of the same name is somebody else."""
    with said_if_not():
        people.remain_two(clubhouse().engine, person_id, sent("other", 0))
    return redirect("/players", 303)


@blueprint.post("/players/<int:person_id>/split")
@organised
def split(person_id: int) -> Response:
    """Whom one of the tables knows is somebody else."""
    form = request.form
    identity = people.Identity(
        form.get("table", ""), form.get("epoch", ""), form.get("player", ""), "", ""
    )
    with said_if_not():
        people.split(clubhouse().engine, identity)
    return redirect(f"/players/{person_id}", 303)
