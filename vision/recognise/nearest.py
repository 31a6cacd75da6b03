"""Finds, for each of some features, the two most alike among very many.

An album of a large game has sixty thousand features, and a table as many: compared each with each,
one look would take half a minute. So the album's are sorted into heaps, each around one of them,
and only those heaps are searched that a feature is nearest to. What is alike is nearly always in
one of these; of a small album all are searched.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

Bits = npt.NDArray[np.uint8]
"""Features, a row each."""
_HEAP = 200
"""Features in a heap, on average."""
_SEARCHED = 12
"""Heaps that are searched for each feature."""
_FAR = 10_000
"""Farther than any feature from another."""


class Neighbours(NamedTuple):
    """Of each feature that was asked for."""

    best: npt.NDArray[np.intp]
    """The number of the one most like it."""
    distance: npt.NDArray[np.int32]
    """How far that is from it, and how far the second."""
    second: npt.NDArray[np.int32]


class Nearest:
    def __init__(self, known: Bits) -> None:
        count = max(1, len(known) // _HEAP)
        # Features of one picture follow each other: so the middles are shared out among all.
        self._middles = np.ascontiguousarray(known[np.arange(count) * len(known) // count])
        owners = _closest(known, self._middles, 1)[1][:, 0]
        order = np.argsort(owners, kind="stable")
        ends = np.searchsorted(owners[order], np.arange(count + 1))
        self._heaps = [
            (numbers := order[first:end], np.ascontiguousarray(known[numbers]))
            for first, end in pairwise(ends)
        ]

    def find(self, wanted: Bits) -> Neighbours:
        """The nearest of each."""
        searched = min(_SEARCHED, len(self._middles))
        heaps = _closest(wanted, self._middles, searched)[1]
        best = np.zeros(len(wanted), np.intp)
        distance, second = (np.full(len(wanted), _FAR, np.int32) for _ in range(2))
        asking, owners = np.divmod(np.arange(heaps.size), searched)[0], heaps.ravel()
        order = np.argsort(owners, kind="stable")
        ends = np.searchsorted(owners[order], np.arange(len(self._heaps) + 1))
        for (numbers, rows), (first, end) in zip(self._heaps, pairwise(ends), strict=True):
            if first == end or not len(numbers):
                continue
            mine = asking[order[first:end]]
            away, which = _closest(wanted[mine], rows, min(2, len(rows)))
            nearer = away[:, 0] < distance[mine]
            other = away[:, 1] if len(rows) > 1 else np.full(len(mine), _FAR, np.int32)
            beaten = np.where(nearer, distance[mine], away[:, 0])
            second[mine] = np.minimum(np.minimum(second[mine], other), beaten)
            best[mine] = np.where(nearer, numbers[which[:, 0]], best[mine])
            distance[mine] = np.where(nearer, away[:, 0], distance[mine])
        return Neighbours(best, distance, second)


def _closest(
    wanted: Bits, known: Bits, count: int
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.intp]]:
    """The nearest of each, nearest first: how far they are, and their numbers."""
    away, which = cv2.batchDistance(
        np.ascontiguousarray(wanted), known, cv2.CV_32S, normType=cv2.NORM_HAMMING, K=count
    )
    return np.asarray(away, np.int32), np.asarray(which, np.intp)
