"""Story cards: what they bring when they come into play, and when they are done.

Matches outside the campaign have one of the cards 75, 76 and 77, which only place quests, legacy
tiles and cards. Card 01 begins the campaign; the text of a story card is read at the table.
"""

from __future__ import annotations

from rules.flow import Flow
from rules.maracaibo.actions.legacy import bring_in, is_full
from rules.maracaibo.actions.quests import turn_up_quest
from rules.maracaibo.actions.sailing import SITE
from rules.maracaibo.pieces import STORY_TILES as TILES
from rules.maracaibo.pieces import Story
from rules.maracaibo.places import BOX, DECK, DISCARD, STORY_CARDS, STORY_TILES, quest_at, quest_row
from rules.maracaibo.table import Table


def begin_story(table: Table, number: int) -> Flow[None]:
    """Its story tile, its quests, legacy tiles and cards come into play.

    Of two cards that ask for the same legacy tile only the one with the higher number stays.
    """
    stories = table.box.stories
    story = stories[number]
    rivals = [other for other in table.stories if set(stories[other].legacy) & set(story.legacy)]
    if any(other > number for other in rivals):
        return
    for other in rivals:
        table.stories.remove(other)
        take_token_back(table, stories[other])
    table.stories.append(number)
    if story.tile and story.location:
        place = quest_at(story.location)
        if table.rulings.several_quests or not table.quest(place):
            table.places.move(TILES[story.tile], STORY_TILES, place)
    for tile_id in story.legacy:
        if table.box.legacy_tiles[tile_id] not in table.legacy:
            yield from bring_in(table, table.box.legacy_tiles[tile_id])
    yield from place_quests(table, story, 0)
    bring_cards(table, story)


def take_token_back(table: Table, story: Story) -> None:
    """A card that makes way to another one takes its token along, unless somebody has won it."""
    if story.tile and story.location:
        token, place = TILES[story.tile], quest_at(story.location)
        if token in table.places[place]:
            table.places.move(token, place, STORY_TILES)


def bring_cards(table: Table, story: Story) -> None:
    """Numbered project cards are shuffled into the deck, or wait in the discard pile."""
    for card in table.box.projects.values():
        if card.number in story.into_deck and card in table.places[BOX]:
            table.places.move(card, BOX, STORY_CARDS)
        elif card.number in story.to_discard and card in table.places[BOX]:
            table.places.move(card, BOX, DISCARD)
    if table.places.count(STORY_CARDS):
        table.places.shuffle_into(STORY_CARDS, DECK)


def place_quests(table: Table, story: Story, round_: int) -> Flow[None]:
    """Quest tiles for the locations that the card names, beside those that lie there still."""
    players = len(table.seats)
    for new in story.quests:
        if new.round == round_ and players in new.players:
            for place_id in new.locations:
                if table.rulings.several_quests or not table.quest(quest_at(place_id)):
                    yield from turn_up_quest(table, quest_at(place_id))


def check_stories(table: Table) -> Flow[None]:
    """At every scoring, in the order of their numbers: cards that are done make way for the next.

    One that comes in the last scoring is only laid out: it is carried out in the next match.
    """
    for number in sorted(table.stories):
        story = table.box.stories[number]
        if number not in table.stories:
            continue
        if is_done(table, story):
            table.stories.remove(number)
            if story.then is None:
                continue
            if table.round < table.board.rounds:
                yield from begin_story(table, story.then)
            else:
                table.stories.append(story.then)
        elif table.round < table.board.rounds:
            yield from place_quests(table, story, table.round)


def is_done(table: Table, story: Story) -> bool:
    """Somebody has its story tile, or all its sites are full of discs."""
    if story.done_by == "quest" and story.tile:
        tile = TILES[story.tile]
        return any(tile in table.places[quest_row(seat)] for seat in table.everyone)
    if story.done_by == "discs":
        sites = [table.box.legacy_tiles[tile_id] for tile_id in story.legacy]
        return all(is_full(table, tile) for tile in sites if tile.rule == SITE)
    return False
