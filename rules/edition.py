"""Editions: the printed facts of a game, each with the origin of its value."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

ORIGINS = ("rulebook", "public", "derived", "house")
_MARKS = ("origin", "origins")


class EditionError(ValueError):
    """An edition file that cannot be used; the message says where and why."""


class Value(NamedTuple):
    """One printed value: where it stands in the edition, what it is, where it comes from."""

    path: str
    value: object
    origin: str


class Edition:
    """The values of one `edition.toml`, looked up by dotted path."""

    def __init__(self, data: Mapping[str, Any], source: str) -> None:
        self._data = data
        self._source = source
        self.values = tuple(_values(data, "", None, {}, source))

    @classmethod
    def load(cls, path: Path, *more: Path) -> Edition:
        """An edition of one file, or of several that hold different tables."""
        data: dict[str, Any] = {}
        for file in (path, *more):
            try:
                tables = tomllib.loads(file.read_text(encoding="utf-8"))
            except OSError as error:
                raise EditionError(f"{file}: cannot be read ({error.strerror}).") from error
            except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
                raise EditionError(f"{file}: is not valid TOML ({error}).") from error
            if twice := data.keys() & tables.keys():
                raise EditionError(f"{file}: {', '.join(sorted(twice))} stands in {path} already.")
            data |= tables
        return cls(data, str(path))

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

    def value(self, path: str) -> Any:
        """One value as it stands, for lists of other things than numbers and tables."""
        return self._found(path)

    def rows(self, path: str) -> list[dict[str, Any]]:
        """A list of cards, tiles or the like, without the marks of origin."""
        rows = self._typed(path, list)
        if not all(isinstance(row, dict) for row in rows):
            raise EditionError(f"{self._source}: {path} must be a list of tables.")
        return [{k: v for k, v in row.items() if k not in _MARKS} for row in rows]

    def counts(self, path: str) -> dict[str, int]:
        table = self._typed(path, dict)
        return {k: v for k, v in table.items() if type(v) is int}

    def origin(self, path: str) -> str:
        """The origin of one value; a list's own path stands for all of its entries."""
        for value in self.values:
            if value.path == path or value.path.startswith((f"{path}.", f"{path}[")):
                return value.origin
        raise EditionError(f"{self._source}: there is no value {path}.")

    def _found(self, path: str) -> Any:
        here: Any = self._data
        for part in path.split("."):
            if not isinstance(here, Mapping) or part not in here:
                raise EditionError(f"{self._source}: {path} is missing.")
            here = here[part]
        return here

    def _typed(self, path: str, kind: type) -> Any:
        here = self._found(path)
        if type(here) is not kind:
            raise EditionError(
                f"{self._source}: {path} must be of type {kind.__name__}, not {here!r}."
            )
        return here


def _values(
    node: object, path: str, origin: str | None, single: Mapping[str, str], source: str
) -> Iterator[Value]:
    """All values below `node`; `single` maps paths relative to `node` to an origin of their own."""
    origin = single.get("", origin)
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
    elif origin is None:
        raise EditionError(f"{source}: {path} has no origin; say where the value comes from.")
    else:
        yield Value(path, node, origin)
