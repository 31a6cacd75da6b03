"""The Adventure Begins from month to month: set-up, events, story, end, the next match."""

from __future__ import annotations

import pytest

from rules.game import BadSettings
from rules.journal import read_journal, write_journal
from rules.match import Match
from rules.port_royal import GAME
from rules.port_royal.adventure.campaign import is_finished, left_behind, story_so_far
from rules.port_royal.pieces import Event
from rules.port_royal.table import Table
from rules.simulation import Simulation
from tests.rules.at_the_table import asked, keys, play, result, where
from tests.rules.port_royal.the_adventure import adventure, crowns, story, waiting
from tests.rules.port_royal.the_table import coins, influence, stop_with

HERBS, BOOK = "adventure/ship/ares/herbs-low.1", "adventure/ship/ares/book-low.1"
RICH = "governor/8.1 admiral/9.1 admiral/9.2 jester/9.1 mademoiselle/9.1"
"""Twelve influence."""


def begun(mode: str, seats: int, **settings: str) -> Match[Table]:
    game = GAME.for_match(GAME.settle({"mode": mode, **settings}))
    return Match(game, game.seat(["Red", "Blue", "Green", "Yellow"][:seats]), game.settled or {})


def a_turn(match: Match[Table], card: str) -> None:
    """Turn up one card, stop, and everybody passes."""
    stop_with(match, card)
    while match.choice is not None and "pass" in keys(match):
        match.play("pass")


def to_the_end_of_the_month(match: Match[Table]) -> None:
    persons = (f"{role}/4.{n}" for role in ("settler", "captain", "priest") for n in range(1, 6))
    events = (e for e in story(match).tale.events.values() if e.number < 2)
    while story(match).event is None or not story(match).event.month_end:  # type: ignore[union-attr]
        if any(key.startswith("turn:event") for key in keys(match)):
            match.play(next(f"turn:{e.id}" for e in events if not where(match, e.id)))
        elif "offer:no" in keys(match):
            match.play("offer:no")
        else:
            a_turn(match, next(p for p in persons if not where(match, p)))


# --------------------------------------------------------------------------------------- Set-up


@pytest.mark.parametrize(
    ("mode", "seats", "plain", "quiet"),
    [
        ("adventure_alone", 1, 1, 1),
        ("adventure_together", 2, 1, 1),
        ("adventure_together", 3, 2, 0),
        ("adventure_together", 4, 3, 0),
        ("adventure", 2, 3, 1),
        ("adventure", 3, 4, 0),
        ("adventure", 4, 4, 0),
    ],
)
def test_the_deck_of_events_has_as_many_cards_as_the_table_of_the_rulebook(
    mode: str, seats: int, plain: int, quiet: int
) -> None:
    simulation = Simulation(GAME, "ABCD"[:seats], {"mode": mode}, 1)
    while simulation.match.table.active is None:
        simulation.step()
    events = [piece for piece in simulation.dealer.piles["events"] if isinstance(piece, Event)]
    turned = [c for c in simulation.match.table.places["event_discard"] if isinstance(c, Event)]
    numbers = [event.number for event in (*events, *turned)]
    assert [numbers.count(0), numbers.count(1)] == [plain, quiet]
    assert where(simulation.match, "event/month-end") == "month_end"
    assert where(simulation.match, "event/month-end-after") == "box"


def test_characters_are_dealt_a_side_is_chosen_and_gives_its_coins() -> None:
    match = begun("adventure", 2)
    play(match, "first:blue turn:character/2 turn:character/5")
    assert asked(match) == "blue"
    assert keys(match) == {"side:jean", "side:anne"}
    play(match, "side:anne side:samuel")
    assert coins(match) == [4, 2]
    assert [len(match.table.markers(seat)) for seat in match.seats] == [4, 4]


def test_in_the_variant_the_first_player_chooses_a_character_last() -> None:
    match = begun("adventure", 3, characters="chosen")
    play(match, "first:blue")
    order = []
    for number in range(1, 4):
        order.append(asked(match))
        play(match, f"take:character/{number}")
    assert order == ["red", "green", "blue"]
    assert "side:ferdinando" in keys(match)


def test_the_chapter_and_the_first_story_card_are_read_and_its_cards_shuffled_in() -> None:
    match = begun("adventure_alone", 1)
    play(match, "turn:character/1 side:grace read:chapter/1")
    assert waiting(match, 80) == 12
    assert match.table.places.count("deck") == 119 - 4
    match.play("read:mission/10")
    assert waiting(match, 80) == 0
    assert match.table.places.count("deck") == 119 - 4 + 12
    assert where(match, "mission/10") == "mission:1"


