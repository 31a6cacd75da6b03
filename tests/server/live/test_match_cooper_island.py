"""At a live table of Cooper Island, a wrong move of a hand says why it is wrong."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from rules.cooper_island.table import INCOME, WORK
from rules.text import Text
from tests.rules.cooper_island.the_table import EVA, START, Given, at_table
from tests.server.live.lying_cards import LyingCards
from vision.reading import Sighting, Unreadable

TILE = "double/nr.21"
"""Forest and mountain on one side, meadow and settlement on the other: Eva has it."""
BESIDE, BEYOND = "-3,5", "-3,4"
SINGLE, ON_SINGLE = "single/nr.40", f"land:yellow:{BESIDE}"
"""Meadow and mountain, the meadow up."""
RUIN, FAR_RUIN = "-3,3", "0,2"


def income(prepare: Callable[[Given], None] = lambda _: None, round_: int = 2) -> LyingCards:
    return LyingCards(at_table(prepare, phase=INCOME, round_=round_))


def work(prepare: Callable[[Given], None] = lambda _: None) -> LyingCards:
    return LyingCards(at_table(prepare, phase=WORK))


def why(table: LyingCards, piece: str, place: str) -> str:
    """What is said when a hand has put a piece there: it alone is wrong."""
    assert table.put(piece, place) == []
    ((_, said),) = table.wrong().items()
    return said.rpartition(": put ")[0]


# ------------------------------------------------------------------------------------- Tiles


def test_a_tile_on_a_ruin_says_so() -> None:
    place = f"land:yellow:-3,4+{RUIN}"

    def explored(given: Given) -> None:
        given.land(EVA, BESIDE, 1, "meadow")

    assert why(income(explored), TILE, place) == f"{RUIN}: Ruin in the way"


def test_a_tile_on_a_cube_that_has_no_room_says_so() -> None:
    table = income(lambda given: given.goods(EVA, coin=5))
    place = f"turned:yellow:{START}+{BESIDE}"
    assert why(table, TILE, place) == f"{START}: food cube in the way"


def test_a_tile_far_from_explored_land_says_so() -> None:
    reason = "Neither -1,0 nor 0,0 borders explored land"
    assert why(income(), TILE, "land:yellow:-1,0+0,0") == reason


def test_a_tile_on_another_terrain_says_so() -> None:
    def bare(given: Given) -> None:
        given.land(EVA, START, 1, "meadow")

    reason = f"forest cannot cover meadow at {START}"
    assert why(income(bare), TILE, f"land:yellow:{START}+{BESIDE}") == reason


def test_a_tile_on_land_that_is_too_uneven_says_how_much() -> None:
    def high(given: Given) -> None:
        given.land(EVA, START, 3, "meadow")

    reason = f"{BESIDE} is 3 levels below {START}"
    assert why(income(high), TILE, f"turned:yellow:{START}+{BESIDE}") == reason


def test_a_tile_that_the_cartographer_cannot_level_says_what_he_lacks() -> None:
    def low(given: Given) -> None:
        given.land(EVA, START, 1, "meadow")
        given.cartographer(EVA, 0)

    reason = f"{BESIDE} is 1 level below {START}. "
    reason += "The cartographer needs 1 step; Eva has 0"
    assert why(income(low), TILE, f"turned:yellow:{START}+{BESIDE}") == reason


def test_a_tile_without_a_worker_says_what_it_takes() -> None:
    reason = "First place a worker"
    assert why(work(), TILE, f"land:yellow:{BESIDE}+{BEYOND}") == reason


def test_a_tile_beside_a_worker_of_another_sector_says_so() -> None:
    table = work()
    table.put("worker/yellow.1", "space:e:round")
    assert why(table, TILE, f"land:yellow:{BESIDE}+{BEYOND}") == ("This turn's actions are done")


def test_a_tile_that_is_laid_before_the_drawn_one_is_turned_up_says_so() -> None:
    table = work()
    table.put("worker/yellow.1", "space:c:round")
    reason = "First turn up the drawn tile"
    assert why(table, TILE, f"land:yellow:{BESIDE}+{BEYOND}") == reason


def test_a_single_tile_says_how_far_the_cartographer_has_to_stand() -> None:
    reason = "The cartographer needs 2 steps; Eva has 1"
    assert why(work(lambda given: given.cartographer(EVA, 1)), SINGLE, ON_SINGLE) == reason


def test_a_single_tile_with_another_back_says_which_one_counts() -> None:
    reason = "Use this one: Single tile forest | meadow"
    assert why(work(), SINGLE, ON_SINGLE) == reason


# ------------------------------------------------------------------------------------- Islets


def test_the_first_islet_on_the_wrong_coast_says_so() -> None:
    reason = "First round: islet right of your right harbour"
    assert why(income(round_=1), "islet/yellow/coin", "land:yellow:-3,5+left_1a") == reason


def test_an_islet_on_explored_land_says_so() -> None:
    assert why(income(), "islet/yellow/coin", f"land:yellow:{START}+right_1a") == (
        f"{START} is explored; islets need unexplored land"
    )


# ---------------------------------------------------------------------- Workers and what they do


def test_a_worker_on_a_space_of_another_shape_says_so() -> None:
    reason = "Special workers: square spaces; others: round"
    assert why(work(), "worker/yellow.1", "space:a:square") == reason


def test_a_worker_out_of_turn_says_whose_turn_it_is() -> None:
    assert why(work(), "worker/blue.1", "space:a:round") == "Eva is on turn"


def test_a_building_beside_a_worker_says_its_price_and_what_is_missing() -> None:
    table = work()
    table.places["worker/yellow.1"] = "space:d:round"
    said = why(table, "small_building/yellow.1", f"on:yellow:{START}")
    assert said == "Small building: 1 coin, 2 wood, 2 stone. Eva lacks 2 wood, 2 stone"


def test_a_building_where_it_is_paid_otherwise_than_proposed_says_where_it_is_paid() -> None:
    def rich(given: Given) -> None:
        given.goods(EVA, coin=1, wood=1, stone=2)
        given.land(EVA, START, 1, "meadow")
        given.land(EVA, BESIDE, 1, "forest", "wood")
        given.land(EVA, BEYOND, 1, "forest", "wood")

    table = work(rich)
    table.places["worker/yellow.1"] = "space:d:round"
    said = why(table, "small_building/yellow.1", f"on:yellow:{BESIDE}")
    assert said == "First pay on a phone"
    assert table.put("small_building/yellow.1", f"on:yellow:{START}") == [
        "worker:d:round",
        "structure:small",
        f"pay_wood:{BEYOND}+store.1",
        f"site:{START}",
    ]


def test_a_building_on_land_that_is_too_low_says_so() -> None:
    def rich(given: Given) -> None:
        given.goods(EVA, coin=1, wood=2, stone=2)
        given.land(EVA, START, 1, "meadow")
        given.land(EVA, BESIDE, 2, "forest")

    table = work(rich)
    table.places["worker/yellow.1"] = "space:d:round"
    said = why(table, "small_building/yellow.1", f"on:yellow:{START}")
    assert said == f"{START} is level 1; level 2 is still free"


def test_a_boat_says_the_price_of_its_pier() -> None:
    table = work()
    table.places["worker/yellow.1"] = "space:b:round"
    said = why(table, "boat/yellow/coin", "pier:yellow:3")
    assert said.endswith("Pier 3: 1 coin, 5 wood for 2 navigation points. Eva lacks 5 wood")


def test_a_statue_says_its_prices() -> None:
    def excavated(given: Given) -> None:
        given.statue(EVA, FAR_RUIN, slot="1")

    table = work(excavated)
    table.places["worker/yellow.1"] = "space:f:round"
    statue = at(table, "slot:yellow:1")
    said = why(table, statue, f"on:yellow:{START}")
    assert said == (
        "A statue costs: 3 wood, 3 stone. Eva lacks 3 wood, 3 stone"
        " / 2 wood, 2 gold. Eva lacks 2 wood, 2 gold"
    )


def test_a_ruin_out_of_reach_says_so() -> None:
    table = work()
    table.places["worker/yellow.1"] = "space:f:round"
    reason = f"{FAR_RUIN} does not border explored land"
    assert why(table, at(table, f"on:yellow:{FAR_RUIN}"), "slot:yellow:1") == reason


def test_a_lid_says_what_its_cargo_ship_costs() -> None:
    table = work()
    table.places["worker/yellow.1"] = "space:h:round"
    said = why(table, "lid/yellow.2", "lids:yellow")
    assert said.endswith(
        "Cargo ship 2: 2 gold, 3 cloth for 2 navigation points. Eva lacks 2 gold, 3 cloth"
    )


def test_a_ship_that_sails_for_nothing_says_so() -> None:
    reason = "Only navigation points move ships"
    assert why(work(), "ship/yellow/one", "sea:yellow:left_1") == reason


# ----------------------------------------------------------------------- A tile below a structure


def unclear(table: LyingCards, spot: Unreadable) -> list[str]:
    table.live.see(Sighting(dict(table.places), unreadable=(spot,)))
    return [str(text) for text in table.live.unclear]


def test_a_tag_that_looks_out_under_a_structure_is_that_of_the_tile_below() -> None:
    table = work()
    spot = Unreadable(np.zeros((4, 2)), Text("covered"), place=f"on:yellow:{START}")
    assert len(unclear(table, spot)) == 1, "nothing stands there that could cover it"
    table.places["small_building/yellow.1"] = f"on:yellow:{START}"
    assert unclear(table, spot) == []


def at(table: LyingCards, place: str) -> str:
    """What lies in a place."""
    return next(piece for piece, where in table.places.items() if where == place)
