"""Maracaibo: combat. Named after the sentences of the rulebook."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from rules.maracaibo.actions.combat import nation_menu
from rules.maracaibo.pieces import COMBAT_TOKENS
from rules.maracaibo.places import COMBAT_PILE, career, trail_quest
from rules.maracaibo.printed.board import board
from rules.maracaibo.printed.catalogue import kind_of, printed
from rules.maracaibo.printed.nodes import NATIONS, Explore
from rules.maracaibo.table import Table
from rules.match import Match
from tests.rules.at_the_table import (
    keys,
    play,
    where,
    why_not,
)
from tests.rules.maracaibo.the_table import (
    at_table,
    card_with,
    difference,
    doing,
    explorer_to,
    give,
    has,
    hire,
    own,
    put,
    reasons,
    sail_to,
    state,
)

FLAG, OTHER_FLAG = "3", "5"


def fighting(token: str, **given: int) -> Match[Table]:
    """A combat in which a token was just turned up."""

    def prepare(table: Table) -> None:
        for what, n in given.items():
            give(table, what, n)

    match = doing('do = "combat"', prepare)
    play(match, f"turn:{token}")
    return match


def token_with(**sides: int) -> str:
    """A token with these values, and no modifier."""
    return next(
        token.id
        for token in COMBAT_TOKENS.values()
        if not token.most
        and not token.fewest
        and all(token.sides[nation].value == value for nation, value in sides.items())
    )


def test_the_worked_example_alex_fights_for_france() -> None:
    """France 6 for 2 doubloons; influence, a combat point and a figure, then a city."""

    def prepare(table: Table) -> None:
        give(table, "doubloons", 10)
        give(table, "combat_points", 3)
        give(table, "figures", 2)
        table.markers[FLAG] = "spain"
        table.rows["spain"] -= 1

    match = doing('do = "combat"', prepare)
    play(match, "turn:combat/01 fight:france")
    assert has(match, "doubloons") == 8
    assert match.table.battle is not None
    assert match.table.battle.value == 6
    play(match, "manoeuvre:influence:2")
    assert (has(match, "france"), match.table.battle.value) == (1, 4)
    assert "Takes combat value 6, 4 left" in why_not(match, f"manoeuvre:city:{FLAG}")
    play(match, "add:combat_point add:figure")
    assert (has(match, "combat_points"), has(match, "figures")) == (2, 1)
    assert match.table.battle.value == 6
    before = match.table.rows["france"]
    play(match, f"manoeuvre:city:{FLAG}")
    assert has(match, "france") == 2
    assert match.table.markers[FLAG] == "france"
    assert match.table.rows["france"] == before - 1
    assert match.table.battle.value == 0
    assert (4, "Flag of Puerto Plata (3)") in reasons(match, "doubloons")
    play(match, "end_combat")
    assert where(match, "combat/01") == "combat_tokens:red"


def test_each_manoeuvre_is_possible_only_once_in_a_combat() -> None:
    match = fighting(token_with(england=4), combat_points=8)
    play(match, "fight:england manoeuvre:influence:2")
    assert why_not(match, "manoeuvre:influence:2") == "Only once per combat"
    assert why_not(match, "manoeuvre:influence:5") == "Only once per combat"


def test_influence_costs_2_for_one_step_or_5_for_two() -> None:
    match = fighting("combat/01", doubloons=5)
    play(match, "fight:france manoeuvre:influence:5 end_combat")
    assert has(match, "france") == 2


def test_an_empty_flag_costs_4_and_brings_influence_and_its_bonus() -> None:
    match = fighting(token_with(england=4))
    play(match, "fight:england manoeuvre:city:5")
    assert match.table.markers["5"] == "england"
    assert has(match, "england") == 1
    assert (4, "Flag of Santo Domingo (5)") in reasons(match, "vp")


def test_only_places_of_other_nations_can_be_displaced() -> None:
    def prepare(table: Table) -> None:
        table.markers[FLAG] = "england"
        give(table, "combat_points", 8)

    match = doing('do = "combat"', prepare)
    play(match, f"turn:{token_with(england=4)} fight:england add:combat_point add:combat_point")
    assert why_not(match, f"manoeuvre:city:{FLAG}") == "It belongs to England already"


def test_a_village_is_no_city_and_cannot_be_taken_without_the_upgrade() -> None:
    match = fighting(token_with(england=4))
    play(match, "fight:england")
    assert not [key for key in keys(match) if key.endswith(":1")]


def test_the_cost_of_a_nation_must_be_paid() -> None:
    match = fighting("combat/01", doubloons=1)
    assert why_not(match, "fight:france") == "Costs 2 doubloons, Red has 1"
    assert keys(match) == {"fight:england", "fight:spain"}


def test_a_figure_of_the_token_can_be_used_at_once() -> None:
    token = next(
        token.id
        for token in COMBAT_TOKENS.values()
        if "figures" in repr(token.sides["france"].gain)
    )
    match = fighting(token, figures=0)
    play(match, "fight:france")
    assert has(match, "figures") == 1
    play(match, "add:figure")
    assert has(match, "figures") == 0


def test_figures_and_combat_points_are_added_one_for_one_and_never_come_back() -> None:
    match = fighting(token_with(england=4), combat_points=1, figures=1)
    play(match, "fight:england add:combat_point add:figure")
    assert match.table.battle is not None
    assert match.table.battle.value == 6
    assert why_not(match, "add:combat_point") == "Red has no combat point left"
    assert why_not(match, "add:figure") == "Red has no figure left"


@pytest.mark.parametrize(
    ("markers", "most", "fewest"),
    [
        ({"france": 3, "england": 2, "spain": 1}, "france", "spain"),
        ({"france": 3, "england": 3, "spain": 1}, None, "spain"),
        ({"france": 3, "england": 1, "spain": 1}, "france", None),
        ({"france": 2, "england": 2, "spain": 2}, None, None),
    ],
)
def test_modifiers_apply_to_the_one_nation_with_most_or_fewest_markers(
    markers: dict[str, int], most: str | None, fewest: str | None
) -> None:
    token = next(token for token in COMBAT_TOKENS.values() if token.most and token.fewest)
    assert (token.most, token.fewest) == (-2, 3)

    def prepare(table: Table) -> None:
        owners = [nation for nation, n in markers.items() for _ in range(n)]
        table.markers = {f"place {number}": owner for number, owner in enumerate(owners)}
        give(table, "doubloons", 9)

    for nation in NATIONS:
        match = doing('do = "combat"', prepare)
        play(match, f"turn:{token.id} fight:{nation}")
        change = {most: -2, fewest: 3}.get(nation, 0)
        assert match.table.battle is not None
        assert match.table.battle.value == max(0, token.sides[nation].value + change)


def test_with_both_piles_used_up_every_nation_has_value_3() -> None:
    def prepare(table: Table) -> None:
        table.places.pass_on(COMBAT_PILE, "box", table.places.count(COMBAT_PILE))

    match = doing('do = "combat"', prepare)
    assert keys(match) == {"fight:france", "fight:england", "fight:spain"}
    play(match, "fight:spain")
    assert match.table.battle is not None
    assert match.table.battle.value == 3


def test_a_nation_without_markers_takes_nothing() -> None:
    def prepare(table: Table) -> None:
        table.rows["england"] = 0

    match = doing('do = "combat"', prepare)
    play(match, f"turn:{token_with(england=4)} fight:england")
    assert why_not(match, "manoeuvre:city:5") == "England has no ownership marker left"


def test_cards_add_a_combat_point_before_each_combat_up_to_8() -> None:
    def prepare(table: Table) -> None:
        own(table, card_with('permanent = "combat_start"'))
        give(table, "combat_points", 7)

    match = doing('do = "combat"; do = "combat"', prepare)
    assert has(match, "combat_points") == 8
    play(match, "turn:combat/05 fight:england end_combat")
    assert has(match, "combat_points") == 8


def test_cards_for_a_nation_add_two_combat_points_when_fighting_for_it() -> None:
    def prepare(table: Table) -> None:
        own(table, card_with('permanent = "nation_combat", n = 2, of = "england"'))

    match = doing('do = "combat"; do = "combat"', prepare)
    play(match, "turn:combat/05 fight:spain")
    assert has(match, "combat_points") == 1
    play(match, "end_combat turn:combat/16 fight:france end_combat")
    match = doing('do = "combat"', prepare)
    play(match, "turn:combat/05 fight:england")
    assert has(match, "combat_points") == 3


def test_the_upgrade_lets_take_villages_and_pays_for_assistants_there() -> None:
    """2 for an empty village, 5 for one of another nation; own assistants 3, others' 1."""
    mine = card_with("assistant = [{ vp = 3 }, { doubloons = 5 }]")
    theirs = card_with("assistant = [{ combat_points = 2 }, { sail = [1, 3] }]")
    village = mine.price.location
    assert village == "6"

    def prepare(table: Table) -> None:
        table.player(table.seats[0]).discs["U07"] = 1
        hire(table, mine)
        hire(table, theirs, seat=1)
        table.player(table.seats[1]).assistants[theirs] = "6"
        table.markers["6"] = "spain"
        give(table, "combat_points", 8)

    match = doing('discs = 1; do = "combat"', prepare)
    play(match, f"disc:u07 turn:{token_with(england=4)} fight:england")
    assert "manoeuvre:u07:1" in keys(match)
    assert "value 5, 4 left" in why_not(match, "manoeuvre:u07:6")
    play(match, "add:combat_point manoeuvre:u07:6")
    assert match.table.markers["6"] == "england"
    assert has(match, "england") == 1
    assert reasons(match, "doubloons")[-2:] == [
        (3, "Red's assistants in San Juan (6)"),
        (1, "Blue's assistants in San Juan (6)"),
    ]


