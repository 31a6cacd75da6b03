"""Whoever sits down with a phone that has chosen no language is greeted in the one they like."""

from __future__ import annotations

from flask import Flask, g, request, session

from server.language.translation import LANGUAGES, translator
from server.web.request.language import COOKIE
from server.web.request.phones import phone
from server.web.request.tableside import tableside


def greet(app: Flask) -> None:
    app.before_request(_greet)


def _greet() -> None:
    match_id = tableside().host.view.match_id
    if request.cookies.get(COOKIE) in LANGUAGES or "phone" not in session or match_id is None:
        return
    if request.endpoint == "static" or not phone().seats:
        return
    player = tableside().store.players.at_seats(match_id).get(phone().seats[0])
    if player is not None and player.language in LANGUAGES:
        g.locale, g.translator = player.language, translator(player.language)
