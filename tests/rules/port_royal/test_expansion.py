"""An expansion of two cards is data: rows of an edition with the set they belong to."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from rules import port_royal
from rules.audit import faults
from rules.edition import Edition, EditionError
from rules.game import BadSettings, Game
from rules.match import Match
from rules.port_royal import GAME, game_of
from rules.port_royal.expeditions import signs_left
from rules.port_royal.pieces import Expedition, Person, Ship, base_cards
from rules.port_royal.table import Table
from rules.simulation import Simulation
from tests.rules.at_the_table import keys, play

FILES = ("edition.toml", "adventure.toml")
PRINTED = "\n".join(
    Path(port_royal.__file__).with_name(file).read_text(encoding="utf-8") for file in FILES
)
SET = """
[sets.newcomers]
title = "Newcomers"
rules = { tax_threshold = 9, end_influence = 8, seats = [1, 5] }
counts = { cards = 2, person = 1, ship = 1, persons = { smuggler = 1 }, ships = { red = 1 } }
"""
SHIP = '{ set = "newcomers", colour = "red", coins = 5, swords = 2, count = 1 },'
SMUGGLER = (
    '{ set = "newcomers", role = "smuggler", name = "Smuggler {cost}", cost = 1, influence = 1, '
    'does = { discount = 2, takes = 1, sails_as = ["captain", "priest"] }, count = 1 },'
)


def edition(set_text: str = SET, ship: str = SHIP, smuggler: str = SMUGGLER) -> Edition:
    """The printed edition with an expansion written into it."""
    text = PRINTED
    for table, row in (("ships", ship), ("persons", smuggler)):
        head = f'[{table}]\norigin = "public"\ncards = [\n'
        assert head in PRINTED
        text = text.replace(head, f"{head}{row}\n")
    return Edition(tomllib.loads(text + set_text), "a test")


def match_with(game: Game[Table], added: str, *names: str) -> Match[Table]:
    settings = {"newcomers": added}
    seats = game.for_match(game.settle(settings)).seat(names or ("Ann", "Bob"))
    return Match(game, seats, settings)


def test_its_cards_are_in_the_deck_only_if_it_is_played_with() -> None:
    game = game_of(edition())
    with_it, without = match_with(game, "yes"), match_with(game, "no")
    assert (with_it.game.sets, without.game.sets) == (("newcomers",), ())
    more = with_it.game.pieces.keys() - without.game.pieces.keys()
    assert more == {"newcomers/ship/red/5/2.1", "newcomers/smuggler/1.1"}
    assert with_it.table.places.count("deck") == without.table.places.count("deck") + 2
    play(with_it, "first:red draw turn:newcomers/ship/red/5/2.1")
    play(without, "first:red draw")
    assert "turn:newcomers/ship/red/5/2.1" not in keys(without)


def test_its_persons_do_what_their_rows_say() -> None:
    match = match_with(game_of(edition()), "yes")
    play(match, "first:red draw turn:newcomers/smuggler/1.1 draw turn:sailor/3.1 stop")
    assert str(match.option("hire:newcomers/smuggler/1.1").text) == "Hire Smuggler 1 for 1 coin"
    play(match, "hire:newcomers/smuggler/1.1")
    ann, bob = match.seats
    sailor = match.game.pieces["sailor/3.1"]
    assert isinstance(sailor, Person)
    assert [match.table.price(seat, sailor) for seat in (ann, bob)] == [1, 3]
    play(match, "pass draw turn:ship/red/1/1.1 stop pass")
    assert match.table.shares[ann].allowed == 2


def test_a_person_may_be_sent_for_any_one_of_the_signs_on_its_row() -> None:
    pieces = game_of(edition()).pieces
    captains, priests = pieces["expedition/captain2.1"], pieces["expedition/priest2-settler.1"]
    assert isinstance(captains, Expedition)
    assert isinstance(priests, Expedition)

    def left(expedition: Expedition, ids: str) -> int:
        persons = [pieces[card_id] for card_id in ids.split()]
        able = tuple(card.does.sails_as for card in persons if isinstance(card, Person))
        return signs_left(expedition, able)

    assert left(captains, "newcomers/smuggler/1.1") == 1
    assert left(captains, "newcomers/smuggler/1.1 captain/4.1") == 0
    assert left(captains, "newcomers/smuggler/1.1 priest/4.1") == 1
    assert left(priests, "jack_of_all_trades/6.1 newcomers/smuggler/1.1 priest/4.1") == 0
    assert left(priests, "captain/4.1 newcomers/smuggler/1.1 settler/4.1") == 1


def test_the_numbers_that_a_set_changes_hold_on_its_tables_only() -> None:
    game = game_of(edition())
    with_it, without = match_with(game, "yes", "Ann"), match_with(game, "no")
    assert (with_it.table.rules.tax_threshold, with_it.table.rules.end_influence) == (9, 8)
    assert (without.table.rules.tax_threshold, without.table.rules.end_influence) == (12, 12)
    chapters = with_it.game.guide.chapters(with_it.table)
    rules = [str(rule) for chapter in chapters for rule in chapter.rules]
    assert any("players with 9 or more coins" in rule for rule in rules)
    with pytest.raises(BadSettings, match="for 2 to 5 players, not 1"):
        match_with(game, "no", "Ann")


@pytest.mark.parametrize("added", ["no", "yes"])
def test_whole_matches_are_played_with_and_without_it(added: str) -> None:
    settings = {"newcomers": added}
    simulation = Simulation(game_of(edition()), ["Ann", "Bob", "Cid"], settings, seed=7)
    while simulation.match.choice:
        simulation.step()
        assert not list(faults(simulation))
    assert simulation.match.outcome()


@pytest.mark.parametrize(
    ("changed", "what"),
    [
        ({"set_text": SET.replace("cards = 2", "cards = 3")}, r"sets\.newcomers\.counts says"),
        ({"ship": SHIP.replace("count = 1", "count = 2")}, r"sets\.newcomers\.counts says"),
        ({"set_text": SET.replace("end_influence", "tide")}, "newcomers.rules: there is no tide"),
        ({"set_text": ""}, "of the set newcomers, which the edition does not list"),
        (
            {"smuggler": SMUGGLER.replace("takes", "steals")},
            r"persons\.cards\[0\]\.does: Unknown: steals. There is sails_as",
        ),
        (
            {"smuggler": SMUGGLER.replace("cost = 1", 'cost = "1"')},
            r'persons\.cards\[0\]\.cost: It must be a whole number from 0 to 99, not "1"',
        ),
        (
            {"set_text": SET.replace("tax_threshold = 9", 'tax_threshold = "9"')},
            'tax_threshold: It must be a whole number from 0 to 99, not "9"',
        ),
    ],
)
def test_a_set_that_does_not_add_up_is_refused(changed: Mapping[str, Any], what: str) -> None:
    with pytest.raises(EditionError, match=what):
        game_of(edition(**changed))


def test_the_base_game_is_what_it_was() -> None:
    game = game_of(edition())
    base, usual = game.for_match(game.settle({})), GAME.for_match(GAME.settle({}))
    assert list(base.pieces) == list(usual.pieces) == [card.id for card in base_cards()]
    assert (usual.sets, usual.seats) == ((), range(2, 6))
    ships = [card for card in base.pieces.values() if isinstance(card, Ship)]
    assert max(ship.coins for ship in ships) == 4
    assert "newcomers" not in GAME.settle({})
    assert GAME.for_match(GAME.settle({})).pieces is usual.pieces
