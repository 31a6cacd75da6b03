"""How the match could have gone if the table is right, in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rules.flow import Seat
from rules.match import Match
from rules.text import Plural, Text
from server.live.messages import View
from server.live.search import Correction


@dataclass(frozen=True, slots=True)
class Way:
    """How the match would have gone if the table is right, in words."""

    correction: Correction
    back: Text | None
    steps: tuple[tuple[Seat, Text], ...]

    @property
    def keys(self) -> str:
        return " ".join(self.correction.run.keys)


def ways(view: View) -> Iterator[Way]:
    for correction in view.corrections:
        assert view.match is not None
        match = view.match.fork()
        for _ in range(correction.back):
            match.undo()
        for key in correction.run.keys:
            match.play(key)
        yield Way(correction, _taken_back(correction), _steps(match, correction))


def _taken_back(correction: Correction) -> Text | None:
    if not correction.back:
        return None
    return Plural("Take back {n} answer", "Take back {n} answers", correction.back)


def _steps(match: Match[Any], correction: Correction) -> tuple[tuple[Seat, Text], ...]:
    taken = match.answers[len(match.answers) - len(correction.run.keys) :]
    return tuple((answer.who, answer.option.past_text) for answer in taken)
