"""Just One More Contract: its persons, ships and contracts, sentence by sentence."""

from __future__ import annotations

from typing import Any

import pytest

from rules.match import Match
from rules.port_royal.pieces import PIECES, Contract, Person, Ship
from rules.port_royal.table import Table
from tests.rules.at_the_table import asked, keys, play, result, where, why_not
from tests.rules.port_royal.the_table import (
    at_table,
    coins,
    influence,
    stop_with,
    turn_up,
)

C = "contract_cards"
GIFT = f"{C}/ship/green/3/3.1"


def contracts(
    row: str,
    areas: dict[str, str] | None = None,
    coins: dict[str, int] | None = None,
    seats: int = 2,
    **more: Any,
) -> Match[Table]:
    return at_table(areas, coins, contracts=row, seats=seats, mode="contracts", **more)


# ------------------------------------------------------------------------ Persons and ships


def test_a_clerk_allows_one_more_card_after_a_ship_of_its_colour() -> None:
    match = at_table({"red": f"{C}/clerk/blue/6.1"}, contract_cards="yes")
    stop_with(match, "ship/blue/1/1.1 ship/red/1/1.1 sailor/3.1")
    play(match, "trade:ship/blue/1/1.1 trade:ship/red/1/1.1")
    assert (asked(match), coins(match, 0)) == ("blue", [2])


def test_a_clerk_of_another_colour_allows_nothing() -> None:
    match = at_table({"red": f"{C}/clerk/blue/6.1"}, contract_cards="yes")
    stop_with(match, "ship/red/1/1.1 sailor/3.1")
    play(match, "trade:ship/red/1/1.1")
    assert asked(match) == "blue"


def test_who_is_not_active_pays_for_the_card_of_the_clerk_too() -> None:
    match = at_table({"blue": f"{C}/clerk/blue/6.1"}, contract_cards="yes")
    stop_with(match, "ship/blue/3/2.1 ship/red/2/3.1 sailor/3.1")
    play(match, "pass trade:ship/blue/3/2.1 trade:ship/red/2/3.1")
    assert coins(match) == [2, 3 - 1 + 2 - 1]


@pytest.mark.parametrize(("cards", "paid"), [(2, 0), (3, 1), (4, 1), (5, 0)])
def test_a_vice_admiral_brings_1_coin_if_3_or_4_cards_lie_in_the_harbour(
    cards: int, paid: int
) -> None:
    match = at_table({"red": f"{C}/vice_admiral/5.1"}, contract_cards="yes")
    stop_with(match, " ".join(f"sailor/3.{number}" for number in range(1, cards + 1)))
    assert coins(match, 0) == [paid]


@pytest.mark.parametrize(("ships", "paid"), [(0, 0), (1, 0), (2, 2), (4, 6)])
def test_each_gunner_brings_one_coin_less_than_there_are_ships_never_below_zero(
    ships: int, paid: int
) -> None:
    match = at_table({"red": f"{C}/gunner/6.1 {C}/gunner/6.2"}, contract_cards="yes")
    colours = ("ship/red/1/1.1", "ship/blue/1/1.1", "ship/green/1/1.1", "ship/yellow/1/1.1")
    stop_with(match, " ".join((*colours[:ships], "sailor/3.1")))
    assert coins(match, 0) == [paid]


def test_whoever_trades_a_ship_with_a_gift_chooses_who_else_gets_a_coin() -> None:
    match = at_table(seats=3, contract_cards="yes")
    stop_with(match, GIFT)
    play(match, f"trade:{GIFT}")
    assert keys(match) == {"gift:blue", "gift:green"}
    match.play("gift:green")
    assert coins(match) == [3, 0, 1]


def test_with_two_players_the_gift_is_the_others_and_the_fee_is_paid_as_always() -> None:
    match = at_table(contract_cards="yes")
    stop_with(match, f"{GIFT} sailor/3.1")
    play(match, f"pass trade:{GIFT}")
    assert coins(match) == [1 + 1, 3 - 1]


def test_a_clerk_just_hired_helps_with_the_next_ship_and_so_does_every_ship_of_its_colour() -> None:
    match = at_table({"red": f"{C}/clerk/red/6.1 governor/8.1"}, {"red": 6}, contract_cards="yes")
    stop_with(match, f"{C}/clerk/blue/6.1 ship/blue/1/1.1 ship/red/1/1.1 sailor/3.1 sailor/3.2")
    play(match, f"hire:{C}/clerk/blue/6.1 trade:ship/blue/1/1.1 trade:ship/red/1/1.1")
    assert (asked(match), match.table.shares[match.seats[0]].allowed) == ("red", 2 + 1 + 1)


