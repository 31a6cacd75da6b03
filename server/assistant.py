"""The whole assistant put together: store, panel, host and camera, started and stopped in order."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from pathlib import Path
from typing import Self

from firmware.camera import named_source
from firmware.panel import Panel, PanelError, PanelEvent, SimulatedPanel, has_pins
from rules.games import GAMES
from server.demonstration import Demonstration
from server.eyes import Eyes
from server.host import Host, Settled, View
from server.playground import Playground
from server.sight import LENS, Sight
from server.store import Store
from server.web import Tableside
from server.web.events import Events
from server.web.joining import Joining
from server.web.names import HostNames
from vision.layout import load_layout
from vision.lens import Lens, load_lens
from vision.reading import Sighting, Tags
from vision.registry import load_registry
from vision.table import look
from vision.tags import TagReader
from vision.watch import Notice, Watch

log = logging.getLogger(__name__)

STORE = "matches.sqlite"
SIMULATED = "simulated"


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


def _has_picamera2() -> bool:
    from importlib.util import find_spec

    return find_spec("picamera2") is not None


class Assistant:
    """Use it in `with`: everything runs inside, and is closed in order at its end."""

    def __init__(self, folder: Path, camera: str, show: Callable[[View], None]) -> None:
        """`show` gets every view, on the host's thread."""
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._show = show
        self.events = Events()
        self.store = Store.open(folder / STORE)
        self.joining = Joining(self.store, self.events.publish)
        self.host = Host(self.store, self._shown)
        self.panel = self._open_panel()
        self._lens = load_lens(folder / LENS) if (folder / LENS).exists() else None
        self._game = self._last_game()
        self.playground: Playground | None = None
        self.robots: Demonstration | None = None
        if camera == SIMULATED:
            self.playground = Playground(self._game, self.events.publish)
            self.robots = Demonstration(self.host, self.playground, self.events.publish)
        source = self.playground or named_source(camera)
        self.eyes = Eyes(source, self._watch(), self._seen)
        self.sight = Sight(self.eyes, folder, self._wear)
        self.host.eyes = self.eyes

    def __enter__(self) -> Self:
        self.events.start()
        self.host.start()
        self.eyes.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.robots is not None:
            self.robots.close()
        self.eyes.stop()
        self.host.stop()
        self.panel.close()
        self.joining.stop()
        self.events.stop()
        self.store.close()

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
            playground=self.playground,
            robots=self.robots,
        )

    def is_alive(self) -> bool:
        """Whether the threads that do the work still run: the watchdog is told only then."""
        return self.host.is_alive() and self.eyes.is_alive()

    def _last_game(self) -> str:
        record = next((r for r in self.store.matches() if r.state == "running"), None)
        return record.game if record else next(iter(GAMES))

    def _watch(self) -> Watch:
        """Looks for the pieces of the game; every seat's area is known, taken or not."""
        layout, registry = load_layout(self._game), load_registry(self._game)
        lens = self._lens

        def placed(tags: Tags, size: tuple[int, int]) -> Sighting:
            return look(tags, layout, registry, size, lens)

        return Watch(TagReader(registry, layout), placed)

    def _wear(self, lens: Lens) -> None:
        """See through a lens that has just been measured."""
        self._lens = lens
        self.eyes.change(self._watch())

    def _seen(self, event: Sighting | Notice | Settled) -> None:
        self.sight.hear()
        self.host.post(event)

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
        if self.playground is not None:
            self.playground.follow(view)
        if view.match is not None and view.match.game.name != self._game:
            self._game = view.match.game.name
            self.eyes.change(self._watch())
        self.events.publish()
        self._show(view)

    def _pressed(self, event: PanelEvent) -> None:
        """NEXT lets a phone in that asks; otherwise buttons are for the match."""
        if not self.joining.press(event):
            self.host.post(event)
