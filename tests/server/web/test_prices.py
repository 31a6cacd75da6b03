"""Every choice says all that it costs and brings in money, and the table page who pays whom."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from rules.flow import TABLE, Option, Seat
from rules.games import GAMES
from rules.ledger import Ledger, Line, payments
from rules.match import Match
from rules.simulation import Simulation
from rules.text import Text
from server.simulated.playground import Playground
from server.web import create_app
from server.web.games import drawn_by
from server.web.showing.payments import due
from tests.server.web.conftest import Room, Visitor
from tests.server.web.evenings import go_on, golden, golden_match, play
from tests.server.web.pages.test_me import words
from vision.reading import Sighting

INCOME = "Doubloon income"
"""Paid to everybody when a round ends, whatever was chosen last."""


def said(match: Match[Any], option: Option[Any]) -> set[int]:
    """The numbers that a phone shows with an option."""
    beside = drawn_by(match.game.name).aside
    detail = beside(match, option).detail if beside else None
    return {int(digits) for digits in re.findall(r"\d+", f"{option.text} {detail}")}


def moved(match: Match[Any], option: Option[Any]) -> list[Line]:
    """The money that whoever chooses an option gets and pays for it."""
    assert match.game.money is not None
    twin = match.fork()
    assert twin.choice is not None
    written, who = len(twin.table.ledger.lines), twin.choice.who
    twin.take(option)
    return [
        line
        for line in twin.table.ledger.lines[written:]
        if line.what == match.game.money.account
        and line.seat in (who, option.who)
        and str(line.because) != INCOME
    ]


FEWEST = {"cooper_island": 25}
"""Where goods are moved more often than coins, fewer lines are about these."""


@pytest.mark.parametrize(("name", "seed"), [(name, seed) for name in GAMES for seed in (1, 2)])
def test_every_option_says_what_it_costs_and_brings(name: str, seed: int) -> None:
    game = GAMES[name]
    simulation = Simulation(game, ["Ann", "Bob", "Cy"], {}, seed)
    simulation.sensible = True
    match, unsaid, checked = simulation.match, [], 0
    turn, announced = -1, set[int]()
    while match.choice:
        if match.script_start != turn:
            # What was chosen before in the same turn may have named what follows from it.
            turn, announced = match.script_start, set()
        options = simulation.options() if match.choice.who is not TABLE else []
        for option in options[:: 1 + len(options) // 5]:
            numbers, lines = said(match, option) | announced, moved(match, option)
            checked += len(lines)
            for part in ([n for n in lines if n.amount > 0], [n for n in lines if n.amount < 0]):
                amounts = {abs(line.amount) for line in part}
                in_all = abs(sum(line.amount for line in part))
                if not amounts <= numbers and in_all not in numbers:
                    unsaid.append((str(option.text), [(n.amount, str(n.because)) for n in part]))
        taken = simulation.pick()
        assert taken is not None
        if match.choice.who is not TABLE:
            announced |= said(match, taken)
        simulation.take(taken)
    assert checked > FEWEST.get(name, 50)
    assert unsaid == []


# ----------------------------------------------------------------------------- What is to be paid


def to_do(room: Room) -> list[str]:
    """What the table page says is still to be done by hand."""
    page = room.visitor().get("/table").text
    notice = page.partition('id="pending"')[2].partition("</section>")[0]
    return [words(line) for line in re.findall(r"<li[^>]*>(.*?)</li>", notice, re.DOTALL)]


def hired(room: Room) -> None:
    """Ann has hired a sailor, and Bob is asked."""
    room.begin("Ann", "Bob")
    room.answer("red", "first:red", "draw", "turn:sailor/3.1", "draw", "turn:ship/red/2/3.1")
    room.answer("red", "stop", "hire:sailor/3.1")


def test_coins_that_hands_have_to_move_are_on_the_list_until_the_next_turn_goes_on(
    room: Room,
) -> None:
    hired(room)
    assert to_do(room) == ["Ann discards 3 coins face up"]
    room.answer("blue", "trade:ship/red/2/3.1")
    assert to_do(room) == [
        "Ann discards 3 coins face up",
        "Bob takes 2 coins from the deck",
        "Bob gives 1 coin to Ann",
    ]
    room.answer("blue", "draw")
    assert to_do(room) == []


def test_next_says_that_coins_have_been_paid(room: Room) -> None:
    hired(room)
    room.press()
    room.until(lambda view: not view.provisional)
    room.answer("blue", "trade:ship/red/2/3.1")
    assert to_do(room) == ["Bob takes 2 coins from the deck", "Bob gives 1 coin to Ann"]


def test_coins_are_listed_after_the_pieces_that_hands_have_to_move(room: Room) -> None:
    room.begin("Ann", "Bob")
    room.answer("red", "first:red", "draw", "turn:sailor/3.1", "stop")
    room.see(Sighting({"sailor/3.1": "harbour"}))
    room.answer("red", "hire:sailor/3.1")
    assert to_do(room) == [
        "Move Sailor 3 to the area of Ann",
        "Ann discards 3 coins face up",
    ]
    room.see(Sighting({"sailor/3.1": "area:red"}))
    assert to_do(room) == ["Ann discards 3 coins face up"]


@pytest.mark.parametrize(
    ("game", "money"), [("navegador", "cruzados"), ("maracaibo", "doubloons")], ids=str
)
def test_money_of_the_bank_is_on_the_list(room: Room, game: str, money: str) -> None:
    keys = golden(2, game)
    match = golden_match(2, len(keys) // 2, game)
    assert match.game.money is not None
    while not (texts := due(match, len(match.journal))):
        match.play(keys[len(match.journal)])
    go_on(room, play(room.table.store, 2, len(match.journal), game=game))
    assert to_do(room)[-len(texts) :] == [str(text) for text in texts]
    assert re.fullmatch(rf"\w+(:| takes| pays) \d+ {money}.*", str(texts[0]))


def test_payments_on_the_same_way_are_added_up() -> None:
    ann, bob = Seat(0, "red", "Ann"), Seat(1, "blue", "Bob")
    ledger, because = Ledger(), Text("Because")
    ledger.gain(ann, "coins", -3, because)
    ledger.gain(ann, "points", 1, because)
    ledger.hand_over(bob, ann, "coins", 1, because)
    ledger.gain(ann, "coins", -2, because)
    ledger.gain(bob, "coins", 4, because)
    assert payments(ledger.lines, "coins") == [(ann, None, 5), (bob, ann, 1), (None, bob, 4)]


def test_on_a_simulated_table_nobody_has_coins_in_hand(room: Room) -> None:
    hired(room)
    app = create_app(replace(room.table, playground=Playground("port_royal")))
    assert "Do on the table" not in Visitor(app, "198.51.100.99").get("/table").text
