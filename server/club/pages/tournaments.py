"""`/tournaments`: tournaments and leagues, who leads them and why, and what the organiser does."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request
from werkzeug.wrappers import Response

from rules.campaign import Carried
from rules.game import Game
from rules.games import GAMES, first_game
from rules.setting import CONCLUDE, KNOWN_BY, TAKE_BACK, Setting
from rules.text import Text
from server.club import people, tournaments
from server.club.pages.clubhouse import clubhouse
from server.club.pages.organiser import organised
from server.club.pages.wishes import said_if_not
from server.club.scoreboard import Counted, board_of, results_by_seating
from server.club.tournaments import LONGEST_NAME, MOST_ROUNDS, Kind, Tournament
from server.store.errors import StoreError
from server.store.rows import name_key
from server.web.request.numbers import all_sent, sent
from server.web.showing.played import WORDS

blueprint = Blueprint("tournaments", __name__)

_SETTING = "setting-"


@blueprint.get("/tournaments")
def page() -> str:
    with clubhouse().engine.connect() as db:
        boards = [board_of(db, each) for each in tournaments.all_of(db)]
    return render_template("tournaments.html", boards=boards, words=WORDS)


@blueprint.get("/tournaments/new")
@organised
def new() -> str:
    game = GAMES.get(request.args.get("game", "")) or first_game()
    usual, rare = _settings(game, rare=False), _settings(game, rare=True)
    return render_template(
        "tournament_new.html",
        games=GAMES,
        game=game,
        kind=_kind(request.args.get("kind")),
        usual=usual,
        rare=rare,
        most_rounds=MOST_ROUNDS,
        longest_name=LONGEST_NAME,
        words=WORDS,
    )


@blueprint.post("/tournaments")
@organised
def make() -> Response:
    form, kind = request.form, _kind(request.form.get("kind"))
    game = form.get("game", "")
    wanted = Tournament(
        id=0,
        kind=kind,
        name=form.get("name", ""),
        game=game,
        settings={
            key.removeprefix(_SETTING): value
            for key, value in form.items()
            if key.startswith(_SETTING) and value
        },
        least=sent("least", 0),
        most=sent("most", 0),
        rounds=sent("rounds", 0),
        begun_at=time.time(),
        closed_at=None,
    )
    to = f"/tournaments/new?game={game if game in GAMES else ''}&kind={kind}"
    with said_if_not():
        to = f"/tournaments/{tournaments.make(clubhouse().engine, wanted)}"
    return redirect(to, 303)


@blueprint.get("/tournaments/<int:tournament_id>")
def one(tournament_id: int) -> str:
    with clubhouse().engine.connect() as db:
        try:
            found = tournaments.find(db, tournament_id)
        except StoreError:
            abort(404)
        drawn = tournaments.seatings_of(db, found.id)
        entered = tournaments.entrants_of(db, found.id)
        names = {each.id: each.name for each in people.everybody(db)}
        taking_part = {each.person for each in entered if each.left_after is None}
        return render_template(
            "tournament.html",
            tournament=found,
            settings=_chosen(found),
            board=board_of(db, found),
            drawn=drawn,
            results={
                each: (counted, _in_order(counted, names))
                for each, counted in results_by_seating(db, drawn).items()
            },
            entered=entered,
            others=[
                each
                for each in people.everybody(db)
                if each.name and each.id not in taking_part
            ],
            next_round=tournaments.last_round(db, found.id) + 1,
            words=WORDS,
        )  # fmt: skip


@blueprint.post("/tournaments/<int:tournament_id>/enter")
@organised
def enter(tournament_id: int) -> Response:
    """Those who are ticked, and those whose names are written below each other."""
    chosen = all_sent("person")
    with said_if_not():
        chosen += _by_name(request.form.get("names", "").splitlines())
        tournaments.enter(clubhouse().engine, tournament_id, chosen)
    return redirect(f"/tournaments/{tournament_id}#players", 303)


@blueprint.post("/tournaments/<int:tournament_id>/leave")
@organised
def leave(tournament_id: int) -> Response:
    with said_if_not():
        person = sent("person", 0)
        tournaments.leave(clubhouse().engine, tournament_id, person)
    return redirect(f"/tournaments/{tournament_id}#players", 303)


@blueprint.post("/tournaments/<int:tournament_id>/draw")
@organised
def draw(tournament_id: int) -> Response:
    to = f"/tournaments/{tournament_id}"
    with said_if_not():
        to += f"#round-{tournaments.draw(clubhouse().engine, tournament_id, time.time())}"
    return redirect(to, 303)


@blueprint.post("/tournaments/<int:tournament_id>/take-back")
@organised
def take_back(tournament_id: int) -> Response:
    with said_if_not():
        tournaments.take_back(clubhouse().engine, tournament_id)
    return redirect(f"/tournaments/{tournament_id}", 303)


@blueprint.post("/tournaments/<int:tournament_id>/close")
@organised
def close(tournament_id: int) -> Response:
    """Or open it again."""
    closed = request.form.get("closed") == "yes"
    with said_if_not():
        tournaments.close(clubhouse().engine, tournament_id, time.time() if closed else None)
    return redirect(f"/tournaments/{tournament_id}", 303)


@blueprint.post("/tournaments/<int:tournament_id>/delete")
@organised
def delete(tournament_id: int) -> Response:
    """Only if the form says that somebody was asked once more."""
    if request.form.get("sure") != "yes":
        return redirect(f"/tournaments/{tournament_id}", 303)
    with said_if_not():
        tournaments.delete_all_of(clubhouse().engine, tournament_id)
    return redirect("/tournaments", 303)


def _kind(text: str | None) -> Kind:
    return "league" if text == "league" else "tournament"


def _settings(game: Game[Any], rare: bool) -> list[Setting]:
    """What all matches of a tournament may have to be alike in: rules, not hands or cameras."""
    return [
        each
        for each in game.settings
        if each.rare == rare
        and each not in (CONCLUDE, KNOWN_BY, TAKE_BACK)
        and not isinstance(each.values, Carried)
    ]


def _chosen(tournament: Tournament) -> list[tuple[Text, Text]]:
    """The settings that a match must have, in words."""
    game = GAMES.get(tournament.game)
    return [
        (each.text, each.values[tournament.settings[each.key]])
        for each in (game.settings if game else ())
        if each.key in tournament.settings
    ]


def _in_order(counted: Counted, names: Mapping[int, str]) -> list[tuple[int, str, int]]:
    """Place, name and points of everybody at a table."""
    own = counted.result
    who = [names.get(int(each), "") for each in own.players]
    return sorted(zip(own.places, who, own.points, strict=True))


def _by_name(names: Sequence[str]) -> list[int]:
    """People by their names, as they are written: who is not known yet is added."""
    engine, found = clubhouse().engine, []
    for name in filter(None, map(str.strip, names)):
        with engine.connect() as db:
            same = [p for p in people.everybody(db) if name_key(p.name) == name_key(name)]
        if len(same) > 1:
            raise StoreError(
                Text(
                    "Several players are named {name}. Tick the right one, or merge them first.",
                    name=name,
                )
            )
        found.append(same[0].id if same else people.add(engine, name))
    return found
