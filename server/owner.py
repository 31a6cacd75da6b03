"""The owner's own file for a game: printed values that were confirmed or corrected.

It lies in the data folder beside the matches and is never touched by an update. A match takes the
values in force when it begins among its settings, so correcting one later changes no old match.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from rules.game import Game, RulesError
from rules.text import Text

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
    own = read_own(game, folder)
    return [
        HouseValue(path, game.printed[path], own.get(path, value.written()), path in own)
        for path, value in game.edition.house.items()
    ]


def unconfirmed(game: Game[Any], folder: Path) -> int:
    """How many printed values are not confirmed from the owner's copy."""
    return sum(not value.confirmed for value in house_values(game, folder))


def set_values(game: Game[Any], folder: Path, values: Mapping[str, str]) -> None:
    """Take over values from the printed copy, all or none; what depends on another goes with it."""
    own = {**read_own(game, folder), **values}
    edition = game.laid_over(own)
    written = {value.path: value.written() for value in edition.values if value.path in own}
    _write(_file(game, folder), written)


def confirm(game: Game[Any], folder: Path, paths: Iterable[str]) -> None:
    """The house values at these paths are the printed ones."""
    now = {value.path: value.value for value in house_values(game, folder)}
    set_values(game, folder, {path: now.get(path, "") for path in paths})


def read_own(game: Game[Any], folder: Path) -> dict[str, str]:
    """The owner's values: settings for a new match. None if there is no file."""
    file = _file(game, folder)
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise OwnerError(
            Text(
                "{file} cannot be read: {error}. Put it right or delete it.", file=file, error=error
            )
        ) from error
    values = data.get("values") if isinstance(data, dict) and data.get("format") == FORMAT else None
    if not isinstance(values, dict) or not all(isinstance(v, str) for v in values.values()):
        raise OwnerError(
            Text(
                "{file} is not a list of printed values that this version can read. "
                "Put it right or delete it.",
                file=file,
            )
        )
    # What has become known since needs no confirmation any more.
    return {path: text for path, text in values.items() if path in game.edition.house}


def _file(game: Game[Any], folder: Path) -> Path:
    return folder / f"{game.name}-printed.json"


def _write(file: Path, values: Mapping[str, str]) -> None:
    """The old file is there until the new one is whole."""
    text = json.dumps({"format": FORMAT, "values": dict(values)}, ensure_ascii=False, indent=1)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        new = file.with_suffix(".new")
        with new.open("w", encoding="utf-8") as out:
            out.write(f"{text}\n")
            out.flush()
            os.fsync(out.fileno())
        new.replace(file)
    except OSError as error:
        raise OwnerError(
            Text("{file} cannot be written: {error}.", file=file, error=error.strerror)
        ) from error
