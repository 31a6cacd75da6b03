"""The one owner of the live match: one thread, one inbox.

Sightings, presses and answers come in; what they lead to is on the disk before anybody is shown it.
Nothing in here waits for the camera, a button or a phone.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from typing import Any, Protocol

from firmware.switches import Button, Press, Stuck
from rules.explaining.explain import Run
from rules.flow import Option, Seat
from rules.game import RulesError
from rules.match import Match
from rules.text import Text
from server.live.asked import asked
from server.live.concluded import certain, steps
from server.live.loud import Ear
from server.live.match import ROBOT, Act
from server.live.messages import (
    Allow,
    Answer,
    Begin,
    Delete,
    Event,
    Found,
    GiveUp,
    Reconsider,
    Refused,
    Renamed,
    Resume,
    Settled,
    TableIsRight,
    TakeBack,
    Undo,
    View,
    Wish,
)
from server.live.search import Astray, Begun, Finding, Search, at_once
from server.live.session import Session, begin, rest
from server.live.set_clock import SetClock
from server.live.status import NO_MATCH, Condition, Status
from server.live.thinker import Thinker
from server.store import Store, StoreError
from server.store.rows import LATEST
from vision.reading import Sighting
from vision.watching.watch import Notice

log = logging.getLogger(__name__)

CHANGED = Text("The question has changed; look again.")
PATIENCE = 5.0
"""Seconds that NEXT waits for hands to leave the table, and for what they did to be understood."""
_TICK = 0.1
"""Seconds between two looks at the clock, as long as NEXT waits."""


class Camera(Protocol):
    """What the host may ask of the camera; the answers come as events."""

    def audit(self) -> None:
        """Read the whole table again."""

    def look(self) -> None:
        """Say `Settled` as soon as a few frames in a row show nothing new."""


class Dealer(Protocol):
    """Who knows what lies face down; at a real table nobody does."""

    def why_not(self, option: Option[Any]) -> Text | None:
        """Why an answer to the match that was shown last cannot be."""


class Robots(Protocol):
    """Who plays for seats among people: hands move pieces for them."""

    def why_not(self, match_id: int, match: Match[Any], option: Option[Any]) -> Text | None:
        """Why hands may not do this for a robot that is asked; None for everybody else."""


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
        self.camera_thread: Camera | None = None
        self.dealer: Dealer | None = None
        self.robots: Robots | None = None
        self._store = store
        self._show = show
        self._clock = clock
        self._monotonic = monotonic
        self._ear = Ear()
        self._set_clock = SetClock(self._now, monotonic)
        self._session: Session | None = None
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
        self.stranded: Text | None = None
        """Why the match of the evening before does not go on; it stays in the store as it is."""
        self._inbox: queue.SimpleQueue[tuple[Event | None, Future[None] | None] | None]
        self._inbox = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        running = store.running()
        if running is not None:
            self._go_on_with(running)

    def start(self) -> None:
        """Show what there is, and take events from now on."""
        self._thinker = Thinker(lambda search, finding: self.post(Found(search, finding)))
        self._publish()
        self._thread = threading.Thread(target=self._run, name="host", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Process what has come in, and end. Does no harm twice."""
        if self._thread is not None:
            self._inbox.put(None)
            self._thread.join()
            self._thread = None
        if self._thinker is not None:
            self._thinker.close()
            self._thinker = None

    def is_alive(self, patience: float) -> bool:
        """Whether it hears what comes in, within so many seconds."""
        heard: Future[None] = Future()
        self._inbox.put((None, heard))
        try:
            heard.result(patience)
        except TimeoutError:
            return False
        return True

    def post(self, event: Event) -> None:
        """Hand in an event from any thread."""
        self._inbox.put((event, None))

    def ask(self, wish: Wish) -> Future[None]:
        """Hand in a wish and learn whether it was granted: it raises what speaks against it."""
        granted: Future[None] = Future()
        self._inbox.put((wish, granted))
        return granted

    def _run(self) -> None:
        """The loop: one event after the other, and the clock as long as NEXT waits."""
        while True:
            try:
                item = self._inbox.get(timeout=None if self._next_until is None else _TICK)
            except queue.Empty:
                self.expire()
                continue
            if item is None:
                return
            event, done = item
            if event is not None:
                self._process(event, done)
            elif done is not None:
                done.set_result(None)

    def _process(self, event: Event, granted: Future[None] | None) -> None:
        try:
            self.handle(event)
        except Exception as error:
            if isinstance(error, Refused | RulesError | StoreError):
                log.info("%s", error)
            else:
                log.exception("An event could not be handled: %r", event)
            if granted:
                granted.set_exception(error)
        else:
            if granted:
                granted.set_result(None)

    def handle(self, event: Event) -> None:
        """Take one event now; what it leads to is on the disk before anybody is shown it.

        Raises what a person has to be told; the views say it too.
        """
        if isinstance(event, Found) and event.search.dropped:
            return
        if not isinstance(event, Reconsider):  # nobody has done anything
            self._said, self._refused = None, False
        try:
            if by := self._set_clock.seconds():
                self._clock_was_set(by)
            self._keep(self._take(event), self._now())
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
                Text("Still working out what moved; press NEXT again.")
                if self._settled
                else Text("Hands are still moving; press NEXT again.")
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
                return self._session.live.see(event) if self._session else []
            case Notice():
                return self._hear(event)
            case Settled():
                self._settled = True
                return self._next_after_look()
            case Found():
                finding = self._as_decided(event.search, event.finding)
                acts = self._playing().live.conclude(event.search, finding)
                return [*acts, *self._next_after_look()]
            case Reconsider():
                return self._look_again()
            case Press():
                return self._press(event)
            case Stuck():
                self._said = Text("{button} is stuck.", button=event.button.upper())
                return []
            case Begin():
                self._begin(event)
                return []
            case Resume():
                found = Session(self._store, event.match_id, self._think)  # or all stays as it is
                self._store.resume(event.match_id, self._now())
                self._session = found
                found.live.resume()
                return self._look_again()
            case GiveUp():
                if self._store.record(event.match_id).finished_at is not None:
                    raise Refused(Text("The match is over."))
                self._store.finish(event.match_id, self._now(), abandoned=True)
                self._put_away(event.match_id)
                return []
            case Renamed():
                if self._session is not None:
                    self._resume(self._session.match_id)
                return self._look_again()
            case Delete():
                self._store.delete(event.match_id)
                self._put_away(event.match_id)
                return []
            case Answer():
                self._check_asked(event.asked, event.seat)
                why_not = self.dealer.why_not if self.dealer else None
                acts = self._playing().live.answer(event.seat, event.key, event.after, why_not)
                return _said_by_robot(acts) if event.robot else acts
            case TableIsRight():
                self._check_asked(event.asked)
                return self._playing().live.correct(event.correction, event.seat)
            case TakeBack():
                return self._playing().live.take_back(event.seat, event.after)
            case Undo():
                self._check_asked(event.asked)
                return self._playing().undo_by_phone(event)
            case Allow():
                self._check_asked(event.asked)
                if not event.yes:
                    self._said = Text("{who} said no: nothing taken back.", who=event.seat)
                return self._playing().allow(event.seat, event.yes)

    def _hear(self, notice: Notice) -> list[Act]:
        """A camera that is gone leaves the match to phones and buttons until it is back."""
        self._said = notice.text
        self._camera = not notice.trouble
        if self._session is None:
            return []
        if notice.trouble:
            self._session.live.lose_sight()
            return []
        return self._look_again()

    def _press(self, press: Press) -> list[Act]:
        session = self._playing()
        if press.button is Button.UNDO:
            return session.undo(whole_turn=press.held)
        if press.button is Button.SCAN:
            return session.pause(self._now()) if press.held else self._scan()
        if press.held:
            raise Refused(Text("Nobody is waiting to join. Press NEXT briefly."))
        if self._camera and self.camera_thread is not None:
            # The last card may still be under a hand: look before the phase ends.
            self._next_until, self._settled = self._monotonic() + PATIENCE, False
            self.camera_thread.look()
            return []
        return self._next()

    def _next_after_look(self) -> list[Act]:
        """Once hands have left the table and what they did is understood, the phase ends."""
        if self._next_until is None or not self._settled or self._playing().live.searching:
            return []
        self._next_until = None
        return self._next()

    def _next(self) -> list[Act]:
        """NEXT. It does not pass for a robot that wants something else."""
        live = self._playing().live
        option = live.next_answer()
        why = self._robot_objects(live.match, option) if option else None
        if why is not None:
            raise Refused(Text("NEXT cannot pass here: {why}", why=why))
        return live.press_next()

    def _scan(self) -> list[Act]:
        if self.camera_thread is None or not self._camera:
            raise Refused(Text("There is no camera."))
        self.camera_thread.audit()
        self._said = Text("Reading the whole table.")
        return []

    def _look_again(self) -> list[Act]:
        if self._session is None or self._sighting is None or not self._camera:
            return []
        return self._session.live.see(self._sighting)

    def _begin(self, wish: Begin) -> None:
        match_id = begin(self._store, wish, self._now())
        self._load(match_id)
        self._sighting = None  # of what lay there before; the watch begins anew with every match

    def _put_away(self, match_id: int) -> None:
        """Nothing is played any more, if it was this match."""
        if self._session is not None and self._session.match_id == match_id:
            self._session = None
            self._next_until = self._trouble = None

    def _check_asked(self, shown: str | None, seat: Seat | None = None) -> None:
        """What was shown before is not answered by what is asked now."""
        live = self._playing().live
        if shown is not None and shown != asked(live.match, live.question, seat):
            raise Refused(CHANGED)

    def _playing(self) -> Session:
        if self._session is None:
            raise Refused(Text("Begin a match first."))
        return self._session

    # ------------------------------------------------------------------------------------ Storing

    def _keep(self, acts: list[Act], at: float) -> None:
        session = self._session
        if session is None:
            return
        try:
            acts = [*acts, *session.turn_up()]
            if acts:
                session.keep(acts, at)
                self._trouble = None
        except StoreError as error:
            self._trouble = error.reason
            session.load_again(self.view.match)
            raise
        if acts:
            session.end_if_over(at)

    def _go_on_with(self, match_id: int) -> None:
        """The match of the evening before."""
        try:
            self._resume(match_id)
        except StoreError as error:
            self.stranded = error.reason
        else:
            rest(self._store, match_id, self._now(), resting=False)

    def _clock_was_set(self, by: float) -> None:
        log.info("The clock was set by %+.0f seconds.", by)
        if self._session is not None:
            self._session.skip(self._now() - by, self._now())

    def _resume(self, match_id: int) -> None:
        self._load(match_id)
        self._playing().live.resume()

    def _load(self, match_id: int) -> None:
        self._session = Session(self._store, match_id, self._think)
        if self._sighting is not None and not self._shows_this_game(self._sighting):
            self._sighting = None

    def _think(self, search: Search) -> Finding | None:
        """Nobody waits for a host that has not been started, so it can do so itself."""
        found = self._thinker.think(search) if self._thinker else at_once(search)
        return None if found is None else self._as_decided(search, found)

    def _as_decided(self, search: Search, found: Finding) -> Finding:
        """What hands have done, up to the first answer that a robot has not decided."""
        if self.robots is None or not isinstance(found, Run | Begun):
            return found
        fork = search.match.fork()
        for number, key in enumerate(found.keys):
            option = fork.option(key)
            why = self._robot_objects(fork, option)
            if why is not None:
                # What was done before it counts as far as it can be seen; else all is wrong.
                before = found.keys[: certain(steps(search.match, found.keys[:number]))]
                if before:
                    return Begun(tuple(before))
                moved = search.snapshot.moved(search.match)
                return Astray(dict.fromkeys(moved), dict.fromkeys(moved, why))
            fork.take(option)
        return found

    def _robot_objects(self, match: Match[Any], option: Option[Any]) -> Text | None:
        """Why hands may not do this for a robot, if it plays for whoever is asked."""
        if self.robots is None:
            return None
        return self.robots.why_not(self._playing().match_id, match, option)

    def _shows_this_game(self, sighting: Sighting) -> bool:
        return self._session is None or self._session.shows(sighting)

    def _now(self) -> float:
        # A Raspberry Pi has no clock of its own: any time may come, but a row must be storable.
        return min(max(self._clock(), 0.0), LATEST)

    # ------------------------------------------------------------------------------------ Showing

    def _publish(self) -> None:
        view = self._session.view() if self._session else View()
        if view.match is not None and view.match_id is not None:
            loud = self._ear.listen(view.match_id, view.match, self._monotonic())
            view = replace(view, loud=loud)
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
        return (self._session and self._session.live.sighting) or self._sighting

    def _status(self) -> Status:
        if self._trouble:
            return Status(Condition.DISK, self._trouble)
        if self._session is None:
            return NO_MATCH
        live = self._session.live
        if not self._camera and not live.paused:
            return Status(Condition.NO_CAMERA)
        return live.status


def _said_by_robot(acts: list[Act]) -> list[Act]:
    """What a phone would have said; what the table shows besides is the camera's all the same."""
    return [act._replace(by=ROBOT) if act.by.startswith("phone:") else act for act in acts]
