"""Port Royal between two questions: where the cards lie, and how far the turn has come."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field

from rules.flow import Seat
from rules.ledger import Ledger
from rules.pieces import Places
from rules.port_royal.box import Box, Rules
from rules.port_royal.names import COINS, INFLUENCE
from rules.port_royal.pieces import Card, Expedition, Person, Ship
from rules.port_royal.places import EXPEDITIONS, HARBOUR, area
from rules.port_royal.retinue import Retinue, retinue


@dataclass(slots=True)
class Share:
    """A player's share of phase 2: how many cards are allowed, and how many taken."""

    allowed: int
    taken: int = 0


@dataclass(slots=True)
class Table:
    seats: Sequence[Seat]
    box: Box
    """The cards and the rules of the sets in play."""
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

    @property
    def rules(self) -> Rules:
        """The numbers of the sets in play."""
        return self.box.rules

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

    def retinue(self, seat: Seat) -> Retinue:
        """What all persons of a player do together."""
        return retinue(self.places[area(seat)])

    def swords(self, seat: Seat) -> int:
        return self.retinue(seat).swords

    def coins(self, seat: Seat) -> int:
        return self.ledger.balance(seat, COINS)

    def influence(self, seat: Seat) -> int:
        return self.ledger.balance(seat, INFLUENCE)

    def worth(self, seat: Seat, ship: Ship) -> int:
        """What a ship brings: its coins, and more for each trader of its colour."""
        return ship.coins + self.retinue(seat).ship_coins[ship.colour]

    def price(self, seat: Seat, person: Person) -> int:
        """What a person costs a player, never below zero."""
        return max(0, person.cost - self.retinue(seat).discount)

    def clockwise(self, start: Seat) -> Iterator[Seat]:
        """All seats, from `start` on."""
        return iter((*self.seats[start.index :], *self.seats[: start.index]))

    def can_repel(self, seat: Seat, ship: Ship) -> bool:
        """Swords must reach those of the ship; a skull is never repelled."""
        return ship.swords is not None and self.swords(seat) >= ship.swords

    def copy(self) -> Table:
        shares = {seat: Share(share.allowed, share.taken) for seat, share in self.shares.items()}
        return Table(
            seats=self.seats,
            box=self.box,
            others_take=self.others_take,
            expedition_to_win=self.expedition_to_win,
            ledger=self.ledger.copy(),
            places=self.places.copy(),
            first=self.first,
            active=self.active,
            phase=self.phase,
            turned=self.turned,
            fresh=self.fresh,
            shares=shares,
            ending=self.ending,
            over=self.over,
        )

    def key(self) -> Hashable:
        fresh, active = self.fresh, self.active
        return (
            self.places.key(),
            active,
            self.phase,
            self.turned,
            self.places.name(fresh) if fresh and active and self.can_repel(active, fresh) else None,
            tuple((seat, share.allowed, share.taken) for seat, share in self.shares.items()),
            tuple(map(self.coins, self.seats)),
            tuple(map(self.influence, self.seats)),
        )
