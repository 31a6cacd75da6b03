"""Paths of the edition taken apart, such as `careers.cards[3].tasks[0].easy.vp`."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple


class Name(NamedTuple):
    """A name on the way to a value, and which of several things of that name it is about."""

    name: str
    key: str


class Path(NamedTuple):
    row: str
    """What is given as a whole in the owner's file: a row, or the value itself."""
    inside: tuple[Name, ...]
    """The way from the row to the value; nothing if the value stands in no row."""
    names: tuple[str, ...]
    """All names from the first on, whatever rows they lead through."""

    @property
    def last(self) -> str:
        return self.names[-1]

    def lies_in(self, *names: str) -> bool:
        """Whether the way begins with these names."""
        return self.names[: len(names)] == names


@cache
def path_of(text: str) -> Path:
    way = tuple(_name(part) for part in text.split("."))
    row = next((number for number, part in enumerate(way, 1) if part.key), len(way))
    return Path(".".join(text.split(".")[:row]), way[row:], tuple(part.name for part in way))


def _name(part: str) -> Name:
    name, _, key = part.rstrip("]").partition("[")
    return Name(name, key)
