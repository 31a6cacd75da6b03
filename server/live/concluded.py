"""Whose answers are concluded from pieces that somebody else has moved.

Hands show what hands did. A pass, a stop or the end of a turn moves nothing by hand, so it is told
only by what comes after it. If that is the same player's own next step, the player has told it. If
another's hand moved the piece, it may be a mistake of that hand: then whoever is on turn is asked,
and who was only waiting for a turn is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from rules.at_once import AtOnce, about
from rules.explaining.explain import Ambiguity, Run
from rules.flow import TABLE, Choice, Option, Seat
from rules.match import Match
from rules.pieces import Piece, Place
from rules.setting import CONCLUDE, SHORT
from rules.text import Text
from server.store.rows import Entry

NOBODY = "put-back"
"""The answer that nobody has done anything: what was moved is put back. No key looks like it."""


class Step(NamedTuple):
    """An answer of a run, and what there is to be seen of it."""

    who: Seat
    option: Option[Any]
    seen: bool
    """Whether pieces move for it or because of it."""
    waiting: bool
    """Whether it is the pass of somebody in another's turn."""

    @property
    def is_silent(self) -> bool:
        """Whether a player gives it without moving anything."""
        return self.who is not TABLE and not self.option.moves


@dataclass(frozen=True, slots=True)
class Asked:
    """What the table leaves open: all explanations begin with `after`, then `choice` is asked.

    `runs` has for each of its possible keys the explanations that go on with it; the empty key
    means that nothing more has happened. If there is only one key, its seat is asked whether it was
    so, since another's hand moved the pieces.
    """

    after: tuple[str, ...]
    choice: Choice[Any]
    runs: Mapping[str, Sequence[Run]]
    plays: Mapping[str, tuple[str, ...]]
    """For each key, the answers that are given with it."""
    unsaid: tuple[Option[Any], ...]
    """What the seat that is asked must have answered in any case, without having said so."""
    moved: Mapping[Piece, Place | None]
    """Where the pieces lie now that it is about; None is out of sight."""
    back: int
    """How many answers are taken back if the pieces were put back; 0 if none."""

    def is_for(self, match: Match[Any], seat: Seat) -> bool:
        """Whether it keeps a seat from anything else: others who play at once go on meanwhile."""
        return self.choice.who in (TABLE, seat) or not isinstance(match.choice, AtOnce)

    @property
    def prompt(self) -> Text:
        who = self.choice.who
        if self.unsaid:
            done = in_turn(option.past_text for option in self.unsaid)
            return Text("{who}: did you decide this? {done}", who=who, done=done)
        if len(self.plays) == 1:
            return Text("{who}: did you go on, or just put it back?", who=who)
        if who is TABLE:
            return self.choice.prompt
        return Text("What did {who} do? {prompt}", who=who, prompt=self.choice.prompt)


def in_turn(deeds: Iterable[Text]) -> Text:
    """One thing after another."""
    values = {f"part{number}": deed for number, deed in enumerate(deeds)}
    return Text("; ".join(f"{{{name}}}" for name in values), **values)


def is_short(match: Match[Any]) -> bool:
    """Whether this group wants to be played for rather than asked."""
    return match.settings.get(CONCLUDE.key) == SHORT


def steps(match: Match[Any], keys: Iterable[str]) -> list[Step]:
    """What these answers to the open question come to."""
    fork, found = match.fork(), []
    untagged = fork.table.places.untagged
    for key in keys:
        choice, active = fork.choice, fork.table.active
        option = fork.option(key)
        assert choice is not None
        who = option.who or choice.who
        moves = fork.take(option)
        seen = any(move.piece and move.piece not in untagged for move in moves)
        alone = not isinstance(choice, AtOnce)
        waiting = alone and active not in (None, who) and option.key == choice.next_key
        found.append(Step(who, option, seen or bool(option.moves), waiting))
    return found


def to_be_said(run: Sequence[Step]) -> list[int]:
    """The numbers of the answers that nobody may give for another.

    They move nothing by hand, and only another's pieces tell of them. What the table answers is
    told by whoever made it answer.
    """
    return [
        number
        for number, step in enumerate(run)
        if step.is_silent and not step.waiting and _told_by(run[number:]) != step.who
    ]


def passed_over(run: Sequence[Step]) -> list[int]:
    """The numbers of the passes of those who were only waiting, and have not said so either."""
    return [number for number, step in enumerate(run) if step.is_silent and step.waiting]


def _told_by(run: Sequence[Step]) -> Seat | None:
    """Who moved the first piece that is seen to move; None if there is none."""
    player: Seat | None = None
    for step in run:
        player = player if step.who is TABLE else step.who
        if step.seen:
            return player
    return None


