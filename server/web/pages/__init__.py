"""One module for each group of pages; each has its `blueprint`."""

from __future__ import annotations

from server.web.pages import (
    albums,
    buttons,
    camera,
    campaigns,
    cards,
    check,
    edition,
    events,
    history,
    join,
    language,
    me,
    phones,
    printing,
    rules,
    scores,
    screen,
    setup,
    spread,
    start,
    table,
    uploads,
)
from server.web.pages.people import again, club, export, players

BLUEPRINTS = (
    again.blueprint,
    albums.blueprint,
    buttons.blueprint,
    camera.blueprint,
    campaigns.blueprint,
    cards.blueprint,
    check.blueprint,
    club.blueprint,
    edition.blueprint,
    export.blueprint,
    events.blueprint,
    history.blueprint,
    join.blueprint,
    language.blueprint,
    me.blueprint,
    phones.blueprint,
    players.blueprint,
    printing.blueprint,
    rules.blueprint,
    scores.blueprint,
    screen.blueprint,
    setup.blueprint,
    spread.blueprint,
    start.blueprint,
    table.blueprint,
    uploads.blueprint,
)

SLOW = (
    "/camera",
    "/campaigns",
    "/cards",
    "/check",
    "/club/",
    "/edition/",
    "/history",
    "/players/bgstats",
    "/players/results",
    "/sheets",
    "/simulated/back/",
    "/simulated/ground/",
    "/simulated/piece/",
)
"""How the paths begin of pages that may take long: to wait for the camera or for a picture that is
being painted, to play a whole match again, to read all that is printed on a copy, or to draw it."""
