"""Set-up and phase 1, Discover, sentence by sentence."""

from __future__ import annotations

import pytest

from rules.match import Match, NotLegal
from rules.port_royal import GAME
from rules.port_royal.table import Table
from tests.rules.at_the_table import asked, keys, lines_of, play, where, why_not
from tests.rules.port_royal.the_table import at_table, coins, harbour, influence, stop_with, turn_up

SPECIAL = "expedition/captain-priest-settler.1"


def fresh_match(seats: int) -> Match[Table]:
    return Match(GAME, GAME.seat(["A", "B", "C", "D", "E"][:seats]), {})


# ------------------------------------------------------------------------------------- Set-up


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_with_fewer_than_five_players_the_special_expedition_stays_in_the_box(seats: int) -> None:
    assert where(fresh_match(seats), SPECIAL) == "box"


def test_with_five_players_the_special_expedition_lies_in_the_middle_from_the_start() -> None:
    assert where(fresh_match(5), SPECIAL) == "expeditions"


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_everybody_starts_with_three_face_down_cards_of_the_deck_as_coins(seats: int) -> None:
    match = fresh_match(seats)
    assert coins(match) == [3] * seats
    assert match.table.places.count("deck") == 119 - 3 * seats
    assert len(match.table.places.unseen) == 119


def test_the_player_who_was_last_near_water_begins_and_play_goes_clockwise() -> None:
    match = fresh_match(3)
    match.play("first:green")
    assert asked(match) == "green"
    stop_with(match, "sailor/3.1")
    play(match, "pass pass pass")
    assert asked(match) == "red"


# -------------------------------------------------------------------------------- Turning up cards


def test_the_first_card_must_be_turned_up() -> None:
    match = at_table()
    assert why_not(match, "stop") == "First turn up a card"
    assert keys(match) == {"draw"}


def test_after_each_card_the_player_decides_whether_to_go_on_or_to_stop() -> None:
    match = at_table()
    turn_up(match, "sailor/3.1 ship/red/1/1.1 jester/5.1")
    assert {"draw", "stop"} <= keys(match)
    assert asked(match) == "red"


def test_after_stopping_the_player_cannot_go_back_to_phase_1() -> None:
    match = at_table()
    stop_with(match, "sailor/3.1")
    with pytest.raises(NotLegal):
        match.play("draw")


def test_persons_and_ships_are_laid_in_the_harbour() -> None:
    match = at_table()
    turn_up(match, "sailor/3.1 ship/red/1/1.1")
    assert harbour(match) == "sailor/3.1 ship/red/1/1.1"


def test_a_card_that_lies_open_cannot_be_turned_up() -> None:
    match = at_table({"blue": "sailor/3.1"})
    turn_up(match, "sailor/3.2")
    match.play("draw")
    assert why_not(match, "turn:sailor/3.1") == ("Sailor 3 lies elsewhere: the area of Blue")
    assert "elsewhere: the harbour" in why_not(match, "turn:sailor/3.2")
    assert "stays in the box" in why_not(match, f"turn:{SPECIAL}")


# -------------------------------------------------------------------------------------- Repelling


def test_example_a_flute_with_two_swords_is_repelled_with_a_sailor_and_a_pirate() -> None:
    match = at_table({"red": "sailor/3.1 pirate/5.1"})
    assert match.table.swords(match.seats[0]) == 3
    turn_up(match, "ship/blue/2/2.1")
    match.play("repel:ship/blue/2/2.1")
    assert where(match, "ship/blue/2/2.1") == "discard"
    assert harbour(match) == ""


def test_as_many_swords_as_the_ship_shows_are_enough() -> None:
    match = at_table({"red": "pirate/5.1"})
    turn_up(match, "ship/blue/2/2.1")
    assert "repel:ship/blue/2/2.1" in keys(match)


def test_a_ship_with_more_swords_than_the_player_has_must_be_let_in() -> None:
    match = at_table({"red": "sailor/3.1"})
    turn_up(match, "ship/blue/2/2.1")
    assert why_not(match, "repel:ship/blue/2/2.1") == ("Flute 2 needs 2 swords, Red has 1")


def test_only_the_swords_of_the_active_player_count() -> None:
    match = at_table({"blue": "pirate/5.1 pirate/7.1"})
    turn_up(match, "ship/blue/2/2.1")
    assert "Red has 0" in why_not(match, "repel:ship/blue/2/2.1")


