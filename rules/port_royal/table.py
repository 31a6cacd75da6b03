"""Port Royal between two questions: where the cards lie, and how far the turn has come."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rules.flow import Seat
from rules.ledger import Ledger
from rules.pieces import Place, Places
from rules.port_royal.cards import Card, Expedition, Person, Ship, all_cards
from rules.text import Text

DECK: Place = "deck"
DISCARD: Place = "discard"
HARBOUR: Place = "harbour"
EXPEDITIONS: Place = "expeditions"
BOX: Place = "box"

COINS = "coins"
INFLUENCE = "influence"


def area(seat: Seat) -> Place:
    """Where a player's persons and expeditions lie face up."""
    return f"area:{seat.colour}"


def purse(seat: Seat) -> Place:
    """Where a player's coins lie: cards of the deck, face down."""
    return f"coins:{seat.colour}"


_PLACE_NAMES = {
    DECK: Text("the deck"),
    DISCARD: Text("the discard pile"),
    HARBOUR: Text("the harbour"),
    EXPEDITIONS: Text("the row of expeditions"),
    BOX: Text("the box"),
}


def place_name(seats: Sequence[Seat], place: Place) -> Text:
    """A camera may also see a place of another match, such as the area of an empty seat."""
    for seat in seats:
        if place == area(seat):
            return Text("the area of {seat}", seat=seat)
        if place == purse(seat):
            return Text("the coins of {seat}", seat=seat)
    return _PLACE_NAMES.get(place) or Text("{place}", place=place)


@dataclass(slots=True)
class Share:
    """A player's share of phase 2: how many cards are allowed, and how many taken."""

    allowed: int
    taken: int = 0


@dataclass(slots=True)
class Table:
    seats: Sequence[Seat]
    others_take: bool
    """Whether the others may take cards though the active player took none."""
    expedition_to_win: bool
    """The variant in which the end and the victory need an expedition."""
    ledger: Ledger = field(default_factory=Ledger)
    places: Places[Card] = field(default_factory=Places)
    first: Seat | None = None
    active: Seat | None = None
    phase: str = "set_up"
    turned: int = 0
    """Cards turned up in this turn."""
    fresh: Ship | None = None
    """The ship turned up last, as long as it may still be repelled."""
    shares: dict[Seat, Share] = field(default_factory=dict)
    """In phase 2: the shares of those whose turn to take has come."""
    ending: bool = False
    """Somebody has what ends the game with this round."""
    over: bool = False

    def harbour(self) -> tuple[Card, ...]:
        return self.places[HARBOUR]

    def ships(self) -> list[Ship]:
        return [card for card in self.places[HARBOUR] if isinstance(card, Ship)]

    def expeditions(self) -> list[Expedition]:
        """The expeditions open to every active player."""
        return [card for card in self.places[EXPEDITIONS] if isinstance(card, Expedition)]

    def persons(self, seat: Seat) -> list[Person]:
        return [card for card in self.places[area(seat)] if isinstance(card, Person)]

    def fulfilled(self, seat: Seat) -> list[Expedition]:
        return [card for card in self.places[area(seat)] if isinstance(card, Expedition)]

    def with_role(self, seat: Seat, role: str) -> int:
        return [person.role for person in self.persons(seat)].count(role)

    def swords(self, seat: Seat) -> int:
        return sum(person.swords for person in self.persons(seat))

    def coins(self, seat: Seat) -> int:
        return self.ledger.balance(seat, COINS)

    def influence(self, seat: Seat) -> int:
        return self.ledger.balance(seat, INFLUENCE)

    def worth(self, seat: Seat, ship: Ship) -> int:
        """What a ship brings: its coins, and one more for each trader of its colour."""
        colours = [person.colour for person in self.persons(seat) if person.role == "trader"]
        return ship.coins + colours.count(ship.colour)

    def price(self, seat: Seat, person: Person) -> int:
        """What a person costs: one coin less for each mademoiselle, but never below zero."""
        return max(0, person.cost - self.with_role(seat, "mademoiselle"))

    def clockwise(self, start: Seat) -> Iterator[Seat]:
        """All seats, from `start` on."""
        return iter((*self.seats[start.index :], *self.seats[: start.index]))

    def can_repel(self, seat: Seat, ship: Ship) -> bool:
        """Swords must reach those of the ship; a skull is never repelled."""
        return ship.swords is not None and self.swords(seat) >= ship.swords

    def copy(self) -> Table:
        return Table(
            self.seats,
            self.others_take,
            self.expedition_to_win,
            self.ledger.copy(),
            self.places.copy(),
            self.first,
            self.active,
            self.phase,
            self.turned,
            self.fresh,
            {seat: Share(share.allowed, share.taken) for seat, share in self.shares.items()},
            self.ending,
            self.over,
        )

    def key(self) -> Hashable:
        fresh, active = self.fresh, self.active
        return (
            self.places.key(),
            active,
            self.phase,
            self.turned,
            fresh if fresh and active and self.can_repel(active, fresh) else None,
            tuple((seat, share.allowed, share.taken) for seat, share in self.shares.items()),
            tuple(map(self.coins, self.seats)),
            tuple(map(self.influence, self.seats)),
        )


def new_table(seats: Sequence[Seat], settings: Mapping[str, str]) -> Table:
    """The shuffled deck; nothing dealt yet. The special expedition is still in the box."""
    table = Table(
        seats,
        others_take=settings["others_take"] == "always",
        expedition_to_win=settings["expedition_to_win"] == "yes",
    )
    special = [card for card in all_cards() if isinstance(card, Expedition) and card.special]
    table.places.lay_out_face_down(DECK, (card for card in all_cards() if card not in special))
    table.places.lay_out(BOX, special)
    for place in (DISCARD, HARBOUR, EXPEDITIONS):
        table.places.lay_out(place)
    for seat in seats:
        table.places.lay_out(area(seat))
        table.places.lay_out(purse(seat))
    return table


def face_down(table: Table) -> Mapping[Place, Sequence[Card]]:
    return {DECK: tuple(table.places.unseen)}


# Coins are cards of the deck, laid face down in front of a player. The ledger says why.


def earn(table: Table, seat: Seat, amount: int, because: Text) -> None:
    """Coins come from the deck, unseen; when deck and discard pile are used up, there are none."""
    got = 0
    while got < amount and refill_deck(table):
        number = min(amount - got, table.places.count(DECK))
        table.places.pass_on(DECK, purse(seat), number)
        got += number
        refill_deck(table)
    if got < amount:
        because = Text(
            "{because} (only {got} of {amount} coins were left in deck and discard pile)",
            because=because,
            got=got,
            amount=amount,
        )
    table.ledger.gain(seat, COINS, got, because)


def pay(table: Table, seat: Seat, amount: int, because: Text) -> None:
    """Coins are paid to the discard pile."""
    if amount:
        table.places.pass_on(purse(seat), DISCARD, amount)
        table.ledger.gain(seat, COINS, -amount, because)


def hand_over(table: Table, giver: Seat, taker: Seat, amount: int, because: Text) -> None:
    """Coins go from one player to another."""
    table.places.pass_on(purse(giver), purse(taker), amount)
    table.ledger.gain(giver, COINS, -amount, because)
    table.ledger.gain(taker, COINS, amount, because)


def refill_deck(table: Table) -> bool:
    """When the deck runs out, the discard pile is shuffled and becomes the deck.

    False if there is no card in either.
    """
    if not table.places.count(DECK) and table.places.count(DISCARD):
        table.places.shuffle_into(DISCARD, DECK)
    return table.places.count(DECK) > 0
