"""The Adventure Begins, sentence by sentence: cards, characters, crowns, missions."""

from __future__ import annotations

import pytest

from rules.port_royal import GAME
from rules.port_royal.adventure.tale import tale_of
from rules.port_royal.pieces import ADVENTURE, Event, Mission, Page, Person, Ship, cards_by_set
from tests.rules.at_the_table import asked, keys, play, where, why_not
from tests.rules.port_royal.the_adventure import QUIET, adventure, crowns, story
from tests.rules.port_royal.the_table import coins, influence, stop_with, turn_up

CARDS = cards_by_set(GAME.edition)[ADVENTURE]
TALE = tale_of(GAME.edition)
HERBS, BOOK = "adventure/ship/ares/herbs-low.1", "adventure/ship/ares/book-low.1"
HERBS_2, BOOK_2 = "adventure/ship/ares/herbs-low.2", "adventure/ship/ares/book-low.2"
BREAD, RUM = "adventure/ship/yellow/bread.1", "adventure/ship/blue/rum.1"
SIX = (
    "ship/yellow/1/1.1 ship/blue/1/1.1 ship/green/1/1.1 ship/red/1/1.1 ship/black/1/2.1 "
    "adventure/ship/ares/herbs-high.1"
)


# ------------------------------------------------------------------------------------- The cards


def test_there_are_as_many_cards_as_the_rulebook_lists() -> None:
    playing = [c for c in CARDS if isinstance(c, Person | Ship) or c.id.startswith("adventure/e")]
    assert sum(c.id.startswith("adventure/ship/ares") for c in playing) == 8
    assert sum(c.id.startswith("adventure/tax") for c in CARDS) + 10 == 12
    assert sum(getattr(c, "batch", 0) > 0 for c in CARDS) == 39
    events = [c.number for c in CARDS if isinstance(c, Event)]
    assert [events.count(n) for n in range(4)] == [13, 1, 1, 1]
    story_cards = [c for c in CARDS if isinstance(c, Mission | Page)]
    assert len(story_cards) == 55
    assert len(TALE.characters) == 5
    assert len({side.key for card in TALE.characters.values() for side in card.sides}) == 10


def test_chapters_have_the_numbers_of_the_rulebook() -> None:
    assert [chapter.first.number for chapter in TALE.chapters.values()] == [
        "10",
        "20",
        "30",
        "40",
        "50",
    ]
    ends = [chapter.end.id for chapter in TALE.chapters.values()]
    assert ends == [f"story/6{n}" for n in range(1, 6)]
    first = [number for number in TALE.missions if number.startswith("1")]
    assert first == [str(n) for n in range(10, 18)]


def test_fifteen_missions_have_a_star() -> None:
    assert sum(mission.star for mission in TALE.missions.values()) == 15


def test_no_chapter_has_more_missions_than_a_player_has_markers() -> None:
    """Else nobody could win alone: card 9 wants them all."""

    def longest(number: str) -> int:
        mission = TALE.missions[number]
        later = [n for n in (mission.next, mission.yes, mission.no) if n]
        return 1 + max(map(longest, later), default=0)

    assert [longest(chapter.first.number) for chapter in TALE.chapters.values()] == [4] * 5


def test_every_mission_is_reached_by_some_way() -> None:
    reached = {chapter.first.number for chapter in TALE.chapters.values()}
    for mission in TALE.missions.values():
        reached |= {n for n in (mission.next, mission.yes, mission.no) if n}
    assert reached == set(TALE.missions)


def test_mission_10_shuffles_12_cards_with_the_number_80_into_the_deck() -> None:
    batch = [c for c in CARDS if getattr(c, "batch", 0) == 80]
    assert len(batch) == 12
    assert TALE.missions["10"].shuffles == (80,)


# ----------------------------------------------------------------------------- Ships and persons


def test_with_six_ship_colours_the_active_player_takes_four_cards() -> None:
    match = adventure()
    stop_with(match, SIX)
    assert match.table.shares[match.seats[0]].allowed == 4


def test_ares_pirates_bring_one_coin_or_are_kept_for_their_item() -> None:
    match = adventure()
    stop_with(match, f"{HERBS} sailor/3.1")
    assert {f"trade:{HERBS}", f"stow:{HERBS}"} <= keys(match)
    play(match, f"stow:{HERBS}")
    assert (where(match, HERBS), coins(match)[0]) == ("area:red", 0)
    match = adventure()
    stop_with(match, HERBS)
    play(match, f"trade:{HERBS}")
    assert (where(match, HERBS), coins(match)[0]) == ("discard", 1)


