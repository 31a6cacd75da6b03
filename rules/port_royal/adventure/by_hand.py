"""What an owner's card does that no word of an edition can say: whoever has read it tells the phone
what it changes, one thing after another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from rules.flow import Flow, Option, Seat, choose, choose_amount, reveal
from rules.pieces import Move, Place
from rules.port_royal.adventure.set_up import why_not_dealt
from rules.port_royal.adventure.table import AdventureTable
from rules.port_royal.coins import cards_left, earn, pay, refill_deck
from rules.port_royal.names import INFLUENCE
from rules.port_royal.pieces import Card, Expedition, Person, Ship
from rules.port_royal.places import DECK, DISCARD, LOOKOUT, area, place_name
from rules.text import Text

SETTLED = "settled"
_MOST_COINS = 20
"""More coins than any card brings."""


@dataclass(frozen=True, slots=True)
class Counted:
    """Coins or crowns of one player."""

    key: str
    text: Text
    how_many: Text
    most: Callable[[AdventureTable, Seat], int]
    do: Callable[[AdventureTable, Seat, int, Text], None]


@dataclass(frozen=True, slots=True)
class Moved:
    """A card that comes to a player, or goes away."""

    key: str
    text: Text
    most: Callable[[AdventureTable, Seat], int]
    """How many cards it could be."""
    do: Callable[[AdventureTable, Seat, Seat, Text], Flow[None]]
    """For the one who is asked and the one whom it is about."""
    whose: bool = True
    """False if it is nobody's."""


def settle(
    table: AdventureTable, asked: Seat, card: Text, prompt: Text | None = None
) -> Flow[list[Seat]]:
    """Ask what a card changes until it is all told; those who have paid coins for it."""
    asking = prompt or Text("{card}: what changes? One thing at a time.", card=card)
    payers = list[Seat]()
    while True:
        change = yield from choose(asked, asking, lambda: _menu(table), next_key=SETTLED)
        if change is None:
            return payers
        whom = yield from _whom(table, asked, change)
        if isinstance(change, Moved):
            yield from change.do(table, asked, whom, card)
            continue
        most = change.most(table, whom)
        amount = yield from choose_amount(asked, change.how_many, 1, most)
        change.do(table, whom, amount, card)
        if change.do is pay:
            payers.append(whom)


def _menu(table: AdventureTable) -> Iterator[Option[Counted | Moved | None]]:
    """No camera sees coins and crowns, and cards go where the phone has been told."""
    yield Option(SETTLED, None, Text("Nothing more"))
    for change in _CHANGES:
        possible = any(change.most(table, seat) for seat in table.seats)
        blocked = None if possible else Text("Not possible now")
        yield Option(
            f"by_hand:{change.key}",
            change,
            change.text,
            blocked=blocked,
            by_phone=True,
            by_reading=True,
        )


def _whom(table: AdventureTable, asked: Seat, change: Counted | Moved) -> Flow[Seat]:
    seats = [seat for seat in table.clockwise(asked) if change.most(table, seat)]
    if len(seats) == 1 or (isinstance(change, Moved) and not change.whose):
        return seats[0]
    return (
        yield from choose(
            asked,
            Text("{change}: who?", change=change.text),
            lambda: [
                Option(
                    f"whom:{seat.colour}",
                    seat,
                    Text("{seat}", seat=seat),
                    by_phone=True,
                    record=Text("{change}: {seat}", change=change.text, seat=seat),
                )
                for seat in seats
            ],
        )
    )


def _crowns_back(table: AdventureTable, seat: Seat, amount: int, because: Text) -> None:
    table.gain_crowns(seat, -amount, because)


# ----------------------------------------------------------------------------------------- Cards


def _own(table: AdventureTable, seat: Seat) -> list[Card]:
    """What a player can lose: persons, expeditions, and ships that are kept.

    Nobody is taken away from ships that lie under them.
    """
    tucked = bool(table.ships_of(seat, kept=False))
    persons = (p for p in table.persons(seat) if not (tucked and p.does.tucks))
    return [*persons, *table.fulfilled(seat), *table.ships_of(seat, kept=True)]


def _open(table: AdventureTable) -> list[Card]:
    return [*table.harbour(), *table.expeditions()]


def _elsewhere(table: AdventureTable, seat: Seat) -> list[Card]:
    """What can come to a player: open cards, those of others, and those known to be discarded."""
    others = (card for other in table.seats if other is not seat for card in _own(table, other))
    there = (*_open(table), *others, *table.places[DISCARD])
    return [card for card in there if _stays(card)]


def _stays(card: Card) -> bool:
    """Whether a card can lie before a player: a ship only for what it carries."""
    return isinstance(card, Person | Expedition) or (isinstance(card, Ship) and bool(card.item))


