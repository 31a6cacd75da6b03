"""What an answer of a vote is worth: what the card that follows brings one side beyond the others.

Whatever brings everybody the same decides nothing. After the last round the next match is weighed
with what each has made of this one: as people play, so they vote.
"""

from __future__ import annotations

from rules.maracaibo.actions.hands import why_not_pay
from rules.maracaibo.actions.legacy import why_of_no_use
from rules.maracaibo.actions.map_now import NEW_CITIES, NO_VILLAGE_ACTIONS, PLAGUE, city_at
from rules.maracaibo.actions.sailing import SITE
from rules.maracaibo.actions.votes import Abstain
from rules.maracaibo.bot.worth import (
    DISC,
    VILLAGE_ACTION,
    Mind,
    worth,
    worth_of_attack,
    worth_of_cost,
)
from rules.maracaibo.names import COMBAT_POINTS, FIGURES
from rules.maracaibo.pieces import LegacyTile, Story, StoryQuest
from rules.maracaibo.printed.nodes import NATIONS
from rules.maracaibo.printed.stories import Branch

INDIFFERENT = 0.15
"""So many points more than an average answer are not worth taking sides."""
_TOKEN = 3
"""What a combat token usually gives to a nation."""
_LATER = 0.4
"""What is out of reach now may not be so later."""


def worth_of_answer(mind: Mind, branch: Branch) -> float:
    table = mind.table
    story = table.box.stories.get(branch.then or 0)
    if story is None:
        return 0.0
    others = [Mind(table, side, ()) for side in table.seats if side is not mind.seat]
    own = worth_of_story(Mind(table, mind.seat, ()), story)
    return own - sum(worth_of_story(each, story) for each in others) / max(1, len(others))


def worth_of_abstaining(mind: Mind, abstain: Abstain) -> float:
    found = [worth_of_answer(mind, branch) for branch in abstain.branches]
    return sum(found) / len(found) + INDIFFERENT


def worth_of_story(mind: Mind, story: Story) -> float:
    """As far as everybody can see it: nothing of the hand counts."""
    stories, tiles = mind.table.box.stories, mind.table.box.legacy_tiles
    found = 0.0
    for each in (story, *(stories[number] for number in story.fetch)):
        found += sum(worth_of_tile(mind, tiles[tile]) for tile in each.legacy)
        if each.quest is not None:
            found += worth_of_terms(mind, each.quest)
    return found


def worth_of_terms(mind: Mind, quest: StoryQuest) -> float:
    gain = max(0.0, worth(mind, quest.reward) - worth_of_cost(quest.cost))
    within_reach = why_not_pay(mind.table, mind.seat, quest.cost) is None
    return gain if within_reach else _LATER * gain


def worth_of_tile(mind: Mind, tile: LegacyTile) -> float:
    """What a legacy tile is for somebody who uses it, or lacks what it takes away."""
    if tile.manoeuvre is not None:
        return worth_of_fight(mind, tile)
    if tile.rule in NEW_CITIES:
        return worth(mind, tile.steps) * (1.0 if mind.meets(tile.needs) else _LATER)
    if tile.rule == SITE:
        return worth_of_use(mind, tile)
    if tile.rule in (NO_VILLAGE_ACTIONS, PLAGUE):
        return -worth_of_place(mind, tile)
    return worth(mind, tile.arrival)


def worth_of_fight(mind: Mind, tile: LegacyTile) -> float:
    """The silver fleet and the gold mine are for those who are strong."""
    assert tile.manoeuvre is not None
    strength = _TOKEN + mind.has(COMBAT_POINTS) + mind.has(FIGURES)
    strength += mind.table.power(mind.seat, "combat_start")
    best = max(
        worth_of_attack(mind, attack, nation, None) * min(1.0, strength / max(1, attack.value))
        for attack in tile.manoeuvre.attacks
        for nation in NATIONS
    )
    return best if mind.meets(tile.needs) else _LATER * best


def worth_of_use(mind: Mind, tile: LegacyTile) -> float:
    if tile in mind.table.legacy and why_of_no_use(mind.table, mind.seat, tile):
        return 0.0
    gain = max(0.0, worth(mind, tile.arrival) + DISC - worth_of_cost(tile.cost))
    within_reach = why_not_pay(mind.table, mind.seat, tile.cost) is None
    return gain if within_reach else _LATER * gain


def worth_of_place(mind: Mind, tile: LegacyTile) -> float:
    """Whoever has an assistant there can do without its other actions."""
    if tile.location is None or tile.location in mind.table.player(mind.seat).assistants.values():
        return 0.0
    city = city_at(mind.table, tile.location)
    return worth(mind, city.steps) if city else VILLAGE_ACTION
