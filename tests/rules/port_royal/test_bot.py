"""Port Royal's sensible player: when it stops, what it takes, and contracts."""

from __future__ import annotations

from typing import Any

import pytest

from rules.match import Match
from rules.port_royal import GAME
from rules.port_royal.bot import sensible
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
