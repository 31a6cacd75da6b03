"""Port Royal between two questions: where the cards lie, and how far the turn has come."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple, Self

from rules.flow import Seat
from rules.ledger import Ledger
from rules.pieces import Pile, Place, Places
from rules.port_royal.box import Box, Rules
from rules.port_royal.names import COINS, CROWNS, INFLUENCE
from rules.port_royal.pieces import Card, Contract, Expedition, Marker, Person, Ship
from rules.port_royal.places import EXPEDITIONS, HARBOUR, area, place_name
from rules.port_royal.retinue import Retinue, retinue
from rules.text import Text


@dataclass(slots=True)
class Share:
    """A player's share of phase 2: how many cards are allowed, and how many taken."""

    allowed: int
    taken: int = 0


class Shown(NamedTuple):
    """Those of the open contracts for which a player's cards are enough, and a marker is left."""

    contracts: tuple[Contract, ...]
    place: Place
    pile: Pile[Card]
    shown: Sequence[Contract]


@dataclass(slots=True)
class Table:
    ASKS_LAST: ClassVar = Text("Send an expedition or fulfil a contract before you finish?")
    """The question at the end of one's part of the turn, where there are contracts."""
    ASKS_AT_ONCE: ClassVar = Text("Put a marker on a contract now?")
    seats: Sequence[Seat]
    box: Box
    """The cards and the rules of the sets in play."""
    others_take: bool
    """Whether the others may take cards though the active player took none."""
    expedition_to_win: bool
    """The variant in which the end and the victory need an expedition."""
    time_aside: int | None = 0
    """Cards of the time deck that become points before the start; None until that is asked."""
    pays_gambled_bust: bool = False
    """Whether jesters are paid when a gambler goes bust."""
    ledger: Ledger = field(default_factory=Ledger)
    places: Places[Card] = field(default_factory=Places)
    first: Seat | None = None
    active: Seat | None = None
    phase: str = "set_up"
    turned: int = 0
    """Cards turned up in this turn."""
    fresh: Ship | None = None
    """The ship turned up last, as long as it may still be repelled."""
    gambled: int = 0
    """Gamblers used in this turn."""
    shares: dict[Seat, Share] = field(default_factory=dict)
    """In phase 2: the shares of those whose turn to take has come."""
    contracts: tuple[Contract, ...] = ()
    """The open contracts, in their row."""
    done: dict[Contract, tuple[Seat, ...]] = field(default_factory=dict)
    """Who has fulfilled each of the open contracts, the first first."""
    steps: dict[tuple[Contract, Seat], int] = field(default_factory=dict)
    """How often what a contract demands has happened to those who are on the way to it."""
    stepped: frozenset[Contract] = frozenset()
    """Contracts for which it has happened in this turn."""
    kept: frozenset[Ship] = frozenset()
    """Ships that players keep: repelled for a contract, or for what they carry."""
    shown: dict[int, Shown] = field(default_factory=dict, init=False, repr=False, compare=False)
    """What was found out last of each seat's contracts; asked much more often than it changes."""
    ending: bool = False
    """Somebody has what ends the game with this round."""
    over: bool = False

    @property
    def rules(self) -> Rules:
        """The numbers of the sets in play."""
        return self.box.rules

    def harbour(self) -> tuple[Card, ...]:
        return self.places.piles[HARBOUR].known

    def ships(self) -> tuple[Ship, ...]:
        """The ships in the harbour."""
        return self.places.digest(HARBOUR, ships_among)

    def expeditions(self) -> tuple[Expedition, ...]:
        """The expeditions open to every active player."""
        return self.places.digest(EXPEDITIONS, expeditions_among)

    def persons(self, seat: Seat) -> tuple[Person, ...]:
        return self.lying(seat).persons

    def fulfilled(self, seat: Seat) -> tuple[Expedition, ...]:
        return self.lying(seat).expeditions

    def markers(self, seat: Seat) -> tuple[Marker, ...]:
        """The markers that a player has left."""
        return self.lying(seat).markers

    def helpers(self, seat: Seat) -> tuple[Person, ...]:
        """Everybody who does something for a player: where nothing else helps, just persons."""
        return self.persons(seat)

    def fulfilled_contracts(self, seat: Seat) -> list[Contract]:
        return [contract for contract, seats in self.done.items() if seat in seats]

    def after_contract(self, seat: Seat, contract: Contract) -> None:
        """What else a contract brings that has just been fulfilled."""

    def gain_crowns(self, seat: Seat, amount: int, because: Text) -> None:
        """Only the adventure has crowns."""

    def after_expedition(self, seat: Seat) -> None:
        """What else an expedition brings that has just been sent."""

    def crowns_for(self, seat: Seat, contract: Contract) -> int:  # noqa: ARG002
        """How many crowns a contract brings, fulfilled now."""
        return 0

    def crowns(self, seat: Seat) -> int:
        return self.ledger.balance(seat, CROWNS)

    def sailors(self, seat: Seat) -> Sequence[Person | Ship]:
        """What a player can send on expeditions: persons."""
        return self.persons(seat)

    def ships_of(self, seat: Seat, kept: bool) -> tuple[Ship, ...]:
        """A player's ships: those kept for a contract, or those tucked under persons."""
        ships = self.lying(seat).ships
        return tuple([ship for ship in ships if (ship in self.kept) == kept]) if ships else ()

    def taxed_from(self) -> int:
        """With how many coins a player may lose some."""
        return self.rules.tax_threshold

    def ship_colours(self) -> int:
        """How many different ship colours lie in the harbour."""
        return len({ship.colour for ship in self.ships()})

    def lying(self, seat: Seat) -> Retinue:
        """What lies before a player, and what all persons there do together."""
        return self.places.digest(area(seat), retinue)

    retinue = lying
    """What all do together who help a player: where there are only persons, just they."""

    def swords(self, seat: Seat) -> int:
        return self.retinue(seat).swords

    def coins(self, seat: Seat) -> int:
        return self.ledger.balance(seat, COINS)

    def influence(self, seat: Seat) -> int:
        return self.ledger.balance(seat, INFLUENCE)

    def worth(self, seat: Seat, ship: Ship) -> int:
        """What a ship brings a player."""
        return self.retinue(seat).worth(ship)

    def price(self, seat: Seat, person: Person) -> int:
        """What a person costs a player."""
        return self.retinue(seat).price(person)

    def elsewhere(self, card: Card, place: Place) -> Text:
        """Why a card cannot come from where it is looked for."""
        name = place_name(self.seats, place)
        return Text("{card} lies elsewhere: {place}", card=card.name, place=name)

    def clockwise(self, start: Seat) -> Iterator[Seat]:
        """All seats, from `start` on."""
        return iter((*self.seats[start.index :], *self.seats[: start.index]))

    def can_repel(self, seat: Seat, ship: Ship) -> bool:
        """Swords must reach those of the ship; a skull is never repelled."""
        return ship.swords is not None and self.swords(seat) >= ship.swords

    def copy(self) -> Self:
        shares = {seat: Share(share.allowed, share.taken) for seat, share in self.shares.items()}
        return type(self)(
            seats=self.seats,
            box=self.box,
            others_take=self.others_take,
            expedition_to_win=self.expedition_to_win,
            time_aside=self.time_aside,
            pays_gambled_bust=self.pays_gambled_bust,
            ledger=self.ledger.copy(),
            places=self.places.copy(),
            first=self.first,
            active=self.active,
            phase=self.phase,
            turned=self.turned,
            fresh=self.fresh,
            gambled=self.gambled,
            shares=shares,
            contracts=self.contracts,
            done=self.done.copy(),
            steps=self.steps.copy(),
            stepped=self.stepped,
            kept=self.kept,
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
            self.gambled,
            (tuple(self.done.items()), frozenset(self.steps.items()), self.stepped, self.kept)
            if self.contracts
            else None,
        )


def ships_among(cards: tuple[Card, ...]) -> tuple[Ship, ...]:
    return tuple(card for card in cards if isinstance(card, Ship))


def expeditions_among(cards: tuple[Card, ...]) -> tuple[Expedition, ...]:
    return tuple(card for card in cards if isinstance(card, Expedition))
