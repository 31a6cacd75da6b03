"""What an owner says of the printed story cards takes the place of the house story."""

from __future__ import annotations

import json

import pytest

from rules.game import BadSettings
from rules.match import Match
from rules.port_royal import GAME
from rules.port_royal.pieces import Mission
from rules.simulation import Simulation

ALONE = {"mode": "adventure_alone"}
ROW = {
    "needs": {"swords": 1, "discards": {"rum": 1}},
    "coins": 1,
    "crowns": 3,
    "next": "12",
    "text": "As printed.",
}


def mission(own: dict[str, str], number: str) -> Mission:
    game = GAME.for_match(GAME.settle({**ALONE, **own}))
    found = Match(game, game.seat(["Ann"]), game.settled or {}).game.pieces[f"mission/{number}"]
    assert isinstance(found, Mission)
    return found


def test_single_numbers_and_whole_cards_can_be_given() -> None:
    assert mission({"missions.cards[11].needs.swords": "3"}, "11").needs.swords == 3
    card = mission({"missions.cards[11]": json.dumps(ROW)}, "11")
    assert (card.crowns, card.next, card.asks, str(card.text)) == (3, "12", None, "As printed.")
    assert card.needs.discards == (("rum", 1),)


def test_a_match_with_an_owners_story_is_played_to_its_end() -> None:
    own = {"missions.cards[11]": json.dumps(ROW), "crowns.shields": "1 2 3 4 5 6"}
    own |= {"victory.markers": "1 1 1 1", "events.cards[fair-wind].now.coins": "2"}
    simulation = Simulation(GAME, ["Ann"], {**ALONE, **own}, 3)
    while simulation.step():
        pass
    assert simulation.match.outcome() is not None


@pytest.mark.parametrize(
    ("own", "why"),
    [
        ({"missions.cards[11]": json.dumps({**ROW, "next": "99"})}, "there is no mission 99"),
        ({"missions.cards[11]": json.dumps({**ROW, "next": "10"})}, "the story comes back to it"),
        ({"missions.cards[11]": json.dumps({**ROW, "shuffles": [7]})}, "has the number 7"),
        ({"missions.cards[11]": json.dumps({**ROW, "needs": {"luck": 1}})}, "luck means nothing"),
        ({"crowns.shields": "1 1 2 3 4 5"}, "6 rising numbers"),
        ({"missions.cards[13]": json.dumps({**ROW, "needs": {"pays": 5}})}, "is certain"),
    ],
)
def test_what_cannot_be_printed_is_refused_with_the_reason(own: dict[str, str], why: str) -> None:
    with pytest.raises(BadSettings, match=why):
        mission(own, "11")
