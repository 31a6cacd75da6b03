"""Maracaibo: interim scoring, the new round, final scoring and who wins."""

from __future__ import annotations

import pytest

from rules.maracaibo.actions.income import advance_income
from rules.maracaibo.pieces import BUILDINGS, PROJECTS
from rules.maracaibo.places import combat_tokens, display, hand, location, planning, quest_row
from rules.maracaibo.printed.board import board
from rules.maracaibo.printed.catalogue import kind_of, printed
from rules.maracaibo.printed.nodes import NATIONS, Income
from rules.maracaibo.scoring import building_points, final_lines, majority_bonus, standing
from rules.maracaibo.table import Table
from rules.match import Match
from tests.rules.at_the_table import (
    keys,
    play,
    where,
    why_not,
)
from tests.rules.maracaibo.the_table import (
    GIVEN,
    Prepare,
    at_table,
    card_with,
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
    question,
    reasons,
    sail_to,
)


def ending(prepare: Prepare | None = None, seats: int = 2, round_: int = 1) -> Match[Table]:
    """Red has ended the round; everybody chooses now."""

    def ready(table: Table) -> None:
        table.round = round_
        table.scored = round_ - 1
        sail_to(table, "20" if round_ < 4 else "21b")
        if prepare:
            prepare(table)

    match = at_table(ready, seats)
    play(match, ("sail:21a" if round_ < 4 else "sail:22") + " none")
    if "end_phase" in keys(match):
        play(match, "end_phase")
    if "rest" in keys(match):
        play(match, "rest")
    return match


def finish(match: Match[Table]) -> None:
    """Answer what the table is still asked, always with the first thing possible."""
    while match.choice is not None and match.choice.who.index < 0:
        match.take(match.choice.legal()[0])


# --------------------------------------------------------------------------------- interim scoring


def test_step_1_goes_clockwise_from_whoever_ended_the_round() -> None:
    match = ending(seats=3)
    colours = []
    while match.choice and match.choice.who.index >= 0:
        colours.append(match.choice.who.colour)
        play(match, "points")
    assert colours == ["red", "blue", "green"]
    assert [has(match, "vp", seat) for seat in range(3)] == [2, 2, 2]


def test_who_buys_in_step_1_draws_up_again() -> None:
    card, income = income_card()

    def prepare(table: Table) -> None:
        give(table, "doubloons", 20)
        hold(table, card.id)

    match = ending(prepare)
    play(match, f"buy:{card.id}")
    assert question(match) == "Draw 1 card"
    play(match, "rest points")
    assert has(match, "vp") == 0
    finish(match)
    assert has(match, "doubloons") == 20 - card.price.doubloons + 8 + income, (
        "it counts for the income"
    )


def test_a_building_can_be_invested_in_instead() -> None:
    match = ending(lambda table: give(table, "doubloons", 20))
    (building,) = match.table.buildings()
    play(match, f"invest:{building.id}")
    assert match.choice is not None
    assert match.choice.who.colour == "blue"


def test_income_is_paid_in_doubloons_and_points() -> None:
    def prepare(table: Table) -> None:
        give(table, "doubloon_income", 22)
        give(table, "vp_income", 5)

    match = ending(prepare)
    play(match, "points points")
    assert (22, "Doubloon income") in reasons(match, "doubloons")
    assert (5, "Points track") in reasons(match, "vp")
    assert has(match, "vp") == 7, "points beside the doubloon track count only at the end"


def test_markets_are_emptied_and_the_display_is_laid_out_anew() -> None:
    def prepare(table: Table) -> None:
        table.delivered = {"3": 1, "10": 1}

    match = ending(prepare)
    before = [card for n in range(1, 5) for card in match.table.places[f"market:{n}"]]
    play(match, "points points")
    assert match.table.delivered == {}
    assert all(where(match, card.id) == "discard" for card in before)
    finish(match)
    assert sum(match.table.places.count(f"market:{n}") for n in range(1, 5)) == 4


def test_the_next_prestige_building_is_opened() -> None:
    match = ending()
    assert len(match.table.buildings()) == 1
    play(match, "points points")
    finish(match)
    assert len(match.table.buildings()) == 2


