"""The whole assistant put together: store, panel, host and camera, started and stopped in order."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any, Self

from firmware.camera import described, named_source
from firmware.guarded_camera import GuardedCamera
from firmware.panel import Panel, PanelError, PanelEvent, SimulatedPanel, has_pins
from rules.flow import Seat
from rules.games import GAMES
from rules.match import Match
from rules.text import Text
from server.advice.adviser import Adviser
from server.advice.coach import Coach
from server.data_folder import Occupation, put_broken_aside
from server.live.albums import Albums, copies_of
from server.live.camera_thread import Eyes
from server.live.checking.lens import LENS, SIMULATED_LENS, LensMeasuring
from server.live.checking.looks import TableCheck
from server.live.checking.panel import PanelTrial
from server.live.host import Host
from server.live.learning import Learner
from server.live.messages import Settled, View
from server.live.photographs import Sight
from server.live.sheets import Sheets
from server.live.snapshot import levels_of
from server.member.member import Member
from server.robots.demonstration import Demonstration
from server.robots.open_hands import OpenHands
from server.robots.seats import RobotSeats
from server.simulated.playground import Playground
from server.store import Store
from server.store.checkup import Checkup
from server.store.keys import entry_code
from server.web import Tableside
from server.web.door.joining import Joining
from server.web.door.names import HostNames
from server.web.http.events import Events
from vision.layout import load_layout
from vision.locate.lens import Lens, load_lens
from vision.locate.places import look
from vision.printed_copy import PrintedCopy, copy_of
from vision.reading import Sighting, Tags
from vision.recognise.boards import Boards
from vision.recognise.number_process import NumberProcess
from vision.recognise.numbers import NumberWitness, numbers_of
from vision.recognise.tags import TagReader
from vision.registry import load_registry
from vision.watching.watch import Notice, Watch

log = logging.getLogger(__name__)

STORE = "matches.sqlite"
SIMULATED = "simulated"
_PATIENCE = 5.0
"""Seconds in which the host hears whatever comes in."""


def data_folder() -> Path:
    """Where matches are kept: systemd's folder for the service, else the user's own."""
    given = os.environ.get("STATE_DIRECTORY")
    if given:
        return Path(given)
    shared = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(shared) / "quartermaster"


def find_camera() -> str:
    """The name of the best camera there is: the Pi's own, a USB camera, or the simulated table."""
    if has_pins() and _has_picamera2():
        return "pi"
    for device in sorted(Path("/dev").glob("video*")):
        return str(device)
    return SIMULATED


def _measured(file: Path) -> Lens | None:
    return load_lens(file) if file.exists() else None


def _has_picamera2() -> bool:
    from importlib.util import find_spec

    return find_spec("picamera2") is not None


