"""Finds and reads the TOML files that describe a game's pieces and places."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, NoReturn

import rules


def game_file(game: str, name: str, error: type[ValueError]) -> Path:
    """The path of one of a game's files; `error` is raised for a game that has none."""
    folders = [Path(folder) for folder in rules.__path__]
    for folder in folders:
        if (folder / game / name).is_file():
            return folder / game / name
    known = sorted(path.parent.name for folder in folders for path in folder.glob(f"*/{name}"))
    raise error(
        f"There is no {name} for the game {game!r}. Games that have one: {', '.join(known)}."
    )


def read_toml(path: Path, error: type[ValueError]) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as problem:
        raise error(f"{path}: cannot be read ({problem.strerror}).") from problem
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise error(f"{path}: is not valid TOML ({problem}); put that line right.") from problem


@dataclass(frozen=True, slots=True)
class Part:
    """One table of a file, with the words that tell a person where it is."""

    error: ClassVar[type[ValueError]] = ValueError

    path: Path
    where: str
    values: dict[str, Any]

    def fail(self, problem: str) -> NoReturn:
        where = f"{self.where}: " if self.where else ""
        raise self.error(f"{self.path}: {where}{problem}.")

    def only(self, *known: str) -> None:
        for key in self.values:
            if key not in known:
                self.fail(f"`{key}` is not known here; known are {', '.join(known)}")
