"""Printed values that no edition knows, in words: for the owner's form and for a match's rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from rules.edition import BadValue
from rules.game import Game, Part
from rules.match import Match
from rules.text import Text
from server.store.owner_values import (
    HouseValue,
    OwnerError,
    house_values,
    of_this_copy,
    read_own,
    read_rows,
)
from server.web.games import drawn_by
from server.web.parts.sketch import Brush, Row
from server.web.request.language import t

YES_OR_NO: Mapping[str, Text] = {"yes": Text("Yes"), "no": Text("No")}
_EMPTY = "[]"
ON_A_PAGE = 24
"""Pieces or spaces of a chapter that are shown at once."""

State = Literal["house", "yours", "earlier"]


@dataclass(frozen=True, slots=True)
class Field:
    """One value in the owner's form."""

    path: str
    label: Text
    written: str
    """As it is in force, or as it was typed and not taken."""
    confirmed: bool
    words: Mapping[str, Text]
    """What can be chosen; empty if numbers are typed."""
    numbers: int
    """How many numbers are typed."""
    changed: bool = False
    """Whether it was typed or tapped and is not kept yet."""

    @property
    def said(self) -> bool:
        return self.confirmed


@dataclass(frozen=True, slots=True)
class Chapter:
    """Pieces or spaces of one kind, and how many of them are not confirmed."""

    number: int
    name: Text
    parts: int
    left: int


@dataclass(frozen=True, slots=True)
class Shown:
    """A piece, a space or a track in the owner's form."""

    part: Part
    fields: Sequence[Field]
    confirmed: bool
    in_file: bool
    """The owner's file gives all of it, so nothing of it is changed here."""

    @property
    def changed(self) -> bool:
        return any(field.changed for field in self.fields)

    @property
    def said(self) -> bool:
        return any(field.confirmed for field in self.fields)


@dataclass(frozen=True, slots=True)
class InForce:
    """One value of a running match."""

    label: Text
    words: Text
    state: State
    """Our own, confirmed by the owner, or what the owner had when the match began."""
    since: Text | None
    """What the owner's copy says by now, if it is something else."""


@dataclass(frozen=True, slots=True)
class Sketched:
    """Values of a group that are tapped on a drawing."""

    fields: Sequence[Field]
    rows: Sequence[Row]
    brushes: Mapping[str, Brush]
    brush: str
    """The one that was chosen."""
    note: Text | None
    hexes: bool


@dataclass(frozen=True, slots=True)
class Together:
    """Values in the owner's form that are confirmed with one tick."""

    key: str
    name: Text
    fields: Sequence[Field]
    chapter: Text | None = None
    sketch: Sketched | None = None

    @property
    def confirmed(self) -> bool:
        return all(field.confirmed for field in self._all)

    @property
    def said(self) -> bool:
        """Whether the owner has said something about it."""
        return any(field.confirmed for field in self._all)

    @property
    def changed(self) -> bool:
        """Whether something was tapped or typed that is not kept yet."""
        return any(field.changed for field in self._all)

    @property
    def _all(self) -> Sequence[Field]:
        return (*self.fields, *(self.sketch.fields if self.sketch else ()))


def fields(game: Game[Any], folder: Path, typed: Mapping[str, str]) -> list[Field]:
    return [_field(game, value, typed) for value in house_values(game, folder)]


def _field(
    game: Game[Any], value: HouseValue, typed: Mapping[str, str], label: Text | None = None
) -> Field:
    return Field(
        value.path,
        label or value.label,
        typed.get(value.path, value.value),
        value.confirmed,
        choices(game, value.path),
        sum(word.lstrip("-").isdecimal() for word in value.value.split()),
        typed.get(value.path, value.value) != value.value,
    )


def grouped(
    game: Game[Any], found: Sequence[Field], brushes: Mapping[str, str]
) -> list[Field | Together]:
    """The form in its order; a group stands where the first of its values would."""
    group_of = {path: group for group in game.printed.groups for path in group.values}
    by_path = {field.path: field for field in found}
    rows: dict[str, Field | Together] = {}
    for field in found:
        group = group_of.get(field.path)
        if group is None:
            rows[field.path] = field
        elif group.key not in rows:
            own = [
                replace(by_path[path], label=label)
                for path, label in group.values.items()
                if path in by_path  # a whole row of the owner's may lack it
            ]
            sketch = _sketched(game, group.key, own, brushes.get(group.key, ""))
            left = [each for each in own if not sketch or each not in sketch.fields]
            rows[group.key] = Together(group.key, group.name, left, group.chapter, sketch)
    return list(rows.values())


