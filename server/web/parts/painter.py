"""Paints pictures, each of them once, on a thread of its own; pages only wait for them.

They are painted in the order in which they were planned, whoever asks for which. Only what all can
see may be painted first: how long a picture takes must not tell that somebody has asked for it
before, for that would be somebody who has that card.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Hashable, Iterable
from concurrent.futures import Future
from typing import Protocol


class Picture(Hashable, Protocol):
    """What is to be painted; equal ones are the same picture."""

    def paint(self) -> bytes: ...


class Painter:
    """May be used from any thread. Its own runs only while there is something to paint."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pictures: dict[Picture, Future[bytes]] = {}
        self._planned: deque[tuple[Picture, Future[bytes]]] = deque()
        """What waits for a picture gets it, also if it is forgotten and planned again meanwhile."""
        self._painting = False

    def plan(self, pictures: Iterable[Picture]) -> None:
        """Paint what is not painted yet, after all that was planned before."""
        with self._lock:
            self._plan(pictures)

    def put_first(self, pictures: Iterable[Picture]) -> None:
        """Paint these next. Everybody must be able to see them, wherever they look."""
        wanted = list(pictures)
        self.plan(wanted)
        with self._lock:
            waiting = dict(self._planned)
            ahead = {picture: waiting[picture] for picture in wanted if picture in waiting}
            if ahead:
                behind = [each for each in self._planned if each[1] is not ahead.get(each[0])]
                self._planned = deque([*ahead.items(), *behind])

    def knows(self, picture: Picture) -> bool:
        """Whether it was planned."""
        with self._lock:
            return picture in self._pictures

    def painted(self, picture: Picture) -> bytes:
        """Waits for a picture; if nobody has planned it, or it is forgotten, it is planned now."""
        with self._lock:
            self._plan([picture])
            future = self._pictures[picture]
        return future.result()

    def forget(self, picture: Picture) -> None:
        with self._lock:
            self._pictures.pop(picture, None)

    def _plan(self, pictures: Iterable[Picture]) -> None:
        """Within the lock."""
        new = {picture: Future[bytes]() for picture in pictures if picture not in self._pictures}
        self._pictures |= new
        self._planned.extend(new.items())
        if self._planned and not self._painting:
            self._painting = True
            # Not a daemon: one that is ended inside of OpenCV takes the program down with it.
            threading.Thread(target=self._paint, name="painter", daemon=False).start()

    def _paint(self) -> None:
        while threading.main_thread().is_alive():  # the program has not ended
            with self._lock:
                if not self._planned:
                    self._painting = False
                    return
                picture, future = self._planned.popleft()
            try:
                future.set_result(picture.paint())
            except Exception as error:
                future.set_exception(error)


PAINTER = Painter()
"""The one of all pages: two would take the processor from each other."""
