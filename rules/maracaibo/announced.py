"""What people say aloud in Maracaibo, beside their choices."""

from __future__ import annotations

from collections.abc import Iterable

from rules.announcements import Kind, loud
from rules.flow import Seat
from rules.maracaibo.names import DOUBLOONS, INCOME, NATION_NAMES, VP
from rules.maracaibo.pieces import Building, CombatToken, Quest, StoryTile
from rules.maracaibo.printed.describe import amount_text
from rules.maracaibo.table import Table
from rules.text import Text, listing

ROUND_ENDS = loud("round_ends", Text("the round ends!"))
INCOME_PAID = loud("income", Text("income"))
LAST_ROUND = loud("last_round", Text("last round"))
ADMIRAL = loud("admiral", Text("admiral!"))
STORY = loud("story", Text("the story goes on"))
FIGHTS = Kind("combat", Text("combat"))
LEADS = Kind("leads", Text("most influence"))
QUEST = Kind("quest", Text("quest done"))
TASK = Kind("career", Text("career task"))
OVERTAKES = Kind("overtakes", Text("overtakes"))
NEAR = Kind("near", Text("the round may end soon"))
BARRIER = Kind("barrier", Text("over a barrier"))
BUILDING = Kind("building", Text("prestige building"))
ANNOUNCES = (
    *(ROUND_ENDS, INCOME_PAID, LAST_ROUND, ADMIRAL, STORY),
    *(FIGHTS, LEADS, QUEST, TASK, OVERTAKES, NEAR, BARRIER, BUILDING),
)


def round_ends(table: Table, seat: Seat) -> None:
    words = Text("round {round} of {rounds}", round=table.round, rounds=table.board.rounds)
    table.ledger.announce(ROUND_ENDS, words, seat)


def income_paid(table: Table, seats: Iterable[Seat]) -> None:
    words = listing(
        Text(
            "{seat}: {doubloons}, {points}",
            seat=seat,
            doubloons=amount_text(DOUBLOONS, table.has(seat, INCOME[DOUBLOONS])),
            points=amount_text(VP, table.has(seat, INCOME[VP])),
        )
        for seat in seats
    )
    table.ledger.announce(INCOME_PAID, words)


def round_begins(table: Table) -> None:
    if table.round == table.board.rounds:
        words = Text("{seat} begins", seat=table.active)
        table.ledger.announce(LAST_ROUND, words)


def fights(table: Table, seat: Seat, nation: str, value: int, token: CombatToken | None) -> None:
    words = Text("for {nation}, value {value}", nation=NATION_NAMES[nation], value=value)
    table.ledger.announce(FIGHTS, words, seat, (token,) if token else ())


def leads(table: Table, seat: Seat, nation: str, before: int) -> None:
    """Whoever was not ahead of all others with a nation before, and is now."""
    others = max((table.has(other, nation) for other in table.everyone if other != seat), default=0)
    now = table.has(seat, nation)
    if before <= others < now:
        words = Text("{nation}: {n}", nation=NATION_NAMES[nation], n=now)
        table.ledger.announce(LEADS, words, seat)


def fulfilled(table: Table, seat: Seat, tile: Quest | StoryTile) -> None:
    table.ledger.announce(QUEST, tile.name, seat, (tile,))


def career(table: Table, seat: Seat, task: Text, *, promoted: bool) -> None:
    table.ledger.announce(TASK, task, seat)
    if promoted:
        table.ledger.announce(ADMIRAL, Text("all career tasks done"), seat)


def sailed_past(table: Table, seat: Seat, others: Iterable[Seat]) -> None:
    names = [Text("{seat}", seat=other) for other in others]
    if names:
        table.ledger.announce(OVERTAKES, listing(names), seat)


def near_the_end(table: Table, seat: Seat) -> None:
    table.ledger.announce(NEAR, Text("{seat} can reach the last space", seat=seat), seat)


def crossed(table: Table, seat: Seat, because: Text) -> None:
    table.ledger.announce(BARRIER, because, seat)


def opened(table: Table, building: Building) -> None:
    table.ledger.announce(BUILDING, building.name, None, (building,))


def story_comes(table: Table, number: int) -> None:
    table.ledger.announce(STORY, Text("Story card {number} comes into play", number=number))


def story_ends(table: Table, number: int, reader: Seat) -> None:
    table.ledger.announce(STORY, Text("Story card {number} is done", number=number), reader)
