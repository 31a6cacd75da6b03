"""The Adventure Begins, the sentences that need a table of their own: limits, notes, exceptions."""

from __future__ import annotations

import json

import pytest

from rules.match import Match
from rules.port_royal import GAME
from rules.port_royal.adventure.campaign import left_behind
from rules.port_royal.adventure.tale import tale_of
from rules.port_royal.table import Table
from tests.rules.at_the_table import asked, keys, play, result, where, why_not
from tests.rules.port_royal.test_adventure_months import (
    RICH,
    a_turn,
    begun,
    to_the_end_of_the_month,
)
from tests.rules.port_royal.the_adventure import adventure, crowns, story
from tests.rules.port_royal.the_table import coins, influence, stop_with, turn_up

TALE = tale_of(GAME.edition)
HERBS, BOOK = "adventure/ship/ares/herbs-low.1", "adventure/ship/ares/book-low.1"
HERBS_2, BOOK_2 = "adventure/ship/ares/herbs-low.2", "adventure/ship/ares/book-low.2"
BREAD, RUM = "adventure/ship/yellow/bread.1", "adventure/ship/blue/rum.1"
FIRST = f"fulfil:mission/10:{HERBS}+{BOOK}"
COLOURS = "ship/yellow/1/1.1 ship/blue/1/1.1 ship/green/1/1.1 ship/red/1/1.1"
GAMBLER = "gambler/gambler/4.1"


# --------------------------------------------------------------------------------------- Set-up


@pytest.mark.parametrize(("seats", "place"), [(2, "events"), (3, "box"), (4, "box")])
def test_event_1_is_only_for_one_or_two_players(seats: int, place: str) -> None:
    match = begun("adventure", seats)
    assert where(match, "event/spring-tide") == (None if place == "events" else place)


def test_everybody_has_five_markers_one_of_them_beside_the_crown_card() -> None:
    match = begun("adventure", 4)
    for seat in match.seats:
        assert len(match.table.markers(seat)) == 4
        assert match.table.places.count(f"crowns:{seat.colour}") == 1


def test_the_first_player_reads_the_chapter_and_the_first_story_card() -> None:
    match = begun("adventure_together", 2)
    play(match, "first:blue turn:character/1 turn:character/2 side:grace side:jean")
    assert (asked(match), keys(match)) == ("blue", {"read:chapter/1"})
    match.play("read:chapter/1")
    assert (asked(match), keys(match)) == ("blue", {"read:mission/10"})
    match.play("read:mission/10")
    assert asked(match) == "table", "an event is the first thing of a turn"


# ------------------------------------------------------------------------------------- Missions


def test_markers_leave_the_character_from_the_left() -> None:
    match = adventure({"red": f"{HERBS} {BOOK} priest/4.1"}, missions="10 12", markers="tags")
    play(match, f"{FIRST} fulfil:mission/12")
    assert [where(match, f"adventure/marker/red.{n}") for n in (1, 2, 3)] == [
        "mission_markers:1",
        "mission_markers:2",
        "area:red",
    ]


def test_the_first_mission_opens_the_ability_and_the_second_the_trophy() -> None:
    match = adventure({"red": f"{HERBS} {BOOK} priest/4.1"}, missions="10 12")
    red, table = match.seats[0], story(match)
    play(match, FIRST)
    assert (table.opened(red), table.has_trophy(red)) == (1, False)
    play(match, "fulfil:mission/12")
    assert (story(match).opened(red), story(match).has_trophy(red)) == (2, True)


def test_nobody_fulfils_more_missions_than_there_are_markers_on_the_character() -> None:
    match = adventure({"red": "priest/4.1"}, missions="12", opened={"red": 4})
    assert why_not(match, "fulfil:mission/12") == "Red has no marker left"


def test_a_mission_need_not_be_fulfilled_at_once_and_more_than_enough_is_enough() -> None:
    match = adventure({"red": "pirate/9.1 sailor/3.1"}, missions="11")
    assert "fulfil:mission/11" in keys(match), "three swords where two are needed"
    stop_with(match, "sailor/3.2")
    assert "fulfil:mission/11" in keys(match), "later in the turn"
    play(match, "pass pass turn:event/alms")
    stop_with(match, "sailor/3.3")
    play(match, "pass")
    assert (asked(match), "fulfil:mission/11" in keys(match)) == ("red", True), "on Blue's turn"