def test_a_trader_of_its_colour_brings_a_coin_either_way() -> None:
    for verb, brought in (("trade", 3), ("stow", 1)):
        match = adventure({"red": "trader/yellow/3.1"})
        stop_with(match, BREAD)
        play(match, f"{verb}:{BREAD}")
        assert coins(match)[0] == brought


@pytest.mark.parametrize("role", ["captain", "priest", "settler"])
def test_the_new_captain_priest_and_settler_bring_a_coin_with_ares_pirates(role: str) -> None:
    for verb, brought in (("trade", 2), ("stow", 1)):
        match = adventure({"red": f"adventure/{role}/ares.1"})
        stop_with(match, HERBS)
        play(match, f"{verb}:{HERBS}")
        assert coins(match)[0] == brought


def test_some_ships_bring_a_crown_in_place_of_coins() -> None:
    match = adventure()
    stop_with(match, "adventure/ship/blue/bread.1")
    play(match, "trade:adventure/ship/blue/bread.1")
    assert (coins(match)[0], crowns(match)[0]) == (0, 1)


def test_who_is_not_active_pays_for_a_kept_ship_too() -> None:
    match = adventure(coins={"blue": 1})
    stop_with(match, f"{HERBS} {BREAD}")
    play(match, f"pass stow:{BREAD}")
    assert coins(match) == [1, 0]
    match = adventure()
    stop_with(match, f"{HERBS} {BREAD}")
    match.play("pass")
    assert why_not(match, f"stow:{BREAD}") == "Fee: 1 coin; Blue has 0"


def test_taibuk_brothers_repel_with_their_swords() -> None:
    match = adventure({"red": "adventure/taibuk/low.1"})
    turn_up(match, "ship/black/1/2.1")
    assert "repel:ship/black/1/2.1" in keys(match)


def test_a_lookout_sees_three_cards_two_go_without_effect_and_one_is_next() -> None:
    match = adventure({"red": "adventure/lookout/low.1"}, coins={"red": 12})
    play(match, "look turn:tax/most_swords.1 turn:ship/red/1/1.1 turn:sailor/3.1")
    play(match, "on_top:sailor/3.1")
    assert where(match, "tax/most_swords.1") == where(match, "ship/red/1/1.1") == "discard"
    assert coins(match)[0] == 12
    assert "look" not in keys(match), "once in a turn"
    match.play("draw")
    assert where(match, "sailor/3.1") == "harbour"
    assert "stop" in keys(match)


def test_after_looking_the_player_may_go_on_to_phase_2() -> None:
    match = adventure({"red": "adventure/lookout/low.1"})
    turn_up(match, "sailor/3.1")
    play(match, "look turn:ship/red/1/1.1 turn:ship/blue/1/1.1 turn:sailor/3.2")
    play(match, "on_top:ship/red/1/1.1 stop")
    assert match.table.phase == "trade_and_hire"
    assert where(match, "ship/red/1/1.1") is None


def test_an_innkeeper_brings_a_crown_for_four_ships_to_active_and_other_players() -> None:
    held = {"red": "adventure/innkeeper/low.1", "blue": "adventure/innkeeper/low.2"}
    match = adventure(held)
    stop_with(match, " ".join(SIX.split()[:4]))
    play(match, "pass")
    assert crowns(match) == [1, 1]
    match = adventure(held)
    stop_with(match, " ".join(SIX.split()[:3]))
    play(match, "pass")
    assert crowns(match) == [0, 0]


def test_an_innkeeper_buys_one_bread_or_rum_at_the_printed_price() -> None:
    match = adventure({"red": f"adventure/innkeeper/low.1 {BREAD} {RUM}"})
    stop_with(match, "sailor/3.1")
    assert keys(match) == {f"sell:{BREAD}", f"sell:{RUM}", "no_sale"}
    play(match, f"sell:{RUM}")
    assert (coins(match)[0], where(match, RUM)) == (2, "discard")
    assert "pass" in keys(match)