def test_a_ship_with_a_skull_can_never_be_repelled() -> None:
    crew = " ".join(["pirate/5.1", "pirate/7.1", "pirate/9.1", "sailor/7.1", "sailor/5.1"])
    match = at_table({"red": crew})
    turn_up(match, "ship/red/3/skull.1")
    assert why_not(match, "repel:ship/red/3/skull.1") == ("Frigate 3 has a skull: never repelled")


def test_repelling_is_optional() -> None:
    match = at_table({"red": "pirate/5.1"})
    turn_up(match, "ship/blue/2/2.1 sailor/3.1")
    assert harbour(match) == "ship/blue/2/2.1 sailor/3.1"


def test_only_the_ship_just_turned_up_can_be_repelled() -> None:
    match = at_table({"red": "pirate/5.1"})
    turn_up(match, "ship/blue/2/2.1 sailor/3.1")
    assert why_not(match, "repel:ship/blue/2/2.1") == ("Only the newest ship can be repelled")


def test_swords_are_not_used_up() -> None:
    match = at_table({"red": "pirate/5.1"})
    turn_up(match, "ship/blue/2/2.1")
    match.play("repel:ship/blue/2/2.1")
    turn_up(match, "ship/blue/2/2.2")
    match.play("repel:ship/blue/2/2.2")
    turn_up(match, "ship/yellow/1/1.1")
    match.play("repel:ship/yellow/1/1.1")
    assert where(match, "pirate/5.1") == "area:red"
    assert harbour(match) == ""


def test_the_colour_of_a_repelled_ship_may_be_turned_up_again() -> None:
    match = at_table({"red": "sailor/3.1"})
    turn_up(match, "ship/blue/1/1.1")
    match.play("repel:ship/blue/1/1.1")
    turn_up(match, "ship/blue/3/5.1")
    assert harbour(match) == "ship/blue/3/5.1"
    assert "draw" in keys(match)


# ------------------------------------------------------------------------------------ Tax increase


@pytest.mark.parametrize(("before", "lost"), [(11, 0), (12, 6), (13, 6), (14, 7), (25, 12)])
def test_example_with_12_or_13_coins_the_tax_takes_6(before: int, lost: int) -> None:
    match = at_table({"blue": "pirate/5.1"}, {"red": before})
    turn_up(match, "tax/most_swords.1")
    assert coins(match, 0) == [before - lost]


def test_the_tax_hits_every_player_not_only_the_active_one() -> None:
    match = at_table({"red": "pirate/5.1"}, {"red": 12, "blue": 13, "green": 11}, seats=3)
    turn_up(match, "tax/most_swords.1")
    assert coins(match) == [6 + 1, 7, 11]


def test_the_player_with_the_most_swords_gets_a_coin() -> None:
    match = at_table({"red": "sailor/3.1", "blue": "pirate/5.1"}, seats=3)
    turn_up(match, "tax/most_swords.1")
    assert coins(match) == [0, 1, 0]


def test_if_nobody_has_swords_all_are_tied_and_get_a_coin() -> None:
    match = at_table({"red": "settler/4.1"}, seats=3)
    turn_up(match, "tax/most_swords.2")
    assert coins(match) == [1, 1, 1]


def test_the_player_with_the_least_influence_gets_a_coin() -> None:
    match = at_table({"red": "sailor/3.1", "blue": "jester/7.1"}, seats=3)
    turn_up(match, "tax/fewest_influence.1")
    assert coins(match) == [0, 0, 1]


def test_all_players_tied_for_the_least_influence_get_a_coin() -> None:
    match = at_table({"red": "jester/7.1"}, seats=3)
    turn_up(match, "tax/fewest_influence.2")
    assert coins(match) == [0, 1, 1]


def test_the_tax_card_is_discarded_and_the_turn_goes_on() -> None:
    match = at_table()
    turn_up(match, "tax/most_swords.1")
    assert where(match, "tax/most_swords.1") == "discard"
    assert harbour(match) == ""
    assert {"draw", "stop"} == keys(match)


# ---------------------------------------------------------------------------------------- Bust


