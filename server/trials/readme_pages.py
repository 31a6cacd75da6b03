"""Some pages as three phones show them side by side, for the README."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np

from server.trials.screenshots import SIZES, Look, browser, sit, speak
from server.trials.tour import tour
from vision.reading import Picture

_SHOWN = ("check-aim", "table", "me")
_GAP = 24
_PAPER = 255


def phones(language: str = "en") -> Picture:
    taken: list[Picture] = []
    look = Look("phone", SIZES["phone"], "light", whole=False)
    with (
        browser() as opened,
        TemporaryDirectory() as data,
        tour(Path(data)) as evening,
        opened.new_page(base_url=evening.url) as page,
    ):
        for stop in evening.stops(partial(sit, evening, page)):
            if stop.name in _SHOWN:
                speak(page, language, evening.url)
                page.goto(stop.path)
                look.take(page)
                shot = np.frombuffer(page.screenshot(), np.uint8)
                taken.append(np.asarray(cv2.imdecode(shot, cv2.IMREAD_COLOR), np.uint8))
            if len(taken) == len(_SHOWN):
                break
    return side_by_side(taken)


def side_by_side(pictures: list[Picture]) -> Picture:
    """Pictures of any sizes on white paper, all as high as the highest."""
    high = max(len(picture) for picture in pictures)
    placed = [
        cv2.copyMakeBorder(
            picture, 0, high - len(picture), 0, _GAP, cv2.BORDER_CONSTANT, value=(_PAPER,) * 3
        )
        for picture in pictures
    ]
    return np.asarray(np.hstack(placed)[:, :-_GAP], np.uint8)
