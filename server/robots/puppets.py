"""Players without hands: they do what a simulation intends, and say what a camera would see.

They play a live match far faster than pixels could, for the tests and for `torture`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from firmware.switches import Button, Press
from rules.at_once import AtOnce, SeatOption
from rules.flow import TABLE, Choice, Option, Seat
from rules.match import Match
from rules.pictured import pictured_pieces
from rules.pieces import Piece, Place
from rules.simulation import Simulation
from server.live.concluded import Asked
from server.live.host import Host
from server.live.messages import Answer
from server.robots.player import as_called, meant_answer
from vision.layout import layout_of
from vision.reading import Sighting


class LiveTable(Protocol):
    """A live match that can be played: alone, or behind a host."""

    @property
    def match(self) -> Match[Any]: ...

    @property
    def question(self) -> Asked | None: ...

    def see(self, sighting: Sighting) -> object: ...

    def press_next(self) -> object: ...

    def answer(self, seat: Seat, key: str) -> object: ...


class Puppets:
    """Of a stack only the cards on top are in sight, as many as `shows`."""

    def __init__(self, simulation: Simulation, shows: int = 1, *, forgetful: bool = False) -> None:
        """Who is `forgetful` does not say that nothing more is wanted before going on by hand."""
        self.simulation = simulation
        self._forgetful = forgetful
        self._unsaid: SeatOption[Any] | None = None
        self.intended = simulation.match
        self.questions = 0
        """How often the table had to ask what was meant."""
        self._shows = shows
        match = simulation.match
        colours = [seat.colour for seat in match.game.scoring.sides(match.table)]
        layout = layout_of(match.game, colours)
        self.open_places = set(layout.names)
        """The places that a camera sees: no hands, no decks, no box."""

    def sighting(self) -> Sighting:
        """The cards in sight, each in its true place."""
        return self._in_sight(self._lying())

    def _lying(self) -> dict[str, Place]:
        match, truth = self.intended, self.simulation.dealer.piles
        places: dict[str, Place] = {}
        tops = match.game.piles.tops(match.table)
        for place, pile in match.table.places.piles.items():
            lying: Sequence[Piece] = pile.known
            if place in match.game.piles.open_stacks:
                lying = [piece for piece in pile.known if piece in tops]
            elif place in match.game.piles.stacks:
                lying = truth.get(place, [])[-self._shows :]
            untagged = match.table.places.untagged
            places.update({piece.id: place for piece in lying if piece not in untagged})
        return places

    def _in_sight(self, places: Mapping[str, Place]) -> Sighting:
        """Of copies that carry no tags, a camera sees only how many lie where."""
        seen = {piece: place for piece, place in places.items() if place in self.open_places}
        for pieces in pictured_pieces(self.intended).values():
            spots = [seen.pop(piece.id) for piece in pieces if piece.id in seen]
            seen.update(zip((piece.id for piece in pieces), sorted(spots), strict=False))
        return Sighting(seen)

    def play(self, table: LiveTable) -> Iterator[None]:
        """Play the match to its end; yields after everything that was done."""
        intended = self.intended
        while intended.choice:
            choice, before = intended.choice, self._lying()
            option = self.simulation.pick()
            assert option is not None
            if self._unsaid and not self._goes_on(option, choice):
                self._say(table, self._unsaid.seat, self._unsaid.key)
            self._unsaid = None
            moves = self.simulation.take(option)
            asked_next, who = intended.choice and intended.choice.who, option.who or choice.who
            if self._forgets(option):
                pass
            elif choice.who is TABLE and not option.moves:
                table.answer(intended.seats[0], as_called(table.match, option.key))
            elif option.key == choice.next_key and not isinstance(choice, AtOnce):
                # What no camera saw, such as a marker that went all the way round.
                for unseen in intended.answers[len(table.match.journal) : -1]:
                    self._say(table, unseen.who, unseen.option.key)
                while len(table.match.journal) < len(intended.journal):
                    table.press_next()
                    yield
                self._look(table, self.sighting())
            elif option.by_phone or (not moves and asked_next is not TABLE):
                self._say(table, who, option.key)
            else:
                # First what the hand does, then what the rules demand after it.
                by_hand = {move.piece.id: move.target for move in option.moves if move.piece}
                self._look(table, self._in_sight({**before, **by_hand}))
                self._look(table, self.sighting())
            yield

    def _forgets(self, option: Option[Any]) -> bool:
        """Whether it goes unsaid, since whoever leaves the rest goes on, as the last of all."""
        asked = self.intended.choice
        if self._forgetful and isinstance(option, SeatOption) and option.leaves:
            ended = self.intended.script_start == len(self.intended.journal)
            if ended and asked and asked.of(option.seat):
                self._unsaid = option
        return self._unsaid is not None

    def _goes_on(self, option: Option[Any], choice: Choice[Any]) -> bool:
        """Whether this is what those hands do next who have said nothing."""
        assert self._unsaid is not None
        return (option.who or choice.who) == self._unsaid.seat and bool(option.moves)

    def _say(self, table: LiveTable, who: Seat, key: str) -> None:
        table.answer(who, as_called(table.match, key))
        self._look(table, self.sighting())

    def _look(self, table: LiveTable, sighting: Sighting) -> None:
        table.see(sighting)
        while question := table.question:
            self.questions += 1
            meant = meant_answer(question, table.match.journal, self.intended)
            table.answer(question.choice.who, meant)


class HostedTable:
    """A host's match as the puppets play it, one event after another on the same thread."""

    def __init__(self, host: Host) -> None:
        self._host = host

    @property
    def match(self) -> Match[Any]:
        match = self._host.view.match
        assert match is not None
        return match

    @property
    def question(self) -> Asked | None:
        return self._host.view.question

    def see(self, sighting: Sighting) -> None:
        self._host.handle(sighting)

    def press_next(self) -> None:
        self._host.handle(Press(Button.NEXT))

    def answer(self, seat: Seat, key: str) -> None:
        self._host.handle(Answer(seat, key))
