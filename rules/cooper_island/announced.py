"""What people say aloud in Cooper Island, beside their choices."""

from __future__ import annotations

from rules.announcements import Kind, loud, quiet
from rules.cooper_island.printed.names import SHIP_NAMES, STRUCTURE_NAMES
from rules.cooper_island.table import Table
from rules.flow import Seat
from rules.pieces import Piece
from rules.text import Plural, Text

AROUND = loud("around", Text("around the island!"))
ROUND = loud("round", Text("new round"))
LAST_ROUND = loud("last_round", Text("last round"))
HUNGRY = loud("hungry", Text("hungry workers!"))
WORK = Kind("work", Text("income is over"))
CLEANUP = Kind("cleanup", Text("cleanup"))
OVERTAKES = Kind("overtakes", Text("overtakes"))
TOLL_REFUSED = Kind("toll", Text("toll refused"))
STATUE = Kind("statue", Text("statue"))
EXCAVATED = Kind("excavated", Text("ruin excavated"))
ISLET = Kind("islet", Text("islet"))
BUILT = Kind("built", Text("built"))
MILESTONE = Kind("milestone", Text("milestone"))
CHARTED = quiet("charted", Text("cartographer"))
ANNOUNCES = (
    *(AROUND, ROUND, LAST_ROUND, HUNGRY, WORK, CLEANUP, OVERTAKES, TOLL_REFUSED),
    *(STATUE, EXCAVATED, ISLET, BUILT, MILESTONE, CHARTED),
)


def sailed(table: Table, seat: Seat, mast: str) -> None:
    """A step has been sailed: it may end a way around the island, or pass another's ship."""
    steps = table.player(seat).steps[mast]
    if steps % table.ring == 0:
        table.ledger.announce(AROUND, SHIP_NAMES[mast], seat)
    for other in table.seats:
        if other != seat and table.player(other).steps[mast] == steps - 1:
            words = Text("{ship}: past {seat}", ship=SHIP_NAMES[mast], seat=other)
            table.ledger.announce(OVERTAKES, words, seat)


def round_begins(table: Table) -> None:
    number, rounds = table.round, table.rule("rounds")
    words = Text("round {round} of {rounds}: income", round=number, rounds=rounds)
    table.ledger.announce(LAST_ROUND if number == rounds else ROUND, words)


def work_begins(table: Table) -> None:
    table.ledger.announce(WORK, Text("{seat} begins", seat=table.active))


def cleanup_begins(table: Table) -> None:
    table.ledger.announce(CLEANUP, Text("feed the workers"))


def hungry(table: Table, seat: Seat, missing: int) -> None:
    words = Plural("{n} anchor for missing food", "{n} anchors for missing food", missing)
    table.ledger.announce(HUNGRY, words, seat)


def toll_refused(table: Table, seat: Seat, mast: str) -> None:
    table.ledger.announce(TOLL_REFUSED, Text("anchor: {ship}", ship=SHIP_NAMES[mast]), seat)


def statue(table: Table, seat: Seat, piece: Piece, np: int) -> None:
    words = Plural("{n} navigation point", "{n} navigation points", np)
    table.ledger.announce(STATUE, words, seat, (piece,))


def excavated(table: Table, seat: Seat, ruin: Piece) -> None:
    table.ledger.announce(EXCAVATED, ruin.name, seat, (ruin,))


def islet_placed(table: Table, seat: Seat, islet: Piece) -> None:
    table.ledger.announce(ISLET, islet.name, seat, (islet,))


def built(table: Table, seat: Seat, kind: str, piece: Piece) -> None:
    table.ledger.announce(BUILT, STRUCTURE_NAMES[kind], seat, (piece,))


def milestone(table: Table, seat: Seat, token: Piece) -> None:
    table.ledger.announce(MILESTONE, token.name, seat, (token,))


def charted(table: Table, seat: Seat, cost: int) -> None:
    words = Plural("cartographer: {n} step back", "cartographer: {n} steps back", cost)
    table.ledger.announce(CHARTED, words, seat)
