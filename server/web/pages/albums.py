"""`/cards/album`: the album as a file, to keep, to share, and to be brought back.

A file is far larger than any request may be: so it comes in parts (`uploads`), and is used only
when somebody says that all of it is there.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from flask import Blueprint, Response, abort, flash, redirect
from werkzeug.wrappers import Response as AnyResponse

from rules.text import Text
from server.live.messages import Refused
from server.web.request.language import t
from server.web.request.phones import admitted, looking, phone
from server.web.request.tableside import tableside
from server.web.request.uploads import upload
from server.web.showing.albums import game_of_cards, learner

blueprint = Blueprint("albums", __name__)


@blueprint.get("/cards/album")
@looking
def save() -> AnyResponse:
    """The whole album as a file: the pictures and kinds of the cards, nothing else."""
    albums, game = learner().albums, game_of_cards()
    packed = albums.packed(game)
    if not packed:
        abort(404)
    answer = Response(packed, mimetype="application/octet-stream")
    answer.headers["Content-Disposition"] = f'attachment; filename="{albums.path(game).name}"'
    return answer


@blueprint.post("/cards/album/restore")
@admitted
def restore() -> AnyResponse:
    """The file is whole: from now on its album is used."""
    try:
        with tempfile.NamedTemporaryFile(dir=tableside().folder, suffix=".upload") as file:
            file.write(upload().take(phone().id))
            file.flush()
            learner().restore(game_of_cards(), Path(file.name), tableside().sent)
        flash(t(Text("Album loaded.")), "good")
    except Refused as error:
        flash(t(error.reason))
    except OSError:
        flash(t(Text("The album cannot be saved.")))
    return redirect("/cards", 303)