def test_a_second_ship_of_a_colour_ends_the_turn_and_clears_the_harbour() -> None:
    match = at_table()
    turn_up(match, "ship/red/1/1.1 sailor/3.1 ship/red/2/3.1")
    assert harbour(match) == ""
    for card in ("ship/red/1/1.1", "sailor/3.1", "ship/red/2/3.1"):
        assert where(match, card) == "discard"


def test_after_a_bust_nobody_takes_cards_and_the_next_player_is_active() -> None:
    match = at_table(seats=3)
    turn_up(match, "ship/red/1/1.1 ship/red/2/3.1")
    assert asked(match) == "blue"
    assert keys(match) == {"draw"}


def test_on_a_bust_jesters_pay_every_player_the_active_one_too() -> None:
    match = at_table({"red": "jester/5.1", "blue": "jester/7.1 jester/7.2"}, seats=3)
    turn_up(match, "ship/red/1/1.1 ship/red/2/3.1")
    assert coins(match) == [1, 2, 0]


def test_expeditions_lie_apart_and_survive_a_bust() -> None:
    match = at_table()
    turn_up(match, "expedition/priest2.1 ship/red/1/1.1 ship/red/2/3.1")
    assert where(match, "expedition/priest2.1") == "expeditions"


def test_a_second_ship_of_a_colour_that_can_be_repelled_is_the_players_choice() -> None:
    match = at_table({"red": "sailor/3.1"})
    turn_up(match, "ship/red/2/3.1 ship/red/1/1.1")
    assert keys(match) == {"repel:ship/red/1/1.1", "give_up"}
    match.play("repel:ship/red/1/1.1")
    assert harbour(match) == "ship/red/2/3.1"
    assert {"draw", "stop"} <= keys(match)


def test_declining_to_repel_the_second_ship_of_a_colour_is_a_bust() -> None:
    match = at_table({"red": "sailor/3.1 jester/5.1"})
    turn_up(match, "ship/red/2/3.1 ship/red/1/1.1")
    match.play("give_up")
    assert harbour(match) == ""
    assert coins(match) == [1, 0]
    assert asked(match) == "blue"


def test_the_next_button_never_means_going_bust() -> None:
    match = at_table({"red": "sailor/3.1"})
    turn_up(match, "ship/red/2/3.1 ship/red/1/1.1")
    assert match.choice is not None
    assert match.choice.next_key is None


# ------------------------------------------------------------------------------------ Expeditions


def test_example_two_priests_paid_with_a_priest_and_a_jack_of_all_trades() -> None:
    match = at_table(
        {"red": "priest/4.1 jack_of_all_trades/6.1"}, {"red": 1}, expeditions="expedition/priest2.1"
    )
    assert influence(match, 0) == [2]
    match.play("expedition:expedition/priest2.1")
    assert where(match, "priest/4.1") == "discard"
    assert where(match, "jack_of_all_trades/6.1") == "discard"
    assert where(match, "expedition/priest2.1") == "area:red"
    assert coins(match, 0) == [1 + 2]
    assert influence(match, 0) == [4]


def test_one_jack_of_all_trades_stands_in_for_one_icon_only() -> None:
    match = at_table(
        {"red": "priest/4.1 jack_of_all_trades/6.1"}, expeditions="expedition/priest2-settler.1"
    )
    assert why_not(match, "expedition:expedition/priest2-settler.1") == (
        "Expedition (2 priests, 1 settler): Red lacks 1 person"
    )


def test_three_jacks_of_all_trades_can_make_a_whole_crew() -> None:
    jacks = "jack_of_all_trades/6.1 jack_of_all_trades/6.2 jack_of_all_trades/6.3"
    match = at_table({"red": jacks}, expeditions="expedition/captain2-settler.1")
    match.play("expedition:expedition/captain2-settler.1")
    assert influence(match, 0) == [6]
    assert coins(match, 0) == [3]


def test_a_surplus_person_cannot_stand_in_for_another_icon() -> None:
    match = at_table({"red": "captain/4.1 captain/4.2 captain/4.3"}, expeditions="")
    turn_up(match, "expedition/captain2-settler.1")
    assert "lacks 1 person" in why_not(match, "expedition:expedition/captain2-settler.1")


