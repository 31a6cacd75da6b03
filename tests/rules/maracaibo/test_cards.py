"""Maracaibo: buying cards, prestige buildings, quests, compasses and careers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from rules.maracaibo.actions.buying import price
from rules.maracaibo.pieces import BUILDINGS, CAREERS, PROJECTS, QUESTS, edition
from rules.maracaibo.places import (
    career,
    combat_tokens,
    planning,
    quest_at,
    quest_row,
    trail_quest,
)
from rules.maracaibo.printed.catalogue import Use, kind_of
from rules.maracaibo.printed.nodes import Explore
from rules.maracaibo.table import Table
from rules.match import Match
from tests.rules.at_the_table import (
    keys,
    play,
    where,
    why_not,
)
from tests.rules.maracaibo.the_table import (
    Prepare,
    at_table,
    card_with,
    difference,
    doing,
    explorer_to,
    give,
    goods,
    has,
    hire,
    hold,
    hold_unknown,
    income_card,
    objects,
    own,
    put,
    reasons,
    sail_to,
    state,
)


def buying(card: str, prepare: Prepare | None = None, **given: int) -> Match[Table]:
    """Red has one village action, 30 doubloons and this card in hand."""

    def ready(table: Table) -> None:
        give(table, "doubloons", 30)
        for what, n in given.items():
            give(table, what, n)
        hold(table, card)
        if prepare:
            prepare(table)

    return doing("village_actions = 1", ready)


def priced(**wanted: object) -> str:
    """A card whose price has this part."""
    for card in PROJECTS.values():
        parts = {
            "figure": card.price.figure,
            "goods": card.price.cost.goods,
            "same_goods": card.price.cost.same_goods,
            "combat_points": card.price.cost.combat_points,
        }
        if all(parts[name] == value for name, value in wanted.items()):
            return card.id
    raise AssertionError(wanted)


# --------------------------------------------------------------------------------------- buying


def test_a_card_costs_its_doubloons_and_comes_into_the_display() -> None:
    card, income = income_card()
    match = buying(card.id)
    play(match, f"buy:{card.id}")
    assert has(match, "doubloons") == 30 - card.price.doubloons
    assert where(match, card.id) == "display:red"
    assert has(match, "doubloon_income") == 8 + income
    assert (-card.price.doubloons, f"Bought {card.name}") in reasons(match, "doubloons")


def test_the_last_doubloons_can_be_spent() -> None:
    card, _ = income_card()
    match = buying(card.id, doubloons=card.price.doubloons)
    play(match, f"buy:{card.id}")
    assert has(match, "doubloons") == 0


def test_who_has_too_few_doubloons_cannot_buy() -> None:
    card, _ = income_card()
    match = buying(card.id, doubloons=1)
    assert why_not(match, f"buy:{card.id}") == (
        f"Costs {card.price.doubloons} doubloons, Red has 1"
    )


def test_cards_are_bought_from_the_planning_area_too() -> None:
    card, _ = income_card()

    def prepare(table: Table) -> None:
        give(table, "doubloons", 30)
        put(table, card.id, planning(table.seats[0]))

    match = doing("village_actions = 1", prepare)
    assert f"buy:{card.id}" in keys(match)
    play(match, f"buy:{card.id}")
    assert where(match, card.id) == "display:red"


def test_a_card_that_lies_elsewhere_cannot_be_bought() -> None:
    card, _ = income_card()
    match = doing("village_actions = 1", lambda table: hold(table, card.id, seat=1))
    assert "is elsewhere: Blue's hand" in why_not(match, f"buy:{card.id}")


def test_an_unseen_card_can_be_bought_from_an_unknown_hand() -> None:
    card, _ = income_card()

    def prepare(table: Table) -> None:
        give(table, "doubloons", 30)
        hold_unknown(table, 1)

    match = doing("village_actions = 1", prepare)
    play(match, f"buy:{card.id}")
    assert where(match, card.id) == "display:red"


def test_discounts_add_up_and_never_go_below_nothing() -> None:
    match = doing("vp = 0")
    table, red = match.table, match.seats[0]
    for card in PROJECTS.values():
        if card.id.startswith(("project/master-builder", "project/master-mason")):
            own(table, card)
    assert table.power(red, "discount") == 8
    assert price(table, red, 9) == 1
    assert price(table, red, 5) == 0


def test_discounts_hold_for_investments_too() -> None:
    def prepare(table: Table) -> None:
        own(table, card_with('permanent = "discount", n = 2'))

    match = buying(goods("rum", 1)[0], prepare)
    (building,) = match.table.buildings()
    play(match, f"invest:{building.id}")
    assert has(match, "doubloons") == 30 - building.doubloons + 2


def test_a_figure_for_the_supply_goes_back_to_the_general_supply() -> None:
    card = priced(figure="supply")
    match = buying(card)
    reserve = match.table.player(match.seats[0]).reserve
    play(match, f"buy:{card}")
    assert has(match, "figures") == 1
    assert match.table.player(match.seats[0]).reserve == reserve + 1


def test_a_figure_for_the_card_stays_there() -> None:
    card = priced(figure="card")
    match = buying(card)
    play(match, f"buy:{card}")
    player = match.table.player(match.seats[0])
    assert (has(match, "figures"), player.parked) == (1, 1)


def test_a_figure_for_a_location_becomes_an_assistant_there() -> None:
    card = card_with("assistant = [{ vp = 3 }, { doubloons = 5 }]")
    match = buying(card.id)
    play(match, f"buy:{card.id}")
    assert match.table.player(match.seats[0]).assistants == {card: card.price.location}
    assert has(match, "figures") == 1


@pytest.mark.parametrize("figure", ["supply", "card", "location"])
def test_without_a_figure_such_a_card_cannot_be_bought(figure: str) -> None:
    card = priced(figure=figure)
    match = buying(card, figures=0)
    assert why_not(match, f"buy:{card}") == "Red has no figure left"


def test_three_herbs_are_discarded_for_a_card_that_asks_for_them() -> None:
    card = priced(goods=("herbs", "herbs", "herbs"))
    herbs = [each for each in goods("herbs", 4) if each != card][:3]
    match = buying(card, lambda table: hold(table, *herbs))
    play(match, f"buy:{card} " + " ".join(f"discard:{herb}" for herb in herbs))
    assert where(match, card) == "display:red"
    assert match.table.places.count("hand:red") == 0


def test_three_equal_goods_are_discarded_for_a_card_that_asks_for_them() -> None:
    card = priced(same_goods=3)
    sugar = [each for each in goods("sugar", 4) if each != card][:3]
    match = buying(card, lambda table: hold(table, *sugar))
    play(match, f"buy:{card} " + " ".join(f"discard:{each}" for each in sugar))
    assert where(match, card) == "display:red"


def test_a_purchase_that_cannot_be_paid_in_cards_after_all_is_taken_back() -> None:
    card = priced(same_goods=3)
    match = buying(card, lambda table: hold_unknown(table, 3))
    play(match, f"buy:{card} give_up")
    assert where(match, card) == "hand:red"
    assert has(match, "doubloons") == 30
    assert match.table.village_left == 1


def test_combat_points_are_paid_for_a_card_that_asks_for_them() -> None:
    card = priced(combat_points=2)
    match = buying(card)
    assert why_not(match, f"buy:{card}") == "Costs 2 combat points, Red has 1"
    match = buying(card, combat_points=3)
    play(match, f"buy:{card} nation:france")
    assert has(match, "combat_points") == 1


def test_a_nation_must_own_three_places_for_a_card_that_asks_for_it() -> None:
    card = next(card for card in PROJECTS.values() if card.price.needs.markers)
    assert card.price.needs.markers is not None
    nation, number = card.price.needs.markers
    match = buying(card.id)
    assert why_not(match, f"buy:{card.id}").endswith(f"needs {number} markers on the map, has 1")

    def prepare(table: Table) -> None:
        table.markers |= {"1": nation, "2": nation}

    assert f"buy:{card.id}" in keys(buying(card.id, prepare))


def test_a_card_is_not_discarded_for_itself() -> None:
    """Three herbs are needed beside the card that is bought, whatever it shows itself."""
    card = next(
        card
        for card in PROJECTS.values()
        if card.price.cost.same_goods == 3 and card.good == "herbs"
    )
    herbs = [each for each in goods("herbs", 4) if each != card.id]
    match = buying(card.id, lambda table: hold(table, *herbs[:2]))
    assert why_not(match, f"buy:{card.id}") == ("Red cannot have 3 cards with the same good")
    match = buying(card.id, lambda table: hold(table, *herbs[:3]))
    assert f"buy:{card.id}" in keys(match)

    def unknown(table: Table, number: int) -> None:
        give(table, "doubloons", 30)
        hold_unknown(table, number)

    match = doing("village_actions = 1", lambda table: unknown(table, 3))
    assert "cannot have 3 cards" in why_not(match, f"buy:{card.id}")
    match = doing("village_actions = 1", lambda table: unknown(table, 4))
    assert f"buy:{card.id}" in keys(match)


@pytest.mark.parametrize(
    ("setting", "location", "points"),
    [
        ("points", "behind", 2),
        ("points", "here", 2),
        ("points", "ahead", 0),
        ("nothing", "behind", 0),
        ("nothing", "here", 0),
        ("nothing", "ahead", 0),
    ],
)
def test_an_assistant_placed_where_the_ship_has_been_counts_as_unused_or_not(
    setting: str, location: str, points: int
) -> None:
    card = card_with("assistant = [{ vp = 3 }, { doubloons = 5 }]")
    assert card.price.location == "6"

    def prepare(table: Table) -> None:
        give(table, "doubloons", 30)
        hold(table, card.id)
        sail_to(table, {"behind": "8", "here": "5", "ahead": "0"}[location])

    match = at_table(prepare, assistants_behind=setting)
    play(match, {"behind": "sail:9", "here": "sail:6", "ahead": "sail:1"}[location])
    play(match, f"village buy:{card.id}")
    play(match, "rest")
    while match.choice and match.choice.who.index < 0:
        match.take(match.choice.legal()[0])
    play(match, "sail:1 none rest")
    if location == "behind":
        assert has(match, "vp") == 0, "only with the next sailing the place is left behind"
        play(match, "sail:10 none")
    assert has(match, "vp") == points


@pytest.mark.parametrize(("setting", "points"), [("nothing", 0), ("points", 2)])
def test_an_assistant_bought_in_the_scoring_brings_points_only_from_the_next_round(
    setting: str, points: int
) -> None:
    """It can be used from the next turn on: it was neither passed by nor out of reach before."""
    card = card_with("assistant = [{ vp = 3 }, { doubloons = 5 }]")

    def prepare(table: Table) -> None:
        give(table, "doubloons", 30)
        hold(table, card.id)
        sail_to(table, "20")

    match = at_table(prepare, assistants_behind=setting)
    play(match, "sail:21a none")
    while match.choice and match.table.phase != "scoring":
        match.take(match.choice.legal()[0])
    play(match, f"buy:{card.id}")
    while match.choice and (match.choice.who.index < 0 or match.table.phase == "scoring"):
        match.take(match.choice.legal()[0])
    assert match.table.round == 2
    assert sum(n for n, why in reasons(match, "vp") if "Unused" in why) == points
    assert match.table.player(match.seats[0]).assistants == {card: "6"}


# ----------------------------------------------------------------------------- prestige buildings


def test_investing_costs_doubloons_and_a_figure_and_brings_the_synergy_token() -> None:
    match = buying(goods("rum", 1)[0])
    (building,) = match.table.buildings()
    play(match, f"invest:{building.id}")
    player = match.table.player(match.seats[0])
    assert has(match, "doubloons") == 30 - building.doubloons
    assert (has(match, "figures"), player.parked) == (1, 1)
    assert player.synergies == [building.synergy]
    assert player.invested == [building]


def test_the_first_to_invest_gets_2_points() -> None:
    match = buying(goods("rum", 1)[0])
    (building,) = match.table.buildings()
    play(match, f"invest:{building.id}")
    assert has(match, "vp") == 2

    def somebody_was_first(table: Table) -> None:
        table.player(table.seats[1]).invested.append(building)

    match = buying(goods("rum", 1)[0], somebody_was_first)
    play(match, f"invest:{building.id}")
    assert has(match, "vp") == 0


def test_everybody_invests_only_once_in_a_building() -> None:
    def prepare(table: Table) -> None:
        table.player(table.seats[0]).invested.append(table.buildings()[0])

    match = buying(goods("rum", 1)[0], prepare)
    (building,) = match.table.buildings()
    assert why_not(match, f"invest:{building.id}") == "Red has already invested"


def test_investing_takes_enough_doubloons_and_a_figure() -> None:
    (building,) = buying(goods("rum", 1)[0]).table.buildings()
    match = buying(goods("rum", 1)[0], doubloons=building.doubloons - 1)
    assert why_not(match, f"invest:{building.id}") == (
        f"Costs {building.doubloons} doubloons, Red has {building.doubloons - 1}"
    )
    match = buying(goods("rum", 1)[0], figures=0)
    assert why_not(match, f"invest:{building.id}") == ("Red has no figure left")


def test_only_open_buildings_can_be_invested_in() -> None:
    match = buying(goods("rum", 1)[0])
    (opened,) = match.table.buildings()
    others = {f"invest:{key}" for key in BUILDINGS if key != opened.id}
    assert not others & keys(match)


# ---------------------------------------------------------------------------------------- quests


def at_quest(quest: str, prepare: Prepare | None = None, start: str = "8") -> Match[Table]:
    """The ship has come to village 9, where this quest lies."""

    def ready(table: Table) -> None:
        sail_to(table, start)
        put(table, quest, quest_at("9"))
        if prepare:
            prepare(table)

    match = at_table(ready)
    play(match, "sail:9")
    return match


def quest_with(**cost: object) -> str:
    for tile in QUESTS.values():
        if all(getattr(tile.cost, name) == value for name, value in cost.items()):
            return tile.id
    raise AssertionError(cost)


def test_a_quest_is_paid_rewarded_and_kept() -> None:
    match = at_quest("quest/11")
    play(match, "quest:quest/11")
    assert (has(match, "doubloons"), has(match, "vp")) == (6, 3)
    assert where(match, "quest/11") == "quests:red"
    assert not match.table.places[quest_at("9")], "no new quest comes to its place"


def test_compasses_multiply_the_rewards_of_quests() -> None:
    def prepare(table: Table) -> None:
        own(table, card_with('permanent = "compass"'))

    match = at_quest("quest/11", prepare)
    play(match, "quest:quest/11")
    assert has(match, "vp") == 6


def test_a_quest_that_cannot_be_paid_completely_cannot_be_fulfilled() -> None:
    match = at_quest("quest/11", lambda table: give(table, "doubloons", 1))
    assert why_not(match, "quest:quest/11") == "Costs 2 doubloons, Red has 1"


def test_a_quest_may_need_four_movement_points() -> None:
    quest = next(tile.id for tile in QUESTS.values() if tile.needs.movement)
    match = at_quest(quest)
    assert why_not(match, f"quest:{quest}") == ("Needs 4 movement points this turn, Red spent 1")
    match = at_quest(quest, start="5")
    assert f"quest:{quest}" in keys(match)


def test_goods_and_objects_for_a_quest_come_from_the_hand_only() -> None:
    quest = quest_with(goods=("sugar", "cotton"))
    sugar, cotton = goods("sugar", 1)[0], goods("cotton", 1)[0]

    def prepare(table: Table) -> None:
        hold(table, sugar)
        put(table, cotton, planning(table.seats[0]))

    match = at_quest(quest, prepare)
    assert "Red cannot have enough cards" in why_not(match, f"quest:{quest}")
    match = at_quest(quest, lambda table: hold(table, sugar, cotton))
    play(match, f"quest:{quest} discard:{sugar} discard:{cotton}")
    assert where(match, quest) == "quests:red"


def test_a_figure_for_a_quest_goes_to_the_general_supply() -> None:
    quest = quest_with(figures=1)
    match = at_quest(quest)
    reserve = match.table.player(match.seats[0]).reserve
    play(match, f"quest:{quest}")
    assert match.table.player(match.seats[0]).reserve == reserve + 1


def test_a_quest_given_up_goes_back_to_its_place() -> None:
    quest = quest_with(goods=("sugar", "cotton"))
    match = at_quest(quest, lambda table: hold_unknown(table, 2))
    play(match, f"quest:{quest} give_up")
    assert where(match, quest) == "quest:9"
    assert "village" in keys(match), "another main action may be chosen"


@pytest.mark.parametrize(("before", "points"), [(2, 0), (3, 4), (4, 2), (5, 2)])
def test_the_fourth_quest_brings_4_points_and_later_ones_2(before: int, points: int) -> None:
    def prepare(table: Table) -> None:
        for number in range(20, 20 + before):
            put(table, f"quest/{number}", quest_row(table.seats[0]))

    match = at_quest("quest/12", prepare)
    play(match, "quest:quest/12")
    assert has(match, "vp") == points + 1
    assert has(match, "combat_points") == 3


def two_treasures(table: Table) -> None:
    hold(table, *objects("treasure", 2))


def sugar_and_cotton(table: Table) -> None:
    hold(table, *goods("sugar", 1), *goods("cotton", 1))


@dataclass(frozen=True)
class Toll:
    """A quest, who can pay for it and who cannot, and all that changes by it."""

    quest: str
    change: dict[str, int]
    reason: str
    poor: Prepare
    rich: Prepare = lambda _: None
    answers: str = ""
    start: str = "8"


QUEST_COSTS = {
    "qcost_combat_points": Toll(
        "quest/02",
        {"combat_points": -2, "doubloons": 2, "vp": 3},
        "Costs 2 combat points, Red has 1",
        lambda table: give(table, "combat_points", 1),
        lambda table: give(table, "combat_points", 3),
    ),
    "qcost_objects": Toll(
        "quest/05",
        {"hand": -2, "doubloons": 1, "vp": 3},
        "Red cannot have enough cards with treasure",
        lambda table: hold(table, *objects("treasure", 1)),
        two_treasures,
        " ".join(f"discard:{card}" for card in objects("treasure", 2)),
    ),
    "qcost_doubloons": Toll(
        "quest/11",
        {"doubloons": -2, "vp": 3},
        "Costs 2 doubloons, Red has 1",
        lambda table: give(table, "doubloons", 1),
    ),
    "qcost_movement_min": Toll(
        "quest/14",
        {"vp": 2},
        "Needs 4 movement points this turn, Red spent 3",
        lambda table: sail_to(table, "6"),
        start="5",
    ),
    "qcost_figure": Toll(
        "quest/17",
        {"figures": -1, "reserve": 1, "doubloons": 2, "vp": 3},
        "Costs 1 figure, Red has 0",
        lambda table: give(table, "figures", 0),
    ),
    "qcost_goods": Toll(
        "quest/19",
        {"hand": -2, "doubloons": 3, "vp": 2},
        "Red cannot have enough cards with cotton",
        lambda table: hold(table, *goods("sugar", 2)),
        sugar_and_cotton,
        " ".join(f"discard:{card}" for card in (*goods("sugar", 1), *goods("cotton", 1))),
    ),
}


@pytest.mark.parametrize("kind", QUEST_COSTS)
def test_a_quest_is_fulfilled_by_those_who_can_pay_all_of_its_cost(kind: str) -> None:
    toll = QUEST_COSTS[kind]
    parts = {**rows_of(toll.quest).get("cost", {}), **rows_of(toll.quest).get("needs", {})}
    assert [kind_of(Use("quest_cost", {name: n}, "test")) for name, n in parts.items()] == [kind]
    match = at_quest(toll.quest, toll.poor, toll.start)
    assert why_not(match, f"quest:{toll.quest}") == toll.reason
    match = at_quest(toll.quest, toll.rich, toll.start)
    before = state(match)
    play(match, f"quest:{toll.quest} {toll.answers}")
    assert difference(before, state(match)) == {**toll.change, "quests": 1}


def rows_of(quest: str) -> dict[str, Any]:
    """A quest tile as the edition writes it."""
    written = edition().rows("quests.tiles")
    return next(dict(row) for row in written if f"quest/{row['id']}" == quest)


def test_a_card_that_stands_for_an_object_pays_for_quests_and_stays() -> None:
    card = card_with('permanent = "object", of = "treasure"')
    (treasure,) = objects("treasure", 1)

    def prepare(table: Table) -> None:
        own(table, card)
        hold(table, treasure)

    match = at_quest("quest/05", prepare)
    play(match, f"quest:quest/05 discard:{treasure}")
    assert where(match, "quest/05") == "quests:red"
    assert where(match, card.id) == "display:red"


def test_planned_cards_are_no_objects() -> None:
    one, other = objects("treasure", 2)

    def prepare(table: Table) -> None:
        hold(table, one)
        put(table, other, planning(table.seats[0]))

    match = at_quest("quest/05", prepare)
    assert "Red cannot have enough cards" in why_not(match, "quest:quest/05")


def test_a_quest_whose_reward_leads_to_another_one_keeps_its_number() -> None:
    """The fourth tile lets explore; on the way a fifth one is fulfilled: 4 points and 2."""
    quest = next(
        tile.id for tile in QUESTS.values() if tile.cost.goods and Explore(2) in tile.reward
    )
    cards = [goods(good, 1)[0] for good in QUESTS[quest].cost.goods]

    def prepare(table: Table) -> None:
        for number in (1, 3, 4):
            put(table, f"quest/{number:02}", quest_row(table.seats[0]))
        for tile in list(table.places[trail_quest("5")]):
            table.places.move(tile, trail_quest("5"), "box")
        put(table, "quest/11", trail_quest("5"))
        explorer_to(table, "4")
        hold(table, *cards)

    match = at_quest(quest, prepare)
    play(match, f"quest:{quest} " + " ".join(f"discard:{card}" for card in cards))
    play(match, "explore:5 quest:yes")
    assert [line for line in reasons(match, "vp") if "ulfilled" not in line[1]] == [
        (2, "Quest row, tile 5"),
        (4, "Quest row, tile 4"),
    ]


def test_four_movement_points_for_a_quest_are_those_of_the_last_sailing() -> None:
    """An assistant lets the ship sail on; the other reading counts the whole turn."""
    pilot = card_with("assistant = [{ vp = 3 }, { sail = [1, 3] }]")
    assert pilot.price.location == "4"

    def prepare(table: Table) -> None:
        hire(table, pilot)
        put(table, "quest/14", quest_at("6"))
        sail_to(table, "1")

    way = f"sail:4 assistant:{pilot.id} sail:6"
    match = at_table(prepare)
    play(match, way)
    assert why_not(match, "quest:quest/14").endswith("Red spent 2")
    match = at_table(prepare, quest_movement="turn")
    play(match, way)
    assert "quest:quest/14" in keys(match)
    play(match, "village")
    assert match.table.village_left == 1, "village actions count the last sailing in any case"


# --------------------------------------------------------------------------------------- careers


def tokens(table: Table, number: int) -> None:
    for token in range(1, number + 1):
        put(table, f"combat/{token:02}", combat_tokens(table.seats[0]))


def quests(table: Table, number: int) -> None:
    for quest in range(20, 20 + number):
        put(table, f"quest/{quest}", quest_row(table.seats[0]))


def upgrades(table: Table, number: int) -> None:
    discs = table.player(table.seats[0]).discs
    discs.update(dict.fromkeys(list(discs)[:number], 0))


def assistants(table: Table, number: int) -> None:
    cards = [card for card in PROJECTS.values() if card.price.location][:number]
    table.player(table.seats[0]).assistants = dict.fromkeys(cards, "12")


def two_nations(table: Table, number: int) -> None:
    give(table, "spain", number)
    give(table, "france", number)


REACH: dict[str, Callable[[Table, int], None]] = {
    "combat_tokens": tokens,
    "quest_tiles": quests,
    "influence_one": lambda table, n: give(table, "spain", n),
    "influence_two": two_nations,
    "upgrades": upgrades,
    "synergy_tokens": lambda table, n: table.player(table.seats[0]).synergies.extend(
        ["anchor", "tools", "scales", "crown"][:n]
    ),
    "assistants": assistants,
}


@pytest.mark.parametrize("kind", [*REACH, "barrier"])
@pytest.mark.parametrize("level", ["easy", "hard"])
def test_a_task_is_claimed_when_its_goal_is_reached(kind: str, level: str) -> None:
    card, number = next(
        (card, number)
        for card in CAREERS.values()
        for number, task in enumerate(card.tasks)
        if task.easy.kind == kind
    )
    goal = getattr(card.tasks[number], level)

    def prepare(table: Table, short: bool) -> None:
        for lying in list(table.places[career(table.seats[0])]):
            table.places.move(lying, career(table.seats[0]), "box")
        put_career(table, card.id)
        if kind == "barrier":
            table.player(table.seats[0]).barriers += [] if short else [goal.colour]
        else:
            REACH[kind](table, goal.n - short)
        sail_to(table, "8")

    key = f"career:{number + 1}:{level}"
    match = at_table(lambda table: prepare(table, True))
    play(match, "sail:9")
    assert why_not(match, key)
    match = at_table(lambda table: prepare(table, False))
    play(match, f"sail:9 {key}")
    assert has(match, "doubloons") == 8 + goal.doubloons
    assert has(match, "vp") == goal.vp
    assert has(match, "figures") == 3, "the figure of the task is one's own now"
    assert f"career:{number + 1}:easy" not in keys(match), "each task only once"


def put_career(table: Table, card: str) -> None:
    """Whoever has the career, and wherever it lies unseen."""
    piece = CAREERS[card]
    lies = table.places.where(piece)
    if lies is None:
        table.places.turn_up(piece, "box", career(table.seats[0]))
    else:
        table.places.move(piece, lies, career(table.seats[0]))


def test_all_three_tasks_bring_2_doubloons_and_2_points_more() -> None:
    def prepare(table: Table) -> None:
        red = table.seats[0]
        table.player(red).tasks = ["easy", "", "hard"]
        give(table, "spain", 14)
        give(table, "france", 14)
        upgrades(table, 12)
        tokens(table, 5)
        table.player(red).barriers += ["red", "blue", "green"]
        sail_to(table, "8")

    match = at_table(prepare)
    play(match, "sail:9 career:2:easy")
    assert reasons(match, "vp")[-1] == (2, "Career: all three tasks, admiral")
    assert reasons(match, "doubloons")[-1][0] == 2
    assert not [key for key in keys(match) if key.startswith("career")]
    assert match.table.career(match.seats[0]) is None, "the card leaves the game"
    assert match.table.player(match.seats[0]).tasks == ["easy", "easy", "hard"]
