"""What things are worth to a player who knows Maracaibo, in points, as rules of thumb.

Everything here is a guess: what an effect brings now, and what a card brings until the end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Any

from rules.flow import Seat
from rules.maracaibo.actions.buying import NOTHING, price
from rules.maracaibo.actions.exploring import Way, ways
from rules.maracaibo.actions.hands import objects_to_discard, why_not_pay
from rules.maracaibo.actions.income import ROUNDS
from rules.maracaibo.actions.influence import next_rank
from rules.maracaibo.actions.map_now import flags
from rules.maracaibo.actions.needs import why_not_needs
from rules.maracaibo.actions.quests import terms
from rules.maracaibo.actions.supply import count
from rules.maracaibo.names import COMBAT_POINTS, DOUBLOONS, FIGURES
from rules.maracaibo.pieces import Building, ProjectCard, Quest, StoryTile
from rules.maracaibo.places import planning, quest_at, trail_quest
from rules.maracaibo.printed.board import Board, Upgrade
from rules.maracaibo.printed.nodes import (
    NATIONS,
    Assistant,
    Attack,
    BuyCard,
    Combat,
    Cost,
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
    Needs,
    Now,
    OneOf,
    Pay,
    Permanent,
    Raid,
    Rank,
    RulingChoice,
    Sail,
    Synergy,
    TakeQuest,
    VillageAction,
    VillageActions,
)
from rules.maracaibo.scoring import building_points, majority_bonus
from rules.maracaibo.table import Table

DOUBLOON, COMBAT_POINT, FIGURE, CARD = 0.84, 0.5, 1.2, 0.4
"""What one of each is worth."""
DISC, STEP, COMBAT, SYNERGY, QUEST, MARKER, SAIL = 4.5, 0.6, 7.5, 1.8, 4.8, 1.6, 3.6
VILLAGE_ACTION = 1.1
STORY = 1.5
"""That the story goes on: people want to know how."""
BARRIER = {"red": 4.0, "blue": 3.0, "green": 3.0}
UNUSED = 1.7
"""What an assistant brings that is not used."""
POWERS = {
    "discount": 2.0,
    "compass": 1.2,
    "explore_plus": 1.5,
    "object": 0.8,
    "combat_start": 1.5,
    "nation_combat": 1.0,
    "figure_to_combat": 0.3,
    "displace_vp": 0.6,
    "visit_vp": 1.2,
    "visit_doubloons": 1.2,
    "steal_on_jump": 0.3,
    "village_actions_improved": 3.0,
    "hand_limit": 0.5,
    "free_market": 1.0,
}
"""What a permanent effect brings in a round."""
NEW_ACTION, NEW_MANOEUVRE = 0.85, 1.2


@dataclass
class Mind:
    """What one player sees and holds."""

    table: Table
    seat: Seat
    hand: Sequence[ProjectCard]
    influence: dict[tuple[str, int], float] = field(default_factory=dict)
    """What steps with a nation, or with any, are worth, as far as that was asked before."""
    trails: dict[int, list[Way]] = field(default_factory=dict)

    @property
    def rounds(self) -> int:
        """Scorings still to come."""
        return ROUNDS - self.table.scored

    @property
    def board(self) -> Board:
        return self.table.board

    def has(self, what: str) -> int:
        return self.table.has(self.seat, what)

    def price(self, doubloons: int) -> int:
        return price(self.table, self.seat, doubloons)

    def can_pay(self, cost: Cost, hand: Sequence[ProjectCard]) -> bool:
        """Whoever holds the hand knows."""
        if cost == NOTHING:
            return True
        if why_not_pay(self.table, self.seat, cost) or len(hand) < cost.hand:
            return False
        if not cost.takes_cards:
            return True
        goods = Counter(card.good for card in hand)
        if cost.same_goods > max(goods.values(), default=0):
            return False
        things = Counter(card.object for card in hand)
        wanted = Counter(objects_to_discard(self.table, self.seat, cost))
        return Counter(cost.goods) <= goods and wanted <= things

    def meets(self, needs: Needs) -> bool:
        return why_not_needs(self.table, self.seat, needs) is None

    def ways(self, most: int) -> list[Way]:
        """Where the explorer could go, worked out once."""
        if most not in self.trails:
            self.trails[most] = ways(self.table, self.seat, most)
        return self.trails[most]

    @cached_property
    def shopping(self) -> list[tuple[float, int]]:
        """The bargains within reach and what each costs, the best first."""
        cards = [*self.hand, *self.table.cards(planning(self.seat))]
        found = [(bargain(self, card), self.price(card.price.doubloons)) for card in cards]
        found += (
            (worth_of_building(self, building), self.price(building.doubloons))
            for building in self.table.buildings()
            if building not in self.table.player(self.seat).invested and self.has(FIGURES)
        )
        return sorted(found, reverse=True)

    @cached_property
    def best_ability(self) -> float:
        """The best village action that buys nothing, and can be done again and again."""
        return max(
            worth(self, ability.action.steps)
            for ability in self.table.player(self.seat).village
            if isinstance(ability.action, VillageAction)
            and not isinstance(ability.action.steps[0], BuyCard)
            and not ability.action.last
        )

    @cached_property
    def expected_cells(self) -> dict[str, float]:
        """How often a rank with each nation will count at the end."""
        table, growth = self.table, 0.7 * self.rounds
        return {
            nation: min(table.empty_cells(nation) + growth, 7) + majority_bonus(table, nation)
            for nation in NATIONS
        }

    def village_actions(self, n: int) -> float:
        """Bargains as long as the doubloons last, then whatever else there is."""
        total, purse = 0.0, self.has(DOUBLOONS)
        for gain, cost in self.shopping:
            if n and cost <= purse and gain > self.best_ability:
                total, purse, n = total + gain, purse - cost, n - 1
        return total + n * self.best_ability


# ----------------------------------------------------------------------------------------- effects


def worth(mind: Mind, steps: Sequence[Any]) -> float:
    return sum(worth_of(mind, node) for node in steps)


def worth_of(mind: Mind, node: Any) -> float:
    """What an effect brings if it happens now."""
    table, seat = mind.table, mind.seat
    match node:
        case Gain(what, n, per):
            return worth_of_goods(mind, what, n * (count(table, seat, per) if per else 1))
        case Influence(who, n):
            return worth_of_influence(mind, who, n)
        case Rank():
            return max(worth_of_rank(mind, nation) for nation in NATIONS)
        case Discs(n):
            return DISC * n
        case VillageActions(n, per):
            return VILLAGE_ACTION * n * (count(table, seat, per) if per else 1)
        case Explore(n):
            most = n + table.power(seat, "explore_plus")
            return max((worth_of_way(mind, way) for way in mind.ways(most)), default=0.0)
        case Combat():
            return COMBAT + 0.3 * mind.has(COMBAT_POINTS)
        case Pay(cost, then):
            paid = worth(mind, then) - worth_of_cost(cost)
            return max(0.0, paid) if mind.can_pay(cost, mind.hand) else 0.0
        case OneOf(options):
            return max(worth(mind, option) for option in options)
        case RulingChoice(_, readings):
            return worth(mind, readings[0][1])
        case Synergy(kind):
            return 0.0 if kind in table.player(seat).synergies else SYNERGY
        case Marker() | FlagBonus() | TakeQuest() | Raid():
            return MARKER
        case FulfilQuest(where):
            here = table.quests_at(quest_at(table.player(seat).ship))
            tiles = here if where == "here" else table.player(seat).quest_on.values()
            return QUEST if any(can_fulfil(mind, tile) for tile in tiles) else 0.0
        case Sail():
            return SAIL
        case FiguresOnCard(income):
            each = income * (mind.rounds - 1) * DOUBLOON - FIGURE
            return max(0.0, each) * mind.has(FIGURES)
        case BuyCard():
            return VILLAGE_ACTION
    return 0.0


def worth_of_goods(mind: Mind, what: str, n: int) -> float:
    if what == COMBAT_POINTS:
        return COMBAT_POINT * min(n, mind.board.combat_points_most - mind.has(COMBAT_POINTS))
    if what == FIGURES:
        return FIGURE * min(n, mind.table.player(mind.seat).reserve)
    return DOUBLOON * n if what == DOUBLOONS else float(n)


def worth_of_cost(cost: Cost) -> float:
    cards = cost.same_goods + len(cost.goods) + len(cost.objects) + 2 * cost.hand
    counted = DOUBLOON * cost.doubloons + COMBAT_POINT * cost.combat_points
    return counted + FIGURE * cost.figures + CARD * cards


def worth_of_influence(mind: Mind, who: str, n: int) -> float:
    found = mind.influence.get((who, n))
    if found is None:
        if who in NATIONS:
            found = sum(worth_of_step(mind, who, ahead) for ahead in range(n))
        else:
            found = max(worth_of_influence(mind, nation, n) for nation in NATIONS)
        mind.influence[who, n] = found
    return found


def worth_of_step(mind: Mind, nation: str, ahead: int) -> float:
    """A part of the next rank, which counts as often as the nation will have empty cells."""
    influence = mind.has(nation) + ahead
    banners = [0, *mind.board.ranks[nation]]
    gap = next((to - at for at, to in pairwise(banners) if influence < to), 0)
    if not gap:
        return float(
            mind.board.influence_overflow_vp if influence >= mind.board.influence_length else 0
        )
    return mind.expected_cells[nation] / gap + 0.2


def worth_of_rank(mind: Mind, nation: str) -> float:
    return mind.expected_cells[nation] if next_rank(mind.table, mind.seat, nation) else 0.0


def worth_of_marker(mind: Mind, nation: str) -> float:
    """Another marker is half a cell more, for everybody's rank."""
    table = mind.table
    own = table.rank(mind.seat, nation)
    others = max(table.rank(side, nation) for side in table.everyone if side is not mind.seat)
    return MARKER + 0.5 * own - 0.2 * others


