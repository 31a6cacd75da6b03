"""Who is in, and which phone plays for which seat.

A phone asks: to come in, or for a seat. Pressing NEXT on the table says yes, within half a minute;
so does a phone that is already in. A seat that is taken changes hands only by NEXT or by the phone
that holds it. One phone asks at a time, so that it is never in doubt to whom a yes is given.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from firmware.switches import Button, PanelEvent, Press
from rules.text import Plural, Text
from server.live import Refused
from server.store import Store

PATIENCE = 30.0
"""Seconds in which a claim has to be confirmed."""
WINDOW = 60.0
MOST_CLAIMS = 6
"""Claims from one address in so many seconds; no hand at a table is faster."""
MOST_CLAIMS_OF_ALL = 30


@dataclass(frozen=True, slots=True)
class Claim:
    """What a phone asks for: a seat of a match by its colour, or only to come in."""

    phone: str
    match_id: int | None
    colour: str | None
    sign: str
    """Two digits that the phone shows and that everybody sees beside the question."""
    until: float


class TooManyClaims(Refused):
    """So many attempts are not people at a table."""


class Joining:
    """May be used from several threads. Whoever is in stays so when the power is cut."""

    def __init__(
        self,
        store: Store,
        changed: Callable[[], None],
        clock: Callable[[], float] = time.time,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """`changed` is called when phones have to show something else; it must be quick."""
        self._store = store
        self._changed = changed
        self._clock = clock
        self._monotonic = monotonic
        self._lock = threading.RLock()
        self._claim: Claim | None = None
        self._timer: threading.Timer | None = None
        self._tries: deque[tuple[float, str]] = deque()

    def stop(self) -> None:
        with self._lock:
            self._drop()

    @property
    def claim(self) -> Claim | None:
        """What is asked now."""
        with self._lock:
            if self._claim is not None and self._monotonic() >= self._claim.until:
                self._drop()
            return self._claim

    def seconds_left(self) -> int:
        claim = self.claim
        return 0 if claim is None else max(0, round(claim.until - self._monotonic()))

    def ask(self, phone: str, address: str, match_id: int | None, colour: str | None) -> Claim:
        """A phone at this address asks for a seat, or to come in. Asking again begins anew."""
        with self._lock:
            self._count(address)
            claim = self.claim
            if claim is not None and claim.phone != phone:
                raise Refused(
                    Plural(
                        "Another phone is joining just now. Try again in {n} second.",
                        "Another phone is joining just now. Try again in {n} seconds.",
                        n=max(1, self.seconds_left()),
                    )
                )
            if colour is None and self._store.is_admitted(phone):
                raise Refused(Text("This phone is in already."))
            if colour is not None and colour in self.seats(phone, match_id):
                raise Refused(Text("This phone has this seat already."))
            self._drop()
            sign = f"{secrets.randbelow(90) + 10}"
            made = Claim(phone, match_id, colour, sign, self._monotonic() + PATIENCE)
            self._claim = made
            self._timer = threading.Timer(PATIENCE, self._expire, [made])
            self._timer.daemon = True
            self._timer.start()
        self._changed()
        return made

    def press(self, event: PanelEvent) -> bool:
        """Whether a press of NEXT was a yes to a claim; then it is not for the match."""
        if not isinstance(event, Press) or event.button is not Button.NEXT or event.held:
            return False
        with self._lock:
            claim = self.claim
            if claim is None:
                return False
            self._grant(claim)
        self._changed()
        return True

    def confirm(self, by: str, sign: str, at_table: bool = False) -> None:
        """A phone says yes to the claim with this sign; at the table any does, as NEXT would."""
        with self._lock:
            claim = self._asked(sign)
            objection = None if at_table else self._objection(by, claim)
            if objection is not None:
                raise Refused(objection)
            self._grant(claim)
        self._changed()

    def may_confirm(self, by: str) -> bool:
        """Whether this phone is one that can say yes now."""
        with self._lock:
            claim = self.claim
            return claim is not None and self._objection(by, claim) is None

    def refuse(self, by: str, sign: str, at_table: bool = False) -> None:
        """A phone that is in says no, or the one that asks thinks better of it."""
        with self._lock:
            claim = self._asked(sign)
            if not (at_table or by == claim.phone or self._store.is_admitted(by)):
                raise Refused(Text("Only a phone that is in can do this."))
            self._drop()
        self._changed()

    def leave(self, phone: str, match_id: int, colour: str) -> None:
        """A phone gives up its seat."""
        with self._lock:
            if self._store.holders(match_id).get(colour) != phone:
                raise Refused(Text("This phone does not have this seat."))
            self._store.hold(match_id, colour, None)
        self._changed()

    def is_admitted(self, phone: str) -> bool:
        return self._store.is_admitted(phone)

    def seats(self, phone: str, match_id: int | None) -> tuple[str, ...]:
        """The colours for which a phone plays in a match."""
        if match_id is None:
            return ()
        holders = self._store.holders(match_id)
        return tuple(colour for colour, holder in holders.items() if holder == phone)

    def holders(self, match_id: int) -> dict[str, str]:
        """Which phone plays for which colour."""
        return self._store.holders(match_id)

    def _asked(self, sign: str) -> Claim:
        claim = self.claim
        if claim is None or not secrets.compare_digest(claim.sign.encode(), sign.encode()):
            raise Refused(Text("This phone does not ask any more; it has to ask again."))
        return claim

    def _objection(self, by: str, claim: Claim) -> Text | None:
        if by == claim.phone:
            return Text("Press NEXT on the table, or ask another phone that is in.")
        if not self._store.is_admitted(by):
            return Text("Only a phone that is in can let another one in.")
        if self._holder(claim) not in (None, by):
            return Text("This seat is taken: press NEXT on the table, or ask the one who has it.")
        return None

    def _holder(self, claim: Claim) -> str | None:
        if claim.match_id is None or claim.colour is None:
            return None
        return self._store.holders(claim.match_id).get(claim.colour)

    def _grant(self, claim: Claim) -> None:
        self._store.admit(claim.phone, self._clock())
        if claim.match_id is not None and claim.colour is not None:
            self._store.hold(claim.match_id, claim.colour, claim.phone)
        self._drop()

    def _drop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._claim = self._timer = None

    def _expire(self, claim: Claim) -> None:
        with self._lock:
            if self._claim is not claim:
                return
            self._drop()
        self._changed()

    def _count(self, address: str) -> None:
        now = self._monotonic()
        while self._tries and now - self._tries[0][0] >= WINDOW:
            self._tries.popleft()
        here = sum(1 for _, other in self._tries if other == address)
        if here >= MOST_CLAIMS or len(self._tries) >= MOST_CLAIMS_OF_ALL:
            raise TooManyClaims(Text("Too many attempts to join. Wait a minute and try again."))
        self._tries.append((now, address))