def test_vice_admirals_and_gunners_are_paid_on_the_turns_of_others_as_the_harbour_is_then() -> None:
    match = at_table(
        {"blue": f"{C}/vice_admiral/5.1 {C}/vice_admiral/5.2 {C}/gunner/4.1"}, contract_cards="yes"
    )
    stop_with(match, "ship/red/1/1.1 ship/blue/1/1.1 ship/green/1/1.1 sailor/3.1 sailor/3.2")
    match.play("trade:ship/red/1/1.1")
    # Four cards, two of them ships.
    assert coins(match) == [1, 2 + 1]


def test_vice_admirals_and_gunners_just_hired_bring_nothing_yet() -> None:
    match = at_table({"red": "governor/8.1"}, {"red": 9}, contract_cards="yes")
    stop_with(match, f"{C}/vice_admiral/5.1 {C}/gunner/4.1 ship/red/1/1.1 ship/blue/1/1.1")
    play(match, f"hire:{C}/vice_admiral/5.1 hire:{C}/gunner/4.1")
    assert coins(match, 0) == [0]


def test_what_admirals_and_gunners_bring_is_said_with_stopping() -> None:
    match = at_table({"red": f"{C}/vice_admiral/5.1 {C}/gunner/6.1"}, contract_cards="yes")
    turn_up(match, "ship/red/1/1.1 ship/blue/1/1.1 ship/green/1/1.1")
    said = str(match.option("stop").text)
    assert said.endswith("your persons bring 3 coins")
    match.play("stop")
    assert coins(match, 0) == [1 + 2]


def test_the_new_ships_are_two_of_each_colour_one_of_them_with_3_coins_and_a_gift() -> None:
    ships = [c for c in PIECES.values() if isinstance(c, Ship) and c.id.startswith(C)]
    for colour in ("yellow", "blue", "green", "red", "black"):
        own = [ship for ship in ships if ship.colour == colour]
        assert (len(own), [ship.coins for ship in own if ship.gift]) == (2, [3])
    assert len(ships) == 10


def test_taxes_and_expeditions_are_no_cards_of_the_harbour_for_a_vice_admiral() -> None:
    match = at_table({"red": f"{C}/vice_admiral/5.1"}, contract_cards="yes")
    turn_up(match, "sailor/3.1 sailor/3.2 tax/most_swords.1 expedition/priest2.1")
    before = coins(match, 0)[0]
    match.play("stop")
    assert coins(match, 0) == [before]


def test_two_clerks_of_a_colour_are_never_there_but_several_vice_admirals_add_up() -> None:
    clerks = [c.colour for c in PIECES.values() if isinstance(c, Person) and c.role == "clerk"]
    assert sorted(map(str, clerks)) == ["black", "blue", "green", "red", "yellow"]
    match = at_table({"red": f"{C}/vice_admiral/5.1 {C}/vice_admiral/5.2"}, contract_cards="yes")
    stop_with(match, "sailor/3.1 sailor/3.2 sailor/3.3")
    assert coins(match, 0) == [2]


# -------------------------------------------------------------------------------- Competing


def test_everybody_has_three_markers() -> None:
    match = contracts("mercenary", seats=5)
    assert [len(match.table.markers(seat)) for seat in match.seats] == [3] * 5


def test_the_end_comes_as_ever_and_can_be_won_without_any_contract() -> None:
    held = "governor/8.1 admiral/9.1 admiral/9.2 jester/9.1 mademoiselle/9.1"
    match = contracts("mercenary", {"red": held, "blue": "pirate/5.1 sailor/3.1"})
    stop_with(match, "sailor/3.2")
    play(match, "pass fulfil:contract/mercenary pass")
    stop_with(match, "sailor/3.3")
    play(match, "pass pass")
    assert result(match) == (["red"], "Most influence: 12")


def test_influence_for_contracts_counts_when_no_contract_is_left_to_stand_for_it() -> None:
    match = contracts(
        "luminaries mercenary", {"red": "priest/4.1 jester/5.1 pirate/9.1 sailor/3.1"}
    )
    places = match.table.places
    places.pass_on("contracts", "shields:blue", places.count("contracts"))
    before = influence(match, 0)[0]
    play(match, "fulfil:contract/mercenary fulfil:contract/luminaries")
    assert influence(match, 0) == [before + 1]
    assert match.table.places.count("shields:red") == 0


