"""Navegador: workers, ships, colonies, buildings and privileges."""

from __future__ import annotations

import pytest

from tests.rules.at_the_table import asked, keys, play, where, why_not
from tests.rules.navegador.the_table import at_table, fleet, has, money, shown, workers

# ------------------------------------------------------------------------------------- Workers


def test_two_churches_hire_two_workers_for_100() -> None:
    match = at_table(buildings={"red": "church"})
    play(match, "sector:workers hire:2")
    assert money(match) == 100
    assert workers(match) == 5
    assert where(match, "worker/red") == "lisbon:5"


def test_a_third_worker_costs_200_in_phase_2() -> None:
    match = at_table(buildings={"red": "church"}, money={"red": 300}, phase=2)
    play(match, "sector:workers hire:3")
    assert money(match) == 0
    assert workers(match) == 6


def test_further_workers_cost_100_200_or_300_by_phase() -> None:
    for phase, cost in ((1, 150), (2, 250), (3, 350)):
        match = at_table(money={"red": 1000}, phase=phase)
        match.play("sector:workers")
        assert shown(match, "hire:2") == f"Hire 2 workers for {cost}"


def test_a_church_hires_a_virtual_worker_beyond_nine_and_the_bank_pays_100_for_it() -> None:
    match = at_table(workers={"red": 8}, buildings={"red": "church church"}, money={"red": 150})
    play(match, "sector:workers hire:3")
    assert workers(match) == 9
    assert money(match) == 200


def test_only_churches_hire_virtual_workers() -> None:
    match = at_table(workers={"red": 9}, money={"red": 2000})
    match.play("sector:workers")
    assert keys(match) == {"hire:1", "done"}


def test_a_virtual_worker_must_be_paid_before_it_is_sold() -> None:
    match = at_table(workers={"red": 9}, money={"red": 40}, questions="all")
    match.play("sector:workers")
    assert why_not(match, "hire:1") == "It costs 50, Red has 40"


def test_there_are_nine_workers_at_the_most() -> None:
    match = at_table(workers={"red": 7}, money={"red": 2000})
    match.play("sector:workers")
    assert keys(match) == {"hire:1", "hire:2", "done"}


# --------------------------------------------------------------------------------------- Ships


def test_a_shipyard_builds_a_ship_for_50_in_portugal() -> None:
    match = at_table({"red": "guine guine"}, open_tiles={"guine": "80"})
    play(match, "sector:ships launch:1")
    assert money(match) == 150
    assert fleet(match) == {"portugal": 1, "guine": 2}
    assert has(match, "ships") == 3


def test_further_ships_cost_100_200_or_300_by_phase() -> None:
    for phase, cost in ((1, 250), (2, 450), (3, 650)):
        match = at_table(money={"red": 1000}, phase=phase)
        match.play("sector:ships")
        assert shown(match, "launch:3") == f"Build 3 ships for {cost}"


def test_beyond_seven_ships_shipyards_build_virtual_ones() -> None:
    match = at_table(
        {"red": " ".join(["portugal"] * 6)},
        buildings={"red": "shipyard shipyard"},
        money={"red": 150},
    )
    play(match, "sector:ships launch:3")
    assert fleet(match) == {"portugal": 7}
    assert money(match) == 200


# ------------------------------------------------------------------------------------ Colonies


def test_two_colonies_are_founded_for_180() -> None:
    """The example of the rulebook: six workers, two ships in Bahia, one in Guiné."""
    match = at_table(
        {"red": "bahia bahia guine"},
        workers={"red": 6},
        open_tiles={"bahia": "100", "guine": "80 90", "rio_de_janeiro": "40"},
        questions="all",
    )
    match.play("sector:colony")
    assert why_not(match, "found:colony/sugar/40") == "Red has no ship in Rio de Janeiro"
    play(match, "found:colony/gold/80 found:colony/sugar/100")
    assert money(match) == 200 - 180
    assert where(match, "colony/gold/80") == where(match, "colony/sugar/100") == "area:red"
    assert why_not(match, "found:colony/gold/90") == (
        "Each ship founds one colony per turn (Guiné)"
    )
    assert keys(match) == {"done"}


