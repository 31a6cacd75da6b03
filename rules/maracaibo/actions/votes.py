"""Votes: all players decide how the story goes on, and whoever reads it breaks a tie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rules.flow import Flow, Option, Seat, choose
from rules.maracaibo.pieces import Story
from rules.maracaibo.printed.stories import Branch
from rules.maracaibo.table import Table
from rules.text import Text


def decide(table: Table, story: Story, reader: Seat) -> Flow[str]:
    """The letter of the answer with the most votes; nothing if the card asks nothing."""
    if not story.vote:
        return ""
    votes: Counter[str] = Counter()
    for seat in table.clockwise(reader):
        if seat in table.seats:
            votes[(yield from vote(story, seat))] += 1
    most = max(votes.values())
    tied = [branch for branch in story.vote if votes[branch.letter] == most]
    if len(tied) == 1:
        return tied[0].letter
    winner: str = yield from choose(
        reader,
        Text("It is a tie: whoever reads decides. {question}", question=question(story)),
        lambda: ballot("decide", reader, tied),
    )
    return winner


def vote(story: Story, seat: Seat) -> Flow[str]:
    letter: str = yield from choose(seat, question(story), lambda: ballot("vote", seat, story.vote))
    return letter


def question(story: Story) -> Text:
    if story.asks is None:
        return Text("Vote: the question of story card {number}", number=story.number)
    return Text("Vote: {question}", question=story.asks)


def ballot(verb: str, seat: Seat, branches: Sequence[Branch]) -> Iterator[Option[str]]:
    for branch in branches:
        text = branch.text or Text("Answer {letter} of the card", letter=branch.letter.upper())
        yield Option(
            f"{verb}:{branch.letter}",
            branch.letter,
            text,
            by_phone=True,
            record=Text("Vote of {seat}: {answer}", seat=seat, answer=text),
        )
