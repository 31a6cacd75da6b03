"""Maracaibo's campaign: what a match leaves in the archive, and when the story is at its end."""

from __future__ import annotations

from collections.abc import Mapping

from rules.campaign import Campaign
from rules.maracaibo.actions.legacy import is_full
from rules.maracaibo.actions.sailing import SITE
from rules.maracaibo.names import VP
from rules.maracaibo.pieces import LegacyTile
from rules.maracaibo.settings import ARCHIVE, SCENARIO, is_campaign
from rules.maracaibo.story.archive import LEFT, UNREAD, Archive
from rules.maracaibo.story.made_up import made_up
from rules.maracaibo.story.telling import story_before, story_so_far, texts, whose
from rules.maracaibo.table import Table


def begins(_seats: int) -> Mapping[str, str]:
    """With the first card, however many play."""
    return {SCENARIO.key: "1"}


def left_behind(table: Table) -> Mapping[str, str]:
    return {ARCHIVE.key: archive_of(table).written}


def archive_of(table: Table) -> Archive:
    """After the match: the story cards and legacy tiles on the board, without their discs; project
    cards with a number stay in the deck. Points, markers, influence, quests and city tiles go.
    """
    tale = table.tale
    result = tuple((side.colour, table.has(side, VP)) for side in table.everyone)
    return Archive(
        stories=tuple(sorted({*table.stories} - {*tale.waiting})),
        waiting=tuple(sorted(tale.waiting)),
        tiles=tuple(_name(tile) for tile in table.legacy if stays(table, tile)),
        cards=tuple(sorted(tale.cards)),
        past=tale.past,
        results=(*tale.archive.results, result),
    )


def stays(table: Table, tile: LegacyTile) -> bool:
    """Only sites that are not complete are kept; the others have done their part."""
    return tile.rule != SITE or not is_full(table, tile)


def _name(tile: LegacyTile) -> str:
    return tile.id.partition("/")[2]


def is_finished(table: Table) -> bool:
    """Whether a card was done that ends the story, or none is left that anybody could fulfil."""
    stories = table.box.stories
    done = {past.number for past in table.tale.past if past.letter not in (LEFT, UNREAD)}
    if any(stories[number].ends for number in done & stories.keys()):
        return True
    return not any(stories[number].done_by for number in table.stories)


CAMPAIGN: Campaign[Table] = Campaign(
    begins=begins,
    is_part=is_campaign,
    left_behind=left_behind,
    is_finished=is_finished,
    story=story_so_far,
    whose=whose,
    before=story_before,
    made_up=made_up,
    texts=texts(),
)
