"""The final scoring of Cooper Island, line by line, and who wins."""

from __future__ import annotations

from collections.abc import Iterator

from rules.cooper_island.names import POINTS, STEPS
from rules.cooper_island.pieces import LargeCard, RoyalCard, SmallCard
from rules.cooper_island.places import own, royal
from rules.cooper_island.printed.nodes import GOODS, EndPoints
from rules.cooper_island.table import LID, MASTS, STATUE, STRUCTURES, Table
from rules.flow import Seat
from rules.game import Outcome
from rules.ledger import Line
from rules.text import Plural, Text

KINDS = {
    "ships": Text("Ships"),
    "royal": Text("Royal cards"),
    "cards": Text("Cards"),
    "assets": Text("Unused assets"),
    "anchors": Text("Anchors"),
}
"""What points come from, in the order of the score pad."""


def points_of(table: Table, seat: Seat) -> Iterator[Line]:
    """Ships, royal cards, building cards, unused assets, anchors."""
    yield from ship_points(table, seat)
    for card in table.royals():
        if any(_mine(worker, seat) for worker in table.places[royal(card.number)]):
            points = royal_points(table, seat, card)
            yield Line(seat, POINTS, points, card.name, kind="royal")
    for building in table.places[own("cards", seat)]:
        if isinstance(building, SmallCard | LargeCard) and building.end:
            points = card_points(table, seat, building, building.end)
            yield Line(seat, POINTS, points, building.name, kind="cards")
    n = assets(table, seat)
    because = Plural("{n} unused asset", "{n} unused assets", n)
    yield Line(seat, POINTS, n // table.rule("assets_per_point"), because, kind="assets")
    anchors = sum(table.player(seat).anchors.values())
    because = Plural("{n} anchor", "{n} anchors", anchors)
    yield Line(seat, POINTS, -anchors, because, kind="anchors")


def _mine(worker: object, seat: Seat) -> bool:
    return getattr(worker, "colour", None) == seat.colour


def ship_points(table: Table, seat: Seat) -> Iterator[Line]:
    """Five for each logbook tile, and the steps of each ship since the last one."""
    each = table.rule("steps_per_logbook")
    tiles = table.places.count(own("logbooks", seat))
    because = Plural("{n} logbook tile", "{n} logbook tiles", tiles)
    yield Line(seat, POINTS, tiles * each, because, kind="ships")
    beyond = table.has(seat, STEPS) - tiles * each
    left = Text("Steps since the last harbour or bay")
    yield Line(seat, POINTS, beyond, left, kind="ships")


def beyond_the_last_stop(table: Table, seat: Seat) -> int:
    """The steps of both ships since their last harbour or bay."""
    each = table.rule("steps_per_logbook")
    return sum(table.player(seat).steps[mast] % each for mast in MASTS)


def assets(table: Table, seat: Seat) -> int:
    """Goods in the warehouse, steps of the cartographer, double tiles."""
    goods = sum(table.has(seat, good) for good in GOODS)
    tiles = len(table.own("supply", seat))
    return goods + table.player(seat).cartographer + tiles


# ------------------------------------------------------------------------------- Royal cards


def counted(table: Table, seat: Seat, what: str) -> int:
    player = table.player(seat)
    match what:
        case "boats":
            return len(table.boats(seat)) + len(table.boats(seat, flipped=True))
        case "structures":
            return player.standing(*STRUCTURES)
        case "statues":
            return player.standing(STATUE)
        case "lids":
            return table.lids_gained(seat)
        case "high_spaces":
            high = table.rule("high_level")
            return sum(plot.level >= high for plot in player.land.values())
        case "unexplored":
            return unexplored(table, seat)
    return largest_area(table, seat)


def unexplored(table: Table, seat: Seat) -> int:
    """With or without a ruin."""
    return sum(plot.level == 0 for plot in table.player(seat).land.values())


def largest_area(table: Table, seat: Seat) -> int:
    """Spaces of one terrain that border on each other, at any levels."""
    land = table.player(seat).land
    left = {space for space, plot in land.items() if plot.level}
    largest = 0
    while left:
        first = left.pop()
        area, edge = 1, [first]
        while edge:
            for other in table.board.around[edge.pop()]:
                if other in left and land[other].terrain == land[first].terrain:
                    left.remove(other)
                    edge.append(other)
                    area += 1
        largest = max(largest, area)
    return largest


def stage(table: Table, seat: Seat, card: RoyalCard) -> int:
    """How many of the three stages of a card a player has reached."""
    n = counted(table, seat, card.counts)
    if card.counts == "unexplored":
        return sum(n <= most for most in card.stages)
    return sum(n >= least for least in card.stages)


def royal_points(table: Table, seat: Seat, card: RoyalCard) -> int:
    """Only the best stage counts; the card that copies brings one point less."""
    printed = table.box.printed
    stages = (0, *printed.numbers("royal_points.stages"))
    if card.stages:
        return stages[stage(table, seat, card)]
    others = [
        stages[stage(table, seat, other)]
        for other in table.royals()
        if any(not _mine(worker, seat) for worker in table.places[royal(other.number)])
    ]
    best = max(others, default=0)
    return max(0, best - printed.number("royal_points.copy_less"))


# ---------------------------------------------------------------------------- Building cards


def card_points(table: Table, seat: Seat, card: SmallCard | LargeCard, end: EndPoints) -> int:
    player = table.player(seat)
    match end.kind:
        case "slots_full":
            assert isinstance(card, SmallCard)
            return end.points if both_full(table, seat, card) else 0
        case "per_lid":
            return end.points * player.standing(LID)
        case "per_flipped":
            return end.points * len(table.boats(seat, flipped=True))
    three = min(player.standing(*STRUCTURES), player.standing(STATUE)) >= 3
    return end.points if three else 0


def both_full(table: Table, seat: Seat, card: SmallCard) -> bool:
    """Goods can be moved between slots at any time, so what fits a card lies on it."""
    assert card.slots is not None
    return sum(table.has(seat, good) for good in card.slots.holds) >= card.slots.n


# ------------------------------------------------------------------------------- The outcome


def standing(table: Table) -> list[Line]:
    """The lines everybody would have if the match ended now."""
    if table.over:
        return [line for line in table.ledger.lines if line.what == POINTS]
    lines = (line for seat in table.seats for line in points_of(table, seat))
    return [line for line in lines if line.amount]


def score(table: Table) -> None:
    for seat in table.seats:
        for line in list(points_of(table, seat)):
            table.ledger.write(line)


def outcome(table: Table) -> Outcome:
    """Most points; among equals whoever has fewer unexplored spaces; else they share it."""

    def rank(seat: Seat) -> tuple[int, int]:
        return table.has(seat, POINTS), -unexplored(table, seat)

    ranked = sorted(table.seats, key=rank, reverse=True)
    best = rank(ranked[0])
    winners = tuple(seat for seat in ranked if rank(seat) == best)
    ranks = {seat: 1 + sum(rank(other) > rank(seat) for other in ranked) for seat in ranked}
    tied = [seat for seat in ranked if rank(seat)[0] == best[0]]
    because = Text("Most points: {points}", points=best[0])
    if len(winners) > 1:
        because = Plural(
            "Tied at {n} point and unexplored spaces",
            "Tied at {n} points and unexplored spaces",
            best[0],
        )
    elif len(tied) > 1:
        because = Plural(
            "Tied at {n} point; fewer unexplored spaces",
            "Tied at {n} points; fewer unexplored spaces",
            best[0],
        )
    return Outcome(winners, because, ranks)
