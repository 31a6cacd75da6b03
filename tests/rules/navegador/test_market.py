"""Navegador: goods of colonies are sold, or goods are processed in factories."""

from __future__ import annotations

from rules.match import Match
from rules.navegador.market import PRICES, best_plan
from rules.navegador.table import Table
from tests.rules.at_the_table import asked, keys, play, why_not
from tests.rules.navegador.the_table import at_table, money

GOLD = "gold/50 gold/60 gold/70"


def price(match: Match[Table], good: str) -> tuple[int, int]:
    """The price of a good and the row of its marker, counted from 1."""
    row = match.table.prices[["sugar", "gold", "spice"].index(good)]
    return PRICES[good][row], row + 1


def test_all_units_sell_for_the_present_price_then_the_marker_falls() -> None:
    """The example of the rulebook: three gold at the lower 50, down to the upper 30."""
    match = at_table(founded={"red": GOLD}, rows={"gold": 6}, money={"red": 0})
    assert price(match, "gold") == (50, 6)
    play(match, "sector:market_1 sell:gold:3")
    assert money(match) == 150
    assert price(match, "gold") == (30, 9)


def test_five_units_bring_250_and_the_marker_stops_at_the_lowest_cell() -> None:
    match = at_table(founded={"red": f"{GOLD} gold/80 gold/90"}, rows={"gold": 6}, money={"red": 0})
    play(match, "sector:market_1 sell:gold:5")
    assert money(match) == 250
    assert price(match, "gold") == (30, 10)


def test_at_the_lowest_cell_goods_can_still_be_sold() -> None:
    match = at_table(founded={"red": GOLD}, rows={"gold": 10}, money={"red": 0})
    play(match, "sector:market_1 sell:gold:3")
    assert money(match) == 90
    assert price(match, "gold") == (30, 10)


def test_a_factory_earns_what_the_column_beside_the_marker_says() -> None:
    """The example of the rulebook: spice at 60 earns 40."""
    match = at_table(buildings={"red": "spice_factory"}, rows={"spice": 5}, money={"red": 0})
    assert price(match, "spice")[0] == 60
    play(match, "sector:market_1 process:spice:1")
    assert money(match) == 40
    assert price(match, "spice")[1] == 4


def test_at_the_highest_cell_goods_can_still_be_processed() -> None:
    match = at_table(buildings={"red": "spice_factory"}, rows={"spice": 1}, money={"red": 0})
    play(match, "sector:market_1 process:spice:2")
    assert money(match) == 40
    assert price(match, "spice") == (80, 1)


def market_of_the_example() -> Match[Table]:
    match = at_table(
        founded={"red": "sugar/40 gold/50 gold/60 spice/60"},
        buildings={"red": "sugar_factory sugar_factory spice_factory"},
        rows={"sugar": 4, "gold": 5, "spice": 2},
        money={"red": 0},
    )
    assert [price(match, good)[0] for good in ("sugar", "gold", "spice")] == [50, 50, 80]
    match.play("sector:market_1")
    return match


def test_selling_gold_and_spice_and_processing_sugar_brings_270() -> None:
    match = market_of_the_example()
    play(match, "sell:gold:2 sell:spice:1")
    assert money(match) == 100 + 80
    assert why_not(match, "process:spice:1") == "Already traded: spice"
    play(match, "process:sugar:3")
    assert money(match) == 270
    assert asked(match) == "blue", "nothing is left to trade"
    assert price(match, "sugar") == (60, 1)
    assert price(match, "gold") == (40, 7)
    assert price(match, "spice") == (70, 3)


def test_selling_the_sugar_instead_of_processing_it_brings_40_less() -> None:
    match = market_of_the_example()
    play(match, "sell:gold:2 sell:spice:1 sell:sugar:1")
    assert money(match) == 270 - 40
    assert price(match, "sugar") == (40, 5)


def test_processing_two_sugar_and_selling_two_gold_brings_240() -> None:
    match = at_table(
        founded={"red": "sugar/40 gold/50 gold/60"},
        buildings={"red": "sugar_factory"},
        rows={"sugar": 7, "gold": 1},
        money={"red": 0},
    )
    play(match, "sector:market_2 process:sugar:2 sell:gold:2")
    assert money(match) == 240


def test_the_orange_factory_processes_one_unit_of_one_good() -> None:
    match = at_table(buildings={"red": "gold_factory"})
    match.play("sector:market_1")
    assert {"process:sugar:1", "process:gold:2", "process:spice:1"} <= keys(match)
    match.play("process:gold:2")
    assert asked(match) == "blue", "the joker is used, and there is no other factory or colony"


def test_the_orange_factory_is_free_if_the_good_has_factories_of_its_own() -> None:
    match = at_table(buildings={"red": "gold_factory"})
    play(match, "sector:market_1 process:gold:1")
    possible = {key for key in keys(match) if not key.startswith("trade:")}
    assert possible == {"process:sugar:1", "process:spice:1", "done"}


def test_what_brings_the_most_is_proposed_and_done_with_one_answer() -> None:
    """The example of the rulebook, but all spice is sold as well: two gold, three sugar."""
    match = at_table(
        founded={"red": "gold/50 gold/60 sugar/40"},
        buildings={"red": "sugar_factory sugar_factory"},
        rows={"gold": 6, "sugar": 7},
        money={"red": 0},
    )
    match.play("sector:market_1")
    assert match.choice is not None
    plan = best_plan(match.table, match.seats[0])
    assert match.choice.next_key == "trade:process.sugar.3+sell.gold.2"
    play(match, "trade:process.sugar.3+sell.gold.2")
    assert (money(match), asked(match)) == (plan.income, "blue")
    match.undo()
    play(match, "sell:gold:1")
    assert match.choice.next_key == "done", "nothing is proposed to somebody who has begun"


def test_a_part_of_the_goods_may_be_traded_and_colonies_stay() -> None:
    match = at_table(founded={"red": GOLD})
    match.play("sector:market_1")
    assert {"sell:gold:1", "sell:gold:2", "sell:gold:3"} <= keys(match)
    play(match, "sell:gold:1 done")
    assert match.table.items(match.seats[0], "colony") == 3


def test_what_cannot_be_sold_says_why() -> None:
    match = at_table()
    match.play("sector:market_1")
    assert why_not(match, "sell:spice:1") == "Red: no spice colony"
