"""Several seats are asked at once, on a game made up for it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any

import pytest

from rules.at_once import AtOnce, SeatOption, at_once
from rules.audit import differences, faults
from rules.edition import Edition
from rules.explaining.explain import Ambiguity, Run, explain
from rules.flow import (
    TABLE,
    Choice,
    Flow,
    Option,
    Reveal,
    Seat,
    choose,
    choose_amount,
    reveal,
)
from rules.game import Game, Guide, Outcome, Piles, Scoring
from rules.ledger import Ledger
from rules.match import Match, NotLegal
from rules.pieces import Move, Piece, Places
from rules.simulation import Simulation, perft
from rules.text import Text

COLOURS = ("red", "blue", "green")
APPLES = {
    f"apple/{colour}.{n}": Piece(f"apple/{colour}.{n}", f"apple/{colour}", Text(colour))
    for colour in COLOURS
    for n in (1, 2)
}
NUTS = {f"nut/{n}.1": Piece(f"nut/{n}.1", f"nut/{n}", Text("nut")) for n in range(4)}
PEARS = {f"pear/{n}.1": Piece(f"pear/{n}.1", f"pear/{n}", Text("pear")) for n in range(2)}
PLUM = Piece("plum/0.1", "plum/0", Text("plum"))
PIECES = {**APPLES, **NUTS, **PEARS, PLUM.id: PLUM}


@dataclass(slots=True)
class Orchard:
    """Everybody has a tree with two apples and a basket; there is a sack of nuts, two pears that
    anybody may take, and a plum that one takes or begs for.
    """

    seats: Sequence[Seat]
    ledger: Ledger = field(default_factory=Ledger)
    places: Places[Piece] = field(default_factory=Places)
    active: Seat | None = None
    left: list[Seat] = field(default_factory=list)
    over: bool = False

    def copy(self) -> Orchard:
        ledger, places = self.ledger.copy(), self.places.copy()
        return Orchard(self.seats, ledger, places, self.active, self.left.copy(), self.over)

    def key(self) -> Hashable:
        points = tuple(self.ledger.balance(seat, "points") for seat in self.seats)
        return self.places.key(), points, tuple(self.left), self.over


def new_orchard(seats: Sequence[Seat], _settings: Mapping[str, str]) -> Orchard:
    orchard = Orchard(seats, active=seats[0], left=[*seats])
    orchard.places.lay_out_face_down("sack", NUTS.values())
    orchard.places.lay_out("grass", [*PEARS.values(), PLUM])
    for seat in seats:
        tree = [apple for apple in APPLES.values() if apple.kind == f"apple/{seat.colour}"]
        orchard.places.lay_out(f"tree:{seat.colour}", tree)
        orchard.places.lay_out(f"basket:{seat.colour}")
    return orchard


def harvest(orchard: Orchard) -> Flow[None] | None:
    return None if orchard.over else everybody(orchard)


def everybody(orchard: Orchard) -> Flow[None]:
    yield from at_once({seat: part(orchard, seat) for seat in orchard.seats})
    orchard.over = True


def part(orchard: Orchard, seat: Seat) -> Flow[None]:
    """An apple; then a pear, a nut, or a number that the next seat decides."""
    tree, basket = f"tree:{seat.colour}", f"basket:{seat.colour}"
    apple = yield from choose(
        seat,
        Text("Which apple?"),
        lambda: [
            Option(f"pick:{apple.id}", apple, apple.name, (Move(apple, tree, basket),))
            for apple in orchard.places[tree]
        ],
    )
    orchard.places.move(apple, tree, basket)
    yield from more(orchard, seat)
    orchard.left.remove(seat)


def more(orchard: Orchard, seat: Seat) -> Flow[None]:
    basket = f"basket:{seat.colour}"

    def menu() -> Iterator[Option[Any]]:
        for pear in PEARS.values():
            blocked = None if pear in orchard.places["grass"] else Text("The pear is gone")
            move = Move(pear, "grass", basket)
            yield Option(f"pear:{pear.id}", pear, pear.name, (move,), blocked)
        for word in ("plum", "beg"):
            blocked = None if PLUM in orchard.places["grass"] else Text("The plum is gone")
            yield Option(word, PLUM, Text(word), (Move(PLUM, "grass", basket),), blocked)
        yield Option("nut", "nut", Text("A nut"))
        yield Option("gift", "gift", Text("A gift"))
        yield Option("enough", None, Text("Enough"))

    answer: Option[Any] = yield Choice(seat, Text("What else?"), menu, "enough")
    wanted = answer.value
    if answer.key == "beg":
        orchard.ledger.gain(seat, "points", -1, Text("begging"))
    if wanted == "nut":
        nut = yield from reveal(
            Text("Which nut?"),
            "sack",
            basket,
            NUTS,
            lambda nut: None if nut in orchard.places.unseen else Text("It has been taken"),
        )
        orchard.places.turn_up(nut, "sack", basket)
    elif wanted == "gift":
        giver = orchard.seats[(seat.index + 1) % len(orchard.seats)]
        points = yield from choose_amount(giver, Text("How much do you give?"), 1, 3)
        orchard.ledger.gain(seat, "points", points, Text("a gift"))
        words = [Option("thanks:yes", True, Text("Yes")), Option("thanks:no", False, Text("No"))]
        if (yield from choose(seat, Text("Say thanks?"), lambda: words, "thanks:no")):
            orchard.ledger.gain(giver, "points", 1, Text("thanks"))
    elif wanted is not None:
        orchard.places.move(wanted, "grass", basket)


GAME: Game[Orchard] = Game(
    name="orchard",
    edition=Edition({"title": "Orchard", "origin": "house"}, "a test"),
    seats=range(2, 4),
    colours=COLOURS,
    accounts={"points": Text("Points")},
    settings=(),
    pieces=PIECES,
    place_name=lambda _seats, place: Text(place),
    new=new_orchard,
    script=harvest,
    piles=Piles(face_down=lambda _: {"sack": tuple(NUTS.values())}, stacks=frozenset({"sack"})),
    guide=Guide(set_up=lambda *_: (), phase=lambda _: Text("Harvest"), rules=lambda _: ()),
    scoring=Scoring(
        points="points",
        standing=lambda orchard: orchard.ledger.lines,
        outcome=lambda _: Outcome((), Text("Over"), {}),
    ),
)


def orchard(*journal: str) -> Match[Orchard]:
    return Match(GAME, GAME.seat(["Ann", "Bob", "Cleo"]), {}, journal)


def replayed(match: Match[Orchard]) -> list[str]:
    """What is another after the same journal."""
    return list(differences(match, orchard(*match.journal)))


def asked(match: Match[Orchard]) -> AtOnce:
    assert isinstance(match.choice, AtOnce)
    return match.choice


# ------------------------------------------------------------------------------ What is asked


def test_every_seat_is_asked_its_own_question_in_the_order_of_turns() -> None:
    match = orchard("pick:apple/blue.1@blue")
    red, blue, green = match.seats
    assert [question.who for question in asked(match).questions] == [red, blue, green]
    assert str(asked(match).of(blue).prompt) == "What else?"  # type: ignore[union-attr]
    assert str(asked(match).of(green).prompt) == "Which apple?"  # type: ignore[union-attr]
    assert asked(match).who == red


def test_a_key_says_whose_answer_it_is() -> None:
    match = orchard()
    keys = [option.key for option in asked(match).options]
    assert len({*keys}) == len(keys)
    assert "pick:apple/green.2@green" in keys
    taken = match.option("pick:apple/green.2@green")
    assert isinstance(taken, SeatOption)
    assert (taken.who, taken.plain.key) == (match.seats[2], "pick:apple/green.2")


def test_a_key_without_a_seat_is_an_answer_of_the_first_one() -> None:
    """As in journals of the time when everybody came in turn."""
    assert orchard("pick:apple/red.1").journal == ["pick:apple/red.1@red"]


def test_a_kind_can_be_named_and_has_to_be_said_more_exactly() -> None:
    match = orchard()
    with pytest.raises(NotLegal, match="not possible now"):
        match.play("pick:apple/blue@red")
    match.play("pick:apple/blue.1@blue")
    match.play("pear:pear/1@blue")
    assert match.journal[-1] == "pear:pear/1.1@blue"


def test_who_is_done_is_not_asked_any_more() -> None:
    match = orchard("pick:apple/red.1@red", "enough@red")
    assert [question.who.colour for question in asked(match).questions] == ["blue", "green"]
    with pytest.raises(NotLegal, match="not possible now"):
        match.play("enough@red")


def test_the_button_answers_for_the_first_one() -> None:
    match = orchard("pick:apple/red.1@red", "pick:apple/blue.1@blue")
    assert asked(match).next_key == "enough@red"
    assert orchard("pick:apple/blue.1@blue").choice.next_key is None  # type: ignore[union-attr]


# -------------------------------------------------------------------------------- In any order


def test_answers_of_seats_lead_to_the_same_table_in_any_order() -> None:
    parts = [
        ["pick:apple/red.2@red", "pear:pear/0.1@red"],
        ["pick:apple/blue.1@blue", "enough@blue"],
        ["pick:apple/green.1@green", "pear:pear/1.1@green"],
    ]
    tables = set()
    for order in {*permutations([0, 0, 1, 1, 2, 2])}:
        left = [iter(keys) for keys in parts]
        match = orchard(*(next(left[number]) for number in order))
        assert match.choice is None
        assert replayed(match) == []
        tables.add(match.table.key())
    assert len(tables) == 1


def test_what_another_one_has_taken_is_gone_for_all() -> None:
    """The menu of a question that stays open is built anew."""
    match = orchard("pick:apple/red.1@red", "pick:apple/blue.1@blue")
    assert match.option("pear:pear/0.1@blue")
    match.play("pear:pear/0.1@red")
    with pytest.raises(NotLegal, match="The pear is gone"):
        match.play("pear:pear/0.1@blue")


def test_chance_answers_before_anybody_goes_on() -> None:
    match = orchard("pick:apple/blue.1@blue", "nut@blue")
    assert isinstance(match.choice, Reveal)
    with pytest.raises(NotLegal, match="not possible now"):
        match.play("pick:apple/red.1@red")
    match.play("turn:nut/2.1")
    assert [question.who.colour for question in asked(match).questions] == ["red", "green"]
    assert match.answers[-1].who is TABLE


def test_another_seat_that_somebody_needs_answers_before_anybody_goes_on() -> None:
    match = orchard("pick:apple/blue.1@blue", "gift@blue")
    assert match.choice is not None
    assert (match.choice.who.colour, isinstance(match.choice, AtOnce)) == ("green", False)
    match.play("amount:3")
    match.play("thanks:yes@blue")
    assert [match.table.ledger.balance(seat, "points") for seat in match.seats] == [0, 3, 1]


def test_answers_are_taken_back_one_by_one_whosever_they_are() -> None:
    keys = ["pick:apple/blue.1@blue", "pick:apple/red.1@red", "nut@blue", "turn:nut/0.1"]
    match, tables = orchard(), []
    for key in keys:
        tables.append((match.table.copy(), match.fork()))
        match.play(key)
    for table, before in reversed(tables):
        match.undo()
        assert match.table == table
        assert list(differences(match, before)) == []


def test_a_turn_is_what_the_last_one_has_answered_without_a_break() -> None:
    match = orchard("pick:apple/blue.1@blue", "pick:apple/red.1@red", "nut@red", "turn:nut/0.1")
    assert (match.script_start, match.turn_start) == (0, 1)
    assert orchard().turn_start == 0


# --------------------------------------------------------------------------- If order matters


def test_anybody_may_say_that_order_matters() -> None:
    match = orchard("pick:apple/green.1@green", "in_order@green")
    assert [question.who.colour for question in asked(match).questions] == ["red"]
    with pytest.raises(NotLegal, match="Ann is asked"):
        match.play("enough@green")
    for key in ("pick:apple/red.1@red", "enough@red", "pick:apple/blue.1@blue", "enough@blue"):
        match.play(key)
    assert [str(question.prompt) for question in asked(match).questions] == ["What else?"]
    match.play("enough@green")
    assert match.choice is None
    assert replayed(match) == []


def test_nobody_can_say_it_twice_or_alone() -> None:
    assert asked(orchard("in_order@blue")).find("in_order@red") is None
    match = orchard("pick:apple/red.1@red", "enough@red", "pick:apple/blue.1@blue", "enough@blue")
    assert asked(match).find("in_order@green") is None


def test_it_is_only_said_by_phone() -> None:
    match = orchard()
    assert match.option("in_order@red").by_phone
    shown = asked(match).concerning({*APPLES.values()})
    assert all(not option.key.startswith("in_order") for option in shown)


# -------------------------------------------------------------------------------- Simulations


def test_random_players_answer_in_any_order_and_sometimes_want_one() -> None:
    orders, wanted = set(), 0
    for seed in range(60):
        simulation = Simulation(GAME, ["Ann", "Bob", "Cleo"], {}, seed)
        while simulation.step():
            assert list(faults(simulation)) == []
        taken = [each.option for each in simulation.match.answers]
        orders.add(tuple(each.turn for each in taken if isinstance(each, SeatOption)))
        wanted += any(each.key.startswith("in_order") for each in taken)
        assert replayed(simulation.match) == []
    assert len(orders) > 30
    assert 1 <= wanted <= 20


def test_all_ways_to_answer_are_counted() -> None:
    """Two apples of each of three trees, and three who may want an order."""
    simulation = Simulation(GAME, ["Ann", "Bob", "Cleo"], {}, 1)
    assert perft(simulation, 1) == 6 + 3
    assert perft(simulation, 2) == 6 * (4 + 7 + 3) + 3 * 2


# ---------------------------------------------------------------------------------- By hands


def test_several_hands_that_moved_at_once_are_understood() -> None:
    match = orchard()
    moved = {APPLES["apple/green.1"]: "basket:green", APPLES["apple/red.2"]: "basket:red"}
    found = explain(match, moved)
    assert found == Run(("pick:apple/red.2@red", "pick:apple/green.1@green"), ())


def test_who_has_begun_before_goes_on_after_others() -> None:
    match = orchard("pick:apple/green.1@green")
    moved = {PEARS["pear/0.1"]: "basket:green", APPLES["apple/blue.2"]: "basket:blue"}
    found = explain(match, moved)
    assert found == Run(("pick:apple/blue.2@blue", "pear:pear/0.1@green"), ())


def test_what_nobody_sees_is_nobodys_guess() -> None:
    """Red may have had enough before Blue took a pear, or may still want one."""
    match = orchard("pick:apple/red.1@red", "pick:apple/blue.1@blue")
    found = explain(match, {PEARS["pear/0.1"]: "basket:blue"})
    assert found == Run(("pear:pear/0.1@blue",), ())


def test_what_came_out_of_the_sack_is_understood_with_anothers_apple() -> None:
    match = orchard("pick:apple/red.1@red")
    moved = {NUTS["nut/3.1"]: "basket:red", APPLES["apple/blue.2"]: "basket:blue"}
    found = explain(match, moved)
    assert found == Run(("nut@red", "turn:nut/3.1", "pick:apple/blue.2@blue"), ())


def test_only_the_seat_on_turn_is_thought_of_once_order_matters() -> None:
    match = orchard("in_order@green")
    assert not isinstance(explain(match, {APPLES["apple/blue.2"]: "basket:blue"}), Run | Ambiguity)
    assert isinstance(explain(match, {APPLES["apple/red.2"]: "basket:red"}), Run)