def test_the_player_chooses_whom_to_send_if_there_is_a_choice() -> None:
    match = at_table(
        {"red": "priest/4.1 priest/4.2 jack_of_all_trades/6.1"}, expeditions="expedition/priest2.1"
    )
    match.play("expedition:expedition/priest2.1")
    assert keys(match) == {
        "crew:priest/4.1+priest/4.2",
        "crew:priest/4.1+jack_of_all_trades/6.1",
        "crew:priest/4.2+jack_of_all_trades/6.1",
    }
    match.play("crew:jack_of_all_trades/6.1+priest/4.2")
    assert where(match, "priest/4.1") == "area:red"
    assert where(match, "priest/4.2") == "discard"


def test_a_crew_with_one_too_many_of_a_role_is_refused() -> None:
    match = at_table(
        {"red": "captain/4.1 captain/4.2 captain/4.3 settler/4.1"},
        expeditions="expedition/captain2-settler.1",
    )
    match.play("expedition:expedition/captain2-settler.1")
    crew = "crew:captain/4.1+captain/4.2+captain/4.3"
    assert why_not(match, crew) == "Captain 4 is one too many"


def test_the_special_expedition_asks_for_one_of_each() -> None:
    match = fresh_match(5)
    match.play("first:red")
    assert why_not(match, f"expedition:{SPECIAL}").endswith("A lacks 3 persons")


def test_an_expedition_stays_until_an_active_player_takes_it() -> None:
    match = at_table({"blue": "priest/4.1 priest/4.2"}, expeditions="expedition/priest2.1")
    stop_with(match, "sailor/3.1")
    match.play("pass")
    assert asked(match) == "blue"
    assert why_not(match, "red:hire:sailor/3.1").startswith("Red has taken 0 of 1 card")
    with pytest.raises(NotLegal):
        match.play("expedition:expedition/priest2.1")
    match.play("pass")
    match.play("expedition:expedition/priest2.1")
    assert where(match, "expedition/priest2.1") == "area:blue"


def test_only_the_active_player_sends_expeditions() -> None:
    match = at_table({"blue": "priest/4.1 priest/4.2"}, expeditions="expedition/priest2.1")
    assert why_not(match, "blue:expedition:expedition/priest2.1") == (
        "Only Red can send expeditions now"
    )


CREW = "priest/4.1 priest/4.2"
SEND = "expedition:expedition/priest2.1"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "draw"),
        ("draw turn:sailor/3.1", "draw"),
        ("draw turn:sailor/3.1 stop", "pass"),
        ("draw turn:ship/red/1/1.1 draw turn:sailor/3.1 stop trade:ship/red/1/1.1", "pass"),
        ("draw turn:sailor/3.1 stop pass", "pass"),
        ("draw turn:ship/red/1/1.1 draw turn:ship/red/2/3.1", "draw"),
    ],
    ids=["first", "discover", "own share", "after own share", "share of others", "after a bust"],
)
def test_expeditions_can_be_sent_at_any_moment_of_the_turn(before: str, after: str) -> None:
    match = at_table({"red": CREW}, expeditions="expedition/priest2.1")
    play(match, before)
    match.play(SEND)
    assert influence(match, 0) == [4]
    assert after in keys(match)


@pytest.mark.parametrize(
    "before",
    [
        "draw turn:ship/red/1/1.1 draw turn:sailor/3.1 stop trade:ship/red/1/1.1",
        "draw turn:ship/red/1/1.1 draw turn:ship/red/2/3.1",
    ],
    ids=["after own share", "after a bust"],
)
def test_nobody_is_asked_for_an_expedition_when_none_is_possible_any_more(before: str) -> None:
    match = at_table({"red": CREW}, expeditions="expedition/priest2.1 expedition/priest2-settler.1")
    play(match, before)
    assert keys(match) == {SEND, "done"}
    match.play(SEND)
    assert asked(match) == "blue", "the crew is gone, and with it every other expedition"


def test_whoever_can_send_another_expedition_is_asked_again() -> None:
    match = at_table(
        {"red": f"{CREW} settler/4.1 settler/4.2"},
        expeditions="expedition/priest2.1 expedition/settler2.1",
    )
    play(match, f"draw turn:ship/red/1/1.1 draw turn:ship/red/2/3.1 {SEND}")
    assert keys(match) == {"expedition:expedition/settler2.1", "done"}


def test_an_expedition_says_what_it_brings() -> None:
    match = at_table({"red": CREW}, expeditions="expedition/priest2.1")
    assert str(match.option(SEND).text) == "Send: Expedition (2 priests), for 2 coins"


