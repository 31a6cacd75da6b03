"""Navegador: ships cross borders, fleets explore, and discoveries bring new phases."""

from __future__ import annotations

import pytest

from rules.navegador import GAME
from tests.rules.at_the_table import asked, keys, lines_of, play, where, why_not
from tests.rules.navegador.the_table import at_table, fleet, has, in_gallery, money

ATLANTIC = {
    "guine": "80",
    "bahia": "100",
    "angola": "70",
    "rio_de_janeiro": "40",
    "cabo_da_boa_esperanca": "50",
}
WEST = {region: ATLANTIC[region] for region in ("guine", "bahia", "angola", "rio_de_janeiro")}
AFRICA = {**ATLANTIC, "mozambique": "60", "zanzibar": "90"}
INDIA = {**AFRICA, "goa": "60"}
CHINA = {**INDIA, "malaca": "70", "macau": "80"}


def test_in_phase_2_a_ship_crosses_two_borders() -> None:
    """The example of the rulebook: three ships in Portugal, one in Guiné."""
    match = at_table({"red": "portugal portugal portugal guine"}, open_tiles=ATLANTIC, phase=2)
    match.play("sector:sailing")
    assert "sail:portugal/cabo_da_boa_esperanca" not in keys(match)
    play(match, "sail:guine/cabo_da_boa_esperanca sail:portugal/angola sail:portugal/angola")
    play(match, "sail:portugal/bahia")
    assert fleet(match) == {"cabo_da_boa_esperanca": 1, "angola": 2, "bahia": 1}
    assert asked(match) == "blue"


@pytest.mark.parametrize(
    ("phase", "reached"),
    [
        (1, {"guine", "bahia"}),
        (2, {"guine", "bahia", "angola", "rio_de_janeiro"}),
        (3, {"guine", "bahia", "angola", "rio_de_janeiro", "cabo_da_boa_esperanca"}),
    ],
)
def test_a_ship_crosses_one_border_in_phase_1_two_in_2_three_in_3(
    phase: int, reached: set[str]
) -> None:
    match = at_table(open_tiles=ATLANTIC, phase=phase)
    match.play("sector:sailing")
    alone = {key for key in keys(match) if key.startswith("sail:") and key[-2:] != ":2"}
    assert alone == {f"sail:portugal/{region}" for region in reached}


def test_every_ship_sails_once_in_an_action() -> None:
    match = at_table({"red": "portugal guine"}, open_tiles=ATLANTIC)
    play(match, "sector:sailing sail:portugal/guine")
    assert keys(match) == {"sail:guine/portugal", "sail:guine/angola", "done"}
    match.play("sail:guine/portugal")
    assert asked(match) == "blue"


def test_ships_on_the_same_way_sail_with_one_answer() -> None:
    match = at_table({"red": "portugal portugal portugal"}, open_tiles=ATLANTIC)
    play(match, "sector:sailing sail:portugal/guine:2")
    assert match.table.fleet(match.seats[0]) == {"portugal": 1, "guine": 2}
    assert "sail:portugal/guine" in keys(match)
    assert not any(key.startswith("sail:guine") for key in keys(match))
    tagged = at_table({"red": "portugal portugal"}, open_tiles=ATLANTIC, tagged="all")
    tagged.play("sector:sailing")
    assert "sail:portugal/guine:2" not in keys(tagged), "hands tell it"


def test_a_ship_that_has_sailed_is_named_when_it_is_moved_again() -> None:
    match = at_table({"red": "portugal guine"}, open_tiles=ATLANTIC)
    play(match, "sector:sailing sail:portugal/bahia")
    assert why_not(match, "sail:bahia/portugal") == "This ship has already sailed"
    assert why_not(match, "sail:guine/goa") == ("Guiné to Goa is too far: 1 border in phase 1")


# ------------------------------------------------------------------------------------ Exploring


