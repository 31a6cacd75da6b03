"""Editions: the printed facts of a game, each with the origin of its value.

What is not known of a printed copy is a house value. The owner of a copy can confirm or correct it:
`laid_over` gives the edition with the owner's values in their place. As texts they are settings of
a match, so a match keeps the values it began with.

A path names a value: `points.explorer`. Rows of a list are named by their key, id or number, else
by where they stand: `quests.tiles[07].cost.doubloons`. An owner can also give a whole row,
`quests.tiles[07]`, written as JSON.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from rules.text import Plural, Text
from rules.typed import NAMES, T, read, row_name, tables_of, unknown

HOUSE = "house"
OWNER = "owner"
"""The origin of what an owner read from the printed copy; no edition file can claim it."""
ORIGINS = ("rulebook", "public", "reported", "derived", HOUSE)
"""Where a value comes from; what is only reported was read from printed copies by one source."""
MARKS = ("origin", "origins")
BASE = "base"
"""The set that whatever names no other set belongs to."""


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

    @property
    def pairs(self) -> bool:
        """Whether it is a list of pairs of numbers, of any length."""
        entries = self.value if isinstance(self.value, list) else ()
        return bool(entries) and all(_is_pair(entry) for entry in entries)

    @property
    def plain(self) -> bool:
        """Whether people can write it in a word or a line of numbers."""
        if not isinstance(self.value, list) or self.pairs:
            return True
        return bool(self.value) and all(type(entry) is int for entry in self.value)

    def written(self) -> str:
        """The value as a person writes it: `50 70 100`, `2:1 5:2`, `yes`, `gold`."""
        if isinstance(self.value, bool):
            return "yes" if self.value else "no"
        if not self.plain:
            return json.dumps(self.value, ensure_ascii=False)
        if self.pairs:
            return " ".join(f"{one}:{other}" for one, other in self._entries())
        return " ".join(map(str, self._entries()))

    def _entries(self) -> list[Any]:
        return self.value if isinstance(self.value, list) else [self.value]

    def read(self, text: str) -> object:
        """A value of the same type from what a person wrote."""
        words = text.replace(",", " ").split()
        if isinstance(self.value, bool):
            if words in (["yes"], ["no"]):
                return words == ["yes"]
            raise BadValue(self.path, Text("Write yes or no, not {text}.", text=text))
        if isinstance(self.value, str):
            return text.strip()
        if not self.plain:
            return _from_json(self.path, text)
        if self.pairs:
            return self._read_pairs(words, text)
        wanted = len(self.value) if isinstance(self.value, list) else 1
        if len(words) != wanted or not all(_NUMBER.fullmatch(word) for word in words):
            raise BadValue(
                self.path,
                Plural(
                    "Write {n} whole number, not {text}.",
                    "Write {n} whole numbers with spaces between, not {text}.",
                    wanted,
                    text=text or "\u2013",
                ),
            )
        numbers = [int(word) for word in words]
        return numbers if isinstance(self.value, list) else numbers[0]

    def _read_pairs(self, words: list[str], text: str) -> list[list[int]]:
        pairs = [word.split(":") for word in words]
        if not pairs or not all(_is_pair(pair, _NUMBER.fullmatch) for pair in pairs):
            raise BadValue(
                self.path,
                Text(
                    "Write pairs of numbers like {like}, not {text}.",
                    like=self.written(),
                    text=text or "\u2013",
                ),
            )
        return [[int(one), int(other)] for one, other in pairs]


_NUMBER = re.compile(r"-?[0-9]{1,6}")
_LAST = re.compile(r"(?:(.+)\.)?([^.\[\]]+)(?:\[([^\]]*)\])?")
"""A path but for its last part, the name there, and perhaps the name of a row."""


def _is_pair(entry: object, fits: Callable[[Any], object] = lambda n: type(n) is int) -> bool:
    return isinstance(entry, list) and len(entry) == 2 and all(map(fits, entry))


def _from_json(path: str, text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadValue(path, Text("It cannot be read: {error}.", error=error)) from error


def _is_house(value: Value) -> bool:
    """What only names a row is no value."""
    above, _, last = value.path.rpartition(".")
    is_name = last in NAMES and above.endswith(f"[{value.value}]")
    return value.origin == HOUSE and not is_name


def set_of(row: Mapping[str, Any]) -> str:
    """The set that a row belongs to: the base game's or an expansion's."""
    name: str = row.get("set", BASE)
    return name


class NotInRow(EditionError, KeyError):
    """What a row should say and does not."""

    def __init__(self, name: str, where: str) -> None:
        super().__init__(name)
        self.where = where

    def __str__(self) -> str:
        return f"{self.where} has no {self.args[0]}."


class Row(dict[str, Any]):
    """A row of a list, which knows where it stands."""

    def __init__(self, values: Mapping[str, Any], where: str) -> None:
        super().__init__(values)
        self.where = where
        """The file, and its path in it."""

    def __missing__(self, name: str) -> NoReturn:
        raise NotInRow(name, self.where)

    def name_in(self, names: Mapping[str, Text]) -> Text:
        """The name of what it is about, by its key, id or number."""
        if (key := row_name(self, 0)) not in names:
            raise EditionError(f"{self.where} has no name; give it one beside the others.")
        return names[key]


class Edition:
    """The values of one `edition.toml`, looked up by dotted path."""

    def __init__(
        self, data: Mapping[str, Any], source: str, said: frozenset[str] = frozenset()
    ) -> None:
        """`said` are the paths, of values and of whole rows, that an owner has given."""
        self._data = data
        self.source = source
        self.values = tuple(
            value._replace(origin=OWNER)
            if value.origin == HOUSE and not said.isdisjoint((value.path, row_of(value.path)))
            else value
            for value in _values(data, "", None, {}, source)
        )
        self.house = {value.path: value for value in self.values if _is_house(value)}
        """What is not known of a printed copy, by path."""
        self._open_rows = {row_of(path) for path in self.house} - {""}

    @classmethod
    def load(cls, path: Path, *more: Path) -> Edition:
        """An edition of one file, or of several that hold different tables."""
        data: dict[str, Any] = {}
        for file in (path, *more):
            tables = tables_of(file, EditionError)
            if twice := data.keys() & tables.keys():
                raise EditionError(f"{file}: {', '.join(sorted(twice))} stands in {path} already.")
            data |= tables
        return cls(data, str(path))

    @property
    def folder(self) -> Path:
        """Where its file is, and all others that describe the game."""
        return Path(self.source).parent

    @property
    def sets(self) -> tuple[str, ...]:
        """The sets there are besides the base game."""
        return tuple(name for name in self._data.get("sets", {}) if name not in MARKS)

    def is_open(self, path: str) -> bool:
        """Whether an owner can say what is printed there: a house value, or a row with one."""
        return path in self.house or path in self._open_rows

    def laid_over(self, own: Mapping[str, str]) -> Edition:
        """This edition with values of an owner, as written, in place of house values; the same
        object for the same values, as long as it is remembered.
        """
        return _laid_over(self, tuple(own.items()))

    def _with(self, own: Mapping[str, str]) -> Edition:
        """Rows come first; a value of a row that is given as a whole may be gone with it."""
        tree = _Tree(deepcopy(self._data))
        for path in sorted(own, key=lambda path: path not in self._open_rows):
            if not self.is_open(path):
                raise BadValue(path, Text("This value cannot be changed."))
            if path in self._open_rows:
                tree.put(path, self._row(path, own[path]))
            elif row_of(path) not in own:
                tree.put(path, self.house[path].read(own[path]))
        return Edition(tree.data, self.source, frozenset(own))

    def _row(self, path: str, text: str) -> dict[str, Any]:
        """A whole row of an owner, checked against what is known of it."""
        row, before = _from_json(path, text), self._found(path)
        if not isinstance(row, dict):
            raise BadValue(path, Text("It must be a table, as in the edition."))
        rows = self._found(path[: path.rindex("[")])
        known = list(dict.fromkeys(name for other in rows for name in other if name not in MARKS))
        row = {name: entry for name, entry in row.items() if name not in MARKS}
        for name in row:
            if name not in known:
                raise BadValue(path, unknown(name, known))
        row |= {name: before[name] for name in (*NAMES, *MARKS) if name in before}
        now = dict(_leaves(row, path))
        for value in self.values:
            is_known = value.origin != HOUSE and value.path.startswith(f"{path}.")
            if is_known and now.get(value.path) != value.value:
                what, printed = value.path.removeprefix(f"{path}."), value.written()
                why = Text("{what} is certain: {printed}.", what=what, printed=printed)
                raise BadValue(path, why)
        return row

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
            raise EditionError(f"{self.source}: {path} must be a list of whole numbers.")
        return values

    def value(self, path: str) -> Any:
        """One value as it stands, for lists of other things than numbers and tables."""
        return self._found(path)

    def rows(self, path: str) -> list[Row]:
        """A list of cards, tiles or the like, without the marks of origin."""
        rows = self._typed(path, list)
        if not all(isinstance(row, dict) for row in rows):
            raise EditionError(f"{self.source}: {path} must be a list of tables.")
        where = f"{self.source}: {path}"
        return [
            Row({k: v for k, v in row.items() if k not in MARKS}, f"{where}[{row_name(row, n)}]")
            for n, row in enumerate(rows)
        ]

    def rows_as(self, path: str, form: type[T]) -> list[T]:
        """A list of cards, tiles or the like, as a type has them."""
        return [read(row, form, row.where, EditionError) for row in self.rows(path)]

    def counts(self, path: str) -> dict[str, int]:
        """The numbers of a table, in which other tables, lists and choices may stand besides."""
        single = {
            k: v for k, v in self.table(path).items() if not isinstance(v, dict | list | bool)
        }
        return read(single, dict[str, int], f"{self.source}: {path}", EditionError)

    def typed(self, path: str, form: Any) -> Any:
        """A value, or all of a table, as a type has it."""
        found = self._found(path)
        value = self.table(path) if isinstance(found, dict) else found
        return read(value, form, f"{self.source}: {path}", EditionError)

    def table(self, path: str) -> dict[str, Any]:
        """All that stands in one table, without the marks of origin."""
        return {k: v for k, v in self._typed(path, dict).items() if k not in MARKS}

    def origin(self, path: str) -> str:
        """The origin of one value; a list's own path stands for all of its entries."""
        for value in self.values:
            if value.path == path or value.path.startswith((f"{path}.", f"{path}[")):
                return value.origin
        raise EditionError(f"{self.source}: there is no value {path}.")

    def _found(self, path: str) -> Any:
        try:
            return _Tree(self._data).at(path)
        except LookupError:
            raise EditionError(f"{self.source}: {path} is missing.") from None

    def _typed(self, path: str, kind: type) -> Any:
        here = self._found(path)
        if type(here) is not kind:
            raise EditionError(
                f"{self.source}: {path} must be of type {kind.__name__}, not {here!r}."
            )
        return here


