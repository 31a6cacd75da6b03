"""Who wins a chapter of The Adventure Begins."""

from __future__ import annotations

from rules.flow import Seat
from rules.game import Outcome
from rules.port_royal.adventure.story import conditions
from rules.port_royal.adventure.table import AdventureTable
from rules.port_royal.table import Table
from rules.text import Plural, Text, listing


def outcome(table: Table) -> Outcome:
    """Of those with the trophy, the most influence; then the fewest markers on the character; then
    the most coins; else the victory is shared. If nobody has the trophy, all are compared.
    """
    assert isinstance(table, AdventureTable)
    if table.together:
        return together(table)

    def rank(seat: Seat) -> tuple[bool, int, int, int]:
        return (
            table.has_trophy(seat),
            table.influence(seat),
            -len(table.markers(seat)),
            table.coins(seat),
        )

    best = max(map(rank, table.seats))
    winners = tuple(seat for seat in table.seats if rank(seat) == best)
    ranks = {
        seat: 1 + sum(rank(other) > rank(seat) for other in table.seats) for seat in table.seats
    }
    return Outcome(winners, _why(best, [rank(seat) for seat in table.seats]), ranks)


def _why(best: tuple[bool, int, int, int], all_ranks: list[tuple[bool, int, int, int]]) -> Text:
    """What decided."""
    level = [rank for rank in all_ranks if rank[:2] == best[:2]]
    influence = Plural("{n} influence", "{n} influence", best[1])
    if all_ranks.count(best) > 1:
        because = Text(
            "Shared: equal influence, markers and coins ({influence})", influence=influence
        )
    elif len(level) == 1:
        because = Text("Most influence: {influence}", influence=best[1])
    elif len([rank for rank in level if rank[2] == best[2]]) == 1:
        because = Text("{influence}, tied; fewest markers on the character", influence=influence)
    else:
        because = Text(
            "{influence} and markers tied; most coins",
            influence=influence,
        )
    if not best[0]:
        return Text("Nobody has the trophy. {because}", because=because)
    if any(not rank[0] and rank[1] >= best[1] for rank in all_ranks):
        return Text("{because}, of those with the trophy", because=because)
    return because


def together(table: AdventureTable) -> Outcome:
    """Card 9: every mission, enough markers and enough influence of all together."""
    missions, markers, influence = conditions(table)
    number = len(table.seats) - 1
    if missions and markers and influence:
        because = Text(
            "Card 9: all missions fulfilled, {markers}, {influence}",
            markers=Plural("{n} marker", "{n} markers", table.placed()),
            influence=Plural("{n} influence", "{n} influence", _influence(table)),
        )
        ranks = dict.fromkeys(table.seats, 1)
        return Outcome(tuple(table.seats), because, ranks, together=True)
    lacking = []
    if not missions:
        left = listing(m.name for m in table.contracts if not table.done[m])
        lacking.append(Text("not fulfilled: {missions}", missions=left))
    if not markers:
        lacking.append(
            Text(
                "markers on missions: {has} of {wanted}",
                has=table.placed(),
                wanted=table.tale.victory_markers[number],
            )
        )
    if not influence:
        lacking.append(
            Text(
                "influence together: {has} of {wanted}",
                has=_influence(table),
                wanted=table.tale.victory_influence[number],
            )
        )
    return Outcome((), Text("Card 9: {lacking}", lacking=listing(lacking)), together=True)


def _influence(table: AdventureTable) -> int:
    return sum(map(table.influence, table.seats))
