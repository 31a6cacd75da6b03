"""Somebody who plays with a phone from outside, and remembers what the table has confirmed."""

from __future__ import annotations

from typing import Any

from rules.flow import TABLE, Option
from rules.games import GAMES
from rules.simulation import Simulation
from tests.lab.guest import START_SECONDS, Guest, Wrong
from tests.lab.phone import Page, Phone

GAME = GAMES["port_royal"]
NAMES = ("Ann", "Bob")
_PRESSES, _LOOKS = 5, 6


class Player:
    """One phone with all the seats of a match. What it plays is decided by a simulation."""

    def __init__(self, seed: int) -> None:
        self.phone = Phone()
        self.match_id = 0
        self._seed = seed
        self._simulation = self._new()
        self._meant: Option[Any] | None = None
        """What was sent and not confirmed: after a power cut it may be stored or not."""

    def _new(self) -> Simulation:
        self._seed += 1
        return Simulation(GAME, NAMES, {}, self._seed)

    @property
    def confirmed(self) -> list[str]:
        return self._simulation.match.journal

    def come(self, guest: Guest) -> None:
        """Until the page answers."""
        self.phone.port = guest.machine.port
        if self.phone.wait(START_SECONDS).status != 200:
            raise Wrong("The start page does not answer with 200.")

    def join(self, guest: Guest) -> None:
        """Ask to come in."""
        self._ask(guest, "This phone is in.", 1)

    def begin(self, guest: Guest) -> None:
        """Start a match, and take all its seats."""
        self._simulation, self._meant = self._new(), None
        names = {f"name-{row}": name for row, name in enumerate(NAMES)}
        self._expect(self.phone.post("/matches", game=GAME.name, **names), 303)
        self.match_id += 1
        for number, seat in enumerate(self._simulation.match.seats, start=1):
            self._ask(guest, "Give up this seat", number, seat=seat.colour)

    def _ask(self, guest: Guest, granted: str, times: int, **seat: str) -> None:
        """A finger on the real NEXT button says yes.

        A press that an overloaded computer takes for a long one says nothing; people press again.
        """
        for _ in range(_PRESSES):
            self._expect(self.phone.post("/join/ask", **seat), 303)
            guest.press("next")
            for _ in range(_LOOKS):
                if self.phone.get("/join").text.count(granted) == times:
                    return
        raise Wrong(f"NEXT was pressed {_PRESSES} times, and nobody is let in.")

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
        page = self.phone.post(
            "/me/answer",
            match=str(self.match_id),
            seat=(match.seats[0] if who is TABLE else who).colour,
            after=str(len(match.journal)),
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
            raise Wrong(f"Nobody has answered {stored[len(confirmed) :]}.")
        return 0

    def _take(self) -> None:
        assert self._meant is not None
        self._simulation.take(self._meant)
        self._meant = None

    def _expect(self, page: Page, status: int) -> None:
        if page.status != status:
            raise Wrong(f"The page answered with {page.status}, not {status}: {page.words()}")
