"""Navegador's points, line by line, and who wins."""

from __future__ import annotations

from collections.abc import Iterator

from rules.flow import Seat
from rules.game import Outcome
from rules.ledger import Line
from rules.navegador.names import AT_SEA, CATEGORY_NAMES, POINTS
from rules.navegador.pieces import CATEGORIES, Privilege, edition
from rules.navegador.places import area
from rules.navegador.table import Ending, Table
from rules.text import Plural, Text

MONEY_PER_POINT = edition().number("rules.money_per_point")
PRIVILEGE_POINTS = edition().counts("points.privilege")
SLOTS = edition().number("rules.slots")


def points_each(table: Table, seat: Seat, category: str) -> int:
    """What a colony, factory, explorer, shipyard or church is worth with the privileges so far."""
    privileges = table.laid(seat, category)
    return table.board.points[category] + PRIVILEGE_POINTS[category] * privileges


KINDS = {
    "ship": Text("Ships"),
    "worker": Text("Workers"),
    "money": Text("Money"),
    "colony": Text("Colonies"),
    "factory": Text("Factories"),
    "explorer": Text("Explorers"),
    "shipyard": Text("Shipyards"),
    "church": Text("Churches"),
}
"""What points come from, in the order of the rulebook's example."""


def points_of(table: Table, seat: Seat) -> Iterator[Line]:
    """One point for each ship at sea, each worker and every 200 cruzados; then the mat."""
    ships, workers, money = table.has(seat, AT_SEA), table.workers(seat), table.money(seat)
    at_sea = Plural("{n} ship on the board", "{n} ships on the board", ships)
    yield Line(seat, POINTS, ships, at_sea, kind="ship")
    because: Text = Plural("{n} worker", "{n} workers", workers)
    yield Line(seat, POINTS, workers, because, kind="worker")
    because = Plural(
        "{n} cruzado, a point per {per}",
        "{n} cruzados, a point per {per}",
        money,
        per=MONEY_PER_POINT,
    )
    yield Line(seat, POINTS, money // MONEY_PER_POINT, because, kind="money")
    for category in CATEGORIES:
        items, each = table.items(seat, category), points_each(table, seat, category)
        because = column_text(table, seat, category)
        yield Line(seat, POINTS, items * each, because, kind=category)


def column_text(table: Table, seat: Seat, category: str) -> Text:
    """How many there are, and what makes up their worth."""
    items, each = table.items(seat, category), points_each(table, seat, category)
    privileges, kind = table.laid(seat, category), KINDS[category]
    if not privileges:
        return Text("{kind}: {items} × {each}", kind=kind, items=items, each=each)
    return Plural(
        "{kind}: {items} × {each} ({base} + {more} for {n} privilege)",
        "{kind}: {items} × {each} ({base} + {more} for {n} privileges)",
        privileges,
        kind=kind,
        items=items,
        each=each,
        base=table.board.points[category],
        more=PRIVILEGE_POINTS[category] * privileges,
    )


def kings_best(table: Table, seat: Seat) -> Line | None:
    """What the king's privilege would bring where it brings the most; None if it is laid."""
    if not any(isinstance(tile, Privilege) for tile in table.places[area(seat)]):
        return None
    free = [category for category in CATEGORIES if table.laid(seat, category) < SLOTS]
    if not free:
        return None
    gains = {c: PRIVILEGE_POINTS[c] * table.items(seat, c) for c in free}
    best = max(free, key=lambda category: gains[category])
    because = Text("King's privilege laid on {category}", category=CATEGORY_NAMES[best])
    return Line(seat, POINTS, gains[best], because, kind=best)


def standing(table: Table) -> list[Line]:
    """The lines everybody would have now, with the king's privilege where it brings the most."""
    if table.over:
        return [line for line in table.ledger.lines if line.what == POINTS]
    lines = []
    for seat in table.seats:
        king = kings_best(table, seat)
        lines += [*points_of(table, seat), *([king] if king else [])]
    return [line for line in lines if line.amount]


def score(table: Table) -> None:
    for seat in table.seats:
        for line in list(points_of(table, seat)):
            table.ledger.write(line)


def outcome(table: Table) -> Outcome:
    """Most points; among equals whoever has the Navegador card or would get it first."""
    holder = table.holder
    assert holder is not None

    def rank(seat: Seat) -> tuple[int, int]:
        passes = (holder.index - seat.index) % len(table.seats)
        return table.has(seat, POINTS), -passes

    ranked = sorted(table.seats, key=rank, reverse=True)
    winner = ranked[0]
    points = table.has(winner, POINTS)
    if points > table.has(ranked[1], POINTS):
        because = Text("Most points: {points}", points=points)
    elif winner is holder:
        because = Plural(
            "Tied at {n} point; has the Navegador card",
            "Tied at {n} points; has the Navegador card",
            points,
        )
    else:
        because = Plural(
            "Tied at {n} point; next for the Navegador card",
            "Tied at {n} points; next for the Navegador card",
            points,
        )
    ranks = {seat: number for number, seat in enumerate(ranked, start=1)}
    return Outcome((winner,), because, ranks, _ENDS[table.ending] if table.ending else None)


_ENDS: dict[Ending, Text] = {
    "nagasaki": Text("Nagasaki was explored"),
    "buildings": Text("The last building was built"),
}
