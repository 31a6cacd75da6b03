"""How somebody who knows Maracaibo, but does not think long, plays it.

Everything is weighed in points: what an action brings now, what a card brings until the end, and
how far one has to sail for it. It looks only at what is on the table and in the own hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from rules.flow import Anytime, Choice, Option
from rules.maracaibo.actions.careers import Claim
from rules.maracaibo.actions.combat import abilities, combat_value
from rules.maracaibo.actions.drawing import ONE, REST
from rules.maracaibo.actions.exploring import Way
from rules.maracaibo.actions.free_actions import MUSTER, Plan
from rules.maracaibo.actions.income import ROUNDS
from rules.maracaibo.actions.legacy import ARRIVALS, why_no_village_actions, why_of_no_use
from rules.maracaibo.actions.main_action import Deliver, Send, assistant_steps
from rules.maracaibo.actions.map_now import City, city_at, is_village, kind_of
from rules.maracaibo.actions.markers import targets
from rules.maracaibo.actions.sailing import SITE, Course
from rules.maracaibo.actions.village import actions_for
from rules.maracaibo.actions.votes import Abstain
from rules.maracaibo.bot.votes import worth_of_abstaining, worth_of_answer
from rules.maracaibo.bot.worth import (
    COMBAT_POINT,
    DISC,
    DOUBLOON,
    FIGURE,
    STORY,
    UNUSED,
    Mind,
    bargain,
    can_fulfil,
    worth,
    worth_of_attack,
    worth_of_building,
    worth_of_cost,
    worth_of_influence,
    worth_of_quest,
    worth_of_upgrade,
    worth_of_way,
)
from rules.maracaibo.names import COMBAT_POINTS, DOUBLOONS, FIGURES
from rules.maracaibo.pieces import Building, LegacyTile, ProjectCard, Quest, StoryTile
from rules.maracaibo.places import quest_at
from rules.maracaibo.printed.board import Upgrade
from rules.maracaibo.printed.nodes import Manoeuvre, VillageAction
from rules.maracaibo.printed.stories import Branch
from rules.maracaibo.table import Ability, Table
from rules.pieces import Piece

HURRY, HOMEWARD = 0.35, 1.5
"""What a movement point costs, and the last spaces: the round ends sooner."""
DRAWN = 3.4
"""What a card from the deck is worth, as far as one can tell."""


def sensible(
    table: Table, choice: Choice[Any], options: Sequence[Option[Any]], hand: Sequence[Piece]
) -> Option[Any]:
    """The answer of a seat that could give any of these.

    What is free to do comes before the first card is drawn: after it, it is too late.
    """
    mind = Mind(table, choice.who, [card for card in hand if isinstance(card, ProjectCard)])
    if any(option.value in (REST, ONE) for option in options):
        free = [option for option in options if isinstance(option.value, Anytime)]
        options = [option for option in free if appeal(mind, option) > 0] or options
    return max(options, key=lambda option: appeal(mind, option))


def appeal(mind: Mind, option: Option[Any]) -> float:
    """How much an answer promises."""
    value = option.value
    if weigh := _BY_VALUE.get(type(value)):
        return weigh(mind, value)
    verb, _, rest = option.key.partition(":")
    weigh_verb = _BY_VERB.get(verb)
    return weigh_verb(mind, rest, value) if weigh_verb else 0.0


# ----------------------------------------------------------------------------------- where to sail


def worth_of_course(mind: Mind, course: Course) -> float:
    """The best main action there, less what the way costs."""
    table = mind.table
    movement, table.movement = table.movement, course.cost
    best = best_action(mind, course.end) + worth_of_arriving(mind, course.end)
    table.movement = movement
    last = HOMEWARD if kind_of(table, course.end) == "homeward" else 0.0
    return best - HURRY * course.cost - DOUBLOON * course.toll - last


def worth_of_arriving(mind: Mind, place_id: str) -> float:
    """What legacy tiles bring there before the main action."""
    found = 0.0
    for tile in mind.table.legacy:
        if tile.location != place_id:
            continue
        if tile.rule in ARRIVALS:
            found += worth(mind, tile.arrival)
        elif tile.rule == SITE and not why_of_no_use(mind.table, mind.seat, tile):
            found += worth_of_site(mind, tile)
    return found


def worth_of_site(mind: Mind, tile: LegacyTile) -> float:
    """Its reward, a disc from the ship board, and the story that goes on."""
    if not mind.can_pay(tile.cost, mind.hand):
        return 0.0
    return max(0.0, worth(mind, tile.arrival) + DISC + STORY - worth_of_cost(tile.cost))


def best_action(mind: Mind, place_id: str) -> float:
    table = mind.table
    promised = [0.0]
    city = city_at(table, place_id)
    if city:
        promised.append(worth_of_city(mind, place_id, city))
    elif is_village(table, place_id) and not why_no_village_actions(table, place_id):
        promised.append(mind.village_actions(actions_for(table, mind.seat)))
    quests = table.quests_at(quest_at(place_id))
    promised += [worth_of_quest(mind, tile) for tile in quests if can_fulfil(mind, tile)]
    for card, at in table.player(mind.seat).assistants.items():
        if at == place_id:
            promised.append(worth_of_sending(mind, card))
    return max(promised)


def worth_of_city(mind: Mind, place_id: str, city: City) -> float:
    deliver = 0.0
    room = mind.table.delivered.get(place_id, 0) < city.spaces
    if room and any(card.good == city.good for card in mind.hand):
        deliver = DISC
    return worth(mind, city.steps) + deliver


def worth_of_sending(mind: Mind, card: ProjectCard) -> float:
    """An assistant that is not used would bring points."""
    paid = card in mind.table.player(mind.seat).settled
    return worth(mind, assistant_steps(card)) - (0.0 if paid else UNUSED)


# ---------------------------------------------------------------------------------------- answers


def worth_of_claim(mind: Mind, claim: Claim) -> float:
    """The hard way at once; the easy one only when time runs out."""
    return 50.0 if claim.level == "hard" or mind.table.round == ROUNDS else -1.0


def worth_of_village_action(mind: Mind, ability: Ability) -> float:
    return worth(mind, cast("VillageAction", ability.action).steps)


def worth_of_side(mind: Mind, nation: str, _value: Any) -> float:
    """What the best manoeuvres would bring, with what the token brings or costs."""
    table = mind.table
    battle = table.battle
    assert battle is not None
    value, found = combat_value(table, battle.token, nation), 0.0
    if battle.token:
        side = battle.token.sides[nation]
        found = worth(mind, side.gain) - DOUBLOON * side.cost.doubloons
    value += mind.has(COMBAT_POINTS)
    for gain, cost in sorted(attacks(mind, nation), reverse=True):
        if cost <= value:
            found, value = found + gain, value - cost
    return found


def attacks(mind: Mind, nation: str) -> list[tuple[float, int]]:
    """The best way to do each manoeuvre that is left, and its price."""
    table = mind.table
    done = table.battle.done if table.battle else []
    found = []
    for ability in abilities(table, mind.seat):
        action = cast("Manoeuvre", ability.action)
        if ability.key in done or not mind.meets(action.needs):
            continue
        ways = [
            (worth_of_attack(mind, attack, nation, target), attack.value)
            for attack in action.attacks
            for target in reachable(mind, attack, nation)
        ]
        found += [max(ways)] if ways else []
    return found


def reachable(mind: Mind, attack: Any, nation: str) -> list[str | None]:
    if attack.target is None:
        return [None]
    return [
        target.id
        for target in targets(mind.table, mind.seat, attack, nation)
        if target.blocked is None
    ]


def worth_of_manoeuvre(mind: Mind, _rest: str, value: Any) -> float:
    """Those that bring most for their combat value come first."""
    _, attack, target = value
    assert mind.table.battle is not None
    nation = mind.table.battle.nation
    return worth_of_attack(mind, attack, nation, target.id if target else None)


def worth_of_boost(mind: Mind, what: str, _value: Any) -> float:
    """Combat points and figures are for a manoeuvre that is a little out of reach."""
    battle = mind.table.battle
    assert battle is not None
    points, figures = mind.has(COMBAT_POINTS), mind.has(FIGURES)
    found = -1.0
    for gain, cost in attacks(mind, battle.nation):
        short = cost - battle.value
        if 0 < short <= points + figures:
            spent = COMBAT_POINT * min(short, points) + FIGURE * max(0, short - points)
            found = max(found, gain - spent)
    return found if what == "combat_point" or not points else found - FIGURE


def worth_of_nation(mind: Mind, nation: str, _value: Any) -> float:
    return worth_of_influence(mind, nation, 1)


def worth_of_drawing(mind: Mind, card: ProjectCard) -> float:
    """A bargain that can be paid is worth more than a card of the deck."""
    if mind.price(card.price.doubloons) > mind.has(DOUBLOONS) + 4:
        return -1.0
    return bargain(mind, card) - DRAWN


def worth_of_planning(mind: Mind, plan: Plan) -> float:
    """A bargain that is too dear now makes room for another card."""
    if mind.table.active is None:
        return bargain(mind, plan.card)
    dear = mind.price(plan.card.price.doubloons) > mind.has(DOUBLOONS)
    return bargain(mind, plan.card) - 3.0 if dear and mind.rounds > 1 else -1.0


_BY_VALUE: Mapping[type, Callable[[Mind, Any], float]] = {
    Course: worth_of_course,
    Upgrade: worth_of_upgrade,
    Way: worth_of_way,
    Claim: worth_of_claim,
    Ability: worth_of_village_action,
    Building: worth_of_building,
    Quest: worth_of_quest,
    StoryTile: worth_of_quest,
    Deliver: lambda mind, deliver: 20.0 - bargain(mind, deliver.card),
    Send: lambda mind, send: worth_of_sending(mind, send.card),
    Plan: worth_of_planning,
    Branch: worth_of_answer,
    Abstain: worth_of_abstaining,
}

_BY_VERB: Mapping[str, Callable[[Mind, str, Any], float]] = {
    "buy": lambda mind, _, card: bargain(mind, card),
    "market": lambda mind, _, card: worth_of_drawing(mind, card) - DOUBLOON,
    "planned": lambda *_: -1.0,
    "nation": worth_of_nation,
    "fight": worth_of_side,
    "manoeuvre": worth_of_manoeuvre,
    "add": worth_of_boost,
    "option": lambda mind, _, steps: worth(mind, steps),
    "city": lambda mind, *_: best_action(mind, mind.table.player(mind.seat).ship) + 0.3,
    "village": lambda mind, *_: mind.village_actions(actions_for(mind.table, mind.seat)),
    "points": lambda mind, *_: float(mind.table.board.scoring_alternative_vp),
    "amount": lambda mind, _, n: n if mind.rounds > 2 else -n,
    "pay": lambda *answer: float(answer[-1]),
    "site": lambda *answer: float(answer[-1]),
    "quest": lambda *answer: float(answer[-1]),
    MUSTER: lambda *_: -1.0,
    "give_up": lambda *_: -9.0,
    "stay": lambda *_: 0.1,
    "discard": lambda mind, _, card: -bargain(mind, card),
    "done": lambda *_: 0.2,
    "none": lambda *_: 0.2,
}
