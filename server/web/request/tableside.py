"""What the pages may touch of the assistant, handed to the application once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from flask import current_app

from firmware.panel import Panel
from rules.text import Text
from server.advice.coach import Coach
from server.live.cameras import CameraChoice
from server.live.checking.looks import TableCheck
from server.live.host import Host
from server.live.learning import Learner
from server.live.messages import View
from server.live.photographs import Sight
from server.live.spreads import Spreads
from server.live.uploaded import SentPictures
from server.member.member import Member
from server.robots.seats import Instruction, RobotSeats
from server.store import Store
from server.web.door.joining import Joining
from server.web.door.names import HostNames
from server.web.http.events import Events

if TYPE_CHECKING:  # only a simulated table has them, and only that loads them
    from server.robots.demonstration import Demonstration
    from server.simulated.playground import Playground

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
    sent: SentPictures = field(default_factory=SentPictures)
    """Who looks at pictures from phones."""
    own_screen: bool = False
    """There are no real buttons, so those on this computer's own screen take their place."""
    cameras: CameraChoice | None = None
    """Who knows what cameras there are, if another can be chosen."""
    sight: Sight | None = None
    """What the camera sees, if there is one."""
    check: TableCheck | None = None
    """Who looks whether the table is set up well, if there is a camera."""
    learner: Learner | None = None
    """Who learns cards by their pictures, if there is a camera."""
    spreads: Spreads | None = None
    """Cards that are laid out to be learned, if there is a camera."""
    playground: Playground | None = None
    """The simulated table, where there is no camera."""
    robots: Demonstration | None = None
    """Who can play on the simulated table."""
    coach: Coach | None = None
    """Who says what a player could do."""
    robot_seats: RobotSeats | None = None
    """Robots that play among people."""
    club: Member | None = None
    """The table's membership in a club, if it can have one."""
    notices: Sequence[Text] = ()
    """What people have to know about the files of the matches."""

    def instructions(self, view: View) -> tuple[Instruction, ...]:
        """What people do now for robots."""
        return self.robot_seats.instructions(view) if self.robot_seats else ()

    def hand_to(self, extensions: dict[str, object]) -> None:
        extensions[_KEY] = self


def tableside() -> Tableside:
    """The table of the application that answers the current request."""
    table = current_app.extensions[_KEY]
    assert isinstance(table, Tableside)
    return table
