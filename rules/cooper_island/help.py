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

_AT_ONCE = Text(
    "All play this phase at once. If it matters to anybody who comes first, all come in the order"
    " of turns."
)
STORING = Text("In the warehouse a cube counts for 1, on land for the level of its space.")
TRADES = Text(
    "Trades: 2 cloth for a coin, 2 gold for a resource, 4 goods for any; all to the market."
)
CHARTING = Text(
    "Cartographer, once in a turn or phase: 1 step levels, 2 explore, 3 or 4 raise a space."
)
_ANYTIME = (
    Text(
        "At any moment of your turn you may store cubes or goods of the market, trade, use"
        " crates, the cartographer and cards of large buildings; never inside a payment."
    ),
    STORING,
    TRADES,
    CHARTING,
)
SHORES = Text("Islets go to unexplored land beside explored land; half a shoal stays visible.")
LAYING = Text(
    "A double tile goes to two unexplored spaces beside explored land, or to two free"
    " spaces of the same level and the same terrains; settlements cover anything."
)
CUBES = Text("Every new space gets a cube; mountains of level 3 or more stone or gold.")
PLACING = Text("Place a worker: round ones on round spaces, square ones on square spaces.")
ON_TOP = Text(
    "On top of others you pay a good to the owner of the top worker, or take an anchor;"
    " then the bonus of the space is not for you."
)
SAILING = Text("All navigation points of a gain go to one ship; anchors are weighed first.")
STOPS = Text("Bays and harbours bring a logbook tile; in a harbour a toll is due.")
SITES = Text(
    "Structures and statues stand on your highest free land; a settlement brings one"
    " navigation point more."
)
RECRUITING = Text(
    "A reached milestone recruits a worker or brings navigation points. For a special"
    " worker, one goes to a royal card."
)
FEEDING = Text("Feed your workers; every missing food is an anchor.")
REFRESHING = Text(
    "Refresh a large building for 2 coins or a crate lid for 1; with the fortress both for nothing."
)
STATUES = Text("A navigation point for each statue, and one for an explored isthmus.")
ASSETS = Text("A point for each 5 goods in the warehouse, steps of the cartographer and tiles.")
_CHAPTERS = {
    "set_up": Chapter(
        Text("Set-up"),
        (
            Text("Everybody starts with two double tiles, a start tile with its cube and a coin."),
            Text("The third and the fourth player start with a better cartographer."),
        ),
    ),
    INCOME: Chapter(
        Text("Income"),
        (
            _AT_ONCE,
            Text("In any order: place an islet and use it, place a double tile, use each boat."),
            SHORES,
            Text("In the first round the islet goes right of your right harbour."),
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
            Text("Workers come home, and the market is cleared."),
        ),
    ),
    "end": Chapter(
        Text("Final scoring"),
        (
            Text("A point for each step of your ships, royal cards, building cards that lie open."),
            ASSETS,
            Text("An anchor costs a point. In a tie, fewer unexplored spaces win."),
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
            Text("Lay out the cargo ships; everybody puts a lid on each."),
            _lying(table, [cargo(number) for number in table.board.cargo], HARBOURMASTER),
        ),
        Step(Text("The harbourmaster stands on the first one."), {HARBOURMASTER: cargo(1)}),
        Step(
            Text(
                "On everybody's board: two small and two large buildings and the fortress on their"
                " spaces, and the cartographer on 0."
            ),
            _lying(table, _own_places(table, "structures") + _carto(table)),
        ),
        Step(
            Plural(
                "On everybody's worker board: {n} worker in the upper area, the others and the"
                " special ones on their spaces below, the milestones face up.",
                "On everybody's worker board: {n} workers in the upper area, the others and the"
                " special ones on their spaces below, the milestones face up.",
                table.rule("workers_at_start"),
            ),
            _lying(table, _own_places(table, "available", "waiting", "milestones")),
        ),
        Step(
            Text("Ruins lie on their spaces, ruin side up."),
            _lying(
                table, [standing_on(s, space) for s in table.seats for space in table.board.ruins]
            ),
        ),
        Step(
            Text("The one-mast ship lies in the left harbour, the two-mast ship in the right one."),
            ships,
        ),
        Step(
            Text("Everybody's islets and boats lie open beside the boards."),
            _lying(table, _own_places(table, "islets", "boats")),
        ),
        Step(_royal_cards(table)),
        Step(Text("Shuffle the decks of buildings, the logbook tiles, and the tiles in the bag.")),
        Step(Text("Put single tiles, coins, cubes and anchors beside the board.")),
        Step(Text("Whoever begins takes Cooper."), {COOPER: own("cooper", table.seats[0])}),
        Step(_start(table)),
    )


_JOINTS = {2: "A, B, C, D", 3: "A, B, C", 4: "A, B"}
"""The connecting tiles for so many players."""


def _island(table: Table) -> Step:
    n = len(table.seats)
    return Step(
        Plural(
            "Build the island: the centre, {n} peninsula, one before each player, {n} bay, and"
            " the connecting tiles {tiles}. What is left stays in the box.",
            "Build the island: the centre, {n} peninsulas, one before each player, {n} bays, and"
            " the connecting tiles {tiles}. What is left stays in the box.",
            n,
            tiles=_JOINTS[n],
        )
    )


def _royal_cards(table: Table) -> Text:
    n = table.board_royals()
    if n == len(table.box.royal_cards):
        return Text("Lay out all royal cards face up.")
    if len(table.seats) < table.rule("royal_copy_from"):
        return Text(
            "Put royal card 8 back into the box, shuffle the others, and lay out {n} of them face"
            " up; the rest goes back into the box.",
            n=n,
        )
    return Text(
        "Shuffle the royal cards and lay out {n} of them face up; the rest goes back into the box.",
        n=n,
    )


def _start(table: Table) -> Text:
    """What everybody gets while the assistant follows."""
    if table.rulings.start_terrain == "meadow":
        return Plural(
            "Everybody draws {n} double tile, lays a single tile with the meadow up onto the"
            " start space, a cube of food onto it, and a coin into the warehouse.",
            "Everybody draws {n} double tiles, lays a single tile with the meadow up onto the"
            " start space, a cube of food onto it, and a coin into the warehouse.",
            table.rule("tiles_at_start"),
        )
    return Plural(
        "Everybody draws {n} double tile, lays a single tile with the terrain that is decided now"
        " onto the start space, its cube onto it, and a coin into the warehouse.",
        "Everybody draws {n} double tiles, lays a single tile with the terrain that is decided now"
        " onto the start space, its cube onto it, and a coin into the warehouse.",
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