class Assistant:
    """Use it in `with`: everything runs inside, and is closed in order at its end."""

    def __init__(self, folder: Path, camera: str, show: Callable[[View], None]) -> None:
        """`show` gets every view, on the host's thread.

        Raises UserError if the folder cannot be used, or another assistant uses it.
        """
        self._occupation = Occupation(folder)
        try:
            self._put_together(folder, camera, show)
        except BaseException:
            self._occupation.end()
            raise

    def _put_together(self, folder: Path, camera: str, show: Callable[[View], None]) -> None:
        self._folder = folder
        self._show = show
        self.events = Events()
        self.notices = put_broken_aside(folder)
        """What people have to know about the files of the matches."""
        self.store = Store.open(folder / STORE)
        if self.store.trouble is not None:
            self._notice(self.store.trouble)
        self._checkup = Checkup(self.store, self._notice)
        self.club = Member(self.store, self.events.publish)
        self.joining = Joining(self.store, entry_code(folder), self._asked)
        self.host = Host(self.store, self._shown)
        self.panel = self._open_panel()
        self._trial = PanelTrial(self.panel)
        lens_file = folder / (SIMULATED_LENS if camera == SIMULATED else LENS)
        self._lens = None if camera == SIMULATED else _measured(lens_file)
        self._game, self._copies = self._last_game(), dict[str, list[str]]()
        self._printed: PrintedCopy | None = None
        self._albums = Albums(folder)
        self._numbers = NumberProcess()
        self.adviser = Adviser()
        self._coach = Coach(self.adviser, self.events.publish)
        self._match_id: int | None = None
        self._open_hands: Collection[str] = set()
        self._on_turn: Seat | None = None
        self.playground: Playground | None = None
        self.robots: Demonstration | None = None
        if camera == SIMULATED:
            self.playground = Playground(self._game, self.events.publish, folder)
            self.host.dealer = self.playground
            self.robots = Demonstration(self.host, self.playground, self.events.publish)
        held = self.playground.hand if self.playground else OpenHands(lambda: self.host.view)
        self._robot_seats = RobotSeats(self.store, self.adviser, self.host.post, held)
        self.host.robots = self._robot_seats
        source = self.playground or GuardedCamera(lambda: named_source(camera, folder))
        self.eyes = Eyes(source, self._watch(), self._seen)
        self.learner = Learner(self.eyes, self._albums, self._look_again)
        self.sheets = Sheets(self.learner)
        self.sight = Sight(self.eyes)
        lens = LensMeasuring(self.eyes, lens_file, self._use_lens)
        name = Text("The simulated camera") if camera == SIMULATED else described(camera)
        self.check = TableCheck(self.eyes, name, lens, self._trial, lambda: self._lens)
        self.host.eyes = self.eyes

    def __enter__(self) -> Self:
        self.events.start()
        self.host.start()
        self.eyes.start()
        self._checkup.start()
        self.club.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._checkup.stop()
        if self.robots is not None:
            self.robots.close()
        self.eyes.stop()
        self._numbers.close()
        self.adviser.close()
        self.host.stop()
        self.club.stop()
        self.panel.close()
        self.joining.stop()
        self.events.stop()
        self.store.close()
        self._occupation.end()

    def tableside(self, port: int) -> Tableside:
        """What the pages, served on this port, may touch."""
        return Tableside(
            self.host,
            self.store,
            self.joining,
            self.events,
            self.panel,
            HostNames(port),
            self._folder,
            own_screen=isinstance(self.panel, SimulatedPanel),
            sight=self.sight,
            check=self.check,
            learner=self.learner,
            sheets=self.sheets,
            playground=self.playground,
            robots=self.robots,
            coach=self._coach,
            robot_seats=self._robot_seats,
            club=self.club,
            notices=self.notices,
        )

    def hangs(self) -> str | None:
        """Who does not do its work any more; None if all do. The watchdog is told only then."""
        if not self.host.is_alive(_PATIENCE):
            return "the match"
        return None if self.eyes.is_alive() else "the camera's thread"

    def _last_game(self) -> str:
        running = self.store.running()
        return self.store.record(running).game if running else next(iter(GAMES))

    def _watch(self) -> Watch:
        """Looks for the pieces of the game; every seat's area is known, taken or not."""
        layout = load_layout(self._game, copy=self._printed, hands=self._open_hands)
        registry = load_registry(self._game)
        lens, copies = self._lens, self._copies

        def placed(tags: Tags, size: tuple[int, int]) -> Sighting:
            levels = levels_of(self.host.view.match)
            return look(tags, layout, registry, size, lens, copies, levels=levels)

        cards = self._albums.reader(self._game) if copies else None
        printed = numbers_of(self._game) if copies else None
        numbers = NumberWitness(printed, self._numbers) if printed else None
        pictures = self._albums.boards(self._game)
        boards = Boards(pictures, layout) if pictures else None
        return Watch(TagReader(registry, layout), placed, cards, numbers, boards)

    def _look_again(self) -> None:
        """What boards look like has changed."""
        self.eyes.change(self._watch())

    def _use_lens(self, lens: Lens) -> None:
        """See through a lens that has just been measured; a simulated one bends nothing."""
        if self.playground is None:
            self._lens = lens
            self.eyes.change(self._watch())

    def _seen(self, event: Sighting | Notice | Settled) -> None:
        self.sight.invalidate()
        self.host.post(event)

    def _notice(self, text: Text) -> None:
        """Tell whoever looks after the files, in the log and on the phones."""
        log.warning("%s", text)
        self.notices.append(text)
        self.events.publish()

    def _open_panel(self) -> Panel:
        """Buttons that cannot be used do not keep the assistant from working."""
        try:
            return Panel.open(self._pressed)
        except PanelError as error:
            log.warning("%s The assistant goes on without the panel.", error)
            return Panel.simulated(self._pressed)

    def _shown(self, view: View) -> None:
        self.panel.show(view.lamp, view.provisional)
        if view.refused:
            self.panel.beep(2)
        else:
            self._ring(view)
        if self.playground is not None:
            self.playground.follow(view)
        self._robot_seats.follow(view)
        hands = self._hands_in_sight(view)
        if view.match is not None and (view.match_id, hands) != (self._match_id, self._open_hands):
            self._match_id, self._open_hands = view.match_id, hands
            self._look_for(view.match)
        self.club.follow(view)
        self.events.publish()
        self._show(view)

    def _ring(self, view: View) -> None:
        """The buzzer says that somebody else is on turn now."""
        match = view.match
        active = match.table.active if match and match.choice else None
        was = self._on_turn if view.match_id == self._match_id else None
        if active and was and active != was:
            self.panel.beep()
        self._on_turn = active

    def _hands_in_sight(self, view: View) -> Collection[str]:
        """The robots whose hands lie open before the camera; a simulated table knows all hands."""
        robots = () if self.playground else self._robot_seats.of(view.match_id)
        seats = view.match.seats if view.match and robots else ()
        return {
            seat.colour
            for seat in seats
            if seat.colour in robots and view.match and view.match.game.piles.hands(seat)
        }

    def _look_for(self, match: Match[Any]) -> None:
        """The pieces of the match that is being played, by what they are known by in it."""
        self._game, self._copies = match.game.name, copies_of(match)
        self._printed = copy_of(match.game)
        if self._copies:
            self._albums.play(self._game, self._copies)
        self.eyes.change(self._watch())

    def _asked(self) -> None:
        """While phones ask to join, lamp and buzzer tell those at the table; those who have taken
        the seat of a robot play themselves.
        """
        self.panel.call(bool(self.joining.claims))
        self._robot_seats.make_room(self.host.view)
        self.events.publish()

    def _pressed(self, event: PanelEvent) -> None:
        """NEXT, held, lets a phone in that asks; otherwise buttons are for the match.

        While somebody tries whether they work, they are for nothing else.
        """
        if self._trial.takes(event):
            self.events.publish()
        elif self.joining.press(event):
            self.panel.beep()
        else:
            self.host.post(event)
