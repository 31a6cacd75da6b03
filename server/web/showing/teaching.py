"""Teaching: the first turn of each player is played step by step, in a match that then goes on.

Each question says what to do now and why, until a player begins a second turn or somebody has had
enough. A match knows nothing of it: that it is taught is kept as a wish of the table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rules.flow import Choice, Seat
from rules.match import Checkpoint, Match
from rules.text import Text
from server.live.messages import View
from server.web.request.tableside import tableside


@dataclass(frozen=True, slots=True)
class Step:
    """What somebody is told to do now."""

    who: Seat
    do: Text | None
    """None if the question says it all."""
    why: Text


@dataclass(frozen=True, slots=True)
class Lectern:
    """What is taught at this moment: a step for each open question."""

    steps: tuple[Step, ...]
    is_over: bool
    """Whether everybody has just had a first turn."""

    def step(self, who: Seat) -> Step | None:
        return next((step for step in self.steps if step.who == who), None)


def teach(match_id: int, wanted: bool) -> None:
    """From now on, or no more."""
    table = tableside()
    table.store.preferences.put(wish(match_id), wanted)
    table.events.publish()


def teaching(view: View) -> Lectern | None:
    """None if nothing is taught, or all that there is has been."""
    match = view.match
    if match is None or match.choice is None or view.match_id is None:
        return None
    over, just_now = _over(match, match.checkpoints), match.script_start == len(match.journal)
    if over and (_over(match, match.checkpoints[:-1]) or not just_now):
        return None
    if not tableside().store.preferences.has(wish(view.match_id)):
        return None
    asked = () if view.question or over else match.choice.questions
    return Lectern(tuple(_step(match, each) for each in asked), over)


def wish(match_id: int) -> str:
    """As what the store keeps that a match is taught."""
    return f"teaching {match_id}"


def _over(match: Match[Any], checkpoints: Sequence[Checkpoint[Any]]) -> bool:
    """Whether somebody has begun a second turn."""
    begun = Counter(seat for _, table in checkpoints if (seat := table.active) is not None)
    return any(number > match.game.guide.teaching.scripts for number in begun.values())


def _step(match: Match[Any], asked: Choice[Any]) -> Step:
    """What the game says of a question, or else the first rule of its phase."""
    guide = match.game.guide
    found = guide.teaching.steps.get(asked.prompt.message)
    if found is not None:
        return Step(asked.who, found.do, found.why)
    rules = guide.rules(match.table)
    return Step(asked.who, None, rules[0] if rules else guide.phase(match.table))