def test_the_story_card_brings_new_quests() -> None:
    """Card 75 after the first round: to 6 and 12 with three players, also to 16 with four."""
    for seats, locations in ((3, ["6", "12"]), (4, ["6", "12", "16"])):
        match = ending(seats=seats)
        for _ in range(seats):
            play(match, "points")
        finish(match)
        assert all(match.table.quest(f"quest:{place}") for place in locations)


def test_all_ships_return_to_havana_and_the_left_neighbour_begins() -> None:
    match = ending(lambda table: sail_to(table, "13", seat=1), seats=3)
    play(match, "points points points")
    finish(match)
    table = match.table
    assert [player.ship for player in table.players] == ["0", "0", "0"]
    assert where(match, "ship/blue") == location("0")
    assert (table.round, table.first, table.active) == (2, match.seats[1], match.seats[1])


def test_assistants_not_reached_in_the_round_bring_2_points_each() -> None:
    """Once in a round: those already paid for, or used, bring nothing more."""
    clerk = card_with("assistant = [{ vp = 3 }, { doubloons = 5 }]")
    scout = card_with("assistant = [{ doubloons = 2 }, { explore = 3 }]")

    def prepare(table: Table) -> None:
        hire(table, clerk, seat=1)
        hire(table, scout, seat=1)
        table.player(table.seats[1]).settled.append(scout)

    match = ending(prepare)
    play(match, "points points")
    assert reasons(match, "vp", seat=1)[-1] == (2, f"Unused assistant: {clerk.name}")
    assert has(match, "vp", seat=1) == 4
    finish(match)
    assert match.table.player(match.seats[1]).settled == []


# ----------------------------------------------------------------------------------- final scoring


def alex(table: Table) -> None:
    """The example of the rulebook, with cards and buildings worth 34 points."""
    red, blue = table.seats
    give(table, "doubloon_income", 18)
    give(table, "vp_income", 9)
    assert board().doubloon_track_vp(18) == 4
    points = 0
    for card in PROJECTS.values():
        if card.deck == "B" and card.vp and points + card.vp <= 34 and not card.price.figure:
            put(table, card.id, display(red))
            points += card.vp
    assert points == 34
    owners = ["france"] * 4 + ["spain"] * 4 + ["england"] * 2
    table.markers = {f"place {number}": nation for number, nation in enumerate(owners)}
    table.rows = {"france": 13 - 7, "spain": 13 - 5, "england": 13 - 3}
    ranks = {rank: step for step, rank in board().ranks["france"].items()}
    for nation, rank in (("france", 2), ("spain", 3), ("england", 1)):
        give(table, nation, ranks[rank])
        give(table, nation, ranks[rank] + 1, seat=1)
    for seat in (red, blue):
        table.player(seat).settled = []


def test_the_worked_example_alex_scores_76_points() -> None:
    match = doing("vp = 0", alex)
    table, red = match.table, match.seats[0]
    assert {nation: table.empty_cells(nation) for nation in NATIONS} == {
        "france": 4,
        "england": 2,
        "spain": 3,
    }
    assert {nation: majority_bonus(table, nation) for nation in NATIONS} == {
        "france": 2,
        "england": 0,
        "spain": 2,
    }
    lines = [line for line in final_lines(table) if line.seat is red]
    assert sum(line.amount for line in lines) == 76
    by_reason = {str(line.because): line.amount for line in lines}
    assert by_reason["Points track"] == 9
    assert by_reason[f"Doubloon track, on {table.has(red, 'doubloon_income')}"] == 4
    assert by_reason["France: rank 2 × (4 empty cells + 2 for majority)"] == 12
    assert by_reason["Spain: rank 3 × (3 empty cells + 2 for majority)"] == 15
    assert by_reason["England: rank 1 × 2 empty cells"] == 2


@pytest.mark.parametrize(
    ("owned", "bonuses"),
    [
        ((3, 2, 1), (2, 1, 0)),
        ((3, 3, 1), (2, 2, 0)),
        ((2, 2, 2), (2, 2, 2)),
        ((3, 1, 1), (2, 1, 1)),
        ((0, 0, 0), (2, 2, 2)),
    ],
)
def test_nations_that_are_tied_get_the_higher_bonus(
    owned: tuple[int, ...], bonuses: tuple[int, ...]
) -> None:
    match = doing("vp = 0")
    owners = [nation for nation, n in zip(NATIONS, owned, strict=True) for _ in range(n)]
    match.table.markers = {f"place {number}": nation for number, nation in enumerate(owners)}
    assert tuple(majority_bonus(match.table, nation) for nation in NATIONS) == bonuses


