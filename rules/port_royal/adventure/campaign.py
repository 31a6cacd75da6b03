"""The Adventure Begins as a campaign: what a chapter leaves behind, and what has been told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rules.campaign import Campaign
from rules.edition import Edition
from rules.port_royal.adventure.scoring import outcome
from rules.port_royal.adventure.table import AdventureTable
from rules.port_royal.adventure.tale import AFTER, tale_of
from rules.port_royal.pieces import ADVENTURE, Mission, Page, cards_by_set
from rules.port_royal.settings import CHAPTER, MODE
from rules.port_royal.table import Table
from rules.text import Text


def begins(seats: int) -> Mapping[str, str]:
    """The way to play that most groups of this size begin with."""
    return {MODE: "adventure" if seats > 1 else "adventure_alone"}


def is_part(settings: Mapping[str, str]) -> bool:
    """A chapter is a part of a campaign; what is played afterwards is not."""
    return settings[MODE].startswith(ADVENTURE) and settings[CHAPTER.key] != AFTER


def left_behind(table: Table) -> Mapping[str, str]:
    """The settings of the next match: cards stay in the deck, whoever won.

    A chapter that was lost together is played again, with coins more for every failure.
    """
    assert isinstance(table, AdventureTable)
    shuffled = "+".join(str(batch) for batch in sorted(table.shuffled)) or "none"
    if outcome(table).lost:
        return {
            CHAPTER.key: table.chapter,
            "shuffled": shuffled,
            "failures": str(table.failures + 1),
        }
    last = int(table.chapter) == len(table.tale.chapters)
    return {
        CHAPTER.key: AFTER if last else str(int(table.chapter) + 1),
        "shuffled": shuffled,
        "failures": "0",
    }


def is_finished(table: Table) -> bool:
    """Whether the last chapter has been played, and not lost."""
    return left_behind(table)[CHAPTER.key] == AFTER


def story_so_far(table: Table) -> Iterator[tuple[Text, Text]]:
    """What has been read aloud in this match, with the heading of each card."""
    assert isinstance(table, AdventureTable)
    if table.is_after:
        return
    chapter = table.tale.chapters[table.chapter]
    on_card = Text("The card says what happened.")
    if table.contracts:
        yield table.title(chapter.page), table.read_aloud(chapter.page) or on_card
    for mission in table.contracts:
        assert isinstance(mission, Mission)
        yield mission.name, table.read_aloud(mission) or on_card
    if table.over and not outcome(table).lost:
        yield table.title(chapter.end), table.read_aloud(chapter.end) or on_card


def texts(edition: Edition) -> Sequence[Text]:
    """All that stands on the story cards."""
    cards = cards_by_set(edition)[ADVENTURE]
    found = (card.text for card in cards if isinstance(card, Mission | Page) and card.text)
    titles = (Text(str(title)) for title in (r["title"] for r in edition.rows("chapters.rows")))
    return (*found, *titles)


def campaign(edition: Edition) -> Campaign[Table]:
    tale_of(edition)
    return Campaign(
        begins=begins,
        is_part=is_part,
        left_behind=left_behind,
        is_finished=is_finished,
        story=story_so_far,
        texts=texts(edition),
    )
