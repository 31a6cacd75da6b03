"""Who wins Port Royal: most influence, then most coins, then the victory is shared."""

from __future__ import annotations

from rules.flow import Seat
from rules.game import Outcome
from rules.ledger import Line
from rules.port_royal.table import INFLUENCE, Table
from rules.port_royal.turns import may_win
from rules.text import Text


def standing(table: Table) -> list[Line]:
    """Influence is won during play; nothing is added at the end."""
    return [line for line in table.ledger.lines if line.what == INFLUENCE]


def outcome(table: Table) -> Outcome:
    """In the variant, only players with an expedition can win."""

    def rank(seat: Seat) -> tuple[bool, int, int]:
        return may_win(table, seat), table.influence(seat), table.coins(seat)

    best = max(map(rank, table.seats))
    winners = tuple(seat for seat in table.seats if rank(seat) == best)
    places = {
        seat: 1 + sum(rank(other) > rank(seat) for other in table.seats) for seat in table.seats
    }
    _, influence, coins = best
    level = [seat for seat in table.seats if rank(seat)[:2] == best[:2]]
    if len(winners) > 1:
        because = Text(
            "Shared: {influence} influence and {coins} coins each",
            influence=influence,
            coins=coins,
        )
    elif len(level) > 1:
        because = Text(
            "{influence} influence like others, but most coins of them: {coins}",
            influence=influence,
            coins=coins,
        )
    else:
        because = Text("Most influence: {influence}", influence=influence)
    return Outcome(winners, because, places)
