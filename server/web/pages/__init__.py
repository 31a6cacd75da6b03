"""One module for each group of pages; each has its `blueprint`."""

from __future__ import annotations

from server.web.pages import (
    buttons,
    camera,
    edition,
    events,
    history,
    join,
    language,
    me,
    rules,
    scores,
    setup,
    simulated,
    start,
    table,
)

BLUEPRINTS = (
    buttons.blueprint,
    camera.blueprint,
    edition.blueprint,
    events.blueprint,
    history.blueprint,
    join.blueprint,
    language.blueprint,
    me.blueprint,
    rules.blueprint,
    scores.blueprint,
    setup.blueprint,
    simulated.blueprint,
    start.blueprint,
    table.blueprint,
)
