"""The audit of a match finds what is wrong with it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.audit import differences, faults, misplaced, replay_faults
from rules.games import GAMES
from rules.maracaibo.table import Table as MaracaiboTable
from rules.pieces import Pile
from rules.simulation import Simulation, some_settings


def played(name: str, choices: int = 60) -> Simulation:
    simulation = Simulation(GAMES[name], ["Ann", "Ben"], {}, 1)
    for _ in range(choices):
        simulation.step()
    return simulation


@pytest.mark.parametrize("name", GAMES)
def test_there_is_nothing_wrong_with_a_match_by_the_rules(name: str) -> None:
    simulation = played(name)
    assert list(faults(simulation)) == []
    assert list(replay_faults(simulation.match)) == []


@pytest.mark.parametrize("name", GAMES)
def test_a_piece_that_is_nowhere_is_named(name: str) -> None:
    simulation = played(name)
    piles = simulation.match.table.places.piles
    place = next(place for place, pile in piles.items() if pile.known)
    lost, *others = piles[place].known
    piles[place] = replace(piles[place], known=tuple(others))
    found = list(misplaced(simulation))
    assert f"{lost.id} is lost" in found
    assert any(fault.startswith(f"{place} ") for fault in found)


def test_a_piece_in_two_places_is_noticed() -> None:
    simulation = played("port_royal")
    piles = simulation.match.table.places.piles
    pile = next(pile for pile in piles.values() if pile.known)
    piles["elsewhere"] = Pile(pile.known[:1])
    simulation.dealer.piles["elsewhere"] = list(pile.known[:1])
    assert list(misplaced(simulation)) == ["a piece lies in two places, or is unseen and lies open"]


def test_figures_that_do_not_add_up_and_a_match_that_ends_early_break_laws_of_maracaibo() -> None:
    simulation = played("maracaibo", 0)
    while simulation.match.table.active is None:
        simulation.step()
    table: MaracaiboTable = simulation.match.table
    table.players[0].reserve += 1
    table.over = True
    assert list(GAMES["maracaibo"].faults(table)) == [
        "Ann has 9 figures and 0 assistants",
        "the match is over in round 1 after 0 scorings",
    ]


def test_coins_without_cards_break_a_law_of_port_royal() -> None:
    simulation = played("port_royal")
    ann, _ = simulation.match.seats
    ledger = simulation.match.table.ledger
    has = ledger.balance(ann, "coins")
    ledger.gain(ann, "coins", 3, simulation.match.game.accounts["coins"])
    assert list(faults(simulation)) == [f"Ann has {has + 3} coins, but {has} cards"]


def test_money_below_nothing_breaks_a_law_of_navegador() -> None:
    simulation = played("navegador")
    ann, _ = simulation.match.seats
    ledger = simulation.match.table.ledger
    ledger.gain(ann, "cruzados", -9_999, simulation.match.game.accounts["cruzados"])
    assert [fault for fault in faults(simulation) if "Ann has -" in fault]


def test_matches_that_went_another_way_differ() -> None:
    simulation = played("port_royal")
    other = simulation.fork()
    assert list(differences(other.match, simulation.match)) == []
    other.step()
    assert "the journals differ" in list(differences(other.match, simulation.match))


def test_other_seeds_try_other_settings_and_all_of_them_are_legal() -> None:
    game = GAMES["maracaibo"]
    tried = [some_settings(game, seed) for seed in range(90)]
    for setting in game.settings:
        assert {settings[setting.key] for settings in tried} == set(setting.values)
    assert all(game.settle(settings) == settings for settings in tried)
