"""What packages bring to one layer: an object for each game, named by an entry point.

A package that is installed says in its `[project.entry-points]` where it is. Nothing is loaded
before somebody asks for it, and each by itself: what cannot be loaded keeps nobody from the others,
and it is known what is wrong with it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from traceback import walk_tb
from types import FrameType, MappingProxyType
from typing import Generic, NamedTuple, TypeVar

from rules.edition import EditionError, Row
from rules.game import RulesError
from rules.text import Text
from rules.typed import unknown

_KERNEL = __name__.rpartition(".")[0]


class Failure(NamedTuple):
    """What is wrong with something that cannot be loaded, for whoever writes or installs it."""

    reason: str
    places: tuple[str, ...]
    """Files with the row or the line in them: that of the data first, then that of the code."""

    def __str__(self) -> str:
        places = [place for place in self.places if place not in self.reason]
        return f"{self.reason} ({'; '.join(places)})" if places else self.reason


class NotLoaded(RulesError, KeyError):
    """Nobody brings it, or it is broken; `reason` says which, and what is wrong."""

    def __str__(self) -> str:
        return str(self.reason)


class _Unfit(Exception):
    """Something else than was asked for."""


T = TypeVar("T")
_installed = cache(entry_points)
"""What all packages bring, whatever it is for: looked for once."""


class Plugins(Mapping[str, T], Generic[T]):
    """The objects of one group, by their names; those that cannot be loaded are not among them."""

    def __init__(
        self,
        group: str,
        kind: type[T],
        broken: Callable[[str, Failure], Text],
        first: Sequence[str] = (),
        problem: Callable[[str, T], str | None] = lambda *_: None,
    ) -> None:
        """`broken` tells people what is different because one cannot be loaded, and why. `first`
        come in this order before the others; `problem` is what else is wrong with one.
        """
        self._group = group
        self._kind = kind
        self._broken = broken
        self._first = first
        self._problem = problem
        self._points: Mapping[str, Collection[EntryPoint]] | None = None
        self._loaded: dict[str, T] = {}
        self._failed: dict[str, Failure] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """Of all that there are, in order; nothing is loaded for it, so some may be broken."""
        there = self._found()
        first = [name for name in self._first if name in there]
        return (*first, *sorted(there.keys() - {*first}))

    @property
    def failed(self) -> Mapping[str, Failure]:
        """What is wrong with those of which somebody has found out so far."""
        return MappingProxyType(self._failed)

    @property
    def loaded(self) -> Mapping[str, T]:
        """Those that somebody has asked for so far."""
        return MappingProxyType(self._loaded)

    def troubles(self, among: Collection[str] | None = None) -> list[Text]:
        """What is wrong with any, or with these, for people; they are loaded to find out."""
        wanted = [name for name in self.names if among is None or name in among]
        return [self._broken(name, self._failed[name]) for name in wanted if not self._load(name)]

    def __getitem__(self, name: str) -> T:
        if self._load(name):
            return self._loaded[name]
        if name in self._failed:
            why = self._broken(name, self._failed[name])
        else:
            why = unknown(name, self.names)
        raise NotLoaded(why)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self._load(name)

    def __iter__(self) -> Iterator[str]:
        return filter(self._load, self.names)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _load(self, name: str) -> bool:
        """Whether it is there and whole. Who loads at the same time finds the same."""
        if name not in self._loaded and name not in self._failed and name in self._found():
            try:
                self._loaded.setdefault(name, self._object(name))
            except Exception as error:
                self._failed.setdefault(name, _failure(error))
        return name in self._loaded

    def _object(self, name: str) -> T:
        point, *others = self._found()[name]
        if others:
            which = " and ".join(each.value for each in (point, *others))
            raise _Unfit(f"{len(others) + 1} packages bring it: {which}. Remove all but one.")
        if not name.isidentifier():
            raise _Unfit(f"The name {name!r} must be letters, digits and _.")
        found = point.load()
        if not isinstance(found, self._kind):
            kinds = f"of type {type(found).__name__}, not {self._kind.__name__}"
            raise _Unfit(f"{point.value}, which {self._group} names, is {kinds}.")
        if problem := self._problem(name, found):
            raise _Unfit(f"{point.value}: {problem}")
        return found

    def _found(self) -> Mapping[str, Collection[EntryPoint]]:
        if self._points is None:
            points: dict[str, list[EntryPoint]] = {}
            for point in _installed().select(group=self._group):
                points.setdefault(point.name, []).append(point)
            self._points = points
        return self._points


def _failure(error: Exception) -> Failure:
    """An error of a package as a sentence, with where in its files it is."""
    if isinstance(error, _Unfit):
        return Failure(str(error), ())
    frames = [frame for frame in walk_tb(error.__traceback__) if not _is_machinery(frame[0])]
    rows = (row for frame, _ in reversed(frames) for row in _rows(frame))
    places = [row.where for row in list(rows)[:1]]
    if isinstance(error, SyntaxError):
        places.append(f"{error.filename}, line {error.lineno}")
    elif frames:
        frame, line = frames[-1]
        places.append(f"{frame.f_code.co_filename}, line {line}")
    words = error.msg if isinstance(error, SyntaxError) else str(error)
    told = words if isinstance(error, EditionError) else f"{type(error).__name__}: {words}"
    return Failure(told, tuple(places))


def _is_machinery(frame: FrameType) -> bool:
    """Whether the code is Python's or the kernel's: what is wrong is in what calls it."""
    name, package = frame.f_globals.get("__name__", ""), frame.f_globals.get("__package__")
    return name.partition(".")[0] in sys.stdlib_module_names or package == _KERNEL


def _rows(frame: FrameType) -> Iterator[Row]:
    """The rows of an edition that code was looking at."""
    return (value for value in frame.f_locals.values() if isinstance(value, Row))
