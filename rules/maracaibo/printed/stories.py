"""Story cards: what they ask for, what they bring, and the house's own story on them.

The texts of printed cards are not known to this project. The house story has its own; on the card
of an owner the text is read from the card itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta, field
from msgspec.structs import force_setattr

from rules.edition import Edition, EditionError
from rules.maracaibo.printed.cards import edition
from rules.maracaibo.printed.nodes import Cost, Needs, Steps
from rules.text import Text
from rules.typed import Table, read, tables_of

FIRST = 1
WITHOUT_CAMPAIGN = (75, 76, 77)
CHAPTER_CARDS = range(80, 90)
"""Each begins the campaign at a chapter: 80 at the second, 89 at the eleventh."""
LETTERS = "abcdef"
"""What the answers of a vote are called, in this order."""


class StoryQuest(Table, frozen=True):
    reward: Steps
    cost: Cost = Cost()
    needs: Needs = Needs()


class NewQuests(Table, frozen=True):
    """Quest tiles that come onto the map at the end of a round; round 0: when the card comes."""

    round: int
    players: tuple[int, ...]
    locations: tuple[str, ...] = field(name="at")


class Branch(Table, frozen=True):
    """One answer of a vote, and the story card that follows it."""

    letter: str = ""
    """By where it stands in the vote."""
    then: int | None = None
    text: Text | None = None
    """None on an owner's card: it stands on the card."""


class Story(Table, frozen=True):
    """The instructions of a story card, or of a scenario without campaign (75, 76, 77)."""

    number: int
    location: str | None = field(name="story_tile", default=None)
    """Where the next story tile goes: it marks the quest of the card."""
    quest: StoryQuest | None = None
    quests: tuple[NewQuests, ...] = ()
    legacy_tiles: tuple[str, ...] = field(name="legacy", default=())
    """Legacy tiles that come onto the board, by what is printed on them."""
    into_deck: tuple[int, ...] = ()
    """Story projects that are shuffled into the deck."""
    to_discard: tuple[int, ...] = ()
    """Story projects that are laid onto the discard pile."""
    fetch: tuple[int, ...] = ()
    """Story cards that come into play together with this one."""
    done_by: Literal["quest", "discs"] | None = None
    """What fulfils it: its `quest`, or the `discs` that fill its legacy tiles."""
    ends: bool = False
    """Whether the story is told to its end with this card, whatever others are still in play."""
    then: int | None = None
    """The story card that follows, if there is nothing to vote about."""
    vote: Annotated[tuple[Branch, ...], Meta(min_length=2, max_length=len(LETTERS))] = ()
    """What everybody votes about when it is done."""
    asks: Text | None = None
    """The question of the vote."""
    chapter: int | None = None
    title: Text | None = None
    text: Text | None = None
    """Read aloud when it comes into play."""
    back: Text | None = None
    """Read aloud when it is done."""
    spare: bool = False
    """Whether only an owner's story has a card with its number."""

    def __post_init__(self) -> None:
        for letter, branch in zip(LETTERS, self.vote, strict=False):
            force_setattr(branch, "letter", letter)

    @property
    def legacy(self) -> tuple[str, ...]:
        """The ids of its legacy tiles."""
        return tuple(f"legacy/{tile.lower()}" for tile in self.legacy_tiles)

    @property
    def is_told(self) -> bool:
        """Whether there is something to read; the cards without campaign only bring quests."""
        return self.number not in WITHOUT_CAMPAIGN

    @property
    def only_brings(self) -> bool:
        """Whether it asks for nothing and only names other cards, as those of a chapter do."""
        return self.done_by is None and bool(self.fetch)

    def follows(self, letter: str) -> int | None:
        """The card that comes next, by the letter of a vote if there was one."""
        return next((branch.then for branch in self.vote if branch.letter == letter), self.then)


def stories(printed: Edition) -> Iterator[Story]:
    """All but the spare ones."""
    stories = (_story(row, row.where) for row in printed.rows("story.cards"))
    return (story for story in stories if not story.spare)


def _story(row: dict[str, Any], where: str) -> Story:
    """Files of earlier versions have the number of a story tile before its location."""
    match row:
        case {"story_tile": [int(), location]}:
            row = {**row, "story_tile": location}
    return read(row, Story, where, EditionError)


STORIES: dict[int, Story] = {story.number: story for story in stories(edition())}


@cache
def stories_before() -> Mapping[int, Story]:
    """The three cards of versions that had no campaign yet, for the matches of that time."""
    file = Path(__file__).with_name("stories_before.toml")
    rows = tables_of(file, EditionError)["cards"]
    found = {row["number"]: _story(row, f"{file}: {row['number']}") for row in rows}
    return found | {number: STORIES[number] for number in WITHOUT_CAMPAIGN}