def test_a_fleet_explores_loses_a_ship_and_gets_the_price_of_the_cheapest_colony() -> None:
    """The example of the rulebook: Angola is entered from Guiné and from Rio de Janeiro."""
    match = at_table(
        {"red": "guine rio_de_janeiro"},
        open_tiles={"guine": "80", "rio_de_janeiro": "40"},
        money={"red": 0},
    )
    play(match, "sector:sailing explore:angola:rio_de_janeiro+guine")
    play(match, "turn:colony/gold/90 turn:colony/gold/70")
    assert fleet(match) == {"angola": 1}
    assert has(match, "explorers") == 1
    assert money(match) == 70
    assert where(match, "colony/gold/90") == where(match, "colony/gold/70") == "colonies:angola"
    line = lines_of(match.table.ledger, match.seats[0], "cruzados")[-1]
    assert str(line.because) == "Explored Angola: cheapest is Gold colony 70"


def test_one_ship_alone_cannot_explore() -> None:
    """The example of the overview: two ships side by side could, one alone cannot."""
    match = at_table({"red": "angola"}, open_tiles={"angola": "70"})
    match.play("sector:sailing")
    assert why_not(match, "explore:cabo_da_boa_esperanca:angola") == (
        "Cabo da Boa Esperança needs 2 ships to explore; 1 can get there"
    )
    assert why_not(match, "sail:angola/cabo_da_boa_esperanca") == (
        "Cabo da Boa Esperança is unexplored: ships cannot enter"
    )


def test_more_ships_than_needed_may_explore_and_only_one_is_lost() -> None:
    match = at_table({"red": "portugal portugal portugal portugal"})
    match.play("sector:sailing")
    fleets = {"+".join(["portugal"] * number) for number in (2, 3, 4)}
    assert keys(match) == {
        "done",
        *(f"explore:{region}:{ships}" for region in ("guine", "bahia") for ships in fleets),
    }
    play(match, "explore:guine:portugal+portugal+portugal+portugal")
    play(match, "turn:colony/gold/50 turn:colony/gold/60 turn:colony/gold/70")
    assert fleet(match) == {"guine": 3}


def test_only_one_new_region_is_explored_in_an_action() -> None:
    match = at_table({"red": "portugal portugal portugal portugal"})
    play(match, "sector:sailing explore:guine:portugal+portugal")
    play(match, "turn:colony/gold/50 turn:colony/gold/60 turn:colony/gold/70")
    assert why_not(match, "explore:bahia:portugal+portugal") == ("One new region per action")
    assert "sail:portugal/guine" in keys(match), "an explored region is open to single ships"


def test_as_a_ruling_no_ship_sails_after_the_discovery() -> None:
    match = at_table({"red": "portugal portugal portugal portugal"}, discovery="last")
    play(match, "sector:sailing explore:guine:portugal+portugal")
    play(match, "turn:colony/gold/50 turn:colony/gold/60 turn:colony/gold/70")
    assert asked(match) == "blue"


def test_ships_do_not_sail_through_an_unexplored_region() -> None:
    match = at_table({"red": "portugal portugal"}, open_tiles={"bahia": "40"}, phase=2)
    match.play("sector:sailing")
    assert "explore:rio_de_janeiro:portugal+portugal" in keys(match)
    assert not any(key.startswith("explore:angola") for key in keys(match)), "Guiné bars the way"


def test_the_ships_that_explored_do_not_sail_on() -> None:
    match = at_table({"red": "portugal portugal portugal"}, phase=3)
    play(match, "sector:sailing explore:guine:portugal+portugal")
    play(match, "turn:colony/gold/50 turn:colony/gold/60 turn:colony/gold/70")
    assert not any(key.startswith("sail:guine") for key in keys(match))


@pytest.mark.parametrize(("seats", "lost"), [(2, 2), (3, 2), (4, 1), (5, 1)])
def test_macau_costs_two_ships_with_two_or_three_players(seats: int, lost: int) -> None:
    known = {region: tiles for region, tiles in CHINA.items() if region != "macau"}
    match = at_table({"red": "malaca malaca malaca"}, open_tiles=known, seats=seats)
    match.play("sector:sailing")
    pair = "explore:macau:malaca+malaca"
    assert (pair in keys(match)) == (lost == 1)
    play(match, "explore:macau:malaca+malaca+malaca turn:colony/spice/110 turn:colony/spice/120")
    assert fleet(match)["macau"] == 3 - lost


