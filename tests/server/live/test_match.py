"""The live match kept in step by hands, buttons and phones; no camera, but what one would say."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from rules.explaining.explain import Run
from rules.flow import Option
from rules.games import GAMES
from rules.match import Match
from rules.pieces import Move
from rules.simulation import Simulation
from rules.text import Text
from server.live.match import Live
from server.live.messages import Refused
from server.live.search import Correction
from server.robots.puppets import Puppets
from tests.rules.port_royal.the_table import at_table
from tests.server.live.lying_cards import LyingCards, undo
from vision.reading import Sighting, Unreadable


@pytest.mark.parametrize("shows", [1, 200], ids=["top card seen", "all cards seen"])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_whole_match_is_followed_answer_by_answer(seats: int, shows: int) -> None:
    assert questions_in_a_match("port_royal", seats, {}, shows) < 1 / 20


@pytest.mark.parametrize(("seats", "tagged"), [(2, "all"), (3, "rondel"), (4, "tiles"), (5, "all")])
def test_a_match_with_pieces_alike_or_without_tags_is_followed(seats: int, tagged: str) -> None:
    assert questions_in_a_match("navegador", seats, {"tagged": tagged}) < 1 / 20


@pytest.mark.parametrize(("seats", "shows"), [(1, 1), (1, 200), (2, 1)])
def test_a_match_with_hidden_hands_and_an_opponent_of_its_own_is_followed(
    seats: int, shows: int
) -> None:
    assert questions_in_a_match("maracaibo", seats, {}, shows) < 1 / 14


@pytest.mark.parametrize("seed", [3, 5])
def test_a_match_in_which_tiles_are_laid_on_tiles_of_the_same_kind_is_followed(seed: int) -> None:
    """In both a tile is laid exactly where a like one lies, two layers below."""
    assert questions_in_a_match("cooper_island", 2, {}, seed=seed) < 1 / 10


def questions_in_a_match(
    game: str, seats: int, settings: dict[str, str], shows: int = 1, seed: int | None = None
) -> float:
    """Play a whole match with puppets; how many questions there were for each answer."""
    names = [f"Player {seat}" for seat in range(seats)]
    simulation = Simulation(GAMES[game], names, settings, seats if seed is None else seed)
    simulation.sensible = True
    puppets = Puppets(simulation, shows)
    intended = puppets.intended
    live = Live(Match(intended.game, intended.seats, settings))
    for _ in puppets.play(live):
        assert not live.wrong
        assert not live.unclear
        assert intended.journal[: len(live.match.journal)] == live.match.journal
    assert live.match.journal == intended.journal
    assert live.match.table == intended.table
    return puppets.questions / len(intended.journal)


# --------------------------------------------------------------------------------- One at a time


def test_a_card_turned_up_is_played_provisionally_and_next_makes_it_final_and_stops() -> None:
    table = LyingCards(at_table())
    assert table.put("sailor/3.1", "harbour") == ["draw", "turn:sailor/3.1"]
    assert table.live.provisional
    acts = table.live.press_next()
    assert [(act.kind, act.key, act.by) for act in acts] == [
        ("choice", "stop", "button"),
        ("final", "", "button"),
    ]
    assert not table.live.provisional


def test_next_confirms_what_one_player_did_and_does_not_pass_for_the_next_one() -> None:
    table = LyingCards(at_table(coins={"red": 3}))
    table.put("sailor/3.1", "harbour")
    table.put("jester/5.1", "harbour")
    table.live.press_next()
    assert table.put("sailor/3.1", "area:red") == ["hire:sailor/3.1"]
    assert [act.kind for act in table.live.press_next()] == ["final"]
    assert table.live.match.choice is not None
    assert table.live.match.choice.who.colour == "blue"
    assert table.live.press_next()[0].key == "pass"


def test_next_says_why_it_cannot_be_pressed_yet() -> None:
    table = LyingCards(at_table())
    assert table.refusal() == "First turn up a card"


def test_next_does_not_go_on_while_a_piece_is_wrong() -> None:
    table = LyingCards(at_table(coins={"red": 2}))
    table.put("sailor/3.1", "harbour")
    assert table.put("sailor/3.1", "area:red") == []
    wrong = "Sailor 3 costs 3, Red has 2: put it back"
    assert table.wrong() == {"sailor/3.1": wrong}
    assert table.refusal() == wrong
    assert table.put("sailor/3.1", "harbour") == []
    assert table.wrong() == {}
    table.live.press_next()


def test_next_does_not_go_on_before_the_harbour_is_cleared() -> None:
    table = LyingCards(at_table())
    table.put("ship/red/1/1.1", "harbour")
    table.put("ship/red/2/3.1", "harbour")
    assert {piece.id for piece in table.live.pending} == {
        "ship/red/1/1.1",
        "ship/red/2/3.1",
    }
    assert table.refusal().startswith("Move these first: Frigate")
    table.put("ship/red/1/1.1", None)
    table.put("ship/red/2/3.1", "discard")
    assert table.live.pending == {}
    assert table.put("sailor/3.1", "harbour") == ["draw", "turn:sailor/3.1"]


def test_a_piece_put_back_is_a_take_back() -> None:
    table = LyingCards(at_table(coins={"red": 3}))
    table.put("sailor/3.1", "harbour")
    table.live.press_next()
    table.put("sailor/3.1", "area:red")
    acts = table.live.see(Sighting({**table.places, "sailor/3.1": "harbour"}))
    assert [(act.kind, act.key, act.by) for act in acts] == [("undo", "hire:sailor/3.1", "camera")]
    assert table.live.match.journal[-1] == "stop"


def test_a_card_put_back_on_the_deck_takes_back_the_draw_too() -> None:
    table = LyingCards(at_table())
    table.put("sailor/3.1", "harbour")
    assert table.put("sailor/3.1", None) == ["turn:sailor/3.1", "draw"]
    assert table.live.match.journal == []


def test_what_next_made_final_is_not_taken_back_by_moving_pieces() -> None:
    table = LyingCards(at_table(coins={"red": 3}))
    table.put("sailor/3.1", "harbour")
    table.put("jester/5.1", "harbour")
    table.live.press_next()
    table.put("sailor/3.1", "area:red")
    table.live.press_next()
    assert table.put("sailor/3.1", "harbour") == []
    assert "sailor/3.1" in table.wrong()


def test_undo_takes_back_the_last_choice_and_waits_until_the_table_follows() -> None:
    table = LyingCards(at_table(coins={"red": 3}))
    table.put("sailor/3.1", "harbour")
    table.put("sailor/3.1", "area:red")
    assert [act.key for act in undo(table.live)] == ["hire:sailor/3.1"]
    assert table.wrong() == {"sailor/3.1": "Move Sailor 3 to the harbour"}
    assert table.look() == []
    assert table.put("sailor/3.1", "harbour") == []
    assert table.wrong() == {}
    assert not table.live.restoring
    assert table.put("sailor/3.1", "area:red") == ["hire:sailor/3.1"]


def test_undo_held_takes_back_the_whole_turn() -> None:
    table = LyingCards(at_table(coins={"red": 3}))
    table.put("sailor/3.1", "harbour")
    table.put("sailor/3.2", "harbour")
    table.put("sailor/3.1", "area:red")
    undo(table.live, whole_turn=True)
    assert table.live.match.journal == []
    assert table.wrong() == {
        "sailor/3.1": "Put Sailor 3 back, face down",
        "sailor/3.2": "Put Sailor 3 back, face down",
    }


def test_undo_at_the_very_start_says_so() -> None:
    with pytest.raises(Refused, match="nothing to take back"):
        undo(LyingCards(at_table()).live)


def test_a_question_is_put_to_the_player_and_the_answer_is_played() -> None:
    table = LyingCards(at_table({"red": "pirate/5.1"}))
    table.put("ship/red/1/1.1", "harbour")
    table.put("ship/red/1/1.1", "discard")
    question = table.live.question
    assert question is not None
    assert set(question.runs) == {"repel:ship/red/1/1.1", "stop"}
    red, blue = table.live.match.seats
    with pytest.raises(Refused, match="Red is asked, not Blue"):
        table.live.answer(blue, "stop")
    table.live.answer(red, "stop")
    assert table.live.match.journal[-2:] == ["stop", "trade:ship/red/1/1.1"]
    assert table.live.question is None


def test_a_seat_can_choose_only_for_itself() -> None:
    table = LyingCards(at_table())
    with pytest.raises(Refused, match="Red is asked, not Blue"):
        table.live.answer(table.live.match.seats[1], "draw")


def test_what_a_phone_chooses_the_hands_still_have_to_do() -> None:
    table = LyingCards(at_table(coins={"red": 3}))
    table.put("sailor/3.1", "harbour")
    table.live.press_next()
    table.live.answer(table.live.match.seats[0], "hire:sailor/3.1")
    assert [str(text) for text in table.live.pending.values()] == [
        "Move Sailor 3 to the area of Red"
    ]
    assert table.look() == []
    assert table.put("sailor/3.1", "area:red") == []
    assert table.live.pending == {}
    assert table.live.match.journal.count("hire:sailor/3.1") == 1


def test_everything_that_is_wrong_is_named_at_once() -> None:
    table = LyingCards(at_table({"blue": "pirate/5.1", "red": "jester/5.1"}))
    table.places["jester/5.1"] = "area:blue"
    table.put("pirate/5.1", "harbour")
    assert set(table.wrong()) == {"pirate/5.1", "jester/5.1"}


def test_a_table_from_another_match_is_listed_piece_by_piece_and_not_explained() -> None:
    table = LyingCards(at_table())
    for number in range(1, 8):
        table.places[f"sailor/3.{number}"] = "harbour"
    assert table.look() == []
    assert set(table.wrong().values()) == {"Put Sailor 3 back, face down"}
    assert table.live.corrections == ()


@pytest.mark.parametrize(
    ("sighting", "words"),
    [
        (Sighting(between={"sailor/3.1": ("harbour", "discard")}), "not clearly in"),
        (Sighting(elsewhere=frozenset(["sailor/3.1"])), "lies outside all places: place it"),
        (Sighting(duplicates={"sailor/3.1": 2}), "seen 2 times, leave one"),
        (Sighting(doubled_mats=frozenset(["harbour"])), "harbour twice: take one"),
        (Sighting(strangers=(300,)), "Unknown tag 300: take it away"),
    ],
)
def test_what_the_camera_cannot_make_out_is_said_and_nothing_is_played(
    sighting: Sighting, words: str
) -> None:
    table = LyingCards(at_table())
    assert table.live.see(sighting) == []
    assert words in str(table.live.unclear[0])
    assert words in table.refusal()
    assert table.look() == []
    assert table.live.unclear == []


def test_what_lies_beside_a_zone_card_that_is_not_in_sight_is_not_gone() -> None:
    table = LyingCards(at_table())
    table.put("sailor/3.1", "harbour")
    assert table.live.see(Sighting(hidden=frozenset(["harbour", "area:green"]))) == []
    assert [str(text) for text in table.live.unclear] == [
        "Lay the zone card where the camera sees it: the harbour"
    ]
    assert table.look() == []
    assert table.live.unclear == []


def test_a_piece_that_may_lie_under_something_unreadable_is_not_gone() -> None:
    table = LyingCards(at_table())
    table.put("sailor/3.1", "harbour")
    spot = Unreadable(np.zeros((4, 2)), Text("glare"))
    assert table.live.see(Sighting(unreadable=(spot,))) == []
    assert "Unreadable card" in str(table.live.unclear[0])
    assert table.live.match.journal == ["draw", "turn:sailor/3.1"]


def test_a_new_card_that_cannot_be_read_is_reported_although_none_is_missing() -> None:
    table = LyingCards(at_table())
    spot = Unreadable(np.zeros((4, 2)), Text("glare"), place="harbour")
    assert table.live.see(Sighting(dict(table.places), unreadable=(spot,))) == []
    assert [str(text) for text in table.live.unclear] == [
        "Unreadable card in the harbour: uncover it or avoid glare"
    ]


def test_a_tag_that_peeks_out_of_a_pile_is_reported_only_if_a_card_is_missing() -> None:
    table = LyingCards(at_table())
    spot = Unreadable(np.zeros((4, 2)), Text("covered"), place="discard")
    table.live.see(Sighting(dict(table.places), unreadable=(spot,)))
    assert not table.live.unclear
    table.put("sailor/3.1", "harbour")
    table.live.see(Sighting(unreadable=(spot,)))
    assert "Unreadable card" in str(table.live.unclear[0])


def test_nothing_unread_is_reported_when_every_card_is_seen_elsewhere() -> None:
    table = LyingCards(at_table())
    everywhere = dict.fromkeys(table.live.match.game.pieces, "discard")
    spot = Unreadable(np.zeros((4, 2)), Text("letters"), place="harbour")
    table.live.see(Sighting(everywhere, unreadable=(spot,)))
    assert not table.live.unclear


def test_a_piece_that_something_hides_is_named() -> None:
    table = LyingCards(at_table())
    table.put("sailor/3.1", "harbour")
    spot = Unreadable(np.zeros((4, 2)), Text("moving"), piece="sailor/3.1", place="harbour")
    assert table.live.see(Sighting(unreadable=(spot,))) == []
    assert [str(text) for text in table.live.unclear] == ["Sailor 3 is covered: clear the view"]
    assert table.live.match.journal == ["draw", "turn:sailor/3.1"]


def test_a_piece_that_lies_in_no_place_is_not_also_missing() -> None:
    table = LyingCards(at_table())
    table.put("sailor/3.1", "harbour")
    spot = Unreadable(np.zeros((4, 2)), Text("letters"))
    table.live.see(Sighting(elsewhere=frozenset(["sailor/3.1"]), unreadable=(spot,)))
    assert [str(text) for text in table.live.unclear] == [
        "Sailor 3 lies outside all places: lay it in the harbour, or where you mean"
    ]


def test_while_paused_nothing_is_concluded_from_the_table() -> None:
    table = LyingCards(at_table())
    table.live.paused = True
    assert table.put("sailor/3.1", "harbour") == []
    table.live.paused = False
    assert table.look() == ["draw", "turn:sailor/3.1"]


def test_without_a_camera_phones_and_buttons_play_on() -> None:
    table = LyingCards(at_table(coins={"red": 3}))
    table.live.lose_sight()
    red = table.live.match.seats[0]
    for key in ("draw", "turn:sailor/3.1"):
        table.live.answer(red, key)
    table.live.press_next()
    table.live.answer(red, "hire:sailor/3.1")
    assert table.live.pending == {}
    assert table.live.match.table.persons(red)


def test_if_the_table_is_right_the_match_can_take_the_other_way() -> None:
    table = LyingCards(at_table(coins={"red": 3}))
    table.put("sailor/3.1", "harbour")
    table.put("sailor/3.2", "harbour")
    table.live.press_next()
    table.put("sailor/3.1", "area:red")
    table.live.press_next()
    table.places["sailor/3.1"] = "harbour"
    assert table.put("sailor/3.2", "area:red") == []
    assert set(table.wrong()) == {"sailor/3.1", "sailor/3.2"}
    (correction, *_) = table.live.corrections
    assert (correction.back, correction.run.keys) == (1, ("hire:sailor/3.2",))
    acts = table.live.correct(correction, table.live.match.seats[0])
    assert [(act.kind, act.key) for act in acts] == [
        ("undo", "hire:sailor/3.1"),
        ("choice", "hire:sailor/3.2"),
    ]
    assert table.wrong() == {}


def test_after_taking_back_each_way_to_another_position_is_offered_once() -> None:
    table = LyingCards(at_table(coins={"red": 9}))
    for card in ("sailor/3.1", "sailor/3.2", "ship/red/1/1.1", "jester/5.1"):
        table.put(card, "harbour")
    table.live.press_next()
    table.put("sailor/3.1", "area:red")
    undo(table.live)
    ways = [(way.back, way.run.keys) for way in table.live.corrections]
    assert ways == [(0, ("hire:sailor/3.1",))], "in whichever order the cards were turned up"


def test_after_a_long_turn_the_table_does_not_wait_for_every_other_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = LyingCards(at_table())
    for card in ("ship/red/1/1.1", "sailor/3.1", "ship/blue/1/1.1", "pirate/5.1", "jester/5.1"):
        table.put(card, "harbour")
    table.live.press_next()
    taken = Counter[str]()
    take = Match.take

    def counted(match: Match[Any], option: Option[Any]) -> list[Move]:
        taken["answers"] += 1
        return take(match, option)

    monkeypatch.setattr(Match, "take", counted)
    table.put("ship/red/1/1.1", "area:blue")
    assert set(table.wrong()) == {"ship/red/1/1.1"}
    assert table.live.corrections == ()
    assert 0 < taken["answers"] < 30_000


def test_a_correction_for_a_table_that_has_changed_is_refused() -> None:
    table = LyingCards(at_table())
    table.put("sailor/3.1", "harbour")
    with pytest.raises(Refused, match="The table has changed"):
        table.live.correct(Correction(1, Run(("stop",), ())), table.live.match.seats[0])


def test_a_match_resumed_in_the_middle_of_a_turn_knows_the_faces_in_the_discard_pile() -> None:
    match = at_table(coins={"red": 3})
    for key in ("draw", "turn:sailor/3.1", "stop", "hire:sailor/3.1"):
        match.play(key)
    live = Live(match, final=4)
    live.see(Sighting({"sailor/3.1": "area:red", "jester/5.1": "discard"}))
    assert live.wrong == {}
    assert live.match.journal[-1] == "hire:sailor/3.1"
