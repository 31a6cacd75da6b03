"""Story cards: what they bring when they come into play, when they are done, and what follows.

Matches outside the campaign have one of the cards 75, 76 and 77, which only place quests, legacy
tiles and cards. Card 01 begins the campaign, one of 80 to 89 begins it at a later chapter, and
whoever goes on with it lays out again what the archive holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from rules.flow import Flow, Seat
from rules.maracaibo import announced
from rules.maracaibo.actions.instructions import instruct
from rules.maracaibo.actions.legacy import bring_in, is_full, lay_first_discs
from rules.maracaibo.actions.quests import turn_up_quest
from rules.maracaibo.actions.sailing import SITE
from rules.maracaibo.actions.votes import decide
from rules.maracaibo.pieces import STORY_TILES as TILES
from rules.maracaibo.pieces import LegacyTile, Story, StoryTile
from rules.maracaibo.places import BOX, DECK, DISCARD, STORY_CARDS, STORY_TILES, quest_at, quest_row
from rules.maracaibo.story.archive import LEFT, UNREAD, Past, Read
from rules.maracaibo.story.checklist import coming, out_of_the_game, tokens_left
from rules.maracaibo.table import Table
from rules.text import Text

# ------------------------------------------------------------------------------ the first cards


def lay_out_story(table: Table) -> Flow[None]:
    """Step 15 of the set-up: the chosen card, or all cards and then all tiles of the archive."""
    archive = table.tale.archive
    if not (archive.stories or archive.waiting or archive.tiles):
        yield from begin_story(table, int(table.scenario))
        return
    archived = sorted({*archive.stories, *archive.waiting} & table.box.stories.keys())
    kept = archived if table.rulings.as_before else without_rivals(table, archived)
    for number in archived:
        if number in kept:
            yield from begin_story(table, number)
        else:
            was_read = LEFT if number in archive.stories else UNREAD
            yield from leave_unread(table, number, first_reader(table), was_read)
    for name in archive.tiles:
        tile = table.box.legacy_tiles.get(f"legacy/{name}")
        if tile is not None:
            yield from lay_tile(table, tile)


def without_rivals(table: Table, numbers: Iterable[int]) -> list[int]:
    """Of cards that ask for the same legacy tile only the one with the highest number."""
    kept: list[int] = []
    for number in sorted(numbers, reverse=True):
        if not rivals_of(table, number, kept):
            kept.append(number)
    return kept


def rivals_of(table: Table, number: int, others: Iterable[int]) -> list[int]:
    """Those of other cards that ask for a legacy tile of this one."""
    stories = table.box.stories
    tiles = {*stories[number].legacy}
    return [other for other in others if tiles & {*stories[other].legacy}]


def first_reader(table: Table) -> Seat:
    return table.first or table.seats[0]


# -------------------------------------------------------------------------- a card comes into play


def begin_story(table: Table, number: int, reader: Seat | None = None) -> Flow[None]:
    """A card is read, and its instructions are followed: its story tile, legacy tiles, quests and
    cards come into play. One that is out of the game for good, or lies there, does not come again.

    Of two cards that ask for the same legacy tile only the one with the higher number stays.
    """
    if number in table.stories or table.tale.is_past(number):
        return
    story = table.box.stories[number]
    rivals = rivals_of(table, number, table.stories)
    if any(other > number for other in rivals):
        yield from leave_unread(table, number, reader or first_reader(table), UNREAD)
        return
    to_do = [step.text for step in coming(table, story, next_token(table, story), rivals)]
    for other in rivals:
        take_token_back(table, other)
        leave_for_good(table, other, LEFT)
    table.stories.append(number)
    if not table.rulings.three_cards and story.is_told:
        announced.story_comes(table, number)
    yield from read_aloud(table, story, reader or first_reader(table), to_do)
    place_token(table, story)
    for tile_id in story.legacy:
        yield from lay_tile(table, table.box.legacy_tiles[tile_id])
    yield from place_quests(table, story, 0)
    bring_cards(table, story)
    if story.only_brings:
        leave_for_good(table, number, "")
    for other in story.fetch:
        yield from begin_story(table, other, reader)


def read_aloud(table: Table, story: Story, reader: Seat, to_do: Sequence[Text]) -> Flow[None]:
    """Somebody reads what stands on the card, and does it. An owner reads it from the card."""
    if table.rulings.three_cards or not story.is_told:
        return
    table.tale = replace(table.tale, read=(*table.tale.read, Read(story.number, None)))
    yield from instruct(
        reader,
        comes(story, is_archived=table.tale.archive.has(story.number)),
        Text("Story card {number} comes into play", number=story.number),
        to_do=to_do,
    )


def comes(story: Story, *, is_archived: bool) -> Text:
    """Where the card is taken from. A card without words here has its own."""
    return Text(
        "Lay out story card {number}, {where}. Read aloud: {text}",
        number=story.number,
        where=Text("from the archive") if is_archived else Text("from the deck"),
        text=story.text or Text("its front"),
    )


def next_token(table: Table, story: Story) -> StoryTile | None:
    """The story tile that marks the quest of a card, if it has one and there is room."""
    if story.location is None:
        return None
    room = table.rulings.several_quests or not table.quest(quest_at(story.location))
    return next(iter(tokens_left(table)), None) if room else None


def place_token(table: Table, story: Story) -> None:
    token = next_token(table, story)
    if token is not None and story.location is not None:
        table.places.move(token, STORY_TILES, quest_at(story.location))
        tokens = (*table.tale.tokens, (story.number, token.id))
        table.tale = replace(table.tale, tokens=tokens)


def take_token_back(table: Table, number: int) -> None:
    """A card that makes way to another one takes its token along, unless somebody has won it."""
    token_id, location = table.tale.token_of(number), table.box.stories[number].location
    if token_id is None or location is None:
        return
    token, place = TILES[token_id], quest_at(location)
    if token in table.places[place]:
        table.places.move(token, place, STORY_TILES)
        tokens = tuple(each for each in table.tale.tokens if each[0] != number)
        table.tale = replace(table.tale, tokens=tokens)


def lay_tile(table: Table, tile: LegacyTile) -> Flow[None]:
    """A tile that lies there already stays; a site that others have filled is begun anew."""
    if tile not in table.legacy:
        yield from bring_in(table, tile)
    elif tile.rule == SITE and is_full(table, tile):
        yield from lay_first_discs(table, tile)


def bring_cards(table: Table, story: Story) -> None:
    """Numbered project cards are shuffled into the deck, or wait in the discard pile."""
    entered = list(table.tale.cards)
    for card in table.box.projects.values():
        if card.number is None or card not in table.places[BOX]:
            continue
        if card.number in story.into_deck:
            table.places.move(card, BOX, STORY_CARDS)
        elif card.number in story.to_discard:
            table.places.move(card, BOX, DISCARD)
        else:
            continue
        entered.append(card.number)
    table.tale = replace(table.tale, cards=tuple(entered))
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


# ------------------------------------------------------------------------- step 6 of every scoring


def check_stories(table: Table) -> Flow[None]:
    """All cards are looked at in the order of their numbers: those that are done are read to their
    end and make way for the next; others may bring quests.
    """
    for number in sorted(table.stories):
        story = table.box.stories[number]
        if number not in table.stories or number in table.tale.waiting:
            continue
        if is_done(table, story):
            yield from end_story(table, story)
        elif table.round < table.board.rounds:
            yield from place_quests(table, story, table.round)


def is_done(table: Table, story: Story) -> bool:
    """Somebody has its story tile, or all its sites are full of discs."""
    if story.done_by == "quest":
        return winner_of(table, story) is not None
    if story.done_by == "discs":
        sites = [table.box.legacy_tiles[tile_id] for tile_id in story.legacy]
        return all(is_full(table, tile) for tile in sites if tile.rule == SITE)
    return False


def winner_of(table: Table, story: Story) -> Seat | None:
    """Who has fulfilled the quest of a card, and has its story tile."""
    token = table.tale.token_of(story.number)
    if token is None:
        return None
    return next((s for s in table.everyone if TILES[token] in table.places[quest_row(s)]), None)


def reader_of(table: Table, story: Story) -> Seat:
    """Whoever has the story tile; for discs, whoever ended the round. Jean does not read."""
    reader = winner_of(table, story) if story.done_by == "quest" else table.ender
    return reader if reader is not None and reader in table.seats else table.seats[0]


def end_story(table: Table, story: Story) -> Flow[None]:
    """Its back is read, all vote if it asks something, and it leaves the game for good.

    The card that follows comes into play; in the last scoring it is only laid out, and carried out
    in the next match.
    """
    reader = reader_of(table, story)
    announced.story_ends(table, story.number, reader)
    letter = ""
    if not table.rulings.three_cards:
        yield from read_back(story, reader)
        letter = yield from decide(table, story, reader)
    leave_for_good(table, story.number, letter)
    tale, following = table.tale, story.follows(letter)
    table.tale = replace(tale, read=(*tale.read, Read(story.number, letter)))
    if following is None:
        return
    if table.round < table.board.rounds:
        yield from begin_story(table, following, reader)
    elif following not in table.stories and not tale.is_past(following):
        table.stories.append(following)
        table.tale = replace(table.tale, waiting=(*tale.waiting, following))
        yield from lay_out_only(table, following, reader)


def lay_out_only(table: Table, number: int, reader: Seat) -> Flow[None]:
    if not (table.rulings.three_cards or table.rulings.as_before):
        yield from instruct(
            reader,
            Text("Lay out story card {number} unread, for the next match.", number=number),
            Text("Story card {number}: next match", number=number),
        )


def read_back(story: Story, reader: Seat) -> Flow[None]:
    prompt = Text(
        "Story card {number} is done. Read aloud: {text}",
        number=story.number,
        text=story.back or Text("its back"),
    )
    yield from instruct(
        reader,
        prompt,
        Text("Story card {number} is done", number=story.number),
        to_do=(out_of_the_game(story.number),),
    )


def leave_unread(table: Table, number: int, reader: Seat, letter: str) -> Flow[None]:
    """A card with a higher number has its legacy tile: it is not carried out at all."""
    leave_for_good(table, number, letter)
    if not (table.rulings.three_cards or table.rulings.as_before):
        yield from instruct(
            reader,
            makes_way(number),
            Text("Story card {number} leaves the game", number=number),
        )


def makes_way(number: int) -> Text:
    return Text(
        "Remove story card {number}: a higher card has its tile.",
        number=number,
    )


def leave_for_good(table: Table, number: int, letter: str) -> None:
    """A card goes out of the game, and does not come again in this campaign."""
    if number in table.stories:
        table.stories.remove(number)
    table.tale = replace(table.tale, past=(*table.tale.past, Past(number, letter)))