def test_a_card_brings_points_for_every_marker_displaced() -> None:
    def prepare(table: Table) -> None:
        own(table, card_with('permanent = "displace_vp", n = 3'))
        table.markers[FLAG] = "spain"
        give(table, "combat_points", 8)

    match = doing('do = "combat"', prepare)
    play(match, f"turn:{token_with(england=4)} fight:england add:combat_point add:combat_point")
    play(match, f"manoeuvre:city:{FLAG}")
    assert (3, "Displaced Spain in Puerto Plata (3)") in reasons(match, "vp")
    match = doing('do = "combat"', prepare)
    play(match, f"turn:{token_with(england=4)} fight:england manoeuvre:city:4 disc:u01")
    assert reasons(match, "vp") == [], "an empty place is not displaced"


def test_a_card_sells_influence_and_points_for_2_once_for_each_card() -> None:
    one = card_with(
        'manoeuvre = [{ value = 2, then = [{ influence = 1, with = "fighting" }, { vp = 2 }] }]'
    )
    other = card_with(
        'manoeuvre = [{ value = 2, then = [{ influence = 1, with = "fighting" }, { vp = 3 }] }]'
    )

    def prepare(table: Table) -> None:
        own(table, one)
        own(table, other)

    match = doing('do = "combat"', prepare)
    play(match, f"turn:{token_with(england=4)} fight:england")
    play(match, f"manoeuvre:{one.id}:2 manoeuvre:{other.id}:2")
    assert (has(match, "england"), has(match, "vp")) == (2, 5)


