"""The one owner of the live match: one thread, one inbox.

Sightings, presses and answers come in; what they lead to is on the disk before anybody is shown it.
Nothing in here waits for the camera, a button or a phone.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, Protocol

from firmware.panel import Lamp
from firmware.switches import Button, PanelEvent, Press, Stuck
from rules.explain import Question
from rules.flow import Seat
from rules.game import RulesError
from rules.games import GAMES
from rules.match import Match
from rules.pieces import Piece
from rules.text import Text
from server.live import Act, Correction, Live, Refused
from server.owner import read_own
from server.store import Entry, Store, StoreError
from server.store_rows import LATEST
from server.virtual import turn_up
from vision.reading import Sighting
from vision.watch import Notice

log = logging.getLogger(__name__)

PATIENCE = 5.0
"""Seconds that NEXT waits for hands to leave the table."""


@dataclass(frozen=True, slots=True)
class Settled:
    """The camera has looked again since it was asked: the table is as it was last reported."""


@dataclass(frozen=True, slots=True)
class Begin:
    """Somebody starts a match; a running one is paused."""

    game: str
    names: Sequence[str]
    settings: Mapping[str, str]
    colours: Sequence[str] = ()
    """One for each name; without them the game's own order."""


@dataclass(frozen=True, slots=True)
class Resume:
    match_id: int


@dataclass(frozen=True, slots=True)
class Answer:
    """A phone chooses for its seat, having seen the match after so many answers."""

    seat: Seat
    key: str
    after: int | None = None


@dataclass(frozen=True, slots=True)
class TableIsRight:
    """A phone says that the match has to follow the table."""

    seat: Seat
    correction: Correction


Wish = Begin | Resume | Answer | TableIsRight
Event = Sighting | Notice | Settled | PanelEvent | Wish


class Eyes(Protocol):
    """What the host may ask of the camera; the answers come as events."""

    def audit(self) -> None:
        """Read the whole table again."""

    def look(self) -> None:
        """Say `Settled` as soon as a few frames in a row show nothing new."""


