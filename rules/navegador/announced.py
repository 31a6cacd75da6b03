"""What people say aloud in Navegador, beside their choices."""

from __future__ import annotations

from rules.announcements import Kind, loud
from rules.flow import Seat
from rules.navegador.board import ROWS
from rules.navegador.names import CATEGORY_NAMES, REGION_NAMES
from rules.navegador.pieces import CARD, Colony, Privilege
from rules.navegador.places import column
from rules.navegador.table import Ending, Table
from rules.text import Plural, Text

EXPLORED = loud("explored", Text("new region!"))
PHASE = loud("phase", Text("new phase"))
LAST_TURNS = loud("last_turns", Text("nearly over"))
SOLD_OUT = loud("sold_out", Text("sold out"))
COLONIES_GONE = Kind("colonies_gone", Text("last colony"))
PRIVILEGE = Kind("privilege", Text("privilege"))
CARD_USED = Kind("card", Text("Navegador card"))
ANNOUNCES = (EXPLORED, PHASE, LAST_TURNS, SOLD_OUT, COLONIES_GONE, PRIVILEGE, CARD_USED)

_ENDED = {
    "nagasaki": Text("Nagasaki explored: one more turn each"),
    "buildings": Text("All buildings built: one more turn each"),
}
_SOLD_OUT = {
    "sugar_factory": Text("No sugar factory left"),
    "gold_factory": Text("No gold factory left"),
    "spice_factory": Text("No spice factory left"),
    "shipyard": Text("No shipyard left"),
    "church": Text("No church left"),
}


def explored(table: Table, seat: Seat, region: str, lost: int, cheapest: Colony) -> None:
    words = Plural(
        "{region}: {n} ship lost, +{money}",
        "{region}: {n} ships lost, +{money}",
        lost,
        region=REGION_NAMES[region],
        money=cheapest.price,
    )
    table.ledger.announce(EXPLORED, words, seat, (cheapest,))


def phase_began(table: Table, borders: int) -> None:
    words = Plural(
        "Phase {phase}: ships cross {n} border",
        "Phase {phase}: ships cross {n} borders",
        borders,
        phase=table.phase,
    )
    table.ledger.announce(PHASE, words)


def ends(table: Table, seat: Seat, ending: Ending) -> None:
    """What brings the end about first; what comes after it changes nothing."""
    if table.ending is None:
        table.ending = ending
        table.ledger.announce(LAST_TURNS, _ENDED[ending], seat)


def built(table: Table, seat: Seat, row: str) -> None:
    """The last building of a row; with the last of all rows the end has come."""
    if table.built(row) == table.sites(row):
        table.ledger.announce(SOLD_OUT, _SOLD_OUT[row], seat)
    if all(table.built(each) == table.sites(each) for each in ROWS):
        ends(table, seat, "buildings")


def founded(table: Table, seat: Seat, region: str, tile: Colony) -> None:
    if not table.open_tiles(region):
        words = Text("{region} has no colony left", region=REGION_NAMES[region])
        table.ledger.announce(COLONIES_GONE, words, seat, (tile,))


def privileged(table: Table, seat: Seat, category: str, cash: int) -> None:
    words = Plural(
        "for {category}, {n} cruzado",
        "for {category}, {n} cruzados",
        cash,
        category=CATEGORY_NAMES[category],
    )
    tile = table.places[column(category, seat)][-1]
    pieces = (tile,) if isinstance(tile, Privilege) else ()
    table.ledger.announce(PRIVILEGE, words, seat, pieces)


def card_used(table: Table, seat: Seat, to: Seat) -> None:
    table.ledger.announce(CARD_USED, Text("it goes to {seat}", seat=to), seat, (CARD,))
