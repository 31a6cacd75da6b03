"""Legacy tiles: new cities, dear routes, sites with discs, plague and what comes with arriving."""

from __future__ import annotations

from collections.abc import Iterator

from rules.flow import Flow, Option, Seat, choose, reveal
from rules.maracaibo.actions.free_actions import Offer, ask_offer
from rules.maracaibo.actions.hands import pay, why_not_pay
from rules.maracaibo.actions.instructions import instruct
from rules.maracaibo.actions.map_now import NO_VILLAGE_ACTIONS, PLAGUE, QUEST_CITY, tile_at
from rules.maracaibo.actions.meanings import Source, effects
from rules.maracaibo.actions.quests import turn_up_quest
from rules.maracaibo.actions.sailing import SITE
from rules.maracaibo.actions.upgrades import remove_disc, why_not_remove
from rules.maracaibo.pieces import CityTile, LegacyTile, Story
from rules.maracaibo.places import (
    BOX,
    CITY_DRAW,
    CITY_SUPPLY,
    LEGACY_SUPPLY,
    city_space,
    legacy_place,
    place_name,
    quest_at,
)
from rules.maracaibo.printed.describe import cost_text, steps_text
from rules.maracaibo.printed.nodes import Cost, RemoveSkull
from rules.maracaibo.table import Table
from rules.pieces import Move, Place
from rules.text import Plural, Text, listing

ARRIVALS = ("take_figure_on_arrival", "arrival_vp_6")
FREE = Cost()


def bring_in(table: Table, tile: LegacyTile) -> Flow[None]:
    """A legacy tile comes into play, and changes the map at once.

    One that has left the map for the box may be needed again.
    """
    source = BOX if tile in table.places[BOX] else LEGACY_SUPPLY
    table.places.move(tile, source, legacy_place(tile))
    table.legacy.append(tile)
    if tile.rule == QUEST_CITY and tile.location:
        yield from turn_up_quest(table, quest_at(tile.location))
    elif tile.rule == PLAGUE and tile.location:
        for city in list(table.places[city_space(tile.location)]):
            table.places.move(city, city_space(tile.location), BOX)
    elif tile.rule == SITE:
        yield from lay_first_discs(table, tile)


def lay_first_discs(table: Table, tile: LegacyTile) -> Flow[None]:
    """Discs from the box take some spaces of a site at once when few play."""
    discs = table.sites[tile.id] = first_discs(table, tile)
    if discs:
        yield from instruct(
            table.seats[0],
            Plural(
                "{tile}: {n} disc from the box",
                "{tile}: {n} discs from the box",
                discs,
                tile=tile.name,
            ),
            Plural(
                "{tile}: {n} disc from the box",
                "{tile}: {n} discs from the box",
                discs,
                tile=tile.name,
            ),
        )


def first_discs(table: Table, tile: LegacyTile) -> int:
    """Two players: a disc on every site that costs something. Alone: one more on every site."""
    with_two = len(table.everyone) == 2 and tile.cost != FREE
    return int(with_two) + int(table.solo)


def arrive(table: Table, seat: Seat) -> Flow[None]:
    """Before the main action: what a tile at this location brings, and a site that may be used."""
    here = table.player(seat).ship
    for tile in list(table.legacy):
        if tile.location != here:
            continue
        if tile.rule in ARRIVALS:
            yield from effects.perform(table, seat, tile.arrival, Source(tile.name, "legacy"))
        elif tile.rule == SITE:
            yield from use_site(table, seat, tile)


def use_site(table: Table, seat: Seat, tile: LegacyTile) -> Flow[None]:
    """Pay the cost, get the reward, and move a disc from the ship board to the tile.

    Free actions may be done before paying: a task of the career can bring what is missing.
    """
    if why_of_no_use(table, seat, tile):
        return
    gain = steps_text(tile.arrival)
    cost = Text("move a disc")
    if tile.cost != FREE:
        cost = listing((cost_text(tile.cost), cost))
    prompt = Text("{tile}: {cost} for {gain}?", tile=tile.name, cost=cost, gain=gain)
    offer = Offer(prompt, "site", tile.cost, lambda: why_not_pay(table, seat, tile.cost))
    if table.rulings.three_cards and offer.why_not():
        return
    wanted = yield from ask_offer(table, seat, offer)
    if not wanted:
        return
    source = Source(tile.name, "legacy")
    paid = yield from pay(table, seat, tile.cost, source.because)
    if not paid:
        return
    table.sites[tile.id] += 1
    yield from effects.perform(table, seat, tile.arrival, source)
    yield from remove_disc(table, seat)


