"""The owner's own files for a game: what was confirmed or corrected from a printed copy.

They lie in the data folder beside the matches and are never touched by an update. What is set on a
phone or by the command is kept in one of them. The other is written by hand: there whole rows of
the edition, with all that a card does, take the place of the house's. A match takes the values in
force when it begins among its settings, so correcting one later changes no old match.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from rules.edition import MARKS, Edition, row_of
from rules.game import Game, RulesError
from rules.text import Text
from rules.typed import row_name
from server.store.atomic_file import write_whole
from server.store.wording import check_settings, read_json

FORMAT = 1


class OwnerError(RulesError):
    """An owner's file that cannot be used, or a value that cannot be the printed one."""


class HouseValue(NamedTuple):
    """A value that no edition knows, as one owner has it."""

    path: str
    label: Text
    value: str
    """As a person writes it; the house's own until the owner says otherwise."""
    confirmed: bool


def house_values(game: Game[Any], folder: Path) -> list[HouseValue]:
    """Everything an owner can confirm or correct, in the edition's order."""
    edition = in_force(game, folder)
    now = {value.path: value for value in edition.values if value.path in game.printed.things}
    return [
        HouseValue(path, label, now[path].written(), path not in edition.house)
        for path, label in game.printed.things.items()
        if path in now
    ]


def in_force(game: Game[Any], folder: Path) -> Edition:
    """The edition with all that the owner has said."""
    own = read_own(game, folder)
    return game.laid_over(own) if own else game.edition


def of_this_copy(game: Game[Any], folder: Path) -> Game[Any]:
    """The game as it is played with the owner's copy."""
    return game.for_match(game.settle(read_own(game, folder)))


def unconfirmed(game: Game[Any], folder: Path) -> int:
    """How many printed values, or pieces and spaces, are not confirmed from the owner's copy."""
    usual = of_this_copy(game, folder)
    parts = usual.printed.parts()
    if parts:
        return sum(bool(part.house) for part in parts)
    values = house_values(game, folder)
    return sum(not value.confirmed for value in values if value.path in usual.printed.things)


def set_values(game: Game[Any], folder: Path, values: Mapping[str, str]) -> None:
    """Take over values from the printed copy, all or none; what depends on another goes with it."""
    rows = read_rows(game, folder)
    for path in values:
        if _given_in(path, rows):
            raise OwnerError(
                Text(
                    "{what} is given in {file}. Change it there.",
                    what=path,
                    file=own_file(game, folder),
                )
            )
    try:
        check_settings(values)
    except ValueError as error:
        raise OwnerError(Text("It cannot be read: {error}.", error=error)) from error
    before = read_values(game, folder)
    edition = game.laid_over(before | dict(values) | rows, given=True)
    now = {value.path: value.written() for value in edition.values}
    if lost := [path for path in values if path not in now]:
        raise OwnerError(
            Text(
                "{what} is a whole row: give it in {file}.",
                what=lost[0],
                file=own_file(game, folder),
            )
        )
    _write(values_file(game.name, folder), before | {path: now[path] for path in values})


def confirm(game: Game[Any], folder: Path, paths: Iterable[str]) -> None:
    """What stands at these paths is printed so; a path may name a whole row or table."""
    edition, rows = in_force(game, folder), read_rows(game, folder)
    now = {value.path: value.written() for value in edition.values}
    said = {}
    for path in paths:
        below = [other for other in edition.house if other.startswith((f"{path}.", f"{path}["))]
        for each in below or [path]:
            if not _given_in(each, rows):
                said[each] = now.get(each, "")
    set_values(game, folder, said)


def forget(game: Game[Any], folder: Path, paths: Iterable[str]) -> int:
    """Play with the house's values again, all of these or none; how many the owner had said."""
    said, rows = read_values(game, folder), read_rows(game, folder)
    gone = [path for path in paths if path in said]
    left = {path: text for path, text in said.items() if path not in gone}
    game.laid_over(left | rows)
    if gone:
        _write(values_file(game.name, folder), left)
    return len(gone)