def test_new_taxes_are_from_16_coins_on_and_bring_the_fewest_influence_two_coins() -> None:
    match = adventure({"red": "sailor/3.1"}, coins={"red": 17, "blue": 15})
    play(match, "draw turn:adventure/tax/early.1")
    assert coins(match) == [9, 17]
    match = adventure(coins={"red": 12, "blue": 11})
    play(match, "draw turn:tax/fewest_influence.1")
    assert coins(match) == [7, 12], "the base game's are from 12 on"


def test_new_expeditions_are_sent_with_what_is_aboard_kept_ships() -> None:
    match = adventure({"red": f"captain/4.1 {BOOK}"})
    play(match, "draw turn:adventure/expedition/with-book.1")
    play(match, "expedition:adventure/expedition/with-book.1")
    assert (coins(match)[0], influence(match)[0]) == (2, 4)
    assert where(match, BOOK) == where(match, "captain/4.1") == "discard"


# ------------------------------------------------------------------------------------ Characters


def test_what_a_character_can_do_is_open_after_the_first_mission() -> None:
    match = adventure({"red": f"{HERBS} {BOOK}"}, sides={"red": "anne"})
    stop_with(match, "sailor/3.1")
    assert match.table.price(match.seats[0], match.table.harbour()[0]) == 3  # type: ignore[arg-type]
    play(match, f"fulfil:mission/10:{HERBS}+{BOOK}")
    assert match.table.price(match.seats[0], match.table.harbour()[0]) == 2  # type: ignore[arg-type]


def test_grace_may_is_paid_for_going_bust_with_no_more_than_four_cards() -> None:
    for more, paid in (("", 2), ("sailor/3.1 sailor/3.2 sailor/3.3", 0)):
        match = adventure(sides={"red": "grace"}, opened={"red": 1}, begin="turn:event/clear-sky")
        turn_up(match, f"{more} ship/red/3/6.1 ship/red/3/6.2")
        assert coins(match)[0] == paid


def test_jacques_grande_gets_two_crowns_for_an_expedition() -> None:
    match = adventure(
        {"red": "captain/4.1 captain/4.2"}, sides={"red": "jacques"}, opened={"red": 1}
    )
    play(match, "draw turn:expedition/captain2.1")
    play(match, "expedition:expedition/captain2.1")
    assert crowns(match)[0] == 2


def test_jean_blackbeard_repels_but_is_no_person_with_swords_for_a_mission() -> None:
    match = adventure(missions="11", sides={"red": "jean"}, opened={"red": 1})
    turn_up(match, "ship/red/1/1.1")
    assert "repel:ship/red/1/1.1" in keys(match)
    match = adventure(
        {"red": "sailor/3.1"}, missions="11", sides={"red": "jean"}, opened={"red": 1}
    )
    assert "fulfil:mission/11" not in keys(match)


def test_don_ferdinando_and_peter_landman_are_traders_one_for_crowns() -> None:
    match = adventure(sides={"red": "ferdinando"}, opened={"red": 1})
    stop_with(match, "ship/yellow/1/1.1")
    play(match, "trade:ship/yellow/1/1.1")
    assert (coins(match)[0], crowns(match)[0]) == (1, 1)
    match = adventure(sides={"red": "peter"}, opened={"red": 1})
    stop_with(match, "ship/blue/1/1.1")
    play(match, "trade:ship/blue/1/1.1")
    assert coins(match)[0] == 2


def test_officer_scott_gets_one_coin_where_an_admiral_gets_two() -> None:
    match = adventure({"blue": "admiral/5.1"}, sides={"red": "scott"}, opened={"red": 1})
    stop_with(match, "sailor/3.1 sailor/3.2 sailor/3.3 sailor/3.4 sailor/3.5")
    assert coins(match)[0] == 1


def test_mary_gets_a_coin_for_three_ships_and_samuel_two_coins_once() -> None:
    match = adventure(sides={"red": "mary"}, opened={"red": 1})
    stop_with(match, " ".join(SIX.split()[:3]))
    assert coins(match)[0] == 1
    match = adventure({"red": f"{HERBS} {BOOK}"}, sides={"red": "samuel"})
    play(match, f"fulfil:mission/10:{HERBS}+{BOOK}")
    assert coins(match)[0] == 2 + 2, "the mission's own two, and his"


def test_thomas_fishborne_looks_like_a_lookout() -> None:
    assert "look" in keys(adventure(sides={"red": "thomas"}, opened={"red": 1}))
    assert "look" not in keys(adventure(sides={"red": "thomas"}))


