"""The table of The Adventure Begins: Port Royal's, and how far the story has come."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Self

from rules.flow import Seat
from rules.pieces import Pile, Place
from rules.port_royal import announced
from rules.port_royal.adventure.company import Company, carrying, company, joined
from rules.port_royal.adventure.tale import AFTER, Tale
from rules.port_royal.coins import earn
from rules.port_royal.names import CROWNS, INFLUENCE
from rules.port_royal.pieces import Card, Contract, Event, Mission, Page, Person, Ship, Side
from rules.port_royal.places import EVENT_DISCARD, EVENTS, LOOKOUT, area
from rules.port_royal.retinue import Retinue
from rules.port_royal.table import Table
from rules.text import Text


class Met(NamedTuple):
    """A player's company in a turn with this event."""

    place: Place
    pile: Pile[Card]
    """What lies before the player."""
    event: Event | None
    active: Seat | None
    all: Company
    by_others: dict[tuple[Person, ...], Company]
    """With every other help that there was while this lay before the player."""


@dataclass(slots=True)
class AdventureTable(Table):
    ASKS_LAST = Text("Send an expedition or fulfil a mission before you finish?")
    ASKS_AT_ONCE = Text("Put a marker on a mission now?")
    tale: Tale = field(kw_only=True, default=None)  # type: ignore[assignment]
    """Given when the table is made, and kept by its copies."""
    chapter: str = "1"
    together: bool = False
    """Whether all play against the game, or one alone."""
    failures: int = 0
    """How often this chapter was lost."""
    shuffled: frozenset[int] = frozenset()
    """Numbers of the playing cards that are in the deck."""
    own_story: bool = False
    """Whether the players read their own story cards: then the house's words stand nowhere."""
    sides: dict[Seat, Side] = field(default_factory=dict)
    """Who everybody is."""
    open_places: dict[Seat, int] = field(default_factory=dict)
    """How many markers have left the characters: for missions, or paid for at a month's end."""
    event: Event | None = None
    """What was turned up in this turn."""
    order: tuple[Event, ...] = ()
    """Events that everybody knows to come, after a new one."""
    new_event: bool = False
    """Whether a new event lies on top of them."""
    looked: int = 0
    """Lookouts used in this turn."""
    takes_less: int = 0
    """Cards that the active player takes fewer in this turn, for a mission."""
    ended: bool = False
    """Whether the month's end has led to card 9."""
    _met: dict[int, Met] = field(default_factory=dict, init=False, repr=False, compare=False)
    """What was found out last of each seat's company; asked much more often than it changes."""

    # ------------------------------------------------------------------- Markers and characters

    def opened(self, seat: Seat) -> int:
        """How many of the places under a player's markers are open."""
        return self.open_places.get(seat, 0)

    def bought(self, seat: Seat) -> int:
        """How many of them without a mission."""
        return self.opened(seat) - len(self.fulfilled_contracts(seat))

    def has_trophy(self, seat: Seat) -> bool:
        return self.opened(seat) >= self.tale.missions_for_trophy

    def placed(self) -> int:
        """Markers of all players on fulfilled missions."""
        return sum(len(seats) for seats in self.done.values())

    def company(self, seat: Seat) -> Company:
        """What a player's persons and character do, and the event of the turn."""
        known, piles = self._met.get(seat.index), self.places.piles
        if (
            known is not None
            and known.pile is piles[known.place]
            and known.event is self.event
            and known.active is self.active
        ):
            return known.all
        place, others = area(seat), self.other_helpers(seat)
        pile = piles[place]
        by_others = known.by_others if known is not None and known.pile is pile else {}
        together = by_others.get(others)
        if together is None:
            own = self.places.digest(place, company)
            if own.retinue.ships and own.retinue.tucks:
                own = carrying(own, self.ships_of(seat, kept=True))
            together = by_others[others] = joined(own, others)
        self._met[seat.index] = Met(place, pile, self.event, self.active, together, by_others)
        return together

    def helpers(self, seat: Seat) -> tuple[Person, ...]:
        return self.company(seat).helpers

    def other_helpers(self, seat: Seat) -> tuple[Person, ...]:
        """A character, once its first place is open, and the event of the turn."""
        others = (self.sides[seat].helps,) if seat in self.open_places else ()
        event = self.event
        if event and event.helps and (event.for_all or seat is self.active):
            others = (*others, event.helps)
        return others

    def lying(self, seat: Seat) -> Retinue:
        return self.places.digest(area(seat), company).retinue

    def retinue(self, seat: Seat) -> Retinue:
        return self.company(seat).retinue

    def sailors(self, seat: Seat) -> Sequence[Person | Ship]:
        """Kept ships can be sent for what they carry."""
        return [*self.persons(seat), *self.ships_of(seat, kept=True)]

    def taxed_from(self) -> int:
        """A toll of an event that everybody knows may ask for fewer coins."""
        known = (*self.places[EVENTS], *self.places[EVENT_DISCARD])
        tolls = (each.now.toll for each in known if isinstance(each, Event))
        taken = [toll.from_ for toll in tolls if toll and toll.coins]
        return min((Table.taxed_from(self), *taken))

    # ------------------------------------------------------------------------------- Crown cards

    def gain_crowns(self, seat: Seat, amount: int, because: Text) -> None:
        """The marker moves on the track, not past its end; shields that it passes are influence.

        When crowns are given back, they may be what somebody has just ended the game with.
        """
        if not amount:
            return
        if amount < 0:
            self.notice_the_end()
        before = self.crowns(seat)
        after = min(self.tale.track, before + amount)
        self.ledger.gain(seat, CROWNS, after - before, because)
        influence = self.tale.shields_at(after) - self.tale.shields_at(before)
        shields = Text("Crown track: {because}", because=because)
        self.ledger.gain(seat, INFLUENCE, influence, shields, kind="crowns")

    def crowns_for(self, seat: Seat, contract: Contract) -> int:
        """What a mission brings, fulfilled now: its own crowns, and those under the marker."""
        assert isinstance(contract, Mission)
        number = self.opened(seat)
        under = self.tale.crowns_for_missions
        first = 0 if self.done[contract] else contract.first_crowns
        return contract.crowns + first + (under[number] if number < len(under) else 0)

    def after_contract(self, seat: Seat, contract: Contract) -> None:
        """Crowns, and what lies open under the marker that has left the character."""
        assert isinstance(contract, Mission)
        self.gain_crowns(seat, -contract.needs.returns_crowns, contract.name)
        first = contract.first_crowns if len(self.done[contract]) == 1 else 0
        self.gain_crowns(seat, contract.crowns + first, contract.name)
        self.takes_less += contract.needs.takes_less
        self.open_next(seat)

    def open_next(self, seat: Seat) -> None:
        """The leftmost marker leaves a character, and what it covered holds from now on."""
        number, under = self.opened(seat) + 1, self.tale.crowns_for_missions
        self.open_places[seat] = number
        self._met.clear()
        if number == self.tale.missions_for_trophy:
            words = Text("enough markers are off the character")
            self.ledger.announce(announced.TROPHY, words, seat)
        if number <= len(under):
            because = Text("Off the character: marker number {number}", number=number)
            self.gain_crowns(seat, under[number - 1], because)
        if number == 1:
            helps = self.sides[seat].helps
            earn(self, seat, helps.does.once, helps.name)

    def after_expedition(self, seat: Seat) -> None:
        self.gain_crowns(seat, self.company(seat).expedition_crowns, Text("An expedition sent"))

    # -------------------------------------------------------------------------------- Everything

    def notice_the_end(self) -> None:
        """Against each other: with enough influence and the trophy the round is the last, whatever
        is lost afterwards.
        """
        for seat in () if self.together else self.seats:
            if self.influence(seat) >= self.rules.end_influence and self.has_trophy(seat):
                announced.last_round(self, announced.reached(self, seat), seat)

    @property
    def is_after(self) -> bool:
        """Whether it is played on after the last chapter."""
        return self.chapter == AFTER

    def read_aloud(self, card: Mission | Page) -> Text | None:
        """What is read aloud; None if it stands only on the card itself."""
        return None if self.own_story else card.text

    def title(self, page: Page) -> Text:
        """What a card that begins or ends a chapter is called."""
        return page.untitled if self.own_story else page.name

    def top_card(self) -> bool:
        """Whether a lookout has left the top card of the deck open."""
        return self.places.count(LOOKOUT) > 0

    def copy(self) -> Self:
        twin = Table.copy(self)
        twin.tale = self.tale
        twin.chapter, twin.together = self.chapter, self.together
        twin.failures, twin.shuffled = self.failures, self.shuffled
        twin.own_story = self.own_story
        twin.sides, twin.open_places = self.sides.copy(), self.open_places.copy()
        twin.event, twin.order, twin.new_event = self.event, self.order, self.new_event
        twin.looked, twin.takes_less, twin.ended = self.looked, self.takes_less, self.ended
        return twin

    def key(self) -> Hashable:
        return (
            Table.key(self),
            tuple((seat, side.key) for seat, side in self.sides.items()),
            tuple(self.open_places.items()),
            self.event.id if self.event else None,
            tuple(event.id for event in self.order),
            self.new_event,
            self.looked,
            self.takes_less,
            self.ended,
            self.ending,
            tuple(map(self.crowns, self.seats)),
        )