def row_of(path: str) -> str:
    """The row that a value stands in; nothing if it stands in none."""
    return path[: path.find("]") + 1]


@lru_cache(maxsize=8)
def _laid_over(edition: Edition, own: tuple[tuple[str, str], ...]) -> Edition:
    return edition._with(dict(own))


class _Tree:
    """Tables and rows that are reached by paths; `at` remembers the way to every table."""

    def __init__(self, data: Any) -> None:
        self.data = data
        self._reached: dict[str, Any] = {}

    def at(self, path: str) -> Any:
        """What stands at a path; LookupError if nothing does."""
        if not path:
            return self.data
        if path not in self._reached:
            above, name, row = _split(path)
            holder = self.at(above)
            here = holder[name] if isinstance(holder, Mapping) else None
            if here is None:
                raise LookupError(path)
            self._reached[path] = here[_index(here, row)] if row else here
        return self._reached[path]

    def put(self, path: str, value: object) -> None:
        """Put another value at a path; of tables only those not reached yet."""
        above, name, row = _split(path)
        if row:
            rows = self.at(f"{above}.{name}" if above else name)
            rows[_index(rows, row)] = value
        else:
            self.at(above)[name] = value


def _split(path: str) -> tuple[str, str, str]:
    """A path without its last part, the name there, and the row if it is one."""
    found = _LAST.fullmatch(path)
    if found is None:
        raise LookupError(path)
    return found[1] or "", found[2], found[3] or ""


