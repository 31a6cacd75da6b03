"""Phase 2, Trade and hire, and the abilities of the persons, sentence by sentence."""

from __future__ import annotations

import pytest

from tests.rules.at_the_table import asked, keys, play, where, why_not
from tests.rules.port_royal.the_table import at_table, coins, harbour, influence, stop_with, turn_up

SHIPS = [
    "ship/yellow/1/1.1",
    "ship/blue/1/1.1",
    "ship/green/1/1.1",
    "ship/red/1/1.1",
    "ship/black/1/2.1",
]

# --------------------------------------------------------------------------- How many cards to take


@pytest.mark.parametrize(
    ("colours", "takes"), [(0, 1), (1, 1), (2, 1), (3, 1), (4, 2), (5, 3)], ids=str
)
def test_the_active_player_takes_1_2_or_3_cards_by_ship_colours(colours: int, takes: int) -> None:
    persons = "sailor/3.1 sailor/3.2 sailor/3.3 sailor/3.4"
    match = at_table(coins={"red": 20})
    stop_with(match, " ".join([persons, *SHIPS[:colours]]))
    for number in range(1, takes + 1):
        assert asked(match) == "red"
        match.play(f"hire:sailor/3.{number}")
    assert asked(match) == "blue"


def test_the_active_player_may_take_fewer_cards_or_none() -> None:
    match = at_table()
    stop_with(match, " ".join(SHIPS))
    match.play(f"trade:{SHIPS[0]}")
    match.play("pass")
    assert asked(match) == "blue"


def test_a_card_just_taken_helps_with_the_next_one() -> None:
    match = at_table(coins={"red": 11})
    stop_with(match, " ".join([*SHIPS[:4], "mademoiselle/9.1", "sailor/3.1"]))
    play(match, "hire:mademoiselle/9.1 hire:sailor/3.1")
    assert coins(match, 0) == [11 - 9 - 2]


def test_a_trader_just_hired_earns_with_the_next_ship() -> None:
    match = at_table(coins={"red": 3})
    stop_with(match, " ".join([*SHIPS[:4], "trader/red/3.1"]))
    play(match, "hire:trader/red/3.1 trade:ship/red/1/1.1")
    assert coins(match, 0) == [2]


# ------------------------------------------------------------------------------------------- Trade


def test_example_a_flute_is_traded_for_2_coins() -> None:
    match = at_table()
    stop_with(match, "ship/blue/2/2.1")
    match.play("trade:ship/blue/2/2.1")
    assert where(match, "ship/blue/2/2.1") == "discard"
    assert coins(match, 0) == [2]


# -------------------------------------------------------------------------------------------- Hire


def test_example_a_sailor_is_hired_for_3_coins_paid_to_the_discard_pile() -> None:
    match = at_table(coins={"red": 3})
    stop_with(match, "sailor/3.1")
    match.play("hire:sailor/3.1")
    assert where(match, "sailor/3.1") == "area:red"
    assert coins(match, 0) == [0]
    assert influence(match, 0) == [1]
    assert match.table.places.piles["discard"].unknown == 3


def test_a_person_that_is_too_dear_cannot_be_hired() -> None:
    match = at_table(coins={"red": 4})
    stop_with(match, "trader/yellow/5.1")
    assert why_not(match, "hire:trader/yellow/5.1") == "Yellow trader 5 costs 5, Red has 4"


# ----------------------------------------------------------------------------- The other players


def test_the_others_may_take_one_card_each_clockwise_from_the_active_player() -> None:
    match = at_table(seats=4)
    stop_with(match, " ".join([*SHIPS, "sailor/3.1"]))
    play(match, "pass")
    order = []
    for ship in SHIPS[:3]:
        order.append(asked(match))
        match.play(f"trade:{ship}")
    assert order == ["blue", "green", "yellow"]
    assert asked(match) == "blue"
    assert "draw" in keys(match)


