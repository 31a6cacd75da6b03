"""Who is in, and which phone plays for which seat.

A phone asks: to come in, or for a seat. Everybody sees it, with a number that the asking phone
shows too. Yes is said within half a minute by a phone that is in, which names the number; by the
table: NEXT held for two seconds, which is never meant for the match; or by the asking phone itself
with the code of the table. A seat that is taken is given by the phone that has it, or when the
others agree (`voices`). Several phones may ask at once, each for itself.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections import deque
from collections.abc import Callable
from math import ceil

from firmware.switches import USUAL_TIMES, Button, PanelEvent, Press
from rules.text import Text
from server.live.messages import Refused
from server.store import Store
from server.store.phones import KnownPhone
from server.web.door.claims import Claim, Handover
from server.web.door.throttle import Throttle
from server.web.door.voices import Voices

PATIENCE = 30.0
"""Seconds in which a claim has to be confirmed."""
YEAR = 365 * 24 * 3600.0
"""Seconds for which a phone is in."""
CLOCK_IS_SET = 1_767_225_600
"""The first second of 2026: a clock that says less was not set since the Pi was switched on."""
_AHEAD = 24 * 3600.0
"""Seconds by which a clock may be set back without having been wrong by years."""
_MOST_CLAIMS = 80
"""At once: there have to be numbers for all of them."""
_REMEMBERED = 20
"""How many phones are told that nobody has answered them, or that they were put out."""

_TOO_LATE = Text("The request has run out. Ask again.")
_TAKEN = Text("Seat taken: its phone must agree, or all the others.")


class Joining:
    """May be used from several threads. Whoever is in stays so when the power is cut."""

    def __init__(
        self,
        store: Store,
        code: str,
        changed: Callable[[], None],
        clock: Callable[[], float] = time.time,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """`changed` is called when phones have to show something else; it must be quick."""
        self._store = store
        self._code = code
        self._changed = changed
        self._clock = clock
        self._monotonic = monotonic
        self._lock = threading.RLock()
        self._claims: dict[str, Claim] = {}
        """What each phone asks for; the one that has asked longest comes first."""
        self._timers: dict[str, threading.Timer] = {}
        self._ended_at = -PATIENCE
        """When a claim last ended otherwise than by NEXT."""
        self._unanswered: deque[str] = deque(maxlen=_REMEMBERED)
        """Phones that have asked in vain."""
        self._put_out: deque[str] = deque(maxlen=_REMEMBERED)
        self._granted: tuple[Claim, float] | None = None
        """To which claim a yes was given last, and until when that is said."""
        self._handed_over: dict[str, tuple[Handover, ...]] = {}
        self._asks, self._guesses = Throttle(monotonic), Throttle(monotonic)
        self.voices = Voices(monotonic)
        self._watched_until = 0.0
        """Until when anybody may look on."""

    def stop(self) -> None:
        with self._lock:
            for claim in self.claims:
                self._drop(claim)

    # ------------------------------------------------------------------------------------- Asking

    @property
    def claims(self) -> tuple[Claim, ...]:
        """What is asked now, the oldest first."""
        with self._lock:
            for claim in list(self._claims.values()):
                if self._monotonic() >= claim.until:
                    self._give_up(claim)
            return tuple(self._claims.values())

    def claim_of(self, phone: str) -> Claim | None:
        return next((claim for claim in self.claims if claim.phone == phone), None)

    def was_not_answered(self, phone: str) -> bool:
        """Whether the time was over when this phone asked last."""
        with self._lock:
            return self.claim_of(phone) is None and phone in self._unanswered

    @property
    def granted(self) -> Claim | None:
        """To which claim a yes was given just now."""
        with self._lock:
            if self._granted is None or self._monotonic() >= self._granted[1]:
                return None
            return self._granted[0]

    def seconds_left(self, claim: Claim) -> int:
        return max(0, ceil(claim.until - self._monotonic()))

    def ask(
        self,
        phone: str,
        address: str,
        match_id: int | None,
        colour: str | None,
        device: str | None = None,
    ) -> Claim:
        """A phone at this address asks for a seat, or to come in. Asking again begins anew."""
        with self._lock:
            is_in = self.is_admitted(phone)
            self._asks.count(address, phone if is_in else None)
            if colour is None and is_in:
                raise Refused(Text("You have joined already."))
            if colour is not None and colour in self.seats(phone, match_id):
                raise Refused(Text("This seat is yours already."))
            before = self.claim_of(phone)
            if before is not None:
                self._drop(before)
            for told in (self._unanswered, self._put_out):
                _forget(told, phone)
            if len(self._claims) >= _MOST_CLAIMS:
                self._give_up(self._longest_asking())
            until = self._monotonic() + PATIENCE
            made = Claim(phone, match_id, colour, self._sign(), until, device)
            self._claims[phone] = made
            timer = threading.Timer(PATIENCE, self._expire, [made])
            timer.daemon = True
            timer.start()
            self._timers[phone] = timer
        self._changed()
        return made

    # --------------------------------------------------------------------------------- Saying yes

    def press(self, event: PanelEvent) -> bool:
        """Whether a press has let a phone in: NEXT, held, does so with the first that it may."""
        if event != Press(Button.NEXT, held=True):
            return False
        with self._lock:
            if self._monotonic() - self._ended_at < USUAL_TIMES.hold:
                return False  # when the finger came down, another phone was the first
            claim = self.first_for_table()
            if claim is None:
                return False
            self._grant(claim)
        self._changed()
        return True

    def first_for_table(self) -> Claim | None:
        """Whom NEXT lets in if it is held now."""
        return next((claim for claim in self.claims if self._refusal(None, claim) is None), None)

    def confirm(self, by: str | None, sign: str) -> bool:
        """A phone, or the table itself, says yes to the claim with this number.

        Whether that was enough: others may have to agree.
        """
        with self._lock:
            claim = self._asked(sign)
            refusal = self._refusal(by, claim)
            if refusal is not None:
                raise Refused(refusal)
            if by is not None:
                self.voices.agree(claim, by)
            enough = by == self._holder(claim) or not self._missing(claim)
            if enough:
                self._ended_at = self._monotonic()
                self._grant(claim)
        self._changed()
        return enough

    def enter(self, phone: str, address: str, code: str) -> None:
        """A phone that asks proves with the code of the table that it belongs there."""
        with self._lock:
            claim = self.claim_of(phone)
            if claim is None:
                raise Refused(_TOO_LATE)
            self._guesses.count(address)
        typed = "".join(code.split())
        if not secrets.compare_digest(typed.encode(), self._code.encode()):
            raise Refused(Text("Wrong code."))
        self.confirm(None, claim.sign)

    def may_confirm(self, by: str | None, claim: Claim) -> bool:
        """Whether this phone, or the table, is one that can say yes to a claim."""
        with self._lock:
            return self._refusal(by, claim) is None

    def still_to_agree(self, claim: Claim) -> frozenset[str]:
        """The colours of those whose yes is missing for a seat that is taken."""
        with self._lock:
            if claim.match_id is None or self._holder(claim) is None:
                return frozenset()
            missing = self._missing(claim)
            holders = self.holders(claim.match_id)
            return frozenset(colour for colour, phone in holders.items() if phone in missing)

    def refuse(self, by: str | None, sign: str) -> None:
        """A phone that is in, or the table, says no, or the one that asks thinks better of it."""
        with self._lock:
            claim = self._asked(sign)
            if by is not None and by != claim.phone and not self.is_admitted(by):
                raise Refused(Text("You only watch. Join first."))
            self._drop(claim)
            self._ended_at = self._monotonic()
        self._changed()

    # ----------------------------------------------------------------------------- Seats and phones

    def leave(self, phone: str, match_id: int, colour: str) -> None:
        """A phone gives up its seat."""
        with self._lock:
            if self.holders(match_id).get(colour) != phone:
                raise Refused(Text("This seat is not yours."))
            self._store.phones.hold(match_id, colour, None)
        self._changed()

    def put_out(self, by: str | None, phone: str, match_id: int | None) -> bool:
        """A phone that is in, or the table, wants a phone out; False if others have to agree."""
        with self._lock:
            if by is not None and not self.is_admitted(by):
                raise Refused(Text("You only watch. Join first."))
            if not self.is_admitted(phone):
                raise Refused(Text("That phone has already left."))
            if by != phone and self.seats(phone, match_id):
                others = self.voices.others(self.holders(match_id or 0), phone)
                if by is not None and by in others:
                    self.voices.agree(phone, by)
                elif by is not None or self.voices.is_there(phone):
                    raise Refused(Text("Only players can remove a phone with a seat."))
                if self.voices.missing(phone, others):
                    return False
            self._store.phones.put_out(phone)
            self.voices.forget(phone)
            _forget(self._put_out, phone)
            self._put_out.append(phone)
        self._changed()
        return True

    def was_put_out(self, phone: str) -> bool:
        with self._lock:
            return phone in self._put_out

    def handed_over(self, phone: str) -> tuple[Handover, ...]:
        """Seats that were given to others although this phone had them, until it has seen that."""
        return self._handed_over.get(phone, ())

    def has_seen(self, phone: str) -> None:
        """This phone need not be told any more which seats it has lost."""
        with self._lock:
            self._handed_over.pop(phone, None)
        self._changed()

    def is_admitted(self, phone: str) -> bool:
        """A phone is in for a year; one that came in by a clock that was wrong is in from now on.

        Nobody is forgotten when the year is over: a clock that says so may be put right again.
        """
        known, now = self._store.phones.find(phone), self._clock()
        if known is None or _is_over(known, now):
            return False
        is_early = known.admitted_at < CLOCK_IS_SET <= now
        if is_early or known.admitted_at - _AHEAD > now >= CLOCK_IS_SET:
            self._store.phones.admit(KnownPhone(phone, now, known.sign, known.device))
        return True

    def phones(self) -> list[KnownPhone]:
        """All that are in, the newest first."""
        now = self._clock()
        return [phone for phone in self._store.phones.all() if not _is_over(phone, now)]

    def seats(self, phone: str, match_id: int | None) -> tuple[str, ...]:
        """The colours for which a phone plays in a match."""
        if match_id is None:
            return ()
        return tuple(c for c, holder in self.holders(match_id).items() if holder == phone)

    def holders(self, match_id: int) -> dict[str, str]:
        """Which phone plays for which colour."""
        return self._store.phones.holders(match_id)

    # ---------------------------------------------------------------------------------- Watching

    @property
    def anybody_may_look_on(self) -> bool:
        """Whether the camera's pictures and the history are for everybody on the network."""
        return self._monotonic() < self._watched_until

    def let_look_on(self, seconds: float) -> None:
        """For so long, or until the table is switched off."""
        self._watched_until = self._monotonic() + seconds
        self._changed()

    # --------------------------------------------------------------------------------------- Parts

    def _longest_asking(self) -> Claim:
        """Of those that are not in, if there are any."""
        asking = list(self._claims.values())
        return next((claim for claim in asking if not self.is_admitted(claim.phone)), asking[0])

    def _sign(self) -> str:
        """A number that no other phone has that asks now."""
        taken = {claim.sign for claim in self._claims.values()}
        return secrets.choice([f"{n}" for n in range(10, 100) if f"{n}" not in taken])

    def _asked(self, sign: str) -> Claim:
        for claim in self.claims:
            if secrets.compare_digest(claim.sign.encode(), sign.encode()):
                return claim
        raise Refused(_TOO_LATE)

    def _refusal(self, by: str | None, claim: Claim) -> Text | None:
        """Why this phone, or the table (None), cannot say yes."""
        holder = self._holder(claim)
        if by is None:
            if holder is not None and (self.voices.is_there(holder) or self._missing(claim)):
                return _TAKEN
            return None
        if by == claim.phone:
            return Text("Hold NEXT for two seconds, or ask a joined phone.")
        if not self.is_admitted(by):
            return Text("You only watch. Join first.")
        if holder not in (None, by) and by not in self._others(claim):
            return _TAKEN
        return None

    def _holder(self, claim: Claim) -> str | None:
        if claim.match_id is None or claim.colour is None:
            return None
        return self.holders(claim.match_id).get(claim.colour)

    def _others(self, claim: Claim) -> set[str]:
        """Who has to agree together if a seat is taken from its phone."""
        holder = self._holder(claim)
        if claim.match_id is None or holder is None:
            return set()
        return self.voices.others(self.holders(claim.match_id), holder, claim.phone)

    def _missing(self, claim: Claim) -> set[str]:
        return self.voices.missing(claim, self._others(claim))

    def _grant(self, claim: Claim) -> None:
        known = KnownPhone(claim.phone, self._clock(), claim.sign, claim.device)
        before = self._holder(claim)
        self._store.phones.admit(known)
        if claim.match_id is not None and claim.colour is not None:
            self._store.phones.hold(claim.match_id, claim.colour, claim.phone)
            if before is not None:
                lost = Handover(claim.match_id, claim.colour, claim.sign)
                self._handed_over[before] = (*self.handed_over(before), lost)
        self._granted = (claim, self._monotonic() + PATIENCE)
        self._drop(claim)

    def _drop(self, claim: Claim) -> None:
        self._timers.pop(claim.phone).cancel()
        self.voices.forget(claim)
        del self._claims[claim.phone]

    def _give_up(self, claim: Claim) -> None:
        self._drop(claim)
        self._ended_at = claim.until
        _forget(self._unanswered, claim.phone)
        self._unanswered.append(claim.phone)

    def _expire(self, claim: Claim) -> None:
        with self._lock:
            if self._claims.get(claim.phone) is claim:
                self._give_up(claim)
        self._changed()


def _is_over(phone: KnownPhone, now: float) -> bool:
    return phone.admitted_at >= CLOCK_IS_SET and now - phone.admitted_at > YEAR


def _forget(told: deque[str], phone: str) -> None:
    if phone in told:
        told.remove(phone)