def read_own(game: Game[Any], folder: Path) -> dict[str, str]:
    """All that the owner has said: settings for a new match. None if there is no file."""
    rows = read_rows(game, folder)
    values = read_values(game, folder)
    return {path: text for path, text in values.items() if not _given_in(path, rows)} | rows


def _given_in(path: str, rows: Mapping[str, str]) -> bool:
    return path in rows or row_of(path) in rows


def read_values(game: Game[Any], folder: Path) -> dict[str, str]:
    file = values_file(game.name, folder)
    try:
        data = read_json(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError) as error:
        raise _unreadable(file, error) from error
    values = data.get("values") if isinstance(data, dict) and data.get("format") == FORMAT else None
    if not isinstance(values, dict) or not all(isinstance(v, str) for v in values.values()):
        raise OwnerError(
            Text(
                "This version cannot read the values in {file}. Correct or delete it.",
                file=file,
            )
        )
    try:
        check_settings(values)
    except ValueError as error:
        raise _unreadable(file, error) from error
    # What has become known since needs no confirmation any more.
    return {path: text for path, text in values.items() if game.edition.is_open(path)}


def values_file(game: str, folder: Path) -> Path:
    """Where what is set on a phone or by the command is kept."""
    return folder / f"{game}-printed.json"


def _unreadable(file: Path, error: Exception) -> OwnerError:
    return OwnerError(
        Text("{file} cannot be read: {error}. Correct or delete it.", file=file, error=error)
    )


def _write(file: Path, values: Mapping[str, str]) -> None:
    text = json.dumps({"format": FORMAT, "values": dict(values)}, ensure_ascii=False, indent=1)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, f"{text}\n".encode())
    except OSError as error:
        raise OwnerError(
            Text("{file} cannot be written: {error}.", file=file, error=error.strerror)
        ) from error


# ------------------------------------------------------------------------ The file with whole rows


def own_file(game: Game[Any], folder: Path) -> Path:
    """The file that an owner writes by hand."""
    return folder / f"{game.name}-own.toml"


def read_rows(game: Game[Any], folder: Path) -> dict[str, str]:
    """What the hand-written file gives: rows and single values by their paths."""
    file = own_file(game, folder)
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
        rows = {path: _as_written(game, path, value) for path, value in _rows(data, "")}
        check_settings(rows)
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError) as error:
        raise _unreadable(file, error) from error
    for path in rows:
        if not game.edition.is_open(path):
            raise OwnerError(
                Text(
                    "{file}: {path} is no value to confirm. Remove it.",
                    file=file,
                    path=path,
                )
            )
    try:
        game.laid_over(rows, given=True)
    except RulesError as error:
        raise OwnerError(
            Text(
                "{file}: {reason} Correct or remove it.",
                file=file,
                reason=error.reason,
            )
        ) from error
    return rows


def _as_written(game: Game[Any], path: str, value: object) -> str:
    """Single values are written as people do, rows as JSON."""
    printed = game.edition.house.get(path)
    return printed._replace(value=value).written() if printed else json.dumps(value)


def _rows(node: Mapping[str, Any], path: str) -> Iterator[tuple[str, object]]:
    for name, below in node.items():
        here = f"{path}.{name}" if path else name
        if isinstance(below, dict):
            yield from _rows(below, here)
        elif isinstance(below, list) and any(isinstance(row, dict) for row in below):
            for index, row in enumerate(below):
                named = row_name(row, index) if isinstance(row, dict) else str(index)
                yield f"{here}[{named}]", row
        else:
            yield here, below


def as_toml(game: Game[Any], folder: Path, path: str) -> str:
    """A row or a single value as it is now, to be put into the hand-written file and changed."""
    edition = in_force(game, folder)
    value = edition.value(path)
    if not path.endswith("]"):
        return f"{path} = {_toml(value)}\n"
    fields = (f"{name} = {_toml(each)}" for name, each in value.items() if name not in MARKS)
    return "\n".join((f"[[{path[: path.index('[')]}]]", *fields, ""))


def _toml(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case dict():
            return f"{{ {', '.join(f'{name} = {_toml(each)}' for name, each in value.items())} }}"
        case list():
            return f"[{', '.join(map(_toml, value))}]"
        case str():
            return json.dumps(value, ensure_ascii=False)
    return str(value)
