"""Somebody who plays with phones from outside, and remembers what the table has confirmed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from rules.flow import TABLE, Option, Seat
from rules.games import GAMES
from rules.simulation import Simulation
from server.live.asked import asked
from server.trials.http_phone import Page, Phone

GAME = GAMES["port_royal"]
NAMES = ("Ann", "Bob")
_RUNNING = re.compile(r'name="pause" value="([0-9]+)"')
"""The page asks whether the match that is running is to be paused."""


class Unexpected(Exception):
    """The table did not do what it should."""


class PhonePlayer:
    """Plays for all seats of a match. What it plays is decided by a simulation."""

    def __init__(self, seed: int, phones: Sequence[Phone]) -> None:
        """The seats are shared out among the phones."""
        self.phones = phones
        self.match_id = 0
        self._seed = seed
        self._simulation = self._new()
        self._meant: Option[Any] | None = None
        """What was sent and not confirmed: after a power cut it may be stored or not."""

    def _new(self) -> Simulation:
        self._seed += 1
        return Simulation(GAME, NAMES, {}, self._seed)

    @property
    def phone(self) -> Phone:
        return self.phones[0]

    @property
    def seats(self) -> Sequence[Seat]:
        return self._simulation.match.seats

    @property
    def confirmed(self) -> list[str]:
        return self._simulation.match.journal

    @property
    def is_over(self) -> bool:
        return self._simulation.match.choice is None

    def holder(self, seat: Seat) -> Phone:
        """The phone that plays for a seat."""
        return self.phones[seat.index % len(self.phones)]

    def start_match(self) -> None:
        """Seats are still to be taken."""
        self._simulation, self._meant = self._new(), None
        form = {"game": GAME.name} | {f"name-{row}": name for row, name in enumerate(NAMES)}
        page = self.phone.post("/matches", **form)
        if running := _RUNNING.search(page.text):
            page = self.phone.post("/matches", pause=running[1], **form)
        self._expect(page, 303)
        self.match_id += 1

    def answer(self) -> bool:
        """Give one answer and wait until it is confirmed; False if the match is over."""
        if not self.send():
            return False
        self._take()
        return True

    def send(self) -> bool:
        """Give one answer without believing that it is taken; False if the match is over."""
        match = self._simulation.match
        self._meant = self._meant or self._simulation.pick()
        if self._meant is None or match.choice is None:
            return False
        who = self._meant.who or match.choice.who
        seat = match.seats[0] if who is TABLE else who
        page = self.holder(seat).post(
            "/me/answer",
            match=str(self.match_id),
            seat=seat.colour,
            after=str(len(match.journal)),
            asked=asked(match, None),
            key=self._meant.key,
        )
        self._expect(page, 303)
        return True

    def compare(self) -> int:
        """How many of the confirmed answers the table does not have any more.

        What was sent last may be stored although nobody was told; then it counts from now on.
        """
        stored, confirmed = self.phone.journal(self.match_id), self.confirmed
        if stored[: len(confirmed)] != confirmed:
            same = sum(1 for _ in zip(stored, confirmed, strict=False) if _[0] == _[1])
            return max(1, len(confirmed) - same)
        if self._meant and stored == [*confirmed, self._meant.key]:
            self._take()
        elif len(stored) > len(confirmed):
            raise Unexpected(f"Nobody has answered {stored[len(confirmed) :]}.")
        return 0

    def _take(self) -> None:
        assert self._meant is not None
        self._simulation.take(self._meant)
        self._meant = None

    def _expect(self, page: Page, status: int) -> None:
        if page.status != status:
            raise Unexpected(f"The page answered with {page.status}, not {status}: {page.words()}")