def why_of_no_use(table: Table, seat: Seat, tile: LegacyTile) -> Text | None:
    """A tile whose spaces are all taken is of no use any more."""
    if is_full(table, tile):
        return Text("{tile} is full", tile=tile.name)
    player = table.player(seat)
    if all(why_not_remove(table, player, upgrade) for upgrade in table.board.upgrades.values()):
        return Text("{seat} has no disc left", seat=seat)
    return None


def is_full(table: Table, tile: LegacyTile) -> bool:
    return table.sites[tile.id] >= tile.discs


def why_no_village_actions(table: Table, place_id: str) -> Text | None:
    """Some tiles leave only quests and assistants at a location."""
    tile = tile_at(table, place_id, NO_VILLAGE_ACTIONS, PLAGUE)
    if tile is None:
        return None
    return Text("{tile}: only quests and assistants here", tile=tile.name)


@effects.means(RemoveSkull)
def remove_skull(table: Table, seat: Seat, _node: RemoveSkull, _source: Source) -> Flow[None]:
    skulls = [tile for tile in table.legacy if tile.skull]
    if skulls:
        yield from choose_skull(table, seat, skulls)


def choose_skull(table: Table, seat: Seat, skulls: list[LegacyTile]) -> Flow[None]:
    tile = yield from choose(seat, Text("Remove which skull tile?"), lambda: skull_menu(skulls))
    yield from take_away(table, tile)


def take_away(table: Table, tile: LegacyTile) -> Flow[None]:
    """After the plague a new city tile comes to its city."""
    table.legacy.remove(tile)
    table.places.move(tile, legacy_place(tile), BOX)
    if tile.rule == PLAGUE and tile.location and table.places.count(CITY_SUPPLY):
        yield from turn_up_city(table, CITY_SUPPLY, city_space(tile.location))


def end_for_jean(table: Table, story: Story) -> Flow[None]:
    """Jean gets no reward for a story tile. But if its quest removes a skull, the story says that
    it is gone: that of the card itself, if it has brought one.
    """
    (human,) = table.seats
    if story.quest is None or RemoveSkull() not in story.quest.reward:
        return
    skulls = [tile for tile in table.legacy if tile.skull]
    skulls = [tile for tile in skulls if tile.id in story.legacy] or skulls
    if len(skulls) > 1:
        yield from choose_skull(table, human, skulls)
        return
    for tile in skulls:
        yield from instruct(
            human,
            Text("Put {tile} in the box: Jean ended it.", tile=tile.name),
            Text("{tile} leaves the board", tile=tile.name),
            Move(tile, legacy_place(tile), BOX),
        )
        yield from take_away(table, tile)


def skull_menu(skulls: list[LegacyTile]) -> Iterator[Option[LegacyTile]]:
    for tile in skulls:
        move = Move(tile, legacy_place(tile), BOX)
        yield Option(f"skull:{tile.id}", tile, tile.name, (move,))


def turn_up_city(table: Table, source: Place, target: Place) -> Flow[None]:
    """Ask which of the city tiles for this number of players it is, and lay it there."""

    def why_not(tile: CityTile) -> Text | None:
        if tile not in table.places.unseen:
            return Text("{tile} cannot come now", tile=tile.name)
        tiles = table.box.city_tiles.values()
        helms = sum(other.helm for other in tiles if other in table.places.unseen)
        if source == CITY_DRAW and not tile.helm and helms >= table.places.count(CITY_DRAW):
            return Text("Only helm tiles are left")
        return None

    place = place_name(table.seats, target)
    tile = yield from reveal(
        Text("Which city tile lies on {place}?", place=place),
        source,
        target,
        table.box.city_tiles,
        why_not,
        lambda tile: Text("{piece} to {place}", piece=tile.name, place=place),
    )
    table.places.turn_up(tile, source, target)