def test_stopping_and_going_bust_say_what_admirals_and_jesters_bring() -> None:
    match = at_table({"red": "jester/7.1 jester/9.1 admiral/9.1 sailor/3.1"})
    turn_up(match, "expedition/priest2.1")
    stop = "Stop: trade and hire"
    assert str(match.option("stop").text) == "Stop: your persons bring 2 coins"
    turn_up(match, "sailor/3.2")
    assert str(match.option("stop").text) == stop
    turn_up(match, "sailor/3.3 sailor/3.4 sailor/3.5 ship/red/2/3.1")
    assert str(match.option("stop").text) == "Stop: your persons bring 2 coins"
    turn_up(match, "ship/red/1/1.1")
    bust = match.option("give_up").text
    assert str(bust) == "Go bust: jesters bring 2 coins"


@pytest.mark.parametrize(
    ("ship", "sailor", "need"),
    [("ship/black/1/2.1", "sailor/3.1", "2 swords"), ("ship/red/1/1.1", "settler/4.1", "1 sword")],
)
def test_how_many_swords_are_missing_is_said_in_the_right_number(
    ship: str, sailor: str, need: str
) -> None:
    match = at_table({"red": sailor})
    turn_up(match, ship)
    assert f"needs {need}, " in why_not(match, f"repel:{ship}")


def test_an_expedition_can_be_sent_while_it_is_decided_to_repel_or_go_bust() -> None:
    match = at_table({"red": f"{CREW} sailor/3.1"}, expeditions="expedition/priest2.1")
    turn_up(match, "ship/red/2/3.1 ship/red/1/1.1")
    match.play(SEND)
    assert keys(match) == {"repel:ship/red/1/1.1", "give_up"}


def test_while_another_player_is_asked_the_expedition_is_still_the_active_players() -> None:
    match = at_table({"red": CREW}, expeditions="expedition/priest2.1")
    stop_with(match, "sailor/3.1")
    match.play("pass")
    assert match.choice is not None
    option = match.choice.find(SEND)
    assert option is not None
    assert (match.choice.who.colour, option.who) == ("blue", match.seats[0])


def test_several_expeditions_can_be_sent_in_one_turn() -> None:
    match = at_table(
        {"red": f"{CREW} settler/4.1 settler/4.2"},
        expeditions="expedition/priest2.1 expedition/settler2.1",
    )
    play(match, f"{SEND} expedition:expedition/settler2.1")
    assert influence(match, 0) == [8]


# ------------------------------------------------------------------------------ The deck runs out


def test_when_the_deck_runs_out_the_discard_pile_becomes_the_new_deck() -> None:
    match = at_table(deck=1)
    last = next(iter(match.table.places.unseen))
    discarded = match.table.places.count("discard")
    turn_up(match, last.id)
    assert match.table.places.count("deck") == discarded
    assert match.table.places.count("discard") == 0
    match.play("draw")
    assert len(match.table.places.unseen) == discarded


def test_coins_are_taken_from_the_new_deck_when_the_old_one_runs_out() -> None:
    match = at_table(deck=2, discarded="sailor/3.1 sailor/3.2 sailor/3.3")
    before = coins(match, 0)[0]
    stop_with(match, "ship/yellow/2/2.1")
    match.play("trade:ship/yellow/2/2.1")
    assert coins(match, 0) == [before + 2]
    assert match.table.places.count("deck") == 3
    assert match.table.places.count("discard") == 0


def test_coins_that_are_not_there_are_not_paid_and_the_ledger_says_so() -> None:
    match = at_table({"blue": "jester/5.1 jester/7.1"}, deck=1, discarded="")
    before = coins(match, 0)[0]
    stop_with(match, "ship/yellow/3/4.1")
    match.play("trade:ship/yellow/3/4.1")
    assert coins(match, 0) == [before + 1]
    line = lines_of(match.table.ledger, match.seats[0], "coins")[-1]
    assert str(line.because) == ("Traded Pinnace 3 (only 1 of 3 coins left)")


def test_when_deck_and_discard_pile_are_used_up_the_round_is_the_last() -> None:
    match = at_table(deck=0, discarded="")
    assert why_not(match, "draw") == "Deck and discard pile are empty"
    match.play("stop")
    assert asked(match) == "blue"
    match.play("stop")
    assert match.choice is None
