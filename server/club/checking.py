"""What tables tell, checked by the rules of the games before anything of it is stored.

Its form was checked when it was read (`server/wire/messages.py`). Rows of a journal are not played
here: one that breaks the rules is shown with its match, which does not count. A game that is not
known here is kept as it is told, until a later version knows it.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from hashlib import sha256

from rules.flow import Seat
from rules.game import RulesError
from rules.games import GAMES
from rules.journal import as_begun
from server.store.errors import StoreError
from server.store.rows import Entry, Record
from server.store.rows import begun as begun_by_the_rules
from server.store.wording import check_settings, is_name
from server.wire.fields import BadMessage
from server.wire.messages import Begun, Changed, Row

log = logging.getLogger(__name__)

_MOST = 1_000
_known: dict[bytes, str | None] = {}
"""Why matches cannot have begun like that, by what they began with: it is told again and again."""


def check_begun(begun: Begun, colours: Sequence[str] | None, game: str | None) -> None:
    """Raises BadMessage. A match that is known has its colours and its game already."""
    own = [player.colour for player in begun.players]
    numbers = [player.player for player in begun.players if player.player is not None]
    if not own or len({*own}) < len(own) or len({*numbers}) < len(numbers):
        raise BadMessage(f"match {begun.match}: everybody who plays has a seat of their own")
    if colours is not None and (list(colours) != own or begun.game != game):
        raise BadMessage(f"match {begun.match} began with others, or as another game")
    if any(player.name is not None and not is_name(player.name, 40) for player in begun.players):
        raise BadMessage(f"match {begun.match}: somebody has no name that can be shown")
    if begun.game not in GAMES:
        return
    said = json.dumps([begun.game, own, sorted(begun.settings.items())]).encode()
    key = sha256(said).digest()
    if key not in _known:
        if len(_known) >= _MOST:
            _known.clear()
        _known[key] = _why_not(begun)
    if (why := _known[key]) is not None:
        raise BadMessage(f"match {begun.match} cannot have begun like this: {why}")


def check_row(row: Row, last: int, colours: Sequence[str]) -> None:
    """Raises BadMessage if it does not follow the `last` one, or nobody can have said it."""
    where = f"row {row.number} of match {row.match}"
    if row.number != last + 1:
        raise BadMessage(f"{where} does not follow row {last}")
    try:
        Entry(row.kind, row.key, row.by, row.at)  # type: ignore[arg-type]
    except ValueError as error:
        raise BadMessage(f"{where}: {error}") from error
    phone, _, colour = row.by.partition(":")
    if phone == "phone" and colour not in colours:
        raise BadMessage(f"{where}: there is no seat {colour}")


def check_changed(changed: Changed, colours: Sequence[str]) -> None:
    """Raises BadMessage if somebody has won who does not play. Who plays alone may have lost to an
    opponent of the game's own.
    """
    if len(colours) > 1 and not {*(changed.winners or ())} <= {*colours}:
        raise BadMessage(f"match {changed.match}: only who plays can win")


def _why_not(begun: Begun) -> str | None:
    game, players = GAMES[begun.game], begun.players
    seats = tuple(Seat(n, each.colour, str(n)) for n, each in enumerate(players))
    try:
        check_settings(begun.settings)
        settled = game.settle(as_begun(game, begun.settings))
        game.for_match(settled).seat([seat.name for seat in seats], [seat.colour for seat in seats])
        begun_by_the_rules(
            Record(0, begun.game, seats, begun.settings, "running", begun.created_at)
        )
    except (StoreError, RulesError) as error:
        return str(error.reason)
    except (TypeError, ValueError) as error:
        return str(error)
    except Exception as error:  # Whatever somebody makes up, only their own match suffers.
        log.exception("A match of %s could not be set up.", begun.game)
        return repr(error)
    return None
