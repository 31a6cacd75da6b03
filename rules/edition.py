"""Editions: the printed facts of a game, each with the origin of its value.

What is not known of a printed copy is a house value. The owner of a copy can confirm or correct it:
`laid_over` gives the edition with the owner's values in their place. As texts they are settings of
a match, so a match keeps the values it began with.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from rules.text import Plural, Text

HOUSE = "house"
OWNER = "owner"
"""The origin of what an owner read from the printed copy; no edition file can claim it."""
ORIGINS = ("rulebook", "public", "derived", HOUSE)
_MARKS = ("origin", "origins")


class EditionError(ValueError):
    """An edition file that cannot be used; the message says where and why."""


class BadValue(EditionError):
    """An owner's value that cannot be the printed one; `reason` can be shown in any language."""

    def __init__(self, path: str, reason: Text) -> None:
        super().__init__(f"{path}: {reason}")
        self.path = path
        self.reason = reason


class Value(NamedTuple):
    """One printed value: where it stands in the edition, what it is, where it comes from."""

    path: str
    value: object
    origin: str

    def written(self) -> str:
        """The value as a person writes it: `50 70 100`, `yes`, `gold`."""
        if isinstance(self.value, bool):
            return "yes" if self.value else "no"
        return " ".join(map(str, self.value if isinstance(self.value, list) else [self.value]))

    def read(self, text: str) -> object:
        """A value of the same type from what a person wrote."""
        words = text.replace(",", " ").split()
        if isinstance(self.value, bool):
            if words in (["yes"], ["no"]):
                return words == ["yes"]
            raise BadValue(self.path, Text("It must be yes or no, not {text}.", text=text))
        if isinstance(self.value, str):
            return text.strip()
        wanted = len(self.value) if isinstance(self.value, list) else 1
        if len(words) != wanted or not all(_NUMBER.fullmatch(word) for word in words):
            raise BadValue(
                self.path,
                Plural(
                    "It must be {n} whole number, not {text}.",
                    "It must be {n} whole numbers with spaces between them, not {text}.",
                    wanted,
                    text=text or "\u2013",
                ),
            )
        numbers = [int(word) for word in words]
        return numbers if isinstance(self.value, list) else numbers[0]


_NUMBER = re.compile(r"[0-9]{1,6}")


class Edition:
    """The values of one `edition.toml`, looked up by dotted path."""

    def __init__(self, data: Mapping[str, Any], source: str) -> None:
        self._data = data
        self._source = source
        self.values = tuple(_values(data, "", None, {}, source))
        self.house = {value.path: value for value in self.values if value.origin == HOUSE}
        """What is not known of a printed copy, by path."""

    @classmethod
    def load(cls, path: Path) -> Edition:
        try:
            data = tomllib.loads(path.read_text(encoding="utf-8"))
        except OSError as error:
            raise EditionError(f"{path}: cannot be read ({error.strerror}).") from error
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise EditionError(f"{path}: is not valid TOML ({error}).") from error
        return cls(data, str(path))

    def laid_over(self, own: Mapping[str, str]) -> Edition:
        """This edition with values of an owner, as written, in place of house values."""
        twin: Edition = object.__new__(Edition)
        twin._source, twin._data = self._source, self._data
        read = {}
        for path, text in own.items():
            if path not in self.house:
                raise BadValue(path, Text("It is not one of the values to be confirmed."))
            read[path] = self.house[path].read(text)
            twin._data = _replaced(twin._data, path.split("."), read[path])
        twin.values = tuple(
            Value(value.path, read[value.path], OWNER) if value.path in read else value
            for value in self.values
        )
        twin.house = {path: value for path, value in self.house.items() if path not in read}
        return twin

    def flag(self, path: str) -> bool:
        flag: bool = self._typed(path, bool)
        return flag

    def number(self, path: str) -> int:
        number: int = self._typed(path, int)
        return number

    def text(self, path: str) -> str:
        text: str = self._typed(path, str)
        return text

    def numbers(self, path: str) -> list[int]:
        values: list[int] = self._typed(path, list)
        if not all(type(value) is int for value in values):
            raise EditionError(f"{self._source}: {path} must be a list of whole numbers.")
        return values

    def rows(self, path: str) -> list[dict[str, Any]]:
        """A list of cards, tiles or the like, without the marks of origin."""
        rows = self._typed(path, list)
        if not all(isinstance(row, dict) for row in rows):
            raise EditionError(f"{self._source}: {path} must be a list of tables.")
        return [{k: v for k, v in row.items() if k not in _MARKS} for row in rows]

    def counts(self, path: str) -> dict[str, int]:
        return {k: v for k, v in self.table(path).items() if type(v) is int}

    def table(self, path: str) -> dict[str, Any]:
        """All that stands in one table, without the marks of origin."""
        return {k: v for k, v in self._typed(path, dict).items() if k not in _MARKS}

    def origin(self, path: str) -> str:
        """The origin of one value; a list's own path stands for all of its entries."""
        for value in self.values:
            if value.path == path or value.path.startswith((f"{path}.", f"{path}[")):
                return value.origin
        raise EditionError(f"{self._source}: there is no value {path}.")

    def _typed(self, path: str, kind: type) -> Any:
        here: Any = self._data
        for part in path.split("."):
            if not isinstance(here, Mapping) or part not in here:
                raise EditionError(f"{self._source}: {path} is missing.")
            here = here[part]
        if type(here) is not kind:
            raise EditionError(
                f"{self._source}: {path} must be of type {kind.__name__}, not {here!r}."
            )
        return here


def _replaced(data: Mapping[str, Any], path: list[str], value: object) -> dict[str, Any]:
    """The data with another value at a path."""
    head, *rest = path
    return {**data, head: _replaced(data[head], rest, value) if rest else value}


def _values(
    node: object, path: str, origin: str | None, single: Mapping[str, str], source: str
) -> Iterator[Value]:
    """All values below `node`; `single` maps paths relative to `node` to an origin of their own."""
    if isinstance(node, Mapping):
        origin = node.get("origin", origin)
        single = {**single, **node.get("origins", {})}
        for mark in (origin, *single.values()):
            if mark is not None and mark not in ORIGINS:
                raise EditionError(
                    f"{source}: {path or 'the file'} has the origin {mark!r}; "
                    f"it must be one of {', '.join(ORIGINS)}."
                )
        for key, child in node.items():
            if key not in _MARKS:
                below = {p[len(key) + 1 :]: o for p, o in single.items() if p.split(".")[0] == key}
                yield from _values(child, f"{path}.{key}" if path else key, origin, below, source)
    elif isinstance(node, list) and any(isinstance(child, Mapping) for child in node):
        for index, child in enumerate(node):
            yield from _values(child, f"{path}[{index}]", origin, single, source)
    else:
        origin = single.get("", origin)
        if origin is None:
            raise EditionError(f"{source}: {path} has no origin; say where the value comes from.")
        yield Value(path, node, origin)