def test_the_most_influence_with_a_nation_brings_3_points_to_all_who_are_tied() -> None:
    def prepare(table: Table) -> None:
        give(table, "spain", 1)
        give(table, "spain", 1, seat=1)
        give(table, "france", 1, seat=1)

    match = doing("vp = 0", prepare)
    lines = [line for line in final_lines(match.table) if "Most influence" in str(line.because)]
    assert [(line.seat.colour, str(line.because), line.amount) for line in lines] == [
        ("blue", "Most influence with France: 1", 3),
        ("red", "Most influence with Spain: 1", 3),
        ("blue", "Most influence with Spain: 1", 3),
    ], "nobody scores for England, where no marker has moved"


def test_cards_in_hand_and_planned_score_nothing() -> None:
    card = next(card for card in PROJECTS.values() if card.deck == "B" and card.vp == 4)
    match = doing("vp = 0")
    red = match.seats[0]
    for place, scores in ((hand(red), False), (planning(red), False), (display(red), True)):
        put(match.table, card.id, place)
        printed = f"Printed on {card.name}"
        assert (printed in [str(line.because) for line in final_lines(match.table)]) is scores


def five_things(table: Table) -> None:
    red = table.seats[0]
    player = table.player(red)
    player.barriers = ["red", "blue"]
    for quest in ("quest/20", "quest/21", "quest/22"):
        put(table, quest, quest_row(red))
    cards = [card for card in PROJECTS.values() if card.price.location][:5]
    player.assistants = dict.fromkeys(cards, "6")
    give(table, "figures", 1)
    give(table, "combat_points", 4)
    player.synergies = ["anchor", "tools", "crown"]
    for token in ("combat/01", "combat/02"):
        put(table, token, combat_tokens(red))
    player.discs.update(dict.fromkeys(("U01", "U02", "U03", "U04"), 0))
    give(table, "doubloon_income", 22)


BUILDING_POINTS = {
    "building_per_barrier_4": ("abbey", 2 * 4),
    "building_per_quest_2": ("palace", 3 * 2),
    "building_per_assistant_4_max16": ("basilica", 16),
    "building_per_figure_and_combat_point_2": ("citadel", (1 + 4) * 2),
    "building_per_synergy_3": ("ministry", 3 * 3),
    "building_per_combat_token_2": ("military_base", 2 * 2),
    "building_per_upgrade_2": ("academy", 4 * 2),
    "building_double_doubloon_track_vp": ("cathedral", 6),
}


@pytest.mark.parametrize("kind", BUILDING_POINTS)
def test_a_prestige_building_scores_what_it_counts_for_those_who_invested(kind: str) -> None:
    """The Basilica counts at most four assistants; the Cathedral the doubloon track once more."""
    key, points = BUILDING_POINTS[kind]
    (use,) = (use for use in printed() if use.owner == f"building {key}")
    assert kind_of(use) == kind
    match = doing("vp = 0", five_things)
    assert board().doubloon_track_vp(22) == 6
    building = BUILDINGS[f"building/{key}"]
    match.table.player(match.seats[0]).invested.append(building)
    lines = [line for line in final_lines(match.table) if line.kind == "building"]
    assert [(line.seat.colour, line.amount) for line in lines] == [("red", points)]


def test_the_basilica_counts_three_assistants_as_three() -> None:
    def prepare(table: Table) -> None:
        five_things(table)
        assistants = table.player(table.seats[0]).assistants
        for card in list(assistants)[:2]:
            del assistants[card]

    match = doing("vp = 0", prepare)
    assert building_points(match.table, match.seats[0], BUILDINGS["building/basilica"]) == 12