def test_with_two_ships_in_guine_three_colonies_can_be_founded() -> None:
    match = at_table(
        {"red": "bahia guine guine"},
        workers={"red": 6},
        money={"red": 1000},
        open_tiles={"bahia": "100", "guine": "80 90"},
    )
    play(match, "sector:colony found:colony/gold/80 found:colony/gold/90 found:colony/sugar/100")
    assert has(match, "gold_colony") == 2
    assert workers(match) == 6, "workers and ships are not used up"
    assert fleet(match) == {"bahia": 1, "guine": 2}


def test_three_workers_found_only_one_colony() -> None:
    match = at_table({"red": "guine guine"}, open_tiles={"guine": "50 60"}, questions="all")
    play(match, "sector:colony found:colony/gold/50")
    assert why_not(match, "found:colony/gold/60") == ("Needs 2 workers; Red has 1 free")


def test_the_cheapest_colony_of_a_region_comes_first() -> None:
    match = at_table({"red": "guine"}, open_tiles={"guine": "60 50"})
    match.play("sector:colony")
    assert why_not(match, "found:colony/gold/60") == ("Found Gold colony 50 first: it is cheaper")


def test_a_colony_costs_the_price_on_its_tile() -> None:
    match = at_table(
        {"red": "guine"}, open_tiles={"guine": "150"}, money={"red": 140}, questions="all"
    )
    match.play("sector:colony")
    assert why_not(match, "found:colony/gold/150") == "It costs 150, Red has 140"


# ----------------------------------------------------------------------------------- Buildings

TABLE_OF_THE_EXAMPLE = {"blue": "gold_factory spice_factory spice_factory shipyard shipyard"}


def test_a_gold_factory_and_a_shipyard_cost_220() -> None:
    """The example of the rulebook: seven workers; gold at 70, then 100; a shipyard at 150."""
    match = at_table(workers={"red": 7}, money={"red": 500}, buildings=TABLE_OF_THE_EXAMPLE)
    play(match, "sector:buildings build:gold_factory build:shipyard")
    assert money(match) == 500 - 220
    assert has(match, "shipyard") == 2
    assert workers(match) == 7


def test_two_gold_factories_or_one_of_gold_and_one_of_spice_cost_170() -> None:
    for second in ("gold_factory", "spice_factory"):
        match = at_table(workers={"red": 7}, money={"red": 500}, buildings=TABLE_OF_THE_EXAMPLE)
        play(match, f"sector:buildings build:gold_factory build:{second}")
        assert money(match) == 500 - 170


def test_two_buildings_are_built_with_one_answer() -> None:
    for pair in ("gold_factory+gold_factory", "gold_factory+spice_factory"):
        match = at_table(workers={"red": 7}, money={"red": 170}, buildings=TABLE_OF_THE_EXAMPLE)
        play(match, "sector:buildings")
        assert "build:gold_factory+shipyard" not in keys(match), "that costs 220"
        match.play(f"build:{pair}")
        assert money(match) == 0


def test_as_many_as_cost_little_are_proposed() -> None:
    match = at_table(buildings={"red": "church shipyard"}, money={"red": 500})
    for sector, proposed in (("workers", "hire:2"), ("ships", "launch:2")):
        match.play(f"sector:{sector}")
        assert match.choice is not None
        assert match.choice.next_key == proposed
        match.undo()


def test_seven_workers_build_neither_two_shipyards_nor_anything_beside_a_church() -> None:
    match = at_table(
        workers={"red": 7},
        money={"red": 900},
        buildings=TABLE_OF_THE_EXAMPLE,
        questions="all",
    )
    play(match, "sector:buildings build:shipyard")
    assert why_not(match, "build:shipyard") == "Needs 4 workers; Red has 3 free"
    match.undo()
    match.play("build:church")
    assert keys(match) == {"done"}


def test_a_church_and_a_sugar_factory_cost_350() -> None:
    """The example of the overview: eight workers; a church at 250, sugar at 100."""
    match = at_table(
        workers={"red": 8},
        money={"red": 500},
        buildings={"blue": "church church church church sugar_factory sugar_factory"},
    )
    play(match, "sector:buildings build:church")
    assert why_not(match, "build:shipyard") == "Needs 4 workers; Red has 3 free"
    match.play("build:sugar_factory")
    assert money(match) == 500 - 350


