"""The story in words: what was read aloud, by chapters, also from the archive alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rules.maracaibo.pieces import Story
from rules.maracaibo.printed.stories import STORIES
from rules.maracaibo.story.archive import LEFT, UNREAD, Archive, Read
from rules.maracaibo.table import Table
from rules.text import Text

HOUSE_STORY = Text("Read our own story here. Printed cards tell another.")
Passage = tuple[Text, Text]
"""A heading, and what was read below it."""


def story_so_far(table: Table) -> Iterator[Passage]:
    """What was read in this match. A card that was in play before is not told again, only one that
    the match before had laid out for this one.
    """
    archive = table.tale.archive
    for read in table.tale.read:
        if read.letter is not None or read.number not in archive.stories:
            yield from _passages(table.box.stories, read)


def story_before(table: Table) -> Iterator[Passage]:
    """What the matches before have told, from their archive alone."""
    archive = table.tale.archive
    for read in in_order(archive):
        yield from _passages(table.box.stories, read)


def in_order(archive: Archive) -> Iterator[Read]:
    """All that was read: cards that are done first, then those still in play."""
    for number, letter in archive.past:
        if letter != UNREAD:
            yield Read(number, None)
        if letter not in (LEFT, UNREAD):
            yield Read(number, letter)
    for number in archive.stories:
        yield Read(number, None)


def _passages(stories: Mapping[int, Story], read: Read) -> Iterator[Passage]:
    story = stories.get(read.number)
    if story is None:
        return
    if read.letter is None:
        yield heading(story), story.text or Text("What happened stands on the card.")
        return
    if story.done_by is None:
        return
    yield ended(story), story.back or Text("The end is on the card's back.")
    for branch in story.vote:
        if branch.letter == read.letter:
            yield (
                story.asks or Text("You have voted."),
                branch.text or Text("Answer {letter}", letter=branch.letter.upper()),
            )


def whose(table: Table) -> Text | None:
    """Whether what is read is the house's; the cards of an owner have their own words."""
    told_here = any(story.text is not None for story in table.box.stories.values())
    return HOUSE_STORY if told_here else None


def heading(story: Story) -> Text:
    if story.chapter is not None and story.title is not None:
        return Text("Chapter {chapter}: {title}", chapter=story.chapter, title=story.title)
    return Text("Story card {number}", number=story.number)


def ended(story: Story) -> Text:
    return Text("{card}: the end", card=story.title or heading(story))


def texts() -> Sequence[Text]:
    """All that stands on the cards of the house story."""
    found: list[Text | None] = []
    for story in STORIES.values():
        found += [story.title, story.text, story.back, story.asks]
        found += [branch.text for branch in story.vote]
    return [text for text in found if text is not None]
