"""Maracaibo: where the rulebooks differ, the other reading is an option of the match."""

from __future__ import annotations

from pathlib import Path

from rules.maracaibo import GAME
from rules.maracaibo.actions.income import advance_income
from rules.maracaibo.pieces import BUILDINGS, LEGACY_TILES
from rules.maracaibo.places import planning, quest_at, quest_row
from rules.maracaibo.scoring import building_points
from rules.maracaibo.settings import SETTINGS
from rules.maracaibo.table import Table
from tests.rules.at_the_table import (
    keys,
    play,
    why_not,
)
from tests.rules.maracaibo.the_table import (
    GIVEN,
    at_table,
    card_with,
    doing,
    give,
    goods,
    has,
    hire,
    hold,
    objects,
    own,
    put,
    sail_to,
)


def test_the_fourth_quest_may_bring_3_points() -> None:
    def prepare(table: Table) -> None:
        for number in (20, 21, 22):
            put(table, f"quest/{number}", quest_row(table.seats[0]))
        put(table, "quest/12", quest_at("9"))
        sail_to(table, "8")

    match = at_table(prepare, fourth_quest="3")
    play(match, "sail:9 quest:quest/12")
    assert has(match, "vp") == 3 + 1


def test_a_raided_village_may_bring_points() -> None:
    clerk = card_with("assistant = [{ vp = 3 }, { doubloons = 5 }]")

    def prepare(table: Table) -> None:
        table.player(table.seats[0]).discs["U07"] = 1
        hire(table, clerk)
        table.player(table.seats[0]).assistants[clerk] = "1"

    match = doing('discs = 1; do = "combat"', prepare, raid_reward="vp")
    play(match, "disc:u07 turn:combat/05 fight:spain manoeuvre:u07:1")
    assert has(match, "vp") == 3


def test_a_figure_may_be_worth_two_combat_points() -> None:
    def prepare(table: Table) -> None:
        own(table, card_with('permanent = "figure_to_combat"'))
        sail_to(table, "8")

    match = at_table(prepare, figure_to_combat="2")
    play(match, "sail:9 muster")
    assert has(match, "combat_points") == 3


def test_two_adventures_may_bring_points() -> None:
    card = next(
        card for card in GAME.pieces.values() if card.id.startswith("project/adventurers-club")
    )

    def prepare(table: Table) -> None:
        put(table, card.id, "hand:red")
        give(table, "doubloons", 20)
        hold(table, *[each for each in objects("adventure", 3) if each != card.id][:2])

    adventures = [each for each in objects("adventure", 3) if each != card.id][:2]
    match = doing("village_actions = 2", prepare, adventure_reward="vp")
    play(match, f"buy:{card.id} village:{card.id}")
    play(match, " ".join(f"discard:{each}" for each in adventures))
    assert has(match, "vp") == 2


def test_assistants_may_let_sail_on_only_two_spaces() -> None:
    match = doing("sail = [1, 3]", sail_range="2")
    assert keys(match) == {"sail:1", "sail:2", "stay"}


def test_the_cathedral_may_be_worth_twice_the_doubloon_track() -> None:
    match = doing("vp = 0", lambda table: give(table, "doubloon_income", 22), cathedral="2")
    cathedral = BUILDINGS["building/cathedral"]
    assert building_points(match.table, match.seats[0], cathedral) == 12


def test_the_upgrade_for_ten_points_may_need_the_one_for_six() -> None:
    def prepare(table: Table) -> None:
        spaces = ("U01", "U02", "U03", "U04", "U05", "U08")
        table.player(table.seats[0]).discs.update(dict.fromkeys(spaces, 0))

    assert "disc:u12" in keys(doing("discs = 1", prepare))
    match = doing("discs = 1", prepare, ten_points_chain="yes")
    assert why_not(match, "disc:u12") == "Open the upgrade beside it first"


def test_planned_cards_may_have_to_stay() -> None:
    (card,) = goods("rum", 1)

    def prepare(table: Table) -> None:
        put(table, card, planning(table.seats[0]))
        sail_to(table, "8")

    match = at_table(prepare, planning_back="no")
    play(match, "sail:9 none")
    assert "stay planned" in why_not(match, f"planned:{card}")


def test_village_actions_may_count_moves_instead_of_movement_points() -> None:
    def prepare(table: Table) -> None:
        tile = LEGACY_TILES["legacy/l18"]
        put(table, tile.id, "legacy:l18")
        table.legacy.append(tile)
        sail_to(table, "5")

    for unit, movement in (("points", 4), ("moves", 2)):
        match = at_table(prepare, movement_unit=unit)
        play(match, "sail:7")
        assert match.table.movement == movement


def test_the_action_of_a_homeward_space_may_be_a_must() -> None:
    def prepare(table: Table) -> None:
        hold(table, *goods("rum", 1))
        sail_to(table, "20")

    match = at_table(prepare, homeward="must")
    play(match, "sail:21a")
    assert why_not(match, "none") == "A homeward space's action is required"


def test_steps_past_the_end_of_the_points_track_may_be_lost() -> None:
    match = doing("vp = 0", lambda table: give(table, "vp_income", 18), vp_track="stop")
    advance_income(match.table, match.seats[0], "vp", 5, GIVEN)
    assert has(match, "vp_income") == 0


def test_every_option_stands_in_the_list_of_rulings() -> None:
    text = (Path(__file__).parents[3] / "rules/maracaibo/RULINGS.md").read_text(encoding="utf-8")
    for setting in SETTINGS:
        assert f"`{setting.key}`" in text
