"""Those who play together: who goes for which contract, and what cards are worth to all of them.

All contracts have to be fulfilled, so what counts is how likely each of them is: a card that makes
an unlikely one likelier is worth more than one for a contract that is as good as fulfilled. All
values are in coins.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import log

from rules.flow import Seat
from rules.port_royal.bot.chances import (
    Future,
    Holding,
    about,
    about_coins,
    chance,
    still_coming,
)
from rules.port_royal.contracts import reward
from rules.port_royal.pieces import Card, Contract, Person, Ship
from rules.port_royal.places import TIME, area
from rules.port_royal.table import Table
from rules.port_royal.taking import fee_of

_LIKELIER = 14.0
"""What it is worth to make a contract e times as likely."""
_BACKUP = 0.03
"""How much of that if another is going for it."""
_CROWDED = 0.97
"""How much less likely every contract is for those who go for others too."""
_COIN, _TOO_MANY = (0.45, 0.55), 0.4
"""What a coin is worth to those who need it, more the fewer players have coins; and how much of
that to those who have enough.
"""
_LEADS = 8.0
"""How many times better another's odds must be to go for what a leader was named for."""
_UNLIKELY = 0.01
"""How likely something is that nobody can do."""
_RESERVE = 2
"""Coins that everybody needs."""
_SWORD, _PER_INFLUENCE, _CREW, _CHEAP = 3.3, 2.5, 4.0, 3.0
"""What a sword costs, a point of influence, somebody for an expedition, and a cheap person."""
_NEST = 4
"""Swords with which ships of all colours are repelled."""
_USED = 2
"""Turns before the end after which coins are of no use."""
_ARMS = (0.35, 0.55)
"""What a sword is worth in every turn of anybody: it saves turns from a bust, and does it oftener
the fewer players there are.
"""
_SWORDS = 6
"""Swords that repel nearly all ships."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A card that somebody takes, and what that is worth."""

    gain: float
    seat: Seat
    card: Card
    declined: Contract | None = None
    """The contract for which a ship's coins are declined."""
    towards: Mapping[Contract, float] = field(default_factory=dict)
    """What of the gain is for which contract: nobody needs to do that twice."""


@dataclass(frozen=True, slots=True)
class Position:
    """All that players of a team have and can still get; the same while cards are turned up."""

    table: Table = field(compare=False)
    key: Hashable

    @classmethod
    def of(cls, table: Table) -> Position:
        places, seats = table.places, table.seats
        held = tuple([(places[area(s)], table.coins(s), table.influence(s)) for s in seats])
        so_far = (tuple(table.done.items()), frozenset(table.steps.items()), table.kept)
        coming = (places.count(TIME), frozenset(still_coming(table)), table.expeditions())
        return cls(table, (table.active, held, so_far, coming))


@lru_cache(maxsize=8)
def team_in(position: Position) -> Team:
    """Thinking about it once is enough."""
    return Team(position.table.copy())


def _by_seats(value: tuple[float, float], table: Table) -> float:
    return value[0] + value[1] / len(table.seats)


def _regret(odds: Mapping[Seat, float]) -> float:
    """How much less likely a contract is without the likeliest player; a little more for one that
    is not likely with anybody.
    """
    first, second = (*sorted(odds.values(), reverse=True), _UNLIKELY)[:2]
    return log(first / second) - 0.1 * log(first)