def test_a_card_pays_3_doubloons_and_2_points_for_1_with_its_synergy_token() -> None:
    card = card_with(
        "manoeuvre = [{ value = 1, then = [{ doubloons = 3 }, { vp = 2 }] }], "
        'needs = { synergy = "crown" }'
    )

    def prepare(table: Table) -> None:
        own(table, card)
        table.player(table.seats[0]).synergies.append("crown")

    match = doing('do = "combat"', lambda table: own(table, card))
    play(match, f"turn:{token_with(england=4)} fight:england")
    assert why_not(match, f"manoeuvre:{card.id}:1") == "Needs synergy token crown"
    match = doing('do = "combat"', prepare)
    before = has(match, "doubloons")
    play(match, f"turn:{token_with(england=4)} fight:england manoeuvre:{card.id}:1")
    assert (has(match, "doubloons") - before, has(match, "vp")) == (3, 2)


@dataclass(frozen=True)
class Part:
    """Fighting for a nation with a token: its value then, and all that changes by it."""

    token: str
    nation: str
    value: int
    change: dict[str, int]
    owners: str = "france england spain"
    """Whose markers lie on the map."""


TOKEN_PARTS = {
    "token_doubloons": Part("combat/03", "france", 2, {"doubloons": 4}),
    "token_influence": Part("combat/01", "spain", 2, {"spain": 1}),
    "token_vp": Part("combat/02", "england", 2, {"vp": 3}),
    "token_figure": Part("combat/06", "france", 3, {"figures": 1, "reserve": -1}),
    "token_mod_most_markers": Part("combat/24", "england", 2, {}, "england england spain france"),
    "token_mod_fewest_markers": Part("combat/25", "spain", 7, {}, "england france"),
}


