"""Navegador tables prepared for one rule at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from rules.flow import Seat
from rules.match import Match
from rules.navegador import GAME
from rules.navegador.names import COLONY_OF, EXPLORERS
from rules.navegador.pieces import CATEGORIES, GOODS, MARKERS, PIECES, PORTUGAL, Colony
from rules.navegador.places import CENTRE, area, colonies, gallery, privileges, rondel, sea, tiles
from rules.navegador.rondel import pass_card
from rules.navegador.set_up import new_table, set_up
from rules.navegador.table import Table, add_workers, earn, lay_privilege, move_ship, put_to_sea
from rules.text import Text

GIVEN = Text("Given")


def at_table(
    ships: Mapping[str, str] | None = None,
    workers: Mapping[str, int] | None = None,
    money: Mapping[str, int] | None = None,
    buildings: Mapping[str, str] | None = None,
    founded: Mapping[str, str] | None = None,
    privileges_of: Mapping[str, str] | None = None,
    explorers: Mapping[str, int] | None = None,
    open_tiles: Mapping[str, str] | None = None,
    rows: Mapping[str, int] | None = None,
    sectors: Mapping[str, str] | None = None,
    holder: str | None = None,
    phase: int = 1,
    first_round: bool = False,
    over: bool = False,
    seats: int = 2,
    **settings: str,
) -> Match[Table]:
    """A match in which it is Red's turn, everything as after the set-up but for what is given.

    `ships` are the regions of a player's ships, `buildings` those beyond the first ones, `founded`
    the colonies of a player, `open_tiles` the prices in regions that are explored, `rows` the rows
    of the price markers from the top, counted from 1. `over` means that all turns were played.
    """

    def new(players: Sequence[Seat], chosen: Mapping[str, str]) -> Table:
        table = new_table(players, chosen)
        flow = set_up(table)
        first = next(flow).find("first:red")
        assert first is not None
        with suppress(StopIteration):
            flow.send(first)
        by_colour = {seat.colour: seat for seat in players}
        table.phase = table.coming_phase = phase
        table.turns = 0 if first_round else len(players)
        table.final_turns = 0 if over else None
        for colour, regions in (ships or {}).items():
            put_ships(table, by_colour[colour], regions.split())
        for colour, number in (workers or {}).items():
            add_workers(table, by_colour[colour], number - 3, GIVEN)
        for colour, sum_ in (money or {}).items():
            earn(table, by_colour[colour], sum_ - 200, GIVEN)
        for colour, names in (buildings or {}).items():
            for name in names.split():
                table.ledger.gain(by_colour[colour], name, 1, GIVEN)
        for colour, names in (founded or {}).items():
            for name in names.split():
                give_colony(table, by_colour[colour], name)
        for region, prices in (open_tiles or {}).items():
            discover(table, region, [int(price) for price in prices.split()])
        for colour, number in (explorers or {}).items():
            table.ledger.gain(by_colour[colour], EXPLORERS, number, GIVEN)
        for colour, names in (privileges_of or {}).items():
            for category in names.split():
                lay_privilege(table, by_colour[colour], privileges(category), category)
        for good, row in (rows or {}).items():
            at = GOODS.index(good)
            table.prices = (*table.prices[:at], row - 1, *table.prices[at + 1 :])
        for colour, sector in (sectors or {}).items():
            table.places.move(MARKERS[colour], CENTRE, rondel(sector))
        while holder and table.holder is not by_colour[holder]:
            assert table.holder is not None
            pass_card(table, table.holder)
        return table

    names = ["Red", "Blue", "Green", "Yellow", "Black"][:seats]
    return Match(replace(GAME, new=new), GAME.seat(names), settings)


def put_ships(table: Table, seat: Seat, regions: Sequence[str]) -> None:
    """The player's ships, wherever they were, lie in these regions."""
    put_to_sea(table, seat, PORTUGAL, len(regions) - 2, GIVEN)
    for region in regions:
        if region != PORTUGAL:
            move_ship(table, seat, sea(PORTUGAL), sea(region))


def give_colony(table: Table, seat: Seat, name: str) -> None:
    tile = PIECES[f"colony/{name}"]
    assert isinstance(tile, Colony)
    table.places.turn_up(tile, tiles_of_the_box(table, tile), area(seat))
    table.ledger.gain(seat, COLONY_OF[tile.good], 1, GIVEN)


def tiles_of_the_box(table: Table, tile: Colony) -> str:
    """A face-down pile with a tile of the good that is left over or lies in Asia or Africa."""
    if table.places.count(tiles(tile.good)):
        return tiles(tile.good)
    regions = [region for region, good in table.board.goods.items() if good == tile.good]
    last = [region for region in regions if table.places.piles[colonies(region)].unknown][-1]
    return colonies(last)


def discover(table: Table, region: str, prices: Sequence[int]) -> None:
    """The region is explored and has only these colonies left; nobody got the explorer."""
    good = table.board.goods[region]
    table.unexplored -= {region}
    place = colonies(region)
    spare = table.places.piles[place].unknown - len(prices)
    if spare < 0:
        table.places.pass_on(tiles(good), place, -spare)
    else:
        table.places.pass_on(place, tiles(good), spare)
    for price in prices:
        tile = PIECES[f"colony/{good}/{price}"]
        table.places.turn_up(tile, place, place)


def money(match: Match[Table], seat: int = 0) -> int:
    return match.table.money(match.seats[seat])


def workers(match: Match[Table], seat: int = 0) -> int:
    return match.table.workers(match.seats[seat])


def fleet(match: Match[Table], seat: int = 0) -> dict[str, int]:
    return match.table.fleet(match.seats[seat])


def has(match: Match[Table], what: str, seat: int = 0) -> int:
    return match.table.has(match.seats[seat], what)


def in_gallery(match: Match[Table]) -> set[int]:
    """How many privileges lie in the arches."""
    return {len(match.table.places[gallery(category)]) for category in CATEGORIES}


def shown(match: Match[Table], key: str) -> str:
    """What a phone shows for an option."""
    assert match.choice is not None
    option = match.choice.find(key)
    assert option is not None
    return str(option.text)
