"""Navegador in short, for people at the table: the set-up, the actions and their rules."""

from __future__ import annotations

from collections.abc import Sequence

from rules.game import Chapter, Step
from rules.navegador.actions import EXTRA_PRICE, MOST_SHIPS, UNIT_PRICE, VIRTUAL_PRICE
from rules.navegador.board import CHURCH, SHIPYARD
from rules.navegador.names import REGION_NAMES, SECTOR_NAMES
from rules.navegador.pieces import (
    CATEGORIES,
    KING,
    MARKERS,
    ORANGE_SHIP,
    PORTUGAL,
    PRIVILEGES,
    REGIONS,
    SHIPS,
    WORKERS,
    Privilege,
)
from rules.navegador.places import CENTRE, area, gallery, lisbon, sea
from rules.navegador.sailing import SAILING_RANGE, is_double_loss
from rules.navegador.set_up import START_MONEY, START_SHIPS, START_WORKERS
from rules.navegador.table import MOST_WORKERS, Table
from rules.pieces import Piece, Place
from rules.text import Plural, Text, listing

SELLING = (
    Text("For each good decide: sell from your colonies, or process in your factories."),
    Text("All units bring what the market shows now; then the marker moves a cell for each."),
    Text("Selling lets the price fall, processing lets it rise. The marker stops at the ends."),
    Text("The orange factory processes one unit of any good."),
)
MOVING_ON = Text("Move your marker clockwise: three sectors are free, more cost a ship each.")
SAILING_FIRST = (
    Text("Whoever has the Navegador card may sail first; then it goes to the right."),
    Text("Unused, it goes on when the marker comes to the orange ship again."),
)
EXPLORING = (
    Text("Two ships or more explore a new region together, and one is lost."),
    Text("Where two are lost it takes three or more."),
    Text("Take the explorer, turn up the colonies, and get the price of the cheapest."),
)
KINGS = Text("Lay the king's privilege on a free slot of any column. It brings no cash.")
POINTS_BESIDES = Text("A point for each worker, each ship on the board and every 200 cruzados.")
_PRICES = {"low": UNIT_PRICE, "one": EXTRA_PRICE[0], "two": EXTRA_PRICE[1], "three": EXTRA_PRICE[2]}

BY_ACTION = {
    "set_up": Chapter(
        Text("Set-up"),
        (
            Text("Play goes clockwise. Who sits to the right of the first player gets the card."),
            Text("The match ends after Nagasaki is explored or the last building is built."),
            Text("Then everybody has one more turn."),
        ),
    ),
    "rondel": Chapter(
        Text("Rondel"),
        (
            MOVING_ON,
            Text("In your first turn you may begin anywhere."),
            *SAILING_FIRST,
        ),
    ),
    "sailing": Chapter(
        SECTOR_NAMES["sailing"],
        (
            Plural(
                "Each of your ships may cross {n} border in phase 1, {two} in phase 2, "
                "{three} in phase 3.",
                "Each of your ships may cross {n} borders in phase 1, {two} in phase "
                "2, {three} in phase 3.",
                SAILING_RANGE[0],
                two=SAILING_RANGE[1],
                three=SAILING_RANGE[2],
            ),
            *EXPLORING,
            Text("Only one new region in an action."),
        ),
    ),
    "workers": Chapter(
        SECTOR_NAMES["workers"],
        (
            Text(
                "A worker for each church costs {low}, more cost {one}, {two} or {three} by phase.",
                **_PRICES,
            ),
            Plural(
                "Beyond {n} worker a church earns: {low} paid, {sale} back.",
                "Beyond {n} workers a church earns: {low} paid, {sale} back.",
                MOST_WORKERS,
                low=UNIT_PRICE,
                sale=VIRTUAL_PRICE,
            ),
        ),
    ),
    "market_1": Chapter(SECTOR_NAMES["market_1"], SELLING),
    "colony": Chapter(
        SECTOR_NAMES["colony"],
        (
            Text("Each colony needs a ship of yours in its region and two workers of its own."),
            Text("Ships and workers are not used up. Pay the price on the tile, cheapest first."),
        ),
    ),
    "privilege": Chapter(
        SECTOR_NAMES["privilege"],
        (
            Text("Give up a worker for one privilege; at least two workers must be left."),
            Text("The cash on the slot it covers is paid for each thing of that kind you have."),
            Text("Three privileges of a kind at the most."),
        ),
    ),
    "ships": Chapter(
        SECTOR_NAMES["ships"],
        (
            Text(
                "A ship for each shipyard costs {low}, more cost {one}, {two} or {three} by phase.",
                **_PRICES,
            ),
            Plural(
                "Beyond {n} ship a shipyard earns: {low} paid, {sale} back.",
                "Beyond {n} ships a shipyard earns: {low} paid, {sale} back.",
                MOST_SHIPS,
                low=UNIT_PRICE,
                sale=VIRTUAL_PRICE,
            ),
        ),
    ),
    "buildings": Chapter(
        SECTOR_NAMES["buildings"],
        (
            Text("Workers: three for a factory, four for a shipyard, five for a church."),
            Text("Each worker helps with one building in a turn; nobody is used up."),
        ),
    ),
    "end": Chapter(
        Text("The end"),
        (
            KINGS,
            POINTS_BESIDES,
            Text("Things on the mat count what the mat and the privileges say."),
        ),
    ),
}
CHAPTERS = tuple(BY_ACTION.values())


