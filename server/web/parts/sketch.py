"""Drawings on which the owner of a copy enters maps and lists by tapping.

A tap on a cell does what the chosen brush says: it makes a hex land, or counts one up. What a tap
means is decided here and in the game's own sketches, never in a browser.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.text import Text

Lists = Mapping[str, list[Any]]
"""The values that a sketch shows, by path; a single number or word is a list of one."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What can be tapped."""

    key: str
    look: str
    """The class by which it is drawn."""
    sign: str
    words: Text
    """What it is, for whoever does not see it."""


@dataclass(frozen=True, slots=True)
class Row:
    cells: tuple[Cell | None, ...]
    """None where nothing can be."""
    name: Text | None = None


@dataclass(frozen=True, slots=True)
class Brush:
    name: Text
    look: str = ""
    sign: str = ""


@dataclass(frozen=True, slots=True)
class Sketch:
    """The drawing of some lists of a group of printed values."""

    paths: tuple[str, ...]
    brushes: Mapping[str, Brush]
    """What a tap can do; with only one of them nothing has to be chosen."""
    rows: Callable[[Lists], Sequence[Row]]
    tapped: Callable[[Lists, str, str], Lists]
    """The lists after a tap with a brush on a cell."""
    note: Text | None = None
    """What somebody has to know who begins to tap."""
    hexes: bool = False
    """Whether cells are hexes with a corner on top: every second row stands between two others."""


_MORE, _LESS = "more", "less"
_COUNTING = {_MORE: Brush(Text("One more"), "", "+"), _LESS: Brush(Text("One less"), "", "−")}


def numbers(rows: Mapping[str, Text], most: int, looks: Mapping[str, str] | None = None) -> Sketch:
    """Lists of numbers, a row for each: a tap counts one up or down, from 0 to `most`.

    `looks` has the classes of those rows that are drawn in their own way.
    """

    def drawn(lists: Lists) -> Iterator[Row]:
        for path, name in rows.items():
            yield Row(
                tuple(
                    Cell(
                        f"{path}/{at}",
                        (looks or {}).get(path, "number"),
                        str(n),
                        _said(name, at, n),
                    )
                    for at, n in enumerate(lists[path])
                ),
                name,
            )

    def tapped(lists: Lists, brush: str, cell: str) -> Lists:
        path, _, place = cell.rpartition("/")
        entries = list(lists.get(path, ()))
        if (at := _index(place, entries)) is None:
            return lists
        entries[at] = counted(entries[at], brush, most)
        return {**lists, path: entries}

    return Sketch(tuple(rows), _COUNTING, lambda lists: tuple(drawn(lists)), tapped)


def _index(place: str, entries: Sequence[Any]) -> int | None:
    """Which entry a phone means, if there is one; it may have sent anything."""
    return next((at for at in range(len(entries)) if str(at) == place), None)


def counted(number: int, brush: str, most: int) -> int:
    """One more or one less, within what can be."""
    return max(0, min(most, number + (-1 if brush == _LESS else 1)))


def pairs(path: str, first: Text, most: int, second: Text, signs: tuple[str, str]) -> Sketch:
    """A list of numbers with a yes or no each, in two rows: the second is tapped to change it."""

    def drawn(lists: Lists) -> Iterator[Row]:
        entries = list(enumerate(lists[path]))
        yield Row(
            tuple(Cell(f"0/{at}", "number", str(n), _said(first, at, n)) for at, (n, _) in entries),
            first,
        )
        words = {0: Text("No"), 1: Text("Yes")}
        yield Row(
            tuple(
                Cell(f"1/{at}", "number", signs[bool(is_so)], _said(second, at, words[bool(is_so)]))
                for at, (_, is_so) in entries
            ),
            second,
        )

    def tapped(lists: Lists, brush: str, cell: str) -> Lists:
        row, _, place = cell.partition("/")
        entries = [list(entry) for entry in lists[path]]
        if (at := _index(place, entries)) is None:
            return lists
        number, is_so = entries[at]
        changed = [counted(number, brush, most), is_so] if row == "0" else [number, int(not is_so)]
        entries[at] = changed
        return {**lists, path: entries}

    return Sketch((path,), _COUNTING, lambda lists: tuple(drawn(lists)), tapped)


def several(path: str, words: Mapping[str, Text]) -> Sketch:
    """Some of these words, in their order: a tap takes one in or out."""

    def drawn(lists: Lists) -> tuple[Row, ...]:
        cells = (
            Cell(word, "in" if word in lists[path] else "out", "", text)
            for word, text in words.items()
        )
        return (Row(tuple(cells)),)

    def tapped(lists: Lists, _brush: str, cell: str) -> Lists:
        taken = [word for word in words if (word in lists[path]) != (word == cell)]
        return {**lists, path: taken}

    note = Text("Tap what belongs to it.")
    return Sketch((path,), {"": Brush(note)}, drawn, tapped, note)


def painted(rows: Mapping[str, Text], words: Mapping[str, Text]) -> Sketch:
    """One of these words for each row: a tap makes it the one that was chosen as a brush."""

    def drawn(lists: Lists) -> tuple[Row, ...]:
        return tuple(
            Row((Cell(path, word, "", words.get(word, Text("{word}", word=word))),), name)
            for path, name in rows.items()
            for word in lists[path]
        )

    def tapped(lists: Lists, brush: str, cell: str) -> Lists:
        return {**lists, cell: [brush]} if cell in rows else lists

    brushes = {word: Brush(text, word) for word, text in words.items()}
    return Sketch(tuple(rows), brushes, drawn, tapped)


def _said(name: Text, at: int, value: object) -> Text:
    return Text("{what}, {number}: {value}", what=name, number=at + 1, value=value)
