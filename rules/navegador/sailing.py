"""Navegador's sailing: ships cross borders, and fleets explore new regions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from rules.flow import Flow, Option, Seat, choose, reveal
from rules.navegador import announced
from rules.navegador.board import reach
from rules.navegador.names import EXPLORERS, GOOD_NAMES, REGION_NAMES
from rules.navegador.pieces import COLONIES, NAGASAKI, REGIONS, Colony, edition
from rules.navegador.places import colonies, place_name, sea
from rules.navegador.table import Table, earn, move_ship, take_off_the_board
from rules.pieces import Move
from rules.text import Plural, Text, listing

DONE = "done"
SAILING_RANGE = edition().numbers("rules.sailing_range")
FLEET = edition().number("rules.fleet")
FLEET_OF_DOUBLE_LOSS = edition().number("rules.fleet_of_double_loss")
PHASE_OF_REGION = {
    edition().text("rules.second_phase"): 2,
    edition().text("rules.third_phase"): 3,
}
DOUBLE_LOSS_MACAU = edition().numbers("rules.double_loss_macau")
TILES = {tile.id: tile for tile in COLONIES}


class Voyage(NamedTuple):
    """Ships that sail to one region together."""

    target: str
    sources: tuple[str, ...]
    explore: bool

    @property
    def in_line(self) -> bool:
        """Whether several ships take the same way, each as if it sailed alone."""
        return not self.explore and len(self.sources) > 1


def sail(table: Table, seat: Seat) -> Flow[None]:
    """All ships may move, each once, across one border in phase 1, two in phase 2, three in 3.

    One new region may be explored in an action.
    """
    while ships_ready(table, seat) and not (table.discovered and table.explore_last):
        voyage = yield from choose(
            seat,
            Text("Sail, explore, or stop"),
            lambda: sailing_menu(table, seat),
            next_key=DONE,
            refused=lambda: impossible_voyages(table, seat),
            spare=not table.asks_all,
        )
        if voyage is None:
            break
        for source in voyage.sources:
            move_ship(table, seat, sea(source), sea(voyage.target))
        if voyage.explore:
            yield from explore(table, seat, voyage)
        else:
            table.sailed = (*table.sailed, *[voyage.target] * len(voyage.sources))
    table.sailed, table.discovered = (), False


def ships_ready(table: Table, seat: Seat) -> dict[str, int]:
    """Regions with ships that have not sailed in this action, and how many."""
    ready = table.fleet(seat)
    for region in table.sailed:
        if ready[region] == 1:
            del ready[region]
        else:
            ready[region] -= 1
    return ready


def sailing_menu(table: Table, seat: Seat) -> Iterator[Option[Voyage | None]]:
    ready = ships_ready(table, seat)
    around = reach(table.board, table.unexplored, SAILING_RANGE[table.phase - 1])
    for source in ready:
        for target in around[source].known:
            yield sail_option(table, seat, source, target)
            if not table.asks_all:
                yield from together(table, seat, Voyage(target, (source,), explore=False), ready)
    yield from explore_options(table, seat, ready)
    yield Option(DONE, None, Text("End sailing"))


def sail_option(
    table: Table, seat: Seat, source: str, target: str, blocked: Text | None = None
) -> Option[Voyage | None]:
    ship = table.ships_at(seat, sea(source))[-1]
    moves = table.places.tagged(Move(ship, sea(source), sea(target)))
    way = Text("{source} → {target}", source=REGION_NAMES[source], target=REGION_NAMES[target])
    return Option(
        f"sail:{source}/{target}",
        Voyage(target, (source,), explore=False),
        way,
        moves,
        blocked,
        by_phone=not moves,
        record=Text("A ship sails: {way}", way=way),
    )


def together(
    table: Table, seat: Seat, alone: Voyage, ready: dict[str, int]
) -> Iterator[Option[Voyage | None]]:
    """More ships on the same way with one answer; a hand moves them one by one."""
    (source,), target = alone.sources, alone.target
    if table.places.tagged(Move(table.ships_at(seat, sea(source))[-1], sea(source), sea(target))):
        return
    for number in range(2, ready[source] + 1):
        way = Plural(
            "{n} ship: {source} → {target}",
            "{n} ships: {source} → {target}",
            number,
            source=REGION_NAMES[source],
            target=REGION_NAMES[target],
        )
        voyage = Voyage(target, (source,) * number, explore=False)
        record = Text("Ships sail: {way}", way=way)
        yield Option(f"sail:{source}/{target}:{number}", voyage, way, by_phone=True, record=record)


def explore_options(
    table: Table, seat: Seat, ready: dict[str, int]
) -> Iterator[Option[Voyage | None]]:
    """Every fleet that could explore a region in reach; one that is too small says why."""
    around = reach(table.board, table.unexplored, SAILING_RANGE[table.phase - 1])
    targets = dict.fromkeys(target for source in ready for target in around[source].unknown)
    for target in targets:
        sources = [source for source in ready if target in around[source].unknown]
        able, needed = sum(ready[source] for source in sources), ships_needed(table, target)
        if table.discovered or able < needed:
            blocked = (
                Text("One new region per action")
                if table.discovered
                else Plural(
                    "{region} needs {n} ship to explore; {able} can get there",
                    "{region} needs {n} ships to explore; {able} can get there",
                    needed,
                    region=REGION_NAMES[target],
                    able=able,
                )
            )
            everybody = tuple(source for source in sources for _ in range(ready[source]))
            yield explore_option(table, seat, target, everybody, blocked)
            continue
        for numbers in product(*(range(ready[source], -1, -1) for source in sources)):
            if sum(numbers) >= needed:
                fleet = tuple(
                    source
                    for source, number in zip(sources, numbers, strict=True)
                    for _ in range(number)
                )
                yield explore_option(table, seat, target, fleet, None)


def explore_option(
    table: Table, seat: Seat, target: str, fleet: tuple[str, ...], blocked: Text | None
) -> Option[Voyage | None]:
    numbers = Counter(fleet)
    moves = table.places.tagged(
        *(
            Move(ship, sea(source), sea(target))
            for source, number in numbers.items()
            for ship in table.ships_at(seat, sea(source))[-number:]
        )
    )
    ships = listing(
        Plural("{n} ship from {source}", "{n} ships from {source}", number, source=REGION_NAMES[at])
        for at, number in numbers.items()
    )
    text = Text("Explore {region} with {ships}", region=REGION_NAMES[target], ships=ships)
    key = f"explore:{target}:{'+'.join(fleet)}"
    return Option(
        key, Voyage(target, fleet, explore=True), text, moves, blocked, by_phone=not moves
    )


def impossible_voyages(table: Table, seat: Seat) -> Iterator[Option[Voyage | None]]:
    """What a hand could do with one ship although it may not, and why not."""
    ready = ships_ready(table, seat)
    borders = SAILING_RANGE[table.phase - 1]
    around = reach(table.board, table.unexplored, borders)
    for source in table.fleet(seat):
        for target in REGIONS:
            if target == source:
                continue
            if source not in ready:
                blocked = Text("This ship has already sailed")
            elif target in around[source].known:
                continue
            elif target in around[source].unknown:
                blocked = Text(
                    "{region} is unexplored: ships cannot enter",
                    region=REGION_NAMES[target],
                )
            else:
                blocked = Plural(
                    "{source} to {target} is too far: {n} border in phase {phase}",
                    "{source} to {target} is too far: {n} borders in phase {phase}",
                    borders,
                    target=REGION_NAMES[target],
                    source=REGION_NAMES[source],
                    phase=table.phase,
                )
            yield sail_option(table, seat, source, target, blocked)


# ----------------------------------------------------------------------- Exploring a new region


def ships_needed(table: Table, region: str) -> int:
    """Two ships, three where two are lost."""
    return FLEET_OF_DOUBLE_LOSS if is_double_loss(table, region) else FLEET


def is_double_loss(table: Table, region: str) -> bool:
    """Nagasaki; with two or three players Macau, too."""
    return region == NAGASAKI or (region == "macau" and len(table.seats) in DOUBLE_LOSS_MACAU)


def explore(table: Table, seat: Seat, voyage: Voyage) -> Flow[None]:
    """Ships are lost, the explorer is taken, the colonies are turned up, the cheapest is paid."""
    region = voyage.target
    name = REGION_NAMES[region]
    lost = 2 if is_double_loss(table, region) else 1
    take_off_the_board(table, seat, region, lost, Text("Lost exploring {region}", region=name))
    table.sailed = (*table.sailed, *[region] * (len(voyage.sources) - lost))
    table.discovered = True
    table.unexplored -= {region}
    table.ledger.gain(seat, EXPLORERS, 1, Text("Explored {region}", region=name))
    table.coming_phase = max(table.coming_phase, PHASE_OF_REGION.get(region, 1))
    if region == NAGASAKI:
        announced.ends(table, seat, "nagasaki")
    while table.places.piles[colonies(region)].unknown:
        tile = yield from reveal(
            Text("{region}: which colony?", region=name),
            colonies(region),
            colonies(region),
            TILES,
            lambda tile: why_not_in(table, region, tile),
        )
        table.places.turn_up(tile, colonies(region), colonies(region))
    cheapest = table.open_tiles(region)[0]
    announced.explored(table, seat, region, lost, cheapest)
    earn(
        table,
        seat,
        cheapest.price,
        Text("Explored {region}: cheapest is {colony}", region=name, colony=cheapest.name),
    )


def why_not_in(table: Table, region: str, tile: Colony) -> Text | None:
    """A tile of another good, or one that lies open, cannot be turned up here."""
    place = table.places.where(tile)
    if place is not None:
        return Text(
            "{tile} is already in {place}",
            tile=tile.name,
            place=place_name(table.seats, place),
        )
    good = table.board.goods[region]
    if tile.good != good:
        return Text(
            "{region} has {good}, not {tile}",
            tile=tile.name,
            region=REGION_NAMES[region],
            good=GOOD_NAMES[good],
        )
    return None
