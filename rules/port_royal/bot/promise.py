"""What a player of Port Royal can still make of what lies before them, in influence.

The weights are those with which final leads of sensible players are foretold best.
"""

from __future__ import annotations

from rules.flow import Seat
from rules.port_royal.bot.worth import Outlook
from rules.port_royal.table import Table

_COIN, _ABILITY = 0.2, 0.05


def promise(table: Table, seat: Seat) -> float:
    """Coins, and what persons will still do."""
    view = Outlook(table, seat)
    persons = sum(view.abilities(person.does, person) for person in table.persons(seat))
    return _COIN * table.coins(seat) + _ABILITY * (1.0 - view.late) * persons