def test_a_contract_may_be_fulfilled_later_and_with_more_than_it_demands() -> None:
    match = contracts("mercenary", {"red": "pirate/9.1 pirate/7.1"})
    stop_with(match, "sailor/3.2")
    play(match, "pass pass")
    stop_with(match, "sailor/3.3")
    play(match, "pass")
    assert (asked(match), "fulfil:contract/mercenary" in keys(match)) == ("red", True)


def test_several_may_be_on_the_same_space_of_a_nemesis() -> None:
    match = contracts("galleon_nemesis", coins={"blue": 1})
    stop_with(match, "ship/black/1/2.1 sailor/3.1")
    play(match, "decline:ship/black/1/2.1 pass")
    stop_with(match, "ship/black/1/2.2 sailor/3.2")
    play(match, "decline:ship/black/1/2.2 pass")
    assert list(match.table.steps.values()) == [1, 1]


def test_four_of_the_sixteen_lie_open_and_the_white_ones_stay_in_the_box() -> None:
    match = at_table(mode="contracts")
    assert match.table.places.count("contracts") == 16
    boxed = [card.id for card in match.table.places["box"] if isinstance(card, Contract)]
    assert boxed == ["contract/small_estate", "contract/ransom"]
    assert match.table.rules.open_contracts == (4, 4, 4, 4, 4)


def test_the_second_to_fulfil_a_contract_gets_the_coins_of_the_second_space() -> None:
    """The rulebook's example: 3 coins, and 1 influence since it is that player's second one."""
    held = "priest/4.1 jester/5.1 pirate/5.1 sailor/3.1"
    match = contracts("luminaries mercenary", {"red": held})
    red, blue = match.seats
    luminaries = PIECES["contract/luminaries"]
    assert isinstance(luminaries, Contract)
    match.table.done[luminaries] = (blue,)
    play(match, "fulfil:contract/mercenary")
    before = influence(match, 0)[0]
    option = match.option("fulfil:contract/luminaries")
    assert str(option.text) == "Fulfil Luminaries: get 3 coins, get 1 influence"
    match.play("fulfil:contract/luminaries")
    assert coins(match, 0) == [3 + 3]
    assert influence(match, 0) == [before + 1]
    assert match.table.places.count("shields:red") == 1
    assert match.table.fulfilled_contracts(red) == [luminaries, PIECES["contract/mercenary"]]


def test_the_third_contract_brings_2_influence_more_and_no_marker_is_left() -> None:
    held = "priest/4.1 jester/5.1 captain/4.1 mademoiselle/7.1 pirate/5.1 sailor/3.1"
    match = contracts("luminaries femme_fatale mercenary trade_master", {"red": held})
    before = influence(match, 0)[0]
    play(match, "fulfil:contract/luminaries fulfil:contract/femme_fatale fulfil:contract/mercenary")
    assert influence(match, 0) == [before + 3]
    assert coins(match, 0) == [4 + 3 + 3]
    assert not match.table.markers(match.seats[0])
    assert why_not(match, "fulfil:contract/trade_master") == "Red has no marker left"


def test_everybody_fulfils_a_contract_only_once() -> None:
    match = contracts("mercenary", {"red": "pirate/5.1 sailor/3.1"})
    match.play("fulfil:contract/mercenary")
    assert why_not(match, "fulfil:contract/mercenary") == "Red has fulfilled Mercenary already"


def test_who_is_not_active_fulfils_contracts_in_their_own_share() -> None:
    match = contracts("mercenary", {"blue": "pirate/5.1 sailor/3.1"})
    turn_up(match, "sailor/3.2")
    assert "fulfil:contract/mercenary" not in keys(match)
    play(match, "stop pass")
    assert asked(match) == "blue"
    match.play("fulfil:contract/mercenary")
    assert coins(match) == [0, 3]


def test_the_active_player_may_fulfil_one_while_the_others_take() -> None:
    match = contracts("mercenary", {"red": "pirate/5.1 sailor/3.1"})
    stop_with(match, "sailor/3.2")
    play(match, "pass active_fulfils:contract/mercenary")
    assert (asked(match), coins(match)) == ("blue", [3, 0])


def test_after_hiring_the_last_person_for_it_a_contract_can_be_fulfilled_at_once() -> None:
    match = contracts("femme_fatale", {"red": "captain/4.1"}, {"red": 7})
    stop_with(match, "mademoiselle/7.1")
    play(match, "hire:mademoiselle/7.1 fulfil:contract/femme_fatale")
    assert coins(match, 0) == [3]


