"""What the pages of the guide show: its steps in words, and the picture with what it is about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.text import Text
from server.live.checking.looks import Look, Step
from vision.checking.cover import COLUMNS, ROWS, Cover
from vision.checking.verdict import Level, Verdict


@dataclass(frozen=True, slots=True)
class StepWords:
    title: Text
    how: Text
    """What to do before one looks at the verdict."""


STEPS: Mapping[Step, StepWords] = {
    Step.CAMERA: StepWords(
        Text("The camera"),
        Text("Hang the camera above the table's middle, looking straight down."),
    ),
    Step.AIM: StepWords(
        Text("Aim and height"),
        Text("Lay out zone cards and boards. Move the camera until all are in the picture."),
    ),
    Step.SHARPNESS: StepWords(Text("Sharpness"), Text("Keep hands away while it focuses.")),
    Step.LIGHT: StepWords(Text("Light"), Text("Switch on your usual lamps.")),
    Step.LENS: StepWords(
        Text("The lens"),
        Text(
            "Glue the printed calibration sheet onto something flat. Begin, then move it slowly,"
            " tilted differently each time, until the map is full."
        ),
    ),
    Step.CARDS: StepWords(
        Text("Zone cards and boards"),
        Text("Lay down the game's and each player's."),
    ),
    Step.BUTTONS: StepWords(
        Text("Buttons, lamp and buzzer"),
        Text("Meanwhile presses do not count."),
    ),
    Step.READING: StepWords(
        Text("Reading test"),
        Text(
            "Lay out pieces, labels up and apart from each other. Swap them until all are read, if"
            " you like."
        ),
    ),
}

_WORDS = {
    Level.GOOD: Text("Good"),
    Level.NEARLY: Text("Nearly"),
    Level.BAD: Text("Not yet"),
}
_ICONS = {Level.GOOD: "yes", Level.NEARLY: "unclear", Level.BAD: "wrong"}
_NOTICES = {Level.GOOD: "good", Level.NEARLY: "unclear", Level.BAD: "wrong"}


@dataclass(frozen=True, slots=True, eq=False)
class Sign:
    """A step with what is said of it."""

    step: Step
    number: int
    title: Text
    how: Text
    verdict: Verdict

    @property
    def level(self) -> Level:
        return self.verdict.level

    @property
    def word(self) -> Text:
        return _WORDS[self.level]

    @property
    def icon(self) -> str:
        return _ICONS[self.level]

    @property
    def notice(self) -> str:
        """How the page colours it."""
        return _NOTICES[self.level]


def signs(verdicts: Mapping[Step, Verdict]) -> list[Sign]:
    return [
        Sign(step, number, STEPS[step].title, STEPS[step].how, verdicts[step])
        for number, step in enumerate(Step, 1)
    ]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture with outlines on it, in its pixels."""

    number: int
    size: tuple[int, int]
    outlines: tuple[str, ...]
    kind: str


def drawn(look: Look | None, sign: Sign) -> Drawn | None:
    if look is None:
        return None
    outlines = tuple(" ".join(f"{x:.0f},{y:.0f}" for x, y in mark) for mark in sign.verdict.marks)
    return Drawn(
        look.number, look.size, outlines, "piece" if sign.level is Level.GOOD else "unreadable"
    )


def map_of(cover: Cover) -> list[list[bool]]:
    """Rows of the picture's parts: whether the sheet has been there."""
    return [[(column, row) in cover.parts for column in range(COLUMNS)] for row in range(ROWS)]
