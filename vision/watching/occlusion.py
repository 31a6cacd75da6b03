"""What keeps moving hides what lies under it, or shows it now and then, as a shadow does.

What was known there is believed in, but named as not seen; whatever shows itself is seen again.
What is new there has to show itself in every look. Nothing there is ever called gone: that is
found out when the movement has ended.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import cv2
import numpy as np

from rules.text import Text
from vision.reading import Picture, Reading, Tags, Unreadable
from vision.watching.change import patches, under, without
from vision.watching.consensus import (
    MOST,
    Consensus,
    Seen,
    as_tags,
    everything,
    find,
    name_of,
    same_name,
)

Name = str | int


@dataclass(slots=True, eq=False)
class Occlusion:
    """Where something keeps moving during a re-reading, and what was seen through it."""

    mask: Picture
    """255 where it is, of the small picture's size."""
    calm: Picture
    """255 where nothing has moved for a while, there or elsewhere."""
    size: tuple[int, int]
    """Of the full picture."""
    _consensus: Consensus = field(default_factory=Consensus)

    def widen(self, changed: Picture, larger_than: float) -> None:
        """Take in the bodies of what moves: a cat lies still but for her tail, an arm but for its
        hand. What is connected with movement and larger than any card belongs to it."""
        zone = self.mask
        for patch in patches(np.maximum(changed, zone)):
            if not cv2.countNonZero(cv2.bitwise_and(patch.mask, zone)):
                continue
            beside = without(np.minimum(patch.mask, changed), zone)
            if cv2.countNonZero(beside) > larger_than:
                self.mask = np.maximum(self.mask, patch.mask)

    def hides(self, seen: Seen) -> bool:
        return under(self.mask, seen.corners.mean(axis=0), self.size)

    def vote(self, tags: Tags) -> Tags:
        """Keep what was read where things move; gives what was read elsewhere."""
        seen = everything(tags)
        below = [each for each in seen if self.hides(each)]
        # Something that moves often looks like a tag that cannot be read.
        self._consensus.add(as_tags(each for each in below if not isinstance(each, Unreadable)))
        return as_tags(each for each in seen if not self.hides(each))

    def shown(self, believed: list[Seen]) -> list[Seen]:
        """What is seen through it: what is known at all, what is new in every look."""
        votes = len(self._consensus)
        return [
            seen
            for seen in self._consensus.all_seen()
            if find(seen, believed)
            or (
                self._consensus.count(seen) == votes
                and (votes >= MOST or under(self.calm, seen.corners.mean(axis=0), self.size))
            )
        ]

    def hidden(self, believed: list[Seen], seen: list[Seen]) -> list[Seen]:
        """What was known here and has been seen neither here nor elsewhere."""
        return [
            each
            for each in believed
            if self.hides(each)
            and not find(each, seen)
            and not any(name_of(each) is not None and same_name(each, other) for other in seen)
            and not any(_is_of(each, other) for other in seen)
        ]


def still_believed(
    hidden: list[Seen], since: Mapping[Name, float], now: float, patience: float
) -> tuple[list[Seen], dict[Name, float]]:
    """The hidden, and since when each has not been seen; `since` says so of those before.

    What has not been seen for longer than `patience` is no more believed in: it becomes a spot that
    cannot be read.
    """
    believed: dict[Name, float] = {}
    kept: list[Seen] = []
    for seen in hidden:
        name = name_of(seen)
        if name is not None and now - since.get(name, now) > patience:
            piece = seen.piece if isinstance(seen, Reading) else None
            seen = Unreadable(seen.corners, Text("Something keeps moving over this"), piece)
        elif name is not None:
            believed[name] = since.get(name, now)
        kept.append(seen)
    return kept, believed


def _is_of(seen: Seen, other: Seen) -> bool:
    """Whether a spot was given up of a piece that has now been read."""
    return (
        isinstance(seen, Unreadable)
        and isinstance(other, Reading)
        and seen.piece is not None
        and seen.piece == other.piece
    )