def test_the_order_of_the_others_starts_after_the_active_player_whoever_was_first() -> None:
    match = at_table(seats=3)
    stop_with(match, "sailor/3.1")
    play(match, "pass pass pass")
    stop_with(match, "sailor/3.2")
    order = [asked(match)]
    match.play("pass")
    order.append(asked(match))
    match.play("pass")
    order.append(asked(match))
    assert order == ["blue", "green", "red"]


def test_each_card_of_another_player_costs_a_fee_of_one_coin_to_the_active_player() -> None:
    match = at_table(coins={"blue": 4})
    stop_with(match, "sailor/3.1")
    play(match, "pass hire:sailor/3.1")
    assert coins(match) == [1, 0]


def test_another_player_needs_the_fee_on_top_of_the_price() -> None:
    match = at_table(coins={"blue": 3})
    stop_with(match, "sailor/3.1")
    match.play("pass")
    assert why_not(match, "hire:sailor/3.1") == "Sailor 3 costs 3 and the fee 1, Blue has 3"


def test_the_fee_may_be_paid_from_the_coins_of_the_ship() -> None:
    match = at_table()
    stop_with(match, "ship/red/1/1.1")
    play(match, "pass trade:ship/red/1/1.1")
    assert coins(match) == [1, 0]


def test_every_offer_says_all_that_is_paid_and_to_whom() -> None:
    match = at_table(coins={"red": 9, "blue": 9})
    stop_with(match, "sailor/3.1 sailor/3.2 ship/red/3/6.1 ship/blue/1/1.1")
    assert str(match.option("hire:sailor/3.1").text) == "Hire Sailor 3 for 3 coins"
    assert str(match.option("trade:ship/red/3/6.1").text) == "Trade Frigate 3 for 3 coins"
    match.play("hire:sailor/3.1")
    assert str(match.option("hire:sailor/3.2").text) == "Hire Sailor 3 for 3 coins, and 1 to Red"
    assert [str(match.option(f"trade:{ship}").text) for ship in ("ship/red/3/6.1", SHIPS[1])] == [
        "Trade Frigate 3 for 3 coins: 1 to Red, 2 left",
        "Trade Flute 1 for 1 coin: 1 to Red, 0 left",
    ]


def test_the_ledger_says_to_whom_the_fee_goes() -> None:
    match = at_table(coins={"blue": 4})
    stop_with(match, "sailor/3.1")
    play(match, "pass hire:sailor/3.1")
    red, blue = match.seats
    paid = [(line.seat, line.amount, line.other) for line in match.table.ledger.lines[-3:]]
    assert [line for line in paid if line[2]] == [(blue, -1, red), (red, 1, blue)]


def test_another_player_may_pass_and_pays_nothing() -> None:
    match = at_table(coins={"blue": 5})
    stop_with(match, "sailor/3.1")
    play(match, "pass pass")
    assert coins(match) == [0, 5]


def test_the_next_button_means_stop_and_pass() -> None:
    match = at_table()
    turn_up(match, "sailor/3.1")
    assert match.choice is not None
    assert match.choice.next_key == "stop"
    match.play("stop")
    assert match.choice.next_key == "pass"


def test_what_nobody_takes_is_discarded() -> None:
    match = at_table()
    stop_with(match, "sailor/3.1 ship/red/1/1.1")
    play(match, "pass pass")
    assert harbour(match) == ""
    assert where(match, "sailor/3.1") == "discard"
    assert where(match, "ship/red/1/1.1") == "discard"


def test_the_harbour_may_not_suffice_for_everybody() -> None:
    match = at_table(seats=4)
    stop_with(match, "ship/red/1/1.1 ship/blue/1/1.1")
    play(match, "trade:ship/red/1/1.1 trade:ship/blue/1/1.1")
    assert asked(match) == "blue"
    assert "draw" in keys(match)


def test_the_others_may_take_although_the_active_player_took_nothing() -> None:
    match = at_table()
    stop_with(match, "ship/red/1/1.1")
    match.play("pass")
    assert asked(match) == "blue"


