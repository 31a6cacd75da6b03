"""The promo cards: gamblers turn up four cards at once."""

from __future__ import annotations

import pytest

from rules.match import Match
from rules.port_royal.table import Table
from tests.rules.at_the_table import asked, keys, play, where, why_not
from tests.rules.port_royal.the_table import at_table, coins, harbour

GAMBLER, SECOND = "gambler/gambler/4.1", "gambler/gambler/6.1"
FOUR = "turn:ship/red/1/1.1 turn:ship/blue/1/1.1 turn:sailor/3.1 turn:priest/4.1"


def with_gamblers(ids: str = GAMBLER, **more: object) -> Match[Table]:
    return at_table({"red": ids}, gambler="yes", **more)  # type: ignore[arg-type]


def test_there_are_four_gamblers_only_if_they_are_added() -> None:
    assert "gamble" not in keys(at_table())
    assert with_gamblers().table.places.count("deck") == 119 + 4 - 1


def test_a_gambler_turns_up_four_cards_at_once_then_nothing_more_can_be_turned_up() -> None:
    match = with_gamblers()
    play(match, f"gamble {FOUR}")
    assert len(match.table.harbour()) == 4
    assert keys(match) == {"stop"}
    assert why_not(match, "draw") == "No single cards after gambling"


def test_a_gambler_can_be_used_after_cards_that_were_turned_up_one_by_one() -> None:
    match = with_gamblers()
    play(match, f"draw turn:ship/green/1/1.1 gamble {FOUR}")
    assert len(match.table.harbour()) == 5


def test_ships_that_a_gambler_turns_up_cannot_be_repelled() -> None:
    match = with_gamblers(f"{GAMBLER} pirate/9.1")
    play(match, f"gamble {FOUR.replace('turn:priest/4.1', 'turn:ship/green/1/1.1')}")
    assert not [key for key in keys(match) if key.startswith("repel")]


def test_a_tax_increase_among_the_four_holds_at_once() -> None:
    match = with_gamblers(coins={"red": 12})
    play(match, "gamble turn:tax/fewest_influence.1")
    assert coins(match, 0, 1) == [6, 1]
    assert where(match, "tax/fewest_influence.1") == "discard"
    assert asked(match) == "table"


def test_everything_is_judged_after_the_fourth_card() -> None:
    match = with_gamblers()
    play(match, "gamble turn:ship/red/1/1.1 turn:ship/red/1/1.2 turn:sailor/3.1")
    assert asked(match) == "table"
    play(match, "turn:priest/4.1")
    assert (asked(match), harbour(match)) == ("blue", "")


def test_with_different_colours_one_card_more_may_be_taken() -> None:
    match = with_gamblers()
    play(match, f"gamble {FOUR} stop")
    assert match.table.shares[match.seats[0]].allowed == 2


def test_who_has_two_gamblers_may_use_the_second_after_the_first() -> None:
    match = with_gamblers(f"{GAMBLER} {SECOND}")
    play(match, f"gamble {FOUR}")
    assert keys(match) == {"stop", "gamble"}
    play(
        match,
        "gamble turn:ship/green/1/1.1 turn:sailor/3.2 turn:sailor/3.3 turn:settler/4.1",
    )
    assert keys(match) == {"stop"}
    match.play("stop")
    assert match.table.shares[match.seats[0]].allowed == 3


@pytest.mark.parametrize(("ruling", "paid"), [("nothing", [0, 0]), ("jesters", [0, 1])])
def test_a_gamblers_bust_pays_jesters_only_if_the_group_reads_it_so(
    ruling: str, paid: list[int]
) -> None:
    match = at_table({"red": GAMBLER, "blue": "jester/5.1"}, gambler="yes", gambler_bust=ruling)
    play(match, "gamble turn:ship/red/1/1.1 turn:ship/red/1/1.2 turn:sailor/3.1 turn:sailor/3.2")
    assert (coins(match), asked(match)) == (paid, "blue")


def test_a_gamblers_bust_counts_for_the_jinx() -> None:
    match = with_gamblers(mode="contracts", contracts="jinx")
    play(match, "gamble turn:ship/red/1/1.1 turn:ship/red/1/1.2 turn:sailor/3.1 turn:sailor/3.2")
    assert keys(match) == {"fulfil:contract/jinx", "not_now"}
    match.play("fulfil:contract/jinx")
    assert coins(match, 0) == [1]


def test_a_gambler_turns_up_what_is_left_if_the_cards_run_out() -> None:
    match = with_gamblers(deck=3, discarded="")
    play(match, "gamble turn:ship/red/1/1.1 turn:sailor/3.1 turn:sailor/3.2")
    assert keys(match) == {"stop"}


def test_an_expedition_among_the_four_goes_to_its_row() -> None:
    match = with_gamblers()
    four = "turn:expedition/priest2.1 turn:ship/blue/1/1.1 turn:sailor/3.1 turn:priest/4.1"
    play(match, f"gamble {four}")
    assert where(match, "expedition/priest2.1") == "expeditions"
    assert len(match.table.harbour()) == 3


def test_a_ship_turned_up_before_the_gamble_can_no_longer_be_repelled() -> None:
    match = with_gamblers(f"{GAMBLER} pirate/9.1")
    play(match, "draw turn:ship/green/1/1.1")
    assert "repel:ship/green/1/1.1" in keys(match)
    play(match, f"gamble {FOUR}")
    assert keys(match) == {"stop"}


def test_each_gambler_is_used_only_once_in_a_turn_but_again_in_the_next() -> None:
    match = with_gamblers()
    play(match, f"gamble {FOUR} stop pass pass draw turn:sailor/3.2 stop pass pass")
    assert (asked(match), keys(match)) == ("red", {"draw", "gamble"})


def test_only_the_active_player_gambles() -> None:
    match = at_table({"blue": GAMBLER}, gambler="yes")
    assert keys(match) == {"draw"}


def test_after_a_gamblers_bust_expeditions_can_still_be_sent() -> None:
    match = with_gamblers(f"{GAMBLER} priest/4.1 priest/4.2", expeditions="expedition/priest2.1")
    play(match, "gamble turn:ship/red/1/1.1 turn:ship/red/1/1.2 turn:sailor/3.1 turn:sailor/3.2")
    assert keys(match) == {"expedition:expedition/priest2.1", "done"}


def test_four_colours_at_once_count_for_both_speculators() -> None:
    match = with_gamblers(mode="contracts", contracts="speculator major_speculator")
    four = " ".join(f"turn:ship/{colour}/1/1.1" for colour in ("red", "blue", "green", "yellow"))
    play(match, f"gamble {four}")
    assert keys(match) == {
        "fulfil:contract/speculator",
        "fulfil:contract/major_speculator",
        "not_now",
    }


def test_with_a_time_deck_the_first_of_the_four_comes_from_there() -> None:
    match = with_gamblers(mode="contracts_together", contracts="jinx")
    before = {place: match.table.places.count(place) for place in ("time", "deck")}
    play(match, f"gamble {FOUR}")
    after = {place: match.table.places.count(place) for place in ("time", "deck")}
    assert after == {"time": before["time"] - 1, "deck": before["deck"] - 3}
