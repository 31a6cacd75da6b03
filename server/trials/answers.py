"""What answering costs at a table: how many answers a turn takes, and what each of them needs.

- `pieces`: a hand moves a piece that a camera sees, or turns one up. So does an answer that moves
  nothing by itself, if the pieces that move next tell of it: whoever lays a card down has also said
  that one is turned up.
- `next`: the NEXT button. It passes, ends a turn, or says that what a sentence asked for is done.
- `forced`: there was nothing to decide and nothing to do. It was the only legal answer, as far as
  anybody can know who does not see the hands, and moved no piece. If NEXT would give it, it is
  still `forced`.
- `phone`: everything else.

What the assistant answers by itself, and the set-up, do not count.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, Literal, get_args

from rules.at_once import AtOnce, SeatOption
from rules.flow import TABLE, Choice, Instruction, Option, Reveal
from rules.match import Match

Need = Literal["pieces", "phone", "next", "forced"]
NEEDS: tuple[Need, ...] = get_args(Need)


class Answers:
    """The answers of one match, counted as they are given."""

    def __init__(self) -> None:
        self._counted: Counter[Need] = Counter()
        self._silent: list[Need] = []
        """Of the last answers, those that pieces may still tell of: what they need if none does."""
        self._turn = 0

    @property
    def counted(self) -> Counter[Need]:
        return self._counted + Counter(self._silent)

    def note(self, match: Match[Any], option: Option[Any]) -> None:
        """The answer that a match is given now."""
        question = _question(match, option)
        plain = option.plain if isinstance(option, SeatOption) else option
        turn = len(match.checkpoints) - 1
        if turn != self._turn:
            self._settle()
            self._turn = turn
        if not turn or _is_virtual(match, question):
            return
        need = _need(match, question, plain)
        if need == "pieces":
            self._silent = ["pieces"] * len(self._silent)
        elif need in ("phone", "forced") and not plain.by_phone and not _by_next(question, plain):
            self._silent.append(need)
            return
        self._settle()
        self._counted[need] += 1

    def _settle(self) -> None:
        self._counted.update(self._silent)
        self._silent.clear()


def _question(match: Match[Any], option: Option[Any]) -> Choice[Any]:
    """The one that is answered, of all that are open."""
    choice = match.choice
    assert choice is not None
    if isinstance(choice, AtOnce) and isinstance(option, SeatOption):
        return choice.of(option.seat) or choice
    return choice


def _is_virtual(match: Match[Any], question: Choice[Any]) -> bool:
    """Whether the assistant itself turns up a piece of a pile that is not on the table."""
    return isinstance(question, Reveal) and question.source in match.game.piles.virtual


def _need(match: Match[Any], question: Choice[Any], option: Option[Any]) -> Need:
    untagged = match.table.places.untagged
    seen = any(move.piece and move.piece not in untagged for move in option.moves)
    if seen and not option.by_phone:
        return "pieces"
    if question.who is TABLE:
        return "phone"
    if isinstance(question, Instruction):
        return "next"
    if question.only_answer() is not None:
        return "forced"
    return "next" if _by_next(question, option) else "phone"


def _by_next(question: Choice[Any], option: Option[Any]) -> bool:
    return option.key == question.next_key