def test_by_option_the_others_take_only_after_the_active_player_took_a_card() -> None:
    match = at_table({"blue": "jester/5.1 admiral/5.1"}, others_take="after_active")
    stop_with(match, "ship/red/1/1.1 ship/blue/1/1.1")
    match.play("pass")
    assert "draw" in keys(match)
    match = at_table(others_take="after_active")
    stop_with(match, "ship/red/1/1.1 ship/blue/1/1.1")
    match.play("trade:ship/red/1/1.1")
    assert asked(match) == "blue"
    assert "trade:ship/blue/1/1.1" in keys(match)


def test_example_five_cards_with_four_ship_colours() -> None:
    match = at_table(coins={"red": 2, "blue": 0})
    stop_with(
        match,
        "ship/yellow/3/2.1 ship/blue/2/2.1 ship/green/1/1.1 ship/red/1/1.1 trader/yellow/5.1",
    )
    match.play("trade:ship/yellow/3/2.1")
    assert coins(match, 0) == [5]
    match.play("hire:trader/yellow/5.1")
    assert coins(match, 0) == [0]
    assert influence(match, 0) == [2]
    assert asked(match) == "blue"
    match.play("trade:ship/blue/2/2.1")
    assert coins(match) == [1, 1]
    assert harbour(match) == ""
    for card in ("ship/green/1/1.1", "ship/red/1/1.1", "ship/blue/2/2.1", "ship/yellow/3/2.1"):
        assert where(match, card) == "discard"


# --------------------------------------------------------------------------------- Trader


def test_each_trader_adds_a_coin_to_a_ship_of_its_colour() -> None:
    match = at_table({"red": "trader/red/3.1 trader/red/3.2 trader/blue/3.1"})
    stop_with(match, "ship/red/2/3.1")
    match.play("trade:ship/red/2/3.1")
    assert coins(match, 0) == [4]


def test_a_trader_adds_nothing_to_a_ship_of_another_colour() -> None:
    match = at_table({"red": "trader/blue/3.1"})
    stop_with(match, "ship/red/2/3.1")
    match.play("trade:ship/red/2/3.1")
    assert coins(match, 0) == [2]


def test_traders_also_help_players_who_are_not_active() -> None:
    match = at_table({"blue": "trader/red/3.1"})
    stop_with(match, "ship/red/2/3.1")
    play(match, "pass trade:ship/red/2/3.1")
    assert coins(match) == [1, 2]


# --------------------------------------------------------------------------------- Admiral

FIVE = "sailor/3.1 sailor/3.2 sailor/3.3 sailor/3.4 ship/red/1/1.1"


def test_each_admiral_pays_2_coins_if_5_cards_lie_in_the_harbour() -> None:
    match = at_table({"red": "admiral/5.1 admiral/7.1"})
    stop_with(match, FIVE)
    assert coins(match, 0) == [4]


def test_admirals_pay_nothing_for_4_cards() -> None:
    match = at_table({"red": "admiral/5.1"})
    stop_with(match, "sailor/3.1 sailor/3.2 sailor/3.3 ship/red/1/1.1")
    assert coins(match, 0) == [0]


def test_expeditions_and_taxes_do_not_count_for_the_admiral() -> None:
    match = at_table({"red": "admiral/5.1", "blue": "sailor/5.1"})
    stop_with(match, "expedition/priest2.1 tax/most_swords.1 sailor/3.1 sailor/3.2 sailor/3.3")
    assert coins(match, 0) == [0]


def test_admirals_of_the_others_count_the_harbour_when_their_turn_comes() -> None:
    match = at_table({"blue": "admiral/5.1", "green": "admiral/7.1"}, {"blue": 5}, seats=3)
    stop_with(match, f"{FIVE} ship/blue/1/1.1")
    match.play("trade:ship/blue/1/1.1")
    assert coins(match, 1) == [5 + 2]
    match.play("hire:sailor/3.1")
    assert coins(match, 2) == [0]


