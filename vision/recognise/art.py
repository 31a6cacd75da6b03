"""Recognises cards by their picture, from an album of enrolled ones; no tag is needed.

Copies of a card look the same, so art names the kind of a card and not the individual. A card that
is not clearly one of the album, or could be two of them, is unknown.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np

from rules.text import Text
from vision.reading import FloatArray, Picture, Reading, Unreadable
from vision.recognise.likeness import (
    Features,
    Flags,
    Format,
    Levels,
    Likeness,
    compare,
    evened,
    features,
    geometry,
    hashed,
)
from vision.recognise.outlines import find_outlines

_LEAST_WIDTH = 60.0
"""Pixels of a card's width: below, cards of one game cannot be told apart for certain."""
_FEATURE_WIDTH = 160.0
"""From this width on features have to confirm the card; in smaller pictures they are too few."""
_FEWEST_FEATURES = 20
_SHORTLIST = 8
_FARTHEST_HASH = 90
"""Of 255 bits; pictures that have nothing to do with each other differ in half of them."""
_HASH_LEAD = 40
"""Bits by which a card's hash must be farther than the nearest one to be left out unseen."""
_LEAST_MEAN = 0.8
_LEAST_WORST = 0.4
_MOST_CONTRADICTION = 0.5
_SMALL_WIDTH, _MOST_WHEN_SMALL = 100.0, 0.42
"""In a small picture one digit differs less from another, so that less may be left over."""
_SAME_REGION = 0.9
"""Two cards of the album that are so much alike in a region do not differ there."""
_CLEARER = 0.12
"""In some region the card must be so much more like the one than like any other."""
_NOT_CLEARER = 0.1
"""And in none of the regions in which those differ so much more like the other."""


class _Known(NamedTuple):
    """A card of the album, made ready to be compared."""

    kind: str
    card: Picture
    levels: Levels
    hash: Flags


class _Seen(NamedTuple):
    """A card of the picture, in one of the ways it may lie."""

    corners: FloatArray
    width: float
    card: Picture
    levels: Levels


class _Match(NamedTuple):
    known: _Known
    seen: _Seen
    matrix: FloatArray
    """From the seen card to the known one, in fine size."""
    levels: Levels
    """The seen card, laid exactly over the known one."""
    likeness: Likeness


@dataclass(frozen=True, slots=True)
class Art:
    """What was found in a picture."""

    readings: tuple[Reading, ...]
    unreadable: tuple[Unreadable, ...]


