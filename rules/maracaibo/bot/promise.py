"""What a player of Maracaibo can still make of a position, in points.

The weights are those with which final leads of sensible players are foretold best.
"""

from __future__ import annotations

from rules.flow import Seat
from rules.maracaibo.actions.income import ROUNDS
from rules.maracaibo.bot.worth import POWERS
from rules.maracaibo.names import COMBAT_POINTS, DOUBLOONS, FIGURES, INCOME, VP
from rules.maracaibo.places import planning
from rules.maracaibo.table import Table

_ONCE = {DOUBLOONS: 0.19, COMBAT_POINTS: 1.0, FIGURES: 1.2}
"""What one of each brings when it is spent."""
_EACH_ROUND = {INCOME[VP]: 0.5, INCOME[DOUBLOONS]: 0.11, DOUBLOONS: 0.1}
_POWER, _VILLAGE_ACTION, _ASSISTANT, _SYNERGY = 0.36, 0.26, 1.2, 0.25
"""What they bring in each round after this one."""
_PLANNED, _DISC = 0.5, 0.14


def promise(table: Table, seat: Seat) -> float:
    """What can be spent, and what comes again in every round but the last one."""
    player, rounds = table.player(seat), ROUNDS - table.scored
    powers = sum(POWERS[kind.partition("/")[0]] * n for kind, n in player.powers.items())
    again = _POWER * powers + _VILLAGE_ACTION * len(player.village)
    again += _ASSISTANT * len(player.assistants) + _SYNERGY * len(player.synergies)
    again += sum(each * table.has(seat, what) for what, each in _EACH_ROUND.items())
    once = sum(each * table.has(seat, what) for what, each in _ONCE.items())
    once += _PLANNED * len(table.cards(planning(seat)))
    return once + (rounds - 1) * again - _DISC * rounds * sum(player.discs.values())
