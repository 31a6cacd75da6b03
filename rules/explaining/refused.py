"""What hands have tried although it is not allowed, when nothing explains what they did."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rules.explaining.seen import Seen
from rules.flow import Choice, Option
from rules.match import Match
from rules.pieces import Piece
from rules.text import Text

_MOST_QUESTIONS = 200
"""How many questions are looked at for what is not in their menus."""


class Refusals:
    """The blocked options whose pieces are seen where they would have put them."""

    def __init__(
        self,
        match: Match[Any],
        seen: Seen,
        done_by: Callable[[Option[Any], Choice[Any]], bool],
    ) -> None:
        """`done_by` says whether whoever moved the pieces can have chosen an option."""
        self._match = match
        self._seen = seen
        self._done_by = done_by
        self._found: list[tuple[int, Option[Any]]] = []
        """With how many pieces each of them explains, together with the answers before it."""
        self._questions: list[tuple[int, Sequence[Option[Any]]]] = []
        """The answers that led to questions with refusals, and how many pieces they explain."""

    def note(self, option: Option[Any], explained: int) -> None:
        """A blocked option of a menu, after answers that explain so many pieces."""
        came_to = self._seen.came_to
        seen = [move for move in option.moves if move.piece and came_to(move.piece, move.target)]
        if seen and len(seen) == len(option.moves):
            self._found.append((explained + len(seen), option))

    def note_question(self, given: Sequence[Option[Any]], explained: int) -> None:
        """What it refuses besides its menu may be long: nobody needs it before a search failed."""
        self._questions.append((explained, given))

    def look_at_questions(self, go_on: Callable[[], None]) -> None:
        """Those that explain the most first; `go_on` raises if nobody wants to know any more."""
        self._questions.sort(key=lambda question: -question[0])
        for explained, given in self._questions[:_MOST_QUESTIONS]:
            go_on()
            match = self._match.fork()
            for option in given:
                match.take(option)
            choice = match.choice
            for option in choice.refused() if choice and choice.refused else ():
                if choice and self._done_by(option, choice):
                    self.note(option, explained)

    def closest(self) -> tuple[Option[Any], ...]:
        """Those that explain the most, each once."""
        best = max((score for score, _ in self._found), default=0)
        found: dict[str, Option[Any]] = {}
        for score, option in self._found:
            if score == best:
                found.setdefault(option.key, option)
        return tuple(found.values())

    def reasons(self) -> dict[Piece, Text]:
        """For every piece that one of them moves, what that says that explains the most."""
        reasons: dict[Piece, Text] = {}
        for _, option in sorted(self._found, key=lambda scored: -scored[0]):
            for move in option.moves:
                if move.piece and option.blocked:
                    reasons.setdefault(move.piece, option.blocked)
        return reasons
