"""Printed numbers, up to three digits or L and two, read by Tesseract from where a card has them.

Tesseract is made for pages, not for two digits, and errs in two ways: it drops a character, or
takes a 5 for a 3. Errors of the first kind vanish when the number stands three times on a line and
all three have to come out the same; those of the second kind differ between grey and black and
white. So a number counts only if both ways of asking give the same answer, it is a number there
can be, and it fits the shapes in the picture: no fewer characters than shapes, and an L, not a 1,
where there is a foot to the right only. Otherwise it is unknown; it is never guessed.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from vision.reading import FloatArray, Picture
from vision.registry import Field

_NUMBER = re.compile(r"0|[1-9][0-9]{0,2}|L[1-9][0-9]?")
_LEAST_HEIGHT = 14.0
"""Pixels: below this height digits cannot be told apart."""
_LEAST_CONTRAST = 24.0
"""Grey levels between paper and ink."""
_LEAST_CONFIDENCE = 30.0
_FOOT_OF_L = 0.1
"""In heights of the character. The foot of a 1 is even, or missing, in every font tried."""
_CUT_OFF = 0.3
"""How much higher or lower than others a character may be that is cut off."""
_FINE = 4
"""How much finer than the picture the shapes of the characters are told apart."""


class OcrError(RuntimeError):
    """Tesseract cannot be used; the message says how to put it right."""


class Printed(NamedTuple):
    """A number that was read for certain."""

    number: str
    confidence: float


class _Pass(NamedTuple):
    """One way to put a number before Tesseract."""

    height: int
    """Of the digits, in pixels; Tesseract is at its best at about 30."""
    black_and_white: bool
    times: int
    """How often the number is repeated on the line."""


_PASSES = (
    _Pass(height=30, black_and_white=False, times=3),
    _Pass(height=30, black_and_white=True, times=1),
)


class _Ink(NamedTuple):
    """The characters in a crop: dark on white, cut out with a little margin."""

    grey: Picture
    height: float
    shapes: int
    """Separate shapes; touching characters count as one."""
    foot: float
    """How far the foot of the first shape reaches further right than left, in heights of it."""


def field_of(
    picture: Picture, corners: FloatArray, card_size: tuple[float, float], field: Field
) -> Picture:
    """The place on a card where a number stands, upright, as many pixels wide as in the picture.

    The card is given by its corners, clockwise from its own top left.
    """
    width, height = card_size
    across = (_length(corners[0], corners[1]) + _length(corners[3], corners[2])) / 2
    down = (_length(corners[0], corners[3]) + _length(corners[1], corners[2])) / 2
    scale = max(across / width, down / height)
    card = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float64)
    target = (card - field.at) * scale - 0.5
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), target.astype(np.float32))
    size = (max(1, round(field.size[0] * scale)), max(1, round(field.size[1] * scale)))
    return np.asarray(cv2.warpPerspective(picture, matrix, size, flags=cv2.INTER_CUBIC), np.uint8)


def has_ink(crop: Picture) -> bool:
    """Whether there is anything in a picture that can be a number."""
    return _ink(crop) is not None


def read_numbers(crops: Sequence[Picture]) -> list[Printed | None]:
    """The number in each upright picture of nothing but a number and its background."""
    inks = [_ink(crop) for crop in crops]
    found: list[Printed | None] = [None] * len(inks)
    asked = [(index, ink) for index, ink in enumerate(inks) if ink is not None]
    if not asked:
        return found
    lines = [_line(ink, way) for way in _PASSES for _, ink in asked]
    answers = _tesseract(lines)
    for place, (index, ink) in enumerate(asked):
        found[index] = _agreed(ink, answers[place :: len(asked)])
    return found


def _agreed(ink: _Ink, answers: Sequence[tuple[str, float]]) -> Printed | None:
    numbers = {_once(text, way.times) for way, (text, _) in zip(_PASSES, answers, strict=True)}
    number = numbers.pop()
    # Only the confidence of a number that stands alone on its line means anything.
    confidence = min(
        sure for way, (_, sure) in zip(_PASSES, answers, strict=True) if way.times == 1
    )
    if numbers or not _NUMBER.fullmatch(number) or not _fits(number, ink):
        return None
    return Printed(number, confidence / 100) if confidence >= _LEAST_CONFIDENCE else None


def _fits(number: str, ink: _Ink) -> bool:
    """Whether the shapes allow this number: no character dropped, no L taken for a 1."""
    if number[0] in "1L":
        return ink.shapes == len(number) and (number[0] == "L") == (ink.foot > _FOOT_OF_L)
    return ink.shapes <= len(number)


def _once(text: str, times: int) -> str:
    """What stands `times` times in the text; empty if it is not the same every time."""
    one = text[: len(text) // times]
    return one if one * times == text else ""


def _ink(crop: Picture) -> _Ink | None:
    """Finds the characters; None if there is nothing that can be a number."""
    if min(crop.shape[:2]) < _LEAST_HEIGHT:
        return None
    grey = np.asarray(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY) if crop.ndim == 3 else crop, np.uint8)
    dark, bright = np.percentile(grey, (2, 98))
    if bright - dark < _LEAST_CONTRAST:
        return None
    levels = (grey.astype(np.float64) - dark) * (255 / (bright - dark))
    grey = np.clip(levels, 0, 255).astype(np.uint8)
    edge = np.concatenate([grey[0], grey[-1], grey[:, 0], grey[:, -1]])
    if np.median(edge) < 128:
        grey = 255 - grey
    fine = cv2.resize(grey, None, fx=_FINE, fy=_FINE, interpolation=cv2.INTER_CUBIC)
    fine = cv2.GaussianBlur(fine, (0, 0), _FINE / 2)
    _, black = cv2.threshold(fine, 0, 255, cv2.THRESH_BINARY_INV | cv2.THRESH_OTSU)
    _, marks, boxes, _ = cv2.connectedComponentsWithStats(black)
    rows, columns = black.shape
    left, top = boxes[:, 0], boxes[:, 1]
    right, bottom = left + boxes[:, 2], top + boxes[:, 3]
    # Shape 0 is the background; what touches the edge is a rim or a picture, not a number.
    inside = (left > 0) & (top > 0) & (right < columns) & (bottom < rows)
    inside[0] = False
    tallest = boxes[inside, 3].max(initial=0)
    if tallest < _LEAST_HEIGHT * _FINE:
        return None
    # A character that is cut off at a side would be missing in the number.
    at_side = ((left == 0) | (right == columns)) & ~((top == 0) & (bottom == rows))
    at_side[0] = False
    if (np.abs(boxes[at_side, 3] / tallest - 1) < _CUT_OFF).any():
        return None
    kept = np.flatnonzero(inside & (boxes[:, 3] > 0.6 * tallest))
    x, x2 = int(left[kept].min()), int(right[kept].max())
    y, y2 = int(top[kept].min()), int(bottom[kept].max())
    first = kept[left[kept].argmin()]
    shape = marks[top[first] : bottom[first], left[first] : right[first]] == first
    margin = 2
    cut = grey[
        max(0, y // _FINE - margin) : y2 // _FINE + 1 + margin,
        max(0, x // _FINE - margin) : x2 // _FINE + 1 + margin,
    ]
    return _Ink(cut, (y2 - y) / _FINE, len(kept), _foot(shape))


def _foot(shape: npt.NDArray[np.bool_]) -> float:
    """How far the lowest part of a shape reaches further right of its stem than left of it.

    The stem is a line through the middle part, so that slanted and tilted characters do no harm.
    """
    height = len(shape)
    middle = range(round(0.3 * height), round(0.7 * height))
    centres = [np.flatnonzero(shape[row]).mean() for row in middle]
    slope, start = np.polyfit(middle, centres, 1)
    rows, columns = np.nonzero(shape[round(0.72 * height) :])
    offsets = columns - (slope * (rows + round(0.72 * height)) + start)
    return float(sum(np.percentile(offsets, (2, 98))) / height)


def _line(ink: _Ink, way: _Pass) -> Picture:
    scale = way.height / ink.height
    how = cv2.INTER_CUBIC if scale > 1 else cv2.INTER_AREA
    text = cv2.resize(ink.grey, None, fx=scale, fy=scale, interpolation=how)
    if way.black_and_white:
        _, text = cv2.threshold(text, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    above, beside = round(way.height * 0.6), round(way.height * 0.4)
    white = (255, 255, 255)
    word = cv2.copyMakeBorder(text, above, above, beside, beside, cv2.BORDER_CONSTANT, value=white)
    line = np.hstack([word] * way.times)
    framed = cv2.copyMakeBorder(line, 0, 0, above, above, cv2.BORDER_CONSTANT, value=white)
    return np.asarray(framed, np.uint8)


def _tesseract(lines: Sequence[Picture]) -> list[tuple[str, float]]:
    """The characters on each line, without spaces, and the confidence of the least certain."""
    import pytesseract  # only where numbers are read: it brings all of Pillow

    # On a line of a few digits Tesseract's threads only wait for each other: six times the work.
    os.environ.setdefault("OMP_THREAD_LIMIT", "1")
    with tempfile.TemporaryDirectory(prefix="quartermaster-") as folder:
        pages = Path(folder) / "numbers.tif"
        if not cv2.imwritemulti(str(pages), list(lines)):
            raise OcrError(f"Numbers cannot be read: no room for a picture in {folder}.")
        try:
            table = pytesseract.image_to_data(
                str(pages),
                config="--psm 7 --dpi 150 -c tessedit_char_whitelist=0123456789L",
                output_type=pytesseract.Output.DICT,
            )
        except pytesseract.TesseractNotFoundError as problem:
            raise OcrError(
                "Printed numbers cannot be read because Tesseract is not installed. "
                "Install it with: sudo apt install tesseract-ocr"
            ) from problem
        except pytesseract.TesseractError as problem:
            raise OcrError(
                f"Printed numbers cannot be read because Tesseract failed: {problem.message}. "
                "Its English data may be missing: sudo apt install tesseract-ocr-eng"
            ) from problem
    texts, sure = [""] * len(lines), [100.0] * len(lines)
    for page, text, confidence in zip(table["page_num"], table["text"], table["conf"], strict=True):
        if characters := "".join(str(text).split()):
            texts[page - 1] += characters
            sure[page - 1] = min(sure[page - 1], float(confidence))
    return list(zip(texts, sure, strict=True))


def _length(start: FloatArray, end: FloatArray) -> float:
    return float(np.linalg.norm(end - start))
