"""Who wins Port Royal: most influence, then most coins, then the victory is shared.

Those who play together, or alone, win or lose as one, and see how well by their points.
"""

from __future__ import annotations

from rules.flow import Seat
from rules.game import Outcome
from rules.ledger import Line
from rules.port_royal.names import INFLUENCE, RANKS
from rules.port_royal.places import POINTS
from rules.port_royal.table import Table
from rules.port_royal.turns import may_win
from rules.text import Plural, Text, listing

KINDS = {
    "person": Text("Persons"),
    "expedition": Text("Expeditions"),
    "ship": Text("Ships under wholesalers"),
    "contract": Text("Contracts"),
    "crowns": Text("Crown track"),
}
"""What influence comes from, in the order of a score sheet."""


def standing(table: Table) -> list[Line]:
    """Influence is won during play; nothing is added at the end."""
    return [line for line in table.ledger.lines if line.what == INFLUENCE]


def outcome(table: Table) -> Outcome:
    """In the variant, only players with an expedition can win, if there is one."""
    if table.rules.time_deck:
        return together(table)

    def rank(seat: Seat) -> tuple[bool, int, int]:
        return may_win(table, seat), table.influence(seat), table.coins(seat)

    best = max(map(rank, table.seats))
    winners = tuple(seat for seat in table.seats if rank(seat) == best)
    ranks = {
        seat: 1 + sum(rank(other) > rank(seat) for other in table.seats) for seat in table.seats
    }
    level = [seat for seat in table.seats if rank(seat)[:2] == best[:2]]
    barred = [seat for seat in table.seats if rank(seat) < best and rank(seat)[1:] >= best[1:]]
    because = why(best[1], best[2], len(winners), len(level), among_some=bool(barred))
    if barred:
        others = listing(no_expedition(seat, table.influence(seat)) for seat in barred)
        because = Text("{because}; {others}", because=because, others=others)
    elif not best[0]:
        because = Text("Nobody has an expedition. {because}", because=because)
    return Outcome(winners, because, ranks)


def together(table: Table) -> Outcome:
    """Won if every open contract has been fulfilled by somebody before the time deck ran out."""
    left = [contract.name for contract, seats in table.done.items() if not seats]
    if left:
        because = Text(
            "The time deck is empty; not fulfilled: {contracts}", contracts=listing(left)
        )
        return Outcome((), because, together=True)
    points = table.places.count(POINTS)
    number = sum(points >= least for least in table.rules.ranks) - 1
    because = Plural(
        "All contracts fulfilled, {n} point: {rank}",
        "All contracts fulfilled, {n} points: {rank}",
        points,
        rank=RANKS[number],
    )
    ranks = dict.fromkeys(table.seats, 1)
    return Outcome(tuple(table.seats), because, ranks, together=True)


def why(influence: int, coins: int, winners: int, level: int, among_some: bool) -> Text:
    """What decided; `among_some` if somebody who cannot win has no less than the winner."""
    if winners > 1:
        return Text(
            "Shared: {influence} and {coins} each",
            influence=Plural("{n} influence", "{n} influence", influence),
            coins=Plural("{n} coin", "{n} coins", coins),
        )
    if level > 1:
        return Plural(
            "{n} influence, tied; most coins: {coins}",
            "{n} influence, tied; most coins: {coins}",
            influence,
            coins=coins,
        )
    if among_some:
        return Text("Most influence with an expedition: {influence}", influence=influence)
    return Text("Most influence: {influence}", influence=influence)


def no_expedition(seat: Seat, influence: int) -> Text:
    """Who would be ahead, and why that does not count."""
    return Plural(
        "{seat} has {n} influence but no expedition",
        "{seat} has {n} influence but no expedition",
        influence,
        seat=seat,
    )
