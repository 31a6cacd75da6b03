"""How high people have built: no camera counts tiles, so after every round they compare.

This is a question of the assistant's, not of the rules: nothing waits for it, and the journal knows
nothing of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from rules.flow import Seat
from rules.match import Match
from rules.pieces import Place
from vision.layout import load_layout
from vision.printed_copy import PrintedCopy, copy_of


@dataclass(frozen=True, slots=True)
class Heights:
    """What the match believes of one player's land, as it is now."""

    round: int
    """The last one that is over."""
    grown: Mapping[Place, int]
    """What has another height than before that round."""
    all: Mapping[Place, int]


def heights(match: Match[Any]) -> dict[Seat, Heights]:
    """What everybody has to compare whose land has grown in the round that ended last."""
    piles = match.game.piles
    over = piles.round(match.table) - (match.choice is not None)
    if over < 1:
        return {}
    points = match.checkpoints
    start = next((p.table for p in points if piles.round(p.table) >= over), None)
    if start is None:
        return {}
    before, now = piles.levels(start), piles.levels(match.table)
    owners = _owners(match.game.name, copy_of(match.game))
    found = {}
    for seat in match.seats:
        mine = {place: n for place, n in now.items() if n and owners.get(place) == seat.colour}
        grown = {place: n for place, n in mine.items() if n != before.get(place)}
        if grown:
            found[seat] = Heights(over, grown, mine)
    return found


@lru_cache(maxsize=4)
def _owners(game: str, copy: PrintedCopy | None) -> dict[Place, str | None]:
    """Whose land every place of tiles is on."""
    layout = load_layout(game, copy=copy)
    return {
        place: layout.mats[mat].seat for mat, grid in layout.grids.items() for place in grid.places
    }
