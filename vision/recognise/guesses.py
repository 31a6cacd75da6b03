"""Which card it may be that nobody knows yet: by its title, its numbers and its colour.

Only for people to choose from: a guess orders what they are offered, and decides nothing. Where
there is no Tesseract, or it knows no letter of the title, there are fewer clues.
"""

from __future__ import annotations

import re
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

import cv2
import numpy as np

from vision.reading import Picture

_TITLE = (0.03, 0.155)
"""Of a card's height, from the top: where its title and its numbers are."""
_ENLARGED = 3.0
_LEAST_CONFIDENCE = 20.0
_LEAST_ALIKE = 0.7
_FRAME = (0.05, 0.028)
"""Of a card's width: from its edge to where its frame ends, and begins."""
_LEAST_COLOURED = 100
"""Of 255: the saturation of what has a colour; parchment has less."""
_DARK = 70
_HUES = {"red": 0, "yellow": 27, "green": 65, "blue": 110}
"""As OpenCV counts them, to 180."""


@dataclass(frozen=True, slots=True)
class Clues:
    turned: bool = False
    """Whether the card lies upside down, by its title."""
    words: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    colour: str = ""

    def likelihood(self, kind: str, names: Sequence[str]) -> float:
        """How well a kind fits, whose cards are called so; 0 if nothing speaks for it."""
        parts = re.split(r"[/_-]", kind)
        titles = [word for name in (*names, *parts[-3:]) for word in _letters(name)]
        title = max(
            (
                alike
                for word in self.words
                for other in titles
                if (alike := SequenceMatcher(None, word, other).ratio()) >= _LEAST_ALIKE
            ),
            default=0.0,
        )
        number = (Counter(parts) & Counter(self.numbers)).total()
        colour = bool(self.colour) and self.colour in parts
        return title + 0.1 * number + 0.15 * colour if title or colour else 0.0


def clues(cards: Sequence[Picture]) -> list[Clues]:
    """What speaks for which kind, of cards that were cut out; they may lie upside down."""
    upright = _titles(cards)
    silent = [number for number, words in enumerate(upright) if not _letters(" ".join(words))]
    over = [np.ascontiguousarray(cards[number][::-1, ::-1]) for number in silent]
    turned = {
        number: words
        for number, words in zip(silent, _titles(over), strict=True)
        if _letters(" ".join(words))
    }
    found = []
    for number, card in enumerate(cards):
        words = turned.get(number, upright[number])
        found.append(
            Clues(
                number in turned,
                tuple(_letters(" ".join(words))),
                tuple(re.findall(r"\d+", " ".join(words))),
                _colour(card),
            )
        )
    return found


def ranked(clue: Clues, names: Mapping[str, Sequence[str]]) -> list[str]:
    """The kinds that something speaks for, the likeliest first; `names` has what each is called."""
    scored = {kind: clue.likelihood(kind, called) for kind, called in names.items()}
    likely = (kind for kind, score in scored.items() if score > 0)
    return sorted(likely, key=lambda kind: -scored[kind])


def _letters(text: str) -> list[str]:
    return [word.lower() for word in re.findall(r"[^\W\d_]{4,}", text)]


def _titles(cards: Sequence[Picture]) -> list[list[str]]:
    """The words at the top of each card; all go to Tesseract together, each on a page."""
    import pytesseract  # only where cards are guessed: it brings all of Pillow

    words: list[list[str]] = [[] for _ in cards]
    with tempfile.TemporaryDirectory(prefix="quartermaster-") as folder:
        pages = Path(folder) / "titles.tif"
        if not cards or not cv2.imwritemulti(str(pages), [_band(card) for card in cards]):
            return words
        try:
            data = pytesseract.image_to_data(
                str(pages), config="--psm 7 --dpi 150", output_type=pytesseract.Output.DICT
            )
        except (pytesseract.TesseractError, OSError):
            return words
    for page, text, sure in zip(data["page_num"], data["text"], data["conf"], strict=True):
        if str(text).strip() and float(sure) > _LEAST_CONFIDENCE:
            words[page - 1].append(str(text).strip())
    return words


def _band(card: Picture) -> Picture:
    begin, end = (round(card.shape[0] * share) for share in _TITLE)
    top = card[begin:end]
    grey = cv2.cvtColor(top, cv2.COLOR_BGR2GRAY)
    large = cv2.resize(grey, None, fx=_ENLARGED, fy=_ENLARGED, interpolation=cv2.INTER_CUBIC)
    return np.asarray(cv2.normalize(large, None, 0, 255, cv2.NORM_MINMAX), np.uint8)  # type: ignore[call-overload]


def _colour(card: Picture) -> str:
    """The colour of a card's frame; empty if that is pale."""
    inner, outer = (round(card.shape[1] * share) for share in _FRAME)
    ring = np.ones(card.shape[:2], np.bool_)
    ring[inner:-inner, inner:-inner] = False
    ring[:outer] = ring[-outer:] = ring[:, :outer] = ring[:, -outer:] = False
    frame = card[ring]
    hue, saturation, value = np.median(cv2.cvtColor(frame[None], cv2.COLOR_BGR2HSV)[0], axis=0)
    if value < _DARK:
        return "black"
    if saturation < _LEAST_COLOURED:
        return ""
    return min(_HUES, key=lambda name: min(abs(hue - _HUES[name]), 180 - abs(hue - _HUES[name])))
