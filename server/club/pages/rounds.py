"""The tables of a tournament's rounds: where they are, corrections, and cards to print."""

from __future__ import annotations

from flask import Blueprint, Response, abort, g, redirect, render_template, request
from sqlalchemy import select
from werkzeug.wrappers import Response as Redirection

from rules.text import Text
from server.club import correcting, tournaments
from server.club.assigning import matches_of
from server.club.database import tables
from server.club.pages.clubhouse import clubhouse
from server.club.pages.organiser import organised
from server.club.pages.wishes import said_if_not
from server.club.tournaments import ByHand, Seating, Tournament
from server.language.translation import translator
from server.store.errors import StoreError
from server.web.request.numbers import sent
from server.web.showing.played import WORDS, title_of

blueprint = Blueprint("rounds", __name__)


@blueprint.get("/tournaments/<int:tournament_id>/tables/<int:seating_id>")
@organised
def page(tournament_id: int, seating_id: int) -> str:
    found, seating = _find(tournament_id, seating_id)
    with clubhouse().engine.connect() as db:
        people = {person for person, _ in seating.people}
        return render_template(
            "tournament_table.html",
            tournament=found,
            seating=seating,
            tables=db.execute(
                select(tables.c.key, tables.c.name).where(~tables.c.expelled).order_by(tables.c.key)
            ).all(),
            played=matches_of(db, people, found.game)[::-1],
            words=WORDS,
        )


@blueprint.post("/tournaments/<int:tournament_id>/tables/<int:seating_id>/place")
@organised
def place(tournament_id: int, seating_id: int) -> Redirection:
    """Where these people play."""
    _find(tournament_id, seating_id)
    with said_if_not():
        correcting.put_at(clubhouse().engine, seating_id, request.form.get("table") or None)
    return _back(tournament_id, seating_id)


@blueprint.post("/tournaments/<int:tournament_id>/tables/<int:seating_id>/correct")
@organised
def correct(tournament_id: int, seating_id: int) -> Redirection:
    """The organiser says how it ended."""
    _, seating = _find(tournament_id, seating_id)
    form, people = request.form, seating.people
    said = ByHand(
        [sent(f"place-{person}", 0) for person, _ in people],
        [sent(f"points-{person}", 0) for person, _ in people],
    )
    with said_if_not():
        correcting.correct(clubhouse().engine, seating_id, said, form.get("reason", ""))
    return _back(tournament_id, seating_id)


@blueprint.post("/tournaments/<int:tournament_id>/tables/<int:seating_id>/match")
@organised
def match(tournament_id: int, seating_id: int) -> Redirection:
    """Another match counts."""
    found, seating = _find(tournament_id, seating_id)
    chosen = sent("match", 0)
    with said_if_not():
        with clubhouse().engine.connect() as db:
            people = {person for person, _ in seating.people}
            possible = [each.match for each in matches_of(db, people, found.game)]
        if chosen not in possible:
            raise StoreError(Text("These people did not play this match."))
        reason = request.form.get("reason", "")
        correcting.count_match(clubhouse().engine, seating_id, chosen, reason)
    return _back(tournament_id, seating_id)


@blueprint.post("/tournaments/<int:tournament_id>/tables/<int:seating_id>/leave-out")
@organised
def leave_out(tournament_id: int, seating_id: int) -> Redirection:
    _find(tournament_id, seating_id)
    with said_if_not():
        correcting.leave_out(clubhouse().engine, seating_id, request.form.get("reason", ""))
    return _back(tournament_id, seating_id)


@blueprint.post("/tournaments/<int:tournament_id>/tables/<int:seating_id>/as-played")
@organised
def as_played(tournament_id: int, seating_id: int) -> Redirection:
    _find(tournament_id, seating_id)
    with said_if_not():
        correcting.as_played(clubhouse().engine, seating_id)
    return _back(tournament_id, seating_id)


@blueprint.get("/tournaments/<int:tournament_id>/round-<int:number>.pdf")
def cards(tournament_id: int, number: int) -> Response:
    """A card for every table: who sits there."""
    from hardware.print.page import PAPERS  # only needed here, and not small
    from hardware.print.table_cards import TableCard, card_document

    found = _tournament(tournament_id)
    with clubhouse().engine.connect() as db:
        drawn = tournaments.seatings_of(db, found.id)
    own = [each for each in drawn if each.round == number]
    paper = request.args.get("paper", "a4")
    if not own or paper not in PAPERS:
        abort(404)
    pages = f"http://{clubhouse().names.short(request.host)}"
    title = Text("{tournament}, round {number}", tournament=found.name, number=number)
    made = [
        TableCard(
            title=title,
            game=title_of(found.game),
            table=Text("Table {number}", number=each.number),
            at=each.at,
            names=[name for _, name in each.people],
            address=f"{pages}/tables/{each.table}" if each.table else None,
        )
        for each in own
    ]
    name = f"round-{number}-{g.locale}-{paper}.pdf"
    return Response(
        card_document(made, paper, translator(g.locale).text),
        mimetype="application/pdf",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


def _tournament(tournament_id: int) -> Tournament:
    with clubhouse().engine.connect() as db:
        try:
            return tournaments.find(db, tournament_id)
        except StoreError:
            abort(404)


def _find(tournament_id: int, seating_id: int) -> tuple[Tournament, Seating]:
    found = _tournament(tournament_id)
    with clubhouse().engine.connect() as db:
        drawn = {each.id: each for each in tournaments.seatings_of(db, found.id)}
    if seating_id not in drawn:
        abort(404)
    return found, drawn[seating_id]


def _back(tournament_id: int, seating_id: int) -> Redirection:
    return redirect(f"/tournaments/{tournament_id}/tables/{seating_id}", 303)