@pytest.mark.parametrize("kind", TOKEN_PARTS)
def test_the_chosen_nation_brings_what_its_side_of_the_token_shows(kind: str) -> None:
    part = TOKEN_PARTS[kind]
    assert kind in [
        kind_of(use) for use in printed() if use.owner == f"combat token {part.token[-2:]}"
    ]

    def prepare(table: Table) -> None:
        owners = part.owners.split()
        table.markers = {f"place {number}": owner for number, owner in enumerate(owners)}

    match = doing('do = "combat"', prepare)
    before = state(match)
    play(match, f"turn:{part.token} fight:{part.nation}")
    assert match.table.battle is not None
    assert match.table.battle.value == part.value
    assert difference(before, state(match)) == part.change


def test_without_a_figure_in_the_general_supply_the_token_brings_none() -> None:
    def prepare(table: Table) -> None:
        table.player(table.seats[0]).reserve = 0

    match = doing('do = "combat"', prepare)
    play(match, "turn:combat/06 fight:france")
    assert has(match, "figures") == 2


def test_a_displaced_marker_leaves_the_game() -> None:
    def prepare(table: Table) -> None:
        table.markers[FLAG] = "spain"
        table.rows["spain"] -= 1
        give(table, "combat_points", 8)

    match = doing('do = "combat"', prepare)
    rows = dict(match.table.rows)
    play(match, f"turn:{token_with(england=4)} fight:england add:combat_point add:combat_point")
    play(match, f"manoeuvre:city:{FLAG}")
    assert match.table.rows == {**rows, "england": rows["england"] - 1}
    assert list(match.table.markers.values()).count("spain") == 1, "only the one of the set-up"


def test_a_city_is_taken_only_once_in_a_combat_whether_it_was_empty_or_not() -> None:
    def prepare(table: Table) -> None:
        table.markers[FLAG] = "spain"
        give(table, "combat_points", 8)

    match = doing('do = "combat"', prepare)
    play(match, f"turn:{token_with(england=4)} fight:england")
    play(match, f"manoeuvre:city:{OTHER_FLAG}" + 8 * " add:combat_point")
    for flag in (FLAG, "4"):
        assert why_not(match, f"manoeuvre:city:{flag}") == ("Only once per combat")


def test_what_is_left_of_the_value_is_lost_and_all_manoeuvres_are_possible_again() -> None:
    match = doing('do = "combat"; do = "combat"')
    play(match, "turn:combat/05 fight:france manoeuvre:influence:2 end_combat")
    assert has(match, "combat_points") == 1
    play(match, "turn:combat/16 fight:france")
    assert match.table.battle is not None
    assert match.table.battle.value == 4
    assert "manoeuvre:influence:2" in keys(match)


def fought(match: Match[Table]) -> tuple[str, int] | None:
    battle = match.table.battle
    return (battle.nation, battle.value) if battle else None


def test_a_combat_that_a_flag_leads_to_is_fought_before_the_first_goes_on() -> None:
    """The flag lets explore, the quest there brings a combat of its own."""
    flag = next(key for key, place in board().locations.items() if place.flag == (Explore(1),))

    def prepare(table: Table) -> None:
        for tile in list(table.places[trail_quest("5")]):
            table.places.move(tile, trail_quest("5"), "box")
        put(table, "quest/13", trail_quest("5"))
        explorer_to(table, "4")
        give(table, "combat_points", 2)

    match = doing('do = "combat"', prepare)
    play(match, "turn:combat/05 fight:spain add:combat_point")
    play(match, f"manoeuvre:city:{flag} explore:5 quest:yes turn:combat/16 fight:france")
    assert fought(match) == ("france", 4)
    play(match, "manoeuvre:influence:2 end_combat")
    assert fought(match) == ("spain", 2)
    assert "Only once per combat" in why_not(match, "manoeuvre:city:3")
    play(match, "manoeuvre:influence:2 end_combat")
    assert [has(match, nation) for nation in ("spain", "france")] == [2, 1]
    assert fought(match) is None
    assert match.table.tokens(match.seats[0]) == 2


