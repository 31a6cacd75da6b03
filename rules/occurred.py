"""What came up in matches, and what never did: kinds of answers, of pieces and of effects."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import Any

from rules.at_once import AtOnce, plain
from rules.flow import TABLE, Choice, Option
from rules.game import Game
from rules.pieces import Move, Piece
from rules.simulation import Simulation


@dataclass(slots=True)
class Occurred:
    """All of it by name, so that it can be joined with that of other matches."""

    offered: set[str] = field(default_factory=set)
    """The first words of all answers in menus, also of those that were not allowed."""
    given: set[str] = field(default_factory=set)
    in_play: set[str] = field(default_factory=set)
    """The sorts of pieces: how their ids begin."""
    moved: set[str] = field(default_factory=set)
    done: set[str] = field(default_factory=set)
    """The types of effects."""

    def join(self, other: Occurred) -> None:
        self.offered |= other.offered
        self.given |= other.given
        self.in_play |= other.in_play
        self.moved |= other.moved
        self.done |= other.done

    def never(self, game: Game[Any]) -> dict[str, list[str]]:
        """The answers that nobody gave, the pieces that never moved, and the effects that never
        came about.
        """
        known = game.effects.nodes() if game.effects else ()
        return {
            "answers": sorted(self.offered - self.given),
            "pieces": sorted(self.in_play - self.moved),
            "effects": sorted({node.__name__ for node in known} - self.done),
        }


def _sort(piece: Piece) -> str:
    return piece.id.partition("/")[0]


def watched(
    simulation: Simulation, found: Occurred, note: Callable[[Option[Any]], object] = lambda _: None
) -> Generator[None]:
    """Play to the end, answer by answer, and add all that comes up to what was found; each answer
    is noted before it is given.
    """
    effects = simulation.match.game.effects
    with effects.watched(found.done) if effects else nullcontext():
        yield from _played(simulation, found, note)


def _played(
    simulation: Simulation, found: Occurred, note: Callable[[Option[Any]], object]
) -> Iterator[None]:
    match = simulation.match
    found.in_play.update(map(_sort, match.game.pieces.values()))
    while match.choice is not None:
        found.offered.update(_words(match.choice))
        option = simulation.pick()
        if option is None:
            return
        note(option)
        moves: Iterable[Move] = simulation.take(option)
        found.given.add(word(option))
        found.moved.update(_sort(move.piece) for move in moves if move.piece)
        yield


def word(option: Option[Any]) -> str:
    """What kind of an answer it is."""
    return plain(option).key.partition(":")[0]


def _words(choice: Choice[Any]) -> Iterator[str]:
    questions = choice.open if isinstance(choice, AtOnce) else (choice,)
    for question in questions:
        if question.who is not TABLE:
            yield from {word(option) for option in question.options}


def few(each: Mapping[int, Occurred]) -> list[int]:
    """Matches, by their seeds, that together show all that came up in any of them: not many."""
    shown = {seed: _all_of(occurred) for seed, occurred in each.items()}
    left, found = set[tuple[str, str]]().union(*shown.values()), list[int]()
    while left:
        best = max(shown, key=lambda seed: len(shown[seed] & left))
        left -= shown[best]
        found.append(best)
    return sorted(found)


def _all_of(occurred: Occurred) -> set[tuple[str, str]]:
    kinds = {"answer": occurred.given, "piece": occurred.moved, "effect": occurred.done}
    return {(kind, each) for kind, names in kinds.items() for each in names}
