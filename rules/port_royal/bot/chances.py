"""How likely a player of those who play together is to fulfil a contract before time runs out.

Estimates from what the player has, the turns that are left, and the cards that nobody has seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import exp, prod

from rules.flow import Seat
from rules.port_royal.demands import lacking
from rules.port_royal.expeditions import signs_left
from rules.port_royal.pieces import COLOURS, Card, Contract, Expedition, Person, Ship, Tax
from rules.port_royal.places import DECK, DISCARD, TIME
from rules.port_royal.table import Table

_SHOWN = 3.4
"""Cards of a turn that those who wait for one of them can still take."""
_TURNED = 6.0
"""Cards that a turn brings to light."""
_INCOME = (0.5, 1.8)
"""Coins that a player who saves them has more after every turn of anybody, and more of them the
fewer players share the harbour.
"""
_INFLUENCE = (0.35, 0.3)
"""Influence that a player who goes for it has more, in the same way."""
_BOUGHT = 0.25
"""Influence that a coin buys."""
_MOST = 0.65
"""Influence that a player can take with every turn of anybody, whatever it costs."""
_SPREAD = (0.8, 0.06)
"""How far off that can be: at the end, and more with every turn before."""
_PAID, _SHORT = 0.75, 3.0
"""How much of a player's income is there in time for somebody who is needed, and how far off that
can be.
"""
_BUST = 0.65
"""How likely a turn ends in a bust if that is wanted."""
_COLOURS = (1.0, 1.0, 0.9, 0.55, 0.16, 0.06)
"""How likely a turn comes to so many ship colours if they are wanted."""
_ARMING = 0.1
"""Swords that a player gets with every turn of anybody."""
_HUNTED, _HUNT = 7.0, 25.0
"""Cards that a turn brings to light of a player who wants ships to repel: if none of them can be,
and at most.
"""
_CREW, _CREW_PRICE = 8, 4
"""Persons that can be sent for a sign on an expedition, and what they cost."""
_WANTED = 0.5
"""How many of the cards that come up a player can take who needs several of them."""
_NEVER, _SURE = 0.01, 0.99


@dataclass(frozen=True, slots=True)
class Holding:
    """What a player has that contracts can ask for."""

    persons: tuple[Person, ...]
    coins: int
    influence: int
    expeditions: int
    kept: frozenset[str]
    """The colours of ships that are kept for a contract."""
    steps: Mapping[Contract, int]
    """How often what a contract demands has happened."""
    turns: int
    """The player's own turns that are left, without the one that is being played."""
    roles: tuple[str, ...] = field(init=False)
    swords: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "roles", tuple([person.role for person in self.persons]))
        object.__setattr__(self, "swords", sum([person.swords for person in self.persons]))

    @classmethod
    def of(cls, table: Table, seat: Seat) -> Holding:
        return cls(
            tuple(table.persons(seat)),
            table.coins(seat),
            table.influence(seat),
            len(table.fulfilled(seat)),
            frozenset(ship.colour for ship in table.ships_of(seat, kept=True)),
            {contract: n for (contract, of), n in table.steps.items() if of is seat},
            _turns_of(table, seat),
        )

    def lacks(self, roles: Sequence[str]) -> list[str]:
        """Those of these roles of which the player has nobody, or too few."""
        return lacking(roles, self.roles)

    def with_person(self, person: Person, price: int) -> Holding:
        return Holding(
            (*self.persons, person),
            self.coins - price,
            self.influence + person.influence,
            self.expeditions,
            self.kept,
            self.steps,
            self.turns,
        )

    def with_coins(self, coins: int) -> Holding:
        return replace(self, coins=self.coins + coins)

    def with_step(self, contract: Contract) -> Holding:
        steps = {**self.steps, contract: self.steps.get(contract, 0) + 1}
        return replace(self, steps=steps)

    def without(self, crew: Iterable[Person]) -> Holding:
        gone = set(crew)
        return replace(
            self,
            persons=tuple(person for person in self.persons if person not in gone),
            influence=self.influence - sum(person.influence for person in gone),
        )

    def with_expedition(self, expedition: Expedition, crew: Iterable[Person]) -> Holding:
        left = self.without(crew)
        return replace(
            left,
            coins=left.coins + expedition.coins,
            influence=left.influence + expedition.influence,
            expeditions=left.expeditions + 1,
        )