def test_sometimes_a_crown_is_for_the_first_only() -> None:
    row = {"needs": {"swords": 1}, "first_crowns": 1, "crowns": 2, "next": "12", "text": "."}
    match = adventure(
        {"red": "sailor/3.1", "blue": "sailor/3.2"},
        missions="11",
        own={"missions.cards[11]": json.dumps(row)},
    )
    match.play("fulfil:mission/11")
    stop_with(match, "sailor/3.3")
    play(match, "pass fulfil:mission/11")
    assert crowns(match) == [1 + 2, 2]


def test_who_stops_with_an_empty_harbour_is_not_asked_about_other_missions() -> None:
    match = adventure({"red": f"sailor/3.1 {HERBS} {BOOK}"})
    play(match, "draw turn:ship/red/1/1.1 repel:ship/red/1/1.1 stop")
    assert "not_now" not in keys(match)
    assert where(match, HERBS) == where(match, BOOK) == "area:red"


def test_missions_33_and_34_are_not_asked_again_for_a_fifth_colour_nor_of_others() -> None:
    match = adventure(coins={"red": 5, "blue": 9}, missions="33 34")
    turn_up(match, COLOURS)
    assert keys(match) == {"fulfil:mission/33", "fulfil:mission/34", "not_now"}
    match.play("not_now")
    turn_up(match, "ship/black/1/2.1")
    play(match, "stop pass")
    assert asked(match) == "blue"
    assert not any(key.startswith("fulfil") for key in keys(match))
    assert why_not(match, "fulfil:mission/34") == "Mission 34 is decided when it happens"


def test_mission_50_cannot_be_fulfilled_when_the_tax_has_been_paid() -> None:
    match = adventure(coins={"red": 13}, missions="50")
    play(match, "draw turn:tax/most_swords.1 not_now")
    assert why_not(match, "fulfil:mission/50") == "Mission 50 is decided when it happens"


def test_mission_51_leaves_a_governor_one_card() -> None:
    match = adventure({"red": "governor/8.1"}, coins={"red": 5}, missions="51")
    stop_with(match, "sailor/3.1 sailor/3.2 sailor/3.3 sailor/3.4")
    play(match, "fulfil:mission/51")
    assert match.table.shares[match.seats[0]].allowed == 1


# --------------------------------------------------------------------------------------- Crowns


def test_between_two_shields_the_last_that_was_passed_counts() -> None:
    first, second = TALE.shields[:2]
    for number, shields in ((0, 0), (first - 1, 0), (first, 1), (second - 1, 1), (second, 2)):
        assert influence(adventure(crowns={"red": number}))[0] == shields


def test_crowns_are_given_back_only_by_those_who_have_them_and_take_influence_along() -> None:
    assert why_not(adventure(missions="53", crowns={"red": 1}), "fulfil:mission/53") == (
        "Mission 53 needs 2, Red has 1"
    )
    match = adventure(missions="53", crowns={"red": TALE.shields[0] + 1})
    play(match, "fulfil:mission/53")
    assert influence(match)[0] == 0


# -------------------------------------------------------------------------------------- Turns


def test_the_fee_is_paid_by_those_who_play_together_too() -> None:
    match = adventure(mode="adventure_together")
    stop_with(match, "ship/red/1/1.1")
    play(match, "pass trade:ship/red/1/1.1")
    assert coins(match) == [1, 0]


def test_alone_nobody_is_paid_and_every_tax_brings_its_coins() -> None:
    match = adventure(mode="adventure_alone", seats=1)
    play(match, "draw turn:tax/most_swords.1 draw turn:adventure/tax/early.1")
    assert coins(match) == [1 + 2]
    stop_with(match, "ship/red/1/1.1")
    play(match, "trade:ship/red/1/1.1")
    assert coins(match) == [3 + 1]


def test_all_who_have_no_influence_get_the_two_coins_of_a_new_tax() -> None:
    match = adventure()
    play(match, "draw turn:adventure/tax/early.1")
    assert coins(match) == [2, 2]