def _index(rows: list[Any], name: str) -> int:
    """Where the row with this name stands."""
    for index, row in enumerate(rows):
        if name == (row_name(row, index) if isinstance(row, Mapping) else str(index)):
            return index
    raise LookupError(name)


def _leaves(node: object, path: str) -> Iterator[tuple[str, object]]:
    """All values below a node, by their paths."""
    if isinstance(node, Mapping):
        for key, child in node.items():
            if key not in MARKS:
                yield from _leaves(child, f"{path}.{key}")
    elif isinstance(node, list) and any(isinstance(child, Mapping) for child in node):
        for index, child in enumerate(node):
            name = row_name(child, index) if isinstance(child, Mapping) else index
            yield from _leaves(child, f"{path}[{name}]")
    else:
        yield path, node


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
            if key not in MARKS:
                below = {p[len(key) + 1 :]: o for p, o in single.items() if p.split(".")[0] == key}
                yield from _values(child, f"{path}.{key}" if path else key, origin, below, source)
    elif isinstance(node, list) and any(isinstance(child, Mapping) for child in node):
        for index, child in enumerate(node):
            name = row_name(child, index) if isinstance(child, Mapping) else index
            yield from _values(child, f"{path}[{name}]", origin, single, source)
    elif origin is None:
        raise EditionError(f"{source}: {path} has no origin; say where the value comes from.")
    else:
        yield Value(path, node, origin)