def _lose(table: AdventureTable, asked: Seat, seat: Seat, because: Text) -> Flow[None]:
    yield from _discard(table, asked, _own(table, seat), because)


def _clear(table: AdventureTable, asked: Seat, _seat: Seat, because: Text) -> Flow[None]:
    yield from _discard(table, asked, _open(table), because)


def _discard(
    table: AdventureTable, asked: Seat, cards: Sequence[Card], because: Text
) -> Flow[None]:
    card = yield from choose(
        asked,
        Text("Which card is discarded?"),
        lambda: [_moving("discard", table, card, DISCARD) for card in cards],
    )
    _carry(table, card, DISCARD, because)


def _get(table: AdventureTable, asked: Seat, seat: Seat, because: Text) -> Flow[None]:
    cards = _elsewhere(table, seat)
    card = yield from choose(
        asked,
        Text("Which card does {seat} get?", seat=seat),
        lambda: [_moving("get", table, card, area(seat)) for card in cards],
    )
    _carry(table, card, area(seat), because)


def _draw(table: AdventureTable, _asked: Seat, seat: Seat, because: Text) -> Flow[None]:
    """What cannot lie before a player is discarded, and does nothing."""
    home = area(seat)
    if table.top_card():
        (card,) = table.places[LOOKOUT]
        table.places.move(card, LOOKOUT, home)
    else:
        refill_deck(table)
        card = yield from reveal(
            Text("Which card was on top?"),
            DECK,
            home,
            table.box.cards,
            lambda card: why_not_dealt(table, card),
        )
        table.places.turn_up(card, DECK, home)
    if _stays(card):
        _arrived(table, card, home, because)
    else:
        table.places.move(card, home, DISCARD)
    refill_deck(table)


def _moving(word: str, table: AdventureTable, card: Card, target: Place) -> Option[Card]:
    source = table.places.where(card)
    assert source is not None
    where = place_name(table.seats, source)
    text = Text("{card}, out of: {place}", card=card.name, place=where)
    return Option(f"{word}:{card.id}", card, text, (Move(card, source, target),))


def _carry(table: AdventureTable, card: Card, target: Place, because: Text) -> None:
    """Influence goes with the card."""
    source = table.places.where(card)
    assert source is not None
    if card is table.fresh:
        table.fresh = None
    for seat in table.seats:
        if source == area(seat):
            _gain(table, seat, card, -1, because)
    table.kept = frozenset(ship for ship in table.kept if ship is not card)
    table.places.move(card, source, target)
    _arrived(table, card, target, because)


def _arrived(table: AdventureTable, card: Card, target: Place, because: Text) -> None:
    for seat in table.seats:
        if target == area(seat):
            _gain(table, seat, card, 1, because)
            if isinstance(card, Ship):
                table.kept |= {card}


def _gain(table: AdventureTable, seat: Seat, card: Card, times: int, because: Text) -> None:
    if isinstance(card, Person | Expedition):
        kind = "person" if isinstance(card, Person) else "expedition"
        if times < 0:  # It may be what somebody has just ended the game with.
            table.notice_the_end()
        table.ledger.gain(seat, INFLUENCE, times * card.influence, because, kind=kind)


_CHANGES: Sequence[Counted | Moved] = (
    Counted(
        "coins",
        Text("Somebody gets coins"),
        Text("How many coins?"),
        lambda table, _: min(_MOST_COINS, cards_left(table)),
        earn,
    ),
    Counted(
        "pays",
        Text("Somebody pays coins"),
        Text("How many coins?"),
        lambda table, seat: table.coins(seat),
        pay,
    ),
    Counted(
        "crowns",
        Text("Somebody gets crowns"),
        Text("How many crowns?"),
        lambda table, seat: table.tale.track - table.crowns(seat),
        AdventureTable.gain_crowns,
    ),
    Counted(
        "returns",
        Text("Somebody gives crowns back"),
        Text("How many crowns?"),
        lambda table, seat: table.crowns(seat),
        _crowns_back,
    ),
    Moved(
        "gets",
        Text("Somebody gets a card"),
        lambda table, seat: len(_elsewhere(table, seat)),
        _get,
    ),
    Moved(
        "draws",
        Text("Somebody gets the deck's top card"),
        lambda table, _: cards_left(table) + table.places.count(LOOKOUT),
        _draw,
    ),
    Moved(
        "loses",
        Text("Somebody loses a card"),
        lambda table, seat: len(_own(table, seat)),
        _lose,
    ),
    Moved(
        "clears",
        Text("Discard an open card: harbour or expedition"),
        lambda table, _: len(_open(table)),
        _clear,
        whose=False,
    ),
)
