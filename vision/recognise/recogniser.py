"""One recogniser for everything on a table: tags, pictures and printed numbers.

They are read side by side, in the same parts of a picture. A card that shows a tag is known by it;
another one by its picture, which names its kind, or by the number printed on it. A card that cannot
be told for certain is reported with the few kinds it could be.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.picture_source import Frame
from vision.reading import FloatArray, MatTag, Reading, Region, Stranger, Tags, Unreadable
from vision.recognise.boards import Boards
from vision.recognise.found import NOT_KNOWN, PictureReader
from vision.recognise.numbers import NumberWitness
from vision.recognise.tags import TagReader

_FILLS = 0.5
"""Of the longer side of a region: a tag as large as this leaves room for nothing else."""


class Recogniser:
    """Reads the tags of a game, and the pictures of its cards if there is an album of them."""

    def __init__(
        self,
        tags: TagReader,
        cards: PictureReader | None = None,
        numbers: NumberWitness | None = None,
        boards: Boards | None = None,
    ) -> None:
        self._tags = tags
        self._boards = boards
        self._cards = cards
        self._numbers = numbers
        self.small_pieces = tags.small_pieces
        """Pieces that are easily overlooked."""

    @property
    def by_picture(self) -> bool:
        """Whether cards are also known by their pictures."""
        return self._cards is not None

    def news(self) -> list[Region]:
        """Where more is known by now than when it was read."""
        return [] if self._numbers is None else self._numbers.news()

    def look_alikes(self, kind: str) -> Collection[str]:
        """The kinds of cards that share the picture of one, itself too."""
        return self._cards.look_alikes(kind) if self._cards else (kind,)

    def looking_out(self, frame: Frame, known: Sequence[Reading]) -> list[Reading]:
        """Which of these tags lie where they were read before, covered by no more than a half."""
        return self._tags.looking_out(frame.full(), known)

    def read(self, frame: Frame, regions: Sequence[Region] | None = None) -> Tags:
        """Everything in a picture, or in parts of it."""
        tags = self._tags.read(frame.full(), regions)
        if self._boards is not None:
            printed = self._boards.read(frame.full(), regions, tags.mats)
            tags = replace(tags, mats=(*tags.mats, *printed))
        if self._cards is None:
            return tags
        scale, coloured = self._tags.px_per_mm, frame.coloured()
        if regions is not None:
            regions = [region for region in regions if not _is_tag_alone(region, tags)]
        cards = self._cards.read(coloured, regions, scale)
        if self._numbers is not None:
            cards = self._numbers.judge(coloured, cards, scale, self._cards.kinds)
        faint = (Unreadable(corners, NOT_KNOWN, faint=True) for corners in cards.outlines)
        return _side_by_side(tags, cards.readings, (*cards.unreadable, *faint))


def _is_tag_alone(region: Region, tags: Tags) -> bool:
    """Whether there is no room for a card beside a tag that was read there."""
    least = _FILLS * max(region.width, region.height)
    seen: list[Reading | MatTag] = [*tags.mats, *tags.pieces]
    return any(
        region.contains(tag.centre) and float(np.ptp(tag.corners, axis=0).min()) > least
        for tag in seen
    )


def _side_by_side(tags: Tags, known: Iterable[Reading], unknown: Iterable[Unreadable]) -> Tags:
    """Tags speak for the card they are on, and nothing printed on a card is a tag."""
    tagged: list[Reading | MatTag | Stranger] = [*tags.pieces, *tags.mats, *tags.strangers]
    cards = [card for card in known if not _any_within(tagged, card.corners)]
    doubtful = [
        replace(card, card=True)
        for card in unknown
        if not _any_within(tagged, card.corners)
        and (card.covered or card.likely or not _any_within(cards, card.corners))
    ]
    outlines = [*(card.corners for card in cards), *(card.corners for card in doubtful)]
    return Tags(
        (*tags.pieces, *cards),
        tags.mats,
        tags.strangers,
        (
            *(
                spot
                for spot in tags.unreadable
                if not any(within(spot.centre, o) for o in outlines)
            ),
            *doubtful,
        ),
    )


def _any_within(seen: Iterable[Reading | MatTag | Stranger], outline: FloatArray) -> bool:
    return any(within(each.centre, outline) for each in seen)


def within(point: FloatArray, outline: FloatArray) -> bool:
    """Whether a point is inside an outline, in pixels."""
    at = (float(point[0]), float(point[1]))
    return cv2.pointPolygonTest(outline.astype(np.float32), at, False) >= 0
