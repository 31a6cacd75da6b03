"""Somebody who plays with a phone from outside the virtual Pi, and presses its real buttons."""

from __future__ import annotations

from server.trials.http_phone import Phone
from server.trials.phone_player import PhonePlayer
from tests.lab.guest import START_SECONDS, Guest, Wrong

_PRESSES, _LOOKS = 5, 6
_LET_IN_SECONDS = 2.6
"""How long NEXT is pressed to let a phone in."""


class Player(PhonePlayer):
    """One phone with all the seats of a match."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed, [Phone()])

    def come(self, guest: Guest, port: int | None = None) -> None:
        """Until the page answers; by another port, a phone may come by another way."""
        self.phone.port = port or guest.machine.port
        if self.phone.wait(START_SECONDS).status != 200:
            raise Wrong("The start page does not answer with 200.")

    def join(self, guest: Guest) -> None:
        """Ask to come in."""
        self._ask(guest, "You have joined:", 1)

    def begin(self, guest: Guest) -> None:
        """Start a match, and take all its seats."""
        self.start_match()
        for number, seat in enumerate(self.seats, start=1):
            self._ask(guest, "Give up seat", number, seat=seat.colour)

    def _ask(self, guest: Guest, granted: str, times: int, **seat: str) -> None:
        """A finger on the real NEXT button says yes, or the code where there is none.

        A press that an overloaded computer gets wrong says nothing; people press again.
        """
        for _ in range(_PRESSES):
            self._expect(self.phone.post("/join/ask", **seat), 303)
            if guest.machine.board.has_pins:
                guest.press("next", _LET_IN_SECONDS)
            else:
                self._expect(self.phone.post("/join/code", code=guest.code), 303)
            for _ in range(_LOOKS):
                if self.phone.get("/join").text.count(granted) == times:
                    return
        raise Wrong(f"A phone has asked {_PRESSES} times, and is not let in.")
