"""Printed values that no edition knows, in words: for the owner's form and for a match's rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from rules.game import Game
from rules.match import Match
from rules.text import Text
from server.owner import OwnerError, house_values, read_own

YES_OR_NO: Mapping[str, Text] = {"yes": Text("Yes"), "no": Text("No")}

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


@dataclass(frozen=True, slots=True)
class InForce:
    """One value of a running match."""

    label: Text
    words: Text
    state: State
    """Our own, confirmed by the owner, or what the owner had when the match began."""
    since: Text | None
    """What the owner's copy says by now, if it is something else."""


def fields(game: Game[Any], folder: Path, typed: Mapping[str, str]) -> list[Field]:
    return [
        Field(
            value.path,
            value.label,
            typed.get(value.path, value.value),
            value.confirmed,
            choices(game, value.path),
            len(value.value.split()),
        )
        for value in house_values(game, folder)
    ]


def choices(game: Game[Any], path: str) -> Mapping[str, Text]:
    """The words that a value can be; none if it is a number."""
    if isinstance(game.edition.house[path].value, bool):
        return YES_OR_NO
    return game.printed_words.get(path, {})


def in_words(game: Game[Any], path: str, written: str) -> Text:
    return choices(game, path).get(written) or Text("{value}", value=written)


def in_force(match: Match[Any], folder: Path) -> list[InForce]:
    """The values that this match is played with."""
    game = match.game
    try:
        own = read_own(game, folder)
    except OwnerError:
        own = {}  # the start page says what is wrong with the file
    values = []
    for path, printed in game.edition.house.items():
        now = match.settings[path]
        mine = own.get(path)
        state: State = "earlier"
        if mine == now:
            state = "yours"
        elif now == printed.written():
            state = "house"
        since = in_words(game, path, mine) if mine is not None and mine != now else None
        values.append(InForce(game.printed[path], in_words(game, path, now), state, since))
    return values
