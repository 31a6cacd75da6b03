"""Several seats are asked at once at a live table: phones, hands and buttons, in any order."""

from __future__ import annotations

from itertools import pairwise

import pytest

from rules.games import GAMES
from rules.match import Match, NotLegal
from rules.pieces import Place
from rules.simulation import Simulation
from server.live.asked import answers_before, asked
from server.live.match import Live
from server.live.messages import Refused, View
from server.live.status import Condition
from server.robots.puppets import Puppets
from tests.rules.kernel.test_at_once import Orchard, orchard
from tests.server.live.lying_cards import undo
from vision.reading import Sighting


class Garden:
    """An orchard that phones and a camera follow."""

    def __init__(self, *journal: str) -> None:
        self.live = Live(orchard(*journal))
        self.red, self.blue, self.green = self.live.match.seats
        self.look()

    @property
    def match(self) -> Match[Orchard]:
        return self.live.match

    @property
    def view(self) -> View:
        return View(match=self.match, question=self.live.question)

    def look(self, **elsewhere: Place) -> list[str]:
        """The camera sees all that lies open, but for the sack; what was understood."""
        before = len(self.match.journal)
        piles = self.match.table.places.piles.items()
        lying = {piece.id: place for place, pile in piles for piece in pile.known}
        for name, place in elsewhere.items():
            lying[name.replace("_", "/", 1).replace("_", ".")] = place
        self.live.see(Sighting(lying))
        return self.match.journal[before:]


# ------------------------------------------------------------------------------------- Phones


def test_phones_answer_in_any_order_each_for_their_own_seat() -> None:
    garden = Garden()
    garden.live.answer(garden.blue, "pick:apple/blue.1")
    garden.live.answer(garden.green, "pick:apple/green.2")
    garden.live.answer(garden.blue, "enough")
    garden.live.answer(garden.red, "pick:apple/red.1")
    assert garden.match.journal == [
        "pick:apple/blue.1@blue",
        "pick:apple/green.2@green",
        "enough@blue",
        "pick:apple/red.1@red",
    ]


def test_nobody_answers_for_another() -> None:
    garden = Garden("pick:apple/red.1@red")
    with pytest.raises(Refused, match="Ann is asked, not Bob"):
        garden.live.answer(garden.blue, "enough@red")
    with pytest.raises(NotLegal, match="not possible now"):
        garden.live.answer(garden.blue, "enough")


def test_a_page_that_was_shown_before_others_answered_still_counts() -> None:
    garden = Garden()
    shown = {seat: asked(garden.match, None, seat) for seat in garden.match.seats}
    garden.live.answer(garden.blue, "pick:apple/blue.1", after=0)
    now = {seat: asked(garden.match, None, seat) for seat in garden.match.seats}
    assert [now[seat] == shown[seat] for seat in garden.match.seats] == [True, False, True]
    garden.live.answer(garden.red, "pick:apple/red.1", after=0)
    with pytest.raises(Refused, match="question has changed"):
        garden.live.answer(garden.blue, "enough", after=0)
    assert len(answers_before(garden.match, garden.blue)) == 1


def test_what_chance_has_said_to_another_does_not_change_a_question() -> None:
    garden = Garden()
    before = asked(garden.match, None, garden.red)
    for seat, key in ((garden.blue, "pick:apple/blue.1"), (garden.blue, "nut")):
        garden.live.answer(seat, key)
    assert asked(garden.match, None, garden.red) != before
    garden.live.answer(garden.red, "turn:nut/1.1")
    assert asked(garden.match, None, garden.red) == before


def test_whoever_wants_an_order_says_so_with_a_phone() -> None:
    garden = Garden()
    garden.live.answer(garden.green, "in_order")
    assert garden.match.journal == ["in_order@green"]
    with pytest.raises(NotLegal, match="Ann is asked"):
        garden.live.answer(garden.blue, "pick:apple/blue.1")


# -------------------------------------------------------------------------------------- Hands


def test_hands_move_at_the_same_time() -> None:
    garden = Garden()
    assert garden.look(apple_green_1="basket:green", apple_blue_2="basket:blue") == [
        "pick:apple/blue.2@blue",
        "pick:apple/green.1@green",
    ]
    assert garden.look(pear_0_1="basket:green", apple_red_1="basket:red") == [
        "pick:apple/red.1@red",
        "pear:pear/0.1@green",
    ]
    assert garden.live.status.condition is Condition.PROVISIONAL


