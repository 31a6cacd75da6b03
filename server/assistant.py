"""The whole assistant put together: store, panel, host and camera, started and stopped in order."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Self

from firmware.camera import named_source
from firmware.cameras import described
from firmware.guarded_camera import GuardedCamera
from firmware.panel import Panel, PanelError, PanelEvent, SimulatedPanel
from firmware.pins import PINS_FILE, PinsError, load_pins
from rules.flow import Seat
from rules.games import GAMES, first_game
from rules.text import Text
from server.advice.adviser import Adviser
from server.advice.coach import Coach
from server.data_folder import Occupation, put_broken_aside
from server.live.albums import Albums, pictured_ids
from server.live.camera_thread import CameraThread
from server.live.cameras import (
    AUTO,
    SIMULATED,
    CameraChoice,
    KnownCameras,
    lens_file,
    shown_name,
)
from server.live.checking.lens import LensMeasuring
from server.live.checking.looks import TableCheck
from server.live.checking.panel import PanelTrial
from server.live.host import Host
from server.live.learning import Learner
from server.live.loud import Loud
from server.live.messages import View
from server.live.photographs import Sight
from server.live.snapshot import levels_of
from server.live.spreads import Spreads
from server.live.uploaded import SentPictures
from server.member.member import Member
from server.robots.open_hands import OpenHands
from server.robots.seats import RobotSeats
from server.store import Store
from server.store.checkup import Checkup
from server.store.keys import entry_code
from server.web import Tableside
from server.web.door.joining import Joining
from server.web.door.names import HostNames
from server.web.http.events import Events
from vision.layout import NO_LAYOUT, load_layout
from vision.locate.lens import Lens, load_lens
from vision.locate.places import looking
from vision.printed_copy import PrintedCopy, copy_of
from vision.recognise.boards import Boards
from vision.recognise.number_process import NumberProcess
from vision.recognise.numbers import NumberWitness, numbers_of
from vision.recognise.tags import TagReader
from vision.registry import NO_REGISTRY, load_registry
from vision.watching.watch import Watch

if TYPE_CHECKING:
    from server.robots.demonstration import Demonstration
    from server.simulated.playground import Playground

log = logging.getLogger(__name__)

STORE = "matches.sqlite"
_PATIENCE = 5.0
"""Seconds in which the host hears whatever comes in."""


def data_folder() -> Path:
    """Where matches are kept: systemd's folder for the service, else the user's own."""
    given = os.environ.get("STATE_DIRECTORY")
    if given:
        return Path(given)
    shared = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(shared) / "quartermaster"


def _measured(file: Path) -> Lens | None:
    return load_lens(file) if file.exists() else None


@dataclass(frozen=True, slots=True)
class Sought:
    """What the camera looks for."""

    game: str | None = None
    """None until a match is played, and then nothing is looked for."""
    match_id: int | None = None
    hands: Collection[str] = ()
    """The colours of those whose hands lie open before the camera."""
    printed: PrintedCopy | None = None
    copies: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """The pieces of every kind that is known by its picture."""


class Assistant:
    """Use it in `with`: everything runs inside, and is closed at its end, the last part first; also
    if it cannot be put together, and whatever a part says against it.
    """

    def __init__(
        self,
        folder: Path,
        camera: str,
        show: Callable[[View], None],
        begin_again: Callable[[], object] | None = None,
    ) -> None:
        """`show` gets every view, on the host's thread. `begin_again` makes another assistant soon;
        without it, nobody can choose another camera.

        Raises UserError if the folder cannot be used, or another assistant uses it.
        """
        with ExitStack() as opened:
            opened.enter_context(Occupation(folder))
            self._put_together(folder, camera, show, begin_again, opened)
            self._opened = opened.pop_all()

    def _put_together(
        self,
        folder: Path,
        camera: str,
        show: Callable[[View], None],
        begin_again: Callable[[], object] | None,
        opened: ExitStack,
    ) -> None:
        """Every part comes after those that it uses, so it is closed before them."""
        self._folder = folder
        self._show = show
        self.notices = put_broken_aside(folder)
        """What people have to know about the files of the matches."""
        known = KnownCameras(folder)
        given = camera != AUTO
        camera = camera if given else known.best()
        self.camera = shown_name(camera)
        """Which one it is, for the log."""
        self._cameras = CameraChoice(known, camera, given, begin_again) if begin_again else None
        self.store = Store.open(folder / STORE)
        opened.callback(self.store.close)
        self.events = Events()
        opened.callback(self.events.stop)
        if self.store.trouble is not None:
            self.notice(self.store.trouble)
        self.joining = Joining(self.store, entry_code(folder), self._asked)
        opened.callback(self.joining.stop)
        self.panel = self._open_panel()
        opened.callback(self.panel.close)
        self._trial = PanelTrial(self.panel)
        self.club = Member(self.store, self.events.publish)
        opened.callback(self.club.stop)
        self.host = Host(self.store, self._shown)
        opened.callback(self.host.stop)
        if self.host.stranded is not None:
            self.notice(self.host.stranded)
        lens_kept = lens_file(folder, camera)
        self._lens = None if camera == SIMULATED else _measured(lens_kept)
        self._sought = Sought(self._running_game())
        self._albums = Albums(folder)
        self.adviser = Adviser()
        opened.callback(self.adviser.close)
        self._sent = SentPictures()
        opened.callback(self._sent.close)
        self._numbers = NumberProcess()
        opened.callback(self._numbers.close)
        self._coach = Coach(self.adviser, self.events.publish)
        self._on_turn: Seat | None = None
        self._loud: Loud | None = None
        self.playground: Playground | None = None
        self.robots: Demonstration | None = None
        if camera == SIMULATED:
            # What draws tables and plays on them is only loaded where there is no camera.
            from server.robots.demonstration import Demonstration
            from server.simulated.playground import Playground

            game = self._sought.game or first_game().name
            self._sought = replace(self._sought, game=game)
            self.playground = Playground(game, self.events.publish, folder)
            self.host.dealer = self.playground
            self.robots = Demonstration(self.host, self.playground, self.events.publish)
        held = self.playground.hand if self.playground else OpenHands(lambda: self.host.view)
        self._robot_seats = RobotSeats(self.store, self.adviser, self.host.post, held)
        self.host.robots = self._robot_seats
        source = self.playground or GuardedCamera(
            lambda: named_source(camera, folder, known.login(camera))
        )
        self.camera_thread = CameraThread(source, self._watch(), self.host.post)
        opened.callback(self.camera_thread.stop)
        if self.robots is not None:
            opened.callback(self.robots.close)
        self._checkup = Checkup(self.store, self.notice)
        opened.callback(self._checkup.stop)
        self.learner = Learner(self.camera_thread, self._albums, self._look_again)
        self.spreads = Spreads(self.learner)
        self.sight = Sight(self.camera_thread)
        lens = LensMeasuring(self.camera_thread, lens_kept, self._use_lens)
        name = Text("The simulated camera") if camera == SIMULATED else described(camera)
        self.check = TableCheck(self.camera_thread, name, lens, self._trial, lambda: self._lens)
        self.host.camera_thread = self.camera_thread

    def __enter__(self) -> Self:
        with ExitStack() as opened:
            opened.push(self._opened)
            self.events.start()
            self.host.start()
            self.camera_thread.start()
            self._checkup.start()
            self.club.start()
            self._opened = opened.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._opened.close()

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
            self._sent,
            own_screen=isinstance(self.panel, SimulatedPanel),
            cameras=self._cameras,
            sight=self.sight,
            check=self.check,
            learner=self.learner,
            spreads=self.spreads,
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
        return None if self.camera_thread.is_alive() else "the camera's thread"

    def _running_game(self) -> str | None:
        running = self.store.running()
        game = self.store.record(running).game if running else None
        return game if game in GAMES else None

    def _watch(self) -> Watch:
        """Looks for the pieces of the game; every seat's area is known, taken or not."""
        sought, game = self._sought, self._sought.game
        if game is None:
            return Watch(TagReader(NO_REGISTRY, NO_LAYOUT), looking(NO_LAYOUT, NO_REGISTRY))
        layout = load_layout(game, copy=sought.printed, hands=sought.hands)
        registry = load_registry(game)
        placed = looking(layout, registry, self._lens, sought.copies)
        cards = self._albums.reader(game) if sought.copies else None
        printed = numbers_of(game) if sought.copies else None
        numbers = NumberWitness(printed, self._numbers) if printed else None
        pictures = self._albums.boards(game)
        boards = Boards(pictures, layout) if pictures else None
        return Watch(TagReader(registry, layout), placed, cards, numbers, boards)

    def _look_again(self) -> None:
        """By other pictures, through another lens, or for other pieces."""
        self.camera_thread.change(self._watch())

    def _use_lens(self, lens: Lens) -> None:
        """See through a lens that has just been measured; a simulated one bends nothing."""
        if self.playground is None:
            self._lens = lens
            self._look_again()

    def notice(self, text: Text) -> None:
        """Tell whoever looks after the files, in the log and on the phones."""
        log.warning("%s", text)
        self.notices.append(text)
        self.events.publish()

    def _open_panel(self) -> Panel:
        """Buttons that cannot be used, or whose file is broken, keep nobody from playing."""
        try:
            return Panel.open(self._pressed)
        except (PanelError, PinsError) as error:
            self.notice(
                Text(
                    "Buttons and lamp do not work: use phones. {why} Correct it, then "
                    "restart Quartermaster.",
                    why=error,
                )
            )
            return Panel.simulated(self._pressed, load_pins(PINS_FILE))

    def _shown(self, view: View) -> None:
        self.panel.show(view.lamp, view.provisional)
        if view.refused:
            self.panel.beep(2)
        else:
            self._ring(view)
            self._tell(view)
        if self.playground is not None:
            self.playground.follow(view)
        self._robot_seats.follow(view)
        self._look_for(view)
        self.camera_thread.expect(levels_of(view.match))
        self.club.follow(view)
        self.events.publish()
        self._show(view)

    def _ring(self, view: View) -> None:
        """The buzzer says that somebody else is on turn now."""
        match = view.match
        active = match.table.active if match and match.choice else None
        was = self._on_turn if view.match_id == self._sought.match_id else None
        if active and was and active != was:
            self.panel.beep()
        self._on_turn = active

    def _tell(self, view: View) -> None:
        """Lamp and buzzer know what everybody has to notice at once."""
        loud, was = view.loud, self._loud
        self._loud = loud
        for each in loud.events if loud is not None and loud is not was else ():
            if each.kind.signal is not None:
                self.panel.tell(each.kind.signal)

    def _hands_in_sight(self, view: View) -> Collection[str]:
        """The robots whose hands lie open before the camera; a simulated table knows all hands."""
        robots = () if self.playground else self._robot_seats.of(view.match_id)
        seats = view.match.seats if view.match and robots else ()
        return {
            seat.colour
            for seat in seats
            if seat.colour in robots and view.match and view.match.game.piles.hands(seat)
        }

    def _look_for(self, view: View) -> None:
        """The pieces of the match that is being played, by what they are known by in it."""
        match, hands = view.match, self._hands_in_sight(view)
        if match is None or (view.match_id, hands) == (self._sought.match_id, self._sought.hands):
            return
        game, copies = match.game.name, pictured_ids(match)
        self._sought = Sought(game, view.match_id, hands, copy_of(match.game), copies)
        if copies:
            self._albums.play(game, copies)
        self._look_again()

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