def worth_of_attack(mind: Mind, attack: Attack, nation: str, target: str | None) -> float:
    found = 0.0
    for node in attack.then:
        match node:
            case Influence(_, n):
                found += worth_of_influence(mind, nation, n)
            case Marker():
                found += worth_of_marker(mind, nation)
            case FlagBonus() if target is not None:
                found += worth(mind, flags(mind.table)[target])
            case _:
                found += worth_of(mind, node)
    return found


def worth_of_way(mind: Mind, way: Way) -> float:
    """Steps, barriers, the reward, and a quest that can be fulfilled."""
    table, space = mind.table, mind.board.space(way.end)
    found = STEP * len(way.path) + worth(mind, space.steps)
    found += sum(BARRIER.get(mind.board.space(entered).barrier or "", 0.0) for entered in way.path)
    tile = table.quest(trail_quest(way.end)) if space.quest else None
    if tile and can_fulfil(mind, tile):
        # Its reward may be exploring again, so it is not weighed in full.
        found += 2 * QUEST
    if space.end:
        found += mind.board.explorer_end_vp[len(table.arrived)]
    return found


def can_fulfil(mind: Mind, tile: Quest | StoryTile) -> bool:
    quest = terms(mind.table, tile)
    return mind.meets(quest.needs) and mind.can_pay(quest.cost, mind.hand)