def test_a_fulfilled_contract_leaves_its_persons_for_expeditions() -> None:
    match = at_table(
        {"red": "priest/4.1 priest/4.2 jester/5.1"},
        expeditions="expedition/priest2.1",
        contracts="luminaries",
        mode="contracts",
    )
    play(match, "fulfil:contract/luminaries expedition:expedition/priest2.1")
    assert coins(match, 0) == [4 + 2]


@pytest.mark.parametrize(
    ("key", "enough", "too_little", "paid"),
    [
        ("luminaries", "priest/4.1 jester/5.1", "jack_of_all_trades/6.1 jester/5.1", 4),
        ("femme_fatale", "captain/4.1 mademoiselle/7.1", "captain/4.1", 3),
        ("maritime_supremacy", f"captain/4.1 {C}/vice_admiral/5.1", "captain/4.1 admiral/5.1", 4),
        ("new_colony", f"settler/4.1 {C}/gunner/4.1", f"priest/4.1 {C}/gunner/4.1", 3),
        ("trade_outpost", f"settler/4.1 {C}/clerk/red/6.1", "settler/4.1 trader/red/3.1", 4),
        ("trade_master", "trader/red/3.1 trader/blue/3.1", "trader/red/3.1", 3),
        (
            "thrifty_staff",
            "trader/red/3.1 sailor/3.1 sailor/3.2 sailor/3.3",
            "mademoiselle/7.1 settler/4.1 sailor/3.1 sailor/3.2 sailor/3.3",
            5,
        ),
        ("mercenary", "pirate/5.1 sailor/3.1", "pirate/5.1", 3),
        ("explorer", "expedition/captain2.1", "captain/4.1 captain/4.2", 2),
    ],
)
def test_contracts_about_what_lies_before_a_player(
    key: str, enough: str, too_little: str, paid: int
) -> None:
    for held, fits in ((enough, True), (too_little, False)):
        match = contracts(key, {"red": held})
        assert (f"fulfil:contract/{key}" in keys(match)) == fits
        if fits:
            match.play(f"fulfil:contract/{key}")
            assert coins(match, 0) == [paid]


def test_what_is_lacking_is_said_if_hands_try_it() -> None:
    match = contracts("mercenary trade_master jinx", {"red": "pirate/5.1 trader/red/3.1"})
    assert why_not(match, "fulfil:contract/mercenary") == "Mercenary needs 3, Red has 2"
    assert why_not(match, "fulfil:contract/trade_master") == "Trade master also needs a trader"
    said = why_not(match, "fulfil:contract/jinx")
    assert said == "Jinx is decided when it happens"


# --------------------------------------------------------------------- Declining, and events


def test_the_third_frigate_traded_for_nothing_fulfils_its_nemesis() -> None:
    match = contracts("frigate_nemesis", {"red": "trader/red/3.1"})
    for number in (1, 2, 3):
        stop_with(match, f"ship/red/2/3.{number} sailor/3.{number}")
        play(match, f"decline:ship/red/2/3.{number}")
        assert coins(match, 0) == [8 if number == 3 else 0]
        assert len(match.table.markers(match.seats[0])) == 2
        play(match, "pass")
        stop_with(match, f"priest/4.{number}")
        play(match, "pass pass")
    assert where(match, "marker/red.1") == "markers:1"
    assert str(match.table.ledger.lines[-1].because) == "Frigate nemesis"


def test_for_the_galleon_twice_is_enough() -> None:
    match = contracts("galleon_nemesis")
    for number in (1, 2):
        stop_with(match, f"ship/black/1/2.{number} sailor/3.{number}")
        play(match, f"decline:ship/black/1/2.{number} pass")
        stop_with(match, f"priest/4.{number}")
        play(match, "pass pass")
    assert coins(match, 0) == [6]


def test_who_declines_on_anothers_turn_pays_the_fee_out_of_their_own_coins() -> None:
    match = contracts("galleon_nemesis")
    stop_with(match, "ship/black/1/2.1 sailor/3.1")
    match.play("pass")
    assert why_not(match, "decline:ship/black/1/2.1") == "Fee: 1 coin; Blue has 0"


def test_a_ship_with_a_gift_that_is_traded_for_nothing_still_brings_the_other_a_coin() -> None:
    match = contracts("frigate_nemesis")
    stop_with(match, f"{C}/ship/red/3/6.1")
    match.play(f"decline:{C}/ship/red/3/6.1")
    assert coins(match) == [0, 1]


