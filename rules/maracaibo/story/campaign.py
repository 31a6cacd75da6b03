"""Maracaibo's campaign: what a match leaves in the archive, and when the story is at its end."""

from __future__ import annotations

from collections.abc import Mapping

from rules.campaign import Campaign
from rules.maracaibo.actions.legacy import is_full
from rules.maracaibo.actions.sailing import SITE
from rules.maracaibo.names import VP
from rules.maracaibo.pieces import LegacyTile
from rules.maracaibo.settings import ARCHIVE, SCENARIO, is_campaign
from rules.maracaibo.story.archive import Archive
from rules.maracaibo.story.made_up import made_up
from rules.maracaibo.story.telling import texts, told, told_before
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
    """Whether no card is left that anybody could fulfil."""
    return not any(table.box.stories[number].done_by for number in table.stories)


CAMPAIGN: Campaign[Table] = Campaign(
    begins=begins,
    is_part=is_campaign,
    left_behind=left_behind,
    is_finished=is_finished,
    told=told,
    before=told_before,
    made_up=made_up,
    texts=texts(),
)
