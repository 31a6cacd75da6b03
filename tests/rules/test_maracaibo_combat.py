"""Maracaibo: combat. Named after the sentences of the rulebook."""

from __future__ import annotations

import pytest

from rules.maracaibo.places import COMBAT_PILE
from rules.maracaibo.table import Table
from rules.maracaibo.tiles import COMBAT_TOKENS
from rules.maracaibo.trees import NATIONS
from rules.match import Match
from tests.rules.at_the_table import (
    keys,
    play,
    where,
    why_not,
)
from tests.rules.maracaibo_table import (
    at_table,
    card_with,
    doing,
    give,
    has,
    hire,
    own,
    reasons,
    sail_to,
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
    """France has 6 and costs 2 doubloons; influence, a combat point and a figure, then a city."""

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
    assert "It takes combat value 6, there is 4" in why_not(match, f"manoeuvre:city:{FLAG}")
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
    assert why_not(match, "manoeuvre:influence:2") == "Each manoeuvre is possible once in a combat"
    assert why_not(match, "manoeuvre:influence:5") == "Each manoeuvre is possible once in a combat"


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
    assert why_not(match, "fight:france") == "It costs 2 doubloons, Red has 1"
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
    assert why_not(match, "add:figure") == "Red has no figure in the supply"


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
    assert "value 5, there is 4" in why_not(match, "manoeuvre:u07:6")
    play(match, "add:combat_point manoeuvre:u07:6")
    assert match.table.markers["6"] == "england"
    assert has(match, "england") == 1
    assert reasons(match, "doubloons")[-2:] == [
        (3, "Assistants of Red in the village taken"),
        (1, "Assistants of Blue in the village taken"),
    ]


def test_a_card_brings_points_for_every_marker_displaced() -> None:
    def prepare(table: Table) -> None:
        own(table, card_with('permanent = "displace_vp", n = 3'))
        table.markers[FLAG] = "spain"
        give(table, "combat_points", 8)

    match = doing('do = "combat"', prepare)
    play(match, f"turn:{token_with(england=4)} fight:england add:combat_point add:combat_point")
    play(match, f"manoeuvre:city:{FLAG}")
    assert (3, "Displaced an ownership marker") in reasons(match, "vp")


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
    assert why_not(match, f"manoeuvre:{card.id}:1") == "It needs the synergy token crown"
    match = doing('do = "combat"', prepare)
    before = has(match, "doubloons")
    play(match, f"turn:{token_with(england=4)} fight:england manoeuvre:{card.id}:1")
    assert (has(match, "doubloons") - before, has(match, "vp")) == (3, 2)


def test_a_combat_is_fought_where_the_ship_lies_in_maracaibo() -> None:
    match = at_table(lambda table: sail_to(table, "10"))
    play(match, f"sail:11 city turn:{token_with(england=4)} fight:england")
    play(match, "manoeuvre:influence:2 end_combat")
    assert has(match, "england") == 1
    assert match.table.tokens(match.seats[0]) == 1