def test_without_a_token_nobody_keeps_one() -> None:
    def prepare(table: Table) -> None:
        table.places.pass_on(COMBAT_PILE, "box", table.places.count(COMBAT_PILE))

    match = doing('do = "combat"', prepare)
    play(match, "fight:spain manoeuvre:influence:2 end_combat")
    assert (has(match, "spain"), match.table.tokens(match.seats[0])) == (1, 0)


def test_who_can_pay_for_no_nation_withdraws() -> None:
    match = doing('do = "combat"', lambda table: give(table, "doubloons", 0))
    token = COMBAT_TOKENS["combat/01"]
    dear = replace(token, england=token.france, spain=token.france)
    red = match.seats[0]
    legal = [option.key for option in nation_menu(match.table, red, dear) if not option.blocked]
    assert legal == ["withdraw"]
    legal = [option.key for option in nation_menu(match.table, red, token) if not option.blocked]
    assert legal == ["fight:england", "fight:spain"]


def test_the_token_counts_as_ones_own_only_after_the_combat() -> None:
    match = fighting("combat/05")
    play(match, "fight:france")
    assert match.table.tokens(match.seats[0]) == 0
    play(match, "end_combat")
    assert match.table.tokens(match.seats[0]) == 1


def test_a_task_claimed_in_the_middle_of_a_combat_can_pay_for_the_nation() -> None:
    """Free actions are possible during the main action: the figure and the doubloons help."""

    def prepare(table: Table) -> None:
        red = table.seats[0]
        for lying in list(table.places[career(red)]):
            table.places.move(lying, career(red), "box")
        put(table, "career/1", career(red))
        give(table, "doubloons", 0)
        give(table, "spain", 5)

    match = doing('do = "combat"', prepare)
    play(match, "turn:combat/01")
    assert why_not(match, "fight:france") == "Costs 2 doubloons, Red has 0"
    play(match, "career:2:easy fight:france")
    assert (has(match, "doubloons"), has(match, "figures")) == (1, 3)


def test_a_village_of_the_fighting_nation_and_cities_are_no_villages_to_take() -> None:
    def prepare(table: Table) -> None:
        table.player(table.seats[0]).discs["U07"] = 1

    match = doing('discs = 1; do = "combat"', prepare)
    play(match, f"disc:u07 turn:{token_with(england=4)} fight:england")
    assert why_not(match, "manoeuvre:u07:7") == "It belongs to England already"
    villages = {key.rpartition(":")[2] for key in keys(match) if key.startswith("manoeuvre:u07")}
    assert villages == {"1", "2", "9", "12", "15", "16", "17", "18", "19"}


def test_taking_a_village_brings_no_flag_bonus_and_can_be_done_besides_a_city() -> None:
    def prepare(table: Table) -> None:
        table.player(table.seats[0]).discs["U07"] = 1
        give(table, "combat_points", 2)

    match = doing('discs = 1; do = "combat"', prepare)
    play(match, f"disc:u07 turn:{token_with(england=4)} fight:england")
    play(match, "manoeuvre:u07:1 add:combat_point add:combat_point manoeuvre:city:5")
    assert has(match, "england") == 2
    assert reasons(match, "vp") == [(4, "Flag of Santo Domingo (5)")]


def test_a_combat_is_fought_where_the_ship_lies_in_maracaibo() -> None:
    match = at_table(lambda table: sail_to(table, "10"))
    play(match, f"sail:11 city turn:{token_with(england=4)} fight:england")
    play(match, "manoeuvre:influence:2 end_combat")
    assert has(match, "england") == 1
    assert match.table.tokens(match.seats[0]) == 1
