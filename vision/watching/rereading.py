"""A re-reading: the table lies still and something may have changed; what lies there now?

Only what changed is read: the patches where the small picture differs from the one that was last
read, and single tags that a hand passed over. An arm that reaches in from the edge hides what is
under it: that is still believed, and so is what lies under something that keeps moving. A camera
that was bumped is recognised by the tags of mats, and what was known is moved along.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import cast

import cv2
import numpy as np

from rules.text import Text
from vision.picture_source import Frame
from vision.reading import (
    FloatArray,
    MatTag,
    Picture,
    Reading,
    Region,
    Tags,
    Unreadable,
    merged,
)
from vision.recognise.recogniser import Recogniser
from vision.watching.cards import (
    exchanged,
    is_card,
    is_touched,
    seen_again,
    still_lying,
    without_doubts,
    without_print,
)
from vision.watching.change import (
    Differ,
    Patch,
    enlarged,
    patches,
    union,
    widened,
    without,
    without_lines,
)
from vision.watching.consensus import (
    ENOUGH,
    MOST,
    Consensus,
    Seen,
    as_tags,
    everything,
    is_elsewhere,
    is_pictured,
    is_unique,
    middle,
    same_name,
    shift,
    side,
)
from vision.watching.light import relit
from vision.watching.memory import Memory
from vision.watching.occlusion import Occlusion, still_believed
from vision.watching.verdict import ARM_FROM, judge

_WHOLE_FROM = 0.25
"""From this share of changed pixels on, the whole picture is read."""
_BUMP_PX = 1.5
_SENTINELS = 3
_GONE_AFTER = 1.5
_VOTE_EVERY = 0.35
PATIENCE = 60.0
"""Seconds for which something may hide pieces before they are reported as unreadable."""


@dataclass(slots=True, eq=False)
class Rereading:
    """Votes about one still moment of the table; `memory` is what was believed before."""

    reader: Recogniser
    differ: Differ
    memory: Memory
    touched: Picture | None
    """Where something moved since the last re-reading."""
    whole: bool = False
    """Whether to read the whole picture, as an audit does."""
    patient: bool = True
    """Whether to believe in what an arm hides; after a while it is reported as unreadable."""
    occlusion: Occlusion | None = None
    """Where something keeps moving."""
    thorough: bool = False
    """Whether to look so often that even what is new where things move can be believed."""
    news: Sequence[Region] = ()
    """Where more is known than when it was last read."""
    _consensus: Consensus = field(default_factory=Consensus)
    _regions: list[Region] = field(default_factory=list)
    _patches: list[Patch] = field(default_factory=list)
    _differs: Picture = field(default_factory=lambda: np.empty((0, 0), np.uint8))
    _first: float = 0.0
    _next: float = 0.0

    def leaves_out(self, zone: Picture) -> bool:
        """Whether nothing is concluded from what is seen in a zone."""
        return self.occlusion is not None and not cv2.countNonZero(
            without(zone, self.occlusion.mask)
        )

    def vote(self, frame: Frame) -> bool:
        """Read one more frame; True as soon as the votes have decided."""
        if len(self._consensus) >= ENOUGH and frame.time < self._next:
            return False
        if len(self._consensus):
            tags = self.reader.read(frame, self._regions)
        else:
            self._first = frame.time
            tags = self._first_vote(frame)
        tags = self._with_half_covered(self._without_print(tags), frame)
        self._consensus.add(self.occlusion.vote(tags) if self.occlusion else tags)
        # Votes that agree that something is gone wait once more: it may be under a still hand.
        agreed = self._consensus.unanimous()
        self._next = self._first + _GONE_AFTER if agreed else frame.time + _VOTE_EVERY
        return self._decided(frame.time)

    def outcome(self, frame: Frame) -> Memory:
        """What is believed now."""
        before, patient = self.memory, self.patient
        asked = self._asked()
        lying = self._still_lying(asked)
        doubts = self._exchanged(asked, lying)
        asked = [seen for seen in asked if seen not in lying]
        verdict = judge(
            before, self._consensus, asked, self._patches, self.occlusion, patient=patient
        )
        # What is cut off by the edge of what was read cannot be read, but is known to be there.
        elected = without_doubts(verdict.seen, [*lying, *verdict.unasked])
        hidden = verdict.hidden if patient else [_hidden_for_long(seen) for seen in verdict.hidden]
        occluded, since = still_believed(verdict.occluded, before.occluded, frame.time, PATIENCE)
        known = [*verdict.unasked, *hidden, *verdict.weak, *occluded, *elected]
        seen = [doubts.get(each, each) for each in known]
        tags = as_tags(seen_again(seen, before.tags.pieces))
        small = frame.small.copy()
        occlusion = self.occlusion.mask if self.occlusion else None
        if occlusion is not None:
            small = np.where(occlusion > 0, relit(before.small, small, occlusion), small)
        memory = Memory(tags, small, before.size, occluded=since, occlusion=occlusion)
        if verdict.covered is None:
            return memory
        return replace(
            memory,
            small=np.where(verdict.covered > 0, before.small, small),
            covered=verdict.covered,
            covered_since=frame.time if before.covered is None else before.covered_since,
            reported=not patient,
        )

    def _first_vote(self, frame: Frame) -> Tags:
        """Decide where to look, and look there."""
        small, full = frame.small, frame.full()
        changed = self._changed(small)
        self.whole |= cv2.countNonZero(changed) > _WHOLE_FROM * changed.size
        if not self.whole:
            self._patches = patches(changed)
            sentinels = self._choose_regions(changed, small, full)
            tags = self.reader.read(frame, self._regions)
            self.whole = self._bumped(tags, sentinels)
        if self.whole:
            tags = self._without_print(self.reader.read(frame))
            self._follow_camera(tags, small)
            changed = without_lines(self._changed(small))
            self._patches = patches(changed)
            spots = [*everything(self.memory.tags), *everything(tags)]
            # A second look at the whole picture would cost as much as the first one.
            self._regions = merged(
                [*(_box(seen, full) for seen in spots), *self._occluded_regions(small, full)]
            )
        else:
            tags = self._with_former_spots(tags, frame)
        self._differs = changed
        if self.occlusion:
            self.occlusion.widen(changed, ARM_FROM * self.memory.card_area())
        return tags

    def _without_print(self, tags: Tags) -> Tags:
        changed = None if self.whole else self._differs
        return without_print(tags, self.memory.tags, changed, self.memory.size)

    def _with_half_covered(self, tags: Tags, frame: Frame) -> Tags:
        """Something came to lie over a part of a tag that was known: what looks out still shows
        that it lies there.
        """
        read = {reading.piece for reading in tags.pieces}
        here: list[Seen] = [*tags.pieces, *tags.mats, *tags.strangers]
        missing = [
            seen
            for seen in self._asked()
            if isinstance(seen, Reading)
            and seen.how == "tag"
            and seen.piece not in read
            and not any(shift(seen, other) < side(seen) / 4 for other in here)
        ]
        covered = self.reader.looking_out(frame, missing)
        if not covered:
            return tags
        unreadable = tuple(
            spot
            for spot in tags.unreadable
            if not any(shift(known, spot) < side(known) / 4 for known in covered)
        )
        return replace(tags, pieces=(*tags.pieces, *covered), unreadable=unreadable)

    def _changed(self, small: Picture) -> Picture:
        """Where the table has changed; what keeps moving is left out."""
        zone = self.occlusion.mask if self.occlusion else None
        changed = self.differ.mask(self.memory.small, small, zone)
        return changed if zone is None else without(changed, zone)

    def _occluded_regions(self, small: Picture, full: Picture) -> list[Region]:
        zones = patches(self.occlusion.mask) if self.occlusion else []
        return [enlarged(zone.box, small, full) for zone in zones]

    def _choose_regions(self, differs: Picture, small: Picture, full: Picture) -> list[MatTag]:
        """The changed patches, and the known tags that something passed over. A small tag on a
        ground of its own mean brightness hardly shows: where a hand was, any change is looked at.

        Some tags of mats elsewhere are looked at as well: if they have moved, the camera has.
        """
        regions = [enlarged(patch.box, small, full) for patch in self._patches]
        regions += self._occluded_regions(small, full)
        regions += self.news
        believed = everything(self.memory.tags)
        # Of a card that another covers, perhaps only the edge has changed.
        changed = union(self._patches, small)
        regions += [_box(seen, full) for seen in believed if self._is_changed_card(seen, changed)]
        if self.touched is not None:
            passed = widened(self.touched)
            if not self.reader.by_picture:  # a part of a card would be taken for an unknown one
                specks = patches(np.asarray(cv2.bitwise_and(differs, passed), np.uint8), smallest=1)
                regions += [enlarged(speck.box, small, full) for speck in specks]
            regions += [_box(seen, full) for seen in believed if self.memory.is_under(passed, seen)]
        self._regions = merged(regions)
        asked = self._asked()
        quiet = [seen for seen in self.memory.tags.mats if seen not in asked]
        sentinels = quiet[:: max(1, len(quiet) // _SENTINELS)][:_SENTINELS]
        self._regions = merged([*self._regions, *(_box(seen, full) for seen in sentinels)])
        return sentinels

    def _is_changed_card(self, seen: Seen, changed: Picture) -> bool:
        card = is_pictured(seen) or is_card(seen)
        return card and is_touched(seen, changed, self.memory.size)

    def _bumped(self, tags: Tags, sentinels: list[MatTag]) -> bool:
        """Whether tags of mats that nobody touched are not where they were."""
        return any(
            not any(tag.id == sentinel.id and shift(tag, sentinel) < _BUMP_PX for tag in tags.mats)
            for sentinel in sentinels
        )

    def _follow_camera(self, tags: Tags, small: Picture) -> None:
        """If the camera was bumped, move along what is believed."""
        before, after = everything(self.memory.tags), everything(tags)
        pairs = [
            (old, new) for old in before for new in after if same_name(old, new) and is_unique(old)
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

    def _with_former_spots(self, tags: Tags, frame: Frame) -> Tags:
        """Look also where pieces were that have now been read elsewhere: did they leave?"""
        asked = self._asked()
        former = [
            seen
            for seen in self.memory.tags.pieces
            if seen not in asked
            and seen.how == "tag"
            and any(seen.piece == new.piece for new in tags.pieces)
        ]
        strayed = self._small_pieces_elsewhere(asked, tags, frame)
        if not former and not strayed:
            return tags
        self._regions = merged(
            [*self._regions, *(_box(seen, frame.full()) for seen in (*former, *strayed))]
        )
        return self.reader.read(frame, self._regions)

    def _small_pieces_elsewhere(self, asked: list[Seen], tags: Tags, frame: Frame) -> list[Reading]:
        """Where small pieces are that seem to be gone: the small picture may not show it."""
        read = {reading.piece for reading in tags.pieces}
        gone = {
            seen.piece for seen in asked if isinstance(seen, Reading) and seen.piece not in read
        }
        if not gone & self.reader.small_pieces:
            return []
        return [reading for reading in self.reader.read(frame).pieces if reading.piece in gone]

    def _asked(self) -> list[Seen]:
        """What is believed of the parts of the picture that are read."""
        known = everything(self.memory.tags)
        if self.whole or not known or not self._regions:
            return known if self.whole else []
        low = np.array([region[:2] for region in self._regions])
        high = low + [region[2:] for region in self._regions]
        middles = np.array([middle(seen) for seen in known])[:, None]
        read = ((low <= middles) & (middles < high)).all(axis=2).any(axis=1)
        return [seen for seen, is_read in zip(known, read, strict=True) if is_read]

    def _still_lying(self, asked: list[Seen]) -> list[Seen]:
        known = everything(self.memory.tags)
        return still_lying(asked, known, self._consensus, self._differs, self.memory.size)

    def _exchanged(self, asked: list[Seen], lying: list[Seen]) -> dict[Seen, Unreadable]:
        if self.touched is None:
            return {}
        elected, known = self._consensus.elected(), everything(self.memory.tags)
        missing = [
            seen
            for seen in asked
            if not self._consensus.count(seen) and not is_elsewhere(seen, elected, known)
        ]
        return exchanged(lying, missing, self.touched, self.memory.size, self.reader.look_alikes)

    def _decided(self, now: float) -> bool:
        if len(self._consensus) < (MOST if self.thorough else ENOUGH):
            return False
        elected, known, asked = (
            self._consensus.elected(),
            everything(self.memory.tags),
            self._asked(),
        )
        lying = self._still_lying(asked)
        missing = [
            seen
            for seen in asked
            if not self._is_occluded(seen)
            and not self._consensus.count(seen)
            and seen not in lying
            and not is_elsewhere(seen, elected, known)
        ]
        if missing and now - self._first < _GONE_AFTER:
            return False
        # An audit finds nothing changed where a tag is missing: that takes more to believe.
        changed = union(self._patches, self.memory.small)
        if not all(self.memory.is_under(changed, seen) for seen in missing):
            return len(self._consensus) >= MOST
        return self._consensus.unanimous() or len(self._consensus) >= MOST

    def _is_occluded(self, seen: Seen) -> bool:
        return self.occlusion is not None and self.occlusion.hides(seen)


def _hidden_for_long(seen: Seen) -> Unreadable:
    piece = seen.piece if isinstance(seen, Reading) else None
    return Unreadable(seen.corners, Text("Something lies over this"), piece)


def _box(seen: Seen, full: Picture) -> Region:
    """A tag with some room around it."""
    left, top = seen.corners.min(axis=0)
    right, bottom = seen.corners.max(axis=0)
    tight = Region(int(left), int(top), int(right - left) + 2, int(bottom - top) + 2)
    return tight.grown(int(side(seen) / 3)).clipped(full.shape[1], full.shape[0])
