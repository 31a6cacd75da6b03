"""Numbers printed on pieces: a second witness for pictures, and alone where those say nothing.

A game says in `[forms]` of its tags.toml where numbers are printed on pieces of a form, and in
the `Numbers` of its looks which ones. Tesseract reads them in a process of its own: until it
has, a card that is known by its picture is known, and one that is not is unknown.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

import cv2
import numpy as np

from rules.games import GAMES
from rules.text import Text
from vision.looks import looks_of
from vision.reading import FloatArray, Picture, Planes, Reading, Region, Unreadable, part_of
from vision.recognise.digits import Printed, field_of, has_ink
from vision.recognise.found import Art
from vision.recognise.likeness import Format
from vision.recognise.number_process import NumberProcess, Question
from vision.registry import Form, load_registry

_OFF_SIZE = 0.15
"""How much larger or smaller than a piece an outline may be."""
_SAME_SPOT = 0.2
"""In widths: how far a piece may seem to have moved while its number was read."""
_SAME_LOOK = 12.0
"""Levels by which its number may look different since."""
_LOOK = (24, 12)
"""Pixels of a number by which it is known again."""
_MOST_KEPT = 400
_CANDIDATES = 6

_BEING_READ = Text("reading its number")
_OTHERWISE = Text("its printed number differs")


@dataclass(frozen=True, slots=True)
class PrintedNumbers:
    """Which numbers the pieces of a game have, and where."""

    forms: Mapping[str, Form]
    """Of each kind that has numbers."""
    numbers: Mapping[str, tuple[str | None, ...]]
    pictures: Mapping[str, str]
    """What pieces with the same picture have in common, of each kind."""

    def form_of(self, corners: FloatArray, px_per_mm: float | None) -> Form | None:
        """The only form with numbers that an outline can be of."""
        sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
        seen = sorted((float(sides[0] + sides[2]) / 2, float(sides[1] + sides[3]) / 2))
        fitting = [
            form for form in dict.fromkeys(self.forms.values()) if _fits(seen, form, px_per_mm)
        ]
        return fitting[0] if len(fitting) == 1 else None

    def agreeing(self, form: Form, read: Sequence[Printed | None]) -> list[str]:
        """The kinds of a form on which these numbers stand; what was not read may be any."""
        return [
            kind
            for kind, numbers in self.numbers.items()
            if self.forms[kind] == form
            and all(
                seen is None or seen.number == there
                for seen, there in zip(read, numbers, strict=True)
            )
        ]


def _fits(seen: Sequence[float], form: Form, px_per_mm: float | None) -> bool:
    short, long = sorted(form.size)
    scale = px_per_mm or math.sqrt(seen[0] * seen[1] / (short * long))
    return all(
        abs(side - scale * printed) < _OFF_SIZE * scale * printed
        for side, printed in zip(seen, (short, long), strict=True)
    )


@cache
def numbers_of(game: str) -> PrintedNumbers | None:
    """None if no piece of the game has a printed number."""
    known = looks_of(game).numbers
    if known is None:
        return None
    registry = load_registry(game)
    forms: dict[str, Form] = {}
    numbers: dict[str, tuple[str | None, ...]] = {}
    pictures: dict[str, str] = {}
    for key, piece in GAMES[game].pieces.items():
        form = registry.form_of(key)
        if form.numbers and piece.kind not in forms:
            printed = known.printed(piece) or (None,) * len(form.numbers)
            forms[piece.kind], numbers[piece.kind] = form, printed
            pictures[piece.kind] = known.picture(piece)
    return PrintedNumbers(forms, numbers, pictures) if forms else None


@dataclass(slots=True, eq=False)
class _Asked:
    """The numbers of one piece at one spot."""

    corners: FloatArray
    looks: list[Picture]
    question: Question | None
    """None if there is nothing to be read."""
    told: bool = False
    """Whether somebody has been given what was found."""

    @property
    def found(self) -> Sequence[Printed | None] | None:
        """None while nobody knows."""
        return self.question.found() if self.question is not None else None


class NumberWitness:
    """Asks for the numbers of every piece that is seen, and judges by those that have been read."""

    def __init__(self, printed: PrintedNumbers, process: NumberProcess) -> None:
        self._printed = printed
        self._process = process
        self._asked: list[_Asked] = []

    def news(self) -> list[Region]:
        """Where numbers have been read since they were last looked for; each is told once."""
        new = [asked for asked in self._asked if not asked.told and asked.found is not None]
        for asked in new:
            asked.told = True
        return [Region.of(asked.corners) for asked in new]

    def wait(self, seconds: float) -> None:
        """Until all has been read that was asked for."""
        for asked in self._asked:
            if asked.question is not None:
                asked.question.wait(seconds)

    def judge(
        self,
        picture: Picture | Planes,
        art: Art,
        px_per_mm: float | None,
        known: Collection[str] = (),
    ) -> Art:
        """What the pictures say, after the numbers have been heard.

        `known` are the kinds of which there are pictures. Only those can have been taken for each
        other: what a person called a card is not doubted because of a number.
        """
        readings: list[Reading] = []
        unknown: list[Unreadable] = []
        outlines: list[FloatArray] = []
        for reading in art.readings:
            judged = self._witnessed(picture, reading, known)
            if isinstance(judged, Reading):
                readings.append(judged)
            else:
                unknown.append(judged)
        spots = [(spot, True) for spot in art.unreadable]
        spots += [(Unreadable(corners, _BEING_READ), False) for corners in art.outlines]
        for spot, is_piece in spots:
            judged = self._alone(picture, spot, px_per_mm)
            if isinstance(judged, Reading):
                readings.append(judged)
            elif is_piece:
                unknown.append(judged)
            else:
                outlines.append(spot.corners)
        del self._asked[:-_MOST_KEPT]
        return Art(tuple(readings), tuple(unknown), tuple(outlines))

    def _witnessed(
        self, picture: Picture | Planes, reading: Reading, known: Collection[str]
    ) -> Reading | Unreadable:
        """A piece that is known by its picture, unless its numbers are those of another."""
        form = self._printed.forms.get(reading.piece)
        read = self._read(picture, form, [reading.corners]) if form else None
        if form is None or read is None:
            return reading
        agreeing = self._printed.agreeing(form, read[0])
        if reading.piece in agreeing or not any(kind in known for kind in agreeing):
            return reading
        return Unreadable(
            reading.corners, _OTHERWISE, candidates=(reading.piece, *agreeing)[:_CANDIDATES]
        )

    def _alone(
        self, picture: Picture | Planes, spot: Unreadable, px_per_mm: float | None
    ) -> Reading | Unreadable:
        """A piece whose picture is not known, if its numbers are those of only one kind."""
        form = self._printed.form_of(spot.corners, px_per_mm)
        if form is None:
            return spot
        ways = list(Format(form.size).ways(spot.corners))
        read = self._read(picture, form, ways)
        if read is None:
            return spot
        certain = [(way, numbers) for way, numbers in zip(ways, read, strict=True) if any(numbers)]
        if len(certain) != 1:
            return spot
        way, numbers = certain[0]
        kinds = self._printed.agreeing(form, numbers)
        like = {self._printed.pictures.get(kind) for kind in spot.candidates[:1]}
        same = [kind for kind in kinds if self._printed.pictures[kind] in like]
        likely = same or kinds
        if len(likely) == 1:
            confidence = min(number.confidence for number in numbers if number)
            return Reading(likely[0], way, confidence, "number")
        others = (kind for kind in spot.candidates if kind not in likely)
        return replace(spot, candidates=(*likely, *others)[:_CANDIDATES] if likely else ())

    def _read(
        self, picture: Picture | Planes, form: Form, ways: Sequence[FloatArray]
    ) -> list[Sequence[Printed | None]] | None:
        """The numbers of a piece for every way in which it may lie; None while nobody knows."""
        crops = [crop for way in ways for crop in _fields(picture, form, way)]
        asked = self._found(ways[0], crops)
        if asked is None:
            question = self._process.ask(crops) if any(map(has_ink, crops)) else None
            asked = _Asked(ways[0], [_look(crop) for crop in crops], question)
            self._asked.append(asked)
        found, count = asked.found, len(form.numbers)
        if found is None:
            return None
        asked.told = True
        return [found[n : n + count] for n in range(0, len(found), count)] or None

    def _found(self, corners: FloatArray, crops: Sequence[Picture]) -> _Asked | None:
        """What has been asked for the same piece at the same spot; what changed is forgotten."""
        wide = float(np.linalg.norm(corners[1] - corners[0]))
        middle = corners.mean(axis=0)
        for asked in self._asked:
            if float(np.abs(asked.corners.mean(axis=0) - middle).max()) > _SAME_SPOT * wide:
                continue
            same = len(asked.looks) == len(crops) and all(
                float(np.abs(_look(crop).astype(np.float32) - look).mean()) < _SAME_LOOK
                for crop, look in zip(crops, asked.looks, strict=True)
            )
            if same:
                return asked
            self._asked.remove(asked)
            return None
        return None


def _fields(picture: Picture | Planes, form: Form, corners: FloatArray) -> Iterator[Picture]:
    area = Region.of(corners).grown(4).clipped(picture.shape[1], picture.shape[0])
    part = part_of(picture, area)
    origin = np.array([area.x, area.y], np.float64)
    for field in form.numbers:
        yield field_of(part, corners - origin, form.size, field)


def _look(crop: Picture) -> Picture:
    grey = cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY) if crop.ndim == 3 else crop
    return np.asarray(cv2.resize(grey, _LOOK, interpolation=cv2.INTER_AREA), np.uint8)
