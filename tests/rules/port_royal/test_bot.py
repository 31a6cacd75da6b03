"""Port Royal's sensible player: when it stops, what it takes, and contracts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rules.match import Match
from rules.port_royal import GAME
from rules.port_royal.bot import sensible
from rules.port_royal.bot.team import Position, Team, team_in
from rules.port_royal.places import POINTS, TIME
from rules.simulation import Simulation
from tests.rules.at_the_table import play
from tests.rules.port_royal.the_table import at_table, stop_with, turn_up


def answer(match: Match[Any]) -> str:
    assert match.choice is not None
    return sensible(match.table, match.choice, match.choice.legal(), ()).key


def test_it_goes_on_with_next_to_nothing_and_stops_before_a_likely_bust() -> None:
    match = at_table()
    turn_up(match, "ship/red/1/1.1")
    assert answer(match) == "draw"
    turn_up(match, "ship/blue/3/5.1 ship/green/3/5.1 ship/black/4/skull.1")
    assert answer(match) == "stop"


def test_it_takes_a_ship_if_it_cannot_pay_a_person_and_hires_who_is_worth_it() -> None:
    rich = at_table(coins={"red": 9})
    stop_with(rich, "ship/red/1/1.1 sailor/5.1")
    assert answer(rich) == "hire:sailor/5.1"
    match = at_table(coins={"red": 1})
    stop_with(match, "ship/red/2/3.1 sailor/3.1")
    assert answer(match).startswith("trade:ship/")


def test_it_sends_expeditions_and_fulfils_contracts_as_soon_as_it_can() -> None:
    crew = {"red": "priest/4.1 priest/4.2"}
    assert answer(at_table(crew, expeditions="expedition/priest2.1")).startswith("expedition:")
    armed = at_table({"red": "pirate/5.1 sailor/3.1"}, contracts="mercenary", mode="contracts")
    assert answer(armed) == "fulfil:contract/mercenary"


def test_together_nobody_fulfils_what_another_has_fulfilled() -> None:
    both = {"red": "pirate/5.1 sailor/3.1", "blue": "pirate/7.1 sailor/3.2"}
    match = at_table(both, contracts="mercenary jinx", mode="contracts_together")
    play(match, "fulfil:contract/mercenary draw turn:sailor/3.3 stop pass")
    assert "fulfil:contract/mercenary" in [o.key for o in match.choice.legal()]  # type: ignore[union-attr]
    assert answer(match) != "fulfil:contract/mercenary"


def test_it_repels_what_would_end_its_turn() -> None:
    match = at_table({"red": "pirate/9.1"})
    turn_up(match, "ship/red/1/1.1 ship/red/1/1.2")
    assert answer(match) == "repel:ship/red/1/1.2"


@pytest.mark.parametrize("mode", ["base", "set_sail", "contracts"])
def test_it_beats_those_who_play_at_random(mode: str) -> None:
    for seed in range(4):
        simulation = Simulation(GAME, ("Ann", "Bob"), {"mode": mode}, seed)
        while choice := simulation.match.choice:
            simulation.sensible = choice.who.index == seed % 2
            simulation.step()
        outcome = simulation.match.outcome()
        assert outcome is not None
        assert [seat.index for seat in outcome.winners] == [seed % 2]


def test_together_everybody_leaves_what_another_needs_more() -> None:
    match = at_table(
        {"blue": "priest/4.1"},
        {"red": 9, "blue": 9},
        contracts="luminaries mercenary jinx",
        mode="contracts_together",
    )
    stop_with(match, "ship/red/3/6.1 jester/7.1")
    assert answer(match) == "trade:ship/red/3/6.1"
    play(match, "trade:ship/red/3/6.1")
    assert answer(match) == "hire:jester/7.1"
    play(match, "hire:jester/7.1")
    assert answer(match) == "fulfil:contract/luminaries"


def five(
    areas: Mapping[str, str] | None = None,
    coins: Mapping[str, int] | None = None,
    expeditions: str = "",
    contracts: str = "",
) -> Match[Any]:
    """Five who play together."""
    mode = "contracts_together"
    return at_table(areas, coins, expeditions, seats=5, contracts=contracts, mode=mode)


def team(match: Match[Any]) -> Team:
    return team_in(Position.of(match.table))


def going_for(match: Match[Any]) -> dict[str, str]:
    return {goal.id: seat.name for goal, seat in team(match).goers.items()}


def likely(match: Match[Any], key: str) -> dict[str, float]:
    odds = next(odds for goal, odds in team(match).odds.items() if goal.id == f"contract/{key}")
    return {seat.name: odd for seat, odd in odds.items()}


def test_together_what_takes_a_whole_match_has_a_leader_from_the_first_turn() -> None:
    contracts = "small_estate pirates_nest ransom"
    assert going_for(five(contracts=contracts))["contract/pirates_nest"] == "Red"
    assert going_for(five(contracts=contracts))["contract/small_estate"] == "Blue"
    ahead = {"yellow": "admiral/9.1 jester/9.1 mademoiselle/9.1"}
    match = five(ahead, contracts=contracts)
    assert going_for(match)["contract/small_estate"] == "Yellow"


def test_together_a_crew_for_an_open_expedition_is_worth_more_influence_than_it_shows() -> None:
    crews = {"red": "priest/4.1 priest/4.2", "blue": "captain/4.1 settler/4.1"}
    row = "expedition/priest2.1"
    match = five(crews, expeditions=row, contracts="small_estate jinx")
    odds = likely(match, "small_estate")
    assert odds["Red"] > odds["Blue"] > odds["Green"]


def test_together_twelve_influence_are_enough_and_eleven_may_not_be_in_time() -> None:
    twelve = "admiral/9.1 jester/9.1 mademoiselle/9.1 mademoiselle/9.2"
    eleven = "admiral/9.2 sailor/7.1 pirate/9.1 jester/7.1"
    match = five({"red": twelve, "blue": eleven}, contracts="small_estate jinx")
    table = match.table
    table.places.pass_on(TIME, POINTS, table.places.count(TIME))
    odds = likely(match, "small_estate")
    assert odds["Red"] == 0.99
    assert odds["Blue"] < 0.5


def test_together_only_those_count_on_a_turn_of_their_own_who_will_have_one() -> None:
    match = five(contracts="speculator jinx")
    table = match.table
    table.places.pass_on(TIME, POINTS, table.places.count(TIME) - 2)
    odds = likely(match, "jinx")
    assert odds["Blue"] == odds["Green"] > 0.5
    assert odds["Yellow"] == odds["Black"] == odds["Red"] == 0.01


def test_together_a_coin_for_another_goes_to_who_needs_it() -> None:
    match = five(
        {"green": "priest/4.1"},
        {"blue": 9, "green": 7, "yellow": 9, "black": 9},
        contracts="luminaries jinx",
    )
    stop_with(match, "contract_cards/ship/red/3/6.1")
    play(match, "trade:contract_cards/ship/red/3/6.1")
    assert answer(match) == "gift:green"


def test_it_sets_time_aside_that_it_can_spare_which_is_none_for_several_players() -> None:
    contracts = [f"turn:contract/{key}" for key in ("luminaries", "mercenary", "jinx")]
    match = Match(GAME, GAME.seat(["Red"]), {"mode": "contracts_alone"})
    play(match, " ".join([*contracts, "time_deck"]))
    assert answer(match) == "aside:3"
    two = Match(GAME, GAME.seat(["Red", "Blue"]), {"mode": "contracts_together"})
    contracts += ["turn:contract/speculator", "turn:contract/explorer"]
    play(two, " ".join([*contracts, "time_deck", "first:red"]))
    assert answer(two) == "aside:0"


def test_nobody_who_repels_every_ship_turns_cards_up_for_ever() -> None:
    match = at_table({"red": "pirate/9.1"}, contracts="ransom jinx", mode="contracts_together")
    turn_up(match, "settler/4.1")
    match.table.turned = 30
    assert answer(match) == "stop"
