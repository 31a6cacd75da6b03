"""Cooper Island in short, for people at the table: the set-up, the phases and their rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.cooper_island.pieces import COOPER, HARBOURMASTER
from rules.cooper_island.places import cargo, numbered, own, standing_on, station
from rules.cooper_island.printed.board import SECTOR
from rules.cooper_island.table import CLEANUP, INCOME, MASTS, WORK, Table
from rules.game import Chapter, Step
from rules.pieces import Piece, Place
from rules.text import Plural, Text

_AT_ONCE = Text("All play at once. If order matters, go in turn order.")
STORING = Text("A cube counts its level on land, 1 in the warehouse.")
TRADES = Text("Trade into the market: 2 cloth for a coin, 2 gold for a resource, 4 goods for any.")
CHARTING = Text("Cartographer, once a turn or phase: level (1 step), explore (2), raise (3 or 4).")
_ANYTIME = (
    Text(
        "Any time in your turn except while paying: store, trade, crates, cartographer, "
        "large buildings."
    ),
    STORING,
    TRADES,
    CHARTING,
)
SHORES = Text("Islets: on unexplored land beside explored; half the shoal stays visible.")
LAYING = Text(
    "Double tiles explore two spaces beside explored land, or cover two free ones: same "
    "level, same terrains. Settlements cover anything."
)
CUBES = Text("Each new space gets a cube; mountains from level 3 stone or gold.")
PLACING = Text("Place a worker: round on round, square on square.")
ON_TOP = Text("Occupied space: pay the top worker's owner a good or take an anchor; no bonus.")
SAILING = Text("Each gain of navigation points moves one ship; weigh anchors first.")
STOPS = Text("Bays and harbours give a logbook tile; harbours take a toll.")
SITES = Text("Structures and statues: highest free land; settlements add a navigation point.")
RECRUITING = Text(
    "A milestone: a worker or navigation points. For a special worker, send one to a royal card."
)
FEEDING = Text("Feed your workers; each missing food: an anchor.")
REFRESHING = Text("Refresh: large building 2 coins, crate lid 1, both free with the fortress.")
STATUES = Text("Each statue and an explored isthmus: 1 navigation point.")
ASSETS = Text("1 point per 5 unused assets: goods, cartographer steps, double tiles.")
_CHAPTERS = {
    "set_up": Chapter(
        Text("Set-up"),
        (
            Text("Each player: two double tiles, a start tile with its cube, a coin."),
            Text("Players 3 and 4: a better cartographer."),
        ),
    ),
    INCOME: Chapter(
        Text("Income"),
        (
            _AT_ONCE,
            Text("In any order: place and use an islet, place a double tile, use each boat."),
            SHORES,
            Text("First round: islet right of your right harbour."),
            LAYING,
            CUBES,
        ),
    ),
    WORK: Chapter(
        Text("Workers"),
        (
            PLACING,
            ON_TOP,
            SAILING,
            STOPS,
            SITES,
            RECRUITING,
        ),
    ),
    CLEANUP: Chapter(
        Text("Cleanup"),
        (
            _AT_ONCE,
            FEEDING,
            REFRESHING,
            STATUES,
            Text("Workers come home; the market is cleared."),
        ),
    ),
    "end": Chapter(
        Text("Final scoring"),
        (
            Text("Points: 1 per ship step, royal cards, open building cards."),
            ASSETS,
            Text("Each anchor: −1 point. Tie: fewer unexplored spaces win."),
        ),
    ),
    "anytime": Chapter(Text("At any time"), _ANYTIME),
}


def steps(table: Table) -> Sequence[Step]:
    """The set-up in the order of the rulebook, and all that is laid out."""
    ships: dict[Piece, Place] = {}
    for seat in table.seats:
        for mast in MASTS:
            ship = table.box.figures[f"ship/{seat.colour}/{mast}"]
            ships[ship] = station(table.seats, SECTOR * seat.index)
    return (
        _island(table),
        Step(
            Text("Cargo ships: everybody puts a lid on each."),
            _lying(table, [cargo(number) for number in table.board.cargo], HARBOURMASTER),
        ),
        Step(Text("Harbourmaster on the first cargo ship."), {HARBOURMASTER: cargo(1)}),
        Step(
            Text("Each board: two small, two large buildings, fortress, cartographer on 0."),
            _lying(table, _own_places(table, "structures") + _carto(table)),
        ),
        Step(
            Plural(
                "Each worker board: {n} worker above, all others below, milestones face up.",
                "Each worker board: {n} workers above, all others below, milestones face up.",
                table.rule("workers_at_start"),
            ),
            _lying(table, _own_places(table, "available", "waiting", "milestones")),
        ),
        Step(
            Text("Ruins on their spaces, ruin side up."),
            _lying(
                table, [standing_on(s, space) for s in table.seats for space in table.board.ruins]
            ),
        ),
        Step(
            Text("Left harbour: one-mast ship; right: two-mast ship."),
            ships,
        ),
        Step(
            Text("Islets and boats open beside the boards."),
            _lying(table, _own_places(table, "islets", "boats")),
        ),
        Step(_royal_cards(table)),
        Step(Text("Shuffle building decks, logbook tiles and the bag.")),
        Step(Text("Single tiles, coins, cubes and anchors beside the board.")),
        Step(Text("The first player takes Cooper."), {COOPER: own("cooper", table.seats[0])}),
        Step(_start(table)),
    )


_JOINTS = {2: "A, B, C, D", 3: "A, B, C", 4: "A, B"}
"""The connecting tiles for so many players."""


def _island(table: Table) -> Step:
    n = len(table.seats)
    return Step(
        Plural(
            "Build the island: centre, {n} peninsula (one per player), {n} bay, connecting "
            "tiles {tiles}. Box the rest.",
            "Build the island: centre, {n} peninsulas (one per player), {n} bays, connecting "
            "tiles {tiles}. Box the rest.",
            n,
            tiles=_JOINTS[n],
        )
    )


def _royal_cards(table: Table) -> Text:
    n = table.board_royals()
    if n == len(table.box.royal_cards):
        return Text("All royal cards face up.")
    if len(table.seats) < table.rule("royal_copy_from"):
        return Text(
            "Without royal card 8, shuffle the royal cards and lay out {n} face up. Box the rest.",
            n=n,
        )
    return Text(
        "Shuffle the royal cards and lay out {n} face up. Box the rest.",
        n=n,
    )


def _start(table: Table) -> Text:
    """What everybody gets while the assistant follows."""
    if table.rulings.start_terrain == "meadow":
        return Plural(
            "Each player: {n} double tile, a coin in the warehouse. On the start space: a meadow"
            " single tile with a cube of food.",
            "Each player: {n} double tiles, a coin in the warehouse. On the start space: a meadow"
            " single tile with a cube of food.",
            table.rule("tiles_at_start"),
        )
    return Plural(
        "Each player: {n} double tile, a coin in the warehouse. On the start space: a single tile"
        " of the chosen terrain with its cube.",
        "Each player: {n} double tiles, a coin in the warehouse. On the start space: a single tile"
        " of the chosen terrain with its cube.",
        table.rule("tiles_at_start"),
    )


def _own_places(table: Table, *kinds: str) -> list[Place]:
    return [own(kind, seat) for seat in table.seats for kind in kinds]


def _carto(table: Table) -> list[Place]:
    return [numbered("carto", seat, 0) for seat in table.seats]


def _lying(table: Table, places: Iterable[Place], but: Piece | None = None) -> dict[Piece, Place]:
    """What lies in these places."""
    return {piece: place for place in places for piece in table.places[place] if piece is not but}


def phase(table: Table) -> Text:
    if table.active is None:
        return Text("Set-up")
    if table.over or table.phase == "end":
        return Text("Final scoring")
    names = {INCOME: Text("Income"), WORK: Text("Workers"), CLEANUP: Text("Cleanup")}
    return Text("Round {n}: {phase}", n=table.round, phase=names[table.phase])


def rules_of_phase(table: Table) -> Sequence[Text]:
    if table.active is None:
        return _CHAPTERS["set_up"].rules
    return (*_CHAPTERS[table.phase].rules, *_ANYTIME)


CHAPTERS = tuple(_CHAPTERS.values())