def test_the_fourth_round_ends_with_the_final_scoring_and_the_match() -> None:
    def prepare(table: Table) -> None:
        give(table, "vp_income", 7)
        give(table, "doubloon_income", 18)

    match = ending(prepare, round_=4)
    before = has(match, "doubloons")
    play(match, "points points")
    assert match.choice is None
    assert has(match, "doubloons") == before, "no doubloons after the last round"
    outcome = match.outcome()
    assert outcome is not None
    assert outcome.winners == (match.seats[0],)
    assert str(outcome.because) == "Most points: 13"
    assert list(outcome.ranks.values()) == [1, 2]
    assert [line for line in standing(match.table) if line.what != "vp"] == []
    points = [line.amount for line in standing(match.table) if line.seat is match.seats[0]]
    assert sum(points) == has(match, "vp"), "the final scoring counts once"
    assert has(match, "vp") == 2 + 7 + 4


def test_whoever_ends_the_round_the_left_neighbour_begins_the_next() -> None:
    def prepare(table: Table) -> None:
        sail_to(table, "20", seat=2)
        table.active = table.seats[2]

    match = at_table(prepare, 3)
    play(match, "sail:21a none rest")
    colours = []
    while match.choice and match.choice.who.index >= 0:
        colours.append(match.choice.who.colour)
        play(match, "points")
    finish(match)
    assert colours == ["green", "red", "blue"]
    assert match.table.active == match.seats[0]


def test_the_market_has_its_gaps_until_step_4() -> None:
    """Who draws up again in step 1 may leave gaps for those who come after."""
    card, _ = income_card()

    def prepare(table: Table) -> None:
        give(table, "doubloons", 20)
        hold(table, card.id)

    match = ending(prepare)
    (taken,) = match.table.places["market:2"]
    play(match, f"buy:{card.id} market:{taken.id}")
    assert match.choice is not None
    assert match.choice.who.colour == "blue"
    assert match.table.places.count("market:2") == 0


def test_the_end_of_the_points_track_in_step_1_counts_the_scoring_under_way() -> None:
    card = next(card for card in PROJECTS.values() if card.effects == (Income("vp", 2),))

    def prepare(table: Table) -> None:
        give(table, "doubloons", 20)
        give(table, "vp_income", 19)
        hold(table, card.id)

    match = ending(prepare, round_=3)
    play(match, f"buy:{card.id} rest points")
    assert reasons(match, "vp") == [
        (40, "Points track full: 20 points each for 2 scorings to come"),
        (1, "Points track"),
    ]


def test_nothing_is_planned_or_claimed_during_a_scoring() -> None:
    """Not even where the purchase leads to a village action."""
    card = card_with("now = [{ discs = 1 }]")

    def prepare(table: Table) -> None:
        player = table.player(table.seats[0])
        give(table, "doubloons", 30)
        give(table, "spain", 14)
        give(table, "france", 14)
        hold(table, card.id, *goods("rum", 1))
        player.discs.update(dict.fromkeys(("U01", "U03", "U04", "U05"), 0))
        player.discs["U11"] = 1
        player.synergies += ["anchor", "tools", "scales", "crown"]
        player.barriers += ["red", "blue", "green"]
        explorer_to(table, "20")

    match = ending(prepare)
    play(match, f"buy:{card.id} disc:u11 option:1 explore:21")
    assert "village:doubloon" in keys(match)
    assert not [key for key in keys(match) if key.startswith(("plan", "career"))]


def test_every_interim_scoring_makes_the_end_of_the_points_track_worth_20_less() -> None:
    match = ending()
    play(match, "points points")
    finish(match)
    red = match.seats[0]
    before = has(match, "vp")
    advance_income(match.table, red, "vp", 20, GIVEN)
    assert has(match, "vp") == before + 60


def test_what_one_player_could_not_pay_another_may() -> None:
    """The cards of a hidden hand are known only to its owner."""
    first, second = [card for card in PROJECTS.values() if card.price.cost.same_goods == 3]

    def prepare(table: Table) -> None:
        for seat, card in enumerate((first, second)):
            give(table, "doubloons", 30, seat)
            hold(table, card.id, seat=seat)
            hold_unknown(table, 3, seat)

    match = ending(prepare)
    play(match, f"buy:{first.id} give_up")
    assert "just now" in why_not(match, f"buy:{first.id}")
    play(match, "points")
    assert f"buy:{second.id}" in keys(match)