def test_an_admiral_just_hired_pays_nothing_in_this_share() -> None:
    match = at_table(coins={"red": 5})
    stop_with(match, "sailor/3.1 sailor/3.2 sailor/3.3 sailor/3.4 admiral/5.1")
    match.play("hire:admiral/5.1")
    assert coins(match, 0) == [0]


# --------------------------------------------------------------------------------- Jester


def test_each_jester_pays_a_coin_if_the_harbour_is_empty_when_the_turn_to_take_comes() -> None:
    match = at_table({"blue": "jester/5.1 jester/7.1", "green": "jester/7.2"}, seats=3)
    stop_with(match, "ship/red/1/1.1")
    match.play("trade:ship/red/1/1.1")
    assert coins(match) == [1, 2, 1]


def test_an_empty_harbour_pays_the_jesters_of_the_active_player_too() -> None:
    match = at_table({"red": "jester/5.1"})
    stop_with(match, "expedition/priest2.1")
    assert coins(match, 0) == [1]


def test_jesters_pay_nothing_while_there_is_a_card_in_the_harbour() -> None:
    match = at_table({"red": "jester/5.1", "blue": "jester/7.1"})
    stop_with(match, "sailor/3.1")
    play(match, "pass pass")
    assert coins(match) == [0, 0]


def test_a_jester_just_hired_as_the_last_card_pays_nothing_to_its_owner() -> None:
    match = at_table(coins={"red": 5})
    stop_with(match, "jester/5.1")
    match.play("hire:jester/5.1")
    assert coins(match, 0) == [0]


# --------------------------------------------------------------------------------- Governor


def test_each_governor_allows_one_more_card() -> None:
    match = at_table({"red": "governor/8.1 governor/8.2"})
    stop_with(match, "ship/red/1/1.1 ship/blue/1/1.1 ship/green/1/1.1 sailor/3.1")
    play(match, "trade:ship/red/1/1.1 trade:ship/blue/1/1.1 trade:ship/green/1/1.1")
    assert asked(match) == "blue"


def test_a_governor_of_another_player_costs_the_fee_for_each_card() -> None:
    match = at_table({"blue": "governor/8.1"}, {"blue": 1})
    stop_with(match, "ship/red/1/1.1 ship/blue/1/1.1")
    play(match, "pass trade:ship/red/1/1.1 trade:ship/blue/1/1.1")
    assert coins(match) == [2, 1]


def test_a_governor_just_hired_allows_no_card_in_this_share() -> None:
    match = at_table(coins={"red": 8})
    stop_with(match, "governor/8.1 sailor/3.1")
    match.play("hire:governor/8.1")
    assert asked(match) == "blue"


# ------------------------------------------------------------------------------- Mademoiselle


def test_two_mademoiselles_make_hiring_2_coins_cheaper() -> None:
    match = at_table({"red": "mademoiselle/7.1 mademoiselle/9.1"}, {"red": 5})
    stop_with(match, "admiral/7.1")
    match.play("hire:admiral/7.1")
    assert coins(match, 0) == [0]


def test_the_price_never_falls_below_zero() -> None:
    ladies = "mademoiselle/7.1 mademoiselle/7.2 mademoiselle/9.1 mademoiselle/9.2"
    match = at_table({"red": ladies})
    stop_with(match, "sailor/3.1")
    match.play("hire:sailor/3.1")
    assert coins(match, 0) == [0]


def test_the_mademoiselle_does_not_lower_the_fee() -> None:
    ladies = "mademoiselle/7.1 mademoiselle/7.2 mademoiselle/9.1"
    match = at_table({"blue": ladies}, {"blue": 0})
    stop_with(match, "sailor/3.1")
    match.play("pass")
    assert why_not(match, "hire:sailor/3.1") == "Sailor 3 costs 0 and the fee 1, Blue has 0"