def test_traders_characters_and_those_who_know_ares_add_up_for_a_kept_ship() -> None:
    match = adventure({"red": "adventure/captain/ares.1 adventure/priest/ares.1"})
    stop_with(match, HERBS)
    play(match, f"stow:{HERBS}")
    assert coins(match)[0] == 2
    match = adventure(sides={"red": "ferdinando"}, opened={"red": 1})
    stop_with(match, BREAD)
    play(match, f"stow:{BREAD}")
    assert (coins(match)[0], crowns(match)[0]) == (0, 1)


def test_captains_of_the_base_game_know_nothing_of_ares() -> None:
    match = adventure({"red": "captain/4.1 priest/4.1 settler/4.1"})
    stop_with(match, HERBS)
    play(match, f"trade:{HERBS}")
    assert coins(match)[0] == 1


def test_each_of_two_lookouts_looks_once() -> None:
    match = adventure({"red": "adventure/lookout/low.1 adventure/lookout/low.2"})
    play(match, "look turn:sailor/3.1 turn:sailor/3.2 turn:sailor/3.3 on_top:sailor/3.1")
    assert "look" in keys(match)
    play(match, "look turn:sailor/3.4 turn:sailor/3.5 on_top:sailor/3.4")
    assert "look" not in keys(match)


def test_each_of_two_innkeepers_buys_once() -> None:
    match = adventure({"red": f"adventure/innkeeper/low.1 adventure/innkeeper/low.2 {BREAD} {RUM}"})
    stop_with(match, "sailor/3.1")
    play(match, f"sell:{BREAD} sell:{RUM}")
    assert coins(match)[0] == 4


def test_a_ship_that_lies_under_a_wholesaler_carries_nothing_any_more() -> None:
    wholesaler = "set_sail_cards/wholesaler/blue/8.1"
    expedition = "adventure/expedition/with-food.1"
    for verb, sent in (("trade", False), ("stow", True)):
        match = adventure({"red": f"settler/4.1 {BREAD} {wholesaler}"}, set_sail_cards="yes")
        play(match, f"draw turn:{expedition}")
        stop_with(match, RUM)
        play(match, f"{verb}:{RUM}")
        assert where(match, RUM) == "area:red"
        assert (f"expedition:{expedition}" in keys(match)) == sent


# ------------------------------------------------------------------------------------ Characters


def test_what_a_character_can_do_holds_at_once_also_if_no_marker_moved_for_it() -> None:
    match = adventure(missions="52", sides={"red": "anne"})
    stop_with(match, "sailor/3.1")
    play(match, "fulfil:mission/52 pass pass turn:event/alms")
    stop_with(match, "sailor/3.2")
    play(match, "not_now pass pass turn:event/fair-wind")
    stop_with(match, "sailor/3.3")
    play(match, "fulfil:mission/52")
    assert str(match.option("hire:sailor/3.3").text) == "Hire Sailor 3 for 2 coins"


def test_grace_may_is_paid_with_exactly_four_cards() -> None:
    match = adventure(sides={"red": "grace"}, opened={"red": 1}, begin="turn:event/clear-sky")
    turn_up(match, "sailor/3.1 sailor/3.2 ship/red/3/6.1 ship/red/3/6.2")
    assert (coins(match)[0], asked(match)) == (2, "table"), "and the turn is over"


@pytest.mark.parametrize(("ruling", "paid"), [("nothing", 0), ("jesters", 2)])
def test_a_gamblers_bust_pays_grace_may_only_if_the_group_pays_jesters_too(
    ruling: str, paid: int
) -> None:
    match = adventure(
        {"red": GAMBLER},
        sides={"red": "grace"},
        opened={"red": 1},
        begin="turn:event/clear-sky",
        gambler="yes",
        gambler_bust=ruling,
    )
    play(match, "gamble turn:ship/red/3/6.1 turn:ship/red/3/6.2 turn:sailor/3.1 turn:sailor/3.2")
    assert coins(match)[0] == paid


def test_samuel_blackguard_is_paid_only_once() -> None:
    match = adventure(
        {"red": f"{HERBS} {BOOK} priest/4.1"}, missions="10 12", sides={"red": "samuel"}
    )
    play(match, FIRST)
    before = coins(match)[0]
    play(match, "fulfil:mission/12")
    assert coins(match)[0] - before == TALE.missions["12"].coins[0]


