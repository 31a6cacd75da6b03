"""`/players/results.csv` and `/players/bgstats.json`: all that was ever won, as files."""

from __future__ import annotations

from flask import Blueprint, Response

from server.web.request.phones import looking
from server.web.request.tableside import tableside
from server.web.showing.plays import as_bgstats, as_csv

blueprint = Blueprint("export", __name__)


@blueprint.get("/players/results.csv")
@looking
def table() -> Response:
    return _file(as_csv(tableside().store.statistics.plays()), "text/csv", "results.csv")


@blueprint.get("/players/bgstats.json")
@looking
def bgstats() -> Response:
    text = as_bgstats(tableside().store.statistics.plays())
    return _file(text, "application/json", "bgstats.json")


def _file(text: str, kind: str, name: str) -> Response:
    disposition = f'attachment; filename="quartermaster-{name}"'
    return Response(text, mimetype=kind, headers={"Content-Disposition": disposition})
