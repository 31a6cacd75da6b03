"""Story cards: what they ask for, what they bring, and the house's own story on them.

The texts of printed cards are not known to this project. The house story has its own; on the card
of an owner the text is read from the card itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from rules.edition import Edition, EditionError
from rules.maracaibo.printed.cards import edition
from rules.maracaibo.printed.grammar import (
    fail,
    one_of,
    read_cost,
    read_needs,
    read_steps,
    reading,
)
from rules.maracaibo.printed.nodes import Cost, Needs, Steps
from rules.text import Text
from rules.typed import tables_of

FIRST = 1
WITHOUT_CAMPAIGN = (75, 76, 77)
CHAPTER_CARDS = range(80, 90)
"""Each begins the campaign at a chapter: 80 at the second, 89 at the eleventh."""
LETTERS = "abcdef"
"""What the answers of a vote are called, in this order."""


@dataclass(frozen=True, slots=True)
class StoryQuest:
    cost: Cost
    needs: Needs
    reward: Steps


@dataclass(frozen=True, slots=True)
class NewQuests:
    """Quest tiles that come onto the map at the end of a round; round 0: when the card comes."""

    round: int
    players: tuple[int, ...]
    locations: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Branch:
    """One answer of a vote, and the story card that follows it."""

    letter: str
    then: int | None
    text: Text | None
    """None on an owner's card: it stands on the card."""


@dataclass(frozen=True, slots=True)
class Story:
    """The instructions of a story card, or of a scenario without campaign (75, 76, 77)."""

    number: int
    location: str | None
    """Where the next story tile goes: it marks the quest of the card."""
    quest: StoryQuest | None
    quests: tuple[NewQuests, ...]
    legacy: tuple[str, ...]
    """Legacy tiles that come onto the board."""
    into_deck: tuple[int, ...]
    """Story projects that are shuffled into the deck."""
    to_discard: tuple[int, ...]
    """Story projects that are laid onto the discard pile."""
    fetch: tuple[int, ...]
    """Story cards that come into play together with this one."""
    done_by: str | None
    """What fulfils it: its `quest`, or the `discs` that fill its legacy tiles."""
    ends: bool
    """Whether the story is told to its end with this card, whatever others are still in play."""
    then: int | None
    """The story card that follows, if there is nothing to vote about."""
    vote: tuple[Branch, ...]
    """What everybody votes about when it is done."""
    asks: Text | None
    """The question of the vote."""
    chapter: int | None
    title: Text | None
    text: Text | None
    """Read aloud when it comes into play."""
    back: Text | None
    """Read aloud when it is done."""

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
    """All but the spare ones: numbers that only an owner's story has."""
    for row in printed.rows("story.cards"):
        if not row.get("spare", False):
            yield _story(row)


def _story(row: Mapping[str, Any]) -> Story:
    with reading(f"story card {row['number']}") as where:
        quests = (
            NewQuests(new["round"], tuple(new["players"]), tuple(new["at"]))
            for new in row.get("quests", ())
        )
        return Story(
            number=row["number"],
            location=_location(row.get("story_tile")),
            quest=read_story_quest(row["quest"], where) if "quest" in row else None,
            quests=tuple(quests),
            legacy=tuple(f"legacy/{tile.lower()}" for tile in row.get("legacy", ())),
            into_deck=tuple(row.get("into_deck", ())),
            to_discard=tuple(row.get("to_discard", ())),
            fetch=tuple(row.get("fetch", ())),
            done_by=one_of(row.get("done_by"), (None, "quest", "discs"), where),
            ends=_yes_or_no(row, "ends", where),
            then=row.get("then"),
            vote=tuple(_branches(row.get("vote", ()), where)),
            asks=_text(row, "asks"),
            chapter=row.get("chapter"),
            title=_text(row, "title"),
            text=_text(row, "text"),
            back=_text(row, "back"),
        )


def _location(entry: Any) -> str | None:
    """Owners' files of earlier versions have the number of the tile before its location."""
    location: str | None = entry[1] if isinstance(entry, list) else entry
    return location


def _branches(rows: Any, where: str) -> Iterator[Branch]:
    if len(rows) not in (0, *range(2, len(LETTERS) + 1)):
        fail(where, f"a vote has 2 to {len(LETTERS)} answers")
    for letter, row in zip(LETTERS, rows, strict=False):
        yield Branch(letter, row.get("then"), _text(row, "text"))


def _yes_or_no(row: Mapping[str, Any], name: str, where: str) -> bool:
    value = row.get(name, False)
    if not isinstance(value, bool):
        fail(where, f"{name} is true or false")
    return bool(value)


def _text(row: Mapping[str, Any], name: str) -> Text | None:
    if name not in row:
        return None
    words = row[name]
    if not isinstance(words, str) or "{" in words or "}" in words:
        raise ValueError(f"{name} must be plain words")
    return Text(words)


def read_story_quest(row: Mapping[str, Any], where: str) -> StoryQuest:
    """What a quest costs, needs and brings."""
    return StoryQuest(
        read_cost(row.get("cost", {}), where),
        read_needs(row.get("needs", {}), where),
        read_steps(row["reward"], where),
    )


STORIES: dict[int, Story] = {story.number: story for story in stories(edition())}


@cache
def stories_before() -> Mapping[int, Story]:
    """The three cards of versions that had no campaign yet, for the matches of that time."""
    file = Path(__file__).with_name("stories_before.toml")
    rows = tables_of(file, EditionError)["cards"]
    found = {row["number"]: _story(row) for row in rows}
    return found | {number: STORIES[number] for number in WITHOUT_CAMPAIGN}
