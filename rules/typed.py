"""Files and rows are read by types: what fits none is told with its place and what is allowed.

A table of a file is a `Table` with its values as fields. What a value may be is said by its type,
or in words of its own by the description of its `Meta`.
"""

from __future__ import annotations

import json
import re
import threading
import tomllib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Literal,
    NamedTuple,
    TypeVar,
    Union,
    get_args,
    get_origin,
)

import msgspec
from msgspec import Meta

from rules.text import Text

T = TypeVar("T")
NAMES = ("key", "id", "number")
"""What names a row, the first that it has."""
_LEARNING = threading.RLock()
"""What a form is made of is looked at when it is first used. If two threads do that at once, the
whole program may crash in msgspec 0.22.
"""
_TABLES = (dict, Mapping)
_LISTS = (list, tuple, Sequence)
_LONGEST = 80
"""Letters of a wrong value that are told."""


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of a file: these values and no others."""


class As(NamedTuple):
    """A table that is written otherwise than its values are called."""

    form: type[Table]
    first: Any
    """What the first word has."""
    values: Callable[[Mapping[str, Any]], Mapping[str, Any]]
    """From the row as it is written."""
    beside: Collection[str] | None = ()
    """The other words; any, if that is None."""

    def values_of(self, row: Mapping[str, Any]) -> Mapping[str, Any]:
        (word, value), *more = row.items()
        for problem in problems(value, self.first, word):
            raise Wrong(problem.reason, problem.path)
        for other, _ in more:
            if self.beside is not None and other not in self.beside:
                raise Wrong(unknown(other, [word, *self.beside]))
        return self.values(row)


class Worded:
    """What is written as one of several tables, each known by its first word."""

    __slots__ = ()
    words: ClassVar[dict[str, Any]] = {}
    """What each first word begins: a `Table`; a table `As` it is written; or, by the word that
    stands beside it, something that is always the same."""

    @classmethod
    def kinds(cls) -> Iterator[type]:
        """The types of all that can be written."""
        for kind in cls.words.values():
            if isinstance(kind, Mapping):
                yield from map(type, kind.values())
            else:
                yield kind.form if isinstance(kind, As) else kind

    @classmethod
    def kind_of(cls, row: object) -> tuple[Any, object]:
        """The form that a row has to fit, and the row; or something that is always the same."""
        if not isinstance(row, Mapping) or not row:
            raise Wrong(Text("It must be {what}, not {value}.", what=_A_TABLE, value=_said(row)))
        first = next(iter(row))
        if first not in cls.words:
            raise Wrong(unknown(first, cls.words))
        kind = cls.words[first]
        if isinstance(kind, As):
            return kind.form, kind.values_of(row)
        if not isinstance(kind, Mapping):
            return kind, row
        if row[first] not in kind:
            what = Text("one of these: {known}", known=", ".join(kind))
            said = _said(row[first])
            raise Wrong(Text("It must be {what}, not {value}.", what=what, value=said), first)
        for other in [*row][1:]:
            raise Wrong(unknown(other, [first]))
        return kind[row[first]], None


class Problem(NamedTuple):
    path: str
    """Where it stands, as `cards[trader].cost`."""
    reason: Text

    def __str__(self) -> str:
        return f"{self.path}: {self.reason}" if self.path else str(self.reason)


class Wrong(ValueError):
    """What a `Table` raises after it was made, of values that do not go together."""

    def __init__(self, reason: Text | str, path: str = "") -> None:
        """Only what an owner can have said is told in any language."""
        super().__init__(str(reason))
        self.reason = reason if isinstance(reason, Text) else Text("{value}", value=reason)
        self.path = path
        """Where in the table."""


def words_of(known: Iterable[str]) -> Meta:
    """That a text is one of these words."""
    words = [*known]
    return Meta(pattern=f"^(?:{'|'.join(map(re.escape, words))})$", extra={"words": words})


def read_file(path: Path, form: type[T], error: type[ValueError]) -> T:
    """What a TOML file holds; `error` tells the file, the place and what is allowed there."""
    return read(tables_of(path, error), form, path, error)


def read(data: object, form: type[T], source: object, error: type[ValueError]) -> T:
    """What tables hold that were read from a source; `error` as in `read_file`."""
    try:
        found: T = convert(data, form)
    except msgspec.ValidationError:
        raise error(f"{source}: {next(problems(data, form))}") from None
    return found


def tables_of(path: Path, error: type[ValueError]) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as problem:
        raise error(f"{path}: cannot be read ({problem.strerror}).") from problem
    except (ValueError, RecursionError) as problem:
        raise error(f"{path}: is not valid TOML ({problem}); put that line right.") from problem


def convert(value: object, form: Any) -> Any:
    """What a value is as a form; raises msgspec.ValidationError if it is none."""
    with _LEARNING:
        return msgspec.convert(value, form, dec_hook=_own)


def _own(form: type[Worded | Text], row: object) -> Any:
    """What msgspec has no form for."""
    if issubclass(form, Text):
        if not isinstance(row, str) or {*row} & {*"{}"}:
            raise ValueError
        return form(row)
    kind, values = form.kind_of(row)
    return kind if values is None else convert(values, kind)


def row_name(row: object, index: int) -> str:
    named = row if isinstance(row, Mapping) else {}
    return str(next((named[name] for name in NAMES if name in named), index))


def problems(value: object, form: Any, path: str = "") -> Iterator[Problem]:
    """All that is wrong with a value, in the order in which it is written."""
    try:
        convert(value, form)
    except msgspec.ValidationError as error:
        wrong = error.__cause__
    else:
        return
    plain, meta = _plain(form, value)
    if plain is None and isinstance(value, Mapping) and (tags := _tags(form)):
        name = _tag(tags[0])
        kinds: Any = Literal.__getitem__(tuple(str(each.__struct_config__.tag) for each in tags))
        if name in value:
            yield from problems(value[name], kinds, _under(path, name))
        else:
            yield _missing(name, kinds, path)
        return
    found = (
        []
        if meta and meta.description and not _has_tables(plain)
        else [*_below(value, plain, path)]
    )
    if _is_worded(plain):
        try:
            kind, values = plain.kind_of(value)
        except Wrong as word:
            yield Problem(_under(path, word.path), word.reason)
        else:
            yield from problems(values, kind, path)
    elif found:
        yield from found
    elif isinstance(wrong, Wrong):
        yield Problem(_under(path, wrong.path), wrong.reason)
    else:
        what = Text("It must be {what}, not {value}.", what=_allowed(form), value=_said(value))
        yield Problem(path, what)


def _below(value: object, form: Any, path: str) -> Iterator[Problem]:
    """What is wrong with the parts of a value, if it has parts at all."""
    origin, inner = get_origin(form), get_args(form)
    if _is_table(form):
        if isinstance(value, Mapping):
            yield from _in_table(value, form, path)
    elif origin in _TABLES and isinstance(value, Mapping):
        for name, each in value.items():
            if any(problems(name, inner[0])):
                yield Problem(path, unknown(name, _words(inner[0])))
            yield from problems(each, inner[1], _under(path, str(name)))
    elif origin in _LISTS and isinstance(value, list):
        forms = inner if origin is tuple and inner[-1] is not ... else [inner[0]] * len(value)
        if len(forms) == len(value):
            for index, (each, one) in enumerate(zip(value, forms, strict=True)):
                yield from problems(each, one, f"{path}[{_named(each, index)}]")


def _in_table(value: Mapping[str, Any], form: Any, path: str) -> Iterator[Problem]:
    fields = fields_of(form)
    known = [*filter(None, [_tag(form)]), *fields]
    for name in value:
        if name not in known and form.__struct_config__.forbid_unknown_fields:
            yield Problem(path, unknown(name, known))
    for name, field in fields.items():
        if name in value:
            yield from problems(value[name], field.type, _under(path, name))
        elif field.required:
            yield _missing(name, field.type, path)


def _plain(form: Any, value: object) -> tuple[Any, Meta | None]:
    """A type without its marks; of several the one that the value is most like."""
    meta = None
    while True:
        if get_origin(form) is Annotated:
            form, *marks = get_args(form)
            meta = next((mark for mark in marks if isinstance(mark, Meta)), meta)
        elif get_origin(form) in (Union, UnionType):
            form = _most_like(value, [each for each in get_args(form) if each is not NoneType])
            if form is None:
                return None, meta
        else:
            return form, meta


def _most_like(value: object, forms: list[Any]) -> Any:
    """The table with the tag that a value has, or whatever is made of the same."""
    for form in forms:
        tag = form.__struct_config__.tag if _is_table(form) else None
        if tag and isinstance(value, Mapping) and value.get(_tag(form)) == tag:
            return form
    if len(forms) == 1:
        return forms[0]
    of_lists = _LISTS if isinstance(value, list) else ()
    fitting = (form for form in forms if get_origin(_plain(form, value)[0]) in of_lists)
    return next(fitting, None)


def _allowed(form: Any) -> Text:
    """What a value may be, in words."""
    if known := _words(form):
        return Text("one of these: {known}", known=", ".join(known))
    if get_origin(form) is Annotated:
        inner, *marks = get_args(form)
        meta = next(mark for mark in marks if isinstance(mark, Meta))
        if meta.description:
            return Text("{value}", value=meta.description)
        if meta.ge is not None and meta.le is not None:
            return Text("a whole number from {least} to {most}", least=meta.ge, most=meta.le)
        if meta.max_length is not None:
            least, most = meta.min_length or 0, meta.max_length
            if inner is str:
                return Text("text of {least} to {most} characters", least=least, most=most)
            return Text("a list of {least} to {most} entries", least=least, most=most)
        return _allowed(inner)
    if get_origin(form) in (Union, UnionType):
        if _tags(form):
            return _A_TABLE
        first, *more = [each for each in get_args(form) if each is not NoneType]
        words = _allowed(first)
        for other in more:
            words = Text("{one} or {other}", one=words, other=_allowed(other))
        return words
    if _is_table(form):
        return Text("a table with {known}", known=", ".join(fields_of(form)))
    if get_origin(form) in _TABLES or _is_worded(form):
        return _A_TABLE
    return _KINDS.get(form, Text("a list"))


_A_TABLE = Text("a table")
_KINDS: Mapping[Any, Text] = {
    bool: Text("{one} or {other}", one="true", other="false"),
    int: Text("a whole number"),
    float: Text("a number"),
    str: Text("text in quotes"),
    Text: Text("plain words in quotes"),
}


@cache
def fields_of(table: type) -> Mapping[str, msgspec.structs.FieldInfo]:
    """The values of a table, by the names that they have in a file."""
    return {field.encode_name: field for field in msgspec.structs.fields(table)}


def _words(form: Any) -> list[str]:
    if get_origin(form) is Literal:
        return [*map(str, get_args(form))]
    marks = get_args(form)[1:] if get_origin(form) is Annotated else ()
    return next((mark.extra["words"] for mark in marks if mark.extra), [])


def _is_table(form: Any) -> bool:
    return isinstance(form, type) and issubclass(form, msgspec.Struct)


def _is_worded(form: Any) -> bool:
    return isinstance(form, type) and issubclass(form, Worded) and not _is_table(form)


def _tag(form: Any) -> str:
    return form.__struct_config__.tag_field or ""


def _tags(form: Any) -> list[Any]:
    """The tables of a union that are told apart by a word in them."""
    return [each for each in get_args(form) if _is_table(each) and _tag(each)]


def _has_tables(form: Any) -> bool:
    return (
        _is_table(form)
        or _is_worded(form)
        or any(_has_tables(_plain(each, None)[0]) for each in get_args(form))
    )


def _named(row: object, index: int) -> str:
    name = row_name(row, index)
    return str(row.get("name", name)) if name == str(index) and isinstance(row, Mapping) else name


def unknown(name: object, known: Iterable[str]) -> Text:
    return Text("Unknown: {name}. There is {known}.", name=name, known=", ".join(known))


def _missing(name: str, form: Any, path: str) -> Problem:
    what = _allowed(form)
    return Problem(path, Text("{name} is missing; it must be {what}.", name=name, what=what))


def _under(path: str, name: str) -> str:
    return f"{path}.{name}" if path and name and name[0] != "[" else path + name


def _said(value: object) -> str:
    said = json.dumps(value, ensure_ascii=False, default=str)
    return said if len(said) <= _LONGEST else f"{said[: _LONGEST - 1]}\u2026"
