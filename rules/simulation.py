"""Whole matches with nobody at the table: a dealer, and random or sensible players."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules.at_once import AtOnce, SeatOption
from rules.dealer import Dealer
from rules.flow import TABLE, Choice, FromHand, Option, Seat
from rules.game import BadSettings, Game
from rules.match import Match
from rules.pieces import Move, Piece, Place

Hand = Mapping[Place, Sequence[Piece]]
"""What a seat holds, by the place where it lies face down for everybody else."""
Player = Callable[[Match[Any], Choice[Any], Sequence[Option[Any]], Hand], Option[Any]]
"""Answers its open question with one of these options, knowing the match and its own hand."""

_GOES_ON, _ORDER_MATTERS = 0.5, 0.02
"""Where several are asked at once: how often whoever has just answered goes on, and how often
somebody wants all to come in turn. Sensible players never do.
"""


class Simulation:
    """A match, its dealer, and dice for the players; the same for the same seed."""

    sensible: bool = False
    """Whether players answer as the game's own sensible player would, rather than at random."""
    players: Mapping[Seat, Player] = {}
    """Those who have a way of their own."""

    def __init__(
        self, game: Game[Any], names: Sequence[str], settings: Mapping[str, str], seed: int
    ) -> None:
        played = game.for_match(game.settle(settings, given=True))
        self.match = Match(played, played.seat(names), settings)
        self.dealer = Dealer(self.match, seed)
        self._dice = random.Random(f"players {seed}")

    @classmethod
    def going_on(cls, match: Match[Any], dealer: Dealer, seed: int) -> Simulation:
        """A match that others have begun, with a dealer who has followed it so far."""
        simulation: Simulation = object.__new__(cls)
        simulation.match, simulation.dealer = match, dealer
        simulation._dice = random.Random(f"players {seed}")
        return simulation

    def options(self) -> list[Option[Any]]:
        """What could be answered next: the dealer has one answer, players know their own hand."""
        choice = self.match.choice
        if isinstance(choice, AtOnce):
            asked = ((each, option) for each in choice.open for option in self.options_of(each))
            order = ((each, option) for each in choice.open for option in choice.order)
            return [choice.said(*each) for each in (*asked, *order)]
        return self.options_of(choice) if choice else []

    def options_of(self, choice: Choice[Any]) -> list[Option[Any]]:
        """How one question could be answered."""
        if choice.who is TABLE:
            return [self.dealer.answer(choice)]
        if isinstance(choice, FromHand):
            hand = self.dealer.piles.get(choice.hand, [])
            return [option for option in choice.options_with(hand) if option.blocked is None]
        return choice.legal()

    def take(self, option: Option[Any]) -> list[Move]:
        moves = self.match.take(option)
        self.dealer.follow(moves)
        return moves

    def pick(self) -> Option[Any] | None:
        """One answer; None if the match is over."""
        choice = self.match.choice
        if choice is None:
            return None
        if isinstance(choice, AtOnce):
            return self._pick_among(choice)
        return self._pick(choice)

    def _pick(self, choice: Choice[Any]) -> Option[Any] | None:
        """None if nobody could give any answer with these cards."""
        options = self.options_of(choice)
        if not options:
            return None
        if choice.who is not TABLE and (self.players or self.sensible):
            player = self._player(choice.who)
            if player:
                return player(self.match, choice, options, self.hand(choice.who))
        return self._dice.choice(options)

    def _player(self, seat: Seat) -> Player | None:
        """None for whoever answers at random."""
        usual = sensible if self.sensible and self.match.game.sensible else None
        return self.players.get(seat, usual)

    def _pick_among(self, several: AtOnce) -> Option[Any] | None:
        """Anybody of those who are asked at once may be the next to answer."""
        last = self.match.answers[-1].option if self.match.answers else None
        question = several.of(last.seat) if isinstance(last, SeatOption) else None
        if question is None or self._dice.random() > _GOES_ON:
            question = self._dice.choice(several.open)
        thinks = len(several.open) > 1 and not self._player(question.who)
        if thinks and self._dice.random() < _ORDER_MATTERS:
            return several.said(question, several.order[0])
        option = self._pick(question)
        return option and several.said(question, option)

    def hand(self, seat: Seat) -> Hand:
        """What a seat holds that nobody else sees."""
        piles = self.dealer.piles
        return {place: piles.get(place, ()) for place in self.match.game.piles.hands(seat)}

    def step(self) -> bool:
        """Answer the open question; False if the match is over."""
        option = self.pick()
        if option is None:
            return False
        self.take(option)
        return True

    def played(self) -> Match[Any]:
        """The match, played to its end."""
        while self.step():
            pass
        return self.match

    def fork(self) -> Simulation:
        twin = Simulation.going_on(self.match.fork(), self.dealer.copy(), 0)
        twin._dice.setstate(self._dice.getstate())
        twin.sensible, twin.players = self.sensible, self.players
        return twin


def sensible(
    match: Match[Any], question: Choice[Any], options: Sequence[Option[Any]], hand: Hand
) -> Option[Any]:
    """As somebody who knows the game answers."""
    assert match.game.sensible is not None
    held = [piece for pile in hand.values() for piece in pile]
    return match.game.sensible(match.table, question, options, held)


def some_settings(game: Game[Any], seed: int, seats: int | None = None) -> dict[str, str]:
    """A value of every variant and ruling that go together, others for other seeds.

    With `seats`, those with which that many can play.
    """
    dice = random.Random(f"settings {seed}")
    while True:
        drawn = {setting.key: dice.choice([*setting.values]) for setting in game.settings}
        try:
            played = game.for_match(game.settle(drawn))
        except BadSettings:
            continue
        if seats is None or seats in played.seats:
            return drawn


def perft(simulation: Simulation, depth: int) -> int:
    """How many ways the next `depth` answers can go; chance goes as the dealer deals."""
    options = simulation.options()
    if depth == 1 or not options:
        return len(options)
    total = 0
    for option in options:
        twin = simulation.fork()
        twin.take(twin.match.option(option.key))
        total += perft(twin, depth - 1)
    return total
