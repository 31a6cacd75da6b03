"""How those answer who play together against the time deck, or alone: for the sake of all.

Cards are turned up as long as one more brings all of them more than stopping, on the average of all
cards that nobody has seen. Everybody leaves what another needs more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from rules.flow import Choice, Option, Seat
from rules.port_royal.bot.team import Position, Taken, Team, team_in
from rules.port_royal.contracts import NOT_NOW, Fulfilment
from rules.port_royal.discover import DRAW, GAMBLE, GIVE_UP, STOP
from rules.port_royal.expeditions import signs_left
from rules.port_royal.pieces import COLOURS, Card, Contract, Expedition, Person, Ship
from rules.port_royal.places import DECK, TIME
from rules.port_royal.table import Table
from rules.port_royal.taking import PASS, Declined

_ASIDE = (3, 0, 0, 0, 0)
"""Cards of the time deck that one to five players of this strength spare before the start: with so
many of them aside they win about every second match.
"""
_PATIENCE = 30
"""Cards that a turn brings to light at most: who can repel all ships never goes bust."""


def together(table: Table, choice: Choice[Any], options: Sequence[Option[Any]]) -> Option[Any]:
    """The answer that seems to bring all of them the most."""
    team, seat = team_in(Position.of(table)), choice.who
    by_key = {option.key: option for option in options}
    at_once = {o.key: _at_once(team, seat, o) for o in options if o.who is None}
    best = max(at_once, key=lambda key: at_once[key], default=PASS)
    if at_once.get(best, 0.0) > 0:
        return by_key[best]
    if STOP in by_key or DRAW in by_key:
        return _discover(Harbour(team, table, seat), by_key)
    if GIVE_UP in by_key:
        return _repel(Harbour(team, table, seat), by_key)
    if PASS in by_key:
        return _take(team, table, seat, options)
    return max(options, key=lambda option: _other(team, seat, option))


def _at_once(team: Team, seat: Seat, option: Option[Any]) -> float:
    """What a contract or an expedition is worth now."""
    if isinstance(option.value, Fulfilment):
        return team.fulfilled(seat, option.value.contract)
    if isinstance(option.value, Expedition):
        return max(
            _sent(team, seat, option.value, crew) for crew in _crews(team, seat, option.value)
        )
    return 0.0


def _crews(team: Team, seat: Seat, expedition: Expedition) -> Iterator[tuple[Person, ...]]:
    able = [person for person in team.held[seat].persons if person.does.sails_as]
    for crew in combinations(able, sum(number for _, number in expedition.needs)):
        if not signs_left(expedition, tuple(person.does.sails_as for person in crew)):
            yield crew


def _sent(team: Team, seat: Seat, expedition: Expedition, crew: Sequence[Person]) -> float:
    return team.change(seat, team.held[seat].with_expedition(expedition, crew), team.left)


def _pick(offers: list[Taken], allowed: dict[Seat, int]) -> list[Taken]:
    """The best offers first; what one has done for a contract another need not do again."""
    free, gone, found = dict(allowed), set[str](), list[Taken]()
    helped: dict[Contract, float] = {}
    for offer in sorted(offers, key=lambda offer: -offer.gain):
        if offer.gain <= 0:
            break
        if not free[offer.seat] or offer.card.id in gone:
            continue
        twice = sum(
            min(worth, helped.get(contract, 0.0))
            for contract, worth in offer.towards.items()
            if worth > 0
        )
        if offer.gain <= twice:
            continue
        for contract, worth in offer.towards.items():
            helped[contract] = max(worth, helped.get(contract, 0.0))
        free[offer.seat] -= 1
        gone.add(offer.card.id)
        found.append(replace(offer, gain=offer.gain - twice) if twice else offer)
    return found


# ------------------------------------------------------------------------------------- Discover


@dataclass(slots=True)
class Harbour:
    """What cards in the harbour are worth to all, if the active player stops."""

    team: Team
    table: Table
    seat: Seat

    def allowed(self, colours: int) -> dict[Seat, int]:
        table = self.table
        own = table.rules.takes_by_ship_colours[colours] + table.gambled
        others = table.rules.takes_of_others
        return {
            seat: (own if seat is self.seat else others) + table.retinue(seat).takes
            for seat in table.clockwise(self.seat)
        }

    def worth(self, cards: Sequence[Card], offers: list[Taken] | None = None) -> float:
        team, table = self.team, self.table
        ships = [card for card in cards if isinstance(card, Ship)]
        colours = len({ship.colour for ship in ships})
        allowed = self.allowed(colours)
        if offers is None:
            offers = self.offers(cards)
        total = sum(taken.gain for taken in _pick(offers, allowed))
        before = 0
        for seat, takes in allowed.items():
            does, there = table.retinue(seat), max(0, len(cards) - before)
            if does.full_harbour or does.ships_beyond:
                paid = sum(each.coins for each in does.full_harbour if each.pays(there))
                sailing = max(0, len(ships) - before // 2)
                paid += sum(max(0, sailing - beyond) for beyond in does.ships_beyond)
                total += team.coin * paid
            before += takes
        return total

    def offers(self, cards: Sequence[Card]) -> list[Taken]:
        team = self.team
        return [team.gain(seat, card) for seat in self.table.seats for card in cards]

    def bust(self) -> float:
        """Jesters of all, and a contract about it."""
        team, table = self.team, self.table
        paid = team.coin * sum(table.retinue(seat).bust for seat in table.seats)
        return paid + sum(
            team.fulfilled(self.seat, contract)
            for contract in self._wanted()
            if contract.needs.bust
        )

    def _wanted(self) -> list[Contract]:
        return [contract for contract in self.team.left if self.team.may(self.seat, contract)]

    def colours(self, before: int, after: int) -> float:
        """What contracts about ship colours make of more of them."""
        team, total = self.team, 0.0
        for contract in self._wanted():
            wanted = contract.needs.ship_colours
            if not wanted or contract in self.table.stepped or wanted <= before:
                continue
            worth = max(0.0, team.fulfilled(self.seat, contract))
            total += worth * (1.0 if wanted <= after else 0.45 ** (wanted - after))
        return total

    def more(self, cards: Sequence[Card]) -> float:
        """What one card more brings on average, a bust among the possibilities."""
        team, table, seat = self.team, self.table, self.seat
        kinds: Counter[str] = Counter()
        some: dict[str, Card] = {}
        for card in table.places.unseen:
            if not isinstance(card, Contract):
                kinds[card.kind] += 1
                some[card.kind] = card
        there = {card.colour for card in cards if isinstance(card, Ship)}
        offers = self.offers(cards)
        now, bust, total = self.worth(cards, offers), self.bust(), 0.0
        already = self.colours(len(there), len(there))
        nests = [contract for contract in self._wanted() if contract.needs.repelled_colours]
        nest = {
            colour: sum(team.kept(seat, contract, colour) for contract in nests)
            for colour in COLOURS
            if nests and colour not in team.held[seat].kept
        }
        for kind, number in kinds.items():
            card = some[kind]
            if not isinstance(card, Ship | Person):
                total += number * now
                continue
            repels = isinstance(card, Ship) and table.can_repel(seat, card)
            if isinstance(card, Ship) and repels and card.colour in nest:
                total += number * (now + nest[card.colour])
            elif isinstance(card, Ship) and card.colour in there:
                total += number * (now if repels else bust)
            else:
                with_it = [*offers, *(team.gain(other, card) for other in table.seats)]
                worth = self.worth((*cards, card), with_it)
                if isinstance(card, Ship):
                    worth += self.colours(len(there), len(there) + 1) - already
                total += number * worth
        return total / max(1, kinds.total())


def _discover(harbour: Harbour, options: dict[str, Option[Any]]) -> Option[Any]:
    keeping = next((o for key, o in options.items() if key.startswith("keep:")), None)
    if keeping:
        return keeping
    cards = harbour.table.harbour()
    if STOP not in options:
        return options.get(DRAW) or options[GAMBLE]
    now = harbour.worth(cards)
    more = harbour.more(cards) if DRAW in options else -1.0
    repelling = next((o for key, o in options.items() if key.startswith("repel:")), None)
    if repelling and DRAW in options:
        without = [card for card in cards if card is not repelling.value]
        if max(harbour.worth(without), harbour.more(without)) > max(now, more):
            return repelling
    if more > now and harbour.table.turned < _PATIENCE:
        return options[DRAW]
    if GAMBLE in options and _dares(harbour, now):
        return options[GAMBLE]
    return options[STOP]


def _dares(harbour: Harbour, now: float) -> bool:
    """Four cards at once are worth it while the harbour has next to nothing to lose."""
    table = harbour.table
    return table.places.count(DECK) > 4 and table.ship_colours() <= 1 and now < 2.0


def _repel(harbour: Harbour, options: dict[str, Option[Any]]) -> Option[Any]:
    """A second ship is let in only by those who want to go bust."""
    for verb in ("keep:", "repel:"):
        for key, option in options.items():
            if key.startswith(verb):
                rest = [c for c in harbour.table.harbour() if c is not _ship(option)]
                if harbour.bust() <= harbour.worth(rest):
                    return option
    return options[GIVE_UP]


def _ship(option: Option[Any]) -> Any:
    return option.value if isinstance(option.value, Ship) else option.value[0]


# ------------------------------------------------------------------------------- Trade and hire


def _take(team: Team, table: Table, seat: Seat, options: Sequence[Option[Any]]) -> Option[Any]:
    """What nobody who comes later needs more; a ship first if its coins make more possible."""
    share = table.shares[seat]
    allowed = {seat: share.allowed - share.taken}
    for other in table.clockwise(table.active or seat):
        if other not in table.shares:
            allowed[other] = table.rules.takes_of_others + table.retinue(other).takes
    cards = table.harbour()
    offers = [team.gain(other, card) for other in allowed for card in cards]
    if allowed[seat] > 1:
        offers = [
            _enabling(team, offer, cards) if offer.seat is seat else offer for offer in offers
        ]
    own = [taken for taken in _pick(offers, allowed) if taken.seat is seat]
    # Coins first.
    own.sort(key=lambda taken: not isinstance(taken.card, Ship))
    for taken in own:
        for option in options:
            if _is(option, taken):
                return option
    return next(option for option in options if option.key == PASS)


def _is(option: Option[Any], taken: Taken) -> bool:
    value = option.value
    if isinstance(value, Declined):
        return value.ship is taken.card and value.contract is taken.declined
    return value is taken.card and taken.declined is None


def _enabling(team: Team, offer: Taken, cards: Sequence[Card]) -> Taken:
    """A ship with what its coins make possible."""
    if not isinstance(offer.card, Ship) or offer.declined:
        return offer
    more = team.table.worth(offer.seat, offer.card)
    persons = [card for card in cards if isinstance(card, Person)]
    best = max(
        (
            team.gain(offer.seat, person, more).gain
            for person in persons
            if team.gain(offer.seat, person).gain < 0
        ),
        default=0.0,
    )
    return replace(offer, gain=offer.gain + max(0.0, best))


# ------------------------------------------------------------------------------- Other questions


def _other(team: Team, seat: Seat, option: Option[Any]) -> float:
    verb, _, _ = option.key.partition(":")
    if verb == "crew":
        return team.change(seat, team.held[seat].without(option.value), team.left)
    if verb == "gift":
        return team.paid(option.value, 1)
    if verb == "point":
        return float(option.value == _has_time(team))
    if verb == "aside":
        return -abs(float(option.value) - _ASIDE[len(team.table.seats) - 1])
    return (
        0.0
        if option.key == NOT_NOW or not isinstance(option.value, Fulfilment | Expedition)
        else -1.0
    )


def _has_time(team: Team) -> bool:
    """Whether a card of the time deck can be spared for a point."""
    return team.table.places.count(TIME) > 4 * len(team.left) + 2