# ---------------------------------------------------------------------------------------- Crowns


def test_shields_of_the_crown_track_are_influence_and_can_be_lost_again() -> None:
    match = adventure(crowns={"red": TALE.shields[1]})
    red, table = match.seats[0], story(match)
    assert influence(match)[0] == 2
    table.gain_crowns(red, -1, TALE.missions["10"].name)
    assert influence(match)[0] == 1
    table.gain_crowns(red, 50, TALE.missions["10"].name)
    assert (crowns(match)[0], influence(match)[0]) == (TALE.track, 6)


# -------------------------------------------------------------------------------------- Missions


def test_only_the_first_gets_the_coins_everybody_the_crowns() -> None:
    match = adventure({"red": f"{HERBS} {BOOK}", "blue": f"{HERBS_2} {BOOK_2}"})
    play(match, f"fulfil:mission/10:{HERBS}+{BOOK}")
    assert (coins(match), crowns(match)) == ([2, 0], [1, 0])
    stop_with(match, "sailor/3.1")
    play(match, f"pass fulfil:mission/10:{HERBS_2}+{BOOK_2}")
    assert (coins(match)[1], crowns(match)[1]) == (0, 1)
    assert all(where(match, ship) == "discard" for ship in (HERBS, BOOK, HERBS_2, BOOK_2))


def test_everybody_fulfils_a_mission_only_once() -> None:
    match = adventure({"red": f"{HERBS} {BOOK} {HERBS_2} {BOOK_2}"})
    play(match, f"fulfil:mission/10:{HERBS}+{BOOK}")
    assert not any(key.startswith("fulfil:") for key in keys(match))


def test_the_third_mission_brings_a_crown_and_the_fourth_three() -> None:
    for opened, more in ((0, 0), (1, 0), (2, 1), (3, 3)):
        match = adventure({"red": f"{HERBS} {BOOK}"}, opened={"red": opened})
        play(match, f"fulfil:mission/10:{HERBS}+{BOOK}")
        assert crowns(match)[0] == 1 + more


def test_mission_13_costs_four_coins_and_needs_a_priest() -> None:
    assert "fulfil:mission/13" not in keys(adventure(coins={"red": 9}, missions="13"))
    poor = adventure({"red": "priest/4.1"}, {"red": 3}, missions="13")
    assert why_not(poor, "fulfil:mission/13") == "Mission 13 needs 4, Red has 3"
    match = adventure({"red": "priest/4.1"}, {"red": 4}, missions="13")
    play(match, "fulfil:mission/13")
    assert coins(match)[0] == 0
    assert where(match, "priest/4.1") == "area:red"


def test_what_a_mission_costs_is_told_apart_from_what_it_brings() -> None:
    match = adventure(
        {"red": f"priest/4.1 {HERBS} {BOOK}"}, {"red": 4}, "10 13 53", crowns={"red": 2}
    )
    ships = f"{match.game.pieces[HERBS].name}, {match.game.pieces[BOOK].name}"
    assert [str(match.option(f"fulfil:mission/{key}").text) for key in ("13", "53")] == [
        "Fulfil Mission 13: pay 4 coins, get 1 crown",
        "Fulfil Mission 53: give back 2 crowns, get 2 coins",
    ]
    assert str(match.option(f"fulfil:mission/10:{HERBS}+{BOOK}").text) == (
        f"Fulfil Mission 10: discard {ships}, get 2 coins, get 1 crown"
    )


def test_missions_are_called_missions_by_whoever_asks_for_them() -> None:
    match = adventure({"red": "priest/4.1"}, {"red": 9}, missions="13 51")
    stop_with(match, "sailor/3.1")
    match.play("hire:sailor/3.1")
    assert match.choice is not None
    assert str(match.choice.prompt) == ("Send an expedition or fulfil a mission before you finish?")
    match = adventure(coins={"red": 6}, missions="51")
    stop_with(match, "sailor/3.1 sailor/3.2 sailor/3.3 sailor/3.4")
    assert match.choice is not None
    assert str(match.choice.prompt) == "Put a marker on a mission now?"