class ArtReader:
    def __init__(self, form: Format, cards: Mapping[str, Picture]) -> None:
        """`cards` are pictures of the kinds of cards, in the form's fine size."""
        self._form = form
        self._known = [
            _Known(kind, card, levels, hashed(levels))
            for kind, card in cards.items()
            for levels in (evened(card, form),)
        ]
        self._hashes = np.array([known.hash for known in self._known])
        self._features: dict[str, Features] = {}
        self._differences: dict[tuple[str, str], Flags] = {}

    def read(self, picture: Picture) -> Art:
        """Every card that lies free in a picture."""
        readings: list[Reading] = []
        unknown: list[Unreadable] = []
        for corners in find_outlines(picture, self._form.card_size):
            if any(_within(corners, reading.corners) for reading in readings):
                continue
            found = self.read_card(picture, corners)
            if isinstance(found, Reading):
                readings.append(found)
            else:
                unknown.append(found)
        return Art(tuple(readings), tuple(_outermost(unknown, readings)))

    def read_card(self, picture: Picture, corners: FloatArray) -> Reading | Unreadable:
        """The card within an outline (clockwise, from any corner)."""
        if not self._known:
            return Unreadable(corners, Text("no card has been enrolled"))
        ways = [self._seen(picture, turned) for turned in self._turns(corners)]
        if not ways or ways[0].width < _LEAST_WIDTH:
            return Unreadable(corners, Text("the card is too small in the picture"))
        matches = [match for match in self._matches(ways) if match.likeness.mean > _LEAST_MEAN / 2]
        if not matches:
            return Unreadable(corners, Text("the picture on the card is not known"))
        best = max(matches, key=lambda match: match.likeness.mean)
        rivals = {match.known.kind: match.known for match in matches}
        del rivals[best.known.kind]
        if not self._certain(best, rivals.values()):
            return Unreadable(corners, Text("the picture on the card is not known for certain"))
        return Reading(best.known.kind, self._outline(best), _confidence(best), "art")

    def _turns(self, corners: FloatArray) -> Iterator[FloatArray]:
        """The ways in which a card may lie within an outline: long sides along long sides."""
        wide, high = self._form.card_size
        for turn in range(4):
            turned = np.roll(corners, turn, axis=0)
            across, along = _sides(turned)
            if wide == high or (across < along) == (wide < high):
                yield turned

    def _seen(self, picture: Picture, corners: FloatArray) -> _Seen:
        card = self._form.cut_out(picture, corners)
        return _Seen(corners, _sides(corners)[0], card, evened(card, self._form))

    def _matches(self, ways: Sequence[_Seen]) -> Iterator[_Match]:
        """The cards of the album that the hash takes for possible, compared closely."""
        distances = np.array([(self._hashes != hashed(seen.levels)).sum(axis=1) for seen in ways])
        order = np.argsort(distances, axis=None, kind="stable")[:_SHORTLIST]
        farthest = min(_FARTHEST_HASH, int(distances.min()) + _HASH_LEAD)
        cache: dict[int, Features] = {}
        for way, index in zip(*np.unravel_index(order, distances.shape), strict=True):
            if distances[way, index] > farthest:
                return
            known, seen = self._known[index], ways[way]
            if way not in cache:
                cache[way] = features(seen.card, self._form)
            count, matrix = geometry(self._features_of(known), cache[way], self._form)
            if count < _FEWEST_FEATURES:
                if seen.width >= _FEATURE_WIDTH:
                    continue
                matrix = np.eye(3)
            card = cv2.warpPerspective(
                seen.card, matrix, self._form.fine_size, borderMode=cv2.BORDER_REPLICATE
            )
            levels = evened(np.asarray(card, np.uint8), self._form)
            likeness = compare(known.levels, levels, self._form, seen.width)
            yield _Match(known, seen, matrix, levels, likeness)

    def _features_of(self, known: _Known) -> Features:
        """Looked for when first needed: it takes longer than all the rest of opening an album."""
        if known.kind not in self._features:
            self._features[known.kind] = features(known.card, self._form)
        return self._features[known.kind]

    def _certain(self, best: _Match, rivals: Iterable[_Known]) -> bool:
        likeness = best.likeness
        if likeness.mean < _LEAST_MEAN or likeness.worst < _LEAST_WORST:
            return False
        small = best.seen.width < _SMALL_WIDTH
        if likeness.contradiction > (_MOST_WHEN_SMALL if small else _MOST_CONTRADICTION):
            return False
        return all(self._beats(best, rival) for rival in rivals)

    def _beats(self, best: _Match, rival: _Known) -> bool:
        """Whether the card is the one and not the other, by the regions in which they differ."""
        apart = self._apart(best.known, rival)
        if not apart.any():
            return False
        other = compare(rival.levels, best.levels, self._form, best.seen.width)
        lead = (best.likeness.alike - other.alike)[apart]
        if np.isnan(lead).all():
            return False
        return bool(np.nanmax(lead) > _CLEARER and np.nanmin(lead) > -_NOT_CLEARER)

    def _apart(self, known: _Known, rival: _Known) -> Flags:
        """The regions in which two cards of the album differ."""
        pair = (known.kind, rival.kind)
        if pair not in self._differences:
            alike = compare(known.levels, rival.levels, self._form, math.inf).alike
            self._differences[pair] = np.asarray(alike < _SAME_REGION, np.bool_)
        return self._differences[pair]

    def _outline(self, match: _Match) -> FloatArray:
        """The corners of the card, clockwise from its own top left, as its features have them."""
        width, height = self._form.fine_size
        edge = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64) - 0.5
        within = cv2.getPerspectiveTransform(
            edge.astype(np.float32), match.seen.corners.astype(np.float32)
        )
        back = within @ np.linalg.inv(match.matrix)
        return np.asarray(cv2.perspectiveTransform(edge[None], back)[0], np.float64)


def _confidence(match: _Match) -> float:
    return min(1.0, max(0.0, match.likeness.mean))


def _sides(corners: FloatArray) -> tuple[float, float]:
    """The mean of the first and third, and of the second and fourth side."""
    lengths = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    return float(lengths[0] + lengths[2]) / 2, float(lengths[1] + lengths[3]) / 2


def _within(inner: FloatArray, outer: FloatArray) -> bool:
    x, y = inner.mean(axis=0)
    return cv2.pointPolygonTest(outer.astype(np.float32), (float(x), float(y)), False) >= 0


def _outermost(unknown: Iterable[Unreadable], readings: Sequence[Reading]) -> Iterator[Unreadable]:
    """Unknown outlines that are neither part of a card nor around one."""
    kept: list[FloatArray] = []
    for spot in unknown:
        cards = [reading.corners for reading in readings]
        if any(_within(spot.corners, card) or _within(card, spot.corners) for card in cards):
            continue
        if not any(_within(spot.corners, outline) for outline in kept):
            kept.append(spot.corners)
            yield spot