def test_sets_may_be_added_but_no_contracts_and_no_variant_of_the_base_game() -> None:
    added = {"gambler": "yes", "set_sail_cards": "yes", "contract_cards": "yes"}
    assert len(begun("adventure", 2, **added).game.pieces) == 120 + 140 + 4 + 20 + 24
    with pytest.raises(BadSettings, match=r"leave out .Expedition needed"):
        begun("adventure", 2, expedition_to_win="yes")
    with pytest.raises(BadSettings, match="only against each other"):
        begun("adventure_alone", 1, chapter="after")
    with pytest.raises(BadSettings, match="for 2 to 4 players"):
        begun("adventure", 1)


# --------------------------------------------------------------------------------------- Events


def test_events_hold_at_once_or_for_the_turn() -> None:
    assert coins(adventure(begin="turn:event/fair-wind")) == [1, 0]
    assert coins(adventure(begin="turn:event/market-day")) == [1, 1]
    assert crowns(adventure(begin="turn:event/envoy")) == [1, 0]
    assert coins(adventure({"red": "sailor/3.1"}, begin="turn:event/alms")) == [0, 1]
    assert coins(adventure(coins={"red": 7, "blue": 6}, begin="turn:event/toll")) == [6, 6]
    match = adventure(begin="turn:event/harbour-master")
    stop_with(match, "sailor/3.1")
    assert match.table.shares[match.seats[0]].allowed == 2
    match = adventure(coins={"red": 3, "blue": 3}, begin="turn:event/festival")
    stop_with(match, "sailor/3.1 sailor/3.2")
    play(match, "hire:sailor/3.1 hire:sailor/3.2")
    assert coins(match) == [1 + 1, 0]
    match = adventure(begin="turn:event/militia")
    play(match, "draw turn:ship/red/1/1.1")
    assert "repel:ship/red/1/1.1" in keys(match)
    match = adventure(coins={"red": 3}, begin="turn:event/audience offer:yes")
    assert (coins(match)[0], crowns(match)[0]) == (0, 2)


def test_a_toll_is_a_tax_for_the_mission_that_wants_one_paid() -> None:
    match = adventure(missions="50", coins={"red": 7, "blue": 7}, begin="turn:event/toll")
    assert keys(match) == {"fulfil:mission/50", "not_now"}
    play(match, "not_now fulfil:mission/50")
    assert [len(seats) for seats in story(match).done.values()] == [1]
    assert coins(match) == [6, 6 + 2]


def test_what_holds_for_a_turn_is_over_with_it() -> None:
    match = adventure(begin="turn:event/militia")
    a_turn(match, "sailor/3.1")
    play(match, "turn:event/carnival draw turn:ship/red/1/1.1")
    assert "repel:ship/red/1/1.1" not in keys(match)


# ----------------------------------------------------------------------------------- Month's end


def test_at_the_months_end_the_next_story_card_comes_to_the_right() -> None:
    match = adventure(mode="adventure_together")
    to_the_end_of_the_month(match)
    assert keys(match) == {"read:mission/11"}
    match.play("read:mission/11")
    assert where(match, "mission/11") == "mission:2"


@pytest.mark.parametrize(("done", "number"), [(True, "12"), (False, "13")])
def test_a_question_mark_asks_whether_anybody_has_fulfilled_the_mission(
    done: bool, number: str
) -> None:
    match = adventure({"red": "pirate/7.1"}, missions="10 11", mode="adventure_together")
    if done:
        match.play("fulfil:mission/11")
    to_the_end_of_the_month(match)
    assert keys(match) == {f"read:mission/{number}"}


def test_events_are_turned_over_in_their_order_with_a_new_one_on_top() -> None:
    match = adventure(mode="adventure_alone", seats=1)
    a_turn(match, "settler/4.1")
    play(match, "turn:event/spring-tide")
    a_turn(match, "settler/4.2")
    play(match, "read:mission/11")
    assert [event.id for event in story(match).order] == ["event/carnival", "event/spring-tide"]
    a_turn(match, "settler/4.3")
    assert all(key.startswith("turn:event/") for key in keys(match)), "the new one is not known"
    play(match, "turn:event/alms")
    a_turn(match, "settler/4.4")
    assert story(match).event is story(match).tale.events["event/carnival"]


def test_eight_coins_take_the_leftmost_marker_off_at_the_months_end_of_competitors() -> None:
    match = adventure(coins={"red": 12, "blue": 3}, opened={"red": 1})
    to_the_end_of_the_month(match)
    assert asked(match) == "red"
    before = coins(match)[0]
    match.play("buyout")
    assert before - coins(match)[0] == 8
    assert story(match).has_trophy(match.seats[0])
    assert "read:mission/11" in keys(match), "Blue has too few coins"


def test_together_nobody_pays_for_a_marker() -> None:
    match = adventure(coins={"red": 20}, mode="adventure_together")
    to_the_end_of_the_month(match)
    assert keys(match) == {"read:mission/11"}


