"""How far something long has come: a bar on a terminal, elsewhere a line now and then.

Both go to stderr, so that a command prints its result and nothing else. What is done within three
seconds says nothing.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sized
from contextlib import contextmanager
from typing import TypeVar

SOON = 3.0
"""Seconds in which nothing is said."""
BAR_EVERY, LINE_EVERY = 0.5, 15.0
USUAL_COLUMNS, _ROWS = 80, 20
"""Some terminals do not say how large they are, and then tqdm draws nothing."""


class Progress:
    """What is going on; a thread of its own tells it, however long one step takes."""

    def __init__(self, what: str, number: int | None, done: Callable[[], int] | None) -> None:
        self.what, self.number = what, number
        self.doing = ""
        """Which part is worked on."""
        self.steps = 0
        self._done = done or (lambda: self.steps)
        self._began = time.time()
        self._ended = threading.Event()

    def step(self, number: int = 1) -> None:
        self.steps += number

    def say(self, line: str) -> None:
        """A part of the result, which is there already."""
        if sys.stderr.isatty():
            from tqdm import tqdm

            tqdm.write(line)
        else:
            print(line, flush=True)

    def tell(self) -> None:
        if self._ended.wait(SOON):
            return
        if sys.stderr.isatty():
            self._draw()
            return
        while True:
            seconds = f"{time.time() - self._began:.0f} s"
            said = (self.what, self._so_far(), self.doing, seconds)
            print(", ".join(filter(None, said)), file=sys.stderr, flush=True)
            if self._ended.wait(LINE_EVERY):
                return

    def end(self) -> None:
        self._ended.set()

    def _so_far(self) -> str:
        done = self._done()
        if self.number is not None:
            return f"{done} of {self.number}"
        return str(done) if done else ""

    def _draw(self) -> None:
        from tqdm import tqdm

        columns = os.get_terminal_size(sys.stderr.fileno()).columns or USUAL_COLUMNS
        form = None if self.number else "{desc} {n}{postfix} [{elapsed}]"
        with tqdm(
            desc=self.what,
            total=self.number,
            bar_format=form,
            ncols=columns,
            nrows=_ROWS,
            leave=False,
        ) as bar:
            bar.start_t = self._began
            while True:
                bar.n = self._done()
                bar.set_postfix_str(self.doing, refresh=False)
                bar.refresh()
                if self._ended.wait(BAR_EVERY):
                    return


_shown: list[Progress] = []
"""The one that is told, if there is any."""

Step = TypeVar("Step")


@contextmanager
def shown(
    what: str, number: int | None = None, done: Callable[[], int] | None = None
) -> Iterator[Progress]:
    """`number` of steps there are, if that is known; `step` tells each, or `done` counts them."""
    assert not _shown, "two would draw over each other; `through` goes into the other"
    progress = Progress(what, number, done)
    _shown.append(progress)
    telling = threading.Thread(target=progress.tell, name="progress", daemon=True)
    telling.start()
    try:
        yield progress
    finally:
        _shown.clear()
        progress.end()
        telling.join()


def part(name: str) -> None:
    """What is done now, if anything is shown."""
    for progress in _shown:
        progress.doing = name


def through(what: str, steps: Iterable[Step], number: int | None = None) -> Iterator[Step]:
    """The steps, one after another. If something larger is shown, they are what it is doing."""
    if number is None and isinstance(steps, Sized):
        number = len(steps)
    if not _shown:
        with shown(what, number) as progress:
            for each in steps:
                yield each
                progress.step()
        return
    (progress,) = _shown
    for done, each in enumerate(steps):
        progress.doing = f"{what} {done}" + (f" of {number}" if number is not None else "")
        yield each
    progress.doing = ""
