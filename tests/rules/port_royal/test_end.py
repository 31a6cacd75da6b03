"""The end of the game, its variant, and who wins."""

from __future__ import annotations

from rules.match import Match
from rules.port_royal.table import Table
from tests.rules.at_the_table import asked, lines_of, play, result
from tests.rules.port_royal.the_table import at_table, coins, influence, stop_with

ELEVEN = "admiral/9.1 admiral/9.2 jester/9.1 jester/7.1"
TWELVE = f"{ELEVEN} sailor/3.7"


def quiet_turn(match: Match[Table], card: str) -> None:
    """The active player turns up one card, and nobody takes it."""
    stop_with(match, card)
    play(match, " ".join(["pass"] * len(match.seats)))


def test_the_round_is_finished_up_to_the_player_before_the_first_one() -> None:
    match = at_table({"red": ELEVEN}, {"red": 3}, seats=3)
    stop_with(match, "sailor/3.1")
    play(match, "hire:sailor/3.1")
    assert influence(match, 0) == [12]
    assert asked(match) == "blue"
    quiet_turn(match, "sailor/3.2")
    assert match.outcome() is None
    quiet_turn(match, "sailor/3.3")
    assert match.choice is None
    assert result(match) == (["red"], "Most influence: 12")


def test_a_player_who_is_not_active_can_bring_about_the_end() -> None:
    match = at_table({"blue": ELEVEN}, {"blue": 4})
    stop_with(match, "sailor/3.1")
    play(match, "pass hire:sailor/3.1")
    quiet_turn(match, "sailor/3.2")
    assert result(match) == (["blue"], "Most influence: 12")


def test_below_12_influence_the_game_goes_on() -> None:
    match = at_table({"red": ELEVEN})
    quiet_turn(match, "sailor/3.1")
    quiet_turn(match, "sailor/3.2")
    assert match.choice is not None
    assert match.outcome() is None


def test_the_most_influence_wins_even_if_another_reached_12_first() -> None:
    match = at_table({"red": TWELVE, "blue": "mademoiselle/9.1 mademoiselle/9.2 sailor/7.1"})
    stop_with(match, "sailor/3.1")
    play(match, "pass pass")
    stop_with(match, "sailor/3.2")
    assert match.outcome() is None
    play(match, "pass pass")
    assert result(match) == (["red"], "Most influence: 12")


def test_a_tie_is_broken_by_coins() -> None:
    match = at_table(
        {"red": TWELVE, "blue": "mademoiselle/9.1 mademoiselle/9.2 sailor/7.1 pirate/9.1"},
        {"red": 2, "blue": 5},
    )
    quiet_turn(match, "sailor/3.1")
    quiet_turn(match, "sailor/3.2")
    assert influence(match) == [12, 12]
    assert result(match) == (["blue"], "12 influence, tied; most coins: 5")
    outcome = match.outcome()
    assert outcome is not None
    assert [outcome.ranks[seat] for seat in match.seats] == [2, 1]


def test_a_tie_in_coins_too_is_a_shared_victory() -> None:
    match = at_table(
        {"red": TWELVE, "blue": "mademoiselle/9.1 mademoiselle/9.2 sailor/7.1 pirate/9.1"},
        {"red": 5, "blue": 5},
    )
    quiet_turn(match, "sailor/3.1")
    quiet_turn(match, "sailor/3.2")
    assert coins(match) == [5, 5]
    assert result(match) == (["red", "blue"], "Shared: 12 influence and 5 coins each")


def test_in_the_variant_12_influence_without_an_expedition_do_not_end_the_game() -> None:
    match = at_table({"red": TWELVE}, expedition_to_win="yes")
    quiet_turn(match, "sailor/3.1")
    quiet_turn(match, "sailor/3.2")
    assert match.choice is not None


def test_in_the_variant_only_players_with_an_expedition_can_win() -> None:
    match = at_table(
        {
            "red": f"{TWELVE} sailor/7.1",
            "blue": "expedition/priest2-settler.1 mademoiselle/9.1 mademoiselle/9.2",
        },
        expedition_to_win="yes",
    )
    quiet_turn(match, "sailor/3.1")
    quiet_turn(match, "sailor/3.2")
    assert influence(match) == [15, 12]
    assert result(match) == (
        ["blue"],
        "Most influence with an expedition: 12; Red has 15 influence but no expedition",
    )


def test_in_the_variant_nothing_is_said_of_expeditions_if_they_did_not_decide() -> None:
    match = at_table(
        {"red": "sailor/3.7", "blue": "expedition/priest2-settler.1 mademoiselle/9.1 admiral/9.1"},
        expedition_to_win="yes",
    )
    quiet_turn(match, "sailor/3.1")
    quiet_turn(match, "sailor/3.2")
    assert result(match) == (["blue"], "Most influence: 12")


def test_in_the_variant_without_any_expedition_the_most_influence_wins() -> None:
    match = at_table({"red": TWELVE}, {}, deck=0, discarded="", expedition_to_win="yes")
    play(match, "stop")
    play(match, "stop")
    assert result(match) == (["red"], "Nobody has an expedition. Most influence: 12")


def test_every_influence_has_a_line_that_says_why() -> None:
    match = at_table({"red": "priest/4.1 priest/4.2"}, expeditions="expedition/priest2.1")
    match.play("expedition:expedition/priest2.1")
    lines = lines_of(match.table.ledger, match.seats[0], "influence")
    assert [(line.amount, str(line.because)) for line in lines[2:]] == [
        (4, "Expedition (2 priests)"),
        (-1, "Priest 4 left on an expedition"),
        (-1, "Priest 4 left on an expedition"),
    ]
    assert sum(line.amount for line in lines) == influence(match, 0)[0]


def test_influence_for_contracts_ends_the_game_and_counts_even_if_the_pile_has_run_out() -> None:
    held = "priest/4.1 jester/9.1 pirate/9.1 sailor/7.1 admiral/5.1"
    match = at_table({"red": held}, contracts="luminaries mercenary", mode="contracts")
    pile = match.table.places.count("contracts")
    match.table.places.pass_on("contracts", "box", pile)
    play(match, "fulfil:contract/luminaries fulfil:contract/mercenary")
    assert (influence(match, 0), match.table.places.count("shields:red")) == ([11 + 1], 0)
    stop_with(match, "sailor/3.1")
    play(match, "pass pass")
    stop_with(match, "sailor/3.2")
    play(match, "pass pass")
    assert result(match) == (["red"], "Most influence: 12")


def test_with_contracts_somebody_can_win_without_any() -> None:
    match = at_table(
        {"red": "priest/4.1 jester/5.1", "blue": "pirate/9.1 sailor/7.1 jester/9.1 admiral/9.1"},
        contracts="luminaries",
        mode="contracts",
    )
    match.play("fulfil:contract/luminaries")
    for number in (1, 2):
        stop_with(match, f"sailor/3.{number}")
        play(match, "pass pass")
    assert result(match) == (["blue"], "Most influence: 12")