def phase(table: Table) -> Text:
    chapter = _chapter(table).title
    if table.action in ("set_up", "end"):
        return chapter
    return Text("Phase {n}: {action}", n=table.phase, action=chapter)


def rules_of_phase(table: Table) -> Sequence[Text]:
    return _chapter(table).rules


def _chapter(table: Table) -> Chapter:
    return BY_ACTION["market_1" if table.action == "market_2" else table.action]


def _privileges(category: str) -> list[Privilege]:
    return [tile for tile in PRIVILEGES if tile.category == category]


def steps(table: Table) -> list[Step]:
    """The set-up for this number of players."""
    seats, untagged = table.seats, table.places.untagged
    players: dict[Piece, Place] = {}
    for seat in seats:
        ships = SHIPS[seat.colour]
        players |= dict.fromkeys(ships[-START_SHIPS:], sea(PORTUGAL))
        players |= dict.fromkeys(ships[:-START_SHIPS], area(seat))
        players[WORKERS[seat.colour]] = lisbon(START_WORKERS)
        players[MARKERS[seat.colour]] = CENTRE
        players[_privileges(KING)[seat.index]] = area(seat)
    arches: dict[Piece, Place] = {_privileges(c)[0]: gallery(c) for c in CATEGORIES}
    dangers = [REGION_NAMES[region] for region in REGIONS[1:] if is_double_loss(table, region)]
    return [
        Step(Text("Put the three price markers on the fourth row of the market from the top.")),
        Step(
            Text(
                "Everybody: {ships} in Portugal, the others beside the mat; the worker on "
                "{workers} in Lisbon; the marker in the centre of the rondel; {money}; "
                "a king's privilege, the points up; an orange factory, a shipyard and a church on "
                "the mat.",
                ships=Plural("{n} ship", "{n} ships", START_SHIPS),
                workers=START_WORKERS,
                money=Plural("{n} cruzado", "{n} cruzados", START_MONEY),
            ),
            {piece: place for piece, place in players.items() if piece not in untagged},
        ),
        Step(
            Text(
                "Shuffle the colony tiles face down, good by good, and lay as many as the board "
                "says in every region. One tile of each good is left over, unseen."
            )
        ),
        Step(
            Text("Lay one privilege of its colour in each arch of the gallery, the points up."),
            arches,
        ),
        Step(Text("Markers for the loss of two ships go to: {regions}.", regions=listing(dangers))),
        Step(Text("Put an explorer in every region but Portugal.")),
        Step(
            Text(
                "Fill the table of buildings from the left: six factories of each good, "
                "{shipyards} and {churches}.",
                shipyards=Plural("{n} shipyard", "{n} shipyards", table.sites(SHIPYARD)),
                churches=Plural("{n} church", "{n} churches", table.sites(CHURCH)),
            )
        ),
        Step(
            Text("Put the orange ship in the centre of the rondel, with the markers."),
            {} if ORANGE_SHIP in untagged else {ORANGE_SHIP: CENTRE},
        ),
        Step(
            Text(
                "Draw lots for the first player. Whoever sits to the right gets the Navegador card."
            )
        ),
    ]