def _turns_of(table: Table, seat: Seat) -> int:
    active, number = table.active or table.seats[0], len(table.seats)
    until = (seat.index - active.index - 1) % number
    return max(0, table.places.count(TIME) - until + number - 1) // number


def still_coming(table: Table) -> list[Card]:
    """The cards that can still come up: those that nobody has seen, and those of the harbour, most
    of which come back. A discard pile that will be shuffled is among them.
    """
    places = table.places
    will_be_shuffled = places.count(DECK) < places.count(TIME) * _TURNED
    again = (*table.harbour(), *places[DISCARD]) if will_be_shuffled else table.harbour()
    return [card for card in (*places.unseen, *again) if not isinstance(card, Contract)]


@dataclass(frozen=True, slots=True)
class Future:
    """What is still to come: turns, and the cards in them."""

    turns: int
    """Of all players, without the one that is being played."""
    seats: int
    cards: Counter[str]
    """Cards that can still come up: by role, by ship colour, and taxes and expeditions."""
    prices: Mapping[str, float]
    """What persons of a role cost on average."""
    costs: tuple[int, ...]
    """What all persons cost that can still come up."""
    armed: int
    """Persons with swords."""
    ships: Counter[tuple[str, int | None]]
    """Ships by colour and swords."""
    row: tuple[Expedition, ...]
    """The open expeditions."""
    number: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "number", max(1, self.cards.total()))

    @classmethod
    def of(cls, table: Table) -> Future:
        coming = still_coming(table)
        persons = [card for card in coming if isinstance(card, Person)]
        costs: dict[str, list[int]] = {}
        for person in persons:
            costs.setdefault(person.role, []).append(person.cost)
        return cls(
            turns=table.places.count(TIME),
            seats=len(table.seats),
            cards=Counter(map(_sort, coming)),
            prices={role: sum(some) / len(some) for role, some in costs.items()},
            costs=tuple(person.cost for person in persons),
            armed=sum(person.swords > 0 for person in persons),
            ships=Counter((card.colour, card.swords) for card in coming if isinstance(card, Ship)),
            row=tuple(table.expeditions()),
        )

    @property
    def income(self) -> float:
        return _INCOME[0] + _INCOME[1] / self.seats

    @property
    def influence(self) -> float:
        return _INFLUENCE[0] + _INFLUENCE[1] / self.seats

    def paid(self, own: Holding, price: float) -> float:
        """How likely a player has enough coins when somebody comes up."""
        return _reaches((own.coins + _PAID * self.income * self.turns - price) / _SHORT)

    def shown(self, number: float) -> float:
        """How many of so many cards come up where they can be taken."""
        return number / self.number * _SHOWN * self.turns


def _sort(card: Card) -> str:
    if isinstance(card, Person):
        return card.role
    return card.colour if isinstance(card, Ship) else type(card).__name__


@lru_cache(maxsize=4096)
def _at_least(number: int, mean: float) -> float:
    """How likely something happens so often that happens so often on average."""
    term = total = exp(-mean)
    for n in range(1, number):
        term *= mean / n
        total += term
    return 1 - total if number > 0 else 1.0


def _reaches(lead: float) -> float:
    """How likely a goal is reached that is so far, in usual deviations, below what is expected."""
    return 1 / (1 + exp(-max(-20.0, min(20.0, lead))))


def about_coins(contract: Contract) -> bool:
    """Whether more or fewer coins make a contract more or less likely."""
    needs = contract.needs
    return bool(needs.pays or needs.pays_tax or needs.persons or needs.influence)


def about(contract: Contract, person: Person) -> bool:
    """Whether a person makes a contract more likely."""
    needs = contract.needs
    return bool(
        person.role in needs.persons
        or (needs.cheap and person.cost <= needs.cheap.cost)
        or (person.swords and (needs.swords or needs.repelled_colours))
        or (person.influence and needs.influence)
        or (person.does.sails_as and needs.expeditions)
    )


def chance(own: Holding, contract: Contract, future: Future) -> float:
    """Between never and sure, neither of which anybody knows."""
    return max(_NEVER, min(_SURE, _chance(own, contract, future)))


