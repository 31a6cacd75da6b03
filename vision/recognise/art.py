"""Recognises cards by their picture, in colour, from an album; no tag is needed.

A thumbnail names the few families of look-alikes (`family`) that a card may belong to. The card is
laid exactly over them (`likeness`), brought into the album's light (`lighting`) and compared only
where they differ (`evidence`). The album is not taken to have every card: one that differs from all
of it in a digit is unknown. Copies of a card look the same, so art names a kind and no individual.

Pictures are blue-green-red or the Pi's `Planes`, of which only what is read is converted. In a grey
picture cards that differ only in a hue are unknown.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from rules.text import Text
from vision.reading import FloatArray, Picture, Planes, Reading, Region, Unreadable, part_of
from vision.recognise.evidence import Evidence, weigh
from vision.recognise.family import Family, families
from vision.recognise.fanned import Fans
from vision.recognise.found import NOT_KNOWN, Art, counts, gathered, within
from vision.recognise.likeness import MARGIN, Canvas, Flags, Format, Levels, through
from vision.recognise.outlines import find_outlines
from vision.recognise.tiles import Spotter

LEAST_SCALE = 1.7
"""Pixels a millimetre: below, a digit of 4 mm cannot be told from another for certain."""
_NOT_THE_PICTURE = 0.5
"""How alike thumbnails are at least if a card may belong to a family."""
_BEHIND = 0.2
_FAMILIES = 3
"""So many families at most are compared closely."""
_CANDIDATES = 6
_EXPLAINED = 0.6
"""Of a part of the picture: if cards that were read are so much of it, no others are looked for."""
_OFF_SIZE, _OFF_SIZE_OF_CARDS = 0.22, 0.4
"""How much smaller or larger than a tile its outline may be; cards may be nearer to a camera that
leans."""
_TRIES = 3
"""So many outlines are tried of what cannot be told for certain."""
_AROUND = 10
"""Pixels around a region that are read with it: the card's edge has two sides."""

_LEAST_LEAD, _MOST_LEAD = 0.65, 1.6
"""Where the card must lie between another kind (0) and its own (1)."""
_LEAST_SHOWN = 0.5
"""Of what tells two kinds apart: so much must be seen."""
_MOST_LEFT, _MOST_OFF_COLOUR = 0.5, 1.5
"""Of the contrast: the most that a spot may differ if all cards of the game are in the album."""
_MOST_LEFT_OF_TILES = {True: 1.0, False: 0.4}
"""The same for tiles, if all are in the album or not: digits are larger on them."""
_MOST_LEFT_OPEN = (0.16, 0.16, 0.16, 0.15, 0.14, 0.12, 0.1)
"""The same if cards are missing, which may differ in one digit; the softer, the less is left."""
_MOST_OFF_COLOUR_OPEN = 0.9
_LEAST_AGREEING = 0.97
_MOST_HIDDEN, _MOST_HIDDEN_OPEN = 0.8, 0.003
"""Of a card; the second if nothing is known of where a missing one would differ."""
_MOST_TELLING_HIDDEN = 0.1
_SAME_PICTURE = 0.7
"""Of the pixels: a card that agrees in so many has the family's picture."""

_NOTHING_ENROLLED = Text("no card was learned")
_TOO_SMALL = Text("the card is too small in the picture")
_TO_BE_CONFIRMED = Text("its picture is known, but not those of similar cards")
_NOT_CERTAIN = Text("its picture is uncertain")


class _Look(NamedTuple):
    """A card of the picture laid over a family."""

    family: Family
    evidence: Evidence
    corners: FloatArray


