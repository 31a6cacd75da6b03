"""What cards are worth to a player of Port Royal right now, in coins: for the sensible player.

Near the end influence counts more, and what persons will still do counts less.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from rules.flow import Seat
from rules.port_royal.abilities import Abilities
from rules.port_royal.contracts import next_influence, reward
from rules.port_royal.pieces import Card, Contract, Person, Ship
from rules.port_royal.table import Table

_ENOUGH = 5
"""Coins of which every one can be used soon."""
_SWORDS = 4
"""Swords that repel most ships."""
_SAVED_FOR = 3
"""Coins that make an expected tax or ransom worth waiting for."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """How one player sees the table."""

    table: Table
    seat: Seat
    late: float = field(init=False)
    """From 0 at the start to 1 at the end."""
    coin: float = field(init=False)
    """Who has many can spend hardly more of them, and loses half to a tax increase."""
    wanted: tuple[Contract, ...] = field(init=False)
    """The contracts that are worth fulfilling."""
    _bring: dict[str, float] = field(init=False, default_factory=dict)
    """What cards bring before they are paid for: many harbours have the same ones."""

    def __post_init__(self) -> None:
        late = self.lateness()
        plenty = max(0, self.table.coins(self.seat) - _ENOUGH)
        object.__setattr__(self, "late", late)
        object.__setattr__(self, "coin", max(0.3, 1.0 - 0.08 * plenty) * (1.0 - 0.5 * late))
        object.__setattr__(self, "wanted", tuple(filter(self.is_wanted, self.table.contracts)))

    def lateness(self) -> float:
        most = max(map(self.table.influence, self.table.seats))
        return min(1.0, most / self.table.rules.end_influence)

    def is_wanted(self, contract: Contract) -> bool:
        """Whoever has a marker left, or there already, can fulfil a contract once."""
        table, seat = self.table, self.seat
        has_marker = (contract, seat) in table.steps or bool(table.markers(seat))
        return has_marker and seat not in table.done[contract]

    # ------------------------------------------------------------------------------- in coins

    @property
    def influence(self) -> float:
        return 2.3 + 2.0 * self.late

    def contract(self, contract: Contract) -> float:
        """What fulfilling a contract brings."""
        coins = reward(self.table, contract) - contract.needs.pays
        bonus = next_influence(self.table, self.seat)
        # The first contracts lead to the influence of the later ones.
        return coins * self.coin + max(bonus, 0.7) * self.influence

    def person(self, person: Person) -> float:
        """Influence, what the person will still do, and what contracts make of it."""
        will_do = 1.0 - self.late
        worth = person.influence * self.influence + will_do * self.abilities(person.does, person)
        return worth + self._towards(person)

    def abilities(self, does: Abilities, person: Person) -> float:
        harbour = does.full_harbour
        sails = 0.0
        if does.sails_as:
            asked = Counter(
                sign
                for each in self.table.expeditions()
                for sign, n in each.needs
                for _ in range(n)
            )
            sails = 1.2 + 0.8 * any(asked[sign] for sign in does.sails_as)
        return (
            sails
            + 1.4 * person.swords
            + 1.3 * does.ship_coins
            + 3.5 * does.discount
            + 4.0 * does.takes
            + (0.8 * harbour.coins + 0.4 if harbour else 0.0)
            + 0.7 * (does.empty_harbour + does.bust)
            + (1.8 if does.ships_beyond is not None else 0.0)
            + 1.5 * does.takes_after_ship
            + 1.0 * does.tucks * self.influence
            + (1.5 if does.gamble else 0.0)
        )

    def _towards(self, person: Person) -> float:
        """How much nearer a person brings the contracts."""
        table, worth = self.table, 0.0
        for contract in self.wanted:
            needs, part = contract.needs, 0.0
            if needs.persons:
                have = Counter(each.role for each in table.persons(self.seat))
                missing = Counter(needs.persons) - have
                if missing[person.role]:
                    part = 0.9 if missing.total() == 1 else 0.35
            elif needs.cheap and person.cost <= needs.cheap.cost:
                cheap = sum(p.cost <= needs.cheap.cost for p in table.persons(self.seat))
                part = 0.15 + 0.2 * min(1.0, cheap / needs.cheap.persons)
            elif needs.swords and table.swords(self.seat) < needs.swords:
                part = min(person.swords, needs.swords) / needs.swords
            elif needs.influence:
                part = person.influence / needs.influence
            elif needs.expeditions:
                part = 0.3 if person.does.sails_as else 0.0
            elif needs.repelled_colours:
                part = 0.25 * person.swords if table.swords(self.seat) < _SWORDS else 0.05
            worth += part * self.contract(contract)
        return worth

    def price(self, person: Person, coins: int) -> float:
        """Coins spent; more than they are if the player saves them for a contract."""
        price = self.table.price(self.seat, person)
        saved = 0.0
        for contract in self.wanted:
            needs = contract.needs
            goal = needs.pays or (self.table.taxed_from() if needs.pays_tax else 0)
            if goal and coins >= goal - _SAVED_FOR and self._is_richest():
                saved = 0.6 * self.contract(contract)
        return price * self.coin + saved * min(1.0, price / 4)

    def _is_richest(self) -> bool:
        return self.table.coins(self.seat) >= max(map(self.table.coins, self.table.seats))

    # ----------------------------------------------------------------------------- the harbour

    def ship(self, ship: Ship) -> float:
        """Its coins, and what it is worth when it is tucked."""
        tucked = self.table.retinue(self.seat).tucks[ship.colour] * self.influence
        return self.table.worth(self.seat, ship) * self.coin + tucked

    def declined(self, contract: Contract) -> float:
        """A step towards a contract."""
        so_far = self.table.steps.get((contract, self.seat), 0)
        left = contract.needs.times - so_far
        if contract not in self.wanted:
            return 0.0
        return self.contract(contract) * (0.75 if left == 1 else 0.3 if so_far else 0.2)

    def takes(self, cards: Sequence[Card], allowed: int, fee: float) -> float:
        """What the best cards bring, one after another: a ship may pay for a person."""
        coins = self.table.coins(self.seat)
        left, total = list(cards), 0.0
        while allowed and left:
            gains = [(self.gain(card, coins, fee), number) for number, card in enumerate(left)]
            if allowed > 1:
                gains = [(gain + self._enables(left[n], left, coins, fee), n) for gain, n in gains]
            _, number = max(gains)
            gain, card = self.gain(left[number], coins, fee), left.pop(number)
            if gain <= 0:
                break
            total += gain
            allowed -= 1
            if isinstance(card, Ship):
                coins += self.table.worth(self.seat, card)
                allowed += self.table.retinue(self.seat).takes_after_ship[card.colour]
            elif isinstance(card, Person):
                coins -= self.table.price(self.seat, card)
        return total

    def gain(self, card: Card, coins: int, fee: float) -> float:
        """What one card brings to somebody with so many coins; below 0 if it cannot be had."""
        if isinstance(card, Ship):
            return self._brings(card) - fee * self.coin
        if isinstance(card, Person):
            if self.table.price(self.seat, card) + fee > coins:
                return -1.0
            return self._brings(card) - self.price(card, coins) - fee * self.coin
        return -1.0

    def _brings(self, card: Ship | Person) -> float:
        if card.id not in self._bring:
            self._bring[card.id] = (
                self.person(card)
                if isinstance(card, Person)
                else max(
                    self.ship(card),
                    *(self.declined(c) for c in self.wanted if c.needs.declines == card.colour),
                    0.0,
                )
            )
        return self._bring[card.id]

    def _enables(self, card: Card, cards: Sequence[Card], coins: int, fee: float) -> float:
        """What the coins of a ship make possible."""
        if not isinstance(card, Ship):
            return 0.0
        more = coins + self.table.worth(self.seat, card)
        return max(
            (
                self.gain(other, more, fee)
                for other in cards
                if isinstance(other, Person) and self.gain(other, coins, fee) < 0
            ),
            default=0.0,
        )

    def harbour(self, cards: Sequence[Card]) -> float:
        """What it brings the active player to stop with these cards."""
        table, seat = self.table, self.seat
        ships = [card for card in cards if isinstance(card, Ship)]
        colours = len({ship.colour for ship in ships})
        does = table.retinue(seat)
        paid = sum(each.coins for each in does.full_harbour if each.pays(len(cards)))
        paid += sum(max(0, len(ships) - beyond) for beyond in does.ships_beyond)
        allowed = table.rules.takes_by_ship_colours[colours] + does.takes + table.gambled
        others = min(len(table.seats) - 1, max(0, len(cards) - allowed))
        worth = self.takes(cards, allowed, 0.0) + (paid + 0.5 * others) * self.coin
        if others:
            # What is left helps the others.
            worth -= 0.25 * others
        return worth + self._speculation(colours)

    def _speculation(self, colours: int) -> float:
        return sum(
            self.declined(contract)
            for contract in self.wanted
            if contract.needs.ship_colours
            and contract not in self.table.stepped
            and colours >= contract.needs.ship_colours
        )

    def _further(self, colours: int) -> float:
        """What a new colour is worth to those who need more of them for a contract."""
        return sum(
            0.6 ** (contract.needs.ship_colours - colours - 1) * self.declined(contract) * 0.6
            for contract in self.wanted
            if contract.needs.ship_colours > colours + 1 and contract not in self.table.stepped
        )

    def bust(self) -> float:
        """What going bust brings: jesters, and a contract about it."""
        worth = self.table.retinue(self.seat).bust * self.coin
        return worth + sum(self.contract(c) for c in self.wanted if c.needs.bust)

    def next_card(self, cards: Sequence[Card], unseen: Iterable[Card]) -> float:
        """What one card more brings on average, a bust among the possibilities."""
        table, seat, bust = self.table, self.seat, self.bust()
        colours = {card.colour for card in cards if isinstance(card, Ship)}
        kinds: Counter[str] = Counter()
        some: dict[str, Card] = {}
        for card in unseen:
            if not isinstance(card, Contract):
                kinds[card.kind] += 1
                some[card.kind] = card
        now, total = self.harbour(cards), 0.0
        nest = sum(0.2 * self.contract(c) for c in self.wanted if c.needs.repelled_colours)
        kept = {ship.colour for ship in table.ships_of(seat, kept=True)}
        further = self._further(len(colours))
        for kind, number in kinds.items():
            card = some[kind]
            repels = isinstance(card, Ship) and table.can_repel(seat, card)
            if isinstance(card, Ship) and repels and nest and card.colour not in kept:
                total += number * (now + nest)
            elif isinstance(card, Ship) and card.colour in colours:
                total += number * (now if repels else bust)
            elif isinstance(card, Ship):
                total += number * (self.harbour((*cards, card)) + further)
            elif isinstance(card, Person):
                total += number * self.harbour((*cards, card))
            else:
                total += number * now
        return total / max(1, kinds.total())
