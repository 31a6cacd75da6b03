"""Cards that are known by their pictures and cannot be read any more where they lie.

A card that another one covers by two thirds shows too little of its picture. But what looks out of
it has not changed since it was seen whole: so it still lies there. Unless a hand has been over it
and over another one that looks the same: then nobody knows which is which.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace

import cv2
import numpy as np

from rules.text import Text
from vision.reading import FloatArray, Picture, Reading, Tags, Unreadable
from vision.recognise.recogniser import within
from vision.watching.consensus import (
    Consensus,
    Seen,
    find,
    is_pictured,
    middle,
    same_name,
    shift,
    side,
)

_LEAST_VISIBLE = 0.1
"""Of a card: what looks out from under others, in the small picture."""
_MOST_CHANGED = 0.35
"""Of what looks out: a shadow falls on it. Of a card that was taken away, nearly all changes."""
_EDGE = 3
"""Small pixels along the edge of a card that change with it."""
_ITSELF = 0.2
"""Of a card's size: the next one of a fan lies farther away."""
_LEAST_TOUCHED = 0.05
"""Of a card: if a hand was over less, it did not take it."""
_LEAST_NEW = 0.6
"""Of a tile that has just come."""
_EXCHANGED = Text("this card may have changed places with a similar one")


def still_lying(
    asked: Sequence[Seen],
    known: Sequence[Seen],
    consensus: Consensus,
    changed: Picture,
    size: tuple[int, int],
) -> list[Seen]:
    """Those of the cards that nobody could read, though nothing changed where they look out.

    One of a kind that has just come to lie elsewhere is gone: what is below it on a pile may look
    nearly the same. `changed` is of the small picture's size, `size` the width and height of the
    full one.
    """
    missing = [
        seen for seen in asked if (is_pictured(seen) or is_card(seen)) and not consensus.count(seen)
    ]
    if not missing:
        return []
    elected = consensus.elected()
    upon = _mask((s.corners for s in elected if is_pictured(s) or is_card(s)), changed, size)
    upon = np.asarray(cv2.dilate(upon, np.ones((_EDGE, _EDGE), np.uint8)), np.uint8)
    return [
        seen
        for seen in missing
        if not _is_replaced(seen, elected)
        and not _went(seen, elected, known)
        and _looks_out(seen, elected, upon, changed, size)
    ]


def exchanged(
    lying: Sequence[Seen],
    missing: Sequence[Seen],
    touched: Picture,
    size: tuple[int, int],
    alike: Callable[[str], Collection[str]],
) -> dict[Seen, Unreadable]:
    """Cards that nobody could read, if a hand may have laid another one there that looks the same.

    `missing` are all cards that were not read where they were known to lie, `touched` is where
    something moved, and `alike` has the kinds that share a picture.
    """
    under = [
        seen
        for seen in missing
        if isinstance(seen, Reading) and is_pictured(seen) and is_touched(seen, touched, size)
    ]
    doubts: dict[Seen, Unreadable] = {}
    for card in under:
        others = {other.piece for other in under} & set(alike(card.piece)) - {card.piece}
        if others and card in lying:
            kinds = (card.piece, *sorted(others))
            doubts[card] = Unreadable(
                card.corners, _EXCHANGED, candidates=kinds, card=True, covered=True
            )
    return doubts


def seen_again(seen: Sequence[Seen], before: Iterable[Reading]) -> list[Seen]:
    """What is seen; a card that only had to be confirmed is known if one like it has just left."""
    left = [card.piece for card in before if is_pictured(card) and not find(card, seen)]
    kept: list[Seen] = []
    for each in seen:
        if isinstance(each, Unreadable) and each.likely in left:
            left.remove(each.likely)
            kept.append(Reading(each.likely, each.corners, 1.0, "art"))
        else:
            kept.append(each)
    return kept


def without_doubts(seen: Sequence[Seen], lying: Sequence[Seen]) -> list[Seen]:
    """What was seen, but not that there is a card nobody can read where one is known to lie."""
    return [
        each
        for each in seen
        if not (isinstance(each, Unreadable) and any(_may_be(each, card) for card in lying))
    ]


def is_touched(card: Seen, touched: Picture, size: tuple[int, int]) -> bool:
    """Whether a mask of the small picture's size covers some of a card."""
    whole = _mask((card.corners,), touched, size)
    return cv2.countNonZero(cv2.min(whole, touched)) > _LEAST_TOUCHED * cv2.countNonZero(whole)


def without_print(tags: Tags, known: Tags, changed: Picture | None, size: tuple[int, int]) -> Tags:
    """What was read, without what is only printed on a board.

    What is as large as a tile and like none that is known is a tile only if it has come there:
    nothing was known where it is, and all of it has changed. If `changed` is None, nobody knows.
    """

    def is_new(spot: Unreadable) -> bool:
        if changed is None or any(_inside(card, spot) for card in known.pieces):
            return False
        whole = _mask((spot.corners,), changed, size)
        new = cv2.countNonZero(cv2.min(whole, changed))
        return new > _LEAST_NEW * cv2.countNonZero(whole)

    kept = [spot for spot in tags.unreadable if not spot.faint]
    before = [spot for spot in known.unreadable if spot.faint]
    for spot in (spot for spot in tags.unreadable if spot.faint):
        again = any(shift(spot, other) < _ITSELF * side(spot) for other in before)
        # It may be found in several sizes.
        if not any(_inside(other, spot) for other in kept) and (again or is_new(spot)):
            kept.append(spot)
    return replace(tags, unreadable=tuple(kept))


def _inside(inner: Seen, outer: Seen) -> bool:
    """Whether the middle of one thing lies within another."""
    return within(middle(inner), outer.corners)


def is_card(seen: Seen) -> bool:
    return isinstance(seen, Unreadable) and seen.card


def _may_be(spot: Unreadable, card: Seen) -> bool:
    """Whether what cannot be read is the card itself, and not the next one of a fan."""
    name = card.piece if isinstance(card, Reading) else None
    return shift(card, spot) < _ITSELF * side(card) and spot.likely in (None, name)


def _is_replaced(card: Seen, elected: Iterable[Seen]) -> bool:
    """Whether something else is read just where it lay."""
    return any(
        isinstance(other, Reading) and shift(card, other) < side(card) / 4 for other in elected
    )


def _went(card: Seen, elected: Iterable[Seen], known: Sequence[Seen]) -> bool:
    """Whether one of its kind is new at a spot that does not touch its own."""
    return any(
        same_name(card, new) and shift(card, new) > 2 * side(card) and not find(new, known)
        for new in elected
    )


def _looks_out(
    card: Seen,
    elected: Sequence[Seen],
    upon: Picture,
    changed: Picture,
    size: tuple[int, int],
) -> bool:
    whole = _mask((card.corners,), changed, size)
    covered = upon
    if any(isinstance(each, Unreadable) and _may_be(each, card) for each in elected):
        covered = np.zeros_like(upon)  # it is the card itself that nobody can read
    visible = cv2.subtract(whole, covered)
    shown = cv2.countNonZero(visible)
    if shown < _LEAST_VISIBLE * cv2.countNonZero(whole):
        return False
    return cv2.countNonZero(cv2.min(visible, changed)) <= _MOST_CHANGED * shown


def _mask(outlines: Iterable[FloatArray], like: Picture, size: tuple[int, int]) -> Picture:
    height, width = like.shape
    scale = np.array([width / size[0], height / size[1]])
    mask = np.zeros((height, width), np.uint8)
    for corners in outlines:
        cv2.fillConvexPoly(mask, np.rint(corners * scale).astype(np.int32), 255)
    return mask