def ask(
    match: Match[Any], question: Ambiguity | Run, moved: Mapping[Piece, Place | None], back: int
) -> Asked | None:
    """What has to be asked before these explanations can be believed; None if nothing has to be.

    `back` is how many answers would be taken back if the pieces were only put back: then nobody can
    tell that from going on with them.
    """
    runs = [question] if isinstance(question, Run) else _runs(question)
    told = {run: steps(match, run.keys) for run in runs}
    shared = len(runs[0].keys) if isinstance(question, Run) else len(question.after)
    unsaid = set() if is_short(match) else {n for run in runs for n in to_be_said(told[run])}
    first = min((number for number in unsaid if number < shared), default=None)
    branches: Mapping[str, Sequence[Run]]
    if first is not None:
        after, branches = runs[0].keys[:first], {runs[0].keys[first]: runs}
    elif isinstance(question, Ambiguity):
        first, after, branches = shared, question.after, question.runs
    elif back:
        first, after, branches = 0, (), {question.keys[0]: runs}
    else:
        return None
    fork = match.fork()
    for key in after:
        fork.play(key)
    assert fork.choice is not None
    choice = about(fork.choice, tuple(branches))
    plays = {key: _played(told, branch, first, choice.who) for key, branch in branches.items()}
    own = [
        step.option
        for number, step in enumerate(told[runs[0]])
        if number in unsaid and first <= number < len(next(iter(plays.values())))
    ]
    own = own if len(plays) == 1 else []
    return Asked(after, choice, branches, plays, tuple(own), moved, back)


def _runs(question: Ambiguity) -> list[Run]:
    return [run for branch in question.runs.values() for run in branch]


def _played(
    told: Mapping[Run, Sequence[Step]], branch: Sequence[Run], first: int, who: Seat
) -> tuple[str, ...]:
    """What all explanations of a branch share, up to what yet another seat would have to say."""
    keys = branch[0].keys
    end = len(keys)
    for run in branch[1:]:
        same = [mine == other for mine, other in zip(keys, run.keys, strict=False)]
        end = min(end, same.index(False) if False in same else len(same))
    for number in to_be_said(told[branch[0]]):
        if number > first and told[branch[0]][number].who != who:
            end = min(end, number)
    return keys[:end]


def certain(run: Sequence[Step]) -> int:
    """How many answers come before the first one to be said, up to a move that can be seen."""
    first = min(to_be_said(run), default=len(run))
    return max((number + 1 for number, step in enumerate(run[:first]) if step.seen), default=0)


def concluded_for(run: Sequence[Step]) -> list[int]:
    """The numbers of the answers that somebody else's hand has given for a player."""
    return sorted({*to_be_said(run), *passed_over(run)})


def seen_together(entries: Iterable[Entry]) -> list[int | None]:
    """For each answer of a journal, the first that was concluded from the same look at the table.

    None for what somebody has said. What one look tells is stored in one moment.
    """
    firsts: list[int | None] = []
    before: Entry | None = None
    for entry in entries:
        if entry.kind == "undo":
            firsts.pop()
        elif entry.kind == "choice" and entry.by == "camera":
            same = before is not None and before.kind == "choice" and before.at == entry.at
            first = firsts[-1] if same and firsts else None
            firsts.append(len(firsts) if first is None else first)
        elif entry.kind == "choice":
            firsts.append(None)
        before = entry
    return firsts


def given_for(match: Match[Any], first: int, keys: Sequence[str]) -> Iterator[tuple[int, Seat]]:
    """Which of these answers, seen in one look at the table, another's hand gives for a seat."""
    run = steps(match, keys)
    for number in concluded_for(run):
        yield first + number, run[number].who


def given_for_others(
    match: Match[Any], together: Sequence[int | None]
) -> Iterator[tuple[int, Seat]]:
    """What was concluded for others in the last turns of a match that was loaded."""
    start = match.checkpoints[-2:][0].answered
    for first in sorted({n for n in together[start:] if n is not None}):
        keys = [k for k, n in zip(match.journal, together, strict=True) if n == first]
        yield from given_for(match.fork(first), first, keys)


def lately(match: Match[Any], given: Mapping[int, Seat]) -> dict[Seat, int]:
    """Whose answers others have given in the last turn that goes on, and how many came before."""
    turns = [point.answered for point in match.checkpoints[-2:]]
    start = turns[0] if turns[-1] == len(match.journal) else turns[-1]
    seats: dict[Seat, int] = {}
    for number, seat in given.items():
        if number >= start:
            seats.setdefault(seat, number)
    return seats
