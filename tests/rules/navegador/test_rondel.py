"""Navegador: choosing a sector, ships for far ones, and the Navegador card."""

from __future__ import annotations

import pytest

from tests.rules.at_the_table import asked, keys, lines_of, play, where, why_not
from tests.rules.navegador.the_table import at_table, fleet, has, shown

SECTORS = [
    "sailing",
    "workers",
    "market_1",
    "colony",
    "privilege",
    "ships",
    "market_2",
    "buildings",
]
SEVEN = "portugal portugal portugal portugal guine guine guine"


def test_in_the_first_turn_any_sector_can_be_chosen_for_nothing() -> None:
    match = at_table(first_round=True)
    assert keys(match) == {f"sector:{sector}" for sector in SECTORS}
    assert shown(match, "sector:buildings") == "Buildings"


@pytest.mark.parametrize(
    ("sector", "text"),
    [
        ("workers", "Workers"),
        ("market_1", "Market"),
        ("colony", "Colony"),
        ("privilege", "Privilege for 1 ship"),
        ("ships", "Ships for 2 ships"),
        ("market_2", "Market (after Ships) for 3 ships"),
        ("buildings", "Buildings for 4 ships"),
        ("sailing", "Sailing for 5 ships"),
    ],
)
def test_three_sectors_are_free_and_each_further_one_costs_a_ship(sector: str, text: str) -> None:
    """The example of the rulebook, with the marker on sailing."""
    match = at_table({"red": SEVEN}, sectors={"red": "sailing"})
    assert shown(match, f"sector:{sector}") == text
    assert f"sector:{sector}" in keys(match)


def test_the_same_sector_again_takes_a_full_round_and_five_ships() -> None:
    match = at_table({"red": " ".join(["portugal"] * 5)}, sectors={"red": "market_1"})
    play(match, "sector:market_1")
    assert fleet(match) == {}
    assert has(match, "ships") == 0
    assert where(match, "rondel_marker/red") == "rondel:market_1"


def test_a_sector_that_costs_more_ships_than_there_are_is_refused_with_numbers() -> None:
    match = at_table({"red": "portugal guine"}, sectors={"red": "sailing"})
    assert why_not(match, "sector:market_2") == (
        "Market (after Ships) costs 3 ships; Red has 2 at sea"
    )


def test_the_player_says_which_ship_of_the_board_is_given() -> None:
    match = at_table({"red": "portugal guine bahia"}, sectors={"red": "sailing"})
    play(match, "sector:ships")
    assert keys(match) == {"give:portugal", "give:guine", "give:bahia"}
    play(match, "give:guine give:portugal")
    assert fleet(match) == {"bahia": 1}
    lines = lines_of(match.table.ledger, match.seats[0], "ships")
    assert str(lines[-1].because) == "Paid for Ships"


def test_nobody_is_asked_which_ship_if_all_lie_in_one_region() -> None:
    match = at_table({"red": "guine guine"}, sectors={"red": "sailing"})
    play(match, "sector:privilege")
    assert fleet(match) == {"guine": 1}
    assert "take:colony" in keys(match)


def test_several_markers_may_stand_in_one_sector() -> None:
    match = at_table(sectors={"red": "sailing", "blue": "workers"})
    play(match, "sector:workers done")
    assert where(match, "rondel_marker/red") == where(match, "rondel_marker/blue")


def test_a_player_may_choose_a_sector_and_do_nothing() -> None:
    match = at_table()
    play(match, "sector:sailing done")
    assert asked(match) == "blue"


# --------------------------------------------------------------------------- The Navegador card


def test_the_player_to_the_right_of_the_first_begins_with_the_card() -> None:
    match = at_table(seats=4, first_round=True)
    assert where(match, "navegador") == "area:yellow"
    assert where(match, "ship/orange") == "rondel:centre"


def test_the_card_cannot_be_used_in_the_first_round() -> None:
    match = at_table(first_round=True)
    play(match, "sector:workers done")
    assert asked(match) == "blue"
    assert why_not(match, "navegador") == "No Navegador card in the first round"


def test_the_first_holder_marks_with_the_orange_ship_where_the_first_turn_begins() -> None:
    match = at_table(first_round=True)
    play(match, "sector:workers done sector:market_1 done")
    assert where(match, "ship/orange") == "rondel:market_1"


def test_the_card_is_an_extra_sailing_action_before_the_sector_and_goes_to_the_right() -> None:
    match = at_table(
        seats=3,
        sectors={"red": "sailing", "green": "ships"},
        holder="red",
        open_tiles={"guine": "80"},
    )
    play(match, "navegador sail:portugal/guine done")
    assert fleet(match) == {"portugal": 1, "guine": 1}
    assert where(match, "navegador") == "area:green"
    assert where(match, "ship/orange") == "rondel:ships"
    assert "navegador" not in keys(match)
    play(match, "sector:workers hire:1")
    assert asked(match) == "blue"


def test_with_the_card_and_the_sector_ships_move_twice_and_two_regions_are_explored() -> None:
    match = at_table(
        {"red": "portugal portugal portugal"}, sectors={"red": "buildings"}, holder="red"
    )
    play(match, "navegador explore:guine:portugal+portugal+portugal")
    play(match, "turn:colony/gold/50 turn:colony/gold/60 turn:colony/gold/70")
    play(match, "sector:sailing explore:angola:guine+guine")
    play(match, "turn:colony/gold/80 turn:colony/gold/90")
    assert has(match, "explorers") == 2
    assert asked(match) == "blue"


def test_the_card_is_lost_when_the_marker_comes_to_the_orange_ship_again() -> None:
    match = at_table(
        seats=3,
        sectors={"red": "workers", "green": "ships"},
        holder="red",
        ships={"red": " ".join(["portugal"] * 7)},
    )
    assert where(match, "ship/orange") == "rondel:workers"
    play(match, "sector:workers")
    assert where(match, "navegador") == "area:green"
    assert where(match, "ship/orange") == "rondel:ships"


def test_the_card_is_lost_when_the_marker_passes_the_orange_ship() -> None:
    match = at_table(seats=2, sectors={"red": "ships", "blue": "ships"}, holder="red")
    for red, blue in (("buildings", "buildings"), ("workers", "workers"), ("privilege", "colony")):
        play(match, f"sector:{red} done sector:{blue}")
        if blue != "colony":
            match.play("done")
        assert where(match, "navegador") == "area:red"
    play(match, "sector:market_2")
    assert where(match, "navegador") == "area:blue"
    assert where(match, "ship/orange") == "rondel:colony"


def test_a_holder_who_stays_short_of_the_orange_ship_keeps_the_card() -> None:
    match = at_table(seats=2, sectors={"red": "sailing"}, holder="red")
    play(match, "sector:colony")
    assert where(match, "navegador") == "area:red"
    assert where(match, "ship/orange") == "rondel:sailing"
