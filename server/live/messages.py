"""The messages that pass between the threads: what comes in to the host, and the views it gives."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from firmware.panel import Lamp
from firmware.switches import PanelEvent
from rules.flow import Choice, Seat
from rules.match import Match
from rules.pieces import Piece
from rules.text import Text
from server.live.by_hand import Chore
from server.live.concluded import Asked
from server.live.loud import Loud
from server.live.search import Correction, Finding, Search
from server.live.status import NO_MATCH, Status
from vision.reading import Sighting, Unreadable
from vision.watching.watch import Notice


class Refused(Exception):
    """What a person asked for cannot be done now; `reason` says why and what to do."""

    def __init__(self, reason: Text) -> None:
        super().__init__(str(reason))
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Settled:
    """The camera has looked again since it was asked: the table is as it was last reported."""


@dataclass(frozen=True, slots=True)
class Reconsider:
    """A robot has taken or left a seat, or has decided: what hands did may be just that."""


@dataclass(frozen=True, slots=True)
class Begin:
    """Somebody starts a match; a running one is paused."""

    game: str
    names: Sequence[str]
    settings: Mapping[str, str]
    colours: Sequence[str] = ()
    """One for each name; without them the game's own order."""
    campaign: int | None = None
    """The campaign that it goes on with; a new one begins by itself."""
    robots: bool = False
    """Whether robots play for everybody; only people are remembered."""
    robot_seats: Mapping[str, str] = field(default_factory=dict)
    """How well a robot plays, for each colour that has one among people."""
    again: int | None = None
    """The match that is played once more by the same people: phones keep their seats."""


@dataclass(frozen=True, slots=True)
class Resume:
    match_id: int


@dataclass(frozen=True, slots=True)
class GiveUp:
    """A match ends here: it can be looked at, but does not go on and has no result."""

    match_id: int


@dataclass(frozen=True, slots=True)
class Renamed:
    """Somebody at the table has another name than before."""


@dataclass(frozen=True, slots=True)
class Delete:
    """A match that is not being played goes for good."""

    match_id: int


@dataclass(frozen=True, slots=True)
class Answer:
    """A phone chooses for its seat, having seen the match after so many answers."""

    seat: Seat
    key: str
    after: int | None = None
    asked: str | None = None
    """What was asked when the phone was shown what it answers, as `asked` says it."""
    robot: bool = False
    """Whether a robot says it, and nobody's phone."""


@dataclass(frozen=True, slots=True)
class TableIsRight:
    """A phone says that the match has to follow the table."""

    seat: Seat
    correction: Correction
    asked: str | None = None
    """What was asked when the phone was shown this way."""


@dataclass(frozen=True, slots=True)
class Found:
    """A search that took longer than the host waits for it has ended."""

    search: Search
    finding: Finding


@dataclass(frozen=True, slots=True)
class TakeBack:
    """A phone wants back what another's hand has passed for its seat."""

    seat: Seat
    after: int | None = None


@dataclass(frozen=True, slots=True)
class Undo:
    """A phone takes back the last choice, or the whole turn."""

    seats: Sequence[str]
    """The colours for which it plays."""
    reached: Collection[str]
    """The colours whose players can be asked: their phones are there."""
    asked: str | None = None
    """What was asked when the phone was shown what it takes back."""
    whole_turn: bool = False


@dataclass(frozen=True, slots=True)
class Allow:
    """A player says whether somebody else may take back what that player chose."""

    seat: Seat
    yes: bool
    asked: str | None = None


Wish = Begin | Resume | GiveUp | Renamed | Delete | Answer | TableIsRight | TakeBack | Undo | Allow
Event = Sighting | Notice | Settled | Found | Reconsider | PanelEvent | Wish


@dataclass(frozen=True, slots=True)
class Back:
    """What goes if something is taken back."""

    left: int
    """How many answers stay."""
    whose: Seat | None
    """Who chose it; None if chance or robots did."""


@dataclass(frozen=True, slots=True)
class BackAsked:
    """Somebody wants to take back what another player chose."""

    by: Seat | None
    """None for a phone without a seat."""
    back: Back


@dataclass(frozen=True, slots=True)
class View:
    """What everybody may know after an event. `number` grows with each."""

    number: int = 0
    match_id: int | None = None
    match: Match[Any] | None = None
    """The reader's own copy."""
    provisional: bool = False
    searching: bool = False
    """Whether it is not known yet what the table means."""
    wrong: Mapping[Piece, Text] = field(default_factory=dict)
    """Every piece that is not where it should be, and why."""
    unclear: tuple[Text, ...] = ()
    question: Asked | None = None
    pending: tuple[Text, ...] = ()
    chores: tuple[Chore, ...] = ()
    """What is pending, and what of it is done, as people say it."""
    corrections: tuple[Correction, ...] = ()
    """How the match could have gone if the table is right, when something is wrong."""
    concluded: Mapping[Seat, int] = field(default_factory=dict)
    """Whose answers another's hand has given, and how many came before them."""
    camera: bool = False
    paused: bool = False
    said: Text | None = None
    """What the last event was answered with, if it was not simply done."""
    refused: bool = False
    """Whether the last event was refused; `said` says why."""
    status: Status = NO_MATCH
    sighting: Sighting | None = None
    """The table as the camera saw it last; None while there is no camera."""
    final: int = 0
    """How many answers are not provisional any more."""
    back: Back | None = None
    """What UNDO takes back; None if there is nothing."""
    back_asked: BackAsked | None = None
    took_back: Seat | None = None
    """Whose phone took back what happened last."""
    loud: Loud | None = None
    """The loud events that came last, as long as their answers hold."""
    unknown: tuple[Unreadable, ...] = ()
    """Cards in places of the match that nobody knows by their pictures yet."""

    @property
    def questions(self) -> Sequence[Choice[Any]]:
        """All that is asked now: what the table leaves open comes first, and keeps nobody else from
        answering who is asked at the same time.
        """
        if self.match is None:
            return ()
        if self.question is None:
            return self.match.choice.questions if self.match.choice else ()
        others = self.match.choice.questions if self.match.choice else ()
        open_ = (each for each in others if not self.question.is_for(self.match, each.who))
        return (self.question.choice, *open_)

    @property
    def lamp(self) -> Lamp:
        return self.status.lamp
