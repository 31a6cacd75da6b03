"""What is said of one thing that was looked at: good, nearly, or not usable; and what to do."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from rules.text import Text
from vision.reading import FloatArray


class Level(IntEnum):
    """From bad to good, so that the worst of several is the least."""

    BAD = 0
    NEARLY = 1
    """It can be played with, but reads worse than it could."""
    GOOD = 2


@dataclass(frozen=True, slots=True, eq=False)
class Verdict:
    level: Level
    says: tuple[Text, ...]
    """What was found, and what mends it if that is not good; the gravest first."""
    marks: tuple[FloatArray, ...] = ()
    """What it is about: outlines in pixels of the picture."""


def together(*verdicts: Verdict) -> Verdict:
    """The worst of several. What is good is only said if all is."""
    level = min(verdict.level for verdict in verdicts)
    told = [verdict for verdict in verdicts if level is Level.GOOD or verdict.level < Level.GOOD]
    told.sort(key=lambda verdict: verdict.level)
    return Verdict(
        level,
        tuple(text for verdict in told for text in verdict.says),
        tuple(mark for verdict in told for mark in verdict.marks),
    )
