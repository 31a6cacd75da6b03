"""Hands that lay pieces where they do not belong, see what comes of it, and put them back.

`python -m tests.server.robots.misplacing port_royal 300` plays so many turns and says what it saw.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from rules.flow import TABLE
from rules.games import GAMES
from rules.match import Match
from rules.pieces import Place
from rules.simulation import Simulation
from server.live.concluded import NOBODY
from server.live.match import Live
from server.live.search import Correct, Corrections, Finding, Search
from server.robots.puppets import Puppets
from vision.reading import Sighting

_AT_ONCE = 3
"""How many pieces are misplaced, one after another, between two choices."""


class Slip(NamedTuple):
    """A piece laid into a place."""

    piece: str
    place: Place
    kind: tuple[str, str]
    """From what sort of place to what sort, seen from whoever is on turn."""


class Clumsy:
    """Puppets whose pieces go astray before they go where they are meant to go."""

    def __init__(self, game: str, seats: int, seed: int) -> None:
        names = [f"Player {seat}" for seat in range(seats)]
        simulation = Simulation(GAMES[game], names, {}, seed)
        simulation.sensible = True
        self.puppets = Puppets(simulation)
        self.match: Match[Any] = simulation.match
        fresh = Match(self.match.game, self.match.seats, {})
        self.live = Live(fresh, think=_without_other_ways)
        self.seen = Counter[str]()
        """What came of it: so many were played, asked or said to be wrong."""
        self.kinds = Counter[tuple[str, str]]()
        self.turns = 0
        self._dice = Random(f"misplacing {seed}")
        self._open = sorted(self.puppets.open_places)

    def play(self, turns: int) -> None:
        """So many turns, or to the end of the match."""
        start = -1
        for _ in self.puppets.play(self.live):
            if self.match.script_start != start:
                start = self.match.script_start
                self.turns += 1
            if self.turns > turns:
                self.turns = turns
                return
            if self._is_in_step():
                self.live.see(self.puppets.sighting())
            if self._is_in_step():
                for slip in self._rarest(_AT_ONCE):
                    self._try(slip)

    def _is_in_step(self) -> bool:
        live = self.live
        trouble = live.wrong or live.question or live.unclear or live.pending
        return not trouble and live.match.journal == self.match.journal

    def _rarest(self, number: int) -> list[Slip]:
        """Slips of the kinds that have been tried least, and one that the rules know of."""
        back = self._taken_back()
        slips = [slip for slip in self._slips() if (slip.piece, slip.place) not in back]
        self._dice.shuffle(slips)
        tempting = [slip for slip in self._tempting() if (slip.piece, slip.place) not in back]
        chosen = [self._dice.choice(tempting)] if tempting else []
        for slip in sorted(slips, key=lambda slip: self.kinds[slip.kind]):
            if slip.kind not in {other.kind for other in chosen}:
                chosen.append(slip)
            if len(chosen) == number:
                break
        return chosen

    def _taken_back(self) -> set[tuple[str, Place]]:
        """Where pieces came from lately: laid there, a choice is taken back on purpose."""
        final, answers = self.live.final, self.live.match.answers
        match = self.live.match.fork(final)
        moves = [move for taken in answers[final:] for move in match.take(taken.option)]
        return {(move.piece.id, move.source) for move in moves if move.piece}

    def _tempting(self) -> Iterator[Slip]:
        """What an answer would do with one piece, whoever may or may not give it."""
        choice, lying = self.match.choice, self.puppets.sighting().places
        if choice is None:
            return
        for option in (*choice.options, *(choice.refused() if choice.refused else ())):
            if len(option.moves) == 1 and not option.by_phone:
                piece, source, target, _ = option.moves[0]
                kind = (f"{self._sort(source)} by an answer", self._sort(target))
                if piece is None or target not in self._open:
                    continue
                known = piece.id in lying and piece not in self.match.table.places.unseen
                if known or self._is_of_a_seat(target):
                    yield Slip(piece.id, target, kind)

    def _slips(self) -> Iterator[Slip]:
        """Every piece in sight into every other place, and some that nobody has seen yet.

        Those, and coins that show their faces, go to somebody's own place only: what was unseen,
        came to a common place and is gone again may as well be in the discard pile.
        """
        lying: dict[str, Place | None] = dict(self.puppets.sighting().places)
        unseen = {piece.id for piece in self.match.table.places.unseen}
        hidden = unseen - lying.keys()
        lying |= dict.fromkeys(self._dice.sample(sorted(hidden), min(2, len(hidden))))
        for piece, home in lying.items():
            for place in self._open:
                if place != home and (piece not in unseen or self._is_of_a_seat(place)):
                    yield Slip(piece, place, (self._sort(home), self._sort(place)))

    def _is_of_a_seat(self, place: Place) -> bool:
        return any(seat.colour in place.split(":") for seat in self.match.seats)

    def _sort(self, place: Place | None) -> str:
        """Whose place it is, for whoever is on turn, and of what sort."""
        if place is None:
            return "out of sight"
        sort, *rest = place.split(":")
        active = self.match.table.active
        for seat in self.match.seats:
            if seat.colour in rest:
                return f"{'own' if seat is active else 'another'} {sort}"
        return sort

    def _try(self, slip: Slip) -> None:
        live, right = self.live, self.puppets.sighting()
        before = list(live.match.journal)
        live.see(Sighting({**right.places, slip.piece: slip.place}))
        self.kinds[slip.kind] += 1
        self.seen[self._came_of_it(before)] += 1
        if live.question is not None and not live.question.back and self._dice.random() < 0.5:
            self._deny()
            assert live.wrong, slip
        live.see(right)
        if live.question is not None:
            self.seen["asked whether it was put back"] += 1
            assert live.question.back, (slip, before[-3:], live.match.journal[-4:], live.question)
            self._deny()
        assert live.match.journal == before, (slip, before[-3:], live.match.journal[-3:])
        assert self._is_in_step(), (slip, live.wrong, live.question, live.unclear, live.pending)

    def _deny(self) -> None:
        assert self.live.question is not None
        asked = self.live.question.choice.who
        self.live.answer(self.match.seats[0] if asked is TABLE else asked, NOBODY)

    def _came_of_it(self, before: list[str]) -> str:
        live = self.live
        new = live.match.answers[len(before) :]
        assert live.match.journal[: len(before)] == before
        self._ended_by_another(len(before))
        if live.question is not None:
            return "asked" if not new else "played and asked"
        if live.wrong or live.unclear:
            return "wrong" if not new else "played and wrong"
        return "played" if new else "nothing"

    def _ended_by_another(self, answered: int) -> None:
        """Nobody's own part may be ended by another's hand without a question."""
        match = self.live.match.fork(answered)
        player = match.table.active
        for taken in self.live.match.answers[answered:]:
            quiet = taken.who == player and not taken.option.moves
            later = self.live.match.answers[len(match.journal) :]
            others = [t for t in later if t.option.moves and t.who not in (player, TABLE)]
            mine = [t for t in later if t.option.moves and t.who in (player, TABLE)]
            if quiet and others:
                assert mine, f"{taken.option.key} was concluded for {player}"
            match.take(taken.option)


def _without_other_ways(search: Search) -> Finding:
    """How the match could have gone otherwise is of no interest here, and takes long."""
    return Corrections(()) if isinstance(search, Correct) else search.find()


def main(game: str, turns: str) -> None:
    left, seed = int(turns), 0
    seen, kinds = Counter[str](), Counter[tuple[str, str]]()
    while left > 0:
        seed += 1
        clumsy = Clumsy(game, GAMES[game].seats[seed % len(GAMES[game].seats)], seed)
        clumsy.play(left)
        left -= clumsy.turns
        seen.update(clumsy.seen)
        kinds.update(clumsy.kinds)
        print(f"{left} turns left, {dict(seen)}, {len(kinds)} kinds", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
