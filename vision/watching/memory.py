"""What is believed of the table from one re-reading to the next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from vision.reading import FloatArray, Picture, Region, Tags
from vision.watching.change import under
from vision.watching.consensus import Seen, as_tags, everything, is_pictured, middle, side
from vision.watching.occlusion import Name

_CARD_IN_TAGS = 5.9 * 9.1
_CARD_SHARE = 0.007
"""Area of a card: in areas of its tag, and of the picture when no tag is known."""


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
    occluded: Mapping[Name, float] = field(default_factory=dict)
    """What is believed although something keeps moving over it, and since when it is not seen."""
    occlusion: Picture | None = None
    """Where that is; `small` shows what was last seen there."""

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

    def is_under(self, mask: Picture, seen: Seen) -> bool:
        """Whether something lies under a mask of the small picture's size."""
        return under(mask, middle(seen), self.size)

    def around(self, seen: Iterable[Seen]) -> list[Region]:
        """Where these and all cards are that nobody can read, each with some room around it."""
        regions = []
        for each in (*seen, *(spot for spot in self.tags.unreadable if spot.card)):
            tight = Region.of(each.corners)
            regions.append(tight.grown(int(side(each) / 3)).clipped(*self.size))
        return regions

    def card_area(self) -> float:
        """How large a card is, in small pixels; tiles, which are smaller, are no measure of it."""
        pictured = [side(seen) ** 2 for seen in self.tags.pieces if is_pictured(seen)]
        tagged = [
            side(seen) ** 2 * _CARD_IN_TAGS for seen in self.tags.pieces if not is_pictured(seen)
        ]
        areas = [float(np.median(each)) for each in (pictured, tagged) if each]
        share = max(areas) / (self.size[0] * self.size[1]) if areas else _CARD_SHARE
        return share * self.small.size