class ArtReader:
    """Knows the cards of one size, or the tiles."""

    def __init__(
        self,
        form: Format,
        cards: Mapping[str, Picture],
        complete: bool = False,
        unconfirmed: Collection[str] = (),
        *,
        tiles: bool = False,
    ) -> None:
        """`cards` are pictures of kinds of cards in the form's fine size, blue-green-red.

        `complete`: there is no card of this game that is not among them. A card that looks like
        one of an `unconfirmed` kind is reported as likely to be one, and not read. `tiles` lie on
        boards on which such outlines are printed, and never fanned: what looks like none of them
        is none.
        """
        self.unconfirmed = frozenset(unconfirmed)
        self._form = form
        self._cards = cards
        self._complete = complete
        self._tiles = tiles
        self._card_px: float | None = None
        """Pixels of the longer side of a card, when one has been read."""
        self._px_per_mm: float | None = None

    @property
    def kinds(self) -> Collection[str]:
        """What it may name."""
        return self._cards.keys()

    def look_alikes(self, kind: str) -> Collection[str]:
        """The kinds that share the picture of one, itself too."""
        alike = (family.kinds for family in self._families if kind in family.kinds)
        return next(alike, (kind,))

    @cached_property
    def _families(self) -> list[Family]:
        return families(self._cards, self._form)

    @cached_property
    def _in_grey(self) -> ArtReader:
        grey = {kind: _coloured(_grey(card)) for kind, card in self._cards.items()}
        return ArtReader(self._form, grey, self._complete, tiles=self._tiles)

    @cached_property
    def _fans(self) -> Fans:
        return Fans(self._families, self._form)

    @cached_property
    def _spotter(self) -> Spotter:
        return Spotter([family.common for family in self._families], self._form)

    @cached_property
    def _telling(self) -> Flags:
        """Where any look-alikes of the album differ: where such cards print their values."""
        whole = [family.differs for family in self._families]
        return np.asarray(np.logical_or.reduce(whole), np.bool_)

    def read(
        self,
        picture: Picture | Planes,
        regions: Sequence[Region] | None = None,
        px_per_mm: float | None = None,
    ) -> Art:
        """Every card of a picture, or every one whose centre is in one of the regions.

        Tiles are found more surely if it is known how large a millimetre is in the picture.
        """
        if isinstance(picture, np.ndarray) and picture.ndim == 2:
            return self._in_grey.read(_coloured(picture), regions, px_per_mm)
        if px_per_mm is not None:
            self._px_per_mm = px_per_mm
            self._card_px = px_per_mm * max(self._form.card_size)
        height, width = picture.shape[:2]
        whole = Region(0, 0, width, height)
        parts = [
            self._read_region(picture, wanted)
            for region in ([whole] if regions is None else regions)
            if min((wanted := region.clipped(width, height)).width, wanted.height) > 0
        ]
        found = gathered(parts)
        doubtful = tuple(self._likely(read) for read in found.readings if self._is_to_confirm(read))
        known = tuple(read for read in found.readings if not self._is_to_confirm(read))
        return replace(found, readings=known, unreadable=(*found.unreadable, *doubtful))

    def _is_to_confirm(self, reading: Reading) -> bool:
        return reading.piece in self.unconfirmed

    def _likely(self, reading: Reading) -> Unreadable:
        kind = reading.piece
        why = _TO_BE_CONFIRMED
        return Unreadable(reading.corners, why, candidates=(kind,), likely=kind)

    def _read_region(self, picture: Picture | Planes, region: Region) -> Art:
        height, width = picture.shape[:2]
        area = region.grown(_AROUND).clipped(width, height)
        reach = round(0.6 * (self._card_px or 2 * max(region.width, region.height)))
        larger = region.grown(reach).clipped(width, height)
        art = self._read_part(picture, region, area, last=larger == area)
        if larger == area or art.readings or (art.unreadable and not self._tiles):
            return art
        # Perhaps only a part of a card has changed: look as far as a card would reach.
        return self._read_part(picture, region, larger, last=True)

    def _read_part(
        self, picture: Picture | Planes, region: Region, area: Region, *, last: bool
    ) -> Art:
        """Unless it is the `last` look, covered cards are looked for only beside others."""
        part = part_of(picture, area)
        origin = np.array([area.x, area.y], np.float64)
        readings: list[Reading] = []
        unknown: list[Unreadable] = []
        others: list[FloatArray] = []
        for corners in self._outlines(part):
            if not region.contains(corners.mean(axis=0) + origin):
                continue
            if any(within(corners, reading.corners) for reading in readings) or (
                sum(within(corners, spot.corners) for spot in unknown) >= _TRIES
            ):
                continue
            found = self.read_card(part, corners)
            if isinstance(found, Reading):
                readings.append(found)
            elif found.why == _NOT_CERTAIN:
                unknown.append(found)
            elif not self._tiles:
                if not self._form.is_plain(part, corners):
                    unknown.append(found)
            elif self._px_per_mm and self._form.is_as_large(corners, self._px_per_mm):
                others.append(corners + origin)
        done = self._tiles or self._explained(part, readings)
        done = done or not (last or readings or unknown)
        for found in () if done else self._fanned(part, readings):
            if not region.contains(found.centre + origin):
                continue
            if isinstance(found, Reading):
                readings.append(found)
            else:
                unknown.append(found)
        return Art(
            tuple(replace(each, corners=each.corners + origin) for each in readings),
            tuple(replace(each, corners=each.corners + origin) for each in unknown),
            tuple(others),
        )

    def _outlines(self, part: Picture) -> Iterator[FloatArray]:
        """What may be a card, or a tile of about the size that it has in the picture."""
        outlines = find_outlines(part, self._form.card_size, self._px_per_mm, rough=self._tiles)
        if self._px_per_mm is None:
            yield from outlines
            return
        wide = self._px_per_mm * min(self._form.card_size)

        def off_size(corners: FloatArray) -> float:
            sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
            return abs(float(sides.min()) / wide - 1)

        if not self._tiles:
            yield from (each for each in outlines if off_size(each) < _OFF_SIZE_OF_CARDS)
            return
        if self._families:
            yield from self._spotter.find(part, self._px_per_mm)
        yield from (each for each in sorted(outlines, key=off_size) if off_size(each) < _OFF_SIZE)

    def _explained(self, part: Picture, readings: Sequence[Reading]) -> bool:
        """Whether there is no room for more cards beside those that were read."""
        covered = sum(cv2.contourArea(read.corners.astype(np.float32)) for read in readings)
        return not self._families or covered > _EXPLAINED * part.shape[0] * part.shape[1]

    def read_card(self, picture: Picture, corners: FloatArray) -> Reading | Unreadable:
        """The card within an outline (clockwise, from any corner)."""
        if picture.ndim == 2:
            return self._in_grey.read_card(_coloured(picture), corners)
        if not self._families:
            return Unreadable(corners, _NOTHING_ENROLLED)
        ways = list(self._form.ways(corners))
        if not ways or _across(ways[0]) < LEAST_SCALE * self._form.card_size[0]:
            return Unreadable(corners, _TOO_SMALL)
        looks: list[_Look] = []
        canvases = [self._form.with_margin(picture, way) for way in self._form.seen_once(ways)]
        order = self._shortlist(canvases, len(ways))
        for family, way in order[:_FAMILIES]:
            look = self._laid_over(picture, family, self._form.turned(canvases, way))
            if look is None:
                continue
            if self._certain(look):
                return self._reading(look)
            if self._tiles and look.evidence.agreeing > _SAME_PICTURE:
                # The outline of a tile is rough: from where it was laid it is laid better.
                canvas = self._form.with_margin(picture, look.corners)
                look = self._laid_over(picture, family, canvas) or look
                if self._certain(look):
                    return self._reading(look)
            looks.append(look)
            if look.evidence.agreeing > (_LEAST_AGREEING if self._tiles else _SAME_PICTURE):
                break
        near = [look for look in looks if look.evidence.agreeing > _SAME_PICTURE]
        why = _NOT_CERTAIN if near else NOT_KNOWN
        return Unreadable(corners, why, candidates=_candidates(near or looks, order))

    @cached_property
    def _thumbnails(self) -> tuple[Levels, npt.NDArray[np.intp]]:
        """Those of all cards, and the number of the family of each."""
        every = [thumbnail for family in self._families for thumbnail in family.thumbnails]
        owners = np.repeat(
            np.arange(len(self._families)), [len(family.kinds) for family in self._families]
        )
        return np.stack(every), owners

    def _shortlist(self, canvases: Sequence[Canvas], ways: int) -> list[tuple[Family, int]]:
        """Families and the way in which the card would lie, by their thumbnails."""
        known, owners = self._thumbnails
        alike = np.full((ways, len(self._families)), -1.0, np.float32)
        for way in range(ways):
            canvas, _ = self._form.turned(canvases, way)
            thumbnail = self._form.thumbnail(canvas[MARGIN:-MARGIN, MARGIN:-MARGIN])
            np.maximum.at(alike[way], owners, (known * thumbnail).sum(axis=1))
        best = alike.max(axis=0)
        least = max(_NOT_THE_PICTURE, float(best.max()) - _BEHIND)
        return [
            (self._families[number], int(alike[:, number].argmax()))
            for number in np.argsort(-best, kind="stable")
            if best[number] > least
        ]

    def _laid_over(self, picture: Picture, family: Family, canvas: Canvas) -> _Look | None:
        card, to_picture = canvas
        matrix = family.template.align(card)
        return None if matrix is None else self._weighed(picture, family, to_picture @ matrix)

    def _weighed(
        self,
        picture: Picture,
        family: Family,
        matrix: FloatArray,
        visible: Flags | None = None,
    ) -> _Look | None:
        seen = family.lighting.evened(family.close(picture, matrix), visible)
        if seen is None:
            return None
        corners = through(self._form.edge(), matrix)
        evidence = weigh(family, seen, visible, careful=not self._complete)
        return _Look(family, evidence, corners)

    def _certain(self, look: _Look) -> bool:
        family, evidence = look.family, look.evidence
        if not any(map(counts, family.kinds)):  # which of them it is makes no difference
            return evidence.agreeing > _SAME_PICTURE
        most = _MOST_LEFT if self._complete else _MOST_LEFT_OPEN[evidence.blur]
        most = _MOST_LEFT_OF_TILES[self._complete] if self._tiles else most
        off = _MOST_OFF_COLOUR if self._complete else _MOST_OFF_COLOUR_OPEN
        if evidence.left_over > most or evidence.off_colour > off:
            return False
        if evidence.agreeing < _LEAST_AGREEING or min(evidence.shown) < _LEAST_SHOWN:
            return False
        if min(evidence.leads) < _LEAST_LEAD or max(evidence.leads) > _MOST_LEAD:
            return False
        hidden = evidence.hidden & family.inner
        share = float(hidden.sum() / family.inner.sum())
        if self._complete:
            return share < _MOST_HIDDEN
        telling = self._telling & family.inner
        if not telling.any():
            return share < _MOST_HIDDEN_OPEN
        return float((hidden & telling).sum() / telling.sum()) < _MOST_TELLING_HIDDEN

    def _reading(self, look: _Look) -> Reading:
        evidence = look.evidence
        sides = np.linalg.norm(np.roll(look.corners, -1, axis=0) - look.corners, axis=1)
        self._card_px = float(sides.max())
        certainty = min(1.0, *evidence.leads) * (1 - evidence.left_over / 4)
        return Reading(look.family.kinds[evidence.order[0]], look.corners, certainty, "art")

    def _fanned(
        self, picture: Picture, readings: Sequence[Reading]
    ) -> Iterator[Reading | Unreadable]:
        """Cards of which others cover a part: they have no outline."""
        known = [reading.corners for reading in readings]
        laid = list(self._fans.find(picture, known, self._card_px))
        if not laid and self._card_px is not None and self._px_per_mm is None:
            # Perhaps the camera has moved, and cards have another size now.
            laid = list(self._fans.find(picture, known, None))
        for found in laid:
            look = self._weighed(picture, found.family, found.matrix, found.visible)
            if look is None:
                continue
            if self._certain(look):
                yield self._reading(look)
            elif look.evidence.agreeing > _SAME_PICTURE:
                candidates = _candidates([look], [])
                yield Unreadable(look.corners, _NOT_CERTAIN, candidates=candidates, covered=True)


def _candidates(looks: Sequence[_Look], order: Sequence[tuple[Family, int]]) -> tuple[str, ...]:
    """The kinds that a card may be: of the families it was compared with, then of others."""
    kinds = [look.family.kinds[number] for look in looks for number in look.evidence.order]
    kinds += [kind for family, _ in order for kind in family.kinds]
    return tuple(dict.fromkeys(filter(counts, kinds)))[:_CANDIDATES]


def _coloured(grey: Picture) -> Picture:
    return np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), np.uint8)


def _grey(card: Picture) -> Picture:
    return np.asarray(cv2.cvtColor(card, cv2.COLOR_BGR2GRAY), np.uint8)


def _across(corners: FloatArray) -> float:
    """The mean of the first and the third side."""
    a, b, c, d = corners
    return (math.dist(a, b) + math.dist(c, d)) / 2