def test_after_the_adventure_it_costs_ten_coins_and_no_mission_comes() -> None:
    match = begun("adventure", 2, chapter="after")
    play(match, "first:red turn:character/1 turn:character/2 side:grace side:anne")
    stars = [m for m in story(match).tale.missions.values() if m.star]
    for mission in stars[:4]:
        match.play(f"turn:{mission.id}")
    assert len(match.table.contracts) == 4
    assert match.table.places.count("missions") == 15 - 4
    assert where(match, "event/month-end-after") == "month_end"
    assert where(match, "event/month-end") == "box"
    assert match.table.places.count("deck") == 119 + 39 - 4 - 2
    assert story(match).tale.buyout_after == 10


# --------------------------------------------------------------------------------------- The end


def test_competitors_need_12_influence_and_the_trophy_and_finish_the_round() -> None:
    match = adventure({"red": RICH}, opened={"red": 1})
    a_turn(match, "sailor/3.1")
    assert not match.table.ending, "no trophy"
    match = adventure({"red": RICH}, opened={"red": 2})
    a_turn(match, "sailor/3.1")
    assert match.table.ending
    assert match.outcome() is None
    play(match, "turn:event/alms")
    a_turn(match, "sailor/3.2")
    assert result(match) == (["red"], "Most influence: 12")


def test_nobody_wins_without_the_trophy() -> None:
    match = adventure({"red": RICH, "blue": "sailor/3.1"}, opened={"red": 1, "blue": 2})
    match.table.ending = True
    a_turn(match, "sailor/3.2")
    play(match, "turn:event/alms")
    a_turn(match, "sailor/3.3")
    assert result(match) == (["blue"], "Most influence: 1, of those with the trophy")


def test_a_tie_is_broken_by_markers_on_the_character_then_by_coins() -> None:
    for opened, money, because in (
        ({"red": 2, "blue": 3}, {"red": 5}, "1 influence, tied; fewest markers"),
        ({"red": 2, "blue": 2}, {"blue": 5}, "1 influence and markers tied"),
        ({"red": 2, "blue": 2}, {}, "Shared"),
    ):
        held = {"red": "sailor/3.1", "blue": "sailor/3.2"}
        match = adventure(held, money, opened=opened)
        match.table.ending = True
        a_turn(match, "sailor/3.3")
        play(match, "turn:event/clear-sky")
        a_turn(match, "sailor/3.4")
        winners, text = result(match)
        assert text.startswith(because)
        assert "blue" in winners


def test_card_9_wants_every_mission_markers_and_influence() -> None:
    held = f"{RICH} {HERBS} {BOOK}"
    match = adventure({"red": held}, missions="17", mode="adventure_alone", seats=1)
    to_the_end_of_the_month(match)
    assert match.outcome() is not None
    winners, because = result(match)
    assert winners == []
    assert because.startswith("Card 9: not fulfilled: Mission 17, markers on missions: 0 of 4")
    assert left_behind(match.table) == {
        "chapter": "1",
        "shuffled": "80+81+82+83+84",
        "failures": "1",
    }


def test_a_chapter_that_is_won_ends_with_its_card_and_the_next_one_follows() -> None:
    match = adventure({"red": RICH}, missions="17", mode="adventure_alone", seats=1, chapter="5")
    table = story(match)
    table.done[table.contracts[0]] = (match.seats[0],) * 4
    to_the_end_of_the_month(match)
    match.play("read:story/65")
    assert result(match)[0] == ["red"]
    assert is_finished(match.table)
    assert left_behind(match.table)["chapter"] == "after"
    assert [str(heading) for heading, _ in story_so_far(match.table)][-1] == "Story card 65"


def test_three_coins_for_every_failure_are_shared_out() -> None:
    match = begun("adventure_together", 2, failures="3")
    play(match, "first:red turn:character/1 turn:character/2 side:grace side:jean")
    play(match, "amount:4")
    assert coins(match) == [4 + 4, 3 + 5]


def test_cards_that_were_shuffled_in_stay_for_the_next_chapter() -> None:
    match = begun("adventure_alone", 1, chapter="2", shuffled="80+84")
    assert waiting(match, 84) == waiting(match, 80) == 0
    assert waiting(match, 81) == 10
    usual = begun("adventure_alone", 1, chapter="3")
    assert waiting(usual, 81) == 0
    assert waiting(usual, 82) == 6


def test_every_match_of_a_campaign_replays_alone() -> None:
    settings = {"mode": "adventure_together"}
    for seed in range(3):
        simulation = Simulation(GAME, ["A", "B"], settings, seed)
        while simulation.step():
            pass
        again = read_journal(write_journal(simulation.match))
        behind = left_behind(simulation.match.table)
        assert left_behind(again.table) == behind
        settings = {**settings, **behind}
    assert settings["failures"] != "0"
    assert influence(again)
