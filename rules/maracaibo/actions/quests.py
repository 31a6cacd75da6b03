"""Quests: pay what stands above, get what stands below, keep the tile."""

from __future__ import annotations

from collections.abc import Sequence

from rules.flow import Flow, Option, Seat, choose, reveal
from rules.maracaibo import announced
from rules.maracaibo.actions.hands import pay, why_not_pay
from rules.maracaibo.actions.map_now import QUEST_CITY, tile_at
from rules.maracaibo.actions.meanings import Source, effects
from rules.maracaibo.actions.needs import why_not_needs
from rules.maracaibo.names import VP
from rules.maracaibo.pieces import Quest, StoryQuest, StoryTile
from rules.maracaibo.places import QUEST_PILE, card_quest, place_name, quest_at, quest_row
from rules.maracaibo.printed.nodes import FulfilQuest, TakeQuest, TakeStoryTile
from rules.maracaibo.table import Table
from rules.pieces import Move, Place
from rules.text import Text

QUESTS_FOR_POINTS = 4


def terms(table: Table, tile: Quest | StoryTile) -> Quest | StoryQuest:
    """A quest tile shows its terms; those of a story tile stand on its story card."""
    if isinstance(tile, Quest):
        return tile
    card = table.tale.card_of(tile.id)
    quest = table.box.stories[card].quest if card else None
    assert quest is not None
    return quest


def why_not_fulfil(table: Table, seat: Seat, tile: Quest | StoryTile) -> Text | None:
    """A quest is paid completely or not at all."""
    quest = terms(table, tile)
    return why_not_needs(table, seat, quest.needs) or why_not_pay(table, seat, quest.cost)


def quest_option(
    table: Table, seat: Seat, tile: Quest | StoryTile, place: Place
) -> Option[Quest | StoryTile]:
    return Option(
        f"quest:{tile.id}",
        tile,
        Text("Fulfil {quest}", quest=tile.name),
        (Move(tile, place, quest_row(seat)),),
        why_not_fulfil(table, seat, tile),
    )


def fulfil(table: Table, seat: Seat, tile: Quest | StoryTile, place: Place) -> Flow[bool]:
    """The tile is taken, the cost paid, the reward had.

    False if the player lacks the cards after all: then the tile goes back.
    """
    quest = terms(table, tile)
    because = Text("Fulfilled {quest}", quest=tile.name)
    table.places.move(tile, place, quest_row(seat))
    number = table.quests(seat)
    paid = yield from pay(table, seat, quest.cost, because)
    if not paid:
        table.places.move(tile, quest_row(seat), place)
        return False
    announced.fulfilled(table, seat, tile)
    yield from effects.perform(table, seat, quest.reward, Source(because, "quest"))
    count_tile(table, seat, number)
    yield from replace_quest(table, place)
    return True


def replace_quest(table: Table, place: Place) -> Flow[None]:
    """Only the quest city of a legacy tile gets another quest, as soon as none is left there: a
    story token lies beside its quest space.
    """
    if tile_at(table, place.partition(":")[2], QUEST_CITY) is None:
        return
    left = any(isinstance(tile, Quest) for tile in table.quests_at(place))
    if table.rulings.as_before or not left:
        yield from turn_up_quest(table, place)


def count_tile(table: Table, seat: Seat, n: int) -> None:
    """The fourth tile brings points, and so does every one after it.

    The reward may have brought another tile in between: each has its own number.
    """
    if n == QUESTS_FOR_POINTS:
        points = table.rulings.fourth_quest
    elif n > QUESTS_FOR_POINTS:
        points = table.board.later_quest_vp
    else:
        return
    because = Text("Quest row, tile {n}", n=n)
    table.ledger.gain(seat, VP, points, because, kind="quest")


def turn_up_quest(table: Table, target: Place) -> Flow[Quest | None]:
    """The top tile of the pile goes to a place; None if the pile is used up."""
    if not table.places.count(QUEST_PILE):
        return None
    place = place_name(table.seats, target)
    tile = yield from reveal(
        Text("Lay the top quest on {place}: which?", place=place),
        QUEST_PILE,
        target,
        table.box.quests,
        lambda tile: None if tile in table.places.unseen else table.elsewhere(tile),
        lambda tile: Text("{piece} to {place}", piece=tile.name, place=place),
    )
    table.places.turn_up(tile, QUEST_PILE, target)
    return tile


@effects.means(FulfilQuest)
def fulfil_quest(table: Table, seat: Seat, node: FulfilQuest, source: Source) -> Flow[None]:
    """The quest where the ship lies, or the one on one's own card."""
    tiles, place = quests_of(table, seat, node, source)
    if all(why_not_fulfil(table, seat, tile) for tile in tiles):
        return
    tile = tiles[0]
    if len(tiles) > 1:
        tile = yield from choose(
            seat,
            Text("Fulfil which quest?"),
            lambda: [quest_option(table, seat, tile, place) for tile in tiles],
        )
    waiting = table.player(seat).quest_on
    # The reward may bring another village action: the tile is not on its card any more then.
    if source.card is not None:
        waiting.pop(source.card, None)
    done = yield from fulfil(table, seat, tile, place)
    if not done:
        source.given_up = True
        if source.card is not None and isinstance(tile, Quest):
            waiting[source.card] = tile


@effects.blocks(FulfilQuest)
def why_not_fulfil_quest(
    table: Table, seat: Seat, node: FulfilQuest, source: Source
) -> Text | None:
    tiles, _ = quests_of(table, seat, node, source)
    if not tiles:
        return Text("No quest tile here")
    reasons = [why_not_fulfil(table, seat, tile) for tile in tiles]
    return None if None in reasons else reasons[0]


def quests_of(
    table: Table, seat: Seat, node: FulfilQuest, source: Source
) -> tuple[Sequence[Quest | StoryTile], Place]:
    if node.where == "here":
        place = quest_at(table.player(seat).ship)
        return table.quests_at(place), place
    assert source.card is not None
    tile = table.player(seat).quest_on.get(source.card)
    return (tile,) if tile else (), card_quest(seat)


@effects.means(TakeQuest)
def take_quest(table: Table, seat: Seat, _node: TakeQuest, source: Source) -> Flow[None]:
    """The top tile of the pile is laid on the card, to be fulfilled later."""
    tile = yield from turn_up_quest(table, card_quest(seat))
    if tile is not None:
        assert source.card is not None
        table.player(seat).quest_on[source.card] = tile


@effects.means(TakeStoryTile)
def take_story_tile(table: Table, seat: Seat, node: TakeStoryTile, source: Source) -> None:
    """Every quest's tile is taken when it is fulfilled, a story tile too."""