def test_a_last_village_action_during_a_scoring_ends_nothing_for_the_others() -> None:
    """Red's purchase leads to one; Blue's card still does both of its things."""
    refit = card_with("now = [{ discs = 1 }]")
    printer = card_with(
        'village = [{ pay = { objects = ["book", "book"] }, '
        "then = [{ doubloons = 3 }, { vp = 3 }] }], last = true"
    )
    treaty = card_with('now = [{ marker = "empty_village", of = "any" }, { rank = "same" }]')
    books = objects("book", 2)

    def prepare(table: Table) -> None:
        player = table.player(table.seats[0])
        own(table, printer)
        give(table, "doubloons", 30)
        give(table, "doubloons", 30, seat=1)
        hold(table, refit.id, *books)
        hold(table, treaty.id, seat=1)
        player.discs.update(dict.fromkeys(("U01", "U03", "U04", "U05"), 0))
        player.discs["U11"] = 1
        explorer_to(table, "20")

    match = ending(prepare)
    play(match, f"buy:{refit.id} disc:u11 option:1 explore:21 village:{printer.id}")
    play(match, " ".join(f"discard:{book}" for book in books) + " rest")
    play(match, f"buy:{treaty.id} village:12 nation:spain")
    assert has(match, "spain", seat=1) == 2


def test_a_building_is_opened_after_each_of_the_first_three_rounds_only() -> None:
    for round_, opened in ((2, "building:3"), (3, "building:4")):

        def prepare(table: Table, number: int = round_) -> None:
            for place in range(2, number + 1):
                building = next(b for b in BUILDINGS.values() if b in table.places.unseen)
                table.places.turn_up(building, "building_pile", f"building:{place}")

        match = ending(prepare, round_=round_)
        play(match, "points points")
        finish(match)
        assert match.table.places.count(opened) == 1
    match = ending(round_=4)
    play(match, "points points")
    assert match.table.places.count("building:2") == 0


def test_in_the_last_round_assistants_that_were_not_reached_bring_2_points_too() -> None:
    clerk = card_with("assistant = [{ vp = 3 }, { doubloons = 5 }]")
    match = ending(lambda table: hire(table, clerk, seat=1), round_=4)
    play(match, "points points")
    assert (2, f"Unused assistant: {clerk.name}") in reasons(match, "vp", seat=1)


def test_the_steps_of_the_final_scoring_come_in_the_rulebooks_order() -> None:
    match = doing("vp = 0", alex)
    building = BUILDINGS["building/academy"]
    match.table.player(match.seats[0]).invested.append(building)
    match.table.player(match.seats[0]).discs["U01"] = 0
    red = [str(line.because) for line in final_lines(match.table) if line.seat is match.seats[0]]
    assert red[:2] == ["Points track", f"Doubloon track, on {has(match, 'doubloon_income')}"]
    assert red[-4] == f"{building.name}: 1 ship upgrade × 2"
    assert [line.partition(":")[0] for line in red[-3:]] == ["France", "England", "Spain"]
    blue = [str(line.because) for line in final_lines(match.table) if line.seat is match.seats[1]]
    assert [line.partition(" with ")[0] for line in blue[:3]] == 3 * ["Most influence"]


def test_a_tie_is_a_shared_victory() -> None:
    match = ending(round_=4)
    play(match, "points points")
    outcome = match.outcome()
    assert outcome is not None
    assert outcome.winners == match.seats
    assert str(outcome.because) == "Shared: 2 points each"
    assert list(outcome.ranks.values()) == [1, 1]


def test_the_standing_shows_what_a_final_scoring_would_bring_now() -> None:
    match = at_table(lambda table: give(table, "vp_income", 5))
    lines = [str(line.because) for line in standing(match.table) if line.seat is match.seats[0]]
    assert lines == ["Points track"]
    assert has(match, "vp") == 0


def test_in_the_last_scoring_a_card_can_still_be_bought() -> None:
    (card,) = goods("rum", 1)

    def prepare(table: Table) -> None:
        give(table, "doubloons", 40)
        give(table, "combat_points", 8)
        hold(table, card)

    match = ending(prepare, round_=4)
    assert f"buy:{card}" in keys(match)


def test_figures_become_combat_points_also_during_a_scoring() -> None:
    def prepare(table: Table) -> None:
        own(table, card_with('permanent = "figure_to_combat"'))

    match = ending(prepare)
    play(match, "muster points")
    assert (has(match, "figures"), has(match, "combat_points")) == (1, 2)
