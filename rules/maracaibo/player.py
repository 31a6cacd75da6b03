"""How somebody who knows Maracaibo, but does not think long, plays it.

Everything is weighed in points, as a rule of thumb: what an action brings now, what a card brings
until the end, and how far one has to sail for it. It looks only at what is on the table and in the
own hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules.flow import Choice, Option, Seat
from rules.maracaibo.actions import Deliver, Send, assistant_steps
from rules.maracaibo.atlas import City, city_at, is_village, kind_of
from rules.maracaibo.board import Upgrade
from rules.maracaibo.buying import price
from rules.maracaibo.cards import Building, ProjectCard
from rules.maracaibo.careers import Claim
from rules.maracaibo.combat import combat_value
from rules.maracaibo.exploring import Way
from rules.maracaibo.free import MUSTER, Plan
from rules.maracaibo.hands import why_not_pay
from rules.maracaibo.income import ROUNDS
from rules.maracaibo.needs import explorer_number
from rules.maracaibo.places import hand, quest_at, trail_quest
from rules.maracaibo.quests import terms, why_not_fulfil
from rules.maracaibo.sailing import Course
from rules.maracaibo.scoring import building_points
from rules.maracaibo.supply import count
from rules.maracaibo.table import COMBAT_POINTS, DOUBLOONS, FIGURES, Ability, Table
from rules.maracaibo.tiles import Quest, StoryTile
from rules.maracaibo.trees import (
    Assistant,
    BuyCard,
    Combat,
    Discs,
    Explore,
    FiguresOnCard,
    FlagBonus,
    FulfilQuest,
    Gain,
    Income,
    Influence,
    Manoeuvre,
    Marker,
    Now,
    OneOf,
    Pay,
    Permanent,
    Rank,
    Reading,
    Sail,
    Synergy,
    TakeQuest,
    VillageAction,
    VillageActions,
)
from rules.maracaibo.village import actions_for

VP_OF = {"doubloons": 0.5, "vp": 1.0, "combat_points": 0.8, "figures": 1.2}
"""What one of something is worth."""
INFLUENCE, DISC, STEP, VILLAGE_ACTION, COMBAT, SYNERGY = 1.6, 2.2, 1.3, 2.0, 6.0, 1.5
HURRY = 0.45
"""What a movement point costs: the round ends sooner for everybody."""
LIKED_UPGRADES = (
    "U08",
    "U02",
    "U04",
    "U05",
    "U06",
    "U01",
    "U07",
    "U11",
    "U12",
    "U03",
    "U10",
    "U09",
)


def sensible(table: Table, choice: Choice[Any], options: Sequence[Option[Any]]) -> Option[Any]:
    """The answer of a seat that could give any of these."""
    seat = choice.who
    return max(options, key=lambda option: appeal(table, seat, option))


def appeal(table: Table, seat: Seat, option: Option[Any]) -> float:
    """How much an answer promises."""
    value = option.value
    for kind, weigh in _BY_VALUE.items():
        if isinstance(value, kind):
            return weigh(table, seat, value)
    verb, _, rest = option.key.partition(":")
    weigh_verb = _BY_VERB.get(verb)
    return weigh_verb(table, seat, rest, value) if weigh_verb else 0.0


# ------------------------------------------------------------------------------------------- trees


def worth(table: Table, seat: Seat, steps: Sequence[Any]) -> float:
    return sum(worth_of(table, seat, node) for node in steps)


def worth_of(table: Table, seat: Seat, node: Any) -> float:
    """What an effect brings if it happens now."""
    match node:
        case Gain(what, n, per):
            return VP_OF[what] * n * (count(table, seat, per) if per else 1)
        case Influence(_, n):
            return INFLUENCE * n
        case Rank():
            return 2 * INFLUENCE
        case Discs(n):
            return DISC * n
        case VillageActions(n, per):
            return VILLAGE_ACTION * n * (count(table, seat, per) if per else 1)
        case Explore(n):
            return (
                STEP * (n + 1) if explorer_number(table, seat) < len(table.board.spaces) - 6 else 0
            )
        case Combat():
            return COMBAT + 0.3 * table.has(seat, COMBAT_POINTS)
        case Pay(cost, then):
            return 0 if why_not_pay(table, seat, cost) else worth(table, seat, then) - 1.5
        case OneOf(options):
            return max(worth(table, seat, option) for option in options)
        case Reading(_, readings):
            return worth(table, seat, readings[0][1])
        case Synergy() | Marker() | FlagBonus() | TakeQuest():
            return SYNERGY
        case FulfilQuest():
            return 4.0
        case Sail():
            return 3.0
        case FiguresOnCard(income):
            return income * table.has(seat, FIGURES) * scorings(table) * 0.3
        case BuyCard():
            return VILLAGE_ACTION
    return 0.0


def scorings(table: Table) -> int:
    return ROUNDS - table.scored


# ------------------------------------------------------------------------------------------- cards


def worth_of_card(table: Table, seat: Seat, card: ProjectCard) -> float:
    """Points at the end, income until then, and what its effects will bring."""
    return card.vp + sum(worth_of_effect(table, seat, effect) for effect in card.effects)


def worth_of_effect(table: Table, seat: Seat, effect: Any) -> float:
    left = scorings(table)
    match effect:
        case Income("vp", n, synergy):
            return n * left * (1.0 if synergy in (None, *table.player(seat).synergies) else 0.5)
        case Income("doubloons", n, synergy):
            sure = synergy in (None, *table.player(seat).synergies)
            return (n * (left - 1) * VP_OF["doubloons"] + 0.4 * n) * (1.0 if sure else 0.5)
        case Now(steps):
            return worth(table, seat, steps)
        case Permanent("discount", n):
            return n * left * 1.2
        case Permanent():
            return 0.8 * left
        case VillageAction() | Manoeuvre():
            return 0.7 * left
        case Assistant(steps):
            return (0.5 * worth(table, seat, steps) + 1.0) * left
    return 0.0


def bargain(table: Table, seat: Seat, card: ProjectCard) -> float:
    """What a card is worth beyond its price; later doubloons are worth less and less."""
    cost = price(table, seat, card.price.doubloons) * (0.55 if scorings(table) > 1 else 0.15)
    if card.price.figure:
        cost += VP_OF["figures"]
    cost += VP_OF["combat_points"] * card.price.cost.combat_points
    cost += 0.8 * (card.price.cost.same_goods + len(card.price.cost.goods))
    return worth_of_card(table, seat, card) - cost


def worth_of_building(table: Table, seat: Seat, building: Building) -> float:
    growth = 1 + 0.4 * (scorings(table) - 1)
    points = building_points(table, seat, building) * growth + SYNERGY
    return points - price(table, seat, building.doubloons) * 0.5 - VP_OF["figures"]


# ----------------------------------------------------------------------------------- where to sail


def worth_of_course(table: Table, seat: Seat, course: Course) -> float:
    """The best main action there, and the assistants that are left behind."""
    movement, table.movement = table.movement, course.cost
    best = best_action(table, seat, course.end)
    table.movement = movement
    return best - HURRY * course.cost - 0.5 * course.toll


def best_action(table: Table, seat: Seat, place_id: str) -> float:
    promised = [0.0]
    city = city_at(table, place_id)
    if city:
        promised.append(worth_of_city(table, seat, place_id, city))
    elif is_village(table, place_id):
        promised.append(VILLAGE_ACTION * actions_for(table, seat) + purse_full(table, seat))
    tile = table.quest(quest_at(place_id))
    if tile and not why_not_fulfil(table, seat, tile):
        promised.append(worth_of_quest(table, seat, tile))
    for card, at in table.player(seat).assistants.items():
        if at == place_id:
            promised.append(worth(table, seat, assistant_steps(card)) - 1)
    return max(promised)


def purse_full(table: Table, seat: Seat) -> float:
    """Many doubloons want to be spent."""
    return min(table.has(seat, DOUBLOONS), 20) * 0.12


def worth_of_city(table: Table, seat: Seat, place_id: str, city: City) -> float:
    deliver = 0.0
    if city.good and table.delivered.get(place_id, 0) < city.spaces:
        known = [card for card in table.cards(hand(seat)) if card.good == city.good]
        deliver = DISC if known else 0.4 * DISC
    last = 3.0 if kind_of(table, place_id) == "homeward" else 0.0
    return worth(table, seat, city.steps) + deliver - last


def worth_of_quest(table: Table, seat: Seat, tile: Quest | StoryTile) -> float:
    return worth(table, seat, terms(table, tile).reward) + 2.0


# ---------------------------------------------------------------------------------------- answers


def worth_of_upgrade(_table: Table, _seat: Seat, upgrade: Upgrade) -> float:
    return len(LIKED_UPGRADES) - LIKED_UPGRADES.index(upgrade.id)


def worth_of_way(table: Table, seat: Seat, way: Way) -> float:
    """As far as possible, a little for the reward, more for a quest that can be fulfilled."""
    space = table.board.space(way.end)
    found = STEP * way.steps + 0.7 * worth(table, seat, space.steps)
    tile = table.quest(trail_quest(way.end)) if space.quest else None
    if tile and not why_not_fulfil(table, seat, tile):
        found += worth_of_quest(table, seat, tile)
    return found


def worth_of_claim(table: Table, _seat: Seat, claim: Claim) -> float:
    """The hard way at once; the easy one only when time runs out."""
    _, level = claim
    return 50.0 if level == "hard" or table.round == ROUNDS else -1.0


def worth_of_village_action(table: Table, seat: Seat, ability: Ability) -> float:
    assert isinstance(ability.action, VillageAction)
    return worth(table, seat, ability.action.steps)


def worth_of_nation(table: Table, seat: Seat, nation: str, _value: Any) -> float:
    """Where one has influence already, and where the ranks will be worth most."""
    room = table.board.influence_length - table.has(seat, nation)
    return (table.has(seat, nation) + 0.8 * table.empty_cells(nation) + 0.1) * (room > 0)


def worth_of_side(table: Table, seat: Seat, nation: str, _value: Any) -> float:
    token = table.battle.token if table.battle else None
    value = combat_value(table, token, nation)
    terms_of_side = 0.0
    if token:
        side = token.sides[nation]
        terms_of_side = worth(table, seat, side.gain) - 0.5 * side.cost.doubloons
    return value + terms_of_side + 0.3 * worth_of_nation(table, seat, nation, None)


def worth_of_manoeuvre(table: Table, seat: Seat, _rest: str, value: Any) -> float:
    _, attack, _ = value
    return worth(table, seat, attack.then) + 2.0


def worth_of_boost(table: Table, seat: Seat, what: str, _value: Any) -> float:
    """Combat points are for combat: as long as they make a place possible."""
    battle = table.battle
    assert battle is not None
    wanted = 4 if "city" not in battle.done else 2
    short = wanted - battle.value
    enough = table.has(seat, COMBAT_POINTS) + table.has(seat, FIGURES) - 1
    if 0 < short <= enough:
        return 1.0 if what == "combat_point" else 0.5
    return -1.0


def worth_of_drawing(table: Table, seat: Seat, card: ProjectCard) -> float:
    """A card of the market is worth its doubloon if it is a bargain that can be paid."""
    left = table.has(seat, DOUBLOONS) - price(table, seat, card.price.doubloons)
    return bargain(table, seat, card) - 3.5 if left > 0 else -1.0


_BY_VALUE: Mapping[type, Callable[[Table, Seat, Any], float]] = {
    Course: worth_of_course,
    Upgrade: worth_of_upgrade,
    Way: worth_of_way,
    Claim: worth_of_claim,
    Ability: worth_of_village_action,
    Building: worth_of_building,
    Quest: worth_of_quest,
    StoryTile: worth_of_quest,
    Deliver: lambda *_: 20.0,
    Send: lambda table, seat, value: worth(table, seat, assistant_steps(value.card)),
    Plan: lambda *_: -5.0,
}

_BY_VERB: Mapping[str, Callable[[Table, Seat, str, Any], float]] = {
    "buy": lambda table, seat, _, card: bargain(table, seat, card),
    "market": lambda table, seat, _, card: worth_of_drawing(table, seat, card),
    "planned": lambda table, seat, _, card: worth_of_drawing(table, seat, card) + 0.5,
    "nation": worth_of_nation,
    "fight": worth_of_side,
    "manoeuvre": worth_of_manoeuvre,
    "add": worth_of_boost,
    "option": lambda table, seat, _, steps: worth(table, seat, steps),
    "city": lambda table, seat, *_: best_action(table, seat, table.player(seat).ship) + 0.1,
    "village": lambda table, seat, *_: (
        VILLAGE_ACTION * actions_for(table, seat) + purse_full(table, seat)
    ),
    "points": lambda *_: 2.0,
    "amount": lambda table, _seat, _, n: n if scorings(table) > 1 else -n,
    "pay": lambda *answer: float(answer[-1]),
    "site": lambda *answer: float(answer[-1]),
    "quest": lambda *answer: float(answer[-1]),
    MUSTER: lambda *_: -1.0,
    "give_up": lambda *_: -9.0,
    "stay": lambda *_: 0.1,
    "discard": lambda table, seat, _, card: -bargain(table, seat, card),
    "done": lambda *_: 0.2,
    "none": lambda *_: 0.2,
    "keep": lambda *_: 0.0,
    "plan": lambda *_: 0.0,
}
