"""What people say aloud in Port Royal, beside their choices."""

from __future__ import annotations

from collections.abc import Sequence

from rules.announcements import Kind, Signal, loud, quiet
from rules.flow import Seat
from rules.port_royal.names import TWO_SHIPS
from rules.port_royal.pieces import Card, Contract, Expedition, Mission, Person, Ship, Tax
from rules.port_royal.table import Table
from rules.text import Plural, Text, listing

BUST = loud("bust", Text("bust!"), Signal.BUST)
TAX = loud("tax", Text("tax increase"))
SAILED = loud("expedition", Text("expedition!"))
FULFILLED = loud("contract", Text("contract fulfilled!"))
LAST_ROUND = loud("last_round", Text("last round"))
LAST_TURN = loud("last_turn", Text("last turn"))
REPELLED = Kind("repelled", Text("repelled"))
COLOURS = Kind("colours", Text("more cards"))
HELPED = quiet("helped", Text("paid"))
MARKED = quiet("marked", Text("marker on a contract"))
GIFT = quiet("gift", Text("gift"))
SHUFFLED = quiet("shuffled", Text("deck shuffled"))
ANNOUNCES = (
    *(BUST, TAX, SAILED, FULFILLED, LAST_ROUND, LAST_TURN),
    *(REPELLED, COLOURS, HELPED, MARKED, GIFT, SHUFFLED),
)

MISSION = loud("mission", Text("mission fulfilled!"))
TROPHY = loud("trophy", Text("the trophy!"))
MONTH_END = loud("month_end", Text("the month ends"))
HAPPENED = Kind("event", Text("event"))
ANNOUNCES_IN_ADVENTURE = (*ANNOUNCES, MISSION, TROPHY, MONTH_END, HAPPENED)


def bust(table: Table, active: Seat) -> None:
    """The ships that do not go together, and the cards that are lost with them."""
    ships = table.ships()
    colours = [ship.colour for ship in ships]
    clash = [ship for ship in ships if colours.count(ship.colour) > 1]
    words = listing(TWO_SHIPS[colour] for colour in dict.fromkeys(ship.colour for ship in clash))
    table.ledger.announce(BUST, words, active, clash, table.harbour())


def taxed(
    table: Table, tax: Tax, paid: Sequence[tuple[Seat, int]], favoured: Sequence[Seat], bonus: int
) -> None:
    """Who has paid how much, then who has got something."""
    parts = [
        Plural("{seat} pays {n} coin", "{seat} pays {n} coins", coins, seat=seat)
        for seat, coins in paid
    ]
    if bonus:
        parts += [
            Plural("{seat} gets {n} coin", "{seat} gets {n} coins", bonus, seat=seat)
            for seat in favoured
        ]
    table.ledger.announce(TAX, listing(parts), None, (tax,))


def sailed(
    table: Table, active: Seat, expedition: Expedition, crew: Sequence[Person | Ship]
) -> None:
    words = Plural(
        "{influence} and {n} coin",
        "{influence} and {n} coins",
        expedition.coins,
        influence=influence(expedition.influence),
    )
    table.ledger.announce(SAILED, words, active, (expedition,), crew)


def fulfilled(table: Table, seat: Seat, contract: Contract) -> None:
    kind = MISSION if isinstance(contract, Mission) else FULFILLED
    table.ledger.announce(kind, contract.name, seat, (contract,))


def repelled(table: Table, active: Seat, ship: Ship) -> None:
    table.ledger.announce(REPELLED, ship.name, active, (ship,))


def last_round(table: Table, because: Text, who: Seat | None = None) -> None:
    """The round is finished; said once."""
    if not table.ending:
        table.ending = True
        table.ledger.announce(LAST_ROUND, because, who)


def reached(table: Table, seat: Seat) -> Text:
    return Text("{seat} has {influence}", seat=seat, influence=influence(table.influence(seat)))


def influence(n: int) -> Text:
    return Plural("{n} influence", "{n} influence", n)


def helped(
    table: Table, seat: Seat, coins: int, because: Text, pieces: Sequence[Card] = ()
) -> None:
    """Persons bring coins without being asked."""
    if coins:
        words = Plural("{because}: {n} coin", "{because}: {n} coins", coins, because=because)
        table.ledger.announce(HELPED, words, seat, pieces)