def test_a_character_who_looks_out_is_no_lookout_for_a_mission() -> None:
    match = adventure(missions="31", sides={"red": "thomas"}, opened={"red": 1})
    assert why_not(match, "fulfil:mission/31") == "Mission 31 also needs a lookout"


def test_characters_and_persons_add_up() -> None:
    match = adventure({"red": "mademoiselle/7.1"}, sides={"red": "anne"}, opened={"red": 1})
    stop_with(match, "sailor/3.1")
    assert why_not(match, "hire:sailor/3.1") == "Sailor 3 costs 1, Red has 0"


# -------------------------------------------------------------------------------------- The end


@pytest.mark.parametrize("lacking", ["missions", "markers", "influence", ""])
def test_all_three_conditions_of_card_9_must_be_met(lacking: str) -> None:
    held = "governor/8.1" if lacking == "influence" else RICH
    match = adventure({"red": held}, missions="12 14", mode="adventure_alone", seats=1)
    table, red = story(match), match.seats[0]
    first, last = table.contracts
    times = 1 if lacking == "markers" else 4
    table.done[first] = (red,) * times
    table.done[last] = () if lacking == "missions" else (red,) * times
    to_the_end_of_the_month(match)
    if not lacking:
        match.play("read:story/61")
    assert match.choice is None, "the chapter ends at once, in phase 0"
    assert (result(match)[0] == ["red"]) == (not lacking)
    if lacking:
        assert left_behind(match.table)["failures"] == "1"
    else:
        behind = left_behind(match.table)
        assert (behind["chapter"], behind["failures"]) == ("2", "0"), "without coins more"


def test_after_the_adventure_the_leftmost_marker_costs_ten_coins() -> None:
    def with_coins(given: int) -> Match[Table]:
        match = adventure(coins={"red": given}, missions="12 14", chapter="after")
        to_the_end_of_the_month(match)
        return match

    for money, offered in ((9, False), (10, True)):
        match = next(m for m in map(with_coins, range(20)) if coins(m)[0] == money)
        assert (coins(match)[0], "buyout" in keys(match)) == (money, offered)
    match.play("buyout")
    assert coins(match)[0] == 0


def test_crowns_count_towards_the_twelve_influence_that_end_it() -> None:
    held = RICH.replace("governor/8.1 admiral/9.1 ", "")
    match = adventure({"red": held}, opened={"red": 2}, crowns={"red": TALE.shields[2]})
    assert influence(match)[0] == 12
    a_turn(match, "sailor/3.1")
    assert match.table.ending


def test_who_had_twelve_influence_and_the_trophy_ends_it_whatever_is_lost_later_in_the_turn() -> (
    None
):
    held = RICH.replace("governor/8.1 admiral/9.1 ", "")
    crowned = {"red": TALE.shields[1]}
    match = adventure({"red": held}, {"red": 9}, missions="53", opened={"red": 2}, crowns=crowned)
    stop_with(match, "sailor/3.1")
    match.play("hire:sailor/3.1")
    assert influence(match)[0] == 12
    match.play("fulfil:mission/53")
    assert influence(match)[0] == 11
    while "pass" in keys(match):
        match.play("pass")
    play(match, "turn:event/alms")
    a_turn(match, "sailor/3.2")
    assert result(match) == (["red"], "Most influence: 11")


def test_crowns_that_the_second_mission_costs_are_gone_before_it_opens_the_trophy() -> None:
    held = RICH.replace("governor/8.1 admiral/9.1 ", "")
    crowned = {"red": TALE.shields[2]}
    match = adventure({"red": held}, missions="53", opened={"red": 1}, crowns=crowned)
    assert influence(match)[0] == 12
    match.play("fulfil:mission/53")
    assert influence(match)[0] == 11
    a_turn(match, "sailor/3.1")
    assert not match.table.ending


def test_beside_a_fist_stands_where_those_go_on_who_play_against_each_other() -> None:
    row = {"needs": {"swords": 2}, "asks": "11", "yes": "12", "no": "13", "against": "14"}
    own = {"missions.cards[11]": json.dumps({**row, "text": "."})}
    for mode, number in (("adventure", "14"), ("adventure_together", "13")):
        match = adventure(missions="11", mode=mode, own=own)
        to_the_end_of_the_month(match)
        assert keys(match) == {f"read:mission/{number}"}
