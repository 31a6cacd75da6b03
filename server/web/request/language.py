"""The language of the phone that is asking."""

from __future__ import annotations

from flask import Flask, g, redirect, request
from werkzeug.wrappers import Response

from rules.text import Text
from server.language.translation import LANGUAGES, Translator, best_language, translator
from server.live.messages import Refused
from server.web.request.back import back

COOKIE = "language"
_SECONDS = 366 * 24 * 3600


def speak(app: Flask) -> None:
    """Give templates `_`, `ngettext` and the filter `t`, in the language of the phone."""
    app.before_request(_choose)
    app.jinja_env.globals.update(
        _=lambda message, **values: spoken().gettext(message, **values),
        ngettext=lambda one, other, n, **values: spoken().ngettext(one, other, n, **values),
        LANGUAGES=LANGUAGES,
    )
    app.jinja_env.filters["t"] = t


def t(text: object) -> str:
    """A message of the rules or of a page, in the language of the phone that is asking."""
    return spoken().text(text)


def spoken() -> Translator:
    """The current request's translator; also where a request failed before it had one."""
    if "translator" not in g:
        _choose()
    found: Translator = g.translator
    return found


def wanted() -> str:
    """The language that the form of the current request asks for."""
    language = request.form.get("language", "")
    if language not in LANGUAGES:
        raise Refused(Text("No such language."))
    return language


def switched_to(language: str) -> Response:
    """Back to the page with the form, in another language from now on."""
    response = redirect(back(), 303)
    response.set_cookie(COOKIE, language, max_age=_SECONDS, httponly=True, samesite="Lax")
    return response


def _choose() -> None:
    chosen = request.cookies.get(COOKIE)
    if chosen not in LANGUAGES:
        chosen = best_language(request.accept_languages.values())
    g.locale, g.translator = chosen, translator(chosen)