def _sketched(game: Game[Any], key: str, own: Sequence[Field], brush: str) -> Sketched | None:
    """What of a group is drawn; nothing if there is no drawing for what was typed."""
    sketch = drawn_by(game.name).sketches.get(key)
    if sketch is None:
        return None
    fields = [field for field in own if field.path in sketch.paths]
    try:
        rows = sketch.rows(read_lists(game, {field.path: field.written for field in fields}))
    except (BadValue, LookupError):
        return None
    chosen = brush if brush in sketch.brushes else next(iter(sketch.brushes))
    return Sketched(fields, rows, sketch.brushes, chosen, sketch.note, sketch.hexes)


def read_lists(game: Game[Any], written: Mapping[str, str]) -> dict[str, list[Any]]:
    """Lists from what stands in a form; they may have lost all that was in them."""
    lists: dict[str, list[Any]] = {}
    for path, text in written.items():
        house = game.edition.house[path]
        is_list = isinstance(house.value, list)
        found = [] if is_list and text in ("", _EMPTY) else house.read(text)
        if is_list and not isinstance(found, list):
            raise BadValue(path, Text("It must be a list, not {text}.", text=text))
        lists[path] = found if isinstance(found, list) else [found]
    return lists


def tapped(
    game: Game[Any], typed: Mapping[str, str], key: str, cell: str, brush: str
) -> dict[str, str]:
    """What stands in the form after a tap on a drawing."""
    sketch, house = drawn_by(game.name).sketches.get(key), game.edition.house
    if sketch is None or brush not in sketch.brushes or not {*sketch.paths} <= typed.keys():
        return dict(typed)
    lists = read_lists(game, {path: typed[path] for path in sketch.paths})
    after = sketch.tapped(lists, brush, cell)
    written = {}
    for path, entries in after.items():
        value = entries if isinstance(house[path].value, list) else entries[0]
        written[path] = house[path]._replace(value=value).written()
    return {**typed, **written}


def folded(rows: Sequence[Field | Together]) -> list[tuple[Text | None, list[Field | Together]]]:
    """The form chapter by chapter, each of which is folded away; first what stands open."""
    chapters: dict[Text | None, list[Field | Together]] = {None: []}
    for row in rows:
        chapters.setdefault(getattr(row, "chapter", None), []).append(row)
    return [(chapter, found) for chapter, found in chapters.items() if found]


def choices(game: Game[Any], path: str) -> Mapping[str, Text]:
    """The words that a value can be; none if it is a number."""
    if isinstance(game.edition.house[path].value, bool):
        return YES_OR_NO
    return game.printed.words.get(path, {})


def in_words(game: Game[Any], path: str, written: str) -> Text:
    return choices(game, path).get(written) or Text("{value}", value=written)


# --------------------------------------------------------------------------- Chapter by chapter


def parts(game: Game[Any], folder: Path) -> Sequence[Part]:
    """All that has house values, with what the owner's copy shows."""
    return of_this_copy(game, folder).printed.parts()


def chapters(found: Sequence[Part]) -> list[Chapter]:
    names = list(dict.fromkeys(part.chapter for part in found))
    return [
        Chapter(
            number,
            name,
            sum(part.chapter == name for part in found),
            sum(part.chapter == name and bool(part.house) for part in found),
        )
        for number, name in enumerate(names, start=1)
    ]


def matching(found: Sequence[Part], words: str) -> list[Part]:
    """Those of which the name or a line has these words in it, in the language of the page."""
    wanted = words.casefold()
    return [
        part
        for part in found
        if wanted in t(part.name).casefold()
        or any(wanted in t(line).casefold() for line in part.shows)
    ]


def shown(
    game: Game[Any], folder: Path, found: Sequence[Part], typed: Mapping[str, str]
) -> list[Shown]:
    """These as they are in the owner's form."""
    values = {value.path: value for value in house_values(game, folder)}
    rows = read_rows(game, folder)
    return [
        Shown(
            part,
            [
                _field(game, values[path], typed, label)
                for path, label in part.values.items()
                if path in values and part.row not in rows
            ],
            not part.house,
            part.row in rows,
        )
        for part in found
    ]


# -------------------------------------------------------------------------------- A running match


def in_force(match: Match[Any], folder: Path) -> list[InForce]:
    """The values that this match is played with, as far as it keeps them."""
    game = match.game
    try:
        own = read_own(game, folder)
    except OwnerError:
        own = {}  # the start page says what is wrong with the file
    values = []
    for path, printed in game.edition.house.items():
        now, label = match.settings.get(path), game.printed.things.get(path)
        if now is None or label is None:
            continue
        mine = own.get(path)
        state: State = "earlier"
        if mine == now:
            state = "yours"
        elif now == printed.written():
            state = "house"
        since = in_words(game, path, mine) if mine is not None and mine != now else None
        values.append(InForce(label, in_words(game, path, now), state, since))
    return values


def house_parts(match: Match[Any]) -> int:
    """On how many pieces, spaces and tracks of this match values are the house's."""
    return sum(bool(part.house) for part in match.game.printed.parts())