def worth_of_quest(mind: Mind, tile: Quest | StoryTile) -> float:
    quest = terms(mind.table, tile)
    found = worth(mind, quest.reward) - worth_of_cost(quest.cost) + QUEST
    return found + STORY if isinstance(tile, StoryTile) else found


# ------------------------------------------------------------------------------------------- cards


def bargain(mind: Mind, card: ProjectCard) -> float:
    """What a card is worth beyond its price; nothing if it cannot be had.

    In the last round doubloons are of little other use.
    """
    left = [other for other in mind.hand if other is not card]
    wanted = card.price
    if not mind.can_pay(wanted.cost, left) or not mind.meets(wanted.needs):
        return -1.0
    cost = mind.price(wanted.doubloons) * (DOUBLOON if mind.rounds > 1 else DOUBLOON / 3)
    if wanted.figure:
        cost += FIGURE
    return worth_of_card(mind, card) - cost - worth_of_cost(wanted.cost)


def worth_of_card(mind: Mind, card: ProjectCard) -> float:
    """Points at the end, income until then, and what its effects will bring."""
    return card.vp + sum(worth_of_effect(mind, effect) for effect in card.effects)


def worth_of_effect(mind: Mind, effect: Any) -> float:
    left = mind.rounds
    match effect:
        case Income(track, n, synergy):
            each = left if track == "vp" else (left - 1) * DOUBLOON + 0.4
            had = synergy is None or synergy in mind.table.player(mind.seat).synergies
            return n * each * (1.0 if had else 0.4)
        case Now(steps):
            return worth(mind, steps)
        case Permanent(kind, n):
            return POWERS[kind] * (1 if kind == "hand_limit" else n) * left
        case VillageAction():
            return NEW_ACTION * left
        case Manoeuvre(_, needs):
            return NEW_MANOEUVRE * left * (1.0 if mind.meets(needs) else 0.4)
        case Assistant(steps):
            return max(UNUSED, 0.5 * worth(mind, steps)) * left
    return 0.0


def worth_of_building(mind: Mind, building: Building) -> float:
    """Its points grow with the rounds to come; its synergy token counts as well."""
    points = building_points(mind.table, mind.seat, building) * (1 + 0.35 * (mind.rounds - 1))
    cost = mind.price(building.doubloons) * (DOUBLOON if mind.rounds > 1 else DOUBLOON / 3)
    token = 0.0 if building.synergy in mind.table.player(mind.seat).synergies else SYNERGY
    first = not any(building in player.invested for player in mind.table.players)
    return points + token + (mind.board.first_investor_vp if first else 0) - cost - FIGURE


def worth_of_upgrade(mind: Mind, upgrade: Upgrade) -> float:
    """What it does, more so if only one disc is left; and what it makes possible."""
    found = sum(worth_of_effect(mind, effect) for effect in upgrade.effects)
    onward = any(upgrade.id in other.requires for other in mind.board.upgrades.values())
    found += 2.0 * onward
    return found if mind.table.player(mind.seat).discs[upgrade.id] == 1 else 0.7 * found
