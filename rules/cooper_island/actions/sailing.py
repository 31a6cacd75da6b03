"""Navigation points: anchors, steps around the island, islets, bays, harbours and tolls."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from rules.cooper_island import announced
from rules.cooper_island.actions.asking import ask, in_vain
from rules.cooper_island.actions.goods import given_by_the_supply
from rules.cooper_island.actions.islets import use_islet
from rules.cooper_island.actions.payment import IN_STORE, give, single_goods
from rules.cooper_island.actions.vocabulary import Source, effects, perform, react, under_way
from rules.cooper_island.names import IN_MARKET, STEPS
from rules.cooper_island.pieces import Islet
from rules.cooper_island.places import LOGBOOK_PILE, own, place_name, station
from rules.cooper_island.printed.board import BAY, LEFT, SECTOR, Space, Water
from rules.cooper_island.printed.names import SHIP_NAMES
from rules.cooper_island.printed.nodes import COIN, LOGBOOK, Navigate
from rules.cooper_island.table import MASTS, Table
from rules.flow import Flow, Option, Seat, choose, reveal
from rules.pieces import Move
from rules.text import Plural, Text


@effects.means(Navigate)
def do_navigate(table: Table, seat: Seat, node: Navigate, source: Source) -> Flow[None]:
    return navigate(table, seat, node.n, source.because)


def navigate(table: Table, seat: Seat, n: int, because: Text) -> Flow[None]:
    """All points of one gain go to one ship: first they weigh its anchors, then it sails."""
    if n < 1:
        return
    mast = yield from ask(
        table,
        seat,
        Plural(
            "{n} navigation point: for which ship?", "{n} navigation points: for which ship?", n
        ),
        lambda: ship_menu(table, seat),
        refused=lambda: voyages_in_vain(table, seat, n),
    )
    player = table.player(seat)
    for left in range(n, 0, -1):
        with under_way(table, seat, f"sail:{mast}:{left}"):
            if player.anchors[mast]:
                player.anchors[mast] -= 1
            else:
                yield from step(table, seat, mast, because)


def ship_menu(table: Table, seat: Seat) -> Iterator[Option[str]]:
    player = table.player(seat)
    for mast in MASTS:
        text = SHIP_NAMES[mast]
        if player.anchors[mast]:
            text = Plural(
                "{ship}, {n} anchor", "{ship}, {n} anchors", player.anchors[mast], ship=text
            )
        yield Option(f"ship:{mast}", mast, text)


def voyages_in_vain(table: Table, seat: Seat, n: int) -> Iterator[Option[Any]]:
    """Ships at stations to which the points do not bring them."""
    player = table.player(seat)
    for mast in MASTS:
        ship, here = table.box.figures[f"ship/{seat.colour}/{mast}"], player.ships[mast]
        steps = max(0, n - player.anchors[mast]) * (1 if mast == "one" else -1)
        there = (here + steps) % table.ring
        why = Text(
            "These points lead to {place}",
            place=place_name(table.seats, station(table.seats, there)),
        )
        for number in range(table.ring):
            if number not in (here, there):
                source, target = station(table.seats, here), station(table.seats, number)
                yield in_vain(Move(ship, source, target), why)


def step(table: Table, seat: Seat, mast: str, because: Text) -> Flow[None]:
    """From one shoal, bay or harbour to the next; islets on the way are used in passing."""
    player = table.player(seat)
    before = player.ships[mast]
    after = (before + (1 if mast == "one" else -1)) % table.ring
    passed = list(islets_between(table, before, after, clockwise=mast == "one"))
    player.ships[mast] = after
    player.steps[mast] += 1
    table.ledger.gain(seat, STEPS, 1, because)
    announced.sailed(table, seat, mast)
    ship = table.box.figures[f"ship/{seat.colour}/{mast}"]
    table.places.move(ship, station(table.seats, before), station(table.seats, after))
    for islet in passed:
        yield from use_islet(table, seat, islet)
    if after % BAY == 0:
        yield from gain_logbook(table, seat)
    if after % SECTOR == 0:
        yield from enter_harbour(table, seat, mast, table.seats[after // SECTOR])


def islets_between(table: Table, before: int, after: int, *, clockwise: bool) -> Iterator[Islet]:
    """Those that lie ahead of the ship on its own shoal, and before it on the next one."""
    here, there = table.islet_at(before), table.islet_at(after)
    if here and is_later(here[0]) == clockwise:
        yield here[1]
    if there and is_later(there[0]) != clockwise:
        yield there[1]


def is_later(water: Water) -> bool:
    """Whether a ship that sails clockwise comes to this half of its shoal last.

    Halves are counted from the harbour: on the left coast such a ship sails away from it.
    """
    return water.startswith(LEFT) == water.endswith("b")


def gain_logbook(table: Table, seat: Seat) -> Flow[None]:
    """The next tile of the pile: its action at once, or never; the tile is kept."""
    if not table.places.count(LOGBOOK_PILE):
        return
    target = own("logbooks", seat)
    tile = yield from reveal(
        Text("{seat} gets which logbook tile?", seat=seat),
        LOGBOOK_PILE,
        target,
        table.box.logbooks,
        lambda tile: None if tile in table.places.unseen else Text("That tile is already out"),
        lambda tile: Text("{seat} gets {tile}", seat=seat, tile=tile.name),
    )
    table.places.turn_up(tile, LOGBOOK_PILE, target)
    yield from perform(table, seat, tile.does, Source(tile.name, optional=True))
    yield from react(table, seat, LOGBOOK)


# ---------------------------------------------------------------------------------- Tolls


class Toll(NamedTuple):
    """The good that is given, and from where; nothing if the toll is refused."""

    good: str
    space: Space


REFUSED = Toll("", "")
REFUSE = "refuse"


def enter_harbour(table: Table, seat: Seat, mast: str, owner: Seat) -> Flow[None]:
    """A toll to the owner's market, in one's own harbour to the supply; who does not pay has an
    anchor under the ship that came in.
    """
    because = Text("Harbour toll ({seat})", seat=owner)
    paid = yield from ask_toll(table, seat, because)
    if paid != REFUSED:
        pay_toll(table, seat, None if owner is seat else owner, paid, because)
        return
    table.player(seat).anchors[mast] += 1
    announced.toll_refused(table, seat, mast)
    if owner is not seat:
        yield from given_by_the_supply(table, owner, because)


def ask_toll(table: Table, seat: Seat, because: Text) -> Flow[Toll]:
    """What is missed the least is proposed."""
    answer: Toll = yield from ask(
        table,
        seat,
        Text("{toll}: pay one good?", toll=because),
        lambda: toll_menu(table, seat),
        proposed=lambda: least_toll(table, seat),
    )
    return answer


def least_toll(table: Table, seat: Seat) -> str:
    """What counts for one, and of that the good of which there is most, coins last; without any
    good the toll is refused.
    """
    land = table.player(seat).land

    def missed(toll: Toll) -> tuple[int, bool, int]:
        worth = 1 if toll.space == IN_STORE else land[toll.space].level
        return worth, toll.good == COIN, -table.worth(seat, toll.good)

    tolls = [Toll(good, space) for good, space, _ in single_goods(table, seat)]
    least = min(tolls, key=missed, default=None)
    return toll_key(least) if least else REFUSE


def toll_key(toll: Toll) -> str:
    return f"toll:{toll.good if toll.space == IN_STORE else toll.space}"


def toll_menu(table: Table, seat: Seat) -> Iterator[Option[Toll]]:
    for good, space, text in single_goods(table, seat):
        record = Text("Pays the toll with {what}", what=text)
        toll = Toll(good, space)
        yield Option(toll_key(toll), toll, text, by_phone=True, record=record)
    refuse = Text("Refuse: take an anchor")
    yield Option(REFUSE, REFUSED, refuse, by_phone=True, record=Text("Refuses the toll"))


def pay_toll(table: Table, seat: Seat, owner: Seat | None, toll: Toll, because: Text) -> None:
    give(table, seat, toll.good, toll.space, because)
    if owner:
        table.ledger.gain(owner, IN_MARKET[toll.good], 1, because, seat)


def take_anchor(table: Table, seat: Seat) -> Flow[None]:
    """Under the ship with fewer anchors, or under any if they have as many."""
    anchors = table.player(seat).anchors
    mast = min(MASTS, key=lambda mast: anchors[mast])
    if len({*anchors.values()}) == 1:
        mast = yield from choose(
            seat,
            Text("An anchor: under which ship?"),
            lambda: [
                Option(f"anchor:{each}", each, SHIP_NAMES[each], by_phone=True) for each in MASTS
            ],
        )
    anchors[mast] += 1
