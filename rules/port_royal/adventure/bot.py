"""A player who knows The Adventure Begins but does not think long.

As in the base game, but missions count: towards the trophy, or for all who play together. Ships are
kept for what missions want of them, and whoever is near a mission goes for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from rules.flow import Choice, Option, Seat
from rules.pieces import Piece
from rules.port_royal.adventure.discover import LOOK
from rules.port_royal.adventure.events import NO_BUYOUT
from rules.port_royal.adventure.table import AdventureTable
from rules.port_royal.adventure.taking import Stowed
from rules.port_royal.bot.choose import answer
from rules.port_royal.bot.worth import Outlook
from rules.port_royal.contracts import NOT_NOW, Fulfilment, items_lacking, why_not
from rules.port_royal.discover import DRAW, STOP
from rules.port_royal.pieces import (
    PLAYING_CARDS,
    Card,
    Contract,
    Expedition,
    Mission,
    Person,
    Ship,
    Side,
)
from rules.port_royal.places import LOOKOUT
from rules.port_royal.table import Table
from rules.port_royal.taking import PASS, fee_of

_FIRST, _MORE, _TROPHY = 9.0, 3.5, 6.0
"""What a mission is worth in coins: together if nobody has it yet, or somebody; and towards the
trophy.
"""
_SIDES = ("anne", "jean", "peter", "mary", "scott", "thomas", "jacques", "samuel", "ferdinando")
"""Characters, the most useful first."""
_RICH = 6
"""Coins with which crowns can be paid for."""


@dataclass(frozen=True, slots=True)
class Quest(Outlook):
    """How one player sees the table of an adventure."""

    def lateness(self) -> float:
        story = self.story
        if not story.together:
            return Outlook.lateness(self)
        return min(0.9, len(story.contracts) / story.tale.markers_on_character * 0.8)

    @property
    def story(self) -> AdventureTable:
        assert isinstance(self.table, AdventureTable)
        return self.table

    @property
    def influence(self) -> float:
        story = self.story
        if not story.together:
            return 2.3 + 2.0 * self.late
        number = len(story.seats) - 1
        has = sum(map(story.influence, story.seats))
        return 2.6 if has < story.tale.victory_influence[number] else 0.6

    def contract(self, contract: Contract) -> float:
        """Crowns are shields after a while; a mission itself may decide the chapter."""
        story = self.story
        if not isinstance(contract, Mission):
            return 0.0
        crowns = story.crowns_for(self.seat, contract) - contract.needs.returns_crowns
        worth = 0.4 * crowns * self.influence - contract.needs.pays * self.coin
        if story.together:
            return worth + (_MORE if story.done[contract] else _FIRST)
        return worth + (1.0 if story.has_trophy(self.seat) else _TROPHY)

    def item(self, ship: Ship) -> float:
        """What a ship is worth that is kept: how much nearer it brings a mission."""
        own = self.story.ships_of(self.seat, kept=True)
        best = 0.0
        for mission in self.wanted:
            lacking = items_lacking(mission, own)
            left = len(items_lacking(mission, [*own, ship]))
            if left < len(lacking):
                worth = self.contract(mission) * (0.8 if not left else 0.4)
                best = max(best, worth * (0.25 if self._is_nearer(mission, len(lacking)) else 1.0))
        for expedition in self.story.expeditions():
            if ship.item in dict(expedition.needs):
                best = max(best, 1.5)
        return best

    def _mates(self) -> list[Seat]:
        """The others of those who play together."""
        return [s for s in self.story.seats if s is not self.seat and self.story.together]

    def _leads(self, numbers: Sequence[int]) -> bool:
        """Whether the player is the one of a team who has most, the first of several."""
        return not self.story.together or numbers.index(max(numbers)) == self.seat.index

    def _is_nearer(self, mission: Contract, lacking: int) -> bool:
        """Whether another of those who play together lacks less for a mission."""
        story = self.story
        return any(
            len(items_lacking(mission, story.ships_of(mate, kept=True))) < lacking
            for mate in self._mates()
            if mate not in story.done[mission]
        )

    def ship(self, ship: Ship) -> float:
        crowns = 0.4 * ship.crowns * self.influence
        traded = Outlook.ship(self, ship) + crowns
        return max(traded, self.item(ship)) if ship.item else traded

    def person(self, person: Person) -> float:
        """Who helps to a mission that nobody has fulfilled yet is worth more, unless another of
        those who play together is nearer to it.
        """
        worth, story = Outlook.person(self, person), self.story
        for mission in self.wanted:
            needs = mission.needs
            if story.done[mission]:
                continue
            sailing = needs.expeditions and person.sails_as and not story.fulfilled(self.seat)
            if sailing and self._leads([len(story.retinue(s).sails_as) for s in story.seats]):
                signs = {sign for each in story.expeditions() for sign, _ in each.needs}
                worth += 5.0 if signs.intersection(person.sails_as) else 2.5
            if needs.cheap and person.cost <= needs.cheap.cost:
                cost = needs.cheap.cost
                cheap = [sum(p.cost <= cost for p in story.persons(seat)) for seat in story.seats]
                worth += 5.0 if self._leads(cheap) else 0.5
        return worth

    def next_card(self, cards: Sequence[Card], unseen: Iterable[Card]) -> float:
        played = (card for card in unseen if isinstance(card, PLAYING_CARDS))
        return Outlook.next_card(self, cards, played)

    def stops_here(self) -> bool:
        """Whether a mission is about stopping with just these cards."""
        number = len(self.table.harbour())
        return any(
            mission.needs.stops_at == number
            and why_not(self.table, self.seat, mission) is None
            and self.contract(mission) > 0
            for mission in self.wanted
        )


def sensible(
    table: Table, choice: Choice[Any], options: Sequence[Option[Any]], _hand: Sequence[Piece]
) -> Option[Any]:
    """The answer that seems to bring the most; the first one if several do."""
    view = Quest(table, choice.who)
    options = [option for option in options if not option.by_reading]
    by_key = {option.key: option for option in options}
    for option in options:
        if isinstance(option.value, Expedition) and option.who is None:
            return option
        if isinstance(option.value, Fulfilment) and option.who is None and _wants(view, option):
            return option
    if STOP in by_key or DRAW in by_key:
        return _discover(view, by_key, options)
    if PASS in by_key:
        return max(options, key=lambda option: _take(view, option, options))
    verb = options[0].key.partition(":")[0]
    if verb in ("side", "take", "on_top", "sell", "buyout", "offer", "amount", "crew"):
        return max(options, key=lambda option: _worth(view, option))
    return answer(view, options)


def _wants(view: Quest, option: Option[Any]) -> bool:
    mission = option.value.contract
    return mission in view.wanted and view.contract(mission) > 0


def _discover(
    view: Quest, by_key: dict[str, Option[Any]], options: Sequence[Option[Any]]
) -> Option[Any]:
    """A lookout is asked before a card that may end the turn; a mission may want to stop here."""
    story = view.story
    if STOP in by_key and story.turned and view.stops_here():
        return by_key[STOP]
    if story.top_card() and DRAW in by_key:
        if STOP not in by_key:
            return by_key[DRAW]
        return by_key[DRAW] if _better(view, story.places[LOOKOUT][0]) else by_key[STOP]
    chosen = answer(view, options)
    if chosen.key == DRAW and LOOK in by_key and story.ship_colours() > 1:
        return by_key[LOOK]
    return chosen


def _better(view: Quest, card: Card) -> bool:
    """Whether the harbour is worth more with a card than without it."""
    now = view.table.harbour()
    return not _busts(view, card) and view.harbour((*now, card)) >= view.harbour(now)


def _busts(view: Quest, card: Card) -> bool:
    colours = {ship.colour for ship in view.table.ships()}
    if not isinstance(card, Ship) or card.colour not in colours:
        return False
    return not view.table.can_repel(view.seat, card)


def _take(view: Quest, option: Option[Any], options: Sequence[Option[Any]]) -> float:
    table, card = view.table, option.value
    fee = fee_of(table, view.seat) * view.coin
    if isinstance(card, Stowed):
        return view.item(card.ship) - fee
    if isinstance(card, Ship):
        crowns = 0.4 * card.crowns * view.influence
        return Outlook.ship(view, card) + crowns - fee
    if isinstance(card, Person):
        return view.person(card) - view.price(card, table.coins(view.seat)) - fee
    return 0.0 if option.key == PASS and len(options) > 1 else -1.0


def _worth(view: Quest, option: Option[Any]) -> float:
    """Questions of the set-up, of events, of a lookout and of innkeepers."""
    story, value = view.story, option.value
    verb = option.key.partition(":")[0]
    if verb == "side":
        assert isinstance(value, Side)
        return -float(_SIDES.index(value.key)) if value.key in _SIDES else -len(_SIDES)
    if verb == "on_top":
        harbour = story.harbour()
        return -1.0 if _busts(view, value) else view.harbour((*harbour, value))
    if verb == "sell":
        return 2.0 * view.coin - view.item(value)
    if verb in ("buyout", NO_BUYOUT):
        wanted = not story.has_trophy(view.seat) and story.influence(view.seat) > 6
        return float(bool(value) == wanted)
    if verb == "offer":
        return float(bool(value) == (story.coins(view.seat) >= _RICH))
    if verb == "amount":
        return -abs(float(value) - story.failures * story.tale.coins_for_failure / len(story.seats))
    if verb == "crew":
        return -sum((view.person(each) if isinstance(each, Person) else 1.0) for each in value)
    return -0.1 if option.key == NOT_NOW else 0.0
