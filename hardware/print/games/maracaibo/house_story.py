"""Maracaibo's house story as cards to cut out: what is read aloud, and what to do on the table.

Every sheet is followed by the backs of its cards in mirrored order; nobody reads a back before its
card is done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from hardware.print.both_sides import CUT, TURN
from hardware.print.page import FAINT, Page, Paper
from hardware.print.sheet import Sheet, batches
from rules.maracaibo.pieces import STORIES, Story
from rules.maracaibo.printed.box import house_box
from rules.maracaibo.printed.owner import story_lines
from rules.maracaibo.printed.stories import WITHOUT_CAMPAIGN
from rules.text import Text

_COLUMNS, _ROWS, _HEAD = 2, 2, 14.0
_INSET = 6.0
_Words = Iterator[tuple[Text, float]]
"""Paragraphs, each with the size of its letters."""


def story_sheets(paper: Paper) -> tuple[Text, int, list[Sheet]]:
    """All cards that are read; 75, 76 and 77 tell nothing."""
    told = [story for story in STORIES.values() if story.number not in WITHOUT_CAMPAIGN]
    heading, sheets = Text("House story"), []
    for some in batches(told, _COLUMNS * _ROWS):
        front = partial(_draw, stories=some, paper=paper, write=face_words, mirrored=False)
        back = partial(_draw, stories=some, paper=paper, write=back_words, mirrored=True)
        sheets.append(Sheet(heading, CUT, front, crowded=True))
        sheets.append(Sheet(heading, TURN, back, crowded=True))
    return Text("house story of the campaign, as cards"), len(told), sheets


def _draw(
    page: Page,
    stories: Sequence[Story],
    paper: Paper,
    write: Callable[[Story], _Words],
    *,
    mirrored: bool,
) -> None:
    width = (paper.width - 2 * paper.margin) / _COLUMNS
    height = (paper.height - 2 * _HEAD) / _ROWS
    for number, story in enumerate(stories):
        column = number % _COLUMNS
        x = paper.margin + width * (_COLUMNS - 1 - column if mirrored else column)
        y = _HEAD + height * (number // _COLUMNS)
        page.rectangle(x, y, width, height, line=FAINT, weight=0.1)
        page.text(f"{story.number:02}", x + width - _INSET, y + 9, 5, anchor="right")
        below = y + 9
        for words, size in write(story):
            room = width - 2 * _INSET - (12 if below < y + 12 else 0)
            below = page.paragraph(words, x + _INSET, below, size, room) + 2


def face_words(story: Story) -> _Words:
    """The title, what is read when the card comes, and its instructions."""
    if story.chapter is not None:
        yield Text("Chapter {chapter}", chapter=story.chapter), 3.0
    if story.title is not None:
        yield story.title, 4.4
    if story.text is not None:
        yield story.text, 3.2
    lines = iter(story_lines(house_box(), str(story.number), what_follows=False))
    yield from ((line, 2.6) for line in lines if line != story.title)


def back_words(story: Story) -> _Words:
    """What is read when the card is done, and where the story goes on."""
    if story.back is not None:
        yield story.back, 3.2
    if story.asks is not None:
        yield Text("All vote; the reader breaks a tie."), 2.6
        yield story.asks, 3.2
    for branch in story.vote:
        yield (
            Text("{answer}: story card {number}", answer=branch.text, number=branch.then),
            3.2,
        )
    if story.then is not None:
        yield Text("then story card {number}", number=story.then), 3.2
