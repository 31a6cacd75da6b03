"""The whole assistant put together: store, panel, host and camera, started and stopped in order."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from pathlib import Path
from typing import Self

from firmware.camera import named_source
from firmware.panel import Panel, PanelError, has_pins
from firmware.simulated_camera import SimulatedCamera
from rules.games import GAMES
from server.eyes import Eyes
from server.host import Host, View
from server.store import Store
from vision.camera_model import Camera
from vision.frame import Source
from vision.layout import load_layout
from vision.lens import load_lens
from vision.reading import Sighting, Tags
from vision.registry import load_registry
from vision.scene import Scene
from vision.table import look
from vision.tags import TagReader
from vision.watch import Watch

log = logging.getLogger(__name__)

STORE = "matches.sqlite"
LENS = "lens.toml"


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
    return "simulated"


def _has_picamera2() -> bool:
    from importlib.util import find_spec

    return find_spec("picamera2") is not None


class Assistant:
    """Use it in `with`: everything runs inside, and is closed in order at its end."""

    def __init__(self, folder: Path, camera: str, show: Callable[[View], None]) -> None:
        """`show` gets every view, on the host's thread."""
        folder.mkdir(parents=True, exist_ok=True)
        self._show = show
        self.store = Store.open(folder / STORE)
        self._lens = load_lens(folder / LENS) if (folder / LENS).exists() else None
        self._camera = camera
        self.eyes: Eyes | None = None
        self.host = Host(self.store, self._shown)
        self.panel = self._open_panel()

    def __enter__(self) -> Self:
        self.host.start()
        record = next((r for r in self.store.matches() if r.state == "running"), None)
        self._open_eyes(record.game if record else next(iter(GAMES)))
        return self

    def __exit__(self, *_: object) -> None:
        if self.eyes is not None:
            self.eyes.stop()
        self.host.stop()
        self.panel.close()
        self.store.close()

    def is_alive(self) -> bool:
        """Whether the threads that do the work still run: the watchdog is told only then."""
        return self.host.is_alive() and self.eyes is not None and self.eyes.is_alive()

    def _open_eyes(self, game: str) -> None:
        """Look for the pieces of this game; every seat's area is known, taken or not."""
        layout, registry = load_layout(game), load_registry(game)
        lens = self._lens

        def placed(tags: Tags, size: tuple[int, int]) -> Sighting:
            return look(tags, layout, registry, size, lens)

        watch = Watch(TagReader(registry, layout), placed)
        table = Scene(layout, registry, frames=tuple(layout.suggested.items()))
        self.source = self._open_source(table)
        self.eyes = Eyes(self.source, watch, self.host.post)
        self.host.eyes = self.eyes
        self.eyes.start()

    def _open_panel(self) -> Panel:
        """Buttons that cannot be used do not keep the assistant from working."""
        try:
            return Panel.open(self.host.post)
        except PanelError as error:
            log.warning("%s The assistant goes on without the panel.", error)
            return Panel.simulated(self.host.post)

    def _open_source(self, table: Scene) -> Source:
        if self._camera == "simulated":
            return SimulatedCamera(table, Camera(width=2304, height=1296), live=True)
        return named_source(self._camera)

    def _shown(self, view: View) -> None:
        self.panel.show(view.lamp, view.provisional)
        if view.refused:
            self.panel.beep(2)
        self._show(view)