def test_with_more_players_the_dearest_shipyards_and_churches_are_missing() -> None:
    for seats, number in ((2, 8), (3, 7), (4, 6), (5, 5)):
        match = at_table(seats=seats, buildings={"blue": " ".join(["church"] * number)})
        assert match.table.sites("church") == match.table.sites("shipyard") == number
        match.play("sector:buildings")
        assert why_not(match, "build:church") == "Church: none left"


def test_a_building_needs_the_money() -> None:
    match = at_table(money={"red": 40}, questions="all")
    match.play("sector:buildings")
    assert why_not(match, "build:sugar_factory") == "It costs 50, Red has 40"


# ---------------------------------------------------------------------------------- Privileges


def test_a_privilege_pays_the_slot_it_covers_for_every_thing_of_its_kind() -> None:
    """The example of the rulebook: two churches at the second slot bring 80."""
    match = at_table(
        workers={"red": 5},
        money={"red": 0},
        buildings={"red": "church"},
        founded={"red": "gold/50"},
        explorers={"red": 5},
        privileges_of={"red": "church explorer factory"},
    )
    match.play("sector:privilege")
    assert shown(match, "take:church").endswith(": 80 now")
    assert shown(match, "take:explorer").endswith(": 100 now")
    assert shown(match, "take:shipyard").endswith(": 50 now")
    assert shown(match, "take:colony").endswith(": 30 now")
    assert shown(match, "take:factory").endswith(": 20 now")
    match.play("take:church")
    assert money(match) == 80
    assert workers(match) == 4
    assert match.table.laid(match.seats[0], "church") == 2
    assert asked(match) == "blue", "one privilege a turn"


def test_three_explorers_at_the_first_slot_bring_90() -> None:
    """The example of the overview; the privilege for shipyards would bring 50."""
    match = at_table(money={"red": 0}, explorers={"red": 3})
    match.play("sector:privilege")
    assert shown(match, "take:shipyard").endswith(": 50 now")
    match.play("take:explorer")
    assert money(match) == 90


def test_at_least_two_workers_must_be_left() -> None:
    match = at_table(workers={"red": 2}, questions="all")
    match.play("sector:privilege")
    assert why_not(match, "take:church") == "Red has 2 workers; 2 must stay"


def test_nobody_has_more_than_three_privileges_of_a_kind() -> None:
    match = at_table(privileges_of={"red": "church church church"})
    match.play("sector:privilege")
    assert why_not(match, "take:church") == "Red has 3 privileges for churches already"


def test_an_empty_arch_has_no_privilege_until_the_next_phase() -> None:
    match = at_table()
    play(match, "sector:privilege take:church sector:privilege")
    assert why_not(match, "take:church") == "No privilege for churches left"


# ------------------------------------------------------------------------- What need not be asked


def test_the_end_of_an_action_is_not_asked_for_where_nothing_else_is_possible() -> None:
    match = at_table({"red": "guine guine"}, open_tiles={"guine": "50 60"})
    play(match, "sector:colony found:colony/gold/50")
    assert asked(match) == "blue", "Red has no two workers left"
    match = at_table(workers={"red": 3}, money={"red": 900})
    play(match, "sector:buildings build:sugar_factory")
    assert asked(match) == "blue"


def test_the_end_of_an_action_is_asked_for_where_more_is_possible() -> None:
    match = at_table(workers={"red": 7}, money={"red": 900})
    play(match, "sector:buildings build:sugar_factory")
    assert asked(match) == "red"
    assert "done" in keys(match)


@pytest.mark.parametrize("sector", ["workers", "ships", "colony", "buildings", "privilege"])
def test_a_sector_where_nothing_is_possible_ends_the_turn(sector: str) -> None:
    poor = at_table(workers={"red": 2}, money={"red": 0})
    poor.play(f"sector:{sector}")
    assert asked(poor) == "blue"
    poor = at_table(workers={"red": 2}, money={"red": 0}, questions="all")
    poor.play(f"sector:{sector}")
    if sector != "colony":
        assert (asked(poor), keys(poor)) == ("red", {"done"}), "as older versions asked"
