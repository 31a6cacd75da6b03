"""What a player of Maracaibo can still make of a position, in points.

The weights are those with which final leads of sensible players are foretold best.
"""

from __future__ import annotations

from rules.flow import Seat
from rules.maracaibo.actions.income import ROUNDS
from rules.maracaibo.actions.map_now import still_ahead
from rules.maracaibo.bot.worth import POWERS
from rules.maracaibo.names import COMBAT_POINTS, DOUBLOONS, FIGURES, INCOME, VP
from rules.maracaibo.table import Table

_ONCE = {DOUBLOONS: 0.15, COMBAT_POINTS: 0.5, FIGURES: 1.1}
"""What one of each brings when it is spent."""
_EACH_ROUND = {INCOME[VP]: 0.6, INCOME[DOUBLOONS]: 0.3, DOUBLOONS: 0.08}
_POWER, _VILLAGE_ACTION, _MANOEUVRE, _ASSISTANT, _SYNERGY = 0.36, 1.0, 0.9, 1.6, 0.6
"""What they bring in each round after this one."""
_DISC = 0.65
"""What a disc that is still on the ship board costs in each of these."""
_AHEAD = 0.6
"""What a location is worth that a ship has not come to or passed: there is more to be done."""


def promise(table: Table, seat: Seat) -> float:
    """What can be spent, what can be done in this round, and what comes in every later one."""
    player, rounds = table.player(seat), ROUNDS - table.scored
    powers = sum(POWERS[kind.partition("/")[0]] * n for kind, n in player.powers.items())
    again = _POWER * powers + _VILLAGE_ACTION * len(player.village)
    again += _MANOEUVRE * len(player.manoeuvres) + _ASSISTANT * len(player.assistants)
    again += _SYNERGY * len(player.synergies) - _DISC * sum(player.discs.values())
    again += sum(each * table.has(seat, what) for what, each in _EACH_ROUND.items())
    once = sum(each * table.has(seat, what) for what, each in _ONCE.items())
    once += _AHEAD * len(still_ahead(table, player.ship))
    return once + (rounds - 1) * again
