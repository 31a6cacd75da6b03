"""Every location as it is now: how far it is for a player, and what it would offer there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.flow import Seat
from rules.maracaibo.actions.main_action import NONE, VILLAGE, main_menu, why_not_deliver
from rules.maracaibo.actions.map_now import City, city_at, flags, kind_of, still_ahead, why_closed
from rules.maracaibo.actions.quests import terms
from rules.maracaibo.actions.sailing import Course, courses, is_stop
from rules.maracaibo.names import GOOD_NAMES, LOCATION_NAMES, NATION_NAMES
from rules.maracaibo.pieces import LegacyTile, ProjectCard, Quest, StoryTile
from rules.maracaibo.places import location, quest_at
from rules.maracaibo.printed.describe import cost_text, steps_text
from rules.maracaibo.printed.owner import is_house
from rules.maracaibo.table import Table
from rules.text import Plural, Text
from server.web.games.maracaibo.faces import NO_COST, quest_terms
from server.web.parts.cards import Card, Scenery

_FAR = 99
"""More movement points than any way takes."""
KIND_NAMES = {
    "start": Text("start"),
    "city": Text("city"),
    "village": Text("village"),
    "homeward": Text("homeward space"),
}


@dataclass(frozen=True, slots=True)
class Offered:
    """One thing that could be done at a location; `blocked` is why not."""

    text: Text
    blocked: Text | None = None


@dataclass(frozen=True, slots=True)
class Helper:
    """An assistant on the map; `settled` once it has been used or paid for in this round."""

    seat: Seat
    card: ProjectCard
    settled: bool


@dataclass(frozen=True, slots=True)
class Location:
    key: str
    name: Text
    kind: str
    kind_name: Text
    here: bool
    """The ship of the player lies here."""
    costs: tuple[int, ...]
    """Movement points of the ways there, the shortest first; none if no way leads there now."""
    near: bool
    """Within reach in one turn."""
    far: Text
    """How far it is, in words."""
    nation: str | None
    owner: Text | None
    flag: Text | None
    """The bonus for taking its flag in combat."""
    market: Text | None
    stop: bool
    quest: Card | None
    """The quest that lies open here."""
    arrival: tuple[Text, ...]
    offers: tuple[Offered, ...]
    ships: tuple[Seat, ...]
    helpers: tuple[Helper, ...]
    wrong: bool
    moved: bool
    """The last choice moved something here, or away."""
    keys: tuple[str, ...]
    """The ways to sail here that can be chosen now."""
    house: bool
    """Something printed here, or on the tile that lies here, is a house value."""


def locations(scenery: Scenery, seat: Seat, press: bool = False) -> list[Location]:
    """All that ships can come to in this match, in the order of their numbers.

    `press` if they can be pressed to answer the question beside the map.
    """
    table: Table = scenery.match.table
    ways = _ways(table, seat)
    tried, keys = table.copy(), scenery.keys_by_target() if press else {}
    return [_location(scenery, tried, seat, key, ways, keys) for key in _keys(table)]


def _keys(table: Table) -> list[str]:
    """Cities that only legacy tiles bring stand after the location of their number."""
    new = {tile.location for tile in table.legacy if tile.location and tile.routes}
    return [key for key in LOCATION_NAMES if key in table.board.locations or key in new]


def _ways(table: Table, seat: Seat) -> dict[str, list[Course]]:
    """For every location all ways from the player's ship, the shortest first."""
    found: dict[str, list[Course]] = {}
    for course in courses(table, seat, _FAR):
        found.setdefault(course.end, []).append(course)
    for several in found.values():
        several.sort(key=lambda course: course.cost)
    return found


def _location(
    scenery: Scenery,
    tried: Table,
    seat: Seat,
    key: str,
    ways: dict[str, list[Course]],
    keys: dict[str, list[str]],
) -> Location:
    table: Table = scenery.match.table
    astray = scenery.astray()
    here = table.player(seat).ship == key
    costs = tuple(dict.fromkeys(course.cost for course in ways.get(key, ())))
    within = [course for course in ways.get(key, ()) if course.cost <= table.board.sail_most]
    movement = table.movement if here else _movement(table, within or ways.get(key, ()))
    city = city_at(table, key)
    nation = table.markers.get(key)
    bonus = flags(table).get(key)
    return Location(
        key=key,
        name=LOCATION_NAMES[key],
        kind=kind_of(table, key),
        kind_name=KIND_NAMES[kind_of(table, key)],
        here=here,
        costs=costs,
        near=bool(within),
        far=_far(table, seat, key, costs),
        nation=nation,
        owner=NATION_NAMES[nation] if nation else None,
        flag=steps_text(bonus) if bonus else None,
        market=_market(table, key, city),
        stop=is_stop(table, key),
        quest=scenery.card(quest) if (quest := table.quest(quest_at(key))) else None,
        arrival=tuple(_arrival(table, key)),
        offers=tuple(offers(tried, seat, key, movement)),
        ships=tuple(side for side in table.everyone if _is_at(table, side, key)),
        helpers=tuple(_helpers(table, key)),
        wrong=location(key) in astray or quest_at(key) in astray,
        moved=location(key) in scenery.moved_places(),
        keys=tuple(keys.get(location(key), ())),
        house=_is_house(table, key),
    )


