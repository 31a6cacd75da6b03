"""Cards that share a picture, laid over each other and brought into one light.

Cards of one role differ in a digit or in the hue of an emblem. Brought into the place and the light
of the first of them, they are compared with a card of the table at one go, and it is known in which
pixels any of them differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import cv2
import numpy as np
import numpy.typing as npt

from vision.reading import FloatArray, Picture
from vision.recognise.lighting import Lighting
from vision.recognise.likeness import Flags, Format, Levels, Template, grey, scaled, warped

CLOSE = 1.5
"""The size in which cards are compared, of half size."""
BLURS = (0.0, 0.5, 0.8, 1.1, 1.5, 1.9, 2.4)
"""How much softer a card of the table may be than that of the album, in pixels."""
_RELATED = 0.85
"""How alike the thumbnails of two cards are that may share a picture."""
_DIFFERENT = 20.0
"""Levels by which a pixel and its neighbours differ if two cards differ there."""
_MOST_DIFFERENT = 0.3
"""Of its pixels: a card that differs in more has a picture of its own."""


_PART = 35
"""Pixels of a part of a card that may be out of place by itself."""
_STEPS, _FARTHEST, _NEAR = 3, 1.5, 0.7
"""How often a part is moved, how far at once, and how far if that was the last time."""
_MOST_OFF = 60.0
_STIFF = 4.0
"""Keeps plain parts where they are."""
_CONTOURS = 2500
_RIM, _CORNER = 6, 10
"""Pixels along the edge and at the corners that say nothing: rounding, the table, a sleeve."""
_RIM_MM, _CORNER_MM = 1.0, 3.5
"""The same in millimetres: on a tile they are more pixels."""

Spots = npt.NDArray[np.intp]


class Family:
    def __init__(self, kind: str, card: Picture, form: Format) -> None:
        """Begins with a card in fine size."""
        self.form = form
        self.card = card
        """Its first, in whose place and light all are compared."""
        self.kinds = [kind]
        width, height = form.half_size
        self.size = (round(width * CLOSE), round(height * CLOSE))
        close = cv2.resize(card, self.size, interpolation=cv2.INTER_AREA)
        self.pictures = [np.asarray(close, np.float32)]
        self.thumbnails = [form.thumbnail(card)]
        self.template = Template(card, form)
        self.inner = _inner(close.shape, self.size[0] / form.card_size[0])
        dark, light = np.percentile(grey(card)[::4, ::4], (2, 98))
        self.contrast = max(float(light - dark) / 4, 10.0)
        self.differs: Flags = np.zeros(close.shape[:2], np.bool_)
        self._lighting: Lighting | None = None
        self._blurred: dict[tuple[int, int], Levels] = {}
        self._slopes: dict[int, tuple[Levels, Levels]] = {}
        self._brightest: Levels | None = None
        self._contours: Spots | None = None

    def likeness(self, thumbnail: Levels) -> float:
        return max(float(known @ thumbnail) for known in self.thumbnails)

    def take_in(self, kind: str, card: Picture) -> bool:
        """Whether a card, which may lie upside down, shares the picture; then it belongs here."""
        for turned in (card, np.ascontiguousarray(card[::-1, ::-1])):
            thumbnail = self.form.thumbnail(turned)
            if self.likeness(thumbnail) < _RELATED:
                continue
            laid = self._laid_over(turned)
            if laid is not None and _unlike(laid, self.pictures[0]).mean() < _MOST_DIFFERENT:
                for known in self.pictures:
                    self.differs |= _unlike(laid, known)
                self.kinds.append(kind)
                self.pictures.append(laid)
                self.thumbnails.append(thumbnail)
                self._lighting = self._brightest = self._contours = None
                return True
        return False

    def _laid_over(self, card: Picture) -> Levels | None:
        """A card in the place and the light of the family's first."""
        canvas, to_card = self.form.with_margin(card, self.form.edge(2.0))
        matrix = self.template.align(canvas)
        if matrix is None:
            return None
        laid = self.lighting.evened(self.close(card, to_card @ matrix))
        return None if laid is None else self.settled(laid, 0, ~_unlike(laid, self.pictures[0]))

    def close(self, picture: Picture, to_picture: FloatArray) -> Levels:
        """What a picture shows of a card, in the size in which cards are compared."""
        shown = warped(picture, to_picture @ scaled(1 / CLOSE), self.size)
        return np.asarray(shown, np.float32)

    @property
    def lighting(self) -> Lighting:
        if self._lighting is None:
            self._lighting = Lighting(self.pictures[0], ~self.differs)
        return self._lighting

    def blurred(self, number: int, blur: int) -> Levels:
        """The picture of one of the kinds, as soft as BLURS says."""
        if blur == 0:
            return self.pictures[number]
        if (number, blur) not in self._blurred:
            self._blurred[number, blur] = softened(self.pictures[number], BLURS[blur])
        return self._blurred[number, blur]

    def slopes(self, blur: int) -> tuple[Levels, Levels]:
        """How steep the brightness of the common picture is in every pixel, across and along."""
        if blur not in self._slopes:
            bright = brightness(self.blurred(0, blur))
            across = cv2.Sobel(bright, cv2.CV_32F, 1, 0, scale=0.125)
            along = cv2.Sobel(bright, cv2.CV_32F, 0, 1, scale=0.125)
            self._slopes[blur] = np.asarray(across, np.float32), np.asarray(along, np.float32)
        return self._slopes[blur]

    def edges(self, blur: int) -> Levels:
        across, along = self.slopes(blur)
        return np.asarray(np.abs(across) + np.abs(along), np.float32)

    def settled(self, seen: Levels, blur: int, visible: Flags | None = None) -> Levels:
        """A card with every part of it moved by the fraction of a pixel that it is still off.

        A part is larger than a digit and moved by the pixels that all kinds share, so that no digit
        can be made to look like another.
        """
        across, along = self.slopes(blur)
        counts = np.where(self.differs, 0, 1) if visible is None else visible & ~self.differs
        weight = counts.astype(np.float32)
        products = [part * weight for part in (across * across, across * along, along * along)]
        xx, xy, yy = (cv2.boxFilter(part, cv2.CV_32F, (_PART, _PART)) for part in products)
        xx, yy = xx + _STIFF, yy + _STIFF
        whole = xx * yy - xy * xy
        rows, columns = np.mgrid[: xx.shape[0], : xx.shape[1]].astype(np.float32)
        found = seen
        for _ in range(_STEPS):
            off = brightness(found - self.blurred(0, blur))
            off = np.clip(off, -_MOST_OFF, _MOST_OFF) * weight
            right = cv2.boxFilter(across * off, cv2.CV_32F, (_PART, _PART))
            down = cv2.boxFilter(along * off, cv2.CV_32F, (_PART, _PART))
            x = np.clip((yy * right - xy * down) / whole, -_FARTHEST, _FARTHEST)
            y = np.clip((xx * down - xy * right) / whole, -_FARTHEST, _FARTHEST)
            columns, rows = columns - x, rows - y
            shown = cv2.remap(seen, columns, rows, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
            found = np.asarray(shown, np.float32)
            if max(float(np.abs(x).max()), float(np.abs(y).max())) < _NEAR:
                break
        return found

    @property
    def common(self) -> Picture:
        """What all kinds have in common; where they differ, something between them."""
        return np.asarray(np.rint(np.mean(self.pictures, axis=0)), np.uint8)

    @property
    def brightest(self) -> Levels:
        """In every pixel, the most that any of the kinds has there."""
        if self._brightest is None:
            self._brightest = np.asarray(np.max(np.stack(self.pictures), axis=0), np.float32)
        return self._brightest

    @property
    def contours(self) -> Spots:
        """The pixels in which softness shows best: steep ones that all kinds share."""
        if self._contours is None:
            edges = np.where(self.differs | ~self.inner, 0, self.edges(0)).ravel()
            self._contours = np.argpartition(edges, -_CONTOURS)[-_CONTOURS:]
        return self._contours


def families(cards: Mapping[str, Picture], form: Format) -> list[Family]:
    found: list[Family] = []
    for kind, card in cards.items():
        if not any(family.take_in(kind, card) for family in _nearest(found, card, form)):
            found.append(Family(kind, card, form))
    return found


def _nearest(known: Iterable[Family], card: Picture, form: Format) -> list[Family]:
    upright = form.thumbnail(card)
    turned = form.thumbnail(np.ascontiguousarray(card[::-1, ::-1]))
    alike = [(max(one.likeness(upright), one.likeness(turned)), one) for one in known]
    related = [pair for pair in alike if pair[0] >= _RELATED]
    return [family for _, family in sorted(related, key=lambda pair: -pair[0])]


def _inner(shape: tuple[int, ...], px_per_mm: float) -> Flags:
    rim, corner = max(_RIM, round(_RIM_MM * px_per_mm)), max(_CORNER, round(_CORNER_MM * px_per_mm))
    inner = np.zeros(shape[:2], np.bool_)
    inner[rim:-rim, rim:-rim] = True
    for rows in (slice(0, corner), slice(-corner, None)):
        for columns in (slice(0, corner), slice(-corner, None)):
            inner[rows, columns] = False
    return inner


def softened(picture: Levels, blur: float) -> Levels:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), blur), np.float32)


def brightness(picture: Levels) -> Levels:
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.float32)


def _unlike(first: Levels, second: Levels) -> Flags:
    """Where two cards differ, not only by a fraction of a pixel along their edges."""
    gap = np.abs(cv2.blur(first - second, (3, 3))).max(axis=2)
    core = cv2.morphologyEx(
        (gap > _DIFFERENT).astype(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)
    )
    return np.asarray(cv2.dilate(core, np.ones((5, 5), np.uint8)) > 0, np.bool_)
