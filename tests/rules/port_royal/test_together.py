"""Contracts together or alone: the time deck, its seals, and how well it went."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rules.match import Match
from rules.port_royal import GAME
from rules.port_royal.set_up import time_deck_size
from rules.port_royal.table import Table
from server.commands.dev import score_sheet
from tests.rules.at_the_table import asked, keys, play, result
from tests.rules.port_royal.the_table import at_table, coins, influence, turn_up

EXAMPLE = "femme_fatale maritime_supremacy galleon_nemesis"
"""Seals 1G, 0G and -1H."""


def alone(row: str = EXAMPLE, held: str = "", coins: int = 0, **more: Any) -> Match[Table]:
    held_by, rich = {"red": held}, {"red": coins}
    return at_table(held_by, rich, contracts=row, seats=1, mode="contracts_alone", **more)


def test_the_example_of_the_rulebook_has_15_cards_in_the_time_deck() -> None:
    """13 + (1 + 0 - 1) + 2 letters = 15."""
    match = alone()
    assert time_deck_size(match.table) == match.table.places.count("time") == 15


def test_the_first_player_sets_cards_aside_when_the_contracts_lie_open() -> None:
    match = Match(GAME, GAME.seat(["Red"]), {"mode": "contracts_alone"})
    row = " ".join(f"turn:contract/{key}" for key in EXAMPLE.split())
    play(match, f"{row} time_deck")
    assert (asked(match), len(keys(match))) == ("red", 9)
    match.play("aside:5")
    assert [match.table.places.count(place) for place in ("time", "points")] == [10, 5]
    assert keys(match) == {"draw"}


def test_in_the_example_5_cards_set_aside_leave_10_turns_and_5_points() -> None:
    match = alone(time_aside="5")
    assert [match.table.places.count(place) for place in ("time", "points")] == [10, 5]


def test_in_the_example_he_is_a_pirate_at_most_unless_a_tax_increase_brings_a_point_more() -> None:
    held = "captain/4.1 mademoiselle/7.1 contract_cards/vice_admiral/5.1"
    done = "fulfil:contract/femme_fatale fulfil:contract/maritime_supremacy"
    for taxed, rank in (("", "5 points: pirate"), ("draw turn:tax/most_swords.1 point:yes", "6")):
        match = alone(held=held, time_aside="5")
        play(match, f"{taxed} draw turn:ship/black/1/2.1 stop decline:ship/black/1/2.1 {done}")
        play(match, "draw turn:ship/black/1/2.2 stop decline:ship/black/1/2.2")
        assert rank in result(match)[1]
    assert result(match)[1].endswith("6 points: captain")


def test_in_the_example_it_is_lost_after_10_turns() -> None:
    match = alone(time_aside="5")
    persons = [f"{role}/4.{number}" for role in ("priest", "settler") for number in range(1, 6)]
    for person in persons:
        assert match.outcome() is None
        play(match, f"draw turn:{person} stop pass")
    outcome = match.outcome()
    assert outcome is not None
    assert outcome.lost


def test_a_letter_that_three_seals_show_adds_one_card_only() -> None:
    """Three times 0A: 13 + 0 + 1."""
    assert time_deck_size(alone("mercenary speculator pirates_nest").table) == 14


def test_the_letters_of_the_white_contracts_are_on_no_other_one() -> None:
    """2J, 1E and 2K, -1F: 13 + 4 + 4 letters."""
    match = at_table(contracts="small_estate explorer ransom jinx", mode="contracts_together")
    assert time_deck_size(match.table) == 21


@pytest.mark.parametrize(("seats", "number"), [(1, 3), (2, 5), (3, 7), (4, 9), (5, 11)])
def test_so_many_of_the_18_contracts_lie_open(seats: int, number: int) -> None:
    mode = "contracts_alone" if seats == 1 else "contracts_together"
    match = at_table(seats=seats, mode=mode)
    assert match.table.rules.open_contracts[seats - 1] == number
    assert match.table.places.count("contracts") == 18


def test_the_first_card_of_a_turn_comes_from_the_time_deck_the_next_from_the_deck() -> None:
    match = alone()
    turn_up(match, "sailor/3.1")
    assert match.table.places.count("time") == 14
    deck = match.table.places.count("deck")
    turn_up(match, "sailor/3.2")
    assert match.table.places.count("time") == 14
    assert match.table.places.count("deck") == deck - 1


def test_a_turn_without_a_card_in_the_time_deck_is_lost() -> None:
    match = alone(time_aside="8")
    for number in range(1, 8):
        play(match, f"draw turn:sailor/3.{number} stop pass")
    outcome = match.outcome()
    assert outcome is not None
    assert outcome.lost
    assert str(outcome.because) == (
        "The time deck is empty; not fulfilled: Femme fatale, Maritime supremacy, Galleon nemesis"
    )
    assert json.dumps(score_sheet.as_data(match)["won"]) == "false"


def test_it_is_won_at_once_when_every_contract_is_fulfilled() -> None:
    match = alone("mercenary trade_master", "pirate/5.1 sailor/3.1 trader/red/3.1 trader/blue/3.1")
    play(match, "fulfil:contract/mercenary fulfil:contract/trade_master")
    assert result(match) == (["red"], "All contracts fulfilled, 0 points: cabin boy")
    assert score_sheet.as_data(match)["won"] is True


@pytest.mark.parametrize(
    ("points", "rank"),
    [
        *((n, "cabin boy") for n in (0, 1)),
        *((n, "sailor") for n in (2, 3)),
        *((n, "pirate") for n in (4, 5)),
        *((n, "captain") for n in (6, 7)),
        (8, "ruler of the seas"),
    ],
)
def test_points_say_how_well_it_went(points: int, rank: str) -> None:
    match = alone("mercenary", "pirate/5.1 sailor/3.1", time_aside=str(points))
    match.play("fulfil:contract/mercenary")
    assert result(match)[1].endswith(f": {rank}")


def test_everybody_wins_if_each_contract_is_fulfilled_by_somebody() -> None:
    match = at_table(
        {"red": "pirate/5.1 sailor/3.1", "blue": "trader/red/3.1 trader/blue/3.1"},
        contracts="mercenary trade_master",
        mode="contracts_together",
    )
    turn_up(match, "sailor/3.2")
    play(match, "fulfil:contract/mercenary stop pass fulfil:contract/trade_master")
    outcome = match.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.together) == (tuple(match.seats), True)
    assert str(outcome.verdict) == "Won together"


def test_at_a_tax_increase_a_card_of_the_time_deck_may_become_a_point() -> None:
    match = alone()
    play(match, "draw turn:tax/most_swords.1")
    assert keys(match) == {"point:yes", "point:no"}
    match.play("point:yes")
    assert [match.table.places.count(place) for place in ("time", "points")] == [13, 1]


def test_the_card_is_set_aside_when_the_tax_increase_comes_up_before_paying_it_wins() -> None:
    match = alone("tax_inspector", coins=12)
    play(match, "draw turn:tax/most_swords.1")
    assert keys(match) == {"point:yes", "point:no"}
    play(match, "point:yes fulfil:contract/tax_inspector")
    assert result(match)[1] == "All contracts fulfilled, 1 point: cabin boy"


def test_the_first_card_comes_from_the_time_deck_even_if_all_other_cards_are_used_up() -> None:
    match = alone("mercenary", deck=0, discarded="")
    assert (keys(match), match.table.places.count("time")) == ({"draw"}, 14)
    turn_up(match, "sailor/3.1")
    assert keys(match) == {"stop"}
    assert match.table.places.count("time") == 13


def test_alone_a_tax_increase_always_brings_its_bonus() -> None:
    match = alone()
    play(match, "draw turn:tax/most_swords.1 point:no draw turn:tax/fewest_influence.1 point:no")
    assert coins(match) == [2]


def test_alone_nobody_is_paid_a_fee_or_a_gift() -> None:
    match = alone()
    ship = "contract_cards/ship/green/3/3.1"
    turn_up(match, f"{ship} sailor/3.1")
    play(match, f"stop trade:{ship}")
    assert (coins(match), asked(match)) == ([3], "red")


def test_together_the_fee_is_paid_as_always() -> None:
    match = at_table(contracts="jinx", mode="contracts_together")
    turn_up(match, "ship/red/1/1.1 sailor/3.1")
    play(match, "stop pass trade:ship/red/1/1.1")
    assert coins(match) == [1, 0]


def test_the_small_estate_needs_12_influence() -> None:
    held = "sailor/7.1 pirate/9.1 jester/9.1 admiral/9.1"
    assert "fulfil:contract/small_estate" in keys(alone("small_estate", held))
    fewer = held.replace("admiral/9.1", "admiral/7.1")
    assert "fulfil:contract/small_estate" not in keys(alone("small_estate", fewer))


def test_the_ransom_costs_15_coins() -> None:
    assert "fulfil:contract/ransom" not in keys(alone("ransom", coins=14))
    match = alone("ransom jinx", coins=16)
    match.play("fulfil:contract/ransom")
    assert coins(match) == [1]


def test_what_the_last_player_pays_may_be_the_ransoms_last_coin() -> None:
    match = at_table(coins={"red": 14}, contracts="ransom jinx", mode="contracts_together")
    turn_up(match, "ship/red/1/1.1")
    play(match, "stop pass trade:ship/red/1/1.1")
    assert (asked(match), keys(match)) == ("red", {"fulfil:contract/ransom", "done"})
    match.play("fulfil:contract/ransom")
    assert (coins(match), asked(match)) == ([0, 0], "blue")


def test_together_contracts_bring_coins_and_influence_as_always() -> None:
    held = "pirate/5.1 sailor/3.1 trader/red/3.1 trader/blue/3.1"
    match = alone("mercenary trade_master jinx", held)
    before = influence(match)[0]
    play(match, "fulfil:contract/mercenary fulfil:contract/trade_master")
    assert (coins(match), influence(match)) == ([3 + 3], [before + 1])


def test_12_influence_do_not_end_what_is_played_together() -> None:
    held = "sailor/7.1 pirate/9.1 jester/9.1 admiral/9.1"
    match = alone("jinx", held)
    play(match, "draw turn:sailor/3.1 stop pass")
    assert (match.outcome(), asked(match)) == (None, "red")


def test_the_white_contracts_can_lie_open_only_for_those_who_play_together() -> None:
    names = ["Red", "Blue"]
    for mode, white in (("contracts_together", True), ("contracts", False)):
        match = Match(GAME, GAME.seat(names), {"mode": mode})
        assert ("turn:contract/ransom" in keys(match)) == white
        assert ("turn:contract/small_estate" in keys(match)) == white
