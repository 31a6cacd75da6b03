"""What an owner's story cards, legacy tiles and quests can say so that matches can be played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rules.maracaibo.printed.box import Box
from rules.maracaibo.printed.names import LOCATION_NAMES
from rules.maracaibo.printed.nodes import (
    BuyCard,
    Combat,
    Discs,
    Effect,
    Explore,
    FulfilQuest,
    Gain,
    Influence,
    Marker,
    OneOf,
    Pay,
    Rank,
    RemoveSkull,
    Synergy,
    TakeStoryTile,
    VillageActions,
)
from rules.maracaibo.printed.stories import (
    CHAPTER_CARDS,
    FIRST,
    WITHOUT_CAMPAIGN,
    Story,
    StoryQuest,
)
from rules.maracaibo.printed.tiles import LegacyTile
from rules.text import Text

SITE = "disc_site"
AT_A_PLACE = (
    SITE,
    "quest_city",
    "plague_city",
    "take_figure_on_arrival",
    "arrival_vp_6",
    "no_village_actions",
)
NEW_CITIES = ("new_city_villages", "new_city_combat")
_BEGINNINGS = (FIRST, *WITHOUT_CAMPAIGN, *CHAPTER_CARDS)
_ANYWHERE = (
    Gain,
    Discs,
    Explore,
    VillageActions,
    Synergy,
    Combat,
    BuyCard,
    RemoveSkull,
    TakeStoryTile,
)
"""Effects that need neither a card nor a combat around them."""


def story_problems(box: Box) -> Iterator[Text]:
    for tile in box.legacy_tiles.values():
        yield from _tile_problems(box, tile)
    for number in _BEGINNINGS:
        if number not in box.stories:
            yield Text("Story card {number} begins matches: it cannot be spare.", number=number)
    for story in box.stories.values():
        name = Text("Story card {number}", number=story.number)
        yield from _named_problems(box, story, name)
        yield from _end_problems(box, story, name)
    yield from _effect_problems(box)


# ------------------------------------------------------------------------------------ legacy tiles


def _tile_problems(box: Box, tile: LegacyTile) -> Iterator[Text]:
    places = {tile.location, *(end for route in tile.routes for end in route)} - {None}
    for place in sorted(places - LOCATION_NAMES.keys(), key=str):
        yield Text("{what}: no location {place}.", what=tile.name, place=place)
    if tile.rule in AT_A_PLACE and tile.location not in box.board.locations:
        yield Text("{tile} needs a board location.", tile=tile.name)
    if tile.rule == SITE and not tile.discs:
        yield Text("{tile} needs a disc space.", tile=tile.name)
    if tile.rule in NEW_CITIES:
        yield from _city_problems(box, tile)
    elif tile.flag is not None:
        yield Text("{what}: only cities have a flag.", what=tile.name)


def _city_problems(box: Box, tile: LegacyTile) -> Iterator[Text]:
    """A new city lies beside the board's own locations, on a way from one to a later one."""
    others = [t.location for t in box.legacy_tiles.values() if t.rule in NEW_CITIES and t != tile]
    if tile.location in (None, *box.board.locations, *others):
        yield Text("{tile}: a new city needs its own place.", tile=tile.name)
        return
    into = [source for source, target in tile.routes if target == tile.location]
    out = [target for source, target in tile.routes if source == tile.location]
    ordered = all(_leads(box, here, there) for here in into for there in out)
    if not into or not out or len(into) + len(out) != len(tile.routes) or not ordered:
        yield Text(
            "{tile}: arrows must lead to the city and on to a later location.",
            tile=tile.name,
        )


def _leads(box: Box, here: str, there: str) -> bool:
    """Whether a way of the board leads from one location to another."""
    to_see, seen = [here], {here}
    while to_see:
        for route in box.board.after(to_see.pop()):
            if route.target == there:
                return True
            if route.target not in seen:
                seen.add(route.target)
                to_see.append(route.target)
    return False


# ------------------------------------------------------------------------------------- story cards


def _named_problems(box: Box, story: Story, name: Text) -> Iterator[Text]:
    """Locations, cards and tiles that a card names exist."""
    at = {place for new in story.quests for place in new.locations}
    if story.location is not None:
        at.add(story.location)
    for place in sorted(at - box.board.locations.keys()):
        yield Text("{what}: no location {place}.", what=name, place=place)
    numbers = {card.number for card in box.projects.values()}
    if not {*story.into_deck, *story.to_discard} <= numbers - {None}:
        yield Text("{story}: unknown card or tile.", story=name)
    following = {story.then, *(branch.then for branch in story.vote), *story.fetch} - {None}
    if not {*story.legacy} <= box.legacy_tiles.keys() or not following <= box.stories.keys():
        yield Text("{story}: unknown card or tile.", story=name)
    for number in sorted(following & {*_BEGINNINGS}, key=str):
        yield Text(
            "{story}: card {number} begins matches, never follows.", story=name, number=number
        )


def _end_problems(box: Box, story: Story, name: Text) -> Iterator[Text]:
    """What fulfils a card is there, and something follows only what can be fulfilled."""
    if (story.location is None) != (story.quest is None):
        yield Text("{story}: story tile and quest come together.", story=name)
    if story.done_by == "quest" and story.quest is None:
        yield Text("{story}: done by quest, but has none.", story=name)
    sites = [box.legacy_tiles[tile] for tile in story.legacy if tile in box.legacy_tiles]
    if story.done_by == "discs" and not any(tile.rule == SITE for tile in sites):
        yield Text("{story}: done by discs, but has no tile.", story=name)
    if story.done_by is None and (story.then is not None or story.vote):
        yield Text("{story}: never done, so nothing follows.", story=name)
    if story.then is not None and story.vote:
        yield Text("{story}: next card or vote, not both.", story=name)
    if story.ends and (story.then is not None or story.vote):
        yield Text("{story} ends the story: nothing follows.", story=name)
    if story.ends and story.done_by is None:
        yield Text("{story} ends the story, but is never done.", story=name)


# ----------------------------------------------------------------------------------------- effects


def _effect_problems(box: Box) -> Iterator[Text]:
    """Quests and tiles bring nothing that needs a project card or a combat around it."""
    trees: dict[Text, Iterable[Effect]] = {
        name: quest.reward for name, quest in quest_terms(box).items()
    }
    trees |= {quest.name: quest.reward for quest in box.quests.values()}
    trees |= {
        tile.name: (*tile.steps, *tile.arrival, *(tile.flag or ()))
        for tile in box.legacy_tiles.values()
    }
    for name, tree in trees.items():
        if not all(map(_stands_alone, tree)):
            yield Text("{what}: only project cards or combat actions do that.", what=name)


def _stands_alone(node: Effect) -> bool:
    match node:
        case Influence(who):
            return who not in ("fighting", "same")
        case Rank(who):
            return who == "any"
        case Marker(where, who):
            return (where, who) == ("empty_village", "any")
        case FulfilQuest(where):
            return where == "here"
        case Pay(_, then):
            return all(map(_stands_alone, then))
        case OneOf(options):
            return bool(options) and all(_stands_alone(step) for way in options for step in way)
    return isinstance(node, _ANYWHERE)


def quest_terms(box: Box) -> Mapping[Text, StoryQuest]:
    """The quests of story cards, whose numbers are checked like those on pieces."""
    return {
        Text("Story card {number}", number=story.number): story.quest
        for story in box.stories.values()
        if story.quest
    }