def _is_house(table: Table, key: str) -> bool:
    tiles = (table.city_tile(key), *(tile for tile in table.legacy if tile.location == key))
    return table.box.printed.is_open(f"map.locations[{key}]") or any(
        tile is not None and is_house(table.box, tile) for tile in tiles
    )


def _is_at(table: Table, seat: Seat, key: str) -> bool:
    return table.phase != "set_up" and table.player(seat).ship == key


def _movement(table: Table, ways: list[Course] | tuple[()]) -> int:
    """What the longest of some ways counts for villages and quests."""
    return max((movement_of(table, course) for course in ways), default=0)


def movement_of(table: Table, course: Course) -> int:
    return len(course.path) if table.rulings.count_moves else course.cost


def _far(table: Table, seat: Seat, key: str, costs: tuple[int, ...]) -> Text:
    most = table.board.sail_most
    if table.player(seat).ship == key:
        return Text("the ship is here")
    if costs and costs[0] > most:
        return Plural(
            "{n} movement point: too far",
            "{n} movement points: too far",
            costs[0],
        )
    within = [cost for cost in costs if cost <= most]
    if len(within) > 1:
        return Plural(
            "{least} or {n} movement point",
            "{least} or {n} movement points",
            within[-1],
            least=within[0],
        )
    if within:
        return Plural("{n} movement point", "{n} movement points", within[0])
    if key in still_ahead(table, table.player(seat).ship):
        return why_closed(table, seat, key) or Text("beyond a stop")
    return Text("not ahead this round")


def _market(table: Table, key: str, city: City | None) -> Text | None:
    if city is None or city.good is None:
        return None
    free = city.spaces - table.delivered.get(key, 0)
    return Plural(
        "Market: {good}, {n} of {spaces} free",
        "Market: {good}, {n} of {spaces} free",
        free,
        good=GOOD_NAMES[city.good],
        spaces=city.spaces,
    )


def _arrival(table: Table, key: str) -> Iterator[Text]:
    """What legacy tiles bring or ask."""
    for tile in table.legacy:
        if tile.location == key:
            if tile.arrival:
                yield _on_arrival(tile)
            if tile.toll:
                yield Plural(
                    "Sailing past costs {n} doubloon", "Sailing past costs {n} doubloons", tile.toll
                )


def _on_arrival(tile: LegacyTile) -> Text:
    gain = steps_text(tile.arrival)
    if tile.cost != NO_COST:
        gain = Text("{cost} for {gain}", cost=cost_text(tile.cost), gain=gain)
    return Text("On arrival: {gain}", gain=gain)


def _helpers(table: Table, key: str) -> Iterator[Helper]:
    for seat in table.seats:
        player = table.player(seat)
        for card, place_id in player.assistants.items():
            if place_id == key:
                yield Helper(seat, card, card in player.settled)


# ---------------------------------------------------------------------------- What it would offer


def offers(tried: Table, seat: Seat, key: str, movement: int) -> Iterator[Offered]:
    """The main actions there with so much movement, by the rules themselves.

    `tried` is a copy of the table, changed as if the ship had come there.
    """
    if tried.phase == "set_up":
        return
    tried.player(seat).ship, tried.movement = key, movement
    city = city_at(tried, key)
    if city and city.good and not why_not_deliver(tried, seat, key, city):
        yield Offered(Text("Deliver {good}", good=GOOD_NAMES[city.good]))
    for option in main_menu(tried, seat, key):
        if option.key == NONE or (option.key == VILLAGE and not movement):
            continue  # without a way there is nothing to count village actions by
        text = option.text
        if isinstance(option.value, Quest | StoryTile):
            quest = quest_terms(terms(tried, option.value))
            text = Text("{what}: {terms}", what=option.text, terms=quest)
        yield Offered(text, option.blocked)
