"""Pictures that were drawn once and are needed again, as many as there is room for."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from functools import wraps
from typing import ParamSpec

from vision.reading import Picture

P = ParamSpec("P")


class Drawn:
    """Keeps pictures up to so many bytes; those that were not wanted for longest go first.

    A number of pictures would be no limit: a board is a hundred times as large as a coin. May be
    used from several threads; two that want the same picture at once may both draw it.
    """

    def __init__(self, most_bytes: int) -> None:
        self.most = most_bytes
        self._kept: dict[Hashable, Picture] = {}
        self._lock = threading.Lock()
        self.size = 0
        """Bytes that are kept now."""

    def once(self, draw: Callable[P, Picture]) -> Callable[P, Picture]:
        """For a function that always draws the same for the same arguments."""

        @wraps(draw)
        def drawn(*args: P.args, **kwargs: P.kwargs) -> Picture:
            key = (draw, args, tuple(kwargs.items()))
            with self._lock:
                picture = self._kept.pop(key, None)
                if picture is not None:
                    self._kept[key] = picture  # wanted last
                    return picture
            picture = draw(*args, **kwargs)
            self._keep(key, picture)
            return picture

        return drawn

    def _keep(self, key: Hashable, picture: Picture) -> None:
        with self._lock:
            if key not in self._kept:
                self._kept[key] = picture
                self.size += picture.nbytes
            while self.size > self.most:
                oldest = next(iter(self._kept))
                self.size -= self._kept.pop(oldest).nbytes