def test_whoever_pays_tax_decides_at_once_about_the_tax_inspector() -> None:
    match = contracts("tax_inspector", coins={"red": 12, "blue": 13})
    play(match, "draw turn:tax/most_swords.1")
    assert (asked(match), keys(match)) == ("red", {"fulfil:contract/tax_inspector", "not_now"})
    match.play("not_now")
    assert asked(match) == "blue"
    match.play("fulfil:contract/tax_inspector")
    assert coins(match) == [6 + 1, 7 + 7 + 1]
    assert why_not(match, "fulfil:contract/tax_inspector").endswith("is decided when it happens")


def test_whoever_goes_bust_decides_at_once_about_the_jinx() -> None:
    match = contracts("jinx")
    turn_up(match, "ship/red/1/1.1 ship/red/1/1.2")
    assert (asked(match), keys(match)) == ("red", {"fulfil:contract/jinx", "not_now"})
    match.play("fulfil:contract/jinx")
    assert (coins(match), asked(match)) == ([1, 0], "blue")


def test_the_speculator_needs_three_colours_in_two_turns_of_ones_own() -> None:
    match = contracts("speculator")
    three = "ship/red/1/1.{0} ship/blue/1/1.{0} ship/green/1/1.{0}"
    turn_up(match, three.format(1))
    assert keys(match) == {"fulfil:contract/speculator", "not_now"}
    match.play("fulfil:contract/speculator")
    assert coins(match, 0) == [0]
    turn_up(match, "ship/yellow/1/1.1")
    assert "fulfil:contract/speculator" not in keys(match)
    play(match, "stop pass pass")
    stop_with(match, "priest/4.1")
    play(match, "pass pass")
    turn_up(match, three.format(2))
    match.play("fulfil:contract/speculator")
    assert coins(match, 0) == [2]


def test_a_ship_for_which_a_marker_was_put_down_is_in_the_harbour_for_good() -> None:
    match = contracts("speculator", {"red": "pirate/9.1"})
    turn_up(match, "ship/red/1/1.1 ship/blue/1/1.1 ship/green/1/1.1")
    match.play("fulfil:contract/speculator")
    assert not [key for key in keys(match) if key.startswith("repel")]


def test_the_major_speculator_needs_four_colours_once() -> None:
    match = contracts("major_speculator")
    turn_up(match, "ship/red/1/1.1 ship/blue/1/1.1 ship/green/1/1.1")
    assert "draw" in keys(match)
    turn_up(match, "ship/yellow/1/1.1")
    match.play("fulfil:contract/major_speculator")
    assert coins(match, 0) == [2]


def test_the_pirates_nest_is_filled_with_repelled_ships_of_five_colours() -> None:
    match = contracts("pirates_nest", {"red": "pirate/5.1"})
    for number, colour in enumerate(("red", "blue", "green", "yellow"), start=1):
        turn_up(match, f"ship/{colour}/1/1.1")
        match.play(f"keep:ship/{colour}/1/1.1")
        assert len(match.table.ships_of(match.seats[0], kept=True)) == number
    turn_up(match, "ship/red/1/1.2")
    assert "keep:ship/red/1/1.2" not in keys(match)
    match.play("repel:ship/red/1/1.2")
    turn_up(match, "ship/black/1/2.1")
    match.play("keep:ship/black/1/2.1")
    assert (coins(match, 0), match.table.kept) == ([3], frozenset())
    assert where(match, "ship/blue/1/1.1") == "discard"


def test_kept_ships_are_worth_no_influence() -> None:
    match = contracts("pirates_nest", {"red": "pirate/5.1"})
    turn_up(match, "ship/red/1/1.1")
    match.play("keep:ship/red/1/1.1")
    assert influence(match, 0) == [1]
    assert list(match.game.faults(match.table)) == []


def test_a_marker_on_the_way_stays_until_the_end() -> None:
    match = contracts("galleon_nemesis mercenary", {"red": "pirate/5.1 sailor/3.1"})
    stop_with(match, "ship/black/1/2.1 sailor/3.2")
    play(match, "decline:ship/black/1/2.1 fulfil:contract/mercenary")
    assert len(match.table.markers(match.seats[0])) == 1
    assert len(match.table.fulfilled_contracts(match.seats[0])) == 1


def test_markers_without_tags_are_told_by_phone_and_those_with_tags_are_seen() -> None:
    for markers, seen in (("phone", False), ("tags", True)):
        match = contracts("mercenary", {"red": "pirate/5.1 sailor/3.1"}, markers=markers)
        option = match.option("fulfil:contract/mercenary")
        assert (option.by_phone, bool(option.moves)) == (not seen, seen)
