"""An inquiry: the table lies still and something may have changed; what lies there now?

Only what changed is read: the patches where the small picture differs from the one that was last
read, and single tags that a hand passed over. An arm that reaches in from the edge hides what is
under it: that is still believed. A camera that was bumped is recognised by its frame tags, and
what was known is moved along.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import cast

import cv2
import numpy as np

from rules.text import Text
from vision.change import Differ, Patch, enlarged, merged, patches, under, widened, without_lines
from vision.frame import Frame
from vision.reading import FloatArray, FrameTag, Picture, Reading, Region, Tags, Unreadable
from vision.tags import TagReader
from vision.votes import (
    ENOUGH,
    MOST,
    Ballot,
    Seen,
    as_tags,
    everything,
    find,
    same_name,
    shift,
    side,
)

_WHOLE_FROM = 0.25
"""From this share of changed pixels on, the whole picture is read."""
_BUMP_PX = 1.5
_ARM_FROM = 1.6
"""An arm is larger than so many cards; smaller changes at the edge are cards."""
_ARM_UNTIL = 0.25
"""And smaller than this share of the picture."""
_GATE = 6.0
"""An arm comes in over less than so many sides of a card along one edge of the picture."""
_CARD_IN_TAGS = 5.9 * 9.1
_CARD_SHARE = 0.007
"""Area of a card: in areas of its tag, and of the picture when no tag is known."""
_READ_THROUGH = 0.6
"""Something that leaves more than this share of the known tags readable hides nothing."""
_SENTINELS = 3
_GONE_AFTER = 1.5
_VOTE_EVERY = 0.35


@dataclass(frozen=True, slots=True, eq=False)
class Memory:
    """What is believed of the table."""

    tags: Tags
    small: Picture
    """What every pixel looked like when it was last read."""
    size: tuple[int, int]
    """Of the full picture."""
    covered: Picture | None = None
    """Where something hides what is believed."""
    covered_since: float = 0.0
    reported: bool = False
    """Whether it has been hidden for so long that it was reported as unreadable."""

    def covered_for(self, now: float) -> float:
        """Seconds for which something has been hidden."""
        return 0.0 if self.covered is None else now - self.covered_since

    def moved(self, motion: FloatArray, now: Picture) -> Memory:
        """The same table seen by a camera that moved: `motion` maps full pixels to full pixels.

        What has come into view only now looks as it does in `now`, a small picture.
        """
        height, width = self.small.shape
        shrink = np.diag([width / self.size[0], height / self.size[1], 1.0])
        small_motion = shrink @ motion @ np.linalg.inv(shrink)
        small = now.copy()
        cv2.warpPerspective(
            self.small, small_motion, (width, height), small, borderMode=cv2.BORDER_TRANSPARENT
        )
        seen = (
            replace(each, corners=cv2.perspectiveTransform(each.corners[None], motion)[0])
            for each in everything(self.tags)
        )
        return replace(self, tags=as_tags(seen), small=small)


@dataclass(slots=True, eq=False)
class Inquiry:
    """Votes about one still moment of the table; `memory` is what was believed before."""

    reader: TagReader
    differ: Differ
    memory: Memory
    touched: Picture | None
    """Where something moved since the last inquiry."""
    whole: bool = False
    """Whether to read the whole picture, as an audit does."""
    patient: bool = True
    """Whether to believe in what an arm hides; after a while it is reported as unreadable."""
    _ballot: Ballot = field(default_factory=Ballot)
    _regions: list[Region] = field(default_factory=list)
    _patches: list[Patch] = field(default_factory=list)
    _first: float = 0.0
    _next: float = 0.0

    def vote(self, frame: Frame) -> bool:
        """Read one more frame; True as soon as the votes have decided."""
        if len(self._ballot) >= ENOUGH and frame.time < self._next:
            return False
        full = frame.full()
        if len(self._ballot):
            self._ballot.add(self.reader.read(full, self._regions))
        else:
            self._first = frame.time
            self._ballot.add(self._first_vote(frame.small, full))
        # Votes that agree that something is gone wait once more: it may be under a still hand.
        agreed = self._ballot.unanimous()
        self._next = self._first + _GONE_AFTER if agreed else frame.time + _VOTE_EVERY
        return self._decided(frame.time)

    def outcome(self, frame: Frame) -> Memory:
        """What is believed now."""
        elected = self._ballot.elected()
        believed = everything(self.memory.tags)
        asked = self._asked()
        missing = [seen for seen in asked if not self._ballot.count(seen)]
        weak = [seen for seen in asked if seen not in missing and not find(seen, elected)]
        unasked = [seen for seen in believed if seen not in asked]
        hidden = self._hidden(missing, elected, frame.small)
        kept = [seen for seen in missing if self._is_under(hidden, seen)]
        kept = [seen for seen in kept if not any(same_name(seen, other) for other in elected)]
        # What an arm covers by half looks like a tag that cannot be read.
        at_arm = _union((patch for patch in self._patches if self._arm_like(patch)), frame.small)
        doubtful = [
            seen
            for seen in elected
            if isinstance(seen, Unreadable) and self.patient and self._is_under(at_arm, seen)
        ]
        now = [seen for seen in elected if seen not in doubtful]
        still = kept if self.patient else [_hidden_for_long(seen) for seen in kept]
        tags = as_tags([*unasked, *still, *weak, *now])
        if not kept and not doubtful:
            return Memory(tags, frame.small.copy(), self.memory.size)
        covered = np.maximum(hidden, at_arm if doubtful else hidden)
        small = np.where(covered > 0, self.memory.small, frame.small)
        since = frame.time if self.memory.covered is None else self.memory.covered_since
        return Memory(tags, small, self.memory.size, covered, since, not self.patient)

    def _first_vote(self, small: Picture, full: Picture) -> Tags:
        """Decide where to look, and look there."""
        changed = self.differ.mask(self.memory.small, small)
        self.whole |= cv2.countNonZero(changed) > _WHOLE_FROM * changed.size
        if not self.whole:
            self._patches = patches(changed)
            sentinels = self._choose_regions(small, full)
            tags = self.reader.read(full, self._regions)
            self.whole = self._bumped(tags, sentinels)
        if self.whole:
            tags = self.reader.read(full)
            self._follow_camera(tags, small)
            self._patches = patches(without_lines(self.differ.mask(self.memory.small, small)))
            spots = [*everything(self.memory.tags), *everything(tags)]
            # A second look at the whole picture would cost as much as the first one.
            self._regions = merged(_box(seen, full) for seen in spots)
            return tags
        return self._with_former_spots(tags, full)

    def _choose_regions(self, small: Picture, full: Picture) -> list[FrameTag]:
        """The changed patches, and the known tags that something passed over.

        Some frame tags elsewhere are looked at as well: if they have moved, the camera has.
        """
        regions = [enlarged(patch.box, small, full) for patch in self._patches]
        believed = everything(self.memory.tags)
        if self.touched is not None:
            passed = widened(self.touched)
            regions += [_box(seen, full) for seen in believed if self._is_under(passed, seen)]
        self._regions = merged(regions)
        quiet = [seen for seen in self.memory.tags.frames if seen not in self._asked()]
        sentinels = quiet[:: max(1, len(quiet) // _SENTINELS)][:_SENTINELS]
        self._regions = merged([*self._regions, *(_box(seen, full) for seen in sentinels)])
        return sentinels

    def _bumped(self, tags: Tags, sentinels: list[FrameTag]) -> bool:
        """Whether frame tags that nobody touched are not where they were."""
        return any(
            not any(
                tag.id == sentinel.id and shift(tag, sentinel) < _BUMP_PX for tag in tags.frames
            )
            for sentinel in sentinels
        )

    def _follow_camera(self, tags: Tags, small: Picture) -> None:
        """If the camera was bumped, move along what is believed."""
        before, after = everything(self.memory.tags), everything(tags)
        pairs = [
            (old, new)
            for old in before
            for new in after
            if same_name(old, new) and not isinstance(old, Unreadable)
        ]
        if len(pairs) < 2:
            return
        source = np.concatenate([old.corners for old, _ in pairs])
        target = np.concatenate([new.corners for _, new in pairs])
        found = cv2.findHomography(source, target, cv2.RANSAC, 3.0)[0]
        motion = cast("FloatArray | None", found)
        if motion is None:
            return
        carried = cv2.perspectiveTransform(source[None], motion)[0]
        if np.median(np.hypot(*(carried - source).T)) > _BUMP_PX:
            self.memory = self.memory.moved(motion, small)

    def _with_former_spots(self, tags: Tags, full: Picture) -> Tags:
        """Look also where pieces were that have now been read elsewhere: did they leave?"""
        asked = self._asked()
        former = [
            seen
            for seen in self.memory.tags.pieces
            if seen not in asked and any(seen.piece == new.piece for new in tags.pieces)
        ]
        slight = self._slight_elsewhere(asked, tags, full)
        if not former and not slight:
            return tags
        self._regions = merged([*self._regions, *(_box(seen, full) for seen in (*former, *slight))])
        return self.reader.read(full, self._regions)

    def _slight_elsewhere(self, asked: list[Seen], tags: Tags, full: Picture) -> list[Reading]:
        """Where small pieces are that seem to be gone: the small picture may not show it."""
        read = {reading.piece for reading in tags.pieces}
        gone = {
            seen.piece for seen in asked if isinstance(seen, Reading) and seen.piece not in read
        }
        if not gone & self.reader.slight:
            return []
        return [reading for reading in self.reader.read(full).pieces if reading.piece in gone]

    def _asked(self) -> list[Seen]:
        """What is believed of the parts of the picture that are read."""
        return [seen for seen in everything(self.memory.tags) if self.whole or self._is_read(seen)]

    def _is_read(self, seen: Seen) -> bool:
        centre = _centre(seen)
        return any(region.contains(centre) for region in self._regions)

    def _decided(self, now: float) -> bool:
        if len(self._ballot) < ENOUGH:
            return False
        elected = self._ballot.elected()
        missing = [
            seen
            for seen in self._asked()
            if not self._ballot.count(seen) and not any(same_name(seen, new) for new in elected)
        ]
        if missing and now - self._first < _GONE_AFTER:
            return False
        # An audit finds nothing changed where a tag is missing: that takes more to believe.
        changed = _union(self._patches, self.memory.small)
        if not all(self._is_under(changed, seen) for seen in missing):
            return len(self._ballot) >= MOST
        return self._ballot.unanimous() or len(self._ballot) >= MOST

    def _hidden(self, missing: list[Seen], elected: list[Seen], small: Picture) -> Picture:
        """Where arms are: large, from the edge, and what was known under them is out of sight."""
        arms = []
        for patch in self._patches:
            if not self._arm_like(patch):
                continue
            gone = sum(self._is_under(patch.mask, seen) for seen in missing)
            there = sum(
                self._is_under(patch.mask, seen) and find(seen, elected) is not None
                for seen in everything(self.memory.tags)
            )
            if gone and there <= _READ_THROUGH * (gone + there):
                arms.append(patch)
        return _union(arms, small)

    def _arm_like(self, patch: Patch) -> bool:
        """Whether a change may be an arm: larger than a card, and in through a narrow gate."""
        sides = [side(seen) for seen in self.memory.tags.pieces]
        picture = self.memory.size[0] * self.memory.size[1]
        share = float(np.median(sides)) ** 2 * _CARD_IN_TAGS / picture if sides else _CARD_SHARE
        card = share * self.memory.small.size
        narrow = 0 < patch.edge < _GATE * math.sqrt(card)
        return narrow and _ARM_FROM * card < patch.area < _ARM_UNTIL * self.memory.small.size

    def _is_under(self, mask: Picture, seen: Seen) -> bool:
        return under(mask, _centre(seen), self.memory.size)


def _hidden_for_long(seen: Seen) -> Unreadable:
    return Unreadable(seen.corners, Text("Something has been lying over this for a while"))


def _centre(seen: Seen) -> FloatArray:
    # Its own mean would spend most of the time on checking four corners.
    return np.asarray(np.add.reduce(seen.corners) / len(seen.corners), np.float64)


def _box(seen: Seen, full: Picture) -> Region:
    """A tag with some room around it."""
    left, top = seen.corners.min(axis=0)
    right, bottom = seen.corners.max(axis=0)
    tight = Region(int(left), int(top), int(right - left) + 2, int(bottom - top) + 2)
    return tight.grown(int(side(seen) / 3)).clipped(full.shape[1], full.shape[0])


def _union(parts: Iterable[Patch], like: Picture) -> Picture:
    whole = np.zeros_like(like)
    for part in parts:
        np.maximum(whole, part.mask, out=whole)
    return whole
