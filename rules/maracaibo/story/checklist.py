"""What hands do on the table for a story card, step by step: as it comes, and at the set-up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.game import Step
from rules.maracaibo.actions.legacy import is_full
from rules.maracaibo.actions.map_now import PLAGUE
from rules.maracaibo.actions.sailing import SITE
from rules.maracaibo.names import place_text
from rules.maracaibo.pieces import STORY_TILES as TILES
from rules.maracaibo.pieces import LegacyTile, ProjectCard, Story, StoryTile
from rules.maracaibo.places import BOX, STORY_TILES, legacy_place, quest_at
from rules.maracaibo.table import Table
from rules.text import Text, listing


def tokens_left(table: Table) -> list[StoryTile]:
    """The story tiles in the supply, the next one first."""
    left = (tile for tile in TILES.values() if tile in table.places[STORY_TILES])
    return sorted(left, key=lambda tile: tile.number)


def coming(
    table: Table, story: Story, token: StoryTile | None, leaving: Iterable[int] = ()
) -> Iterator[Step]:
    """What a card asks for when it comes, but for quest tiles and discs: these are asked for one by
    one. `leaving` are the cards that make way for it.
    """
    for number in leaving:
        yield from _leaving(table, number)
    if token is not None and story.location is not None:
        place = place_text(story.location)
        text = Text("Lay {tile} on {place}.", tile=token.name, place=place)
        yield Step(text, {token: quest_at(story.location)})
    for tile_id in story.legacy:
        yield from tile_steps(table, table.box.legacy_tiles[tile_id])
    yield from _card_steps(table, story)
    if story.only_brings:
        yield Step(out_of_the_game(story.number))


def out_of_the_game(number: int) -> Text:
    return Text("Remove story card {number} from the game.", number=number)


def _leaving(table: Table, number: int) -> Iterator[Step]:
    yield Step(out_of_the_game(number))
    token_id, location = table.tale.token_of(number), table.box.stories[number].location
    if token_id is not None and location is not None:
        token = TILES[token_id]
        if token in table.places[quest_at(location)]:
            yield Step(Text("Return {tile} to the story tiles.", tile=token.name))


def tile_steps(table: Table, tile: LegacyTile) -> Iterator[Step]:
    """A tile that lies there already stays; only a site that is full is emptied."""
    if tile not in table.legacy:
        yield Step(_laid(table, tile), {tile: legacy_place(tile)})
        if tile.rule == PLAGUE and tile.location is not None:
            place = place_text(tile.location)
            yield Step(Text("Put {place}'s city tile in the box.", place=place))
    elif tile.rule == SITE and is_full(table, tile):
        yield Step(Text("{tile}: all discs into the box.", tile=tile.name))


def _laid(table: Table, tile: LegacyTile) -> Text:
    place = spot(tile)
    if tile.id.partition("/")[2] in table.tale.archive.tiles:
        return Text("Lay {tile} from the archive on {place}.", tile=tile.name, place=place)
    return Text("Lay {tile} on {place}.", tile=tile.name, place=place)


def spot(tile: LegacyTile) -> Text:
    """Where on the board a legacy tile lies."""
    if tile.location is not None:
        return place_text(tile.location)
    ways = [
        Text("the way from {one} to {other}", one=place_text(one), other=place_text(other))
        for one, other in tile.routes
    ]
    return listing(ways) if ways else Text("its board space")


def _card_steps(table: Table, story: Story) -> Iterator[Step]:
    """Only for those of its numbered project cards that have not come in before."""
    new = {card.number for card in table.cards(BOX) if isinstance(card, ProjectCard)}
    if into_deck := [number for number in story.into_deck if number in new]:
        yield Step(
            Text(
                "Shuffle project cards {numbers} into the deck.",
                numbers=_listed(into_deck),
            )
        )
    if to_discard := [number for number in story.to_discard if number in new]:
        yield Step(
            Text(
                "Discard project cards {numbers}.",
                numbers=_listed(to_discard),
            )
        )


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))