@dataclass(slots=True)
class Team:
    table: Table
    future: Future = field(init=False)
    held: dict[Seat, Holding] = field(init=False)
    left: list[Contract] = field(init=False)
    """The contracts that nobody has fulfilled."""
    goers: dict[Contract, Seat] = field(init=False)
    """Who goes for each of them."""
    likely: dict[Contract, float] = field(init=False)
    """How likely each of them is fulfilled by whoever goes for it."""
    otherwise: dict[Contract, float] = field(init=False)
    """How likely by somebody else."""
    odds: dict[Contract, dict[Seat, float]] = field(init=False)
    """How likely by everybody who has a marker for it."""
    goals: dict[Seat, list[Contract]] = field(init=False)
    """The contracts that everybody goes for."""
    purses: dict[Seat, float] = field(init=False)
    """What everybody's coins are worth for that."""
    coin: float = field(init=False)
    """What a coin is worth; one that comes too late is of no use."""
    fee: float = field(init=False)
    """What it is worth that the active player is paid a fee."""
    _gains: dict[tuple[Seat, str, int], Taken] = field(default_factory=dict)

    def __post_init__(self) -> None:
        table = self.table
        self.future = Future.of(table)
        self.held = {seat: Holding.of(table, seat) for seat in table.seats}
        self.left = [contract for contract, seats in table.done.items() if not seats]
        self.coin = _by_seats(_COIN, table) * min(1.0, (self.future.turns + 1) / 4)
        self._share_out()
        self.goals = {s: [c for c in self.left if self.goers.get(c) is s] for s in table.seats}
        self.purses = {
            seat: self.coins(own.coins, self.needed(own, self.goals[seat]))
            for seat, own in self.held.items()
        }
        self.fee = 0.0
        if table.active is not None:
            self.fee = self.paid(table.active, table.rules.fee)

    # --------------------------------------------------------------------------- who does what

    def _share_out(self) -> None:
        """First the contract for which nobody can stand in for whoever is the likeliest to fulfil
        it: markers are few. Coins are spent once: what one will cost cannot pay for another.
        """
        table = self.table
        free = {seat: len(table.markers(seat)) for seat in table.seats}
        self.odds = {
            contract: {
                seat: chance(self.held[seat], contract, self.future)
                for seat in table.seats
                if free[seat] or contract in self.held[seat].steps
            }
            for contract in self.left
        }
        self.goers = {}
        spent = dict.fromkeys(table.seats, 0.0)
        open_to = {contract: dict(odds) for contract, odds in self.odds.items() if odds}
        while open_to:
            contract = max(open_to, key=lambda each: _regret(open_to[each]))
            odds = open_to.pop(contract)
            goer = max(odds, key=lambda seat: self._lead(contract, seat, odds[seat]))
            self.goers[contract] = goer
            own = self.held[goer]
            free[goer] -= contract not in own.steps
            spent[goer] += self.needed(own, [contract]) - _RESERVE
            poorer = own.with_coins(-round(spent[goer]))
            for other, others in list(open_to.items()):
                if free[goer] < 1 and other not in own.steps:
                    others.pop(goer, None)
                    if not others:
                        del open_to[other]
                elif about_coins(other):
                    others[goer] = _CROWDED * chance(poorer, other, self.future)
                else:
                    others[goer] *= _CROWDED
        self.likely, self.otherwise = {}, {}
        for contract, odds in self.odds.items():
            going = self.goers.get(contract)
            self.likely[contract] = odds[going] if going else _UNLIKELY
            rest = [odd for seat, odd in odds.items() if seat is not going]
            self.otherwise[contract] = max(rest, default=_UNLIKELY)

    def _lead(self, contract: Contract, seat: Seat, likely: float) -> float:
        """How good a player's odds are, and better for the leader of what takes a whole match.

        The first player, who has the most turns, goes for ships to repel; the next one for
        influence. So all know from the beginning whom to leave such cards.
        """
        table, needs = self.table, contract.needs
        odds = likely / (1 - likely)
        if not (needs.influence or needs.repelled_colours):
            return odds
        first = table.first or table.seats[0]
        leader = table.seats[(first.index + bool(needs.influence)) % len(table.seats)]
        return odds * _LEADS if seat is leader else odds

    def may(self, seat: Seat, contract: Contract) -> bool:
        """Whether a player has a marker for a contract."""
        return seat in self.odds[contract]

    def needed(self, own: Holding, goals: Iterable[Contract]) -> float:
        """The coins that a player needs for these contracts."""
        roles: list[str] = []
        swords = influence = coins = crew = cheap = 0
        for contract in goals:
            needs = contract.needs
            for role in needs.persons:
                if roles.count(role) < needs.persons.count(role):
                    roles.append(role)
            swords = max(swords, needs.swords, _NEST if needs.repelled_colours else 0)
            influence = max(influence, needs.influence)
            coins += needs.pays
            crew = max(crew, 2 * needs.expeditions)
            if needs.cheap:
                bought = sum(person.cost <= needs.cheap.cost for person in own.persons)
                cheap = max(0, needs.cheap.persons - bought)
        if crew:
            able = sum(bool(person.does.sails_as) for person in own.persons)
            crew = max(0, crew - able) if not own.expeditions else 0
        prices = self.future.prices
        return (
            _RESERVE
            + sum([prices.get(role, 0.0) for role in own.lacks(roles)])
            + _SWORD * max(0, swords - own.swords)
            + _PER_INFLUENCE * max(0, influence - own.influence)
            + coins
            + _CREW * crew
            + _CHEAP * cheap
        )

    # ------------------------------------------------------------------------------- in coins

    def coins(self, number: int, needed: float) -> float:
        """What so many coins are worth to somebody who needs so many."""
        return self.coin * (_TOO_MANY * max(0.0, number - needed) - max(0.0, needed - number))

    def then(
        self, seat: Seat, after: Holding, touched: Iterable[Contract]
    ) -> dict[Contract, float]:
        """How likely a player who comes to have something else fulfils these contracts, if that
        changes anything.
        """
        found = {}
        for contract in touched:
            was = self.odds[contract].get(seat)
            if was is not None:
                odd = chance(after, contract, self.future)
                if odd != was:
                    found[contract] = odd
        return found

    def towards(self, seat: Seat, odds: Mapping[Contract, float]) -> dict[Contract, float]:
        """What it is worth to all, contract by contract, that a player becomes so likely to fulfil
        them.
        """
        found: dict[Contract, float] = {}
        for contract, then in odds.items():
            likely, was, worth = self.likely[contract], self.odds[contract][seat], 0.0
            coins = self.coin * reward(self.table, contract)
            if self.goers.get(contract) is seat:
                then = max(then, self.otherwise[contract])
            else:
                worth = _BACKUP * _LIKELIER * log(then / was)
                # Who was likelier all along has other things to do.
                then = max(then, likely) if was < likely else likely
            found[contract] = worth + _LIKELIER * log(then / likely) + coins * (then - likely)
        return found

    def nearer(self, seat: Seat, after: Holding, touched: Iterable[Contract]) -> float:
        """What it is worth to all that a player comes to have something else, which these contracts
        are about.
        """
        return sum(self.towards(seat, self.then(seat, after, touched)).values())

    def change(self, seat: Seat, after: Holding, touched: Iterable[Contract]) -> float:
        """The same, and what coins are worth: needing fewer is as good as having more."""
        odds = self.then(seat, after, touched)
        return sum(self.towards(seat, odds).values()) + self._purse(seat, after, odds)

    def _purse(self, seat: Seat, after: Holding, odds: Mapping[Contract, float]) -> float:
        """What a player's coins are worth then, for what they go for, or would by then."""
        own, goals = self.held[seat], self.goals[seat]
        # Who becomes likelier to fulfil a contract than whoever goes for it takes that over.
        more = [
            contract
            for contract, odd in odds.items()
            if odd > self.likely[contract] > self.odds[contract][seat] and contract not in goals
        ]
        if not more:
            return self.coins(after.coins, self.needed(after, goals)) - self.purses[seat]
        goals = [*goals, *more]
        worth = self.coins(after.coins, self.needed(after, goals))
        return worth - self.coins(own.coins, self.needed(own, goals))

    def paid(self, seat: Seat, coins: int) -> float:
        """What it is worth that a player gets coins."""
        return self.change(seat, self.held[seat].with_coins(coins), filter(about_coins, self.left))

    def fulfilled(self, seat: Seat, contract: Contract) -> float:
        """What it is worth that a player fulfils a contract, or comes a step nearer to it."""
        own = self.held[seat]
        if contract not in self.left:
            return -1.0
        if own.steps.get(contract, 0) + 1 < contract.needs.times:
            nearer = self.nearer(seat, own.with_step(contract), [contract])
            return nearer - self._spent(seat, contract)
        coins = reward(self.table, contract) * self.coin
        return coins - _LIKELIER * log(self.likely[contract]) + 2.0 - self._spent(seat, contract)

    def _spent(self, seat: Seat, contract: Contract) -> float:
        """What is lost with a marker: a contract that only its owner is likely to fulfil."""
        steps = self.held[seat].steps
        others = [c for c in self.goals[seat] if c is not contract and c not in steps]
        if contract in steps or len(self.table.markers(seat)) > len(others):
            return 0.0
        lost = min((log(self.likely[c] / self.otherwise[c]) for c in others), default=0.0)
        return _LIKELIER * max(0.0, lost)

    def kept(self, seat: Seat, contract: Contract, colour: str) -> float:
        """What a ship of a colour is worth to those who keep them for a contract."""
        own = self.held[seat]
        after = replace(own, kept=own.kept | {colour})
        if len(after.kept) >= contract.needs.repelled_colours:
            return self.fulfilled(seat, contract)
        return self.nearer(seat, after, [contract])

    def does(self, person: Person, own: Holding) -> float:
        """What a person does in all turns that are left."""
        does, turns = person.does, max(0, self.future.turns - _USED)
        harbour = does.full_harbour
        paid = (
            0.2 * does.ship_coins
            + 0.3 * does.discount
            + 0.9 * does.takes
            + (0.35 * harbour.coins if harbour else 0.0)
            + 0.25 * (does.bust + does.empty_harbour)
            + (0.8 if does.ships_beyond is not None else 0.0)
            + 0.25 * does.takes_after_ship
            + (0.2 if does.gamble else 0.0)
        )
        arms = min(person.swords, max(0, _SWORDS - own.swords))
        return self.coin * turns * (paid + _by_seats(_ARMS, self.table) * arms)

    # ----------------------------------------------------------------------------- the harbour

    def gain(self, seat: Seat, card: Card, more: int = 0) -> Taken:
        """What it is worth that a player takes a card; below 0 if that is not possible.

        `more` are coins that the player will have by then.
        """
        key = (seat, card.kind, more)
        known = self._gains.get(key)
        if known is None or known.card is not card:
            if known is None:
                known = self._gain(seat, card, more)
            known = replace(known, card=card)
            self._gains[key] = known
        return known

    def _gain(self, seat: Seat, card: Card, more: int) -> Taken:
        table, own = self.table, self.held[seat]
        fee = fee_of(table, seat)
        if isinstance(card, Ship):
            best = Taken(self._traded(seat, card, fee), seat, card)
            for contract in self.left:
                if contract.needs.declines == card.colour and self.may(seat, contract):
                    step = self.fulfilled(seat, contract) + 0.2
                    if step > best.gain and own.coins >= fee:
                        best = Taken(step, seat, card, contract)
            return best
        if isinstance(card, Person):
            price = table.price(seat, card)
            if price + fee > own.coins + more:
                return Taken(-1.0, seat, card)
            after = own.with_person(card, price + fee)
            touched = [c for c in self.left if about_coins(c) or about(c, card)]
            odds = self.then(seat, after, touched)
            towards = self.towards(seat, odds)
            worth = sum(towards.values()) + self._purse(seat, after, odds)
            worth += self.does(card, own) + (self.fee if fee else 0.0)
            return Taken(worth, seat, card, towards=towards)
        return Taken(-1.0, seat, card)

    def _traded(self, seat: Seat, ship: Ship, fee: int) -> float:
        worth = self.table.worth(seat, ship)
        gift = ship.gift * self.coin if len(self.table.seats) > 1 else 0.0
        held = self.held[seat].with_coins(worth - fee)
        touched = filter(about_coins, self.left)
        return self.change(seat, held, touched) + (self.fee if fee else 0.0) + 0.7 * gift
