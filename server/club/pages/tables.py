"""`/tables`: the organiser invites tables, gives them new codes, and expels them; `/join`."""

from __future__ import annotations

import re
import time
import unicodedata
from itertools import count
from typing import Any

import segno
from flask import Blueprint, abort, flash, redirect, render_template, request
from markupsafe import Markup
from sqlalchemy import insert, select, update
from werkzeug.wrappers import Response

from rules.text import Text
from server.club import broker as brokers
from server.club.database import tables, tellings
from server.club.pages.clubhouse import clubhouse
from server.club.pages.organiser import organised
from server.live.messages import Refused
from server.member.invitation import JOIN
from server.store.wording import is_name, tidy
from server.web.request.language import t

blueprint = Blueprint("tables", __name__)

_LONGEST = 40
"""Letters of what people call a table."""
_KEY_LETTERS = 30
_MOST = 1000
"""Tables of one club."""


@blueprint.get("/tables")
@organised
def page() -> str:
    house = clubhouse()
    return render_template(
        "tables.html",
        tables=house.standings.all(),
        refused=_refused(),
        faults=house.faults,
        longest=_LONGEST,
        broker=house.broker,
    )


@blueprint.post("/tables/invite")
@organised
def invite() -> str:
    """The code is in the answer and nowhere else: it cannot be shown again."""
    name = tidy(request.form.get("name", ""))
    if not is_name(name, _LONGEST):
        raise Refused(Text("Name the table. Most letters: {n}.", n=_LONGEST))
    with clubhouse().engine.begin() as db:
        found = db.execute(select(tables.c.key, tables.c.name, tables.c.expelled)).all()
        if len(found) >= _MOST:
            raise Refused(Text("Most tables in a club: {n}.", n=_MOST))
        if any(row.name == name and not row.expelled for row in found):
            raise Refused(Text("{name} exists already: give it a new code.", name=name))
        key = _free_key(name, {row.key for row in found})
        db.execute(insert(tables).values(key=key, name=name, invited_at=time.time()))
    return _invitation(key, name)


@blueprint.post("/tables/<key>/code")
@organised
def new_code(key: str) -> str:
    """For a table that has lost its own, which does not work any more then."""
    return _invitation(key, _known(key))


@blueprint.post("/tables/<key>/expel")
@organised
def expel(key: str) -> Response:
    """Only if the form says that somebody was asked once more."""
    name = _known(key)
    if request.form.get("sure") == "yes":
        brokers.expel(clubhouse().folder, key)
        with clubhouse().engine.begin() as db:
            db.execute(update(tables).where(tables.c.key == key).values(expelled=True, here=False))
        _have_it_known(key)
        clubhouse().forget(key)
        flash(t(Text("{name} has left the club.", name=name)), "good")
    return redirect("/tables", 303)


@blueprint.get(JOIN)
def join() -> str:
    """Where a phone gets to that scans a code; the code itself stays in the phone."""
    return render_template("join.html")


def _invitation(key: str, name: str) -> str:
    house = clubhouse()
    pages = f"{request.scheme}://{house.names.short(request.host)}/"
    invitation = brokers.invite(house.folder, house.broker, key, name, pages)
    _have_it_known(key)
    return render_template(
        "invitation.html", name=name, code=invitation.code(), picture=_picture(invitation.link())
    )


def _have_it_known(key: str) -> None:
    """To the broker, and to the pages."""
    house = clubhouse()
    if house.process is not None:
        house.process.reload()
    house.news.tell(key)


def _known(key: str) -> str:
    """What people call a table of the club."""
    with clubhouse().engine.connect() as db:
        row = db.execute(select(tables.c.name, tables.c.key).where(tables.c.key == key)).first()
    if row is None:
        abort(404)
    return str(row.name or row.key)


def _refused() -> dict[str, Any]:
    """What was not taken of tables: how often, why and when at last."""
    with clubhouse().engine.connect() as db:
        found = db.execute(select(tellings).where(tellings.c.refusals > 0))
        return {row.table: row for row in found}


def _picture(link: str) -> Markup | None:
    """To be scanned; None if there is too much in it, as with long certificates."""
    try:
        code = segno.make(link, error="l", micro=False)
    except segno.DataOverflowError:
        return None
    return Markup(code.svg_inline(scale=4, border=4, dark="#000", light="#fff", omitsize=True))


def _free_key(name: str, taken: set[str]) -> str:
    """By what a table is known on the broker: letters and digits of its name, if it has any."""
    plain = unicodedata.normalize("NFKD", name.lower()).encode("ascii", "ignore").decode()
    words = "-".join(re.findall("[a-z0-9]+", plain))[:_KEY_LETTERS].strip("-") or "table"
    taken = {*taken, brokers.CLUB, brokers.HOME}
    keys = (words if number == 1 else f"{words}-{number}" for number in count(1))
    return next(key for key in keys if key not in taken)