def _chance(own: Holding, contract: Contract, future: Future) -> float:
    needs, turns = contract.needs, future.turns
    left = needs.times - own.steps.get(contract, 0)
    if needs.persons:
        missing = own.lacks(needs.persons)
        if not missing:
            return 1.0
        odds, price = 1.0, 0.0
        for role in dict.fromkeys(missing):
            number = missing.count(role)
            price += number * future.prices.get(role, 0.0)
            odds *= _at_least(number, round(future.shown(future.cards[role]), 1))
        return odds * future.paid(own, price)
    if needs.cheap:
        most = needs.cheap.cost
        short = needs.cheap.persons - sum(person.cost <= most for person in own.persons)
        coming = future.shown(sum(cost <= most for cost in future.costs))
        return _at_least(short, round(_WANTED * coming, 1))
    if needs.swords:
        return _at_least(needs.swords - own.swords, round(_WANTED * future.shown(future.armed), 1))
    if needs.influence:
        return _estate(own, needs.influence, future)
    if needs.pays:
        if own.coins >= needs.pays:
            return 1.0
        return _reaches((own.coins + future.income * turns - needs.pays) / 3)
    if needs.pays_tax:
        waiting = max(0.0, (12 - own.coins) / future.income)
        taxes = future.cards[Tax.__name__] / future.number * _TURNED
        return 1 - exp(-taxes * max(0.3, turns - waiting))
    if needs.declines:
        return _at_least(left, round(0.7 * future.shown(future.cards[needs.declines]), 1))
    if needs.bust:
        return 1 - float((1 - _BUST) ** own.turns)
    if needs.ship_colours:
        return _at_least(left, round(1.4 * own.turns * _COLOURS[needs.ship_colours], 1))
    if needs.repelled_colours:
        return _nest(own, future)
    return _explorer(own, future)


def _estate(own: Holding, needed: int, future: Future) -> float:
    """Coins become influence as long as there are turns to take persons in."""
    if own.influence >= needed:
        return 1.0
    turns = future.turns
    gained = min(_BOUGHT * own.coins + future.influence * turns, _MOST * (turns + 0.5))
    has = own.influence + gained + _sailing(own, future)
    return _reaches((has - needed) / (_SPREAD[0] + _SPREAD[1] * turns))


def _nest(own: Holding, future: Future) -> float:
    """Ships of all colours, repelled in own turns: who has more swords comes by them sooner."""
    swords = own.swords + _ARMING * future.turns
    repelled: Counter[str] = Counter()
    for (colour, needed), number in future.ships.items():
        if needed is not None and needed <= swords:
            repelled[colour] += number
    # What is repelled does not end the turn.
    stays = 1 - repelled.total() / max(1, future.ships.total())
    seen = min(_HUNT, _HUNTED / max(stays, 0.1)) * own.turns / future.number
    return prod(1 - exp(-seen * repelled[colour]) for colour in COLOURS if colour not in own.kept)


def _sailing(own: Holding, future: Future) -> float:
    """The influence that an expedition of the row brings beyond that of its crew, in the measure in
    which the crew is there.
    """
    able = tuple(person.does.sails_as for person in own.persons if person.does.sails_as)
    best = 0.0
    for expedition in future.row:
        crew = sum(number for _, number in expedition.needs)
        there = 1 - signs_left(expedition, able) / crew
        best = max(best, there * (expedition.influence - crew + _BOUGHT * expedition.coins))
    return best


def _explorer(own: Holding, future: Future) -> float:
    """An expedition of the row, or one that is still to come, and a crew."""
    if own.expeditions:
        return 1.0
    if not own.turns:
        return 0.0
    able = tuple(person.does.sails_as for person in own.persons if person.does.sails_as)
    coming = round(_WANTED * future.shown(_CREW), 1)
    best = 0.0
    for expedition in future.row:
        short = signs_left(expedition, able)
        paid = future.paid(own, _CREW_PRICE * short) if short else 1.0
        best = max(best, _at_least(1, coming) ** short * paid)
    ahead = _TURNED * future.turns / future.number
    later = 1 - exp(-0.6 * ahead * future.cards[Expedition.__name__])
    return max(best, later * _at_least(max(0, 3 - len(able)), 1.3 * coming))
