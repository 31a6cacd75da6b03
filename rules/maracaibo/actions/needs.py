"""Conditions that must be true for a quest, a purchase or a manoeuvre; nothing is paid for them."""

from __future__ import annotations

from rules.flow import Seat
from rules.maracaibo.names import NATION_NAMES, SYNERGY_NAMES
from rules.maracaibo.printed.nodes import Needs
from rules.maracaibo.table import Table
from rules.text import Plural, Text

NOTHING = Needs()


def why_not_needs(table: Table, seat: Seat, needs: Needs) -> Text | None:
    if needs == NOTHING:
        return None
    spent = table.movement + (table.before if table.rulings.whole_turn else 0)
    if spent < needs.movement:
        return Plural(
            "Needs {n} movement point this turn, {seat} spent {spent}",
            "Needs {n} movement points this turn, {seat} spent {spent}",
            needs.movement,
            seat=seat,
            spent=spent,
        )
    if needs.markers and table.owned(needs.markers[0]) < needs.markers[1]:
        return Plural(
            "{nation} needs {n} marker on the map, has {has}",
            "{nation} needs {n} markers on the map, has {has}",
            needs.markers[1],
            nation=NATION_NAMES[needs.markers[0]],
            has=table.owned(needs.markers[0]),
        )
    if needs.synergy and needs.synergy not in table.player(seat).synergies:
        return Text("Needs synergy token {token}", token=SYNERGY_NAMES[needs.synergy])
    if explorer_number(table, seat) < needs.explorer:
        return Text(
            "Needs the explorer on space {n}, now on {has}",
            n=needs.explorer,
            has=explorer_number(table, seat),
        )
    return None


def explorer_number(table: Table, seat: Seat) -> int:
    return table.board.space(table.player(seat).explorer).number
