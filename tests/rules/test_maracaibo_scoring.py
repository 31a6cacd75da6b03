"""Maracaibo: interim scoring, the new round, final scoring and who wins."""

from __future__ import annotations

import pytest

from rules.maracaibo.board import board
from rules.maracaibo.cards import BUILDINGS, PROJECTS
from rules.maracaibo.catalogue import catalogue
from rules.maracaibo.places import combat_tokens, display, hand, location, planning, quest_row
from rules.maracaibo.scoring import building_points, final_lines, majority_bonus, standing
from rules.maracaibo.table import Table
from rules.maracaibo.trees import NATIONS
from rules.match import Match
from tests.rules.at_the_table import (
    keys,
    play,
    where,
)
from tests.rules.maracaibo_table import (
    Prepare,
    at_table,
    card_with,
    doing,
    give,
    goods,
    has,
    hire,
    hold,
    income_card,
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
    assert (22, "Income in doubloons") in reasons(match, "doubloons")
    assert (5, "Income in points") in reasons(match, "vp")
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
    assert reasons(match, "vp", seat=1)[-1] == (2, f"Assistant not used: {clerk.name}")
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
    assert by_reason["Income in points"] == 9
    assert by_reason["Points of the doubloon track"] == 4
    assert by_reason["France: rank 2 × (4 empty cells + 2 for its majority)"] == 12
    assert by_reason["Spain: rank 3 × (3 empty cells + 2 for its majority)"] == 15
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
        ("blue", "Most influence with France", 3),
        ("red", "Most influence with Spain", 3),
        ("blue", "Most influence with Spain", 3),
    ], "nobody scores for England, where no marker has moved"


def test_cards_in_hand_and_planned_score_nothing() -> None:
    card = next(card for card in PROJECTS.values() if card.deck == "B" and card.vp == 4)
    match = doing("vp = 0")
    red = match.seats[0]
    for place, scores in ((hand(red), False), (planning(red), False), (display(red), True)):
        put(match.table, card.id, place)
        assert (card.name in [line.because for line in final_lines(match.table)]) is scores


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


@pytest.mark.parametrize(
    ("building", "points"),
    [
        ("abbey", 2 * 4),
        ("palace", 3 * 2),
        ("basilica", 16),
        ("citadel", (1 + 4) * 2),
        ("ministry", 3 * 3),
        ("military_base", 2 * 2),
        ("academy", 4 * 2),
        ("cathedral", 6),
    ],
)
def test_a_prestige_building_scores_what_it_counts(building: str, points: int) -> None:
    """The Basilica counts at most four assistants; the Cathedral the doubloon track once more."""
    match = doing("vp = 0", five_things)
    assert board().doubloon_track_vp(22) == 6
    card = BUILDINGS[f"building/{building}"]
    assert building_points(match.table, match.seats[0], card) == points


def test_every_building_of_the_catalogue_is_tested_here() -> None:
    assert len(catalogue()["building_scoring"]) == len(BUILDINGS) == 8


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
    assert has(match, "vp") == 2 + 7 + 4


def test_a_tie_is_a_shared_victory() -> None:
    match = ending(round_=4)
    play(match, "points points")
    outcome = match.outcome()
    assert outcome is not None
    assert outcome.winners == match.seats
    assert str(outcome.because) == "Shared: 2 points each"


def test_the_standing_shows_what_a_final_scoring_would_bring_now() -> None:
    match = at_table(lambda table: give(table, "vp_income", 5))
    lines = [str(line.because) for line in standing(match.table) if line.seat is match.seats[0]]
    assert lines == ["Income in points"]
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