def test_a_piece_that_is_put_back_takes_its_answer_back() -> None:
    garden = Garden()
    garden.look(apple_blue_2="basket:blue")
    garden.look(apple_blue_2="tree:blue")
    assert garden.match.journal == []


def test_what_another_one_has_done_meanwhile_can_stay_when_a_piece_is_put_back() -> None:
    garden = Garden()
    garden.look(apple_blue_2="basket:blue")
    garden.look(apple_red_1="basket:red")
    garden.look(apple_blue_2="tree:blue")
    ways = [(way.back, way.run.keys) for way in garden.live.corrections]
    assert (2, ("pick:apple/red.1@red",)) in ways


def test_others_go_on_while_the_camera_asks_somebody() -> None:
    """Blue has taken the plum, or begged for it: the plum does not tell."""
    garden = Garden("pick:apple/blue.1@blue", "pick:apple/red.1@red")
    shown = asked(garden.match, None, garden.red)
    assert garden.look(plum_0_1="basket:blue") == []
    question = garden.live.question
    assert question is not None
    assert (question.choice.who, {*question.runs}) == (garden.blue, {"plum@blue", "beg@blue"})
    assert [each.who for each in garden.view.questions] == [garden.blue, garden.red, garden.green]
    assert asked(garden.match, question, garden.red) == shown
    garden.live.answer(garden.red, "enough")
    assert garden.live.question is not None
    with pytest.raises(Refused, match="Bob is asked, not Cleo"):
        garden.live.answer(garden.green, "beg@blue")
    garden.live.answer(garden.blue, "beg@blue")
    assert garden.match.journal[-2:] == ["enough@red", "beg@blue"]
    assert garden.live.question is None


# ------------------------------------------------------------------------------------ Buttons


def test_next_passes_for_whoever_has_just_moved_something() -> None:
    garden = Garden()
    garden.look(apple_blue_2="basket:blue")
    garden.look(apple_green_1="basket:green")
    acts = garden.live.press_next()
    assert [(act.kind, act.key) for act in acts] == [("choice", "enough@green"), ("final", "")]


def test_next_passes_for_the_first_if_nobody_has_done_anything_since() -> None:
    garden = Garden("pick:apple/red.1@red")
    garden.live.press_next()
    assert garden.match.journal == ["pick:apple/red.1@red"]  # nobody decided it here: it is final
    garden.live.press_next()
    assert garden.match.journal[-1] == "enough@red"
    garden.live.final = len(garden.match.journal)
    with pytest.raises(Refused, match="Bob must choose: Which apple"):
        garden.live.press_next()


def test_undo_held_takes_back_what_the_last_one_has_done_and_no_more() -> None:
    garden = Garden("pick:apple/red.1@red", "pick:apple/blue.1@blue", "enough@blue")
    undo(garden.live, whole_turn=True)
    assert garden.match.journal == ["pick:apple/red.1@red"]


# ----------------------------------------------------------------------------- A whole match


@pytest.mark.parametrize("forgetful", [False, True])
@pytest.mark.parametrize(("seats", "seed"), [(2, 3), (4, 4)])
def test_two_rounds_of_cooper_island_are_followed_whoever_comes_first(
    seats: int, seed: int, forgetful: bool
) -> None:
    """Even if nobody says that they leave the rest who go on by hand."""
    simulation = Simulation(GAMES["cooper_island"], [*"ABCD"][:seats], {}, seed)
    simulation.sensible = True
    puppets = Puppets(simulation, forgetful=forgetful)
    intended = puppets.intended
    live = Live(Match(intended.game, intended.seats, {}))
    for _ in puppets.play(live):
        assert not live.wrong
        assert intended.journal[: len(live.match.journal)] == live.match.journal
        if intended.table.round == 3 and live.match.journal == intended.journal:
            break
    keys = [key for key in live.match.journal if "@" in key]
    assert len({key.partition("@")[2] for key in keys}) == seats
    colours = [key.partition("@")[2] for key in keys]
    assert sum(one != other for one, other in pairwise(colours)) > 4 * seats
    assert live.match.table.key() == intended.table.key()
