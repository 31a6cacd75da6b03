"""Votes: all players decide how the story goes on, and whoever reads it breaks a tie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from rules.flow import Flow, Option, Seat, choose
from rules.maracaibo.pieces import Story
from rules.maracaibo.printed.stories import Branch
from rules.maracaibo.table import Table
from rules.text import Text


class Abstain(NamedTuple):
    """The answer of whoever leaves a vote to the others."""

    branches: Sequence[Branch]
    """What the vote is about."""


def decide(table: Table, story: Story, reader: Seat) -> Flow[str]:
    """The letter of the answer with the most votes; nothing if the card asks nothing."""
    if not story.vote:
        return ""
    votes: Counter[str] = Counter()
    for seat in table.clockwise(reader):
        if seat in table.seats:
            answer = yield from vote(table, story, seat)
            if isinstance(answer, Branch):
                votes[answer.letter] += 1
    most = max(votes.values(), default=0)
    tied = [branch for branch in story.vote if votes[branch.letter] == most]
    if len(tied) == 1:
        return tied[0].letter
    winner: Branch = yield from choose(
        reader,
        Text("A tie: the reader decides. {question}", question=question(story)),
        lambda: ballot("decide", reader, tied),
    )
    return winner.letter


def vote(table: Table, story: Story, seat: Seat) -> Flow[Branch | Abstain]:
    """Whoever is alone cannot leave it to others."""

    def menu() -> Iterator[Option[Any]]:
        yield from ballot("vote", seat, story.vote)
        if not table.solo:
            yield Option(
                "vote:none",
                Abstain(story.vote),
                Text("Abstain"),
                by_phone=True,
                record=Text("{seat} abstains", seat=seat),
            )

    answer: Branch | Abstain = yield from choose(seat, question(story), menu)
    return answer


def question(story: Story) -> Text:
    if story.asks is None:
        return Text("Vote: question of story card {number}", number=story.number)
    return Text("Vote: {question}", question=story.asks)


def ballot(verb: str, seat: Seat, branches: Sequence[Branch]) -> Iterator[Option[Any]]:
    for branch in branches:
        text = branch.text or Text("Answer {letter}", letter=branch.letter.upper())
        yield Option(
            f"{verb}:{branch.letter}",
            branch,
            text,
            by_phone=True,
            record=Text("{seat} votes: {answer}", seat=seat, answer=text),
        )