def test_mission_15_needs_two_swords_and_discards_two_ares_pirates() -> None:
    ships = f"{HERBS} {BOOK}"
    key = f"fulfil:mission/15:{HERBS}+{BOOK}"
    assert key not in keys(adventure({"red": f"sailor/3.1 {ships}"}, missions="15"))
    match = adventure({"red": f"pirate/7.1 {ships}"}, missions="15")
    play(match, key)
    assert where(match, HERBS) == "discard"


def test_mission_30_needs_an_expedition() -> None:
    match = adventure({"red": "expedition/captain2.1"}, missions="30")
    assert "fulfil:mission/30" in keys(match)
    assert "fulfil:mission/30" not in keys(adventure(missions="30"))


def test_mission_40_counts_the_printed_prices_of_three_persons() -> None:
    cheap = "sailor/3.1 sailor/3.2 trader/red/3.1"
    assert "fulfil:mission/40" in keys(adventure({"red": cheap}, missions="40"))
    dear = "sailor/3.1 sailor/3.2 captain/4.1 mademoiselle/7.1"
    assert "fulfil:mission/40" not in keys(adventure({"red": dear}, missions="40"))


def test_mission_41_discards_ares_pirates_with_herbs_and_a_ship_with_bread() -> None:
    match = adventure({"red": f"{HERBS} {BREAD}"}, missions="41")
    play(match, f"fulfil:mission/41:{HERBS}+{BREAD}")
    wrong = adventure({"red": f"{BOOK} {BREAD}"}, missions="41")
    assert not any(key.startswith("fulfil:") for key in keys(wrong))
    assert why_not(wrong, "fulfil:mission/41") == "Mission 41 also needs healing herbs"


@pytest.mark.parametrize(("number", "paid"), [("33", 0), ("34", 5)])
def test_missions_33_and_34_are_decided_when_four_ship_colours_lie_there(
    number: str, paid: int
) -> None:
    match = adventure(coins={"red": 5}, missions=number)
    turn_up(match, " ".join(SIX.split()[:4]))
    assert keys(match) == {f"fulfil:mission/{number}", "not_now"}
    play(match, f"fulfil:mission/{number}")
    first = TALE.missions[number].coins[0]
    assert coins(match)[0] == 5 - paid + first
    poor = adventure(missions="34")
    turn_up(poor, " ".join(SIX.split()[:4]))
    assert "stop" in keys(poor)


def test_mission_50_is_decided_by_whoever_pays_a_tax() -> None:
    match = adventure(coins={"blue": 13}, missions="50")
    play(match, "draw turn:tax/most_swords.1")
    assert asked(match) == "blue"
    play(match, "fulfil:mission/50")
    assert story(match).opened(match.seats[1]) == 1


def test_mission_51_stops_at_four_cards_pays_five_and_takes_one_less() -> None:
    match = adventure(coins={"red": 6}, missions="51")
    stop_with(match, "sailor/3.1 sailor/3.2 sailor/3.3 sailor/3.4")
    assert keys(match) == {"fulfil:mission/51", "not_now"}
    play(match, "fulfil:mission/51")
    assert (coins(match)[0], asked(match)) == (1, "blue"), "Red takes no card"
    match = adventure(coins={"red": 6}, missions="51")
    stop_with(match, "sailor/3.1 sailor/3.2 sailor/3.3")
    assert "not_now" not in keys(match)


def test_mission_52_takes_two_turns_with_one_card_and_counts_only_then() -> None:
    match = adventure(missions="52", seats=2)
    red = match.seats[0]
    stop_with(match, "sailor/3.1")
    play(match, "fulfil:mission/52")
    assert (story(match).placed(), story(match).opened(red)) == (0, 0)
    assert len(match.table.markers(red)) == 3
    play(match, "pass pass turn:event/alms")
    stop_with(match, "sailor/3.2")
    play(match, "not_now pass pass turn:event/fair-wind")
    stop_with(match, "sailor/3.3")
    play(match, "fulfil:mission/52")
    assert (story(match).placed(), story(match).opened(red)) == (1, 1)


def test_crowns_that_a_mission_wants_are_given_back() -> None:
    match = adventure(missions="53", crowns={"red": 3})
    play(match, "fulfil:mission/53")
    assert crowns(match)[0] == 1
    assert why_not(adventure(missions="53"), "fulfil:mission/53").startswith("Mission 53 needs 2")


def test_the_quiet_event_is_quiet() -> None:
    match = adventure()
    assert match.journal == [QUIET]
    assert coins(match) == [0, 0]
