"""The one owner of the live match: one thread, one inbox.

Sightings, presses and answers come in; what they lead to is on the disk before anybody is shown it.
Nothing in here waits for the camera, a button or a phone.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import replace

from firmware.switches import Button, Press, Stuck
from rules.flow import Seat
from rules.game import RulesError
from rules.text import Text
from server.live.asked import asked
from server.live.for_robots import as_decided, next_pressed, said_by_robot, undone
from server.live.helpers import Dealer, Eyes, Robots
from server.live.inbox import Inbox
from server.live.match import Act, Live
from server.live.messages import (
    Answer,
    Begin,
    Delete,
    Event,
    Found,
    GiveUp,
    Ping,
    Reconsider,
    Refused,
    Renamed,
    Resume,
    Settled,
    TableIsRight,
    TakeBack,
    View,
    Wish,
)
from server.live.search import Finding, Search, at_once
from server.live.showing import view_of
from server.live.status import NO_MATCH, Condition, Status
from server.live.stored import begin, load_live, rest
from server.live.thinker import Thinker
from server.live.virtual_piles import turn_up
from server.store import Entry, Store, StoreError
from server.store.rows import LATEST
from vision.reading import Sighting
from vision.watching.watch import Notice

log = logging.getLogger(__name__)

CHANGED = Text("The question has changed in the meantime; look at it again.")
PATIENCE = 5.0
"""Seconds that NEXT waits for hands to leave the table, and for what they did to be understood."""


class Host:
    """Takes events in the order they come. `start` runs it in a thread of its own."""

    def __init__(
        self,
        store: Store,
        show: Callable[[View], None],
        clock: Callable[[], float] = time.time,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """`show` is called with every view, on the host's thread; it must be quick."""
        self.view = View()
        self.eyes: Eyes | None = None
        self.dealer: Dealer | None = None
        self.robots: Robots | None = None
        self._store = store
        self._show = show
        self._clock = clock
        self._monotonic = monotonic
        self._live: Live | None = None
        self._match_id = 0
        self._rows = 0
        self._sighting: Sighting | None = None
        self._camera = False
        self._next_until: float | None = None
        self._settled = False
        """Whether hands have left the table since NEXT was pressed."""
        self._thinker: Thinker | None = None
        self._said: Text | None = None
        self._refused = False
        self._trouble: Text | None = None
        """Why the last rows could not be stored; nothing that was not stored is shown."""
        self._inbox = Inbox(self._process, lambda: self._next_until is not None, self.expire)
        running = store.running()
        if running is not None:
            rest(store, running, self._now(), resting=False)
            self._resume(running)

    def start(self) -> None:
        """Show what there is, and take events from now on."""
        self._thinker = Thinker(lambda search, finding: self.post(Found(search, finding)))
        self._publish()
        self._inbox.start("host")

    def stop(self) -> None:
        """Process what has come in, and end. Does no harm twice."""
        self._inbox.stop()
        if self._thinker is not None:
            self._thinker.close()
            self._thinker = None

    def is_alive(self, patience: float) -> bool:
        """Whether it hears what comes in, within so many seconds."""
        heard: Future[None] = Future()
        self._inbox.put(Ping(), heard)
        try:
            heard.result(patience)
        except TimeoutError:
            return False
        return True

    def post(self, event: Event) -> None:
        """Hand in an event from any thread."""
        self._inbox.put(event)

    def ask(self, wish: Wish) -> Future[None]:
        """Hand in a wish and learn whether it was granted: it raises what speaks against it."""
        granted: Future[None] = Future()
        self._inbox.put(wish, granted)
        return granted

    def handle(self, event: Event) -> None:
        """Take one event now. Raises what a person has to be told; the views say it too."""
        if isinstance(event, Ping) or (isinstance(event, Found) and event.search.dropped):
            return
        if not isinstance(event, Reconsider):  # nobody has done anything
            self._said, self._refused = None, False
        try:
            self._carry_out(event)
        except (Refused, RulesError, StoreError) as error:
            self._said, self._refused = error.reason, True
            raise
        finally:
            self._publish()

    def expire(self) -> None:
        """NEXT has waited long enough for hands to leave the table."""
        if self._next_until is not None and self._monotonic() >= self._next_until:
            self._next_until = None
            self._said = (
                Text("It is still being found out what has moved; press NEXT again.")
                if self._settled
                else Text("Hands are still moving on the table; press NEXT again.")
            )
            self._refused = True
            self._publish()

    # ------------------------------------------------------------------------------------ Events

    def _take(self, event: Event) -> list[Act]:
        match event:
            case Sighting():
                if not self._shows_this_game(event):
                    return []
                self._sighting, self._camera = event, True
                return self._live.see(event) if self._live else []
            case Notice():
                return self._hear(event)
            case Settled():
                self._settled = True
                return self._next_after_look()
            case Found():
                finding = self._as_decided(event.search, event.finding)
                acts = self._playing().conclude(event.search, finding)
                return [*acts, *self._next_after_look()]
            case Ping():
                return []
            case Reconsider():
                return self._look_again()
            case Press():
                return self._press(event)
            case Stuck():
                self._said = Text("The button {button} is stuck.", button=event.button.upper())
                return []
            case Begin():
                self._begin(event)
                return []
            case Resume():
                self._store.resume(event.match_id, self._now())
                self._resume(event.match_id)
                return self._look_again()
            case GiveUp():
                if self._store.record(event.match_id).finished_at is not None:
                    raise Refused(Text("This match is over already."))
                self._store.finish(event.match_id, self._now(), abandoned=True)
                self._put_away(event.match_id)
                return []
            case Renamed():
                if self._live is not None:
                    self._resume(self._match_id)
                return self._look_again()
            case Delete():
                self._store.delete(event.match_id)
                self._put_away(event.match_id)
                return []
            case Answer():
                self._check_asked(event.asked, event.seat)
                why_not = self.dealer.why_not if self.dealer else None
                acts = self._playing().answer(event.seat, event.key, event.after, why_not)
                return said_by_robot(acts) if event.robot else acts
            case TableIsRight():
                self._check_asked(event.asked)
                return self._playing().correct(event.correction, event.seat)
            case TakeBack():
                return self._playing().take_back(event.seat, event.after)

    def _hear(self, notice: Notice) -> list[Act]:
        """A camera that is gone leaves the match to phones and buttons until it is back."""
        self._said = notice.text
        self._camera = not notice.trouble
        if self._live is None:
            return []
        if notice.trouble:
            self._live.lose_sight()
            return []
        return self._look_again()

    def _press(self, press: Press) -> list[Act]:
        live = self._playing()
        if press.button is Button.UNDO:
            return undone(live, self._store.entries(self._match_id), whole_turn=press.held)
        if press.button is Button.SCAN:
            return self._pause() if press.held else self._scan()
        if press.held:
            raise Refused(
                Text("NEXT, held, lets in a phone that asks, and there is none. Press it shortly.")
            )
        if self._camera and self.eyes is not None:
            # The last card may still be under a hand: look before the phase ends.
            self._next_until, self._settled = self._monotonic() + PATIENCE, False
            self.eyes.look()
            return []
        return next_pressed(live, self.robots, self._match_id)

    def _next_after_look(self) -> list[Act]:
        """Once hands have left the table and what they did is understood, the phase ends."""
        if self._next_until is None or not self._settled or self._playing().searching:
            return []
        self._next_until = None
        return next_pressed(self._playing(), self.robots, self._match_id)

    def _scan(self) -> list[Act]:
        if self.eyes is None or not self._camera:
            raise Refused(Text("There is no camera to look with."))
        self.eyes.audit()
        self._said = Text("The whole table is read again.")
        return []

    def _pause(self) -> list[Act]:
        live = self._playing()
        rest(self._store, self._match_id, self._now(), resting=not live.paused)
        return live.pause(not live.paused)

    def _look_again(self) -> list[Act]:
        if self._live is None or self._sighting is None or not self._camera:
            return []
        return self._live.see(self._sighting)

    def _begin(self, wish: Begin) -> None:
        match_id = begin(self._store, wish, self._now())
        self._load(match_id)
        self._sighting = None  # of what lay there before; the eyes begin anew with every match

    def _put_away(self, match_id: int) -> None:
        """Nothing is played any more, if it was this match."""
        if self._live is not None and self._match_id == match_id:
            self._live, self._match_id, self._rows = None, 0, 0
            self._next_until = self._trouble = None

    def _check_asked(self, shown: str | None, seat: Seat | None = None) -> None:
        """What was shown before is not answered by what is asked now."""
        live = self._playing()
        if shown is not None and shown != asked(live.match, live.question, seat):
            raise Refused(CHANGED)

    def _playing(self) -> Live:
        if self._live is None:
            raise Refused(Text("No match is being played. Start one first."))
        return self._live

    # ------------------------------------------------------------------------------------ Storing

    def _carry_out(self, event: Event) -> None:
        """What an event leads to is on the disk before anybody is shown it."""
        acts, at = self._take(event), self._now()
        try:
            acts = [*acts, *self._turn_up()]
            self._store_acts(acts, at)
        except StoreError as error:
            # What cannot be stored has not happened.
            self._trouble = error.reason
            self._load_again()
            raise
        if acts:
            self._finish_if_over(at)

    def _turn_up(self) -> list[Act]:
        """Pieces of piles that do not lie on the table, as long as the match asks for them."""
        if self._live is None:
            return []
        return turn_up(self._live, self._match_id, self._store.path.parent)

    def _store_acts(self, acts: Sequence[Act], at: float) -> None:
        if acts:
            rows = [Entry(act.kind, act.key, act.by, at) for act in acts]
            self._rows = self._store.append(self._match_id, rows, after=self._rows)
            self._trouble = None

    def _finish_if_over(self, at: float) -> None:
        if self._live is not None and self._live.match.choice is None:
            self._store.finish(self._match_id, at, match=self._live.match)

    def _resume(self, match_id: int) -> None:
        self._load(match_id)
        self._playing().resume()

    def _load_again(self) -> None:
        """As it is on the disk; if that cannot even be read, as everybody was shown it last."""
        try:
            self._load(self._match_id)
        except StoreError:
            shown = self.view.match
            if shown is not None and self._live is not None:
                final = min(self._live.final, len(shown.journal))
                self._live = Live(shown.fork(), final, self._think)

    def _load(self, match_id: int) -> None:
        self._live, self._rows = load_live(self._store, match_id, self._think)
        self._match_id = match_id
        if self._sighting is not None and not self._shows_this_game(self._sighting):
            self._sighting = None

    def _think(self, search: Search) -> Finding | None:
        """Nobody waits for a host that has not been started, so it can do so itself."""
        found = self._thinker.think(search) if self._thinker else at_once(search)
        return None if found is None else self._as_decided(search, found)

    def _as_decided(self, search: Search, found: Finding) -> Finding:
        return as_decided(search, found, self.robots, self._match_id)

    def _shows_this_game(self, sighting: Sighting) -> bool:
        """The eyes may still have been looking for the pieces of the match before."""
        if self._live is None or not sighting.game:
            return True
        return sighting.game == self._live.match.game.name

    def _now(self) -> float:
        # A Raspberry Pi has no clock of its own: any time may come, but a row must be storable.
        return min(max(self._clock(), 0.0), LATEST)

    # ------------------------------------------------------------------------------------ Showing

    def _publish(self) -> None:
        view = view_of(self._live, self._match_id) if self._live else View()
        self.view = replace(
            view,
            number=self.view.number + 1,
            camera=self._camera,
            said=self._said or self._trouble,
            refused=self._refused,
            status=self._status(),
            sighting=self._seen() if self._camera else None,
        )
        self._show(self.view)

    def _seen(self) -> Sighting | None:
        return (self._live and self._live.sighting) or self._sighting

    def _status(self) -> Status:
        if self._trouble:
            return Status(Condition.DISK, self._trouble)
        if self._live is None:
            return NO_MATCH
        if not self._camera and not self._live.paused:
            return Status(Condition.NO_CAMERA)
        return self._live.status

    def _process(self, event: Event, granted: Future[None] | None) -> None:
        try:
            self.handle(event)
        except (Refused, RulesError, StoreError) as error:
            log.info("%s", error)
            if granted:
                granted.set_exception(error)
        except Exception as error:
            log.exception("An event could not be handled: %r", event)
            if granted:
                granted.set_exception(error)
        else:
            if granted:
                granted.set_result(None)
