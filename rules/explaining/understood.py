"""Whether random turns of a game, in any of its variants, are understood as they were meant.

The table is looked at now and then during a turn, as a camera does. What was really answered must
be among the explanations.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from itertools import islice
from typing import Any, Literal

from rules.explaining.explain import Ambiguity, Run, Unexplained, explain
from rules.explaining.looks import cut, is_told_by_phone, random_turns, seen_after
from rules.game import Game
from rules.match import Match

MOST_AT_ONCE = 3
"""How many answers that move pieces there are between two looks at the table, at the most."""
MOST_STATES = 20_000


Found = Literal["unique", "asked", "missed", "hidden"]
"""The truth is the only explanation, one of several, or none; or a shuffle has hidden it."""


def understood(
    game: Game[Any], settings: Mapping[str, str], turns: int, seed: int = 1
) -> dict[str, Any]:
    """How many looks left no question, how many left one, and those whose truth was not found."""
    dice, found = random.Random(seed), Counter[Found]()
    missed: list[str] = []
    for start, played in islice(random_turns(game, settings, 1000 * seed), turns):
        for look in cut(start, played, dice.randint(1, MOST_AT_ONCE)):
            if not is_told_by_phone(start, look):
                each = explained(start, look)
                found[each] += 1
                if each == "missed":
                    missed.append(" ".join(look))
            for key in look:
                start.play(key)
    return {
        "game": game.name,
        "turns": turns,
        "looks": found.total(),
        "unique": found["unique"],
        "asked": found["asked"],
        "hidden": found["hidden"],
        "missed": missed,
    }


def as_text(figures: Mapping[str, Any]) -> str:
    head = "{turns} turns of {game}, {looks} looks: {unique} left no question, {asked} one".format(
        **figures
    )
    hidden = f"; {figures['hidden']} hidden by a shuffle" if figures["hidden"] else ""
    missed = [f"not understood: {look}" for look in figures["missed"]]
    return "\n".join([f"{head}{hidden}; {len(missed)} not understood", *missed])


def explained(start: Match[Any], look: list[str], most_states: int = MOST_STATES) -> Found:
    """Answers at the end that move nothing (a pass) leave no trace, and cards turned up in another
    order come to the same: so it is the tables that are compared.
    """
    changed = seen_after(start, look)
    if changed is None:
        # A bust whose jesters used up the deck: what was turned up is shuffled away, unseen.
        return "hidden"
    fork = start.fork()
    truth = [fork.table.key()]
    for key in look:
        if any(move.piece for move in fork.play(key)):
            truth = []
        truth.append(fork.table.key())
    answer = explain(start, changed, most_states=most_states)
    if not any(after(start, each) in truth for each in all_runs(answer)):
        return "missed"
    return "unique" if isinstance(answer, Run) else "asked"


def all_runs(answer: Run | Ambiguity | Unexplained) -> list[Run]:
    """Everything that explains what was seen."""
    if isinstance(answer, Ambiguity):
        return [each for runs in answer.runs.values() for each in runs]
    return [answer] if isinstance(answer, Run) else []


def after(start: Match[Any], each: Run) -> object:
    fork = start.fork()
    for key in each.keys:
        fork.play(key)
    return fork.table.key()
