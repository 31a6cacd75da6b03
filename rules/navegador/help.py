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
    Text("For each good, sell from colonies or process in factories."),
    Text("Every unit earns the shown price; then the marker moves one cell each."),
    Text("Selling lowers the price, processing raises it."),
    Text("The marker stops at the ends."),
    Text("The orange factory processes one of any good."),
)
MOVING_ON = Text("Clockwise: three sectors free, then a ship each.")
SAILING_FIRST = (
    Text("The Navegador card lets you sail first; then it goes right."),
    Text("Unused, you lose it at the orange ship."),
)
EXPLORING = (
    Text("Two or more ships explore together; one is lost."),
    Text("Where two are lost, you need three."),
    Text("Take the explorer, turn up the colonies, get the cheapest's price."),
)
KINGS = Text("King's privilege: on any free slot, without cash.")
POINTS_BESIDES = Text("A point per worker, ship on the board and 200 cruzados.")
_PRICES = {"low": UNIT_PRICE, "one": EXTRA_PRICE[0], "two": EXTRA_PRICE[1], "three": EXTRA_PRICE[2]}

BY_ACTION = {
    "set_up": Chapter(
        Text("Set-up"),
        (
            Text("Play goes clockwise. The player right of the first gets the Navegador card."),
            Text("After Nagasaki or the last building, everybody has one more turn."),
        ),
    ),
    "rondel": Chapter(
        Text("Rondel"),
        (
            MOVING_ON,
            Text("First turn: begin anywhere."),
            *SAILING_FIRST,
        ),
    ),
    "sailing": Chapter(
        SECTOR_NAMES["sailing"],
        (
            Plural(
                "Each ship crosses {n} border in phase 1, {two} in 2, {three} in 3.",
                "Each ship crosses {n} borders in phase 1, {two} in 2, {three} in 3.",
                SAILING_RANGE[0],
                two=SAILING_RANGE[1],
                three=SAILING_RANGE[2],
            ),
            *EXPLORING,
            Text("One new region per action."),
        ),
    ),
    "workers": Chapter(
        SECTOR_NAMES["workers"],
        (
            Text(
                "One worker per church: {low}. More: {one}, {two} or {three} by phase.",
                **_PRICES,
            ),
            Plural(
                "Beyond {n} worker, pay {low}, get {sale} per church.",
                "Beyond {n} workers, pay {low}, get {sale} per church.",
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
            Text("Per colony: a ship of yours there and two workers."),
            Text("Ships and workers stay. Pay the tile's price, cheapest first."),
        ),
    ),
    "privilege": Chapter(
        SECTOR_NAMES["privilege"],
        (
            Text("Give up a worker for a privilege; keep at least two."),
            Text("Get the covered slot's cash for each thing of that kind."),
            Text("At most three of a kind."),
        ),
    ),
    "ships": Chapter(
        SECTOR_NAMES["ships"],
        (
            Text(
                "One ship per shipyard: {low}. More: {one}, {two} or {three} by phase.",
                **_PRICES,
            ),
            Plural(
                "Beyond {n} ship, pay {low}, get {sale} per shipyard.",
                "Beyond {n} ships, pay {low}, get {sale} per shipyard.",
                MOST_SHIPS,
                low=UNIT_PRICE,
                sale=VIRTUAL_PRICE,
            ),
        ),
    ),
    "buildings": Chapter(
        SECTOR_NAMES["buildings"],
        (
            Text("Workers needed: factory 3, shipyard 4, church 5."),
            Text("Each worker helps one building a turn and stays."),
        ),
    ),
    "end": Chapter(
        Text("The end"),
        (
            KINGS,
            POINTS_BESIDES,
            Text("Things on the mat score as mat and privileges show."),
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
        Step(Text("Price markers: fourth market row from the top.")),
        Step(
            Text(
                "Everybody: {ships} in Portugal, others beside the mat. Worker on {workers} "
                "in Lisbon, marker in the rondel's centre. {money}; king's privilege, points "
                "up. On the mat: orange factory, shipyard, church.",
                ships=Plural("{n} ship", "{n} ships", START_SHIPS),
                workers=START_WORKERS,
                money=Plural("{n} cruzado", "{n} cruzados", START_MONEY),
            ),
            {piece: place for piece, place in players.items() if piece not in untagged},
        ),
        Step(
            Text(
                "Shuffle each good's colony tiles face down. Lay the printed number in every "
                "region. One of each stays unseen."
            )
        ),
        Step(
            Text("Each gallery arch: a privilege of its colour, points up."),
            arches,
        ),
        Step(Text("Two-ship loss markers: {regions}.", regions=listing(dangers))),
        Step(Text("Explorers everywhere but in Portugal.")),
        Step(
            Text(
                "Buildings, from the left: six factories of each good, {shipyards}, {churches}.",
                shipyards=Plural("{n} shipyard", "{n} shipyards", table.sites(SHIPYARD)),
                churches=Plural("{n} church", "{n} churches", table.sites(CHURCH)),
            )
        ),
        Step(
            Text("Orange ship in the rondel's centre."),
            {} if ORANGE_SHIP in untagged else {ORANGE_SHIP: CENTRE},
        ),
        Step(Text("Draw lots: who begins? The Navegador card goes to the right.")),
    ]
