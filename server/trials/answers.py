"""What answering costs at a table: how many answers a turn takes, and what each of them needs.

- `pieces`: a hand moves a piece that a camera sees, or turns one up. So does an answer that moves
  nothing by itself, if the pieces that move because of it, or next, tell of it: whoever lays a card
  down has also said that one is turned up, and whoever sails has said which ship.
- `next`: the NEXT button. It passes, ends a turn, or says that what a sentence asked for is done.
- `forced`: there was nothing to decide and nothing to do. It was the only legal answer, as far as
  anybody can know who does not see the hands, and moved no piece. If NEXT would give it, it is
  still `forced`.
- `phone`: everything else.

What the assistant answers by itself, and the set-up, do not count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Literal, get_args

from rules.at_once import AtOnce, SeatOption
from rules.flow import TABLE, Choice, Instruction, Option, Reveal, Seat, Several
from rules.match import Match
from rules.pieces import Move
from rules.text import Plural, Text

Need = Literal["pieces", "phone", "next", "forced"]
NEEDS: tuple[Need, ...] = get_args(Need)


@dataclass(slots=True)
class Taps:
    """What phones are tapped for in whole matches: what neither hands nor NEXT tell."""

    turns: int = 0
    """How often somebody else came to be on turn."""
    players: int = 0
    """Of all matches together."""
    asked: Counter[str] = field(default_factory=Counter)
    """For each question, and the first word of its answer, how often."""

    def add(self, other: Taps) -> None:
        self.turns += other.turns
        self.players += other.players
        self.asked.update(other.asked)

    @property
    def per_turn(self) -> float:
        return round(self.asked.total() / max(1, self.turns), 2)

    @property
    def per_match(self) -> float:
        """Of one person."""
        return round(self.asked.total() / max(1, self.players), 1)

    @property
    def most_asked(self) -> dict[str, float]:
        """For each question, how often one person taps for it in a match."""
        return {asked: round(n / max(1, self.players), 2) for asked, n in self.asked.most_common()}


class Answers:
    """The answers of one match, counted as they are given."""

    def __init__(self) -> None:
        self._counted: Counter[tuple[Need, str]] = Counter()
        """By what they need, and by what was asked."""
        self._silent: list[tuple[Need, str]] = []
        """Of the last answers, those that pieces may still tell of: what they need if none does."""
        self._turn = 0
        self._active: Seat | None = None
        self._taps = Taps()

    @property
    def counted(self) -> Counter[Need]:
        found: Counter[Need] = Counter()
        for (need, _), number in self._all.items():
            found[need] += number
        return found

    @property
    def taps(self) -> Taps:
        asked = {asked: n for (need, asked), n in self._all.items() if need == "phone"}
        return replace(self._taps, asked=Counter(asked))

    @property
    def _all(self) -> Counter[tuple[Need, str]]:
        return self._counted + Counter(self._silent)

    def note(self, match: Match[Any], option: Option[Any]) -> None:
        """The answer that a match is given now."""
        question = _question(match, option)
        plain = option.plain if isinstance(option, SeatOption) else option
        turn = len(match.checkpoints) - 1
        if self._silent and _is_seen(match, match.consequences[-1].moves):
            self._pieces_tell()
        if turn != self._turn:
            self._settle()
            self._turn = turn
        if match.table.active is not self._active:
            self._active = match.table.active
            self._taps.turns += 1
        self._taps.players = len(match.seats)
        if not turn or _is_virtual(match, question):
            return
        need, asked = _need(match, question, plain), f"{_words(question.prompt)} [{_verb(plain)}]"
        if need == "pieces":
            self._pieces_tell()
        elif not plain.by_phone and (isinstance(question, Several) or need in ("phone", "forced")):
            self._silent.append((need, asked))
            return
        self._settle()
        self._counted[need, asked] += 1

    def _pieces_tell(self) -> None:
        self._silent = [("pieces", asked) for _, asked in self._silent]
        self._settle()

    def _settle(self) -> None:
        self._counted.update(self._silent)
        self._silent.clear()


def _words(prompt: Text) -> str:
    return prompt.other if isinstance(prompt, Plural) else prompt.message


def _verb(option: Option[Any]) -> str:
    return option.key.partition(":")[0]


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
    if not option.by_phone and _is_seen(match, option.moves):
        return "pieces"
    if question.who is TABLE:
        return "phone"
    if isinstance(question, Instruction):
        return "next"
    if question.only_answer() is not None:
        return "forced"
    return "next" if _by_next(question, option) else "phone"


def _is_seen(match: Match[Any], moves: Iterable[Move]) -> bool:
    untagged = match.table.places.untagged
    return any(move.piece and move.piece not in untagged for move in moves)


def _by_next(question: Choice[Any], option: Option[Any]) -> bool:
    return option.key == question.next_key
