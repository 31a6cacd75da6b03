"""Jean's account: what she scores at every scoring and at the end of a solo match."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rules.ledger import Line
from rules.maracaibo.actions.exploring import is_gone
from rules.maracaibo.names import VP
from rules.maracaibo.places import JEAN_CARDS
from rules.maracaibo.printed.board import Space
from rules.maracaibo.printed.counted import times_text
from rules.maracaibo.table import Table
from rules.text import Plural, Text


def income_points(table: Table) -> int:
    """The last shield that her removed discs have uncovered."""
    points = table.board.jean.discs_vp
    return points[min(table.player(table.jean).board_discs, len(points) - 1)]


def card_points(table: Table) -> int:
    """A point for each project card beside her board."""
    return table.places.count(JEAN_CARDS) * table.board.jean.card_vp


def jean_income(table: Table) -> None:
    """She gets points only, never doubloons."""
    for line in income_lines(table):
        table.ledger.write(line)


def income_lines(table: Table) -> Iterator[Line]:
    discs = table.player(table.jean).board_discs
    because = Plural("Income: {n} disc removed", "Income: {n} discs removed", discs)
    yield Line(table.jean, VP, income_points(table), because, kind="income")
    cards = table.places.count(JEAN_CARDS)
    because = Plural(
        "Income: {n} card beside her board", "Income: {n} cards beside her board", cards
    )
    yield Line(table.jean, VP, card_points(table), because, kind="income")


def upgrades(table: Table) -> int:
    """Places for discs that can be seen on her board; she may have more of them than her rival."""
    return table.player(table.jean).board_discs // table.board.jean.discs_per_upgrade


def jean_lines(table: Table) -> Iterator[Line]:
    """At the end: income once more, her quests, and being ahead in quests, upgrades, exploring."""
    yield from income_lines(table)
    (human,) = table.seats
    numbers, quests = table.board.jean, table.quests(table.jean)
    tiles = Plural("{n} quest tile", "{n} quest tiles", quests)
    because = times_text(Text("Jean's board"), tiles, numbers.quest_vp)
    yield Line(table.jean, VP, quests * numbers.quest_vp, because, kind="quest")
    lead = quests - table.quests(human)
    because = Text("Ahead in quests by {n}", n=lead)
    yield Line(table.jean, VP, worth(numbers.quest_lead, lead), because, kind="lead")
    lead = upgrades(table) - table.player(human).upgrades()
    because = Text("Ahead in ship upgrades by {n}", n=lead)
    yield Line(table.jean, VP, worth(numbers.upgrade_lead, lead), because, kind="lead")
    lead = explorer_lead(table)
    because = Text("Ahead in exploring by {n}", n=lead)
    yield Line(table.jean, VP, worth(numbers.explorer_lead, lead), because, kind="lead")


def worth(leads: Sequence[Sequence[int]], lead: int) -> int:
    return max((points for least, points in leads if lead >= least), default=0)


def explorer_lead(table: Table) -> int:
    """Spaces along the track; on different branches, who has fewer steps to the next barrier."""
    (human,) = table.seats
    hers, his = table.player(table.jean).explorer, table.player(human).explorer
    ahead = steps_between(table, his, hers)
    if ahead is not None:
        return ahead
    behind = steps_between(table, hers, his)
    if behind is not None:
        return -behind
    return steps_to_barrier(table, his) - steps_to_barrier(table, hers)


def steps_between(table: Table, start: str, end: str) -> int | None:
    """The fewest steps from one space to another; None if there is no way."""
    return 0 if start == end else _fewest(table, start, lambda space: space.id == end)


def steps_to_barrier(table: Table, start: str) -> int:
    """The fewest steps until the next barrier is crossed, or until the end of the track."""
    return _fewest(table, start, lambda space: space.barrier is not None or space.end) or 0


def _fewest(table: Table, start: str, there: Callable[[Space], bool]) -> int | None:
    """Steps to the nearest such space; one that is out of the game is no step on the way to it."""
    found = []
    for following in table.board.space(start).next:
        space = table.board.space(following)
        if there(space):
            found.append(1)
            continue
        further = _fewest(table, following, there)
        if further is not None:
            found.append(further if is_gone(table, space) else further + 1)
    return min(found, default=None)
