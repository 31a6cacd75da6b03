"""Navegador's other actions: workers, ships, colonies, buildings and privileges."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations_with_replacement
from typing import NamedTuple

from rules.flow import Flow, Option, Seat, choose
from rules.navegador import announced
from rules.navegador.board import CHURCH, FACTORIES, ROWS, SHIPYARD
from rules.navegador.names import AT_SEA, CATEGORY_NAMES, COLONY_OF, REGION_NAMES, ROW_NAMES
from rules.navegador.pieces import CATEGORIES, PORTUGAL, REGIONS, WORKERS, Colony, edition
from rules.navegador.places import area, colonies, column, gallery, lisbon, sea
from rules.navegador.sailing import DONE
from rules.navegador.scoring import SLOTS
from rules.navegador.table import (
    LEAST_WORKERS,
    MOST_WORKERS,
    Table,
    add_workers,
    earn,
    lay_privilege,
    pay,
    put_to_sea,
)
from rules.pieces import Move
from rules.text import Plural, Text, listing

UNIT_PRICE = edition().number("rules.unit_price")
EXTRA_PRICE = edition().numbers("rules.extra_price")
VIRTUAL_PRICE = edition().number("rules.virtual_price")
MOST_SHIPS = edition().number("components.ships")
WORKERS_PER_COLONY = edition().number("rules.workers_per_colony")
WORKERS_PER_BUILDING = {
    **dict.fromkeys(FACTORIES, edition().number("rules.workers_per_factory")),
    SHIPYARD: edition().number("rules.workers_per_shipyard"),
    CHURCH: edition().number("rules.workers_per_church"),
}


# --------------------------------------------------------------------------- Workers and ships


class Offer(NamedTuple):
    """So many workers or ships: what they cost, and how many only pass through to the bank."""

    number: int
    cost: int
    virtual: int

    @property
    def real(self) -> int:
        return self.number - self.virtual


def offers(phase: int, buildings: int, room: int) -> Iterator[Offer]:
    """One for each church or shipyard at the low price, every further one at that of the phase.

    Beyond the limit there are only virtual ones, each through a church or shipyard of its own.
    """
    for number in range(1, max(buildings, room) + 1):
        extra = max(0, number - buildings)
        cost = (number - extra) * UNIT_PRICE + extra * EXTRA_PRICE[phase - 1]
        yield Offer(number, cost, max(0, number - room))


def too_dear(table: Table, seat: Seat, cost: int) -> Text | None:
    money = table.money(seat)
    if cost <= money:
        return None
    return Text("It costs {price}, {seat} has {has}", price=cost, seat=seat, has=money)


def pay_offer(table: Table, seat: Seat, offer: Offer, bought: Text, sold: Text) -> None:
    """All are paid first; then the bank takes the virtual ones."""
    pay(table, seat, offer.cost, bought)
    earn(table, seat, offer.virtual * VIRTUAL_PRICE, sold)


def offer_option(
    table: Table, seat: Seat, key: str, offer: Offer, text: Text, moves: Sequence[Move]
) -> Option[Offer | None]:
    """What is bought may all pass through to the bank, or carry no tag: then a phone says so."""
    if offer.virtual:
        text = Plural(
            "{bought}; {n} beyond the limit brings {income}",
            "{bought}; {n} beyond the limit bring {income}",
            offer.virtual,
            bought=text,
            income=offer.virtual * VIRTUAL_PRICE,
        )
    seen = table.places.tagged(*moves)
    blocked = too_dear(table, seat, offer.cost)
    return Option(key, offer, text, seen, blocked, by_phone=not seen)


def proposed(key: str, menu: Iterable[Option[Offer | None]]) -> str:
    """As many as there are for the low price; nothing if they cannot be paid."""
    return key if any(each.key == key and each.blocked is None for each in menu) else DONE


def hire_workers(table: Table, seat: Seat) -> Flow[None]:
    """For each church a worker at 50, further ones at 100 times the phase; nine at the most."""
    prompt = Text("Hire how many workers?")
    next_key = proposed(f"hire:{table.has(seat, CHURCH)}", hire_menu(table, seat))
    offer = yield from choose(
        seat, prompt, lambda: hire_menu(table, seat), next_key, spare=not table.asks_all
    )
    if offer is not None:
        hired = Plural("Hired {n} worker", "Hired {n} workers", offer.number)
        sold = Plural("Sold {n} virtual worker", "Sold {n} virtual workers", offer.virtual)
        pay_offer(table, seat, offer, hired, sold)
        add_workers(table, seat, offer.real, hired)


def hire_menu(table: Table, seat: Seat) -> Iterator[Option[Offer | None]]:
    """The worker goes on to another cell in Lisbon."""
    workers = table.workers(seat)
    for offer in offers(table.phase, table.has(seat, CHURCH), MOST_WORKERS - workers):
        text = Plural(
            "Hire {n} worker for {cost}",
            "Hire {n} workers for {cost}",
            offer.number,
            cost=offer.cost,
        )
        cells = lisbon(workers), lisbon(workers + offer.real)
        moves = [Move(WORKERS[seat.colour], *cells)] if offer.real else []
        yield offer_option(table, seat, f"hire:{offer.number}", offer, text, moves)
    yield Option(DONE, None, Text("Hire nobody"))


def build_ships(table: Table, seat: Seat) -> Flow[None]:
    """For each shipyard a ship at 50, further ones at 100 times the phase; seven at the most."""
    prompt = Text("Build how many ships?")
    next_key = proposed(f"launch:{table.has(seat, SHIPYARD)}", launch_menu(table, seat))
    offer = yield from choose(
        seat, prompt, lambda: launch_menu(table, seat), next_key, spare=not table.asks_all
    )
    if offer is not None:
        built = Plural("Built {n} ship", "Built {n} ships", offer.number)
        sold = Plural("Sold {n} virtual ship", "Sold {n} virtual ships", offer.virtual)
        pay_offer(table, seat, offer, built, sold)
        put_to_sea(table, seat, PORTUGAL, offer.real, built)


def launch_menu(table: Table, seat: Seat) -> Iterator[Option[Offer | None]]:
    """All new ships are put to sea in Portugal."""
    ships = table.ships_at(seat, area(seat))
    room = MOST_SHIPS - table.has(seat, AT_SEA)
    for offer in offers(table.phase, table.has(seat, SHIPYARD), room):
        text = Plural(
            "Build {n} ship for {cost}", "Build {n} ships for {cost}", offer.number, cost=offer.cost
        )
        launched = ships[len(ships) - offer.real :]
        moves = [Move(ship, area(seat), sea(PORTUGAL)) for ship in launched]
        yield offer_option(table, seat, f"launch:{offer.number}", offer, text, moves)
    yield Option(DONE, None, Text("Build no ship"))


# ------------------------------------------------------------------------------------ Colonies


def found_colonies(table: Table, seat: Seat) -> Flow[None]:
    """As many as the player has ships in place, pairs of workers and money for."""
    while any(table.open_tiles(region) for region in table.fleet(seat)):
        tile = yield from choose(
            seat,
            Text("Found a colony, or stop"),
            lambda: found_menu(table, seat),
            next_key=DONE,
            refused=lambda: dearer_colonies(table, seat),
            spare=not table.asks_all,
        )
        if tile is None:
            break
        region = region_of(table, tile)
        founded = Text("Founded {tile}", tile=tile.name)
        pay(table, seat, tile.price, founded)
        table.ledger.gain(seat, COLONY_OF[tile.good], 1, founded)
        table.places.move(tile, colonies(region), area(seat))
        table.landed = (*table.landed, region)
        announced.founded(table, seat, region, tile)
        table.busy += WORKERS_PER_COLONY
    table.landed, table.busy = (), 0


def region_of(table: Table, tile: Colony) -> str:
    place = table.places.where(tile)
    assert place is not None
    return place.removeprefix("colonies:")


def found_menu(table: Table, seat: Seat) -> Iterator[Option[Colony | None]]:
    """The cheapest colony of every explored region comes first."""
    fleet, landed = table.fleet(seat), Counter(table.landed)
    idle = table.workers(seat) - table.busy
    for region in REGIONS:
        tiles = table.open_tiles(region)
        if not tiles:
            continue
        tile, blocked = tiles[0], None
        if not fleet.get(region):
            blocked = Text("{seat} has no ship in {region}", seat=seat, region=REGION_NAMES[region])
        elif landed[region] >= fleet[region]:
            blocked = Text(
                "Each ship founds one colony per turn ({region})",
                region=REGION_NAMES[region],
            )
        elif idle < WORKERS_PER_COLONY:
            blocked = not_enough_workers(seat, idle, WORKERS_PER_COLONY)
        else:
            blocked = too_dear(table, seat, tile.price)
        yield found_option(seat, region, tile, blocked)
    yield Option(DONE, None, Text("End founding"))


def found_option(
    seat: Seat, region: str, tile: Colony, blocked: Text | None
) -> Option[Colony | None]:
    text = Text(
        "Found in {region}: {tile} for {price}",
        region=REGION_NAMES[region],
        tile=tile.name,
        price=tile.price,
    )
    move = Move(tile, colonies(region), area(seat))
    return Option(f"found:{tile.id}", tile, text, (move,), blocked)


def dearer_colonies(table: Table, seat: Seat) -> Iterator[Option[Colony | None]]:
    for region in REGIONS:
        tiles = table.open_tiles(region)
        for tile in tiles[1:]:
            blocked = Text("Found {tile} first: it is cheaper", tile=tiles[0].name)
            yield found_option(seat, region, tile, blocked)


def not_enough_workers(seat: Seat, idle: int, needed: int) -> Text:
    return Plural(
        "Needs {n} worker; {seat} has {idle} free",
        "Needs {n} workers; {seat} has {idle} free",
        needed,
        seat=seat,
        idle=idle,
    )


# ----------------------------------------------------------------------------------- Buildings


def construct(table: Table, seat: Seat) -> Flow[None]:
    """Any number of buildings; each worker helps with one of them in a turn."""
    while any(table.built(row) < table.sites(row) for row in ROWS):
        rows = yield from choose(
            seat,
            Text("Build, or stop"),
            lambda: chain(building_menu(table, seat), pairs_menu(table, seat)),
            next_key=DONE,
            spare=not table.asks_all,
        )
        if rows is None:
            break
        for row in (rows,) if isinstance(rows, str) else rows:
            price = table.board.prices[row][table.built(row)]
            because = Text("Built: {building}", building=ROW_NAMES[row])
            pay(table, seat, price, because)
            table.ledger.gain(seat, row, 1, because)
            table.busy += WORKERS_PER_BUILDING[row]
            announced.built(table, seat, row)
    table.busy = 0


def pairs_menu(table: Table, seat: Seat) -> Iterator[Option[str | tuple[str, str] | None]]:
    """Two buildings with one answer; of two in a row the second costs what its own cell says."""
    idle, money = table.workers(seat) - table.busy, table.money(seat)
    for one, other in combinations_with_replacement(() if table.asks_all else ROWS, 2):
        needed = WORKERS_PER_BUILDING[one] + WORKERS_PER_BUILDING[other]
        prices = [*next_prices(table, one)[:1], *next_prices(table, other)[one == other :][:1]]
        if len(prices) == 2 and needed <= idle and sum(prices) <= money:
            names = listing((ROW_NAMES[one], ROW_NAMES[other]))
            text = Text("{building} for {price}", building=names, price=sum(prices))
            yield Option(f"build:{one}+{other}", (one, other), text, by_phone=True)


def next_prices(table: Table, row: str) -> Sequence[int]:
    """What those that are left in a row cost, from left to right."""
    return table.board.prices[row][table.built(row) : table.sites(row)]


def building_menu(table: Table, seat: Seat) -> Iterator[Option[str | tuple[str, str] | None]]:
    """In every row the leftmost building, for the price of its cell."""
    idle = table.workers(seat) - table.busy
    for row in ROWS:
        built, needed = table.built(row), WORKERS_PER_BUILDING[row]
        if built == table.sites(row):
            blocked: Text | None = Text("{building}: none left", building=ROW_NAMES[row])
            text = ROW_NAMES[row]
        else:
            price = table.board.prices[row][built]
            text = Text("{building} for {price}", building=ROW_NAMES[row], price=price)
            if idle < needed:
                blocked = not_enough_workers(seat, idle, needed)
            else:
                blocked = too_dear(table, seat, price)
        yield Option(f"build:{row}", row, text, (), blocked, by_phone=True)
    yield Option(DONE, None, Text("End building"))


# ---------------------------------------------------------------------------------- Privileges


def take_privilege(table: Table, seat: Seat) -> Flow[None]:
    """One worker is given up for one privilege, which pays cash at once."""
    category = yield from choose(
        seat,
        Text("Take a privilege, or pass"),
        lambda: privilege_menu(table, seat),
        next_key=DONE,
        spare=not table.asks_all,
    )
    if category is None:
        return
    cash, items = table.slot_cash(seat, category), table.items(seat, category)
    because = Text("Privilege for {category}", category=CATEGORY_NAMES[category])
    lay_privilege(table, seat, gallery(category), category)
    announced.privileged(table, seat, category, cash * items)
    add_workers(table, seat, -1, because)
    earn(
        table,
        seat,
        cash * items,
        Text(
            "Privilege for {category}: {n} × {cash}",
            category=CATEGORY_NAMES[category],
            n=items,
            cash=cash,
        ),
    )


def privilege_menu(table: Table, seat: Seat) -> Iterator[Option[str | None]]:
    """Three of a kind at the most; at least two workers must be left."""
    workers = table.workers(seat)
    for category in CATEGORIES:
        lying, name = table.places[gallery(category)], CATEGORY_NAMES[category]
        full = table.laid(seat, category) >= SLOTS
        blocked = None
        if not lying:
            blocked = Text("No privilege for {category} left", category=name)
        elif full:
            blocked = Plural(
                "{seat} has {n} privilege for {category} already",
                "{seat} has {n} privileges for {category} already",
                SLOTS,
                seat=seat,
                category=name,
            )
        elif workers <= LEAST_WORKERS:
            blocked = Plural(
                "{seat} has {n} worker; {least} must stay",
                "{seat} has {n} workers; {least} must stay",
                workers,
                seat=seat,
                least=LEAST_WORKERS,
            )
        cash = 0 if full else table.slot_cash(seat, category) * table.items(seat, category)
        yield Option(
            f"take:{category}",
            category,
            Text("Privilege for {category}: {cash} now", category=name, cash=cash),
            tuple(Move(t, gallery(category), column(category, seat)) for t in lying[-1:]),
            blocked,
        )
    yield Option(DONE, None, Text("Take none"))