def test_nagasaki_needs_three_ships_or_more_and_costs_two() -> None:
    match = at_table({"red": "macau macau macau macau"}, open_tiles=CHINA, seats=5)
    match.play("sector:sailing")
    assert "explore:nagasaki:macau+macau" not in keys(match)
    play(match, "explore:nagasaki:macau+macau+macau+macau")
    play(match, "turn:colony/spice/110 turn:colony/spice/120")
    assert fleet(match) == {"nagasaki": 2}


def test_a_tile_of_another_good_cannot_be_turned_up() -> None:
    match = at_table()
    play(match, "sector:sailing explore:guine:portugal+portugal")
    assert why_not(match, "turn:colony/sugar/40") == ("Guiné has gold, not Sugar colony 40")
    match.play("turn:colony/gold/50")
    assert why_not(match, "turn:colony/gold/50") == (
        "Gold colony 50 is already in Guiné (colonies)"
    )


# --------------------------------------------------------------------------------------- Phases

CAPE = "explore:cabo_da_boa_esperanca:angola+angola turn:colony/gold/110 turn:colony/gold/120"
MALACA = "explore:malaca:goa+goa turn:colony/spice/100 turn:colony/spice/110 turn:colony/spice/120"


def test_the_second_phase_begins_with_the_turn_after_the_cape_is_explored() -> None:
    match = at_table({"red": "angola angola portugal", "blue": "portugal"}, open_tiles=WEST)
    play(match, f"sector:sailing {CAPE}")
    assert "sail:portugal/angola" not in keys(match), "the turn goes on as it began"
    match.play("done")
    match.play("sector:sailing")
    assert "sail:portugal/angola" in keys(match)


def test_the_third_phase_begins_after_malaca_is_explored() -> None:
    match = at_table({"red": "goa goa"}, open_tiles=INDIA, phase=2)
    play(match, f"sector:sailing {MALACA} sector:workers")
    assert match.table.phase == 3
    assert "Hire 2 workers for 350" in [str(option.text) for option in match.choice.options]  # type: ignore[union-attr]


def test_a_phase_that_the_card_brings_about_holds_for_the_same_turn() -> None:
    match = at_table({"red": "angola angola portugal"}, open_tiles=WEST, holder="red")
    play(match, f"navegador {CAPE} done sector:sailing")
    assert "sail:portugal/angola" in keys(match)


@pytest.mark.parametrize(("seats", "second", "third"), [(2, 1, 1), (3, 1, 2), (4, 2, 2), (5, 2, 3)])
def test_the_gallery_is_filled_up_to_the_number_of_the_chart(
    seats: int, second: int, third: int
) -> None:
    match = at_table({"red": "angola angola"}, open_tiles=WEST, seats=seats)
    assert in_gallery(match) == {1}
    play(match, f"sector:sailing {CAPE}")
    assert in_gallery(match) == {second}
    match = at_table({"red": "goa goa"}, open_tiles=INDIA, phase=2, seats=seats)
    play(match, f"sector:sailing {MALACA}")
    assert in_gallery(match) == {max(1, third)}


def test_tiles_left_in_the_gallery_count_when_it_is_filled_up() -> None:
    match = at_table({"blue": "angola angola"}, open_tiles=WEST, seats=5)
    play(match, "sector:privilege take:colony")
    assert in_gallery(match) == {0, 1}
    play(match, f"sector:sailing {CAPE}")
    assert in_gallery(match) == {2}


@pytest.mark.parametrize(("seats", "second", "third"), [(2, 1, 1), (5, 2, 3)])
def test_a_group_may_rule_that_a_new_phase_adds_the_number_of_the_chart(
    seats: int, second: int, third: int
) -> None:
    match = at_table({"red": "angola angola"}, open_tiles=WEST, seats=seats, gallery="more")
    assert in_gallery(match) == {1}
    play(match, f"sector:sailing {CAPE}")
    assert in_gallery(match) == {1 + second}
    match = at_table({"red": "goa goa"}, open_tiles=INDIA, phase=2, seats=seats, gallery="more")
    play(match, f"sector:sailing {MALACA}")
    assert in_gallery(match) == {1 + third}


def test_without_that_ruling_as_in_older_matches_the_gallery_is_filled_up() -> None:
    assert GAME.settle({"discovery": "last"})["gallery"] == "up_to"
