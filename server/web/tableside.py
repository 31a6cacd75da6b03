"""What the pages may touch of the assistant, handed to the application once."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from flask import current_app

from firmware.panel import Panel
from server.demonstration import Demonstration
from server.host import Host
from server.playground import Playground
from server.sight import Sight
from server.store import Store
from server.web.events import Events
from server.web.joining import Joining
from server.web.names import HostNames

_KEY = "tableside"


@dataclass(frozen=True, slots=True)
class Tableside:
    host: Host
    store: Store
    joining: Joining
    events: Events
    panel: Panel
    names: HostNames
    folder: Path
    """Where matches, the lens and the key of the cookies are kept."""
    own_screen: bool = False
    """There are no real buttons, so those on this computer's own screen take their place."""
    sight: Sight | None = None
    """What the camera sees, if there is one."""
    playground: Playground | None = None
    """The simulated table, where there is no camera."""
    robots: Demonstration | None = None
    """Who can play on the simulated table."""

    def hand_to(self, extensions: dict[str, object]) -> None:
        extensions[_KEY] = self


def tableside() -> Tableside:
    """The table of the application that answers the current request."""
    table = current_app.extensions[_KEY]
    assert isinstance(table, Tableside)
    return table