@dataclass(frozen=True, slots=True)
class View:
    """What everybody may know after an event. `number` grows with each."""

    number: int = 0
    match_id: int | None = None
    match: Match[Any] | None = None
    """The reader's own copy."""
    provisional: bool = False
    wrong: Mapping[Piece, Text] = field(default_factory=dict)
    """Every piece that is not where it should be, and why."""
    unclear: tuple[Text, ...] = ()
    question: Question | None = None
    pending: tuple[Text, ...] = ()
    corrections: tuple[Correction, ...] = ()
    """How the match could have gone if the table is right, when something is wrong."""
    camera: bool = False
    paused: bool = False
    said: Text | None = None
    """What the last event was answered with, if it was not simply done."""
    refused: bool = False
    """Whether the last event was refused; `said` says why."""
    lamp: Lamp = Lamp.OFF
    sighting: Sighting | None = None
    """The table as the camera saw it last; None while there is no camera."""
    final: int = 0
    """How many answers are not provisional any more."""


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
        self._said: Text | None = None
        self._refused = False
        self._trouble: Text | None = None
        """Why the last rows could not be stored; nothing that was not stored is shown."""
        self._inbox: queue.SimpleQueue[tuple[Event, Future[None] | None] | None]
        self._inbox = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        running = store.running()
        if running is not None:
            self._take_up(running)

    def start(self) -> None:
        """Show what there is, and take events from now on."""
        self._publish()
        self._thread = threading.Thread(target=self._run, name="host", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Work off what has come in, and end. Does no harm twice."""
        if self._thread is not None:
            self._inbox.put(None)
            self._thread.join()
            self._thread = None

    def is_alive(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    def post(self, event: Event) -> None:
        """Hand in an event from any thread."""
        self._inbox.put((event, None))

    def ask(self, wish: Wish) -> Future[None]:
        """Hand in a wish and learn whether it was granted: it raises what speaks against it."""
        granted: Future[None] = Future()
        self._inbox.put((wish, granted))
        return granted

    def handle(self, event: Event) -> None:
        """Take one event now. Raises what a person has to be told; the views say it too."""
        self._said, self._refused = None, False
        try:
            self._store_acts(self._take(event))
        except (Refused, RulesError, StoreError) as error:
            self._said, self._refused = error.reason, True
            raise
        finally:
            self._publish()

    def expire(self) -> None:
        """NEXT has waited long enough for hands to leave the table."""
        if self._next_until is not None and self._monotonic() >= self._next_until:
            self._next_until = None
            self._said = Text("Hands are still moving on the table; press NEXT again.")
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
                return self._next_after_look()
            case Press():
                return self._press(event)
            case Stuck():
                self._said = Text("The button {button} is stuck.", button=event.button.upper())
                return []
            case Begin():
                self._begin(event)
                return self._look_again()
            case Resume():
                self._store.resume(event.match_id)
                self._take_up(event.match_id)
                return self._look_again()
            case Answer():
                return self._playing().answer(event.seat, event.key, event.after)
            case TableIsRight():
                return self._playing().correct(event.correction, event.seat)

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
            return live.press_undo(whole_turn=press.held)
        if press.button is Button.SCAN:
            return self._pause() if press.held else self._scan()
        if self._camera and self.eyes is not None:
            # The last card may still be under a hand: look before the phase ends.
            self._next_until = self._monotonic() + PATIENCE
            self.eyes.look()
            return []
        return live.press_next()

    def _next_after_look(self) -> list[Act]:
        if self._next_until is None:
            return []
        self._next_until = None
        return self._playing().press_next()

    def _scan(self) -> list[Act]:
        if self.eyes is None or not self._camera:
            raise Refused(Text("There is no camera to look with."))
        self.eyes.audit()
        self._said = Text("The whole table is read again.")
        return []

    def _pause(self) -> list[Act]:
        live = self._playing()
        live.paused = not live.paused
        return [] if live.paused else self._look_again()

    def _look_again(self) -> list[Act]:
        if self._live is None or self._sighting is None or not self._camera:
            return []
        return self._live.see(self._sighting)

    def _begin(self, wish: Begin) -> None:
        own = read_own(GAMES[wish.game], self._store.path.parent) if wish.game in GAMES else {}
        settings = {**own, **wish.settings}
        match_id = self._store.new_match(wish.game, wish.names, settings, self._now(), wish.colours)
        self._store.resume(match_id)
        self._load(match_id)

    def _playing(self) -> Live:
        if self._live is None:
            raise Refused(Text("No match is being played. Start one first."))
        return self._live

    # ------------------------------------------------------------------------------------ Storing

    def _store_acts(self, acts: Sequence[Act]) -> None:
        """On the disk first. What cannot be stored has not happened."""
        at = self._now()
        try:
            if self._live is not None:
                acts = [*acts, *turn_up(self._live, self._match_id, self._store.path.parent)]
            if not acts:
                return
            rows = [Entry(act.kind, act.key, act.by, at) for act in acts]
            self._rows = self._store.append(self._match_id, rows, after=self._rows)
            self._trouble = None
        except StoreError as error:
            self._trouble = error.reason
            self._load_again()
            raise
        if self._live is not None and self._live.match.choice is None:
            self._store.finish(self._match_id, at)

    def _take_up(self, match_id: int) -> None:
        self._load(match_id)
        self._playing().take_up()

    def _load_again(self) -> None:
        """As it is on the disk; if that cannot even be read, as everybody was shown it last."""
        try:
            self._load(self._match_id)
        except StoreError:
            shown = self.view.match
            if shown is not None and self._live is not None:
                self._live = Live(shown.fork(), min(self._live.final, len(shown.journal)))

    def _load(self, match_id: int) -> None:
        match, entries = self._store.load(match_id), self._store.entries(match_id)
        answered = final = 0
        for entry in entries:
            answered += {"choice": 1, "correction": 1, "redo": 1, "undo": -1}.get(entry.kind, 0)
            final = answered if entry.kind == "final" else min(final, answered)
        # Only the last turns can be taken back by hand, as if it had never been loaded.
        turns = match.checkpoints
        final = max(final, turns[-2].answered if len(turns) > 1 else 0)
        self._live, self._match_id, self._rows = Live(match, final), match_id, len(entries)
        if self._sighting is not None and not self._shows_this_game(self._sighting):
            self._sighting = None

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
        live, said = self._live, self._said or self._trouble
        sighting = self._sighting if self._camera else None
        if live is None:
            self.view = View(
                self.view.number + 1,
                camera=self._camera,
                said=said,
                refused=self._refused,
                sighting=sighting,
            )
        else:
            self.view = View(
                self.view.number + 1,
                self._match_id,
                live.match.fork(),
                live.provisional,
                dict(live.wrong),
                tuple(live.unclear),
                live.question,
                tuple(live.pending.values()),
                tuple(live.corrections()) if live.wrong else (),
                self._camera,
                live.paused,
                said,
                self._refused,
                self._lamp(live),
                sighting,
                live.final,
            )
        self._show(self.view)

    def _lamp(self, live: Live) -> Lamp:
        if self._trouble or live.wrong:
            return Lamp.RED
        if live.question or live.unclear or not self._camera:
            return Lamp.AMBER
        return Lamp.GREEN

    def _run(self) -> None:
        while True:
            try:
                item = self._inbox.get(timeout=None if self._next_until is None else 0.1)
            except queue.Empty:
                self.expire()
                continue
            if item is None:
                return
            self._work_off(*item)

    def _work_off(self, event: Event, granted: Future[None] | None) -> None:
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
